"""The full kernel's shortcut for several boxes: rounds in which each plays one hand.

As in :mod:`pitboss.kernels.full.short.one_box`, a round is tried without recording anything and
abandoned if it needs more; then the full path plays it from its first card. With many boxes a split
comes every few rounds, so the full path plays such a box within the round.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from pitboss.acts import HandAct
from pitboss.kernels.full.memory import OPEN, Memory, Sums

from ..count import true_count
from ..game import (
    AT_STAKE,
    BLACKJACK,
    LOOKS,
    OUTCOME,
    PAID_AFTER_DEAL,
    PAID_AT_TURN,
    TWO_CLASS,
    TWO_CLASSES,
    TWO_NATURAL,
    TWO_STATE,
    TWO_WAITS,
    WINDOW,
    Acts,
    Bytes,
    GameRecord,
    Int,
    Tables,
    U,
)
from ..hands import after, class_of, dealers_after, two_cards, with_up_card
from ..jit import hot, merged, rare
from ..play import at_stake, lay, play_box, play_dealer
from ..settlement import add_box, add_round, settle_box

_STAND, _HIT, _DOUBLE = int(HandAct.STAND), int(HandAct.HIT), int(HandAct.DOUBLE)

# Codes kept for a box until the dealer is done, instead of the place of its winnings.
_NATURAL: Final = -1
_APART: Final = -2
"""Played by the full path"""

_CARDS_OF_A_HAND: Final = 24
"""More than any hand has."""


def may_play_together(game: GameRecord) -> bool:
    """Whether rounds may use this shortcut at all."""
    is_open = not game.joins_late and not game.bank.wager and not game.surrenders_first
    return bool(is_open and not game.sides.on_dealer)


@merged
def _play_boxes(
    game: GameRecord, room: Memory, acts: Bytes, position: Int, many: Int, up: Int, b: Int, at: Int
) -> tuple[Int, Int, Int]:
    """Play boxes from this one on, until one does anything but draw.

    Returns that box, or the number of boxes; the place of its next card; and what is at stake on
    the boxes before it.
    """
    cards = room.cards
    ready, states, outcomes = room.ready, game.states, game.outcomes
    is_paid = game.up_card[U(up)] & (PAID_AFTER_DEAL | PAID_AT_TURN) != 0
    natural = 0 if is_paid else game.natural_at_stake
    stake: Int = 0
    while b < many:
        box, plan = room.boxes[U(b)], game.seats[U(b)]
        both = two_cards(
            game, np.int64(cards[U(position + b)]), np.int64(cards[U(position + many + 1 + b)])
        )
        side: Int = -1
        if plan.sides:
            side = both >> TWO_CLASS & TWO_CLASSES
            if both >> TWO_WAITS:
                break
        held: Int = _NATURAL
        wagers: Int = 1
        lies: Int = natural
        drawn = at
        if both & TWO_NATURAL == 0:
            state = both & TWO_STATE
            row = plan.policy + up * states
            act: Int = np.int64(acts[U(row + state)])
            # Whether a hand takes another card is unpredictable, so there is no branch for it.
            takes = np.int64(act == _HIT) | np.int64(act == _DOUBLE)
            wagers = 1 + np.int64(act == _DOUBLE)
            drawn += takes
            if drawn > ready:
                break
            follows = after(game, state, np.int64(cards[U(at)]))
            state = follows if takes else state
            act = np.int64(acts[U(row + state)])
            act = act if wagers == 1 else _STAND
            while act == _HIT and drawn < ready:
                state = after(game, state, np.int64(cards[U(drawn)]))
                drawn += 1
                act = np.int64(acts[U(row + state)])
            if act == _DOUBLE and drawn < ready:
                state = after(game, state, np.int64(cards[U(drawn)]))
                drawn += 1
                wagers = 2
            elif act != _STAND:
                break
            lies = np.int64(game.facts[U(state)]) & AT_STAKE
            if game.gives_back_busts and lies == 0 and wagers == 2:
                break
            held = state * outcomes
        at = drawn
        stake |= lies
        box.side = side
        box.held = held
        box.wagers = wagers
        b += 1
    return b, at, stake


@rare
def _may_play_apart(
    game: GameRecord, room: Memory, hands: Int, position: Int, many: Int, at: Int
) -> bool:
    """Whether the full path may play a box within the round.

    That may put more cards in order, so the round must not be abandoned later for a side bet that
    waits for more: its prize would be drawn first. Nor may the cards run out.
    """
    cards = room.cards
    for b in range(many):
        both = two_cards(
            game, np.int64(cards[position + b]), np.int64(cards[position + many + 1 + b])
        )
        if game.seats[b].sides and both >> TWO_WAITS:
            return False
    return bool(room.total - at >= _CARDS_OF_A_HAND * hands)


@rare
def _play_apart(
    game: GameRecord, room: Memory, acts: Acts, position: Int, many: Int, up: Int, b: Int, at: Int
) -> tuple[Int, Int]:
    """Play one box by the full path; returns the place of the next card and what is at stake."""
    box = room.boxes[U(b)]
    one = np.int64(room.cards[U(position + b)])
    other = np.int64(room.cards[U(position + many + 1 + b)])
    both = two_cards(game, one, other)
    hole = position + 2 * many + 1 if game.has_hole else -1
    lay(box, one, other, both)
    box.seat = b
    at = play_box(game, room, acts, at, hole, up, b)
    box.side = both >> TWO_CLASS & TWO_CLASSES if game.seats[U(b)].sides else -1
    box.held = _APART
    stake: Int = 0
    if box.status == OPEN:
        stake = at_stake(game, box)
    return at, stake


@hot
def _add_boxes(
    tables: Tables, room: Memory, sums: Sums, bucket: Int, outcome: Int, first: Int
) -> tuple[Int, Int, Int]:
    """Add every box to the sums; returns what ours staked and won, and their hands."""
    game, pays = tables.game, tables.pays
    spread, won, won_by_sides = tables.spread, tables.pays.won, tables.sides_won.two_cards
    natural_wins, lowest = game.natural_wins, game.lowest
    staked, total, hands = 0, 0, 0
    for b in range(spread.shape[0]):
        box = room.boxes[U(b)]
        held, bet, side = box.held, spread[U(b), U(bucket)], box.side
        main, many = natural_wins, 1
        if held >= 0:
            main = won[U(held + outcome)] * box.wagers
        elif held == _APART:
            main = settle_box(game, box, pays, outcome, False)
            many = box.many
        net = bet * main
        if side >= 0:
            side = with_up_card(game, tables.sides.deal_ends, side, first)
            net += won_by_sides[U(bucket), U(side)]
        add_box(sums.seats, b, bet, net)
        if game.seats[U(b)].own:
            total += net
            staked += bet
            hands += many
            sums.results[U(bucket), U(main + lowest)] += 1
            if side >= 0:
                sums.two_cards[U(bucket), U(side)] += 1
    return staked, total, hands


@merged
def play_all(
    tables: Tables,
    room: Memory,
    sums: Sums,
    insured_from: Int,
    all_bet: Int,
    last: Int,
    position: Int,
) -> tuple[Int, Int]:
    """Play rounds until one needs the full path; returns its place, and how many came before.

    No round begins behind the last place.
    """
    game, acts, cards, counted = tables.game, tables.acts, room.cards, room.counted
    many, buckets = tables.spread.shape[0], tables.spread.shape[1]
    middle, most = buckets // 2, tables.pays.to_blackjack.shape[1]
    size, hole, before = game.shoe_size, game.has_hole, room.running
    dealt = 2 * many + 1 + hole
    last = min(last, size - room.begins_above - 1)
    number = 0
    while position <= last and position + dealt <= room.ready:
        true = true_count(game, before + counted[U(position)], size - position)
        bucket = min(max(true + middle, 0), buckets - 1)
        if all_bet >> bucket & 1 == 0:
            break
        first = np.int64(cards[U(position + many)])
        up = class_of(game, first)
        flags = np.int64(game.up_card[U(up)])
        at = position + dealt
        if flags & WINDOW:
            open_ = before + counted[U(at - hole)]
            if true_count(game, open_, size - at) >= insured_from:
                break
        dealers, drawn = np.int64(game.dealer.single[U(up)]), 1
        if hole:
            dealers = dealers_after(game, dealers, np.int64(cards[U(at - 1)]))
            drawn = 2
            if flags & LOOKS and game.dealer.facts[U(dealers)] & BLACKJACK:
                break
        b, at, stake = _play_boxes(game, room, acts.acts, position, many, up, np.int64(0), at)
        while b < many and _may_play_apart(game, room, most, position, many, at):
            at, lies = _play_apart(game, room, acts, position, many, up, b, at)
            stake |= lies
            b, at, lies = _play_boxes(game, room, acts.acts, position, many, up, b + 1, at)
            stake |= lies
        if b < many or room.total - at < _CARDS_OF_A_HAND:
            break
        at, dealers, drawn = play_dealer(game, room, at, up, dealers, drawn, stake)
        facts = np.int64(game.dealer.facts[U(dealers)])
        if facts & BLACKJACK:
            break
        outcome = max((facts & OUTCOME) - 1, 0)
        staked, total, hands = _add_boxes(tables, room, sums, bucket, outcome, first)
        sums.observed[U(bucket)] += 1
        add_round(sums.money, np.int64(game.depths[U(position)]), bucket, staked, total)
        sums.played[2] += hands
        number += 1
        position = at
    return position, number
