"""The full kernel: shoe after shoe, every box and every wager, from tables alone.

A shoe is shuffled as far as it will be dealt and then dealt in order, so that the same code plays
given shoes and random ones. It contains no rules.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.kernels.full.memory import NATURAL, OPEN, SURRENDERED, Memory, Sums
from pitboss.kernels.full.short.shortcuts import ShortcutNotes, Ways, play_short

from .count import bets, carry_bets, seen, true_count
from .game import BLACKJACK, LOOKS, OUTCOME, WINDOW, GameRecord, Int, Ints, SideTables, Tables, U
from .hands import class_of, dealers_after
from .jit import entry, rare
from .play import (
    at_stake,
    blackjacks_turn,
    deal,
    hangs_on_blackjack,
    play_box,
    play_dealer,
    take_third_card,
    window,
)
from .settlement import add_up, settle, write_down
from .shoe import count_on, go_on_with_discards, put_in_order
from .short.one_box import add_plain_rounds

_A_LAST_ROUND = 12
"""Extra cards that the round in which the cut card comes out may take."""


@rare
def _drawn_for(game: GameRecord, room: Memory, sides: SideTables, bucket: Int, up: Int) -> Int:
    """What the dealer draws for side bets on the dealer's hand, as a stake."""
    stake: Int = 0
    for b in range(room.many):
        side = room.boxes[b].side
        if side >= 0:
            group = bucket * game.sides.groups + np.int64(sides.groups[side])
            stake |= np.int64(sides.draws[group * 52 + up])
    return stake


@rare
def _dealers_end(
    room: Memory, sides: SideTables, up: Int, hole: Int, position: Int, drawn: Int
) -> Int:
    """How the dealer's hand ends for side bets; its further cards are the last that were dealt."""
    state = np.int64(sides.follows[up])
    further = drawn - 1
    if hole >= 0:
        state = np.int64(sides.follows[state * 52 + room.cards[hole]])
        further = drawn - 2
    for at in range(position - further, position):
        state = np.int64(sides.follows[state * 52 + room.cards[at]])
    return np.int64(sides.ends[state])


@entry
def play_shoes(
    tables: Tables,
    room: Memory,
    sums: Sums,
    noted: ShortcutNotes,
    ways: Ways,
    shoes: Int,
    record: Any,
) -> Int:
    """Play a number of shoes; as many rounds as the record holds are recorded, wager by wager."""
    game, acts, sides, spread = tables.game, tables.acts, tables.sides, tables.spread
    cards, buckets = room.cards, spread.shape[1]
    middle = buckets // 2
    size = game.shoe_size
    has_hole = game.has_hole != 0
    written = 0
    for _ in range(shoes):
        position = _new_shoe(game, room, ways.as_dealt)
        number = 0
        while size - position > room.begins_above and room.ran_out == 0:
            if (ways.alone or ways.together) and not room.carried:
                position, many, is_over = play_short(tables, room, sums, noted, ways, position)
                number += many
                if is_over:
                    continue
            began = position
            if room.carried:
                true, many = room.carried_true, room.many
                bucket = min(max(true + middle, 0), buckets - 1)
                room.carried = 0
            else:
                running = room.running + room.counted[U(position)]
                true = true_count(game, running, size - position)
                bucket = min(max(true + middle, 0), buckets - 1)
                many = bets(game, room, spread, true, bucket, number)
            sums.observed[U(bucket)] += 1
            if many == 0:
                break  # no player is left at the table, so the shoe ends here
            position = deal(game, room, sides, position, many)
            first = np.int64(cards[U(began + many)])
            up = class_of(game, first)
            flags = np.int64(game.up_card[U(up)])
            hole = position - 1 if has_hole else -1
            stake = 0
            if flags & WINDOW:
                stake = window(game, room, acts, up, seen(game, room, position, hole))
            dealers, drawn = np.int64(game.dealer.single[U(up)]), 1
            any_found = False
            if has_hole:
                dealers = dealers_after(game, dealers, np.int64(cards[U(hole)]))
                drawn = 2
                if flags & LOOKS:
                    any_found = game.dealer.facts[U(dealers)] & BLACKJACK != 0
                    if game.settles_at_look:
                        stake = 0
            if not any_found:
                if game.sides.on_dealer:
                    stake |= _drawn_for(game, room, sides, bucket, first)
                for b in range(many):
                    box = room.boxes[U(b)]
                    if box.status == OPEN:
                        turn = position
                        position = play_box(game, room, acts, position, hole, up, b)
                        take_third_card(game, room, sides.third, box, turn, position)
                        if box.status == OPEN:
                            stake |= at_stake(game, box)
                    elif box.status == NATURAL:
                        stake |= blackjacks_turn(game, box, flags)
                    if box.status == SURRENDERED:
                        stake |= hangs_on_blackjack(game)
                position, dealers, drawn = play_dealer(
                    game, room, position, up, dealers, drawn, stake
                )
            ends = np.int64(game.dealer.facts[U(dealers)])
            blackjack = ends & BLACKJACK != 0
            outcome = -1 if blackjack else max((ends & OUTCOME) - 1, 0)
            dealt: Int = 0
            if game.sides.on_dealer:
                dealt = _dealers_end(room, sides, first, hole, position, drawn)
            settle(game, room, tables.pays, sides.groups, tables.sides_won, bucket, outcome, dealt)
            depth = game.depths[U(began)]
            add_up(game, room, sides.groups, sums, bucket, depth, blackjack, dealt)
            if written < len(record):
                write_down(game, room, sides.groups, record[written], true, dealt)
                written += 1
            number += 1
            if room.ran_out == 1 and game.serves_on:
                position = go_on_with_discards(game, room, position)
        if game.shuffles_at_once and size - position == room.begins_above:
            # The bets are made before it is known that the cut card comes out first.
            running = room.running + room.counted[position]
            _carry_on(game, room, spread, running, size - position, number)
        sums.rounds[0] += number
        sums.played[0] += 1
    add_plain_rounds(tables, sums, noted.ended)
    return written


@rare
def _new_shoe(game: GameRecord, room: Memory, as_dealt: bool) -> Int:
    """Shuffle all cards as far as they will be dealt; returns the place of the first.

    If cards are ordered only as they are dealt, the order is the same: the rest of the last shoe is
    shuffled first.
    """
    size, burned = game.shoe_size, game.burned
    put_in_order(game, room, room.planned)
    room.begins_above = game.begins_above[size]
    room.unseen = burned
    room.total = size
    room.ran_out = 0
    if room.scripted:
        count_on(game, room, 0, size)
        room.ready = size
        room.planned = size
    else:
        room.ready = 0
        room.planned = min(size, size - max(room.begins_above, 0) + _A_LAST_ROUND)
        put_in_order(game, room, burned if as_dealt else room.planned)
    room.running = game.count.start - room.counted[burned]
    return burned


@rare
def _carry_on(
    game: GameRecord, room: Memory, spread: Ints, running: Int, left: Int, number: Int
) -> None:
    """Make the bets of a round that begins with a shuffle."""
    buckets = spread.shape[1]
    true = true_count(game, running, left)
    bucket = min(max(true + buckets // 2, 0), buckets - 1)
    if bets(game, room, spread, true, bucket, number) > 0:
        carry_bets(room, spread.shape[0], true)
