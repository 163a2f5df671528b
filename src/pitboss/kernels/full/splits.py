"""The full kernel's hands that do more than draw: those the count decides, splits, exchanges."""

from __future__ import annotations

import numpy as np

from pitboss.acts import HandAct
from pitboss.kernels.full.memory import SURRENDERED, Memory
from pitboss.players.decisions import PER_STAGE
from pitboss.players.deviations import LADDER

from .count import rung, seen
from .game import AT_STAKE, TWO_PAIR, TWO_STATE, Acts, GameRecord, Int
from .hands import after, class_of, two_cards
from .jit import rare
from .shoe import next_card

_STAND, _DOUBLE = int(HandAct.STAND), int(HandAct.DOUBLE)
_SPLIT, _SURRENDER = int(HandAct.SPLIT), int(HandAct.SURRENDER)


@rare
def play_split(
    game: GameRecord, room: Memory, acts: Acts, position: Int, hole: Int, up: Int, b: Int, base: Int
) -> Int:
    """Split a pair; each hand is played to its end before the next, from left to right.

    The cards of the pair are the first of the box's first two hands.
    """
    states, box = game.states, room.boxes[b]
    rank = class_of(game, box.hands[0].card)
    stage = base // (10 * states) % game.contexts // PER_STAGE
    most = np.int64(game.hands_at_most[(stage * 10 + rank) * 10 + up])
    row = base + ((1 + rank) * 10 + up) * states
    hand = box.hands[0]
    box.hands[1].cleared = 0
    room.pending[0] = 1
    waiting = 1
    made = 2
    box.many = 2
    while True:
        doubled: Int = 0
        hand.begins = position
        card = next_card(game, room, position)
        position += 1
        both = two_cards(game, hand.card, card)
        state = both & TWO_STATE
        act: Int = np.int64(acts.acts[row + state])
        while act != _STAND:
            if act >= LADDER:
                now = seen(game, room, position, hole)
                act = game.rungs[rung(game, act - LADDER, now)].act
                continue
            if act == _SPLIT:
                if made == most or both & TWO_PAIR == 0:
                    act = np.int64(acts.unsplit[row + state])
                    continue
                box.hands[made].card = card
                box.hands[made].cleared = 0
                room.pending[waiting] = made
                waiting += 1
                made += 1
                box.many = made
                hand.begins = position
                card = next_card(game, room, position)
                both = two_cards(game, hand.card, card)
                state = both & TWO_STATE
            else:
                doubled = np.int64(act == _DOUBLE)
                state = after(game, state, next_card(game, room, position))
            position += 1
            act = _STAND if doubled else np.int64(acts.acts[row + state])
        hand.state = state
        hand.doubled = doubled
        hand.ends = position
        hand.cleared = (game.facts[state] & AT_STAKE) == 0
        if waiting == 0:
            return position
        waiting -= 1
        hand = box.hands[room.pending[waiting]]


@rare
def play_specially(
    game: GameRecord, room: Memory, acts: Acts, position: Int, hole: Int, up: Int, b: Int, row: Int
) -> Int:
    """Play a box from where it does more than draw: a count decision, split, exchange, the end."""
    states, box, cards = game.states, room.boxes[b], room.cards
    hand = box.hands[0]
    state = hand.state
    base = row - up * states
    act: Int = np.int64(acts.acts[row + state])
    while act != _STAND:
        if act <= _DOUBLE:  # nor does it stand
            state = after(game, state, next_card(game, room, position))
            position += 1
            hand.doubled = act == _DOUBLE
            act = _STAND if act == _DOUBLE else np.int64(acts.acts[row + state])
        elif act >= LADDER:
            rungs = game.rungs[rung(game, act - LADDER, seen(game, room, position, hole))]
            act = rungs.late if game.surrenders_first else rungs.act
        elif act == _SURRENDER:
            box.status = SURRENDERED
            act = _STAND
        elif act == _SPLIT:
            one, other = hand.card, box.second
            if box.exchanged:
                one, other = np.int64(cards[position - 2]), np.int64(cards[position - 1])
            if two_cards(game, one, other) & TWO_PAIR == 0:
                act = np.int64(acts.unsplit[row + state])
                continue
            hand.card = one
            box.hands[1].card = other
            return play_split(game, room, acts, position, hole, up, b, base)
        else:  # an exchange: two new cards for the first two
            classes = class_of(game, hand.card) * 10 + class_of(game, box.second)
            base += np.int64(game.exchange_context[classes]) * 10 * states
            row = base + up * states
            box.exchanged = 1
            one = next_card(game, room, position)
            other = next_card(game, room, position + 1)
            position += 2
            state = two_cards(game, one, other) & TWO_STATE
            act = np.int64(acts.acts[row + state])
    hand.state = state
    hand.ends = position
    return position
