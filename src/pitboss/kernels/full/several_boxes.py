"""The full kernel's short way for several boxes: rounds in which each plays one hand to its end.

As in :mod:`pitboss.kernels.full.one_box` a round is tried without adding anything up, and given up
where it turns out to be out of the ordinary: then the long way plays it from its first card. With
many boxes some box is split in every few rounds, so such a box is played by the long way within the
round.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from pitboss.compiled.acts import Act
from pitboss.kernels.rng import State

from .count import true_count
from .hands import after, class_of, two_cards, with_up_card
from .jit import hot, rare
from .layout import (
    AT,
    AT_STAKE,
    BEGINS_ABOVE,
    BLACKJACK,
    BOX,
    BOX_ROW,
    DEALER_FACTS,
    DEALER_FOLLOWS,
    DEALER_SINGLE,
    FACTS,
    HANDS,
    INSURES_AT,
    LOOKS,
    MAIN_NET,
    MONEY,
    OPEN,
    OUTCOME,
    OWN,
    PAID_AFTER_DEAL,
    PAID_AT_TURN,
    POLICY,
    READY,
    RUNNING,
    SEAT,
    SEAT_ROW,
    SEATS,
    SIDE,
    SIDES,
    SIZE,
    STATUS,
    TWO_CLASS,
    TWO_CLASSES,
    TWO_NATURAL,
    TWO_STATE,
    TWO_WAITS,
    UP_CARD,
    WINDOW,
    Bytes,
    Floats,
    Int,
    Ints,
    Shorts,
    U,
    Words,
)
from .play import at_stake, lay, play_box, play_dealer
from .settlement import add_box, add_round, settle_box

_STAND, _HIT, _DOUBLE = int(Act.STAND), int(Act.HIT), int(Act.DOUBLE)
_STATES, _OUTCOMES, _LOWEST, _SIZE = AT.states, AT.outcomes, AT.lowest, AT.size
_HAS_HOLE, _GIVES_BACK, _ON_DEALER = AT.has_hole, AT.gives_back_busts, AT.on_dealer
_JOINS_LATE, _BANK, _TRUNCATES = AT.joins_late, AT.bank, AT.count_truncates
_SURRENDERS_FIRST, _NATURAL_WINS = AT.surrenders_first, AT.natural_wins
_NATURAL_AT_STAKE = AT.natural_at_stake

# What is kept of a box until the dealer is done, in its row.
_HELD = MAIN_NET
"""Where its winnings begin in the table of them, or one of the two below"""
_WAGERS = MONEY
_NATURAL = -1
_APART = -2
"""Played by the long way"""

_CARDS_OF_A_HAND: Final = 24
"""No hand has so many."""


@rare
def play_together(w: Ints) -> bool:
    """Whether rounds may be tried so at all."""
    is_open = not w[_JOINS_LATE] and not w[_BANK] and not w[_SURRENDERS_FIRST]
    return bool(is_open and not w[_ON_DEALER])


@rare
def insured_from(w: Ints, many: Int) -> Int:
    """The true count from which somebody insures."""
    least = w[SEATS + INSURES_AT]
    for b in range(1, many):
        least = min(least, w[SEATS + b * SEAT_ROW + INSURES_AT])
    return least


@rare
def all_bet(spread: Ints) -> Int:
    """The buckets of the true count in which every seat bets, a bit for each."""
    buckets: Int = 0
    for bucket in range(spread.shape[1]):
        least = spread[0, bucket]
        for seat in range(1, spread.shape[0]):
            least = min(least, spread[seat, bucket])
        buckets |= np.int64(least > 0) << bucket
    return buckets


@rare
def _play_boxes(
    t: Shorts,
    two: Words,
    p: Bytes,
    w: Ints,
    cards: Bytes,
    position: Int,
    many: Int,
    up: Int,
    b: Int,
    at: Int,
) -> tuple[Int, Int, Int]:
    """Boxes from this one on, until one does anything but draw.

    Answers with that box, or how many there are; with the place of its next card; and with what of
    those before it is at stake.
    """
    ready, states, outcomes, gives_back = w[READY], w[_STATES], w[_OUTCOMES], w[_GIVES_BACK]
    is_paid = t[U(UP_CARD + up)] & (PAID_AFTER_DEAL | PAID_AT_TURN) != 0
    natural = 0 if is_paid else w[_NATURAL_AT_STAKE]
    stake: Int = 0
    while b < many:
        box, seat = BOX + b * BOX_ROW, SEATS + b * SEAT_ROW
        both = two_cards(
            two, np.int64(cards[U(position + b)]), np.int64(cards[U(position + many + 1 + b)])
        )
        side: Int = -1
        if w[U(seat + SIDES)]:
            side = both >> TWO_CLASS & TWO_CLASSES
            if both >> TWO_WAITS:
                break
        held: Int = _NATURAL
        wagers: Int = 1
        lies: Int = natural
        drawn = at
        if both & TWO_NATURAL == 0:
            state = both & TWO_STATE
            row = w[U(seat + POLICY)] + up * states
            act: Int = np.int64(p[U(row + state)])
            # Whether a hand takes one card more is anybody's guess, so there is no branch for it.
            takes = np.int64(act == _HIT) | np.int64(act == _DOUBLE)
            wagers = 1 + np.int64(act == _DOUBLE)
            drawn += takes
            if drawn > ready:
                break
            follows = after(t, state, np.int64(cards[U(at)]))
            state = follows if takes else state
            act = np.int64(p[U(row + state)])
            act = act if wagers == 1 else _STAND
            while act == _HIT and drawn < ready:
                state = after(t, state, np.int64(cards[U(drawn)]))
                drawn += 1
                act = np.int64(p[U(row + state)])
            if act == _DOUBLE and drawn < ready:
                state = after(t, state, np.int64(cards[U(drawn)]))
                drawn += 1
                wagers = 2
            elif act != _STAND:
                break
            lies = np.int64(t[U(FACTS + state)]) & AT_STAKE
            if gives_back and lies == 0 and wagers == 2:
                break
            held = state * outcomes
        at = drawn
        stake |= lies
        w[U(box + SIDE)] = side
        w[U(box + _HELD)] = held
        w[U(box + _WAGERS)] = wagers
        b += 1
    return b, at, stake


@rare
def _may_play_apart(
    two: Words, w: Ints, to_blackjack: Ints, cards: Bytes, position: Int, many: Int, at: Int
) -> bool:
    """Whether a box may be played by the long way within the round.

    That may put more cards in order, so the round must not be given up later for a side bet that
    waits for more: its prize would be drawn first. Nor may the cards run out.
    """
    for b in range(many):
        both = two_cards(
            two, np.int64(cards[position + b]), np.int64(cards[position + many + 1 + b])
        )
        if w[SEATS + b * SEAT_ROW + SIDES] and both >> TWO_WAITS:
            return False
    return bool(w[SIZE] - at >= _CARDS_OF_A_HAND * to_blackjack.shape[1])


@rare
def _play_apart(
    t: Shorts,
    two: Words,
    p: Bytes,
    w: Ints,
    factor: Floats,
    shift: float,
    cards: Bytes,
    counted: Ints,
    position: Int,
    many: Int,
    up: Int,
    b: Int,
    at: Int,
    generator: State,
) -> tuple[Int, Int]:
    """One box by the long way; answers with the place of the next card and what is at stake."""
    box, seat = BOX + b * BOX_ROW, SEATS + b * SEAT_ROW
    one = np.int64(cards[U(position + b)])
    other = np.int64(cards[U(position + many + 1 + b)])
    both = two_cards(two, one, other)
    hole = position + 2 * many + 1 if w[_HAS_HOLE] else -1
    lay(w, b, one, other, both)
    w[U(box + SEAT)] = b
    at = play_box(t, two, p, w, factor, shift, cards, counted, at, hole, up, b, generator)
    w[U(box + SIDE)] = both >> TWO_CLASS & TWO_CLASSES if w[U(seat + SIDES)] else -1
    w[U(box + _HELD)] = _APART
    stake: Int = 0
    if w[U(box + STATUS)] == OPEN:
        stake = at_stake(t, w, b)
    return at, stake


@rare
def _add_boxes(
    t: Shorts,
    w: Ints,
    won: Ints,
    to_blackjack: Ints,
    spread: Ints,
    two_cards_won: Ints,
    results: Ints,
    by_seat: Ints,
    two_cards_drawn: Ints,
    bucket: Int,
    outcome: Int,
    first: Int,
) -> tuple[Int, Int, Int]:
    """Add every box to the sums; answers with what ours staked and won, and their hands."""
    natural_wins, lowest = w[_NATURAL_WINS], w[_LOWEST]
    staked, total, hands = 0, 0, 0
    for b in range(spread.shape[0]):
        box = BOX + b * BOX_ROW
        held, bet, side = w[U(box + _HELD)], spread[U(b), U(bucket)], w[U(box + SIDE)]
        main, many = natural_wins, 1
        if held >= 0:
            main = won[U(held + outcome)] * w[U(box + _WAGERS)]
        elif held == _APART:
            main = settle_box(t, w, won, to_blackjack, b, outcome, False)
            many = w[U(box + HANDS)]
        net = bet * main
        if side >= 0:
            side = with_up_card(t, w, side, first)
            net += two_cards_won[U(bucket), U(side)]
        add_box(by_seat, b, bet, net)
        if w[U(SEATS + b * SEAT_ROW + OWN)]:
            total += net
            staked += bet
            hands += many
            results[U(bucket), U(main + lowest)] += 1
            if side >= 0:
                two_cards_drawn[U(bucket), U(side)] += 1
    return staked, total, hands


@hot
def play_all(
    t: Shorts,
    two: Words,
    p: Bytes,
    w: Ints,
    won: Ints,
    to_blackjack: Ints,
    spread: Ints,
    factor: Floats,
    shift: float,
    two_cards_won: Ints,
    depths: Bytes,
    observed: Ints,
    played: Ints,
    results: Ints,
    money: Ints,
    by_seat: Ints,
    two_cards_drawn: Ints,
    cards: Bytes,
    counted: Ints,
    generator: State,
    insured_from: Int,
    all_bet: Int,
    last: Int,
    position: Int,
) -> tuple[Int, Int]:
    """Rounds until one is out of the ordinary; answers with its place, and how many came before.

    No round begins behind the last place.
    """
    many, buckets = spread.shape[0], spread.shape[1]
    middle = buckets // 2
    size, hole, truncates, before = w[_SIZE], w[_HAS_HOLE], w[_TRUNCATES], w[RUNNING]
    dealt = 2 * many + 1 + hole
    last = min(last, size - w[BEGINS_ABOVE] - 1)
    number = 0
    while position <= last and position + dealt <= w[READY]:
        running = before + counted[U(position)]
        true = true_count(factor, shift, truncates, running, size - position)
        bucket = min(max(true + middle, 0), buckets - 1)
        if all_bet >> bucket & 1 == 0:
            break
        up = class_of(t, np.int64(cards[U(position + many)]))
        flags = np.int64(t[U(UP_CARD + up)])
        at = position + dealt
        if flags & WINDOW:
            open_ = before + counted[U(at - hole)]
            if true_count(factor, shift, truncates, open_, size - at) >= insured_from:
                break
        dealers, drawn = np.int64(t[U(DEALER_SINGLE + up)]), 1
        if hole:
            second = class_of(t, np.int64(cards[U(at - 1)]))
            dealers = np.int64(t[U(DEALER_FOLLOWS + dealers * 10 + second)])
            drawn = 2
            if flags & LOOKS and t[U(DEALER_FACTS + dealers)] & BLACKJACK:
                break
        b, at, stake = _play_boxes(t, two, p, w, cards, position, many, up, 0, at)
        while b < many and _may_play_apart(two, w, to_blackjack, cards, position, many, at):
            at, lies = _play_apart(
                t, two, p, w, factor, shift, cards, counted, position, many, up, b, at, generator
            )
            stake |= lies
            b, at, lies = _play_boxes(t, two, p, w, cards, position, many, up, b + 1, at)
            stake |= lies
        if b < many or w[SIZE] - at < _CARDS_OF_A_HAND:
            break
        at, dealers, drawn = play_dealer(
            t, w, cards, counted, at, up, dealers, drawn, stake, generator
        )
        facts = np.int64(t[U(DEALER_FACTS + dealers)])
        if facts & BLACKJACK:
            break
        staked, total, hands = _add_boxes(
            t, w, won, to_blackjack, spread, two_cards_won, results, by_seat, two_cards_drawn,
            bucket, max((facts & OUTCOME) - 1, 0), np.int64(cards[U(position + many)]),
        )  # fmt: skip
        observed[U(bucket)] += 1
        add_round(money, np.int64(depths[U(position)]), bucket, staked, total)
        played[2] += hands
        number += 1
        position = at
    return position, number
