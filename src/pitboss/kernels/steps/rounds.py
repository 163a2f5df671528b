"""The step kernel's round: to the next decision or the end, from compiled tables."""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.kernels.full.game import (
    BLACKJACK,
    INSURES,
    LOOKS,
    OUTCOME,
    PAID_AT_TURN,
    TWO_PAIR,
    TWO_STATE,
    Int,
    Ints,
    U,
)
from pitboss.kernels.full.game import EVEN_MONEY as PAYS_EVEN_MONEY
from pitboss.kernels.full.game import Shorts as Tables16
from pitboss.kernels.full.jit import hot

from .boxes import Words, lay, own_deal, sides_wait, split, third_card
from .layout import (
    ACT,
    ASK,
    BEGAN,
    BOX,
    BYTES,
    CARD,
    CLOSED_HAND,
    CONTEXT,
    CURRENT,
    DEAL,
    DEALER,
    DOUBLE,
    DOUBLED,
    EARLY,
    EARLY_NET,
    END,
    EVEN_MONEY,
    FINISH,
    GENERATOR,
    HIT,
    HOLE,
    INSURE,
    LEGAL,
    LONGS,
    LOOK,
    LOOKING_ON,
    MADE,
    MORE,
    NATURAL,
    NEXT_BOX,
    ONE,
    OPEN,
    OTHER,
    PASS,
    PENDING,
    PHASE,
    PLAY,
    POSITION,
    RAN_OUT,
    SHORTS,
    SIDES,
    SPLIT,
    STAND,
    STATE,
    STATUS,
    STOP,
    SURRENDER,
    SURRENDERED,
    THIRD_END,
    TURN,
    UNSEEN,
    UP,
    UP_CARD,
    VOID,
    WAITING,
    WINDOW,
    WORDS,
    ZAP,
    Shorts,
)
from .numbers import (
    AT,
    CLASSES,
    DEALER_FACTS,
    DEALER_FOLLOWS,
    DEALER_SINGLE,
    FOLLOWS,
    FURTHER_IS_DUE,
    SECOND_IS_DUE,
)
from .numbers import UP_CARD as UP_FLAGS
from .settlement import at_stake, box_net, dealers_end, settle_with_bank
from .shoe import (
    Bytes,
    Longs,
    deal_cards,
    draw,
    fetch,
    get,
    go_on_with_discards,
    park,
    run_out,
    see,
    trace,
)

_SIZE, _STATES, _HAS_HOLE, _SETTLES = AT.size, AT.states, AT.has_hole, AT.settles_at_look
_SURRENDERS_FIRST, _AT_ONCE, _SERVES_ON = AT.surrenders_first, AT.shuffles_at_once, AT.serves_on
_BOXES, _FLAT, _STRIDE, _OWNERS = MORE.boxes, MORE.flat, MORE.stride, MORE.owners


@hot
def carry_on(
    t: Tables16,
    two: Words,
    w: Ints,
    s: Shorts,
    unseen: Bytes,
    words: Words,
    longs: Longs,
    shoes: Bytes,
    parked: Shorts,
    owners: Bytes,
    room: Ints,
    traced: Shorts,
    i: Int,
    at: Int,
    act: Int,
) -> tuple[bool, bool, Int]:
    """Continue a table to the next decision or the end of the round.

    Returns whether the round is over, whether it is void, and what it won in parts of a unit.
    """
    row, u, g = i * SHORTS, i * BYTES + UNSEEN, i * LONGS + GENERATOR
    legal = U(i * WORDS + LEGAL)
    boxes, states = w[U(_BOXES)], w[U(_STATES)]
    first = i * w[U(_STRIDE)]
    is_traced = traced.shape[0] > 0
    net: Any = 0
    hand: Any = 0
    card: Any = 0
    before: Any = 0
    c: Any = 0
    if at == ACT:
        hand = get(s, row + CURRENT)
    looks_on = at == DEAL and w[U(_FLAT)] != 0
    while at != STOP:
        if at == ACT:
            if act == STAND:
                at = CLOSED_HAND
                continue
            if act == SURRENDER:
                s[U(row + STATUS)] = SURRENDERED
                at = NEXT_BOX
                continue
            more = 1
            if act == SPLIT:
                split(t, w, s, owners, i, hand)
            elif act == ZAP:
                s[U(row + CONTEXT)] = 11
                more = 2
            for _ in range(more):
                position = get(s, row + POSITION)
                if position >= get(s, row + END):
                    if not run_out(
                        t, w, s, unseen, longs, shoes, parked, owners, traced, i, boxes, position
                    ):
                        at = VOID
                        break
                    position = get(s, row + POSITION)
                before = card
                card = draw(longs, shoes, g, first, position, get(s, row + END))
                if is_traced:
                    trace(traced, card)
                if boxes > 1 or get(s, row + MADE) > 1:
                    place = U(i * w[U(_OWNERS)] + position - get(s, row + BEGAN))
                    owners[place] = 8 * get(s, row + BOX) + hand
                s[U(row + POSITION)] = position + 1
                c = see(t, unseen, u, card)
                if get(s, row + SIDES) and act != PASS and act != SPLIT:
                    waits = get(s, row + THIRD_END) >= 0 and get(s, row + OTHER) >= 0
                    if waits and get(s, row + MADE) == 1 and get(s, row + CONTEXT) % 11 == 0:
                        third_card(t, w, s, row, card)
                        s[U(row + OTHER)] = -1
            if at == VOID:
                continue
            if act <= DOUBLE:
                s[U(row + OTHER)] = -1
                state = np.int64(t[U(FOLLOWS + get(s, row + STATE + hand) * 10 + c)])
                s[U(row + STATE + hand)] = state
                if act == DOUBLE:
                    s[U(row + CARD + hand)] = get(s, row + CARD + hand) | DOUBLED
                    at = CLOSED_HAND
                    continue
            else:
                if act == ZAP:
                    s[U(row + ONE)] = before
                    s[U(row + CARD)] = before
                else:
                    s[U(row + ONE)] = get(s, row + CARD + hand) & 63
                s[U(row + OTHER)] = card
                both = np.int64(two[U(get(s, row + ONE) * 52 + card)])
                s[U(row + STATE + hand)] = both & TWO_STATE
        elif at == CLOSED_HAND:
            waiting = get(s, row + WAITING)
            if waiting == 0:
                at = NEXT_BOX
            else:
                s[U(row + WAITING)] = waiting - 1
                hand = get(s, row + PENDING) >> 3 * (waiting - 1) & 7
                s[U(row + CURRENT)] = hand
                at, act = ACT, PASS
            continue
        elif at == NEXT_BOX:
            at = FINISH
            if get(s, row + BOX) + 1 < boxes:
                park(s, parked, w, i)
                fetch(s, parked, w, i, get(s, row + BOX) + 1)
                at = TURN
            continue
        elif at == DEAL:
            if not deal_cards(t, w, s, unseen, longs, shoes, parked, owners, traced, i):
                at = VOID
                continue
            began = get(s, row + BEGAN)
            above = np.int64(shoes[U(first + began + boxes)])
            up = see(t, unseen, u, above)
            flags = np.int64(t[U(UP_FLAGS + up)])
            dealers = np.int64(t[U(DEALER_SINGLE + up)])
            if w[U(_HAS_HOLE)]:
                hole = np.int64(shoes[U(first + began + 2 * boxes + 1)])
                s[U(row + HOLE)] = hole
                dealers = np.int64(t[U(DEALER_FOLLOWS + dealers * 10 + t[U(CLASSES + hole)])])
            s[U(row + UP)] = up
            s[U(row + UP_CARD)] = above
            s[U(row + DEALER)] = dealers
            for b in range(boxes):
                box = boxes - 1 - b  # so that the first box is loaded last
                if boxes > 1:
                    fetch(s, parked, w, i, box)
                one = np.int64(shoes[U(first + began + box)])
                other = np.int64(shoes[U(first + began + boxes + 1 + box)])
                see(t, unseen, u, one)
                see(t, unseen, u, other)
                both = lay(s, two, row, one, other, flags)
                if get(s, row + SIDES):
                    sides_wait(t, w, s, longs, traced, i, both, above)
                if boxes > 1:
                    own_deal(w, s, owners, i)
                    park(s, parked, w, i)
            hand = 0
            at = ASK
            continue
        elif at == ASK:
            flags = np.int64(t[U(UP_FLAGS + get(s, row + UP))])
            status = get(s, row + STATUS)
            asked: Any = 0
            if status != EARLY and flags & (INSURES | PAYS_EVEN_MONEY):
                if flags & INSURES:
                    asked |= 1 << INSURE
                if status == NATURAL and flags & PAYS_EVEN_MONEY:
                    asked |= 1 << EVEN_MONEY
            if status == OPEN and w[U(_SURRENDERS_FIRST)]:
                place = get(s, row + UP) * states + get(s, row + STATE)
                asked |= np.int64(t[U(w[U(MORE.at_window)] + place)])
            if asked:
                s[U(row + PHASE)] = WINDOW
                words[legal] = asked | 1 << PASS
                at = STOP
            elif get(s, row + BOX) + 1 < boxes:
                park(s, parked, w, i)
                fetch(s, parked, w, i, get(s, row + BOX) + 1)
            else:
                at = LOOK
            continue
        elif at == LOOK:
            dealers = get(s, row + DEALER)
            found = (
                t[U(UP_FLAGS + get(s, row + UP))] & LOOKS
                and t[U(DEALER_FACTS + dealers)] & BLACKJACK
            )
            if boxes > 1:
                park(s, parked, w, i)
                fetch(s, parked, w, i, 0)
            at = FINISH if found else TURN
            continue
        elif at == TURN and get(s, row + STATUS) == OPEN:
            s[U(row + PHASE)] = PLAY
            hand = 0
        elif at == TURN:
            flags = np.int64(t[U(UP_FLAGS + get(s, row + UP))])
            if get(s, row + STATUS) == NATURAL and flags & PAID_AT_TURN:
                s[U(row + STATUS)] = EARLY
                s[U(row + EARLY_NET)] = AT.natural_wins
            at = NEXT_BOX
            continue
        elif looks_on:
            # If the whole round has no decision, it ends with a step of looking on.
            if at == VOID:
                s[U(row + RAN_OUT)] = 2
            s[U(row + PHASE)] = LOOKING_ON
            words[legal] = 1 << PASS
            at = STOP
            continue
        elif at == FINISH and get(s, row + RAN_OUT) != 2:
            if boxes > 1:
                park(s, parked, w, i)
            dealers = get(s, row + DEALER)
            position = get(s, row + POSITION)
            up = get(s, row + UP)
            facts = np.int64(t[U(DEALER_FACTS + dealers)])
            drawn: Any = 1
            looked = False
            hole = np.int64(-1)
            if w[U(_HAS_HOLE)]:
                hole = get(s, row + HOLE)
                see(t, unseen, u, hole)
                drawn = 2
                looked = t[U(UP_FLAGS + up)] & LOOKS != 0
            further = position
            if not (looked and facts & BLACKJACK):
                stake: Any = 0
                for b in range(boxes):
                    if boxes > 1:
                        fetch(s, parked, w, i, b)
                    stake |= at_stake(t, w, s, row, looked and w[U(_SETTLES)] != 0)
                due = (drawn < 2 and t[U(SECOND_IS_DUE + up * 32 + stake)]) or (
                    drawn == 2
                    and facts & (BLACKJACK | OUTCOME) == 0
                    and t[U(FURTHER_IS_DUE + stake)]
                )
                while due:
                    if position >= get(s, row + END):
                        s[U(row + POSITION)] = position
                        if not run_out(
                            t, w, s, unseen, longs, shoes, parked, owners, traced, i, boxes,
                            further,
                        ):  # fmt: skip
                            break
                    card = draw(longs, shoes, g, first, position, get(s, row + END))
                    if is_traced:
                        trace(traced, card)
                    c = see(t, unseen, u, card)
                    position += 1
                    drawn += 1
                    dealers = np.int64(t[U(DEALER_FOLLOWS + dealers * 10 + c)])
                    facts = np.int64(t[U(DEALER_FACTS + dealers)])
                    due = facts & (BLACKJACK | OUTCOME) == 0 and t[U(FURTHER_IS_DUE + stake)]
                if due:
                    at = VOID
                    continue
            s[U(row + POSITION)] = position
            blackjack = facts & BLACKJACK != 0
            outcome = max((facts & OUTCOME) - 1, 0)
            dealt: Any = 0
            if w[U(AT.on_dealer)]:
                above = get(s, row + UP_CARD)
                dealt = dealers_end(t, w, shoes, above, hole, first + further, position - further)
            if w[U(AT.bank)]:
                net = settle_with_bank(t, w, s, parked, i, outcome, blackjack, dealt, room)
            else:
                for b in range(boxes):
                    if boxes > 1:
                        fetch(s, parked, w, i, b)
                    net += box_net(t, w, s, row, outcome, blackjack, dealt)
            if get(s, row + RAN_OUT) and w[U(_SERVES_ON)]:
                go_on_with_discards(w, s, shoes, i)
            return True, False, net
        else:  # the shoe is out of cards in the middle of a round
            s[U(row + RAN_OUT)] = 2
            return True, True, net
        # The permitted acts on the hand; if there is only one, it is done.
        state = get(s, row + STATE + hand)
        context = get(s, row + CONTEXT)
        may = np.int64(
            t[U(w[U(MORE.at_acts)] + (context * 10 + get(s, row + UP)) * states + state)]
        )
        other = get(s, row + OTHER)
        if other >= 0:
            one = get(s, row + ONE)
            if two[U(one * 52 + other)] & TWO_PAIR:
                stage_class = context // 11 * 10 + np.int64(t[U(CLASSES + one)])
                if get(s, row + MADE) < np.int64(t[U(w[U(MORE.at_most)] + stage_class)]):
                    may |= 1 << SPLIT
        if may & (may - 1):
            words[legal] = may
            at = STOP
        else:
            at, act = ACT, HIT
            if may == 1 << STAND:
                at = CLOSED_HAND
    return False, False, net
