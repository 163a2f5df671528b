"""Index numbers for exactly these rules: from which true count on another act is better.

For each true count the likeliest shoe at one depth is solved: each class of cards has its mean,
with fractions of cards, so that shoes differ only by the count. The acts of a hand are
compared for the first two cards, weighted as that shoe deals them. What a play gains is weighted
by how often the count occurs at that depth, by a normal approximation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from math import sqrt
from statistics import NormalDist
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.acts import HandAct
from pitboss.cards import DECK, DECK_SIZE
from pitboss.compiled.game import CompiledGame, game
from pitboss.compiled.player_hands import hand_totals
from pitboss.compiled.ranks import ACE, CLASSES, TEN
from pitboss.jsonable import plain
from pitboss.law.insurance import settle as settle_insurance
from pitboss.rulebooks import RulesLike, TableRules, rules_of
from pitboss.solver import Shoe
from pitboss.solver.game_value import SolvedStage, solve_stage
from pitboss.solver.pricing import check_shoe

from .counts import TRUE_REACH, BadCount, CountSystem, TrueCount, count_system
from .deviations import Deviation

Floats = NDArray[np.float64]

COUNTS: Final = tuple(range(-TRUE_REACH, TRUE_REACH + 1))
_SOLVED: Final = tuple(range(-TRUE_REACH - 2, TRUE_REACH + 3))
"""Counts that are solved; between them values are interpolated"""
_STAKE: Final = 100_00


class Rung(NamedTuple):
    """An act from a true count on."""

    at: int
    act: HandAct


class Index(NamedTuple):
    """The acts with a hand against an up card as the count rises."""

    hand: str
    """As a chart names it: 16, or A,7, or 8,8"""
    up: str
    base: HandAct
    """The act off the top of a full shoe"""
    ladder: tuple[Rung, ...]
    """From the lowest count on"""
    unsurrendered: tuple[Rung, ...]
    """The same for a hand that may not, or no longer, be surrendered"""
    base_unsurrendered: HandAct
    gain: float
    """Per round at that depth and unit of the main wager, against always acting as off the top"""
    curve: dict[HandAct, tuple[float, ...]]
    """The value of each act at every count"""

    def to_json(self) -> dict[str, Any]:
        """The play as data."""

        def rungs(ladder: tuple[Rung, ...]) -> list[dict[str, Any]]:
            return [{"at": rung.at, "act": rung.act.word} for rung in ladder]

        return {
            "hand": self.hand,
            "up": self.up,
            "off_the_top": self.base.word,
            "ladder": rungs(self.ladder),
            "without_surrender": rungs(self.unsurrendered),
            "gain": self.gain,
            "values": {act.word: list(values) for act, values in self.curve.items()},
        }

    @property
    def deviations(self) -> tuple[Deviation, ...]:
        """As a spread lists them: of those that apply to a count, the last decides."""
        plays = list(self._from(self.unsurrendered, self.base_unsurrendered))
        if any(rung.act is HandAct.SURRENDER for rung in self.ladder):
            # Every act is listed, since a play for hands that may not be surrendered comes first.
            first, *others = self.ladder
            if first.act is HandAct.SURRENDER:
                plays.append(Deviation(self.hand, self.up, first.act, first.at))
            else:
                plays.append(Deviation(self.hand, self.up, first.act, others[0].at, below=True))
            plays += [Deviation(self.hand, self.up, rung.act, rung.at) for rung in others]
        return tuple(plays)

    def _from(self, ladder: tuple[Rung, ...], base: HandAct) -> Iterator[Deviation]:
        middle = next((i for i, rung in enumerate(ladder) if rung.act == base), 0)
        if ladder[middle].act != base:
            yield Deviation(self.hand, self.up, ladder[0].act, ladder[0].at)
        for rung in ladder[middle + 1 :]:
            yield Deviation(self.hand, self.up, rung.act, rung.at)
        for rung, above in reversed(list(pairwise(ladder[: middle + 1]))):
            yield Deviation(self.hand, self.up, rung.act, above.at, below=True)


class IndexPlays(NamedTuple):
    """Index numbers of every hand whose best act changes with the count."""

    rules: TableRules
    system: CountSystem
    depth: float
    plays: tuple[Index, ...]
    """The most valuable first"""
    insure_at: int | None
    """The count from which insurance gains; None if it is not offered or never does"""
    shares: tuple[float, ...]
    """How often each count, rounded down, occurs at that depth"""
    evs: tuple[float, ...]
    """The value of the game at each count, played as is best there"""

    def to_json(self, most: int) -> dict[str, Any]:
        """The most valuable plays as one document."""
        return {
            "book": self.rules.book.id,
            "settings": plain(self.rules.settings),
            "count": self.system.name,
            "depth": self.depth,
            "from": "likeliest shoes",
            "insure_at": self.insure_at,
            "counts": [
                {"true_count": true, "share": share, "ev": ev}
                for true, share, ev in zip(COUNTS, self.shares, self.evs, strict=True)
            ],
            "indices": [
                {
                    "hand": play.hand,
                    "up": play.up,
                    "act": rung.act.word,
                    "at": rung.at,
                    "gain": play.gain,
                }
                for play in self.plays[:most]
                for rung in play.ladder[1:]
            ],
            "plays": [play.to_json() for play in self.plays[:most]],
        }

    def to_toml(self, most: int) -> str:
        """The most valuable plays as a spread lists them."""
        lines = [
            f"# {self.rules.brief}",
            f"# {self.system.name}, {self.depth:.0%} dealt, from likeliest shoes",
            'by = "true"',
            'bets = { "-10" = 1 }',
        ]
        if self.insure_at is not None:
            lines.append(f"insure_at = {self.insure_at}")
        for play in self.plays[:most]:
            for each in play.deviations:
                where = f"{'below' if each.below else 'at'} = {each.at}"
                lines += [
                    "[[deviations]]",
                    f'hand = "{each.hand}"',
                    f'up = "{each.up}"',
                    f'act = "{each.act.word}"',
                    where,
                ]
        return "\n".join([*lines, ""])


def index_plays(
    book: RulesLike, *, count: CountSystem | str = "hi-lo", depth: float = 0.5, **elections: Any
) -> IndexPlays:
    """Calculate index numbers; ``depth`` is the share of the shoe that has been dealt."""
    rules = rules_of(book, **elections)
    system = count_system(count) if isinstance(count, str) else count
    if system.is_running:
        raise BadCount(f"{system.name} keeps a running count; index numbers are by true count")
    if not 0 < depth < 1:
        raise BadCount(f"a depth is a share of the shoe between 0 and 1, not {depth}")
    compiled = game(rules)
    decks = rules.equipment.decks.value
    solved = _Solved(compiled, system, depth)
    shares = count_shares(system, decks, depth)
    full = solve_stage(
        compiled, compiled.first, np.array(Shoe.of_decks(decks).counts, float), best_splits=False
    )
    return IndexPlays(
        rules,
        system,
        depth,
        tuple(sorted(_plays(solved, full, shares), key=lambda play: -play.gain)),
        solved.insure_at(),
        shares,
        solved.evs(),
    )


class _Solved:
    """The likeliest shoe of every true count at one depth, solved."""

    def __init__(self, compiled: CompiledGame, system: CountSystem, depth: float) -> None:
        self.game = compiled
        decks = compiled.rules.equipment.decks.value
        self.shoes = [likeliest_shoe(system, decks, depth, true) for true in _SOLVED]
        for shoe in self.shoes:
            check_shoe(compiled, Shoe(tuple(int(number) for number in shoe)))
        self.stages = [
            solve_stage(compiled, compiled.first, shoe, best_splits=False) for shoe in self.shoes
        ]
        each = [_by_act(stage) for stage in self.stages]
        self.values = {act: _filled(np.array([values[act] for values in each])) for act in each[0]}
        self.per_card = _tags_by_class(system) * DECK_SIZE / self.shoes[0].sum()
        """[class]: by how much one card changes the true count"""
        self.middles = _middles(system)

    def evs(self) -> tuple[float, ...]:
        """The value of the game at each count before a deal."""
        evs = np.interp(self.middles, _SOLVED, [stage.ev for stage in self.stages])
        return tuple(float(ev) for ev in evs)

    def worth(self, row: _Row, up: int) -> tuple[list[dict[HandAct, float]], Floats]:
        """What each act is worth at each count, and how often such cards come with the up card.

        A player counts the hand and the up card before acting, so the shoe from which they were
        dealt had another count than the one acted on.
        """
        weights = np.array([[_ways(shoe, cards, up) for cards in row.cards] for shoe in self.shoes])
        known = {}
        for act, values in self.values.items():
            total = np.zeros(len(COUNTS))
            for at, (a, b) in enumerate(row.cards):
                seen = self.per_card[[a, b, up]].sum()
                weighed = weights[:, at] * values[:, a, b, up]
                total += np.interp(self.middles - seen, _SOLVED, weighed)
            known[act] = total
        dealt = np.zeros(len(COUNTS))
        for at, (a, b) in enumerate(row.cards):
            seen = self.per_card[[a, b, up]].sum()
            dealt += np.interp(self.middles - seen, _SOLVED, weights[:, at])
        usual = {act: total for act, total in known.items() if not np.isnan(total).any()}
        safe = np.where(dealt > 0, dealt, 1.0)
        return (
            [
                {act: float(total[i] / safe[i]) for act, total in usual.items()}
                for i in range(len(dealt))
            ],
            dealt,
        )

    def insure_at(self) -> int | None:
        """The first count at which insurance wins more than it loses, the ace being counted."""
        rules = self.game.rules
        if not rules.insurance.offered.value:
            return None
        won = settle_insurance(rules, _STAKE, dealer_blackjack=True).returned / _STAKE
        gains = [won * shoe[TEN] / (shoe.sum() - 1) - 1 for shoe in self.shoes]
        at = np.interp(self.middles - self.per_card[ACE], _SOLVED, gains)
        return next((true for true, gain in zip(COUNTS, at, strict=True) if gain > 0), None)


def _middles(system: CountSystem) -> Floats:
    """The mean of the exact counts that are called by each number."""
    counts = np.array(COUNTS, float)
    off = {TrueCount.ROUND: 0.0 * counts, TrueCount.TRUNCATE: 0.5 * np.sign(counts)}
    middles: Floats = counts + off.get(system.true, 0.5 + 0.0 * counts)
    return middles


def _filled(values: Floats) -> Floats:
    """[count, ...]: values where some shoes are too short for one, such as two aces to split.

    The nearest count that has a value stands in; an act that the book refuses has none anywhere.
    """
    missing = np.isnan(values)
    for where in zip(*np.nonzero(missing.any(axis=0) & ~missing.all(axis=0)), strict=True):
        at = (slice(None), *where)
        known = ~missing[at]
        values[at] = np.interp(_SOLVED, np.array(_SOLVED)[known], values[at][known])
    return values


def likeliest_shoe(system: CountSystem, decks: int, depth: float, true: float) -> Floats:
    """[class]: the mean number of cards left, given the true count at that depth."""
    full = np.array(Shoe.of_decks(decks).counts, float)
    tags = _tags_by_class(system)
    chance = full / full.sum()
    left = full.sum() * (1 - depth)
    off = tags - chance @ tags
    # What was dealt beyond its share is missing from what is left.
    running = true * left / DECK_SIZE
    shoe: Floats = left * chance - running * chance * off / (chance @ off**2)
    left_of_each: Floats = np.maximum(shoe, 0.0)
    return left_of_each


def _tags_by_class(system: CountSystem) -> Floats:
    tags: list[list[float]] = [[] for _ in CLASSES]
    for card, tag in zip(DECK, system.tags, strict=True):
        tags[min(card.pips or (1 if card.is_ace else 10), 10) - 1].append(float(tag))
    return np.array([np.mean(each) for each in tags])


def count_shares(system: CountSystem, decks: int, depth: float) -> tuple[float, ...]:
    """How often each true count, rounded down, occurs; the first and last include all beyond."""
    cards = decks * DECK_SIZE
    left = cards * (1 - depth)
    tags = np.array([float(tag) for tag in system.tags])
    spread = sqrt(tags.var() * left * (cards - left) / (cards - 1)) * DECK_SIZE / left
    below = NormalDist(0, spread).cdf
    edges = [0.0, *(below(true) for true in COUNTS[1:]), 1.0]
    return tuple(high - low for low, high in pairwise(edges))


class _Row(NamedTuple):
    hand: str
    cards: list[tuple[int, int]]


def _rows(compiled: CompiledGame) -> Iterator[_Row]:
    """Every two cards, by the name of their row in a chart."""
    rows: dict[str, list[tuple[int, int]]] = {}
    totals, two = hand_totals(compiled.rules), compiled.multisets.hands.two
    for a in range(10):
        for b in range(a, 10):
            if (a, b) == (ACE, TEN):
                continue
            total = int(totals.total[two[a, b]])
            name = str(total)
            if a == b:
                name = f"{CLASSES[a]},{CLASSES[a]}"
            elif totals.soft[two[a, b]]:
                name = f"A,{CLASSES[total - 12]}"
            rows.setdefault(name, []).append((a, b))
    for hand, cards in rows.items():
        yield _Row(hand, cards)


def _plays(solved: _Solved, full: SolvedStage, shares: Sequence[float]) -> Iterator[Index]:
    first, shoe = _by_act(full), full.values.shoe
    for row in _rows(solved.game):
        for up in range(10):
            ways = np.array([_ways(shoe, cards, up) for cards in row.cards])
            start = {
                act: float(ways @ [values[a, b, up] for a, b in row.cards])
                for act, values in first.items()
            }
            start = {act: value for act, value in start.items() if not np.isnan(value)}
            worth, dealt = solved.worth(row, up)
            best, base = [_best(each) for each in worth], _best(start)
            ladder, unsurrendered = _ladder(best), _ladder([_best(_kept(each)) for each in worth])
            base_unsurrendered = _best(_kept(start))
            if ladder == (Rung(COUNTS[0], base),) and len(unsurrendered) == 1:
                continue
            gain = sum(
                share * chance * (each[act] - each[base])
                for share, chance, each, act in zip(shares, dealt, worth, best, strict=True)
            )
            curve = {act: tuple(each[act] for each in worth) for act in worth[0]}
            yield Index(
                row.hand, str(CLASSES[up]), base, ladder, unsurrendered, base_unsurrendered,
                float(gain), curve,
            )  # fmt: skip


def _best(worth: dict[HandAct, float]) -> HandAct:
    """The best act; of acts worth the same, the first, which stakes less."""
    return max(worth, key=lambda act: (worth[act], -act))


def _kept(worth: dict[HandAct, float]) -> dict[HandAct, float]:
    return {act: value for act, value in worth.items() if act is not HandAct.SURRENDER}


def _ladder(best: Sequence[HandAct]) -> tuple[Rung, ...]:
    runs = groupby(zip(COUNTS, best, strict=True), key=lambda pair: pair[1])
    return tuple(Rung(next(run)[0], act) for act, run in runs)


def _by_act(stage: SolvedStage) -> dict[HandAct, Floats]:
    return {act: stage.two_cards.worth[act] for act in HandAct}


def _ways(shoe: Floats, cards: tuple[int, int], up: int) -> float:
    """How often the shoe deals these two cards, in any order, and the up card."""
    (a, b), size = cards, shoe.sum()
    left = shoe.copy()
    left[up] -= 1
    ways = shoe[up] * max(left[a], 0.0) * max(left[b] - (a == b), 0.0) * (2 - (a == b))
    return float(ways / (size * (size - 1) * (size - 2)))
