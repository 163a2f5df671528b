"""The full kernel's settlement: the result of every wager, within the bank, and their sums."""

from __future__ import annotations

import numpy as np

from .jit import hot, rare
from .layout import (
    AT,
    BET,
    BOX,
    BOX_ROW,
    BOXES,
    DOUBLED,
    EARLY,
    EARLY_NET,
    FACTS,
    HAND,
    HAND_ROW,
    HANDS,
    HANDS_OF_BOX,
    INSURANCE,
    INSURED,
    IS_OVER,
    MAIN_NET,
    MONEY,
    NATURAL,
    NET,
    NET_OF_DOUBLE,
    OPEN,
    OWN,
    PRIZE_DRAWN,
    RAN_OUT,
    RECORD_BET,
    RECORD_CLASS,
    RECORD_DEALERS,
    RECORD_HAND,
    RECORD_HANDS,
    RECORD_INSURANCE,
    RECORD_PRIZE,
    RECORD_SIDES,
    RECORD_THIRD,
    RECORD_TRUE,
    RECORD_VOID,
    SEAT,
    SEAT_ROW,
    SEATS,
    SIDE,
    SIDES_NET,
    STATE,
    STATUS,
    THIRD_END,
    Int,
    Ints,
    Shorts,
    U,
)

_OUTCOMES, _PER, _LOWEST = AT.outcomes, AT.per, AT.lowest
_NATURAL_WINS, _NATURAL_TIES = AT.natural_wins, AT.natural_ties
_SURRENDERED, _TO_BLACKJACK = AT.surrendered, AT.surrendered_to_blackjack
_INSURANCE_WINS, _INSURANCE_LOSES = AT.insurance_wins, AT.insurance_loses
_BANK, _RETURNS, _BLOCKS_LOSSES = AT.bank, AT.bank_returns, AT.bank_blocks_losses
_PAYS_PAID, _PAYS_COLLECTED = AT.bank_pays_paid, AT.bank_pays_collected
_COLLECTS_PAID, _COLLECTS_COLLECTED = AT.bank_collects_paid, AT.bank_collects_collected
_LOSERS_FIRST, _ON_DEALER = AT.losers_first, AT.on_dealer
_GROUPS, _MANY_ENDS = AT.groups, AT.many_ends


@rare
def _against_blackjack(t: Shorts, w: Ints, to_blackjack: Ints, b: Int) -> Int:
    """What a dealer blackjack leaves of a box that holds none itself."""
    first, many = HAND + b * HANDS_OF_BOX, w[BOX + b * BOX_ROW + HANDS]
    code = 1
    for h in range(many - 1, -1, -1):
        hand = first + h * HAND_ROW
        over = np.int64((t[FACTS + w[hand + STATE]] & IS_OVER) != 0)
        code = 4 * code + over + 2 * w[hand + DOUBLED]
    net = 0
    for h in range(many):
        hand = first + h * HAND_ROW
        w[hand + NET] = to_blackjack[code, h, 0]
        w[hand + NET_OF_DOUBLE] = to_blackjack[code, h, 1]
        net += w[hand + NET] + w[hand + NET_OF_DOUBLE]
    return net


@hot
def settle_box(
    t: Shorts, w: Ints, won: Ints, to_blackjack: Ints, b: Int, outcome: Int, blackjack: bool
) -> Int:
    """What a box wins with a wager of one, insurance and side bets apart."""
    box, first = BOX + b * BOX_ROW, HAND + b * HANDS_OF_BOX
    net = 0
    if w[U(box + STATUS)] != OPEN:
        net = _settle_specially(w, b, blackjack)
    elif blackjack:
        net = _against_blackjack(t, w, to_blackjack, b)
    else:
        for hand in range(first, first + w[U(box + HANDS)] * HAND_ROW, HAND_ROW):
            amount = won[U(w[U(hand + STATE)] * w[_OUTCOMES] + outcome)]
            of_double = amount * w[U(hand + DOUBLED)]
            w[U(hand + NET)] = amount
            w[U(hand + NET_OF_DOUBLE)] = of_double
            net += amount + of_double
    return net


@rare
def _settle_specially(w: Ints, b: Int, blackjack: bool) -> Int:
    """A box whose hand is not compared."""
    box, first = BOX + b * BOX_ROW, HAND + b * HANDS_OF_BOX
    if w[box + STATUS] == EARLY:
        net = w[box + EARLY_NET]
    elif w[box + STATUS] == NATURAL:
        net = w[_NATURAL_TIES] if blackjack else w[_NATURAL_WINS]
    else:
        net = w[_TO_BLACKJACK] if blackjack else w[_SURRENDERED]
    w[first + NET] = net
    w[first + NET_OF_DOUBLE] = 0
    return net


@rare
def _within(w: Ints, paid: Int, collected: Int, due: Int) -> Int:
    """What a wager comes to that would win or lose so much, as far as the bank reaches."""
    can_pay = w[_BANK] + w[_PAYS_PAID] * paid + w[_PAYS_COLLECTED] * collected
    if can_pay == 0 and w[_RETURNS] and (due > 0 or w[_BLOCKS_LOSSES]):
        return 0
    if due > 0:
        return min(due, can_pay)
    can_collect = w[_BANK] + w[_COLLECTS_PAID] * paid + w[_COLLECTS_COLLECTED] * collected
    return -min(-due, can_collect)


@rare
def _with_dealer(t: Shorts, w: Ints, box: Int, dealers: Int) -> Int:
    """How bets on the dealer's hand end for a box, whose own two cards may count as well."""
    return np.int64(t[w[_GROUPS] + w[box + SIDE]]) * w[_MANY_ENDS] + dealers


@rare
def _waits(w: Ints, turn: Int, due: Int) -> bool:
    """Whether a wager is not of this turn: where losers are taken first, they have the first."""
    return bool(w[_LOSERS_FIRST] != 0 and (due < 0) != (turn == 0))


@rare
def _settle_with_bank(
    t: Shorts,
    w: Ints,
    bank_order: Ints,
    two_cards_won: Ints,
    dealers_won: Ints,
    bucket: Int,
    dealers: Int,
) -> None:
    """Every wager in the order of settlement, as far as the bank reaches.

    Losers come first where the book says so; the nets of wagers become money.
    """
    many = w[BOXES]
    paid, collected = 0, 0
    for turn in range(1 + np.int64(w[_LOSERS_FIRST] != 0)):
        for place in range(many):
            b = bank_order[many, place]
            box, first = BOX + b * BOX_ROW, HAND + b * HANDS_OF_BOX
            for hand in range(first, first + w[box + HANDS] * HAND_ROW, HAND_ROW):
                for wager in (NET, NET_OF_DOUBLE):
                    due = w[box + BET] * w[hand + wager]
                    if _waits(w, turn, due):
                        continue
                    net = _within(w, paid, collected, due)
                    w[hand + wager] = net
                    paid += max(net, 0)
                    collected += max(-net, 0)
            due = w[box + BET] * w[box + INSURANCE]
            if not _waits(w, turn, due):
                net = _within(w, paid, collected, due)
                w[box + INSURANCE] = net
                paid += max(net, 0)
                collected += max(-net, 0)
            if turn == 0:
                w[box + SIDES_NET] = 0
            if w[box + SIDE] < 0:
                continue
            due = two_cards_won[bucket, w[box + SIDE]]
            if not _waits(w, turn, due):
                net = _within(w, paid, collected, due)
                paid += max(net, 0)
                collected += max(-net, 0)
                w[box + SIDES_NET] += net
            due = dealers_won[bucket, _with_dealer(t, w, box, dealers)] if w[_ON_DEALER] else 0
            if w[_ON_DEALER] and not _waits(w, turn, due):
                net = _within(w, paid, collected, due)
                paid += max(net, 0)
                collected += max(-net, 0)
                w[box + SIDES_NET] += net
    for b in range(many):
        box, first = BOX + b * BOX_ROW, HAND + b * HANDS_OF_BOX
        main = 0
        for hand in range(first, first + w[box + HANDS] * HAND_ROW, HAND_ROW):
            main += w[hand + NET] + w[hand + NET_OF_DOUBLE]
        # A wager that is covered in part is told in whole units of one wager.
        w[box + MAIN_NET] = main // w[box + BET]
        w[box + MONEY] = main + w[box + INSURANCE] + w[box + SIDES_NET]


@hot
def settle(
    t: Shorts,
    w: Ints,
    won: Ints,
    to_blackjack: Ints,
    two_cards_won: Ints,
    third_won: Ints,
    prizes_won: Ints,
    dealers_won: Ints,
    bank_order: Ints,
    bucket: Int,
    outcome: Int,
    blackjack: bool,
    dealers: Int,
) -> None:
    """What every box wins, in units."""
    for b in range(w[BOXES]):
        box = BOX + b * BOX_ROW
        net = settle_box(t, w, won, to_blackjack, b, outcome, blackjack)
        insurance = 0
        if w[U(box + INSURED)]:
            insurance = w[_INSURANCE_WINS] if blackjack else w[_INSURANCE_LOSES]
        sides = 0
        if w[U(box + SIDE)] >= 0:
            sides = two_cards_won[U(bucket), U(w[U(box + SIDE)])]
            if w[_ON_DEALER]:
                sides += dealers_won[U(bucket), U(_with_dealer(t, w, box, dealers))]
            if w[U(box + THIRD_END)] >= 0:
                sides += third_won[U(bucket), U(w[U(box + THIRD_END)])]
            if w[U(box + PRIZE_DRAWN)] >= 0:
                sides += prizes_won[U(bucket), U(w[U(box + PRIZE_DRAWN)])]
        w[U(box + INSURANCE)] = insurance
        w[U(box + MAIN_NET)] = net
        w[U(box + SIDES_NET)] = sides
        w[U(box + MONEY)] = w[U(box + BET)] * (net + insurance) + sides
    if w[_BANK]:
        _settle_with_bank(t, w, bank_order, two_cards_won, dealers_won, bucket, dealers)
    if w[RAN_OUT] == 2:
        for b in range(w[BOXES]):
            w[U(BOX + b * BOX_ROW + MONEY)] = 0
            w[U(BOX + b * BOX_ROW + MAIN_NET)] = 0


@hot
def add_box(by_seat: Ints, seat: Int, bet: Int, net: Int) -> None:
    """Add a box to the sums of its seat."""
    by_seat[U(seat), 0] += 1
    by_seat[U(seat), 1] += bet
    by_seat[U(seat), 2] += net
    by_seat[U(seat), 3] += net * net


@hot
def add_round(money: Ints, depth: Int, bucket: Int, staked: Int, total: Int) -> None:
    """Add what our own boxes came to together."""
    money[U(depth), U(bucket), 0] += np.int64(staked > 0)
    money[U(depth), U(bucket), 1] += staked
    money[U(depth), U(bucket), 2] += total
    money[U(depth), U(bucket), 3] += total * total


@hot
def add_up(
    t: Shorts,
    w: Ints,
    bucket: Int,
    depth: Int,
    blackjack: bool,
    dealers: Int,
    played: Ints,
    results: Ints,
    money: Ints,
    by_seat: Ints,
    insured: Ints,
    two_cards: Ints,
    third_cards: Ints,
    prizes: Ints,
    dealers_hands: Ints,
) -> None:
    """Add the round to the sums."""
    total = 0
    staked = 0
    for b in range(w[BOXES]):
        box = BOX + b * BOX_ROW
        seat, net, bet = w[U(box + SEAT)], w[U(box + MONEY)], w[U(box + BET)]
        add_box(by_seat, seat, bet, net)
        if not w[U(SEATS + seat * SEAT_ROW + OWN)]:
            continue
        total += net
        staked += bet
        results[U(bucket), U(w[U(box + MAIN_NET)] + w[_LOWEST])] += 1
        played[2] += w[U(box + HANDS)]
        if w[U(box + INSURED)]:
            insured[U(bucket), U(blackjack)] += 1
        if w[U(box + SIDE)] >= 0:
            two_cards[U(bucket), U(w[U(box + SIDE)])] += 1
            if w[_ON_DEALER]:
                dealers_hands[U(bucket), U(_with_dealer(t, w, box, dealers))] += 1
            if w[U(box + THIRD_END)] >= 0:
                third_cards[U(bucket), U(w[U(box + THIRD_END)])] += 1
            if w[U(box + PRIZE_DRAWN)] >= 0:
                prizes[U(w[U(box + PRIZE_DRAWN)])] += 1
    add_round(money, depth, bucket, staked, total)
    if w[RAN_OUT] == 2:
        played[1] += 1


@rare
def write_down(t: Shorts, w: Ints, record: Ints, true: Int, dealers: Int) -> None:
    """The round, wager by wager: a row for each seat, in units."""
    for b in range(w[BOXES]):
        box, first = BOX + b * BOX_ROW, HAND + b * HANDS_OF_BOX
        row = record[w[box + SEAT]]
        times = 1 if w[_BANK] else w[box + BET]
        row[RECORD_BET] = w[box + BET]
        row[RECORD_HANDS] = w[box + HANDS]
        row[RECORD_VOID] = w[RAN_OUT] == 2
        row[RECORD_CLASS] = w[box + SIDE]
        row[RECORD_THIRD] = w[box + THIRD_END]
        row[RECORD_PRIZE] = w[box + PRIZE_DRAWN]
        if w[box + SIDE] >= 0 and w[_ON_DEALER]:
            row[RECORD_DEALERS] = _with_dealer(t, w, box, dealers)
        row[RECORD_TRUE] = true
        row[RECORD_INSURANCE] = times * w[box + INSURANCE]
        row[RECORD_SIDES] = w[box + SIDES_NET]
        for h in range(w[box + HANDS]):
            hand = first + h * HAND_ROW
            row[RECORD_HAND + 2 * h] = times * w[hand + NET]
            row[RECORD_HAND + 2 * h + 1] = times * w[hand + NET_OF_DOUBLE]
