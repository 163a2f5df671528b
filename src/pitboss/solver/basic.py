"""Find the best total-dependent strategy.

A chart treats all hands of one total alike, so each cell is decided by its hands, in the proportion
in which play reaches them. That proportion depends on the chart itself, so charts are improved
until they no longer change. This leaves out the hands of split pairs, which can only tip cells that
are nearly even: those are flipped one by one and priced exactly.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from pitboss.acts import BY_CARDS, HandAct
from pitboss.compiled.game import CompiledGame, Flags
from pitboss.compiled.jit import kernel
from pitboss.compiled.multisets import HandLattice
from pitboss.compiled.permissions import HIT, STAND
from pitboss.solver.shared_work import SharedWork

from .chart import Chart
from .contraction import Floats, cards_in
from .game_value import SolvedStage, solve_as_never_split, solve_stage
from .hand_values import Intents
from .totals import MOST, ByTotals, chart_totals

_ROUNDS: Final = 12
_NEARLY_EVEN: Final = 1e-5
"""The most that split hands (some 2% of all) could tip a cell, in units of the game's value."""


@kernel
def come_to(shoe: Floats, hands: HandLattice, hits: Flags, out: Floats) -> None:
    """Fill in how often play reaches each hand from its first two cards, drawing by ``hits``."""
    total = cards_in(shoe)
    for hand in range(hands.size.shape[0] - 1, -1, -1):
        cards = total - hands.size[hand] - 1.0
        for up in range(10):
            here = out[hand, up]
            if here <= 0.0 or not hits[hand, up]:
                continue
            for c in range(10):
                left = shoe[c] - hands.counts[hand, c] - (1.0 if c == up else 0.0)
                if left > 0.0:
                    out[hands.child[hand, c], up] += here * left / cards


def best_chart(
    game: CompiledGame, shoe: Floats, known: SharedWork | None = None
) -> tuple[Chart, SolvedStage]:
    """Find the best chart for the shoe, and the value of the game played by it."""
    known = SharedWork() if known is None else known
    search = _Search(game, shoe, known)
    start = solve_as_never_split(game, shoe, known)
    strategy = search.better(start, start.values.intents)
    best, played = strategy, search.play(strategy)
    for _ in range(_ROUNDS):
        following = search.better(played, strategy.given(game).intents)
        if _same(following, strategy):
            break
        strategy, played_now = following, search.play(following)
        if played_now.ev > played.ev:
            best, played = following, played_now
        else:
            break
    best, played = search.flip_nearly_even(best, played)
    return best.chart(game.rules), played


def _same(one: ByTotals, other: ByTotals) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


class _Cell(NamedTuple):
    """A change to a chart against one up card, with its estimated gain."""

    part: str
    at: tuple[int, ...]
    becomes: int
    gain: float


class _Search:
    """A search for the best chart from one shoe."""

    def __init__(self, game: CompiledGame, shoe: Floats, known: SharedWork) -> None:
        self.game = game
        self.known = known
        self.shoe = shoe
        self.totals = chart_totals(game.rules)
        self.dealt = self._two_cards_dealt()
        self.cells: list[_Cell] = []

    def play(self, strategy: ByTotals) -> SolvedStage:
        """The game played by the strategy."""
        given = strategy.given(self.game)
        return solve_stage(
            self.game, self.game.first, self.shoe, best_splits=False, given=given, known=self.known
        )

    def better(self, played: SolvedStage, intents: Intents) -> ByTotals:
        """The best chart for the present frequencies of hands."""
        self.cells = []
        strategy = ByTotals.of_nothing()
        self._draw_or_stand(strategy, played, intents)
        self._two_cards(strategy, played)
        return strategy

    def _two_cards_dealt(self) -> Floats:
        """[class, class, up card]: the probability of the two cards and the up card."""
        shoe, cards = self.shoe, self.shoe.sum()
        dealt = np.zeros((10, 10, 10))
        for up in range(10):
            left = shoe.copy()
            left[up] -= 1
            ways = np.maximum(left[:, None] * (left[None, :] - np.eye(10)), 0.0)
            dealt[:, :, up] = ways * shoe[up] / (cards * (cards - 1) * (cards - 2))
        return dealt

    def _draw_or_stand(self, strategy: ByTotals, played: SolvedStage, intents: Intents) -> None:
        game, hands = self.game, self.game.multisets.hands
        rows = len(game.multisets.rows)
        bits = game.first.permitted[0][:rows]
        may_hit = (bits & HIT > 0)[:, None]
        may_stand = (bits & STAND > 0)[:, None]
        hits = (((intents[0, :rows, :10] & 1) > 0) & may_hit) | ~may_stand
        come = np.zeros((rows + 1, 10))
        drawn = np.isin(played.two_cards.chosen, (HandAct.STAND, HandAct.HIT))
        np.add.at(come, hands.two, np.where(drawn, self.dealt, 0.0))
        pairs = hands.two[np.arange(10), np.arange(10)]
        come_to(self.shoe, hands, np.ascontiguousarray(hits), come)
        come[pairs] = 0.0  # a pair has a row of its own
        gain = played.values.every_hit - played.values.every_stand
        at = (self.totals.soft[:rows].astype(np.int64), self.totals.total[:rows])
        may_choose = may_hit & may_stand
        # A hand without a choice has no say in a cell of which others have one.
        chosen = np.zeros((2, MOST), bool)
        np.logical_or.at(chosen, at, may_choose[:, 0])
        forced = np.where(chosen[at][:, None], 0.0, np.where(may_hit, 1e6, -1e6))
        gain = np.where(may_choose, gain, forced)
        sums = np.zeros((2, MOST, 10))
        np.add.at(sums, at, come[:rows] * gain)
        never = np.zeros((2, MOST, 10))
        np.add.at(never, at, come[:rows])
        plain = np.zeros((2, MOST, 10))
        np.add.at(plain, at, gain)
        # Hands that play never reaches have a cell too, decided by what they would be worth.
        strategy.hits[:] = np.where(never > 0, sums > 0, plain > 0)
        self._note("hits", np.where(never > 0, -np.abs(sums), -1.0), strategy.hits)

    def _two_cards(self, strategy: ByTotals, played: SolvedStage) -> None:
        two, hands = played.two_cards, self.game.multisets.hands
        worth = np.where(np.isnan(two.worth), -np.inf, two.worth)
        soft = self.totals.soft[hands.two].astype(np.int64)
        total = self.totals.total[hands.two]
        sums = np.zeros((len(HandAct), 2, MOST, 10))
        weight = np.zeros((2, MOST, 10))
        no_pair = ~np.eye(10, dtype=bool)
        if self.game.first.has_natural:
            no_pair[0, 9] = no_pair[9, 0] = False
        at = (soft[no_pair], total[no_pair])
        np.add.at(weight, at, self.dealt[no_pair])
        for act in HandAct:
            with np.errstate(invalid="ignore"):
                value = np.where(self.dealt > 0, self.dealt * worth[act], 0.0)
            np.add.at(sums[act], at, value[no_pair])
        play = np.where(strategy.hits, sums[HandAct.HIT], sums[HandAct.STAND])
        strategy.doubles[:] = (sums[HandAct.DOUBLE] > play) & (weight > 0)
        self._note("doubles", -np.abs(sums[HandAct.DOUBLE] - play), strategy.doubles, weight > 0)
        rest = np.where(strategy.doubles, sums[HandAct.DOUBLE], play)
        for act in BY_CARDS:
            better = (sums[act] > rest) & (weight > 0)
            strategy.first[better] = act
            rest = np.where(better, sums[act], rest)
        self._pairs(strategy, worth)

    def _pairs(self, strategy: ByTotals, worth: Floats) -> None:
        ranks = np.arange(10)
        pairs = worth[:, ranks, ranks]
        strategy.pairs_hit[:] = pairs[HandAct.HIT] > pairs[HandAct.STAND]
        strategy.pairs[:] = pairs.argmax(axis=0)
        others = pairs.copy()
        others[list(BY_CARDS)] = -np.inf
        strategy.pairs_after_exchange[:] = others.argmax(axis=0)

    def _note(self, part: str, gains: Floats, now: Flags, possible: Flags | bool = True) -> None:
        near = (gains > -_NEARLY_EVEN) & possible
        for at in zip(*np.nonzero(near), strict=True):
            place = tuple(int(i) for i in at)
            self.cells.append(_Cell(part, place, int(not now[place]), float(gains[place])))

    def flip_nearly_even(self, best: ByTotals, played: SolvedStage) -> tuple[ByTotals, SolvedStage]:
        """Try each nearly even cell the other way, one per up card at a time."""
        waiting: list[list[_Cell]] = [[] for _ in range(10)]
        self.better(played, best.given(self.game).intents)
        for cell in sorted(self.cells, key=lambda cell: -cell.gain):
            waiting[cell.at[-1]].append(cell)
        while any(waiting):
            tried = [cells.pop(0) for cells in waiting if cells]
            trial = self.play(_changed(best, tried))
            won = [
                cell
                for cell in tried
                if trial.by_up[cell.at[-1]] > played.by_up[cell.at[-1]] + 1e-15
            ]
            if won:
                best = _changed(best, won)
                played = self.play(best)
        return best, played


def _changed(strategy: ByTotals, cells: list[_Cell]) -> ByTotals:
    parts = {name: getattr(strategy, name).copy() for name in strategy._fields}
    for cell in cells:
        parts[cell.part][cell.at] = cell.becomes
    return ByTotals(**parts)
