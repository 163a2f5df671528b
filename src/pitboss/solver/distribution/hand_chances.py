"""The probability of each kind of end for one hand, and for two, of a split box.

All probabilities are joint with the pair, the up card and the dealer's outcome. A hand lost for
good is the remainder of the other ends. So, on request, are very rare ends: two hands of which one
comes to such an end are then counted as if independent.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compiled.columns import load, nothing, plus, plus_times, save, times
from pitboss.compiled.game import CompiledGame, StageTables
from pitboss.compiled.jit import kernel
from pitboss.compiled.multisets import Ints, counts_of
from pitboss.compiled.ranks import TEN
from pitboss.solver.contraction import Floats
from pitboss.solver.engine import SUITED_TENS

from .boxes import MOST_FURTHER, Signed, SplitEnd, every_two
from .compositions import LANES, Measure, in_order, pairs_together
from .hands import Ends, ends_of
from .pair_rows import GivenUp


def mix(rows: Floats, weight: Floats) -> Floats:
    """``[composition, second card, second card, outcome]``: rows with pair cards gone, weighted.

    Outcomes are padded to a multiple of eight; the padding means nothing.
    """
    number, _, outcomes = rows.shape
    mixed = np.empty((number, 2, 2, -(-outcomes // LANES) * LANES))
    _mix(rows, weight, mixed)
    return mixed


@kernel
def _mix(rows: Floats, weight: Floats, mixed: Floats) -> None:
    number, outcomes = rows.shape[1], rows.shape[2]
    wide = mixed.shape[3]
    for place in range(rows.shape[0]):
        for st in range(4):
            for chunk in range(0, wide, LANES):
                sums = nothing(LANES)
                for further in range(number):
                    w = weight[st // 2, st % 2, further]
                    if w != 0.0:
                        at = (place * number + further) * outcomes + chunk
                        sums = plus(sums, times(w, load(rows, at, LANES)))
                save(mixed, (place * 4 + st) * wide + chunk, sums)


@kernel
def pair_table(
    where: Ints,
    place: Ints,
    kind: Ints,
    of_kind: Ints,
    of_kind_from: Ints,
    ways: Floats,
    mixed: Floats,
    out: Floats,
) -> None:
    """``out[kind, kind, outcome]``: the probability that two hands come to such ends.

    ``mixed[composition, second card of the one, of the other, outcome]`` is the weight of each
    combination of two ends. Two ends are looked up once for both orders. Ends are taken kind by
    kind, by the list ``of_kind``, so that each sum is complete before it is stored.
    """
    wide = mixed.shape[3]
    sums = np.zeros((3, wide))
    for one in range(place.shape[0]):
        for to in range(out.shape[0]):
            for chunk in range(0, wide, LANES):
                plain = nothing(LANES)
                row = nothing(LANES)
                column = nothing(LANES)
                for i in range(of_kind_from[to], of_kind_from[to + 1]):
                    other = of_kind[i]
                    if other > one:
                        break
                    at = where[place[one], place[other]] * 4 * wide + chunk
                    w = ways[one, 0] * ways[other, 0]
                    if other < one:
                        plain = plus_times(plain, w, load(mixed, at, LANES))
                    else:
                        row = plus_times(row, w, load(mixed, at, LANES))
                    for st in range(1, 4):
                        w = ways[one, st // 2] * ways[other, st % 2]
                        if w != 0.0:
                            ts = st % 2 * 2 + st // 2
                            row = plus_times(row, w, load(mixed, at + st * wide, LANES))
                            if other < one:
                                column = plus_times(column, w, load(mixed, at + ts * wide, LANES))
                save(sums, chunk, plain)
                save(sums, wide + chunk, row)
                save(sums, 2 * wide + chunk, column)
            for k in range(out.shape[2]):
                out[kind[one], to, k] += sums[0, k] + sums[1, k]
                out[to, kind[one], k] += sums[0, k] + sums[2, k]


class Pair(NamedTuple):
    """A pair that is split against an up card."""

    rank: int
    up: int
    hands_at_most: int
    aside: float = 0.0
    """The probability of the rarest ends of a hand, which need not be combined with other hands'"""
    given_up: GivenUp = ()
    """After an exchange: the cards that may have been given up, all of the full shoe"""


class HandChances:
    """The hands of one pair split against one up card."""

    def __init__(
        self, game: CompiledGame, tables: StageTables, shoe: Floats, intents: NDArray[np.uint8],
        *, pair: Pair, boxes: tuple[SplitEnd, ...],
    ) -> None:  # fmt: skip
        rank, up, aside = pair.rank, pair.up, pair.aside
        self._ends = ends_of(game, tables, intents, rank=rank, up=up)
        self.kinds = self._ends.kinds
        self._followed = _followed(self._ends, shoe, rank, aside)
        self._alike = _alike(shoe[rank], by_rank=rank == TEN and game.tens_pair_by_rank)
        further = (np.nonzero(every_two(box).any(axis=(0, 1)))[0].max() for box in boxes)
        self._further = int(max(further))
        together, self._where = pairs_together(self._followed.keys)
        measure = Measure(game.rules, shoe, up, rank, pair.given_up)
        self._pair_cards = measure.of(np.zeros(1, np.int64), range(self._further + 3))[0]
        """[pair cards, outcome]"""
        self._two_hands = measure.of(together, range(self._further + 1))
        """[composition, further pair cards, outcome]"""
        one_hand = measure.of(self._ends.keys, range(1, self._further + 2))
        self._of_all = self._one_hand_tables(self._ends, one_hand)
        self._of_followed = self._of_all
        if aside:
            some = np.searchsorted(self._ends.keys, self._followed.keys)
            self._of_followed = self._one_hand_tables(self._followed, one_hand[some])

    @property
    def pair(self) -> float:
        """The probability of the pair and the up card."""
        signed = np.zeros(2 + MOST_FURTHER)
        signed[2] = 1.0
        return float(self.box(signed).sum())

    def box(self, signed: Signed) -> Floats:
        """[outcome]: a box, whatever its hands."""
        pair_cards = np.nonzero(signed)[0]
        weights = signed[pair_cards] * self._alike[pair_cards]
        total: Floats = weights @ self._pair_cards[pair_cards]
        return total

    def one(self, signed: Signed) -> Floats:
        """[kind, outcome]: one hand."""
        table: Floats = np.tensordot(signed, self._of_all, axes=2)
        return table

    def two(self, signed: Signed) -> Floats:
        """[kind, kind, outcome]: two hands."""
        weight = np.zeros((2, 2, self._further + 1))
        margins = np.zeros((2, 2, 2 + MOST_FURTHER))
        for s, t, further in zip(*np.nonzero(signed), strict=True):
            cases = signed[s, t, further]
            weight[s, t, further] = cases * self._alike[2 + s + t + further]
            margins[0, s, 1 + t + further] += cases
            margins[1, t, 1 + s + further] += cases
        mixed = mix(self._two_hands, weight)
        table = np.zeros((len(self.kinds), len(self.kinds), self._two_hands.shape[2]))
        ends = self._followed
        of_kind = np.argsort(ends.kind, kind="stable")
        of_kind_from = np.searchsorted(ends.kind[of_kind], np.arange(len(self.kinds) + 1))
        pair_table(
            self._where, ends.place, ends.kind, of_kind, of_kind_from, ends.ways, mixed, table
        )
        return self._with_the_rest(table, margins)

    def _with_the_rest(self, table: Floats, margins: Signed) -> Floats:
        """Two hands of which one or both come to an end that is not followed."""
        followed = np.tensordot(margins, self._of_followed, axes=2)[:, :-1]
        rest = np.tensordot(margins, self._of_all, axes=2)
        rest[:, :-1] -= followed
        in_all = rest.sum(axis=1)
        share = rest / np.where(in_all == 0.0, 1.0, in_all)[:, None]
        inner = table[:-1, :-1].copy()
        one_rest = followed[0] - inner.sum(axis=1)
        other_rest = followed[1] - inner.sum(axis=0)
        both_rest = in_all[0] - other_rest.sum(axis=0)
        table[:-1] += one_rest[:, None] * share[1][None]
        table[:, :-1] += share[0][:, None] * other_rest[None]
        table += both_rest * share[0][:, None] * share[1][None]
        return table

    def _one_hand_tables(self, ends: Ends, chances: Floats) -> Floats:
        """[second card, other pair cards, kind, outcome]: one hand, nothing else being known."""
        tables = np.zeros((2, 2 + MOST_FURTHER, len(self.kinds), chances.shape[2]))
        for others in range(1, self._further + 2):
            rows = chances[ends.place, others - 1]
            for second in range(min(2, self._further + 2 - others)):
                pair_cards = 1 + second + others
                table = tables[second, others]
                np.add.at(table, ends.kind, ends.ways[:, second, None] * rows)
                table[-1] = self._pair_cards[pair_cards] - table.sum(axis=0)
                table *= self._alike[pair_cards]
        return tables


def _followed(ends: Ends, shoe: Floats, rank: int, aside: float) -> Ends:
    """The ends without the rarest, whose probability is at most ``aside`` in all."""
    if not aside:
        return ends
    counts = counts_of(ends.keys)[ends.place]
    counts[:, rank] -= 1
    chances = ends.ways[:, 0] * in_order(shoe, counts)
    rarest = np.argsort(chances)
    kept = np.sort(rarest[np.cumsum(chances[rarest]) > aside])
    places, place = np.unique(ends.place[kept], return_inverse=True)
    return Ends(ends.kinds, ends.kind[kept], ends.keys[places], place.ravel(), ends.ways[kept])


def _alike(number: float, *, by_rank: bool) -> Floats:
    """[cards]: the probability that cards of a class are of one rank, if that makes a pair."""
    alike = np.ones(2 + MOST_FURTHER)
    if by_rank:
        for cards in range(2, len(alike)):
            same = number / SUITED_TENS - (cards - 1)
            alike[cards] = alike[cards - 1] * max(same, 0.0) / max(number - (cards - 1), 1.0)
    return alike
