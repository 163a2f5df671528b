"""The value of a split pair, with resplits, added up hand by hand.

A hand made by splitting is worth the same wherever it is: it depends on the other hands only
through their cards. If the strategy does not look at the other hands, the value of a box is the sum
of the values of its hands, each with a number of cards of the split class ("pair cards") and of
others known to be gone. The value of a hand whose second card, or a card before it, is known not to
be a pair card follows from hands without that knowledge: a card gone is a pair card with
probability q, so E = q E(pair card) + (1 - q) E(other), which is solved for E(other).
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.compiled.dealer_rows import WIDE
from pitboss.compiled.game import Payoffs
from pitboss.compiled.jit import inner, kernel
from pitboss.compiled.multisets import HandLattice, Ints

from .contraction import Floats, cards_in
from .hand_values import (
    HandValues,
    Intents,
    blackjack_chance,
    cards_left,
    draw_value,
    spared_double,
    stand_value,
)

MOST_GONE: Final = 6


@inner
def _fits(shoe: Floats, counts: Ints, hand: int) -> bool:
    fits = True
    for rank in range(10):
        if counts[hand, rank] > shoe[rank]:
            fits = False
    return fits


@kernel
def need_leaves(shoe: Floats, hands: HandLattice, rank: int, need: NDArray[np.bool_]) -> None:
    """Mark the compositions of every hand with one pair card gone."""
    for at in range(hands.of_class_from[rank], hands.of_class_from[rank + 1]):
        hand = hands.of_class[at]
        if _fits(shoe, hands.counts, hand):
            need[hands.leaf_after_split[hand, rank]] = True


@kernel
def choose_own_play(
    shoe: Floats,
    hands: HandLattice,
    payoffs: Payoffs,
    rank: int,
    bits: NDArray[np.uint8],
    intents: Intents,
    chances: Floats,
    alive_spared: Floats,
    values: HandValues,
) -> None:
    """Record the best intents for the hands of a split, one pair card being gone besides them.

    A hand that has not bust is assumed to save a part of its unit against a blackjack.
    """
    left = np.zeros(WIDE)
    one_over = np.zeros(WIDE)
    blackjack = np.zeros(WIDE)
    drawn = np.zeros(WIDE)
    stood = np.zeros(WIDE)
    total = cards_in(shoe)
    for at in range(hands.of_class_from[rank], hands.of_class_from[rank + 1]):
        hand = hands.of_class[at]
        if not cards_left(shoe, hands.counts, hand, rank, 1, left, one_over):
            continue
        cards = total - hands.size[hand] - 2.0
        if cards < 1.0:
            continue
        blackjack_chance(left, cards, blackjack)
        leaf = hands.leaf_after_split[hand, rank]
        stand_value(chances, leaf, payoffs, hand, one_over, blackjack, values.stand)
        is_over = payoffs.is_over[hand]
        if not is_over:
            for u in (0, 9):
                values.stand[hand, u] += alive_spared[u] * blackjack[u]
        hits = bits[hand] & 2 != 0 and not is_over
        doubles = bits[hand] & 4 != 0 and not is_over
        if hits:
            draw_value(hands.child, hand, left, values.best, drawn)
        if doubles:
            draw_value(hands.child, hand, left, values.stand, stood)
        for u in range(10):
            value = values.stand[hand, u]
            intent = 0
            if hits and (drawn[u] / cards > value or not bits[hand] & 1):
                intent = 1
                value = drawn[u] / cards
            if doubles:
                double = 2.0 * stood[u] / cards
                double += spared_double(payoffs, hands.child, hand, left, cards, u, blackjack)
                if double > value:
                    intent |= 2
                    value = double
            intents[1 + rank, hand, u] = intent
            values.best[hand, u] = value


@inner
def _chance(left: float, cards: float) -> float:
    """The probability of a pair card; zero if a short shoe has run out by then."""
    return left / cards if cards > 0.0 else 0.0


@inner
def _other(any_card: float, pair_card: float, q: float) -> float:
    """The value given that a card is not a pair card, which it would be with probability q."""
    return (any_card - q * pair_card) / (1.0 - q) if q < 1.0 else 0.0


@inner
def _knowing(
    any_card: Floats,
    pair_card: Floats,
    up: int,
    pairs: float,
    cards: float,
    last: int,
    unknown: Floats,
    no_pair: Floats,
) -> None:
    """[pair cards gone, others gone]: a hand whose second card is unknown or not a pair card."""
    for others in range(MOST_GONE):
        for gone in range(last + 1):
            left = pairs - gone
            if others == 0:
                unknown[gone, 0] = any_card[gone, up]
                q = _chance(left, cards - gone) if left > 0.0 else 0.0
                no_pair[gone, 0] = _other(any_card[gone, up], pair_card[gone, up], q)
            # No box reads what these cells would become without the condition: with `left` at 0 the
            # next row has weight 0, and of row `last`, 2 * (most - 2), only others == 0 is read.
            elif left <= 0.0 or gone + 1 > last:
                unknown[gone, others] = unknown[gone, others - 1]
                no_pair[gone, others] = no_pair[gone, others - 1]
            else:
                q = _chance(left, cards - gone - others + 1.0)
                unknown[gone, others] = _other(
                    unknown[gone, others - 1], unknown[gone + 1, others - 1], q
                )
                q = _chance(left, cards - gone - others)
                no_pair[gone, others] = _other(
                    no_pair[gone, others - 1], no_pair[gone + 1, others - 1], q
                )


@inner
def _box(
    pairs: float, cards: float, most: int, unknown: Floats, no_pair: Floats, first_only: bool
) -> float:
    """The sum over the hands of a box that resplits whenever it can, or the first hand's share."""
    reached = np.zeros((MOST_GONE, MOST_GONE))
    reached[0, 0] = 1.0
    value = 0.0
    for drawn in range(most - 1):
        count = 2 + drawn
        for done in range(count + 1):
            chance = reached[drawn, done]
            if chance == 0.0:
                continue
            if count == most or done == count:
                if first_only:
                    if done > 0:
                        value += chance * no_pair[drawn, done - 1]
                    else:
                        value += chance * unknown[drawn, 0]
                else:
                    if done > 0:
                        value += chance * done * no_pair[drawn, done - 1]
                    if done < count:
                        value += chance * (count - done) * unknown[drawn, done]
            else:
                q = min(max(_chance(pairs - drawn, cards - drawn - done), 0.0), 1.0)
                reached[drawn + 1, done] += chance * q
                reached[drawn, done + 1] += chance * (1.0 - q)
    return value


@kernel
def box_sums(
    pairs: Floats,
    weights: Floats,
    cards: float,
    hands_at_most: Ints,
    last: Ints,
    any_card: Floats,
    pair_card: Floats,
    first_only: bool,
    out: Floats,
) -> None:
    """``out[most hands, class, up]``: the sum over a box of at most that many hands.

    ``pairs[class, up, case]`` is how many pair cards may be left in the shoe, with what weight;
    ``any_card`` and ``pair_card`` are [class, pair cards gone, up], filled up to ``last``.
    """
    unknown = np.zeros((MOST_GONE, MOST_GONE))
    no_pair = np.zeros((MOST_GONE, MOST_GONE))
    for rank in range(10):
        if last[rank] < 0:
            continue
        for up in range(10):
            for case in range(pairs.shape[2]):
                weight = weights[rank, up, case]
                if weight <= 0.0:
                    continue
                _knowing(
                    any_card[rank],
                    pair_card[rank],
                    up,
                    pairs[rank, up, case],
                    cards,
                    last[rank],
                    unknown,
                    no_pair,
                )
                for most in range(2, hands_at_most[rank] + 1):
                    out[most, rank, up] += weight * _box(
                        pairs[rank, up, case], cards, most, unknown, no_pair, first_only
                    )
