"""The full kernel's settlement: the result of every wager, within the bank, and their sums."""

from __future__ import annotations

import numpy as np

from pitboss.kernels.full.memory import EARLY, NATURAL, OPEN, BoxRecord, Memory, SeatResult, Sums

from .game import IS_OVER, GameRecord, Int, Ints, Payments, Shorts, SidesWon, U
from .jit import hot, merged, rare


@rare
def _against_blackjack(game: GameRecord, box: BoxRecord, to_blackjack: Ints) -> Int:
    """What a dealer blackjack leaves of a box without one."""
    code = 1
    for h in range(box.many - 1, -1, -1):
        hand = box.hands[h]
        over = np.int64((game.facts[hand.state] & IS_OVER) != 0)
        code = 4 * code + over + 2 * hand.doubled
    net = 0
    for h in range(box.many):
        hand = box.hands[h]
        hand.net = to_blackjack[code, h, 0]
        hand.net_of_double = to_blackjack[code, h, 1]
        net += hand.net + hand.net_of_double
    return net


@merged
def settle_box(
    game: GameRecord, box: BoxRecord, pays: Payments, outcome: Int, blackjack: bool
) -> Int:
    """What a box wins per unit, without insurance and side bets."""
    net = 0
    if box.status != OPEN:
        net = _settle_specially(game, box, blackjack)
    elif blackjack:
        net = _against_blackjack(game, box, pays.to_blackjack)
    else:
        for h in range(box.many):
            hand = box.hands[U(h)]
            amount = pays.won[U(hand.state * game.outcomes + outcome)]
            of_double = amount * hand.doubled
            hand.net = amount
            hand.net_of_double = of_double
            net += amount + of_double
    return net


@rare
def _settle_specially(game: GameRecord, box: BoxRecord, blackjack: bool) -> Int:
    """Settle a box whose hand is not compared."""
    if box.status == EARLY:
        net = box.early_net
    elif box.status == NATURAL:
        net = game.natural_ties if blackjack else game.natural_wins
    else:
        net = game.surrendered_to_blackjack if blackjack else game.surrendered
    box.hands[0].net = net
    box.hands[0].net_of_double = 0
    return net


@rare
def within(game: GameRecord, paid: Int, collected: Int, due: Int) -> Int:
    """The result of a wager within what the bank can pay or collect."""
    bank = game.bank
    can_pay = bank.wager + bank.pays_paid * paid + bank.pays_collected * collected
    if can_pay == 0 and bank.returns and (due > 0 or bank.blocks_losses):
        return 0
    if due > 0:
        return min(due, can_pay)
    can_collect = bank.wager + bank.collects_paid * paid + bank.collects_collected * collected
    return -min(-due, can_collect)


@rare
def with_dealer(game: GameRecord, groups: Shorts, side: Int, dealers: Int) -> Int:
    """How bets on the dealer's hand end for a box, whose own two cards may count too."""
    return np.int64(groups[side]) * game.sides.ends + dealers


@rare
def waits(game: GameRecord, turn: Int, due: Int) -> bool:
    """Whether a wager is settled in the other pass: losers may be collected first."""
    return bool(game.bank.losers_first != 0 and (due < 0) != (turn == 0))


@rare
def _settle_with_bank(
    game: GameRecord, room: Memory, groups: Shorts, sides_won: SidesWon, bucket: Int, dealers: Int
) -> None:
    """Settle every wager in order, within the bank.

    Losers come first if the book says so; the net results become money.
    """
    paid, collected = np.int64(0), np.int64(0)
    for turn in range(1 + np.int64(game.bank.losers_first != 0)):
        for place in range(room.many):
            box = room.boxes[game.bank.order[room.many, place]]
            for wager in range(2 * box.many):
                hand, is_double = box.hands[wager // 2], wager % 2 == 1
                due = box.bet * (hand.net_of_double if is_double else hand.net)
                if waits(game, turn, due):
                    continue
                net = within(game, paid, collected, due)
                if is_double:
                    hand.net_of_double = net
                else:
                    hand.net = net
                paid += max(net, 0)
                collected += max(-net, 0)
            due = box.bet * box.insurance
            if not waits(game, turn, due):
                net = within(game, paid, collected, due)
                box.insurance = net
                paid += max(net, 0)
                collected += max(-net, 0)
            if turn == 0:
                box.sides_net = 0
            if box.side < 0:
                continue
            due = sides_won.two_cards[bucket, box.side]
            if not waits(game, turn, due):
                net = within(game, paid, collected, due)
                paid += max(net, 0)
                collected += max(-net, 0)
                box.sides_net += net
            if not game.sides.on_dealer:
                continue
            due = sides_won.dealers[bucket, with_dealer(game, groups, box.side, dealers)]
            if not waits(game, turn, due):
                net = within(game, paid, collected, due)
                paid += max(net, 0)
                collected += max(-net, 0)
                box.sides_net += net
    for b in range(room.many):
        box = room.boxes[b]
        main = 0
        for h in range(box.many):
            main += box.hands[h].net + box.hands[h].net_of_double
        # A partly covered wager is reported in whole units of one wager.
        box.main_net = main // box.bet
        box.money = main + box.insurance + box.sides_net


@merged
def settle(
    game: GameRecord,
    room: Memory,
    pays: Payments,
    groups: Shorts,
    sides_won: SidesWon,
    bucket: Int,
    outcome: Int,
    dealers: Int,
) -> None:
    """Settle every box, in units; an outcome below zero means a blackjack."""
    blackjack = outcome < 0
    for b in range(room.many):
        box = room.boxes[U(b)]
        net = settle_box(game, box, pays, outcome, blackjack)
        insurance = 0
        if box.insured:
            insurance = game.insurance_wins if blackjack else game.insurance_loses
        sides = 0
        if box.side >= 0:
            sides = sides_won.two_cards[U(bucket), U(box.side)]
            if game.sides.on_dealer:
                end = with_dealer(game, groups, box.side, dealers)
                sides += sides_won.dealers[U(bucket), U(end)]
            if box.third_end >= 0:
                sides += sides_won.third_cards[U(bucket), U(box.third_end)]
            if box.prize >= 0:
                sides += sides_won.prizes[U(bucket), U(box.prize)]
        box.insurance = insurance
        box.main_net = net
        box.sides_net = sides
        box.money = box.bet * (net + insurance) + sides
    if game.bank.wager:
        _settle_with_bank(game, room, groups, sides_won, bucket, dealers)
    if room.ran_out == 2:
        for b in range(room.many):
            room.boxes[U(b)].money = 0
            room.boxes[U(b)].main_net = 0


@hot
def add_box(by_seat: Ints, seat: Int, bet: Int, net: Int) -> None:
    """Add a box to the sums of its seat."""
    by_seat[U(seat), 0] += 1
    by_seat[U(seat), 1] += bet
    by_seat[U(seat), 2] += net
    by_seat[U(seat), 3] += net * net


@hot
def add_round(money: Ints, depth: Int, bucket: Int, staked: Int, total: Int) -> None:
    """Add the combined result of our own boxes."""
    money[U(depth), U(bucket), 0] += np.int64(staked > 0)
    money[U(depth), U(bucket), 1] += staked
    money[U(depth), U(bucket), 2] += total
    money[U(depth), U(bucket), 3] += total * total


@merged
def add_up(
    game: GameRecord,
    room: Memory,
    groups: Shorts,
    sums: Sums,
    bucket: Int,
    depth: Int,
    blackjack: bool,
    dealers: Int,
) -> None:
    """Add the round to the sums."""
    total = 0
    staked = 0
    for b in range(room.many):
        box = room.boxes[U(b)]
        add_box(sums.seats, box.seat, box.bet, box.money)
        if not game.seats[U(box.seat)].own:
            continue
        total += box.money
        staked += box.bet
        sums.results[U(bucket), U(box.main_net + game.lowest)] += 1
        sums.played[2] += box.many
        if box.insured:
            sums.insured[U(bucket), U(blackjack)] += 1
        if box.side >= 0:
            sums.two_cards[U(bucket), U(box.side)] += 1
            if game.sides.on_dealer:
                end = with_dealer(game, groups, box.side, dealers)
                sums.buster[U(bucket), U(end)] += 1
            if box.third_end >= 0:
                sums.sevens[U(bucket), U(box.third_end)] += 1
            if box.prize >= 0:
                sums.prizes[U(box.prize)] += 1
    add_round(sums.money, depth, bucket, staked, total)
    if room.ran_out == 2:
        sums.played[1] += 1


@rare
def write_down(
    game: GameRecord, room: Memory, groups: Shorts, rows: list[SeatResult], true: Int, dealers: Int
) -> None:
    """Record the round, wager by wager: a row for each seat, in units."""
    for b in range(room.many):
        box = room.boxes[b]
        row = rows[box.seat]
        times = 1 if game.bank.wager else box.bet
        row.bet = box.bet
        row.hands = box.many
        row.void = room.ran_out == 2
        row.side = box.side
        row.third_end = box.third_end
        row.prize = box.prize
        if box.side >= 0 and game.sides.on_dealer:
            row.dealers = with_dealer(game, groups, box.side, dealers)
        row.true = true
        row.insurance = times * box.insurance
        row.sides = box.sides_net
        for h in range(box.many):
            row.nets[h, 0] = times * box.hands[h].net
            row.nets[h, 1] = times * box.hands[h].net_of_double
