"""The full kernel's hands that do anything but draw: those the count decides on, splits, zaps."""

from __future__ import annotations

import numpy as np

from pitboss.compiled.acts import Act
from pitboss.kernels.rng import State
from pitboss.players.decisions import PER_STAGE
from pitboss.players.deviations import LADDER

from .count import rung, seen
from .hands import after, class_of, two_cards
from .jit import rare
from .layout import (
    AT,
    AT_STAKE,
    BEGINS,
    BOX,
    BOX_ROW,
    CARD,
    CLEARED,
    DOUBLED,
    ENDS,
    FACTS,
    HAND,
    HAND_ROW,
    HANDS,
    HANDS_OF_BOX,
    PENDING,
    SECOND,
    STATE,
    STATUS,
    SURRENDERED,
    TWO_PAIR,
    TWO_STATE,
    ZAP_CONTEXT,
    ZAPPED,
    Bytes,
    Floats,
    Int,
    Ints,
    Shorts,
    Words,
)
from .shoe import next_card

_STAND, _DOUBLE = int(Act.STAND), int(Act.DOUBLE)
_SPLIT, _SURRENDER = int(Act.SPLIT), int(Act.SURRENDER)
_STATES, _CONTEXTS, _UNSPLIT, _HANDS_AT_MOST = AT.states, AT.contexts, AT.unsplit, AT.hands_at_most
_RUNGS, _LATE_RUNGS, _SURRENDERS_FIRST = AT.rungs, AT.late_rungs, AT.surrenders_first


@rare
def play_split(
    t: Shorts,
    two: Words,
    p: Bytes,
    w: Ints,
    factor: Floats,
    shift: float,
    cards: Bytes,
    counted: Ints,
    position: Int,
    hole: Int,
    up: Int,
    b: Int,
    base: Int,
    second: Int,
    generator: State,
) -> Int:
    """A pair made into hands, each played to its end before the next one, from left to right."""
    states = w[_STATES]
    box, first = BOX + b * BOX_ROW, HAND + b * HANDS_OF_BOX
    rank = class_of(t, w[first + CARD])
    stage = base // (10 * states) % w[_CONTEXTS] // PER_STAGE
    most = np.int64(p[w[_HANDS_AT_MOST] + (stage * 10 + rank) * 10 + up])
    row = base + ((1 + rank) * 10 + up) * states
    hand = first
    latest = first + HAND_ROW
    w[latest + CARD] = second
    w[latest + CLEARED] = 0
    w[PENDING] = latest
    waiting = 1
    made = 2
    w[box + HANDS] = 2
    while True:
        doubled: Int = 0
        w[hand + BEGINS] = position
        card = next_card(cards, counted, position, w, generator)
        position += 1
        both = two_cards(two, w[hand + CARD], card)
        state = both & TWO_STATE
        act: Int = np.int64(p[row + state])
        while act != _STAND:
            if act >= LADDER:
                now = seen(cards, counted, position, hole, factor, shift, w)
                act = np.int64(p[w[_RUNGS] + rung(w, act - LADDER, now)])
                continue
            if act == _SPLIT:
                if made == most or both & TWO_PAIR == 0:
                    act = np.int64(p[w[_UNSPLIT] + row + state])
                    continue
                latest += HAND_ROW
                w[latest + CARD] = card
                w[latest + CLEARED] = 0
                w[PENDING + waiting] = latest
                waiting += 1
                made += 1
                w[box + HANDS] = made
                w[hand + BEGINS] = position
                card = next_card(cards, counted, position, w, generator)
                both = two_cards(two, w[hand + CARD], card)
                state = both & TWO_STATE
            else:
                doubled = np.int64(act == _DOUBLE)
                state = after(t, state, next_card(cards, counted, position, w, generator))
            position += 1
            act = _STAND if doubled else np.int64(p[row + state])
        w[hand + STATE] = state
        w[hand + DOUBLED] = doubled
        w[hand + ENDS] = position
        w[hand + CLEARED] = (t[FACTS + state] & AT_STAKE) == 0
        if waiting == 0:
            return position
        waiting -= 1
        hand = w[PENDING + waiting]


@rare
def play_specially(
    t: Shorts,
    two: Words,
    p: Bytes,
    w: Ints,
    factor: Floats,
    shift: float,
    cards: Bytes,
    counted: Ints,
    position: Int,
    hole: Int,
    up: Int,
    b: Int,
    row: Int,
    generator: State,
) -> Int:
    """A box from where it does anything but draw: the count decides, a split, a zap, the end."""
    states = w[_STATES]
    box, hand = BOX + b * BOX_ROW, HAND + b * HANDS_OF_BOX
    state = w[hand + STATE]
    base = row - up * states
    act: Int = np.int64(p[row + state])
    while act != _STAND:
        if act <= _DOUBLE:  # nor does it stand
            state = after(t, state, next_card(cards, counted, position, w, generator))
            position += 1
            w[hand + DOUBLED] = act == _DOUBLE
            act = _STAND if act == _DOUBLE else np.int64(p[row + state])
        elif act >= LADDER:
            now = seen(cards, counted, position, hole, factor, shift, w)
            rungs = w[_LATE_RUNGS] if w[_SURRENDERS_FIRST] else w[_RUNGS]
            act = np.int64(p[rungs + rung(w, act - LADDER, now)])
        elif act == _SURRENDER:
            w[box + STATUS] = SURRENDERED
            act = _STAND
        elif act == _SPLIT:
            one, other = w[hand + CARD], w[box + SECOND]
            if w[box + ZAPPED]:
                one, other = np.int64(cards[position - 2]), np.int64(cards[position - 1])
            if two_cards(two, one, other) & TWO_PAIR == 0:
                act = np.int64(p[w[_UNSPLIT] + row + state])
                continue
            w[hand + CARD] = one
            return play_split(
                t, two, p, w, factor, shift, cards, counted, position, hole, up, b, base, other,
                generator,
            )  # fmt: skip
        else:  # a zap: two new cards for the first two
            classes = class_of(t, w[hand + CARD]) * 10 + class_of(t, w[box + SECOND])
            base += np.int64(t[ZAP_CONTEXT + classes]) * 10 * states
            row = base + up * states
            w[box + ZAPPED] = 1
            one = next_card(cards, counted, position, w, generator)
            other = next_card(cards, counted, position + 1, w, generator)
            position += 2
            state = two_cards(two, one, other) & TWO_STATE
            act = np.int64(p[row + state])
    w[hand + STATE] = state
    w[hand + ENDS] = position
    return position
