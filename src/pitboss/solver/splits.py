"""What a split pair is worth, resplits and all, by adding up hand by hand.

A hand made by splitting is worth the same wherever it lies: what one hand wins depends on the other
hands only through the cards they hold. With a strategy that does not look at the other hands, the
value of a box is the sum of the values of its hands, each with so many cards of the split class
("pair cards") and so many others known to be gone. A hand whose second card is known to be no pair
card, or that comes after cards known to be none, is had from hands without that knowledge: a card
gone is a pair card with chance q or is not, so E = q E(pair card) + (1 - q) E(other), and the last
is solved for.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.compiled.blackjack import Beyond
from pitboss.compiled.game import Payoffs
from pitboss.compiled.jit import inner, kernel
from pitboss.compiled.multisets import Hands, Ints

from .contraction import Floats, cards_in
from .hand_values import (
    HandValues,
    Intents,
    blackjack_chance,
    cards_left,
    draw_value,
    spared_double,
    stand_value,
    takes,
)

ALL_UP_CARDS: Final = (1 << 10) - 1
MOST_GONE: Final = 6

_EACH_HAND = int(Beyond.EACH_HAND)
_ONE_IN_ALL = int(Beyond.ONE_IN_ALL)
_BUSTED_AND_FIRST = int(Beyond.BUSTED_AND_FIRST)


@inner
def _fits(shoe: Floats, counts: Ints, hand: int) -> bool:
    fits = True
    for rank in range(10):
        if counts[hand, rank] > shoe[rank]:
            fits = False
    return fits


@kernel
def reach_hands(
    shoe: Floats,
    hands: Hands,
    payoffs: Payoffs,
    rank: int,
    bits: NDArray[np.uint8],
    intents: Intents,
    which: int,
    reach: Ints,
) -> None:
    """Mark, as bits, the up cards against which play after the split comes to each hand."""
    start = hands.of_class_from[rank]
    end = hands.of_class_from[rank + 1]
    lost = hands.size.shape[0]
    for at in range(start, end):
        reach[hands.of_class[at]] = 0
    reach[lost] = 0
    for second in range(10):
        if shoe[second] > 0.0:
            reach[hands.two[rank, second]] = 1023
    for at in range(end - 1, start - 1, -1):
        hand = hands.of_class[at]
        if reach[hand] == 0 or payoffs.is_over[hand] or not _fits(shoe, hands.counts, hand):
            continue
        draws = 0
        for up in range(10):
            if reach[hand] >> up & 1 and takes(intents[which, hand, up], bits[hand]) != 1:
                draws |= 1 << up
        if draws:
            for c in range(10):
                reach[hands.child[hand, c]] |= draws


@kernel
def need_leaves(
    shoe: Floats,
    hands: Hands,
    payoffs: Payoffs,
    rank: int,
    bits: NDArray[np.uint8],
    intents: Intents,
    which: int,
    reach: Ints,
    last_gone: int,
    need: NDArray[np.bool_],
) -> None:
    """Mark the compositions on which the hands reached stand, with up to so many cards gone."""
    lost = hands.size.shape[0]
    for at in range(hands.of_class_from[rank], hands.of_class_from[rank + 1]):
        hand = hands.of_class[at]
        if reach[hand] == 0 or not _fits(shoe, hands.counts, hand):
            continue
        stands = payoffs.is_over[hand]
        doubles = False
        if not stands:
            for up in range(10):
                if reach[hand] >> up & 1:
                    act = takes(intents[which, hand, up], bits[hand])
                    stands |= act == 1
                    doubles |= act == 4
        if stands:
            for gone in range(1, last_gone + 1):
                need[hands.leaf_after_split[hand, rank, gone]] = True
        if doubles:
            for c in range(10):
                made = hands.child[hand, c]
                if made != lost:
                    for gone in range(1, last_gone + 1):
                        need[hands.leaf_after_split[made, rank, gone]] = True


@kernel
def need_all_leaves(shoe: Floats, hands: Hands, rank: int, need: NDArray[np.bool_]) -> None:
    """Mark the compositions of every hand with one pair card gone."""
    for at in range(hands.of_class_from[rank], hands.of_class_from[rank + 1]):
        hand = hands.of_class[at]
        if _fits(shoe, hands.counts, hand):
            need[hands.leaf_after_split[hand, rank, 1]] = True


@kernel
def split_hand(
    shoe: Floats,
    hands: Hands,
    payoffs: Payoffs,
    rank: int,
    bits: NDArray[np.uint8],
    intents: Intents,
    which: int,
    choose: bool,
    reach: Ints,
    gone: int,
    chances: Floats,
    alive_spared: Floats,
    values: HandValues,
) -> None:
    """Value the hands of a split with so many pair cards gone besides the hand's own.

    ``choose`` writes the best intents down instead of following them; a hand that is not over is
    then taken to be spared so much of its unit by a blackjack.
    """
    left = np.zeros(12)
    one_over = np.zeros(12)
    blackjack = np.zeros(12)
    drawn = np.zeros(12)
    stood = np.zeros(12)
    total = cards_in(shoe)
    for at in range(hands.of_class_from[rank], hands.of_class_from[rank + 1]):
        hand = hands.of_class[at]
        if not choose and reach[hand] == 0:
            continue
        if not cards_left(shoe, hands.counts, hand, rank, gone, left, one_over):
            continue
        cards = total - hands.size[hand] - gone - 1.0
        if cards < 1.0:
            continue
        blackjack_chance(left, cards, blackjack)
        leaf = hands.leaf_after_split[hand, rank, gone]
        stand_value(chances, leaf, payoffs, hand, one_over, blackjack, values.stand)
        if choose and not payoffs.is_over[hand]:
            for u in (0, 9):
                values.stand[hand, u] += alive_spared[u] * blackjack[u]
        allowed = bits[hand]
        hits = choose and allowed & 2 != 0
        doubles = choose and allowed & 4 != 0
        if payoffs.is_over[hand]:
            hits = False
            doubles = False
        elif not choose:
            for u in range(10):
                act = takes(intents[which, hand, u], allowed)
                hits |= act == 2
                doubles |= act == 4
        if hits:
            draw_value(hands.child, hand, left, values.best, drawn)
        if doubles:
            draw_value(hands.child, hand, left, values.stand, stood)
        for u in range(10):
            value = values.stand[hand, u]
            if choose:
                intent = 0
                if hits and (drawn[u] / cards > value or not allowed & 1):
                    intent = 1
                    value = drawn[u] / cards
                if doubles:
                    double = 2.0 * stood[u] / cards
                    double += spared_double(payoffs, hands.child, hand, left, cards, u, blackjack)
                    if double > value:
                        intent |= 2
                        value = double
                intents[which, hand, u] = intent
            elif hits or doubles:
                act = takes(intents[which, hand, u], allowed)
                if act == 2:
                    value = drawn[u] / cards
                elif act == 4:
                    value = 2.0 * stood[u] / cards
                    value += spared_double(payoffs, hands.child, hand, left, cards, u, blackjack)
            values.best[hand, u] = value


@kernel
def bust_under_blackjack(
    shoe: Floats,
    hands: Hands,
    payoffs: Payoffs,
    rank: int,
    bits: NDArray[np.uint8],
    intents: Intents,
    which: int,
    gone: int,
    out: Floats,
) -> None:
    """``out[hand, up]``: the chance that the hand goes over and the dealer has a blackjack."""
    left = np.zeros(12)
    one_over = np.zeros(12)
    total = cards_in(shoe)
    for at in range(hands.of_class_from[rank], hands.of_class_from[rank + 1]):
        hand = hands.of_class[at]
        out[hand, 0] = 0.0
        out[hand, 9] = 0.0
        cards = total - hands.size[hand] - gone - 1.0
        if payoffs.is_over[hand] or cards < 2.0:
            continue
        if not cards_left(shoe, hands.counts, hand, rank, gone, left, one_over):
            continue
        for up in (0, 9):
            act = takes(intents[which, hand, up], bits[hand])
            if act == 1:
                continue
            hole = 9 - up
            chance = 0.0
            for c in range(10):
                drawn = left[c] - (1.0 if c == up else 0.0)
                if drawn <= 0.0:
                    continue
                made = hands.child[hand, c]
                if payoffs.is_over[made]:
                    holes = left[hole] - (1.0 if c == hole else 0.0)
                    chance += drawn * holes / (cards - 1.0)
                elif act == 2:
                    chance += drawn * out[made, up]
            out[hand, up] = chance / cards


@kernel
def second_cards(
    shoe: Floats,
    hands: Hands,
    rank: int,
    gone: int,
    table: Floats,
    any_card: Floats,
    pair_card: Floats,
) -> None:
    """The value of one hand of the split before its second card, and with a pair card as it."""
    cards = cards_in(shoe) - 2.0 - gone
    for u in range(10):
        value = 0.0
        for c in range(10):
            left = shoe[c] - (1.0 if c == u else 0.0) - (1.0 + gone if c == rank else 0.0)
            if left > 0.0:
                value += left * table[hands.two[rank, c], u]
        any_card[u] = value / cards
        pair_card[u] = table[hands.two[rank, rank], u]


@inner
def _chance(left: float, cards: float) -> float:
    """The chance of a pair card; nothing where a short shoe has run out by then."""
    return left / cards if cards > 0.0 else 0.0


@inner
def _other(any_card: float, pair_card: float, q: float) -> float:
    """The value where a card is known to be no pair card, which it would be with chance q."""
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
    """[pair cards gone, others gone]: a hand whose second card is unknown, or is no pair card."""
    for others in range(MOST_GONE):
        for gone in range(last + 1):
            left = pairs - gone
            if others == 0:
                unknown[gone, 0] = any_card[gone, up]
                q = _chance(left, cards - gone) if left > 0.0 else 0.0
                no_pair[gone, 0] = _other(any_card[gone, up], pair_card[gone, up], q)
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
    """The sum over the hands of a box that resplits whenever it can, or the first hand's part."""
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
    """``out[most hands, class, up]``: the sum over a box of at most so many hands.

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
