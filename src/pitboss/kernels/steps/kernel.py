"""The step kernel: one act at every table, and on to the next decision.

Every part of the round appears once in the loop below, so that one function is compiled. It
contains no rules: what may be done, drawn and paid is looked up.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.kernels.full.game import Int, Ints, U
from pitboss.kernels.full.game import Shorts as Tables16
from pitboss.kernels.full.jit import entry, hot
from pitboss.kernels.rng import following

from .boxes import Words
from .layout import (
    ACT,
    ASK,
    BASE,
    BEGIN,
    BEGINS,
    BET,
    BETTING,
    BOX,
    CONTEXT,
    CURRENT,
    DEAL,
    EARLY,
    EARLY_NET,
    ENDED,
    EVEN_MONEY,
    EXPAND,
    FINISH,
    INSURE,
    INSURED,
    LEGAL,
    LONGS,
    LOOK,
    LOOKING_ON,
    MADE,
    MORE,
    NATURAL,
    NEVER,
    NEW_SHOE,
    PASS,
    PHASE,
    PLAY,
    POSITION,
    RAN_OUT,
    ROUND_BEGINS,
    ROUND_ENDS,
    SAME_STEP,
    SEES,
    SHORTS,
    SIDES,
    STATE,
    STATUS,
    STOP,
    SURRENDER,
    SURRENDERED,
    UNSEEN_LONGS,
    UP,
    WINDOW,
    WORDS,
    Shorts,
)
from .numbers import AT
from .rounds import carry_on
from .shoe import (
    Bytes,
    Longs,
    fetch,
    get,
    new_shoe,
    park,
    trace,
)

_SIZE, _STATES, _HAS_HOLE, _SETTLES = AT.size, AT.states, AT.has_hole, AT.settles_at_look
_SURRENDERS_FIRST, _AT_ONCE, _SERVES_ON = AT.surrenders_first, AT.shuffles_at_once, AT.serves_on
_BOXES, _FLAT, _STRIDE, _OWNERS = MORE.boxes, MORE.flat, MORE.stride, MORE.owners


@hot
def _lowest(bits: Int) -> Int:
    """The lowest permitted act, which replaces one that is not permitted."""
    act = 0
    while bits >> act & 1 == 0 and act < 31:
        act += 1
    return act


@hot
def _show(
    w: Ints,
    s: Shorts,
    longs: Longs,
    words: Words,
    look: Longs,
    i: Int,
    obs: Longs,
    mask: Longs,
    wide: Int,
    decision: NDArray[np.int32],
) -> None:
    """Write the observation, the permitted acts, and the number of the decision."""
    row = i * SHORTS
    phase = get(s, row + PHASE)
    told = U(phase) | U(get(s, row + BET)) << U(40) | U(get(s, row + SIDES)) << U(48)
    seen = U(0)
    states = w[U(_STATES)]
    at = 10 * (states + 2)
    if phase != BETTING:
        hand = get(s, row + CURRENT)
        state = get(s, row + STATE + hand)
        up = get(s, row + UP)
        context = get(s, row + CONTEXT)
        seen = look[U(state)] | U(hand + 1) << U(48) | U(get(s, row + MADE)) << U(56)
        told |= U(up + 1) << U(8) | U(get(s, row + INSURED)) << U(32)
        told |= U(get(s, row + STATUS) == NATURAL) << U(56)
        if context:
            told |= U(context % 11 != 0) << U(16) | U(context >= 11) << U(24)
        if phase == PLAY:
            at = state * 10 + up
        elif phase == WINDOW:
            at = 10 * (states + np.int64(get(s, row + STATUS) == NATURAL)) + up
        else:
            at = 10 * (states + 3) + up
    o, u = i * SEES, i * LONGS + UNSEEN_LONGS
    obs[U(o)] = seen
    obs[U(o + 1)] = told
    obs[U(o + 2)] = longs[U(u)]
    obs[U(o + 3)] = (
        longs[U(u + 1)] & U(0xFFFF) | U(get(s, row + BOX) + 1) << U(16) | U(w[U(_BOXES)]) << U(24)
    )
    decision[U(i)] = at
    bits = np.int64(words[U(i * WORDS + LEGAL)])
    for place in range(i * wide, i * wide + wide):
        mask[U(place)] = EXPAND[U(bits & 255)]
        bits >>= 8


@hot
def _ready(
    t: Tables16,
    w: Ints,
    s: Shorts,
    unseen: Bytes,
    words: Words,
    longs: Longs,
    shoes: Bytes,
    traced: Shorts,
    i: Int,
) -> Int:
    """Before the bets: prepare a shoe for the next round; returns where to continue."""
    row = i * SHORTS
    left = w[U(_SIZE)] - get(s, row + POSITION)
    begins = get(s, row + BEGINS)
    # If the cut card comes out first, some books shuffle only after the bets are made.
    waits = left == begins and w[U(_AT_ONCE)] and w[U(_FLAT)] == 0 and w[U(MORE.by_shoe)] == 0
    if (left <= begins and not waits) or get(s, row + RAN_OUT):
        new_shoe(t, w, s, unseen, longs, shoes, traced, i)
    if traced.shape[0]:
        trace(traced, ROUND_BEGINS)
    s[U(row + SIDES)] = 0
    s[U(row + BET)] = 0
    s[U(row + BOX)] = 0
    s[U(row + PHASE)] = BETTING
    at = DEAL
    if w[U(_FLAT)] == 0:
        words[U(i * WORDS + LEGAL)] = _bets(w)
        at = STOP
    return at


@hot
def _bets(w: Ints) -> Int:
    """The acts before the deal: all bets and all side bets."""
    bets, sides = w[U(MORE.bets)], w[U(MORE.sides)]
    return ((1 << bets) - 1) << BASE | ((1 << sides) - 1) << (BASE + bets)


@entry
def step(
    t: Tables16,
    two: Words,
    w: Ints,
    look: Longs,
    s: Shorts,
    unseen: Bytes,
    words: Words,
    longs: Longs,
    shoes: Bytes,
    parked: Shorts,
    owners: Bytes,
    room: Ints,
    traced: Shorts,
    actions: Ints,
    obs: Longs,
    mask: Longs,
    wide: Int,
    decision: NDArray[np.int32],
    reward: NDArray[np.float64],
    done: NDArray[np.bool_],
    illegal: NDArray[np.bool_],
    void: NDArray[np.bool_],
    final: Longs,
    mode: Int,
) -> None:
    """Do one act at every table.

    When a round ends, the next begins in the same step (SAME_STEP), in the following step whatever
    its act (NEXT_STEP), or only on request (NEVER). With BEGIN or NEW_SHOE no act is done: a round
    begins where ``actions`` is not zero, with NEW_SHOE from a new shoe.
    """
    per = w[AT.per]
    boxes, by_shoe = w[_BOXES], w[MORE.by_shoe]
    for i in range(actions.shape[0]):
        row = i * SHORTS
        if mode >= BEGIN:
            if actions[U(i)]:
                if mode == NEW_SHOE:
                    s[U(row + RAN_OUT)] = 2
                s[U(row + PHASE)] = ENDED
            else:
                _show(w, s, longs, words, look, i, obs, mask, wide, decision)
                continue
        act = actions[U(i)]
        bits = np.int64(words[U(i * WORDS + LEGAL)])
        wrong = act < 0 or act > 31 or bits >> (act & 31) & 1 == 0
        illegal[U(i)] = wrong
        if wrong:
            act = _lowest(bits)
        phase = get(s, row + PHASE)
        at: Any = ACT
        begins = False
        if phase == WINDOW:
            at = LOOK
            if act == INSURE:
                s[U(row + INSURED)] = 1
                left = bits & ~(1 << INSURE | 1 << EVEN_MONEY)
                if left & (left - 1):
                    words[U(i * WORDS + LEGAL)] = left
                    at = STOP
            elif act == EVEN_MONEY:
                s[U(row + STATUS)] = EARLY
                s[U(row + EARLY_NET)] = AT.even_money
            elif act == SURRENDER:
                same = w[AT.surrendered] == w[AT.surrendered_to_blackjack]
                s[U(row + STATUS)] = EARLY if same else SURRENDERED
                s[U(row + EARLY_NET)] = AT.surrendered
            if at == LOOK and get(s, row + BOX) + 1 < boxes:
                park(s, parked, w, i)
                fetch(s, parked, w, i, get(s, row + BOX) + 1)
                at = ASK
        elif phase == LOOKING_ON:
            at = FINISH
        elif phase == ENDED:
            begins = mode != NEVER
            at = STOP
        elif phase == BETTING:
            bets = w[MORE.bets]
            at = DEAL
            if act >= BASE + bets:
                s[U(row + SIDES)] = get(s, row + SIDES) | 1 << (act - BASE - bets)
                words[U(i * WORDS + LEGAL)] = bits & ~(1 << act)
                at = STOP
            else:
                s[U(row + BET)] = act - BASE
                if boxes > 1:
                    park(s, parked, w, i)
                    if get(s, row + BOX) + 1 < boxes:
                        s[U(row + BOX)] = get(s, row + BOX) + 1
                        s[U(row + SIDES)] = 0
                        s[U(row + BET)] = 0
                        words[U(i * WORDS + LEGAL)] = _bets(w)
                        at = STOP
        over = False
        is_void = False
        won: Any = 0
        while True:
            if begins:
                at = _ready(t, w, s, unseen, words, longs, shoes, traced, i)
            ended, broken_off, net = carry_on(
                t, two, w, s, unseen, words, longs, shoes, parked, owners, room, traced, i, at, act
            )
            if not ended:
                break
            if traced.shape[0]:
                trace(traced, ROUND_ENDS)
            is_void |= broken_off
            won += net
            s[U(row + PHASE)] = ENDED
            words[U(i * WORDS + LEGAL)] = 1 << PASS
            begins = True
            left = w[U(_SIZE)] - get(s, row + POSITION)
            if by_shoe == 0 or left <= get(s, row + BEGINS) or get(s, row + RAN_OUT):
                over = True
                if mode != SAME_STEP:
                    break
                if final.shape[0]:
                    _show(w, s, longs, words, look, i, final, mask, 0, decision)
        reward[U(i)] = won / per if won else 0.0
        done[U(i)] = over
        void[U(i)] = is_void
        _show(w, s, longs, words, look, i, obs, mask, wide, decision)


@entry
def any_act(words: Words, longs: Longs, out: Ints) -> None:
    """A permitted act, chosen uniformly: a player for measurements."""
    for i in range(out.shape[0]):
        bits = np.int64(words[U(i * WORDS + LEGAL)])
        many = 0
        left = bits
        while left:
            left &= left - 1
            many += 1
        g = U(4 * i)
        word, longs[g], longs[g + U(1)], longs[g + U(2)], longs[g + U(3)] = following(
            longs[g], longs[g + U(1)], longs[g + U(2)], longs[g + U(3)]
        )
        chosen = np.int64((word >> U(32)) * U(many) >> U(32))
        left = bits
        for _ in range(chosen):
            left &= left - 1
        low = left & -left
        act = 0
        while low > 1:
            low >>= 1
            act += 1
        out[U(i)] = act
