"""The probability that every hand of a split box busts while the dealer has a blackjack.

Under busted bets plus one (BB+1), the hands of a box cannot be added up one by one: nothing more is
lost if no hand is left. So the hands are dealt one after the other, and only those that bust are
followed. The next hand depends only on the cards they have taken from the shoe, and many orders
lead to the same cards: some thousands of sets, all of which are followed, eight at a time.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compiled.columns import less, load, nothing, plus_product, product, save
from pitboss.compiled.game import Payoffs
from pitboss.compiled.jit import kernel
from pitboss.compiled.multisets import HandLattice, Ints

from .contraction import Floats, cards_in
from .hand_values import Intents, takes

_BITS = 5  # at most 31 cards of a class are out at any time
_BUSTS = -1
_ENDS = -2
_AT_ONCE: Final = 8


class _Box(NamedTuple):
    """The hands still to play, and the hands made so far."""

    open: int
    made: int


class DrawingHands(NamedTuple):
    """The hands of a split that take a card against one up card, in the order of play."""

    start: Ints
    """[second card]: the hand, or -2 if it stands"""
    child: Ints
    """[hand, card]: the hand it makes; -1 if it busts, -2 if it takes no further card"""
    held: Floats
    """[hand, class]: the cards drawn to it"""
    drawn: Ints
    """[hand]: how many these are"""


@kernel
def _drawing(
    hands: HandLattice,
    payoffs: Payoffs,
    rank: int,
    bits: NDArray[np.uint8],
    intents: Intents,
    which: int,
    up: int,
    start: Ints,
    child: Ints,
    held: Floats,
    drawn: Ints,
    place: Ints,
) -> int:
    """Fill in a :class:`DrawingHands`; ``place[hand]`` is workspace. Returns how many hands."""
    first = hands.of_class_from[rank]
    last = hands.of_class_from[rank + 1] - 1
    for at in range(first, last + 1):
        place[hands.of_class[at]] = _ENDS
    for c in range(10):
        place[hands.two[rank, c]] = 0
    number = 0
    for at in range(last, first - 1, -1):
        hand = hands.of_class[at]
        if place[hand] == _ENDS:
            continue
        act = takes(intents[which, hand, up], bits[hand])
        if payoffs.is_over[hand] or act == 1:
            place[hand] = _ENDS
            continue
        place[hand] = number
        drawn[number] = hands.size[hand] - 1
        for c in range(10):
            held[number, c] = hands.counts[hand, c] - (1.0 if c == rank else 0.0)
            made = hands.child[hand, c]
            if payoffs.is_over[made]:
                child[number, c] = _BUSTS
            elif act == 2:
                child[number, c] = made
                place[made] = 0
            else:
                child[number, c] = hands.size.shape[0]
        number += 1
    place[hands.size.shape[0]] = _ENDS
    for i in range(number):
        for c in range(10):
            if child[i, c] != _BUSTS:
                child[i, c] = place[child[i, c]]
    for c in range(10):
        start[c] = place[hands.two[rank, c]]
    return number


@kernel
def _bust_sum(
    shoe: Floats,
    drawing: DrawingHands,
    taken: Ints,
    chances: Floats,
    left: Floats,
    one_over: Floats,
    come: Floats,
) -> float:
    """The probability that one more hand busts after each of the sets of cards, added up.

    ``shoe`` is without the pair, the up card and the hole card; a second card with which the hand
    is not played on has no start. ``left[class, set]``, ``one_over[drawn, set]`` and
    ``come[hand, set]`` are workspace.
    """
    total = 0.0
    number = drawing.drawn.shape[0]
    all_cards = cards_in(shoe)
    ended = np.zeros(_AT_ONCE)
    for first in range(0, taken.shape[0], 8):
        for k in range(8):
            case = min(first + k, taken.shape[0] - 1)
            weight = chances[case] if first + k < taken.shape[0] else 0.0
            out = 0
            for c in range(10):
                gone = taken[case] >> (_BITS * c) & 31
                out += gone
                left[c, k] = shoe[c] - gone
            cards = all_cards - out
            for n in range(one_over.shape[0]):
                one_over[n, k] = 1.0 / (cards - n) if cards > n else 0.0
            for i in range(number):
                come[i, k] = 0.0
            for c in range(10):
                if drawing.start[c] >= 0 and left[c, k] > 0.0:
                    come[drawing.start[c], k] += weight * left[c, k] / cards
        over = nothing(_AT_ONCE)
        for i in range(number):
            share = load(one_over, drawing.drawn[i] * _AT_ONCE, _AT_ONCE)
            here = product(load(come, i * _AT_ONCE, _AT_ONCE), share)
            for c in range(10):
                to = drawing.child[i, c]
                if to == _ENDS:
                    continue
                cards_left = less(load(left, c * _AT_ONCE, _AT_ONCE), drawing.held[i, c])
                if to == _BUSTS:
                    over = plus_product(over, here, cards_left)
                else:
                    at = to * _AT_ONCE
                    save(come, at, plus_product(load(come, at, _AT_ONCE), here, cards_left))
        save(ended, 0, over)
        total += ((ended[0] + ended[1]) + (ended[2] + ended[3])) + (
            (ended[4] + ended[5]) + (ended[6] + ended[7])
        )
    return total


@kernel
def _bust_sets(
    shoe: Floats,
    drawing: DrawingHands,
    taken: Ints,
    chances: Floats,
    come: Floats,
    out_taken: Ints,
    out_chances: Floats,
) -> int:
    """Play one hand after each of the sets of cards, and list the cards gone if it busts."""
    listed = 0
    left = np.zeros(10)
    for case in range(taken.shape[0]):
        cards = cards_in(shoe)
        for c in range(10):
            gone = taken[case] >> (_BITS * c) & 31
            left[c] = shoe[c] - gone
            cards -= gone
        for i in range(drawing.drawn.shape[0]):
            come[i, 0] = 0.0
        for c in range(10):
            if drawing.start[c] >= 0 and left[c] > 0.0:
                come[drawing.start[c], 0] += chances[case] * left[c] / cards
        for i in range(drawing.drawn.shape[0]):
            # A short shoe may have no card left for this hand; the other sum skips it too.
            if come[i, 0] <= 0.0 or cards <= drawing.drawn[i]:
                continue
            here = come[i, 0] / (cards - drawing.drawn[i])
            for c in range(10):
                to = drawing.child[i, c]
                chance = here * (left[c] - drawing.held[i, c])
                if to == _ENDS or chance <= 0.0:
                    continue
                if to >= 0:
                    come[to, 0] += chance
                    continue
                key = taken[case] + (1 << (_BITS * c))
                for k in range(10):
                    key += int(drawing.held[i, k]) << (_BITS * k)
                out_taken[listed] = key
                out_chances[listed] = chance
                listed += 1
    return listed


class AllBust:
    """Boxes of one pair against one up card under a given strategy."""

    def __init__(
        self, shoe: Floats, hands: HandLattice, payoffs: Payoffs, rank: int, up: int,
        bits: NDArray[np.uint8], intents: Intents, which: int,
    ) -> None:  # fmt: skip
        self.shoe = shoe.copy()
        for card in (rank, rank, up):
            self.shoe[card] -= 1
        hole = 9 - up
        self.blackjack = max(self.shoe[hole], 0.0) / self.shoe.sum()
        self.shoe[hole] -= 1
        self.rank, self.up = rank, up
        most = int(hands.of_class_from[rank + 1] - hands.of_class_from[rank])
        start, drawn = np.empty(10, np.int64), np.empty(most, np.int64)
        child, held = np.empty((most, 10), np.int64), np.empty((most, 10))
        place = np.empty(hands.size.shape[0] + 1, np.int64)
        number = _drawing(
            hands, payoffs, rank, bits, intents, which, up, start, child, held, drawn, place
        )  # fmt: skip
        self.played = DrawingHands(start, child[:number], held[:number], drawn[:number])
        unplayed = start.copy()
        unplayed[rank] = _ENDS
        self.split_again = self.played._replace(start=unplayed)
        self.room = (
            np.zeros((10, _AT_ONCE)),
            np.zeros((int(drawn[:number].max(initial=0)) + 1, _AT_ONCE)),
            np.zeros((number, _AT_ONCE)),
        )

    @property
    def key(self) -> bytes:
        """What the probabilities depend on besides the shoe."""
        played = self.played
        key = (played.start.tobytes(), played.child.tobytes(), played.held.tobytes())
        return b"".join((bytes((self.rank, self.up)), *key))

    def chance(self, most: int) -> float:
        """The probability of a dealer blackjack with all of at most ``most`` hands bust."""
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
            drawing = self.played if box.made == most else self.split_again
            if box.open == 1:
                total += _bust_sum(self.shoe, drawing, taken, chances, *self.room)
            else:
                after, over = self._a_hand(drawing, taken, chances)
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

    def _a_hand(self, drawing: DrawingHands, taken: Ints, chances: Floats) -> tuple[Ints, Floats]:
        keys, weights = [], []
        each = int((drawing.child == _BUSTS).sum())
        for start in range(0, len(taken), 64):
            some = slice(start, start + 64)
            room = each * len(taken[some])
            out = (np.empty(room, np.int64), np.empty(room))
            listed = _bust_sets(
                self.shoe, drawing, taken[some], chances[some], self.room[2], *out
            )  # fmt: skip
            values, merged = _merge(out[0][:listed], out[1][:listed])
            keys.append(values)
            weights.append(merged)
        return _merge(np.concatenate(keys), np.concatenate(weights))


def _merge(keys: Ints, weights: Floats) -> tuple[Ints, Floats]:
    values, where = np.unique(keys, return_inverse=True)
    return values, np.bincount(where, weights, len(values)).astype(np.float64)


def _put(waiting: dict[_Box, tuple[Ints, Floats]], box: _Box, taken: Ints, chances: Floats) -> None:
    if len(taken) == 0:
        return
    if box in waiting:
        before = waiting[box]
        taken, chances = _merge(
            np.concatenate([before[0], taken]), np.concatenate([before[1], chances])
        )
    waiting[box] = (taken, chances)
