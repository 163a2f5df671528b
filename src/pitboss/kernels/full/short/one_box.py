"""The full kernel's shortcut for one box: ordinary rounds from one table.

The table is that of :mod:`pitboss.kernels.fast.automaton`: an entry gives the next row or how the
round ended. First some rounds are played, card by card and without a branch, while the shoe is put
in order just ahead of them. Then each is counted by its result, and the counts are summed only at
the end of a run.

If a round needs more (a split, insurance, a side bet that waits for more cards, a hand that the
count decides, a shoe near its end), it is not counted, and the full path plays the same round from
its first card. So a run must give the same tallies without this shortcut.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.compiled.errors import CannotPrice
from pitboss.compiled.game import CompiledGame as PricedGame
from pitboss.compiled.hand_states import HandWalk, Units, dealer_walk
from pitboss.compiled.payoffs import dues
from pitboss.kernels.fast.automaton import ROW_BITS, SPLIT_BIT, Automaton, automaton
from pitboss.kernels.fast.automaton import FastTables as Rounds
from pitboss.kernels.full.memory import Memory, Sums
from pitboss.kernels.rng import LOW, following
from pitboss.players.decisions import PermittedDecisions
from pitboss.players.deviations import LADDER

from ..count import true_count
from ..game import (
    CODE_CLASS,
    CODE_TAG,
    TWO_CLASS,
    TWO_CLASSES,
    WINDOW,
    GameRecord,
    Int,
    Ints,
    Longs,
    OneTable,
    Tables,
    U,
    Words,
)
from ..hands import class_of, two_cards, with_up_card
from ..jit import merged, rare
from ..shoe import exchange, place_two

# An entry: ten times the row that follows, then the number of an end, then two flags.
_LEAVES_BIT: Final = SPLIT_BIT - 1
_ENDS_BIT: Final = SPLIT_BIT
_ROW: Final = np.uint64((1 << ROW_BITS) - 1)
_LEAVES: Final = np.uint64(1 << _LEAVES_BIT)
_ENDS: Final = np.uint64(_ENDS_BIT)
_NUMBERS: Final = np.uint64((1 << (_LEAVES_BIT - ROW_BITS)) - 1)
_ROW_BITS: Final = np.uint64(ROW_BITS)
_CLASS: Final = np.int64(CODE_CLASS)
_1, _2, _32 = np.uint64(1), np.uint64(2), np.uint64(32)

MOST_KINDS: Final = 512
"""The most ends and classes of two cards; with more, summing would take too long."""
_AT_A_TIME: Final = 256
"""Cards played before the rounds are counted; whatever follows an insurance is discarded."""


def plain_rounds(
    game: PricedGame,
    walk: HandWalk,
    decisions: PermittedDecisions,
    acts: NDArray[np.uint8],
    unit: Units,
    sides: int,
) -> OneTable:
    """The table of one strategy and what its ends win, both empty if there can be none.

    ``acts`` is the strategy with what the count decides, ``sides`` the number of classes that two
    cards have for all side bets.
    """
    due, dealer = dues(game.rules, walk, game.outcomes), dealer_walk(game.rules, game.outcomes)
    leaves = acts.reshape(decisions.acts.shape) >= LADDER
    even = np.zeros(10, bool)  # taken only with insurance, which needs the full path
    try:
        table = automaton(Rounds(game.rules, walk, dealer, due, decisions, even, leaves, True))
    except CannotPrice:
        return no_plain_rounds()
    won = [unit.per * end.net for end in table.ends]
    if len(table.ends) * sides > MOST_KINDS or any(net % due.per for net in won):
        return no_plain_rounds()
    return OneTable(_flagged(table), np.array([net // due.per for net in won], np.int64))


def no_plain_rounds() -> OneTable:
    """No table: every round takes the full path."""
    return OneTable(np.zeros(0, np.uint32), np.zeros(0, np.int64))


def _flagged(rounds: Automaton) -> Words:
    entries = rounds.table.astype(np.int64)
    leaves = entries >> SPLIT_BIT != 0
    ends = entries >> ROW_BITS != 0
    entries = np.where(ends, entries | 1 << _ENDS_BIT, entries)
    return np.where(leaves, 1 << _LEAVES_BIT, entries).astype(np.uint32)


def is_plain(tables: Tables) -> bool:
    """Whether rounds may use this shortcut at all."""
    game, plan = tables.game, tables.game.seats[0]
    is_alone = tables.spread.shape[0] == 1 and plan.own and not game.joins_late
    is_simple = not game.bank.wager and not (game.sides.on_dealer and plan.sides)
    return bool(is_alone and is_simple and tables.one.rounds.shape[0] > 0)


@merged
def _walk(game: GameRecord, room: Memory, rounds: Words, walked: Longs, position: Int) -> Int:
    """Play rounds from this place on; returns how many ended.

    Each leaves its last entry, with the place behind its last card in the high half. The last,
    unfinished round is noted behind them, to show whether it left the table.
    """
    cards, counted, codes, generator = room.cards, room.counted, game.count.codes, room.generator
    at, ready = U(position), U(room.ready)
    entry, number = U(0), U(0)
    to = min(ready, at + U(_AT_A_TIME))
    while at < to and entry & _LEAVES == 0:
        code = codes[U(cards[at])]
        at += _1
        entry = U(rounds[(entry & _ROW) + U(code & _CLASS)])
        walked[number] = entry | at << _32
        number += entry >> _ENDS
    if at < ready or entry & _LEAVES:
        walked[number] = entry
        return np.int64(number)
    # From here on cards are put in order while rounds are played: the loop mostly waits for the
    # table, so the two overlap.
    a, b, c, d = generator[0], generator[1], generator[2], generator[3]
    many, running = U(room.total) - at, counted[at]
    to = min(U(room.planned), at + U(_AT_A_TIME))
    one, other = U(0), U(0)
    is_fair = True
    while at + _1 < to and entry & _LEAVES == 0:
        word, a, b, c, d = following(a, b, c, d)
        one, other = (word >> _32) * many, (word & LOW) * (many - _1)
        if (one & LOW < many) | (other & LOW < many):
            is_fair = False
            break
        code = codes[U(exchange(cards, at, at + (one >> _32)))]
        at += _1
        running += code >> CODE_TAG
        counted[at] = running
        first = U(rounds[(entry & _ROW) + U(code & _CLASS)])
        noted = first | at << _32
        code = codes[U(exchange(cards, at, at + (other >> _32)))]
        at += _1
        running += code >> CODE_TAG
        counted[at] = running
        entry = U(rounds[(first & _ROW) + U(code & _CLASS)])
        walked[number] = noted
        number += first >> _ENDS
        walked[number] = entry | at << _32
        number += entry >> _ENDS
        # A round that has left the table continues from its first row, so that must be remembered.
        entry |= first & _LEAVES
        many -= _2
    generator[0], generator[1], generator[2], generator[3] = a, b, c, d
    if not is_fair:
        place_two(game, room, at, one, other, many)
        at += _2
    room.ready = np.int64(at)
    walked[number] = entry
    return np.int64(number)


@merged
def play_plainly(
    tables: Tables, room: Memory, walked: Longs, ended: Ints, all_bet: Int, position: Int
) -> tuple[Int, Int]:
    """Play rounds until one needs the full path; returns its place, and how many came before.

    Only the kind of each round is counted, see :func:`add_plain_rounds`.
    """
    game, rounds, deal_ends = tables.game, tables.one.rounds, tables.sides.deal_ends
    cards, counted = room.cards, room.counted
    buckets, sides = tables.spread.shape[1], tables.sides_won.two_cards.shape[1]
    ends, middle = tables.one.won.shape[0], buckets // 2
    size, hole, last = game.shoe_size, game.has_hole, game.shoe_size - room.begins_above
    has_sides, insures_at = game.seats[U(0)].sides, game.seats[U(0)].insures_at
    before = room.running
    looks_up = has_sides * game.sides.ups
    number = 0
    goes_on = True
    while goes_on and position < last:
        many = _walk(game, room, rounds, walked, position)
        k = 0
        while k < many and position < last:
            true = true_count(game, before + counted[U(position)], size - position)
            bucket = min(max(true + middle, 0), buckets - 1)
            third = position + 3
            both = two_cards(game, np.int64(cards[U(position)]), np.int64(cards[U(third - 1)]))
            side = (both >> TWO_CLASS) * has_sides  # and above it what the side bets wait for
            if side > TWO_CLASSES or all_bet >> bucket & 1 == 0:
                break
            first = np.int64(cards[U(position + 1)])
            if looks_up:
                side = with_up_card(game, deal_ends, side, first)
            if game.up_card[U(class_of(game, first))] & WINDOW:
                now = true_count(game, before + counted[U(third)], size - third - hole)
                if now >= insures_at:
                    break
            place = np.int64(game.depths[U(position)]) * buckets + bucket
            end = walked[U(k)]
            ended[U((place * sides + side) * ends) + (end >> _ROW_BITS & _NUMBERS)] += 1
            position = np.int64(end >> _32)
            k += 1
        number += k
        goes_on = many > 0 and k == many and walked[U(many)] & _LEAVES == 0
    return position, number


@rare
def add_plain_rounds(tables: Tables, sums: Sums, ended: Ints) -> None:
    """Add up the rounds that were only counted, by depth, bucket, side bets and end."""
    spread, won_by_sides = tables.spread, tables.sides_won.two_cards
    buckets, sides, ends = spread.shape[1], won_by_sides.shape[1], tables.one.won.shape[0]
    for kind in range(ended.shape[0]):
        number = ended[kind]
        if number == 0:
            continue
        side, place = kind // ends % sides, kind // ends // sides
        depth, bucket = place // buckets, place % buckets
        bet, net = spread[0, bucket], tables.one.won[kind % ends]
        total = bet * net
        if tables.game.seats[0].sides:
            total += won_by_sides[bucket, side]
            sums.two_cards[bucket, side] += number
        sums.observed[bucket] += number
        sums.results[bucket, net + tables.game.lowest] += number
        sums.played[2] += number
        for column, each in enumerate((1, bet, total, total * total)):
            sums.money[depth, bucket, column] += number * each
            sums.seats[0, column] += number * each
