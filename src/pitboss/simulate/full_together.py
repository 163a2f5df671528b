"""The full kernel's short way for several boxes: rounds in which each plays one hand to its end.

As in :mod:`pitboss.simulate.full_plain` a round is tried without adding anything up, and given up
where it turns out to be out of the ordinary: then the long way plays it from its first card.
"""

from __future__ import annotations

import numpy as np

from pitboss.compiled.acts import Act
from pitboss.compiled.round_tables import STAKES

from .full_count import true_count
from .full_hands import after, class_of, two_cards
from .full_jit import hot, rare
from .full_layout import (
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
    FURTHER_IS_DUE,
    INSURES_AT,
    LOOKS,
    MAIN_NET,
    MONEY,
    OUTCOME,
    OWN,
    PAID_AFTER_DEAL,
    PAID_AT_TURN,
    POLICY,
    READY,
    RUNNING,
    SEAT_ROW,
    SEATS,
    SECOND_IS_DUE,
    SIDE,
    SIDES,
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
from .full_settling import add_box, add_round

_STAND, _DOUBLE = int(Act.STAND), int(Act.DOUBLE)
_STATES, _OUTCOMES, _LOWEST, _SIZE = AT.states, AT.outcomes, AT.lowest, AT.size
_HAS_HOLE, _GIVES_BACK, _HAS_BUSTER = AT.has_hole, AT.gives_back_busts, AT.has_buster
_JOINS_LATE, _BANK, _TRUNCATES = AT.joins_late, AT.bank, AT.count_truncates
_SURRENDERS_FIRST, _NATURAL_WINS = AT.surrenders_first, AT.natural_wins
_NATURAL_AT_STAKE = AT.natural_at_stake

# What is kept of a box until the dealer is done, in its row.
_HELD = MAIN_NET
"""Where its winnings begin in the table of them, or -1 for a blackjack"""
_WAGERS = MONEY
_NATURAL = -1


@rare
def play_together(w: Ints, spread: Ints) -> bool:
    """Whether rounds of these seats may be tried so at all."""
    is_open = not w[_JOINS_LATE] and not w[_BANK] and not w[_SURRENDERS_FIRST]
    return bool(is_open and spread.shape[0] > 1 and not w[_HAS_BUSTER])


@rare
def _insured_from(w: Ints, many: Int) -> Int:
    """The true count from which somebody insures."""
    least = w[SEATS + INSURES_AT]
    for b in range(1, many):
        least = min(least, w[SEATS + b * SEAT_ROW + INSURES_AT])
    return least


@hot
def play_all(
    t: Shorts,
    two: Words,
    p: Bytes,
    w: Ints,
    won: Ints,
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
    position: Int,
) -> tuple[Int, Int]:
    """Rounds until one is out of the ordinary; answers with its place, and how many came before."""
    many, buckets = spread.shape[0], spread.shape[1]
    middle = buckets // 2
    size, ready, hole = w[_SIZE], w[READY], w[_HAS_HOLE]
    states, outcomes, lowest = w[_STATES], w[_OUTCOMES], w[_LOWEST]
    truncates, before, gives_back = w[_TRUNCATES], w[RUNNING], w[_GIVES_BACK]
    insured_from = _insured_from(w, many)
    dealt = 2 * many + 1 + hole
    last = min(size - w[BEGINS_ABOVE], ready - dealt)
    number, hands = 0, 0
    is_plain = True
    while is_plain and position < last:
        running = before + counted[U(position)]
        true = true_count(factor, shift, truncates, running, size - position)
        bucket = min(max(true + middle, 0), buckets - 1)
        up = class_of(t, np.int64(cards[U(position + many)]))
        flags = np.int64(t[U(UP_CARD + up)])
        at = position + dealt
        if flags & WINDOW:
            open_ = before + counted[U(at - hole)]
            now = true_count(factor, shift, truncates, open_, size - at)
            is_plain = now < insured_from
        dealers, drawn = np.int64(t[U(DEALER_SINGLE + up)]), 1
        if hole:
            second = class_of(t, np.int64(cards[U(at - 1)]))
            dealers = np.int64(t[U(DEALER_FOLLOWS + dealers * 10 + second)])
            drawn = 2
            if flags & LOOKS:
                is_plain &= t[U(DEALER_FACTS + dealers)] & BLACKJACK == 0
        stake: Int = 0
        b = 0
        while is_plain and b < many:
            box, seat = BOX + b * BOX_ROW, SEATS + b * SEAT_ROW
            one = np.int64(cards[U(position + b)])
            both = two_cards(two, one, np.int64(cards[U(position + many + 1 + b)]))
            is_plain = spread[U(b), U(bucket)] > 0
            side: Int = -1
            if w[U(seat + SIDES)]:
                side = both >> TWO_CLASS & TWO_CLASSES
                is_plain &= both >> TWO_WAITS == 0
            w[U(box + SIDE)] = side
            held: Int = _NATURAL
            wagers = 1
            if both & TWO_NATURAL:
                if flags & (PAID_AFTER_DEAL | PAID_AT_TURN) == 0:
                    stake |= w[_NATURAL_AT_STAKE]
            else:
                state = both & TWO_STATE
                row = w[U(seat + POLICY)] + up * states
                act = np.int64(p[U(row + state)])
                while act == 1 and at < ready:
                    state = after(t, state, np.int64(cards[U(at)]))
                    at += 1
                    act = np.int64(p[U(row + state)])
                if act == _DOUBLE and at < ready:
                    state = after(t, state, np.int64(cards[U(at)]))
                    at += 1
                    wagers = 2
                elif act != _STAND:
                    is_plain = False
                lies = np.int64(t[U(FACTS + state)]) & AT_STAKE
                stake |= lies
                if gives_back and lies == 0 and wagers == 2:
                    is_plain = False
                held = state * outcomes
            w[U(box + _HELD)] = held
            w[U(box + _WAGERS)] = wagers
            b += 1
        if drawn < 2 and t[U(SECOND_IS_DUE + up * STAKES + stake)] and at < ready:
            card = class_of(t, np.int64(cards[U(at)]))
            dealers = np.int64(t[U(DEALER_FOLLOWS + dealers * 10 + card)])
            at += 1
            drawn = 2
        facts = np.int64(t[U(DEALER_FACTS + dealers)])
        if drawn == 2 and facts & BLACKJACK == 0 and t[U(FURTHER_IS_DUE + stake)]:
            while facts & OUTCOME == 0 and at < ready:
                card = class_of(t, np.int64(cards[U(at)]))
                dealers = np.int64(t[U(DEALER_FOLLOWS + dealers * 10 + card)])
                facts = np.int64(t[U(DEALER_FACTS + dealers)])
                at += 1
        if not is_plain or at >= ready or facts & BLACKJACK:
            break
        outcome = max((facts & OUTCOME) - 1, 0)
        total, staked = 0, 0
        for b in range(many):
            box = BOX + b * BOX_ROW
            held, bet, side = w[U(box + _HELD)], spread[U(b), U(bucket)], w[U(box + SIDE)]
            main = w[_NATURAL_WINS]
            if held != _NATURAL:
                main = won[U(held + outcome)] * w[U(box + _WAGERS)]
            net = bet * main
            if side >= 0:
                net += two_cards_won[U(bucket), U(side)]
            add_box(by_seat, b, bet, net)
            if w[U(SEATS + b * SEAT_ROW + OWN)]:
                total += net
                staked += bet
                hands += 1
                results[U(bucket), U(main + lowest)] += 1
                if side >= 0:
                    two_cards_drawn[U(bucket), U(side)] += 1
        depth = np.int64(depths[U(position)])
        observed[U(bucket)] += 1
        add_round(money, depth, bucket, staked, total)
        number += 1
        position = at
    played[2] += hands
    return position, number
