"""The step kernel's settlement: what every box wins, side bets and the bank included."""

from __future__ import annotations

import numpy as np

from pitboss.compiled.round_tables import CAPPED
from pitboss.compiled.round_tables import INSURED as INSURED_STAKE
from pitboss.kernels.full.game import AT_STAKE, IS_OVER, MOST_BOXES, Int, Ints, U
from pitboss.kernels.full.game import Shorts as Tables16
from pitboss.kernels.full.jit import hot, rare

from .layout import (
    BET,
    CARD,
    DOUBLED,
    EARLY,
    EARLY_NET,
    INSURED,
    MADE,
    MORE,
    NATURAL,
    OPEN,
    PRIZE,
    SHORTS,
    SIDE,
    SIDES,
    STATE,
    STATUS,
    SURRENDERED,
    THIRD_END,
    UP_CARD,
    Shorts,
)
from .numbers import AT, FACTS
from .shoe import Bytes, fetch, get

_TO_BLACKJACK, _SURRENDERED = AT.surrendered_to_blackjack, AT.surrendered
_NATURAL_AT_STAKE, _GIVES_BACK = AT.natural_at_stake, AT.gives_back_busts
_GROUPS, _MANY_GROUPS, _MANY_ENDS = AT.groups, AT.many_groups, AT.many_ends
_FOLLOWS, _ENDS, _OUTCOMES, _ON_DEALER = (
    AT.dealers_follows,
    AT.dealers_ends,
    AT.outcomes,
    AT.on_dealer,
)
_BANK, _RETURNS, _BLOCKS_LOSSES, _LOSERS_FIRST = (
    AT.bank, AT.bank_returns, AT.bank_blocks_losses, AT.losers_first,
)  # fmt: skip
_PAYS_PAID, _PAYS_COLLECTED = AT.bank_pays_paid, AT.bank_pays_collected
_COLLECTS_PAID, _COLLECTS_COLLECTED = AT.bank_collects_paid, AT.bank_collects_collected


@rare
def drawn_for(t: Tables16, w: Ints, s: Shorts, row: Int) -> Int:
    """What the dealer draws for the side bets of a box, as a stake."""
    stake: Int = 0
    placed, up = np.int64(s[row + SIDES]), np.int64(s[row + UP_CARD])
    group = np.int64(t[w[_GROUPS] + s[row + SIDE]])
    for bet in range(w[MORE.sides]):
        if placed >> bet & 1:
            stake |= w[w[MORE.at_draws] + (bet * w[_MANY_GROUPS] + group) * 52 + up]
    return stake


@hot
def at_stake(t: Tables16, w: Ints, s: Shorts, row: Int, is_settled: bool) -> Int:
    """What the dealer's cards can still decide of a box that has been played."""
    stake: Int = 0
    status = get(s, row + STATUS)
    if get(s, row + INSURED) and not is_settled:
        stake |= INSURED_STAKE
    if get(s, row + SIDES) and w[U(_ON_DEALER)]:
        stake |= drawn_for(t, w, s, row)
    if status == OPEN:
        for h in range(get(s, row + MADE)):
            lies = np.int64(t[U(FACTS + get(s, row + STATE + h))] & AT_STAKE)
            stake |= lies
            if lies == 0 and w[U(_GIVES_BACK)] and (h > 0 or get(s, row + CARD) >= DOUBLED):
                stake |= CAPPED
    elif status == NATURAL:
        stake |= w[U(_NATURAL_AT_STAKE)]
    elif status == SURRENDERED and w[U(_SURRENDERED)] != w[U(_TO_BLACKJACK)]:
        stake |= CAPPED
    return stake


@rare
def _code(t: Tables16, s: Shorts, row: Int) -> Int:
    """A code of which hands of a box have bust and which are doubled."""
    code: Int = 1
    for h in range(np.int64(s[row + MADE]) - 1, -1, -1):
        over = np.int64((t[FACTS + s[row + STATE + h]] & IS_OVER) != 0)
        code = 4 * code + over + 2 * np.int64(s[row + CARD + h] >= DOUBLED)
    return code


@rare
def _against_blackjack(t: Tables16, w: Ints, s: Shorts, row: Int) -> Int:
    """What a dealer blackjack leaves of a box without one."""
    net: Int = 0
    at = w[MORE.at_to_blackjack] + _code(t, s, row) * w[MORE.hands] * 2
    for wager in range(2 * np.int64(s[row + MADE])):
        net += w[at + wager]
    return net


@hot
def main_net(t: Tables16, w: Ints, s: Shorts, row: Int, outcome: Int, blackjack: bool) -> Int:
    """What the wagers on a box's hands win, for a bet of one."""
    net: Int = 0
    status = get(s, row + STATUS)
    if status == OPEN:
        if blackjack:
            net = _against_blackjack(t, w, s, row)
        else:
            at_won, outcomes = w[U(MORE.at_won)] + outcome, w[U(_OUTCOMES)]
            for h in range(get(s, row + MADE)):
                amount = w[U(at_won + get(s, row + STATE + h) * outcomes)]
                net += amount << np.int64(get(s, row + CARD + h) >= DOUBLED)
    elif status == EARLY:
        net = w[U(get(s, row + EARLY_NET))]
    elif status == NATURAL:
        net = w[AT.natural_ties] if blackjack else w[AT.natural_wins]
    else:
        net = w[_TO_BLACKJACK] if blackjack else w[_SURRENDERED]
    return net


@hot
def box_net(
    t: Tables16, w: Ints, s: Shorts, row: Int, outcome: Int, blackjack: bool, dealt: Int
) -> Int:
    """What a box wins with all its wagers."""
    net = main_net(t, w, s, row, outcome, blackjack)
    if get(s, row + INSURED):
        net += w[AT.insurance_wins] if blackjack else w[AT.insurance_loses]
    net *= w[U(w[U(MORE.at_bets)] + get(s, row + BET))]
    if get(s, row + SIDES):
        placed = get(s, row + SIDES)
        for bet in range(w[MORE.sides]):
            if placed >> bet & 1:
                net += side_net(t, w, s, row, bet, dealt)
    return net


@rare
def side_net(t: Tables16, w: Ints, s: Shorts, row: Int, bet: Int, dealt: Int) -> Int:
    """What one side bet of a box wins."""
    side = np.int64(s[row + SIDE])
    net = w[w[MORE.at_sides] + bet * w[MORE.ends] + side]
    if s[row + THIRD_END] >= 0:
        net += w[w[MORE.at_third] + bet * w[MORE.thirds] + s[row + THIRD_END]]
    if s[row + PRIZE] >= 0:
        net += w[w[MORE.at_prizes] + bet * w[MORE.prizes] + s[row + PRIZE]]
    if w[w[MORE.at_on_dealer] + bet]:
        end = np.int64(t[w[_GROUPS] + side]) * w[_MANY_ENDS] + dealt
        net += w[w[MORE.at_dealers] + bet * w[MORE.dealers] + end]
    return net


@rare
def dealers_end(
    t: Tables16, w: Ints, shoes: Bytes, up: Int, hole: Int, first: Int, further: Int
) -> Int:
    """How the dealer's hand ends for side bets; its further cards begin at ``first``."""
    follows = w[_FOLLOWS]
    state = np.int64(t[follows + up])
    if hole >= 0:
        state = np.int64(t[follows + state * 52 + hole])
    for at in range(first, first + further):
        state = np.int64(t[follows + state * 52 + shoes[at]])
    return np.int64(t[w[_ENDS] + state])


@rare
def _within(w: Ints, paid: Int, collected: Int, due: Int) -> Int:
    """The result of a wager within what the bank can pay or collect."""
    can_pay = w[_BANK] + w[_PAYS_PAID] * paid + w[_PAYS_COLLECTED] * collected
    if can_pay == 0 and w[_RETURNS] and (due > 0 or w[_BLOCKS_LOSSES]):
        return 0
    if due > 0:
        return min(due, can_pay)
    can_collect = w[_BANK] + w[_COLLECTS_PAID] * paid + w[_COLLECTS_COLLECTED] * collected
    return -min(-due, can_collect)


@rare
def _dues(
    t: Tables16,
    w: Ints,
    s: Shorts,
    row: Int,
    outcome: Int,
    blackjack: bool,
    dealt: Int,
    room: Ints,
    at: Int,
) -> Int:
    """List every wager of a box in the order of settlement; returns the place behind them."""
    bet, status = w[w[MORE.at_bets] + s[row + BET]], s[row + STATUS]
    taken = w[MORE.at_to_blackjack] + _code(t, s, row) * w[MORE.hands] * 2
    for h in range(np.int64(s[row + MADE])):
        doubled = np.int64(s[row + CARD + h] >= DOUBLED)
        if status != OPEN:
            room[at], room[at + 1] = main_net(t, w, s, row, outcome, blackjack), 0
        elif blackjack:
            room[at], room[at + 1] = w[taken + 2 * h], w[taken + 2 * h + 1]
        else:
            won = w[MORE.at_won] + outcome + np.int64(s[row + STATE + h]) * w[_OUTCOMES]
            room[at], room[at + 1] = w[won], w[won] * doubled
        room[at] *= bet
        room[at + 1] *= bet
        at += 2
    if s[row + INSURED]:
        room[at] = bet * (w[AT.insurance_wins] if blackjack else w[AT.insurance_loses])
        at += 1
    for late in range(2):
        for side in range(w[MORE.sides]):
            if s[row + SIDES] >> side & 1 and w[w[MORE.at_on_dealer] + side] == late:
                room[at] = side_net(t, w, s, row, side, dealt)
                at += 1
    return at


@rare
def settle_with_bank(
    t: Tables16,
    w: Ints,
    s: Shorts,
    parked: Shorts,
    i: Int,
    outcome: Int,
    blackjack: bool,
    dealt: Int,
    room: Ints,
) -> Int:
    """What all boxes win together, wager by wager within the bank."""
    boxes = w[MORE.boxes]
    many = 0
    for place in range(boxes):
        b = w[w[MORE.at_order] + boxes * MOST_BOXES + place]
        if boxes > 1:
            fetch(s, parked, w, i, b)
        many = _dues(t, w, s, i * SHORTS, outcome, blackjack, dealt, room, many)
    paid, collected = 0, 0
    for turn in range(1 + np.int64(w[_LOSERS_FIRST] != 0)):
        for k in range(many):
            due = room[k]
            if w[_LOSERS_FIRST] and (due < 0) != (turn == 0):
                continue
            net = _within(w, paid, collected, due)
            paid += max(net, 0)
            collected += max(-net, 0)
    return paid - collected
