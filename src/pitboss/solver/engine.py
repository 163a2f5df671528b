"""Price one stage of a game from one shoe: every hand and split, for all up cards."""

from __future__ import annotations

from threading import local
from typing import Final, NamedTuple

import numpy as np

from pitboss.compiled.blackjack import Beyond
from pitboss.compiled.dealer_rows import WIDE, Levels
from pitboss.compiled.game import CompiledGame, StageTables, dealer_within, split_rows_within
from pitboss.compiled.multisets import Ints
from pitboss.compiled.ranks import ACE, TEN
from pitboss.compiled.split_rows import SplitRows
from pitboss.solver.shared_work import SharedWork, Summed

from .all_bust import AllBust
from .contraction import Floats, contract, room_for
from .hand_values import HandValues, Intents, first_hand
from .split_sums import (
    add_ends,
    follow_ends,
    of_pair_cards_gone,
    only_differences,
    tables_for,
)
from .splits import MOST_GONE, box_sums, choose_own_play, need_leaves

MOST_HANDS: Final = 4
SUITED_TENS: Final = 4
"""The number of ranks of ten-value cards, assumed equally frequent."""


# Roughly the part of its unit that a hand that does not bust saves against a blackjack. Of two
# hands only the second saves it, or each does unless the other busts. It only guides the choice of
# a strategy, which is then priced exactly.
_ALIVE_SPARED: Final = {
    Beyond.EACH_HAND: 0.0,
    Beyond.ONE_IN_ALL: 0.0,
    Beyond.BUSTED_AND_FIRST: 0.5,
    Beyond.BUSTED_AND_ONE: 0.8,
}


class SplitValues(NamedTuple):
    """[most hands, class, up card]: the value of a pair split into at most that many hands."""

    value: Floats
    """Hand by hand, without the unit that is saved when all hands bust against a blackjack"""
    all_bust_at_most: Floats
    """A bound on what that is worth; zero if the book does not save it"""


class StageValues(NamedTuple):
    """The kernels' results, before the acts for two cards are chosen."""

    shoe: Floats
    stand: Floats
    """[class, class, up card]"""
    hit: Floats
    double: Floats
    play: Floats
    """The better of stand and hit, or the one a given strategy takes"""
    blackjack: Floats
    """The probability of a dealer blackjack"""
    zero_memory: SplitValues
    """Split hands played as if they had never been split"""
    own_play: SplitValues | None
    """Split hands played by a separate strategy for each pair, if requested"""
    intents: Intents
    """[0 for a hand as dealt or 1 + class split, hand, up card]"""
    every_stand: Floats
    """[hand, up card]: the value of every hand as dealt if it stands"""
    every_hit: Floats


class Workspace:
    """The kernels' workspace, reused between solves of one game."""

    def __init__(self, game: CompiledGame) -> None:
        leaves = len(game.multisets.leaves.size)
        hands = len(game.multisets.rows)
        outcomes = game.payoffs.by_outcome.shape[1]
        self.chances = np.zeros((leaves + 1, outcomes, WIDE))
        self._rows = room_for(game.dealer.levels.places)
        self.need = np.zeros(leaves, np.bool_)
        self.first = HandValues.of(hands)
        self.split = HandValues.of(hands)
        self.come = np.zeros((hands + 1, WIDE))
        self.ends = np.zeros((4, hands + 1, WIDE))

    def rows(self, levels: Levels) -> Floats:
        """The places of the dealer's rows."""
        if len(self._rows) < levels.places * WIDE:
            self._rows = room_for(levels.places)
        return self._rows

    def clear(self) -> None:
        """Reset the workspace, so that hands the next shoe cannot make keep no old values."""
        self.chances[:] = 0.0
        for table in (*self.first, *self.split):
            table[:] = -1.0


_KEPT = local()


def workspace(game: CompiledGame) -> Workspace:
    """This thread's workspace for this game; only the last game's is kept."""
    if getattr(_KEPT, "game", None) is not game:
        _KEPT.game, _KEPT.room = game, Workspace(game)
    room: Workspace = _KEPT.room
    return room


class StageSolver:
    """Prices one stage of a game from one shoe."""

    def __init__(
        self, game: CompiledGame, stage: StageTables, shoe: Floats, known: SharedWork | None = None
    ) -> None:
        self.game = game
        self.known = known
        self.stage = stage
        self.shoe = shoe
        self.room = workspace(game)
        self.room.clear()
        tables = game.multisets
        self.all_bust: dict[tuple[bytes, int], float] = {}
        self.pair_cards_left: dict[int, tuple[Floats, Floats]] = {}
        self.intents = np.zeros((11, len(tables.rows) + 1, WIDE), np.uint8)
        self.most = self._most_hands()
        # A hand at the limit may have drawn, and seen, twice as many pair cards as it resplit.
        last = np.minimum(2 * (self.most - 2), shoe - 2)
        beyond = game.payoffs.beyond[[ACE, TEN]]
        self.counts_busts = bool((beyond >= Beyond.BUSTED_AND_FIRST).any())
        self.last_gone: Ints = np.where(self.most >= 2, last, -1).astype(np.int64)

    def _most_hands(self) -> Ints:
        held = self.shoe.copy()
        if self.game.tens_pair_by_rank:
            held[TEN] /= SUITED_TENS
        most = np.minimum(self.stage.hands_at_most, np.floor(held))
        return np.where((most >= 2) & (self.shoe >= 2), most, 1).astype(np.int64)

    def solve(self, *, own_play: bool, given: Intents | None = None) -> StageValues:
        """Price the stage; ``own_play`` also plays each split pair by its own strategy."""
        hands, payoffs = self.game.multisets.hands, self.game.payoffs
        self._dealers_chances(own_play=own_play)
        if given is not None:
            self.intents[0] = given[0]
        first_hand(
            self.shoe, hands, payoffs, self.stage.permitted[0], self.room.chances,
            self.room.first, self.intents, given is not None,
        )  # fmt: skip
        if own_play:
            self._choose_own_play()
        zero_memory, *own = self._splits(own_play=own_play)
        first = self.room.first
        return StageValues(
            shoe=self.shoe,
            stand=first.stand[hands.two, :10],
            hit=first.hit[hands.two, :10],
            double=first.double[hands.two, :10],
            play=first.best[hands.two, :10],
            blackjack=self._blackjack_chance(),
            zero_memory=zero_memory,
            own_play=own[0] if own else None,
            intents=self.intents,
            every_stand=first.stand[:-1, :10].copy(),
            every_hit=first.hit[:-1, :10].copy(),
        )

    def _dealers_chances(self, *, own_play: bool) -> None:
        """The dealer's chances after every hand, and after those of a split with own play."""
        room, hands, key = self.room, self.game.multisets.hands, self.shoe.tobytes()
        before = self.known.chances.get(key) if self.known is not None else None
        room.need[:] = False
        if before is None:
            room.need[hands.leaf] = True
        if own_play:
            for rank in self._pairs():
                need_leaves(self.shoe, hands, rank, room.need)
        if before is not None:
            room.need[hands.leaf] = False
        if room.need.any():
            dealer = dealer_within(self.game, self.shoe)
            contract(
                self.shoe, room.need, self.game.multisets.leaves, dealer, room.rows(dealer.levels),
                room.chances,
            )  # fmt: skip
        if before is not None:
            room.chances[hands.leaf] = before
        elif self.known is not None:
            self.known.chances[key] = room.chances[hands.leaf]

    def _pairs(self) -> list[int]:
        return [rank for rank in range(10) if self.most[rank] >= 2]

    def _choose_own_play(self) -> None:
        game, room = self.game, self.room
        hands, payoffs = game.multisets.hands, game.payoffs
        spared = np.array([_ALIVE_SPARED[Beyond(beyond)] for beyond in payoffs.beyond])
        payoffs = payoffs._replace(double_spared=payoffs.double_spared - spared)
        for rank in self._pairs():
            choose_own_play(
                self.shoe, hands, payoffs, rank, self.stage.permitted[1 + rank], self.intents,
                room.chances, spared, room.split,
            )  # fmt: skip

    def _splits(self, *, own_play: bool) -> list[SplitValues]:
        """Split values by the intents of a hand as dealt and, if asked, by each pair's own."""
        number = 1 + own_play
        values = np.zeros((number, 2, 10, MOST_GONE, 10))
        busts = np.zeros((number, 2, 10, MOST_GONE, 10))
        rows = split_rows_within(self.game, self.shoe) if self._pairs() else ()
        for rank in self._pairs():
            self._one_pair(rank, rows[rank], values[:, :, rank], busts[:, :, rank])
        return [self._box_values(values[i], busts[i]) for i in range(number)]

    def _one_pair(self, rank: int, rows: SplitRows, values: Floats, busts: Floats) -> None:
        """[strategy, second card is any or a pair card, gone, up]: one hand of a split pair."""
        game, room, shoe = self.game, self.room, self.shoe
        number = 2 * len(values)
        bits, gone = self.stage.permitted[1 + rank], int(self.last_gone[rank]) + 1
        ends = room.ends[:number]
        sums = tables_for(rank, number)
        bust_sums = tables_for(rank, number) if self.counts_busts else sums
        for i in range(number):
            follow_ends(
                shoe, game.multisets.hands, game.payoffs, rank, bits, self.intents,
                (1 + rank) * (i // 2), room.come, ends[i], sums[i], bust_sums[i], bool(i % 2),
                self.counts_busts,
            )  # fmt: skip
        sums += self._with_dealer(rank, rows, ends)
        for i in range(number):
            at = (i // 2, i % 2, slice(gone))
            of_pair_cards_gone(shoe, rank, sums[i], bool(i % 2), -1.0, values[at])
            if self.counts_busts:
                of_pair_cards_gone(shoe, rank, bust_sums[i], bool(i % 2), 0.0, busts[at])

    def _with_dealer(self, rank: int, rows: SplitRows, ends: Floats) -> Floats:
        """[strategy and second card, ...]: the ends of a split hand with the dealer's hands.

        Strategies differ in few hands: each adds only what it plays differently from the last.
        """
        hands, key = self.game.multisets.hands, (self.shoe.tobytes(), rank)
        number = hands.of_class_from[rank + 1] - hands.of_class_from[rank]
        sums = tables_for(rank, len(ends))
        before = self.known.summed.get(key) if self.known is not None else None
        nothing = np.zeros((2, number, WIDE))
        followed = Summed(np.empty_like(nothing), sums[-2:])
        only_differences(
            hands, rank, ends, nothing if before is None else before.ends, followed.ends
        )
        add_ends(
            self.shoe, self.game.payoffs, self.game.multisets.pairs[rank], rows, ends,
            sums.reshape(len(ends), -1), self.room.rows(rows.levels),
        )  # fmt: skip
        if before is not None:
            sums[:2] += before.sums
        sums[2:] += sums[:-2]
        if self.known is not None:
            self.known.summed[key] = followed
        return sums

    def _box_values(self, values: Floats, busts: Floats) -> SplitValues:
        """Sum the values of hands over boxes of two or more hands."""
        value = self._boxes(*values)
        at_most = np.zeros_like(value)
        if self.counts_busts:
            self._mend_busts(value, at_most, *busts)
        self._mend_blackjack(value)
        value[:, self.most < 2] = np.nan
        for rank in range(10):
            value[self.most[rank] + 1 :, rank] = np.nan
        return SplitValues(value, at_most)

    def _boxes(
        self, any_card: Floats, pair_card: Floats, *, first_only: bool = False, hole: int = -1
    ) -> Floats:
        out = np.zeros((MOST_HANDS + 1, 10, 10))
        if hole not in self.pair_cards_left:
            self.pair_cards_left[hole] = self._pair_cards_left(hole)
        pairs, weights = self.pair_cards_left[hole]
        cards = self.shoe.sum() - 3.0 - (hole >= 0)
        box_sums(
            pairs, weights, cards, self.most, self.last_gone, any_card, pair_card, first_only, out
        )  # fmt: skip
        return out

    def _pair_cards_left(self, hole: int) -> tuple[Floats, Floats]:
        """[class, up card, case]: pair cards in the shoe without the pair, up and hole card."""
        pairs = np.zeros((10, 10, 3))
        weights = np.zeros((10, 10, 3))
        for rank in self._pairs():
            seen = int(hole == rank)
            if rank != TEN or not self.game.tens_pair_by_rank:
                pairs[rank, :, 0] = self.shoe[rank] - 2 - seen
                pairs[rank, rank, 0] -= 1
                weights[rank, :, 0] = 1.0
                continue
            # Each ten seen is of the split rank or not; the cases are weighted by the tens left.
            same, tens = self.shoe[TEN] / SUITED_TENS - 2, self.shoe[TEN] - 2
            for up in range(10):
                shown = seen + int(up == rank)
                for alike in range(shown + 1):
                    pairs[rank, up, alike] = same - alike
                    weights[rank, up, alike] = _alike(alike, shown, same, tens)
        return pairs, weights

    def _mend_busts(
        self, value: Floats, at_most: Floats, bust_any: Floats, bust_pair: Floats
    ) -> None:
        """Take off the units that busted hands also lose when the dealer has a blackjack."""
        busts = self._boxes(bust_any, bust_pair)
        first_busts = self._boxes(bust_any, bust_pair, first_only=True)
        for up in (ACE, TEN):
            beyond = self.game.payoffs.beyond[up]
            if beyond >= Beyond.BUSTED_AND_FIRST:
                value[:, :, up] -= busts[:, :, up]
            if beyond == Beyond.BUSTED_AND_FIRST:
                value[:, :, up] += first_busts[:, :, up]
            elif beyond == Beyond.BUSTED_AND_ONE:
                at_most[:, :, up] = first_busts[:, :, up]

    def _mend_blackjack(self, value: Floats) -> None:
        """Add back the hands beyond the first, which a blackjack does not take."""
        each = np.ones((10, MOST_GONE, 10))
        for up in (ACE, TEN):
            if self.game.payoffs.beyond[up] == Beyond.EACH_HAND:
                continue
            hole = TEN - up
            hands = self._boxes(each, each, hole=hole)[:, :, up]
            holes = self.shoe[hole] - 2.0 * (np.arange(10) == hole)
            chance = np.maximum(holes, 0.0) / (self.shoe.sum() - 3.0)
            value[:, :, up] += (hands - 1.0) * chance

    def with_all_bust(self, splits: SplitValues, otherwise: Floats, *, of_pair: bool) -> Floats:
        """The split values, adding what is saved when all hands bust against a blackjack.

        It is calculated exactly if the split might be the best act; otherwise a box is assumed to
        bust as often as its first two hands, which is right to one in ten thousand.
        """
        value = splits.value.copy()
        for rank, up in zip(*np.nonzero(splits.all_bust_at_most.any(axis=0)), strict=True):
            boxes = self._all_bust(int(rank), int(up), of_pair=of_pair)
            two = self._chance(boxes, 2)
            # No box of more hands has been seen to bust 1.5 times as often as one of two.
            might = np.nanmax(value[2:, rank, up]) + 1.5 * two >= otherwise[rank, up]
            for most in range(2, int(self.most[rank]) + 1):
                value[most, rank, up] += self._chance(boxes, most) if might and most > 2 else two
        return value

    def _all_bust(self, rank: int, up: int, *, of_pair: bool) -> AllBust:
        hands, payoffs = self.game.multisets.hands, self.game.payoffs
        bits = self.stage.permitted[1 + rank]
        which = (1 + rank) * of_pair
        return AllBust(self.shoe, hands, payoffs, rank, up, bits, self.intents, which)

    def _chance(self, boxes: AllBust, most: int) -> float:
        """The probability, calculated once for all strategies that draw alike."""
        key = (boxes.key, most)
        if key not in self.all_bust:
            self.all_bust[key] = boxes.chance(most)
        return self.all_bust[key]

    def _blackjack_chance(self) -> Floats:
        """[class, class, up card]: the chance that the dealer's next card makes a blackjack."""
        chance = np.zeros((10, 10, 10))
        ranks = np.arange(10)
        for up in (ACE, TEN):
            hole = TEN - up
            gone = (ranks[:, None] == hole).astype(float) + (ranks[None, :] == hole)
            chance[:, :, up] = np.maximum(self.shoe[hole] - gone, 0.0) / (self.shoe.sum() - 3.0)
        return chance


def _alike(alike: int, shown: int, same: float, tens: float) -> float:
    """The probability that ``alike`` of the tens shown are of the split rank.

    Of ``tens`` left, ``same`` are of that rank.
    """
    other = tens - same
    if shown == 0:
        return 1.0
    if shown == 1:
        return (same if alike else other) / tens
    ways = (other * (other - 1), 2 * same * other, same * (same - 1))
    return max(ways[alike], 0.0) / (tens * (tens - 1))
