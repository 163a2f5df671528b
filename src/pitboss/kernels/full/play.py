"""The full kernel's round up to the dealer's last card: the deal, the window, every hand."""

from __future__ import annotations

import numpy as np

from pitboss.acts import HandAct
from pitboss.compiled.round_tables import CAPPED, STAKES
from pitboss.compiled.round_tables import INSURED as INSURED_STAKE
from pitboss.compiled.side_bets.tables import PRIZE, THIRD_CARD
from pitboss.kernels.full.memory import EARLY, NATURAL, OPEN, SURRENDERED, BoxRecord, Memory
from pitboss.kernels.rng import below
from pitboss.players.deviations import LADDER

from .count import rung
from .game import (
    AT_STAKE,
    BLACKJACK,
    EVEN_MONEY,
    INSURES,
    OUTCOME,
    PAID_AFTER_DEAL,
    PAID_AT_TURN,
    TWO_CLASS,
    TWO_CLASSES,
    TWO_NATURAL,
    TWO_STATE,
    TWO_WAITS,
    Acts,
    GameRecord,
    Int,
    Shorts,
    SideTables,
    U,
)
from .hands import after, class_of, dealers_after, two_cards, with_up_card
from .jit import hot, merged, rare
from .shoe import make_ready, next_card
from .splits import play_specially

_STAND, _DOUBLE, _SURRENDER = int(HandAct.STAND), int(HandAct.DOUBLE), int(HandAct.SURRENDER)


@hot
def lay(box: BoxRecord, one: Int, other: Int, both: Int) -> None:
    """Set up a box of two cards, open and with one hand."""
    hand = box.hands[U(0)]
    hand.state = both & TWO_STATE
    hand.doubled = 0
    hand.cleared = 0
    hand.card = one
    hand.begins = 0
    hand.ends = 0
    box.many = 1
    box.second = other
    box.insured = 0
    box.exchanged = 0
    box.third_end = -1
    box.prize = -1
    box.status = OPEN


@merged
def deal(game: GameRecord, room: Memory, sides: SideTables, position: Int, many: Int) -> Int:
    """Deal two cards to each box and the dealer's cards; returns the place of the next card."""
    cards = room.cards
    need = position + 2 * many + 1 + game.has_hole
    room.began = position
    if need > room.ready:
        room.many = 0
        make_ready(game, room, need)
        room.many = many
    first = np.int64(cards[U(position + many)])
    up = np.int64(game.up_card[U(class_of(game, first))])
    for b in range(many):
        box = room.boxes[U(b)]
        one = np.int64(cards[U(position + b)])
        other = np.int64(cards[U(position + many + 1 + b)])
        both = two_cards(game, one, other)
        lay(box, one, other, both)
        if both & TWO_NATURAL:
            box.status = EARLY if up & PAID_AFTER_DEAL else NATURAL
            box.early_net = game.natural_wins
        box.side = -1
        if game.seats[U(box.seat)].sides:
            side = both >> TWO_CLASS & TWO_CLASSES
            box.side = with_up_card(game, sides.deal_ends, side, first)
            if both >> TWO_WAITS:
                _wait(game, room, sides.closed, sides.prizes, box, both >> TWO_WAITS)
    return need


@rare
def _wait(
    game: GameRecord, room: Memory, closed: Shorts, prizes: Shorts, box: BoxRecord, waits: Int
) -> None:
    """Handle two cards that leave a side bet open: draw a prize, or wait for a third card."""
    if waits & PRIZE:
        box.prize = prizes[below(room.generator, np.uint64(prizes.shape[0]))]
    if waits & THIRD_CARD:
        box.third_end = closed[game.sides.third_class[box.hands[0].card * 52 + box.second]]


@rare
def window(game: GameRecord, room: Memory, acts: Acts, up: Int, now: Int) -> Int:
    """Insurance, even money and early surrender; returns the insurance staked."""
    flags = np.int64(game.up_card[up])
    insured = 0
    for b in range(room.many):
        box = room.boxes[b]
        if box.status == EARLY:
            continue
        plan = game.seats[box.seat]
        if now >= plan.insures_at:
            if box.status == NATURAL and flags & EVEN_MONEY:
                box.status = EARLY
                box.early_net = game.even_money
                continue
            if flags & INSURES:
                box.insured = 1
                insured = INSURED_STAKE
        if box.status == OPEN and game.surrenders_first:
            act = np.int64(acts.acts[plan.policy + up * game.states + box.hands[0].state])
            if act >= LADDER:
                act = game.rungs[rung(game, act - LADDER, now)].act
            if act == _SURRENDER:
                hangs = game.surrendered != game.surrendered_to_blackjack
                box.status = SURRENDERED if hangs else EARLY
                box.early_net = game.surrendered
    return insured


@merged
def play_box(
    game: GameRecord, room: Memory, acts: Acts, position: Int, hole: Int, up: Int, b: Int
) -> Int:
    """Play one box in its turn; returns the place of the next card."""
    box = room.boxes[U(b)]
    hand = box.hands[U(0)]
    state = hand.state
    row = game.seats[U(box.seat)].policy + up * game.states
    began = position
    act = np.int64(acts.acts[U(row + state)])
    is_special = False
    while act != _STAND:
        if act > _DOUBLE:
            is_special = True
            break
        state = after(game, state, next_card(game, room, position))
        position += 1
        if act == _DOUBLE:
            hand.doubled = 1
            break
        act = np.int64(acts.acts[U(row + state)])
    hand.state = state
    hand.begins = began
    hand.ends = position
    if is_special:
        position = play_specially(game, room, acts, position, hole, up, b, row)
    return position


@hot
def take_third_card(
    game: GameRecord, room: Memory, third: Shorts, box: BoxRecord, began: Int, position: Int
) -> None:
    """How bets on a third card end for a box whose hand took one."""
    if box.third_end >= 0 and position > began and box.many == 1:
        pair = box.hands[U(0)].card * 52 + box.second
        waits = np.int64(game.sides.third_class[U(pair)])
        box.third_end = third[U(waits * 52 + np.int64(room.cards[U(began)]))]


@hot
def at_stake(game: GameRecord, box: BoxRecord) -> Int:
    """What the dealer's cards can still decide of a box that has been played."""
    stake: Int = 0
    for h in range(box.many):
        hand = box.hands[U(h)]
        lies = np.int64(game.facts[U(hand.state)] & AT_STAKE)
        stake |= lies
        hand.cleared = lies == 0
        if game.gives_back_busts and lies == 0 and (h > 0 or hand.doubled):
            stake |= CAPPED
    return stake


@rare
def blackjacks_turn(game: GameRecord, box: BoxRecord, flags: Int) -> Int:
    """A blackjack at its turn: paid, or at stake."""
    if flags & PAID_AT_TURN:
        box.status = EARLY
        box.early_net = game.natural_wins
        return 0
    return game.natural_at_stake


@rare
def hangs_on_blackjack(game: GameRecord) -> Int:
    """A surrendered box: still at stake if a blackjack found later takes the rest."""
    return CAPPED if game.surrendered != game.surrendered_to_blackjack else 0


@merged
def play_dealer(
    game: GameRecord, room: Memory, position: Int, up: Int, state: Int, drawn: Int, stake: Int
) -> tuple[Int, Int, Int]:
    """Play the dealer's hand; returns the place of the next card, the hand, and its cards."""
    if drawn < 2 and game.dealer.second_is_due[U(up * STAKES + stake)]:
        state = dealers_after(game, state, next_card(game, room, position))
        position += 1
        drawn = 2
    facts = np.int64(game.dealer.facts[U(state)])
    if drawn >= 2 and facts & BLACKJACK == 0 and game.dealer.further_is_due[U(stake)]:
        while facts & OUTCOME == 0:
            state = dealers_after(game, state, next_card(game, room, position))
            position += 1
            drawn += 1
            facts = np.int64(game.dealer.facts[U(state)])
    return position, state, drawn
