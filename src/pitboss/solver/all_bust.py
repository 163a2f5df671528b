"""The chance that every hand of a split box goes over while the dealer has a blackjack.

Where busted hands are lost and the others together lose one unit, the hands of a box cannot be
added up one by one: nothing more is lost when none is left. So the hands are dealt one after the
other, and only those that go over are followed. What they have taken from the shoe is all that the
next hand needs to know, and many ways lead to the same cards: some thousands of sets of them, all
of which are followed.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compiled.game import Payoffs
from pitboss.compiled.jit import kernel
from pitboss.compiled.multisets import Hands, Ints

from .contraction import Floats, cards_in
from .hand_values import Intents, takes

_BITS = 5  # at most 31 cards of a class are out at any time


class _Box(NamedTuple):
    """Hands still to be played, and hands made so far."""

    open: int
    made: int


@kernel
def _one_hand(
    shoe: Floats,
    hands: Hands,
    payoffs: Payoffs,
    rank: int,
    bits: NDArray[np.uint8],
    intents: Intents,
    which: int,
    up: int,
    pair_is_played: bool,
    taken: Ints,
    chances: Floats,
    gone: Ints,
    come: Floats,
    out_taken: Ints,
    out_chances: Floats,
    only_sum: bool,
) -> int:
    """Play one hand from each of the shoes given; list the cards then gone where it goes over.

    ``shoe`` is without the pair, the up card and the hole card. Returns how many were listed, or,
    for the sum only, leaves it in ``out_chances[0]``.
    """
    start = hands.of_class_from[rank]
    end = hands.of_class_from[rank + 1]
    listed = 0
    total = 0.0
    for case in range(taken.shape[0]):
        out = 0
        for c in range(10):
            gone[c] = taken[case] >> (_BITS * c) & 31
            out += gone[c]
        cards = cards_in(shoe) - out
        for at in range(start, end):
            come[hands.of_class[at]] = 0.0
        for c in range(10):
            left = shoe[c] - gone[c]
            if left > 0.0 and (c != rank or pair_is_played):
                come[hands.two[rank, c]] += chances[case] * left / cards
        for at in range(end - 1, start - 1, -1):
            hand = hands.of_class[at]
            here = come[hand]
            if here <= 0.0 or payoffs.is_over[hand]:
                continue
            act = takes(intents[which, hand, up], bits[hand])
            if act == 1:
                continue
            drawn = hands.size[hand] - 1
            for c in range(10):
                held = hands.counts[hand, c] - (1 if c == rank else 0)
                left = shoe[c] - gone[c] - held
                if left <= 0.0:
                    continue
                chance = here * left / (cards - drawn)
                made = hands.child[hand, c]
                if payoffs.is_over[made]:
                    total += chance
                    if not only_sum:
                        key = taken[case] + (1 << (_BITS * c))
                        for k in range(10):
                            own = hands.counts[hand, k] - (1 if k == rank else 0)
                            key += own << (_BITS * k)
                        out_taken[listed] = key
                        out_chances[listed] = chance
                        listed += 1
                elif act == 2:
                    come[made] += chance
    if only_sum:
        out_chances[0] = total
    return listed


class AllBust:
    """Boxes of one pair against one up card, the strategy being given."""

    def __init__(
        self, shoe: Floats, hands: Hands, payoffs: Payoffs, rank: int, up: int,
        bits: NDArray[np.uint8], intents: Intents, which: int,
    ) -> None:  # fmt: skip
        self.shoe = shoe.copy()
        for card in (rank, rank, up):
            self.shoe[card] -= 1
        hole = 9 - up
        self.blackjack = max(self.shoe[hole], 0.0) / self.shoe.sum()
        self.shoe[hole] -= 1
        self.hands, self.payoffs, self.rank, self.up = hands, payoffs, rank, up
        self.bits, self.intents, self.which = bits, intents, which
        self.room = (np.zeros(10, np.int64), np.zeros(hands.size.shape[0] + 1))

    def chance(self, most: int) -> float:
        """The chance that the dealer has a blackjack and all of at most so many hands go over."""
        if self.blackjack <= 0.0:
            return 0.0
        waiting = {_Box(2, 2): (np.zeros(1, np.int64), np.ones(1))}
        total = 0.0
        while waiting:
            box = max(waiting, key=lambda box: (box.open, -box.made))
            taken, chances = waiting.pop(box)
            if box.made < most:
                again, with_pair = self._pair_card(taken, chances)
                _put(waiting, _Box(box.open + 1, box.made + 1), again, with_pair)
            if box.open == 1:
                total += self._last_hand(taken, chances, pair_is_played=box.made == most)
            else:
                after, over = self._a_hand(taken, chances, pair_is_played=box.made == most)
                _put(waiting, _Box(box.open - 1, box.made), after, over)
        return float(self.blackjack * total)

    def _pair_card(self, taken: Ints, chances: Floats) -> tuple[Ints, Floats]:
        gone = np.zeros(len(taken))
        for c in range(10):
            gone += taken >> (_BITS * c) & 31
        left = self.shoe[self.rank] - (taken >> (_BITS * self.rank) & 31)
        chance = chances * np.maximum(left, 0.0) / (self.shoe.sum() - gone)
        some = chance > 0.0
        return taken[some] + (1 << (_BITS * self.rank)), chance[some]

    def _play(
        self, taken: Ints, chances: Floats, pair_is_played: bool, out: tuple[Ints, Floats],
        only_sum: bool,
    ) -> int:  # fmt: skip
        return _one_hand(
            self.shoe, self.hands, self.payoffs, self.rank, self.bits, self.intents, self.which,
            self.up, pair_is_played, taken, chances, *self.room, *out, only_sum,
        )  # fmt: skip

    def _last_hand(self, taken: Ints, chances: Floats, *, pair_is_played: bool) -> float:
        out = (np.zeros(1, np.int64), np.zeros(1))
        self._play(taken, chances, pair_is_played, out, True)
        return float(out[1][0])

    def _a_hand(self, taken: Ints, chances: Floats, *, pair_is_played: bool) -> tuple[Ints, Floats]:
        keys, weights = [], []
        each = 20_000  # more than the ways in which one hand goes over
        for start in range(0, len(taken), 64):
            some = slice(start, start + 64)
            room = each * len(taken[some])
            out = (np.empty(room, np.int64), np.empty(room))
            listed = self._play(taken[some], chances[some], pair_is_played, out, False)
            found, merged = _merge(out[0][:listed], out[1][:listed])
            keys.append(found)
            weights.append(merged)
        return _merge(np.concatenate(keys), np.concatenate(weights))


def _merge(keys: Ints, weights: Floats) -> tuple[Ints, Floats]:
    found, where = np.unique(keys, return_inverse=True)
    return found, np.bincount(where, weights, len(found)).astype(np.float64)


def _put(waiting: dict[_Box, tuple[Ints, Floats]], box: _Box, taken: Ints, chances: Floats) -> None:
    if len(taken) == 0:
        return
    if box in waiting:
        before = waiting[box]
        taken, chances = _merge(
            np.concatenate([before[0], taken]), np.concatenate([before[1], chances])
        )
    waiting[box] = (taken, chances)
