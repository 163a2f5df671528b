"""What a hand is worth if it stands, draws or doubles, for all up cards at once.

All values count a dealer blackjack in: a hand that stands loses one unit to it. Where the dealer
looks for a blackjack before play the decisions are the same, for then all of them lose the same.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compiled.dealer_rows import WIDE
from pitboss.compiled.game import Payoffs
from pitboss.compiled.jit import inner, kernel
from pitboss.compiled.multisets import Hands, Ints
from pitboss.compiled.permissions import DOUBLE, HIT, STAND

from .contraction import Floats, cards_in

PREFERS_HIT: Final = 1
PREFERS_DOUBLE: Final = 2

Intents = NDArray[np.uint8]
"""[which, hand, up card]: whether a hand would rather draw than stand, and rather double."""

_STAND, _HIT, _DOUBLE = STAND, HIT, DOUBLE


class HandValues(NamedTuple):
    """Values of every hand, [hand, up card]; the row after the last is a lost hand."""

    stand: Floats
    hit: Floats
    double: Floats
    best: Floats
    """The better of stand and hit, or the one that a given strategy takes"""

    @classmethod
    def of(cls, hands: int) -> HandValues:
        """Room for so many hands."""
        return cls(*(np.full((hands + 1, WIDE), -1.0) for _ in range(4)))


@inner
def stand_value(
    chances: Floats,
    leaf: int,
    payoffs: Payoffs,
    hand: int,
    one_over: Floats,
    blackjack: Floats,
    out: Floats,
) -> None:
    """What the hand wins when it stands, the composition ``leaf`` being out of the shoe."""
    a0 = 0.0
    a1 = 0.0
    a2 = 0.0
    a3 = 0.0
    a4 = 0.0
    a5 = 0.0
    a6 = 0.0
    a7 = 0.0
    a8 = 0.0
    a9 = 0.0
    a10 = 0.0
    a11 = 0.0
    for k in range(chances.shape[1]):
        w = payoffs.by_outcome[hand, k]
        a0 += w * chances[leaf, k, 0]
        a1 += w * chances[leaf, k, 1]
        a2 += w * chances[leaf, k, 2]
        a3 += w * chances[leaf, k, 3]
        a4 += w * chances[leaf, k, 4]
        a5 += w * chances[leaf, k, 5]
        a6 += w * chances[leaf, k, 6]
        a7 += w * chances[leaf, k, 7]
        a8 += w * chances[leaf, k, 8]
        a9 += w * chances[leaf, k, 9]
        a10 += w * chances[leaf, k, 10]
        a11 += w * chances[leaf, k, 11]
    out[hand, 0] = a0 * one_over[0]
    out[hand, 1] = a1 * one_over[1]
    out[hand, 2] = a2 * one_over[2]
    out[hand, 3] = a3 * one_over[3]
    out[hand, 4] = a4 * one_over[4]
    out[hand, 5] = a5 * one_over[5]
    out[hand, 6] = a6 * one_over[6]
    out[hand, 7] = a7 * one_over[7]
    out[hand, 8] = a8 * one_over[8]
    out[hand, 9] = a9 * one_over[9]
    out[hand, 10] = a10 * one_over[10]
    out[hand, 11] = a11 * one_over[11]
    rest = payoffs.of_rest[hand]
    for u in range(10):
        out[hand, u] += rest - (rest + 1.0) * blackjack[u]


@inner
def draw_value(child: Ints, hand: int, left: Floats, table: Floats, out: Floats) -> None:
    """The sum over the next card of ``table`` at what it makes of the hand, by cards left.

    The up card is taken out of the cards left by one subtraction on the diagonal.
    """
    a0 = 0.0
    a1 = 0.0
    a2 = 0.0
    a3 = 0.0
    a4 = 0.0
    a5 = 0.0
    a6 = 0.0
    a7 = 0.0
    a8 = 0.0
    a9 = 0.0
    a10 = 0.0
    a11 = 0.0
    for rank in range(10):
        w = left[rank]
        g = child[hand, rank]
        a0 += w * table[g, 0]
        a1 += w * table[g, 1]
        a2 += w * table[g, 2]
        a3 += w * table[g, 3]
        a4 += w * table[g, 4]
        a5 += w * table[g, 5]
        a6 += w * table[g, 6]
        a7 += w * table[g, 7]
        a8 += w * table[g, 8]
        a9 += w * table[g, 9]
        a10 += w * table[g, 10]
        a11 += w * table[g, 11]
    out[0] = a0
    out[1] = a1
    out[2] = a2
    out[3] = a3
    out[4] = a4
    out[5] = a5
    out[6] = a6
    out[7] = a7
    out[8] = a8
    out[9] = a9
    out[10] = a10
    out[11] = a11
    for rank in range(10):
        out[rank] -= table[child[hand, rank], rank]


@inner
def cards_left(
    shoe: Floats,
    counts: Ints,
    hand: int,
    gone_class: int,
    gone: int,
    left: Floats,
    one_over: Floats,
) -> bool:
    """What is left of each class without the hand and the cards gone; False where it cannot be."""
    possible = True
    for rank in range(10):
        rest = shoe[rank] - counts[hand, rank]
        if rank == gone_class:
            rest -= gone
        left[rank] = rest
        one_over[rank] = 1.0 / rest if rest > 0.0 else 0.0
        if rest < 0.0:
            possible = False
    return possible


@inner
def blackjack_chance(left: Floats, cards: float, out: Floats) -> None:
    """The chance that the dealer's next card makes a blackjack of an ace or a ten."""
    out[0] = left[9] / cards
    out[9] = left[0] / cards


@inner
def spared_double(
    payoffs: Payoffs,
    child: Ints,
    hand: int,
    left: Floats,
    cards: float,
    up: int,
    blackjack: Floats,
) -> float:
    """How much less than twice a hand loses to a blackjack when it is doubled, on average."""
    spared: float = payoffs.double_spared[up] * blackjack[up]
    less: float = payoffs.double_spared[up] - payoffs.busted_double_spared[up]
    if less == 0.0 or blackjack[up] == 0.0 or cards < 2.0:
        return spared
    hole = 9 - up
    both: float = 0.0
    for rank in range(10):
        if payoffs.is_over[child[hand, rank]]:
            drawn = left[rank] - (1.0 if rank == up else 0.0)
            both += drawn * (left[hole] - (1.0 if rank == hole else 0.0))
    return spared - less * both / (cards * (cards - 1.0))


@inner
def takes(intent: int, bits: int) -> int:
    """What a hand does that would like this and may do that."""
    if intent & 2 and bits & 4:
        return _DOUBLE
    if (intent & 1 and bits & 2) or not bits & 1:
        return _HIT
    return _STAND


@kernel
def first_hand(
    shoe: Floats,
    hands: Hands,
    payoffs: Payoffs,
    permitted: NDArray[np.uint8],
    chances: Floats,
    values: HandValues,
    intents: Intents,
    given: bool,
) -> None:
    """Value every hand that is not split; choose the best, or follow the intents given."""
    left = np.zeros(12)
    one_over = np.zeros(12)
    blackjack = np.zeros(12)
    drawn = np.zeros(12)
    stood = np.zeros(12)
    total = cards_in(shoe)
    for hand in range(hands.size.shape[0]):
        if not cards_left(shoe, hands.counts, hand, 0, 0, left, one_over):
            continue
        cards = total - hands.size[hand] - 1.0
        if cards < 1.0:
            continue
        blackjack_chance(left, cards, blackjack)
        stand_value(chances, hands.leaf[hand], payoffs, hand, one_over, blackjack, values.stand)
        if payoffs.is_over[hand]:
            for u in range(10):
                values.best[hand, u] = values.stand[hand, u]
            continue
        bits = permitted[hand]
        draw_value(hands.child, hand, left, values.best, drawn)
        if hands.size[hand] == 2:
            draw_value(hands.child, hand, left, values.stand, stood)
        for u in range(10):
            hit = drawn[u] / cards
            best = values.stand[hand, u]
            values.hit[hand, u] = hit
            if given:
                if takes(intents[0, hand, u] & 1, bits) == 2:
                    best = hit
            else:
                intent = 0
                if hit > best or not bits & 1:
                    intent = 1
                if takes(intent, bits) == 2:
                    best = hit
                intents[0, hand, u] = intent
            values.best[hand, u] = best
            if hands.size[hand] == 2:
                double = 2.0 * stood[u] / cards
                double += spared_double(payoffs, hands.child, hand, left, cards, u, blackjack)
                values.double[hand, u] = double
                if not given and double > best:
                    intents[0, hand, u] |= 2
