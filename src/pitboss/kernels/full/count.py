"""The full kernel's count: the true count of the exposed cards, and the bets it decides."""

from __future__ import annotations

import numpy as np

from pitboss.kernels.full.memory import Memory
from pitboss.players.deviations import RUNGS

from .game import GameRecord, Int, Ints, U
from .jit import hot, merged, rare


@merged
def true_count(game: GameRecord, running: Int, left: Int) -> Int:
    """The true count of a running count with this many cards left in the shoe."""
    exact = np.float64(running) * game.count.factor[U(left)]
    if game.count.truncates and exact < 0.0:
        true = -np.int64(np.floor(game.count.shift - exact))
    else:
        true = np.int64(np.floor(exact + game.count.shift))
    return true


@rare
def seen(game: GameRecord, room: Memory, position: Int, hole: Int) -> Int:
    """The true count now, by every exposed card."""
    running = room.running + room.counted[U(position)]
    if hole >= 0:
        running -= game.count.tags[room.cards[hole]]
    return true_count(game, running, room.total - position)


@rare
def rung(game: GameRecord, ladder: Int, true: Int) -> Int:
    """The index of the rung that a true count reaches on its ladder."""
    place = ladder * RUNGS
    last = place + RUNGS - 1
    while place < last and true >= game.rungs[place + 1].at:
        place += 1
    return place


@hot
def bets(game: GameRecord, room: Memory, spread: Ints, true: Int, bucket: Int, number: Int) -> Int:
    """Decide every seat's bet on the next round; returns the number of boxes."""
    many = 0
    for seat in range(spread.shape[0]):
        bet = spread[U(seat), U(bucket)]
        if game.joins_late:
            bet = _looking_on(game, room, seat, true, bet, number)
        if bet > 0:
            box = room.boxes[U(many)]
            box.seat = seat
            box.bet = bet
            many += 1
    room.many = many
    return many


@rare
def _looking_on(game: GameRecord, room: Memory, seat: Int, true: Int, bet: Int, number: Int) -> Int:
    """The bet of a back-counting player, as far as the book allows."""
    plan, present = game.seats[seat], room.present[seat]
    if number == 0:
        present.inside, present.since, present.sat_out = 0, -1, 0
    if present.inside:
        present.inside = true >= plan.leaves_below
    else:
        present.inside = true >= plan.enters_at
    if not present.inside:
        bet = 0
    if number > 0 and present.since != 0:
        bet = min(bet, game.late_most)
    if present.sat_out:
        bet = min(bet, game.sat_out_most)
    if bet > 0 and present.since < 0:
        present.since = number
    if bet == 0 and present.since >= 0:
        present.sat_out = 1
    return bet


@rare
def carry_bets(room: Memory, seats: Int, true: Int) -> None:
    """Carry over bets made before a new shoe: their players count as present from its start."""
    room.carried, room.carried_true = 1, true
    for seat in range(seats):
        present = room.present[seat]
        present.inside, present.since, present.sat_out = 0, -1, 0
    for b in range(room.many):
        room.present[room.boxes[b].seat].since = 0
