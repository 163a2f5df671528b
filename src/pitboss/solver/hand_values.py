"""The value of a hand that stands, hits or doubles, for all up cards at once.

All values include a dealer blackjack: a hand that stands loses one unit to it. If the dealer checks
for blackjack before play, the decisions are the same, because every act then loses the same.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compiled.columns import load, nothing, plus_times, product, save
from pitboss.compiled.dealer_rows import WIDE
from pitboss.compiled.game import Payoffs
from pitboss.compiled.jit import inner, kernel
from pitboss.compiled.multisets import HandLattice, Ints
from pitboss.compiled.permissions import DOUBLE, HIT, STAND

from .contraction import Floats, cards_in

PREFERS_HIT: Final = 1
PREFERS_DOUBLE: Final = 2

Intents = NDArray[np.uint8]
"""[which, hand, up card]: whether a hand prefers hitting to standing, and doubling."""

_STAND, _HIT, _DOUBLE = STAND, HIT, DOUBLE


class HandValues(NamedTuple):
    """The values of every hand, [hand, up card]; the row after the last is a lost hand."""

    stand: Floats
    hit: Floats
    double: Floats
    best: Floats
    """The better of stand and hit, or the one a given strategy takes"""

    @classmethod
    def of(cls, hands: int) -> HandValues:
        """Allocate arrays for this many hands."""
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
    """The value of standing when the composition ``leaf`` is out of the shoe."""
    sums = nothing(WIDE)
    outcomes = chances.shape[1]
    for k in range(outcomes):
        row = load(chances, (leaf * outcomes + k) * WIDE, WIDE)
        sums = plus_times(sums, payoffs.by_outcome[hand, k], row)
    save(out, hand * WIDE, product(sums, load(one_over, 0, WIDE)))
    rest = payoffs.of_rest[hand]
    for u in range(10):
        out[hand, u] += rest - (rest + 1.0) * blackjack[u]


@inner
def draw_value(child: Ints, hand: int, left: Floats, table: Floats, out: Floats) -> None:
    """Sum ``table`` over the hands the next card makes, weighted by the cards left.

    The up card is removed from the cards left by one subtraction on the diagonal.
    """
    sums = nothing(WIDE)
    for rank in range(10):
        sums = plus_times(sums, left[rank], load(table, child[hand, rank] * WIDE, WIDE))
    save(out, 0, sums)
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
    """The cards left in each class without the hand and the cards gone; False if impossible."""
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
    """The probability that the dealer's next card makes a blackjack with an ace or a ten up."""
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
    """How much less than two units a doubled hand loses to a blackjack, on average."""
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
    """The act of a hand, given what it prefers and what it may do."""
    if intent & 2 and bits & 4:
        return _DOUBLE
    if (intent & 1 and bits & 2) or not bits & 1:
        return _HIT
    return _STAND


@kernel
def first_hand(
    shoe: Floats,
    hands: HandLattice,
    payoffs: Payoffs,
    permitted: NDArray[np.uint8],
    chances: Floats,
    values: HandValues,
    intents: Intents,
    given: bool,
) -> None:
    """Value every unsplit hand, choosing the best act or following the intents given."""
    left = np.zeros(WIDE)
    one_over = np.zeros(WIDE)
    blackjack = np.zeros(WIDE)
    drawn = np.zeros(WIDE)
    stood = np.zeros(WIDE)
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
