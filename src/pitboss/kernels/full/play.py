"""The full kernel's round up to the dealer's last card: the deal, the window, every hand."""

from __future__ import annotations

import numpy as np

from pitboss.compiled.acts import Act
from pitboss.compiled.round_tables import CAPPED, STAKES
from pitboss.compiled.round_tables import INSURED as INSURED_STAKE
from pitboss.compiled.side_bets.tables import PRIZE, THIRD_CARD
from pitboss.kernels.rng import State, below
from pitboss.players.deviations import LADDER

from .count import rung
from .hands import after, class_of, two_cards, with_up_card
from .jit import hot, rare
from .layout import (
    AT,
    AT_STAKE,
    BEGAN,
    BEGINS,
    BLACKJACK,
    BOX,
    BOX_ROW,
    BOXES,
    CARD,
    CLEARED,
    DEALER_FACTS,
    DEALER_FOLLOWS,
    DOUBLED,
    EARLY,
    EARLY_NET,
    ENDS,
    EVEN_MONEY,
    FACTS,
    FURTHER_IS_DUE,
    HAND,
    HAND_ROW,
    HANDS,
    HANDS_OF_BOX,
    INSURED,
    INSURES,
    INSURES_AT,
    NATURAL,
    OPEN,
    OUTCOME,
    PAID_AFTER_DEAL,
    PAID_AT_TURN,
    POLICY,
    PRIZE_DRAWN,
    READY,
    SEAT,
    SEAT_ROW,
    SEATS,
    SECOND,
    SECOND_IS_DUE,
    SIDE,
    SIDES,
    STATE,
    STATUS,
    SURRENDERED,
    THIRD_END,
    TWO_CLASS,
    TWO_CLASSES,
    TWO_NATURAL,
    TWO_STATE,
    TWO_WAITS,
    UP_CARD,
    ZAPPED,
    Bytes,
    Floats,
    Int,
    Ints,
    Shorts,
    U,
    Words,
)
from .shoe import make_ready, next_card
from .splits import play_specially

_STAND, _DOUBLE = int(Act.STAND), int(Act.DOUBLE)
_SPLIT, _SURRENDER = int(Act.SPLIT), int(Act.SURRENDER)
_STATES, _CONTEXTS, _UNSPLIT, _HANDS_AT_MOST = AT.states, AT.contexts, AT.unsplit, AT.hands_at_most
_CLOSED, _THIRD, _THIRD_CLASS = AT.closed, AT.third, AT.third_class
_RUNGS, _LATE_RUNGS = AT.rungs, AT.late_rungs
_HAS_HOLE, _SURRENDERS_FIRST = AT.has_hole, AT.surrenders_first
_NATURAL_WINS, _EVEN_MONEY, _SURRENDERED = AT.natural_wins, AT.even_money, AT.surrendered
_TO_BLACKJACK = AT.surrendered_to_blackjack
_NATURAL_AT_STAKE, _GIVES_BACK = AT.natural_at_stake, AT.gives_back_busts


@hot
def lay(w: Ints, b: Int, one: Int, other: Int, both: Int) -> None:
    """Note a box of two cards, open and with one hand."""
    box, hand = BOX + b * BOX_ROW, HAND + b * HANDS_OF_BOX
    w[U(hand + STATE)] = both & TWO_STATE
    w[U(hand + DOUBLED)] = 0
    w[U(hand + CLEARED)] = 0
    w[U(hand + CARD)] = one
    w[U(hand + BEGINS)] = 0
    w[U(hand + ENDS)] = 0
    w[U(box + HANDS)] = 1
    w[U(box + SECOND)] = other
    w[U(box + INSURED)] = 0
    w[U(box + ZAPPED)] = 0
    w[U(box + THIRD_END)] = -1
    w[U(box + PRIZE_DRAWN)] = -1
    w[U(box + STATUS)] = OPEN


@hot
def deal(
    t: Shorts,
    two: Words,
    w: Ints,
    prizes: Shorts,
    cards: Bytes,
    counted: Ints,
    position: Int,
    many: Int,
    generator: State,
) -> Int:
    """Two cards to each box and the dealer's; answers with the place of the next card."""
    need = position + 2 * many + 1 + w[_HAS_HOLE]
    w[BEGAN] = position
    if need > w[READY]:
        w[BOXES] = 0
        make_ready(cards, counted, need, w, generator)
        w[BOXES] = many
    up = np.int64(t[U(UP_CARD + class_of(t, np.int64(cards[U(position + many)])))])
    for b in range(many):
        box = BOX + b * BOX_ROW
        one = np.int64(cards[U(position + b)])
        other = np.int64(cards[U(position + many + 1 + b)])
        both = two_cards(two, one, other)
        lay(w, b, one, other, both)
        if both & TWO_NATURAL:
            w[U(box + STATUS)] = EARLY if up & PAID_AFTER_DEAL else NATURAL
            w[U(box + EARLY_NET)] = w[_NATURAL_WINS]
        w[U(box + SIDE)] = -1
        if w[U(SEATS + w[U(box + SEAT)] * SEAT_ROW + SIDES)]:
            side = both >> TWO_CLASS & TWO_CLASSES
            w[U(box + SIDE)] = with_up_card(t, w, side, np.int64(cards[U(position + many)]))
            if both >> TWO_WAITS:
                _wait(t, w, prizes, box, both >> TWO_WAITS, one, other, generator)
    return need


@rare
def _wait(
    t: Shorts,
    w: Ints,
    prizes: Shorts,
    box: Int,
    waits: Int,
    one: Int,
    other: Int,
    generator: State,
) -> None:
    """Two cards that leave a side bet undecided: a prize is drawn, or they wait for a third."""
    if waits & PRIZE:
        w[box + PRIZE_DRAWN] = prizes[below(generator, np.uint64(prizes.shape[0]))]
    if waits & THIRD_CARD:
        w[box + THIRD_END] = t[w[_CLOSED] + t[w[_THIRD_CLASS] + one * 52 + other]]


@rare
def window(t: Shorts, p: Bytes, w: Ints, up: Int, now: Int) -> Int:
    """Insurance, even money, and surrender where it comes first; what is staked on insurance."""
    flags = np.int64(t[UP_CARD + up])
    insured = 0
    for b in range(w[BOXES]):
        box = BOX + b * BOX_ROW
        if w[box + STATUS] == EARLY:
            continue
        seat = SEATS + w[box + SEAT] * SEAT_ROW
        if now >= w[seat + INSURES_AT]:
            if w[box + STATUS] == NATURAL and flags & EVEN_MONEY:
                w[box + STATUS] = EARLY
                w[box + EARLY_NET] = w[_EVEN_MONEY]
                continue
            if flags & INSURES:
                w[box + INSURED] = 1
                insured = INSURED_STAKE
        if w[box + STATUS] == OPEN and w[_SURRENDERS_FIRST]:
            row = w[seat + POLICY] + up * w[_STATES]
            act = np.int64(p[row + w[HAND + b * HANDS_OF_BOX + STATE]])
            if act >= LADDER:
                act = np.int64(p[w[_RUNGS] + rung(w, act - LADDER, now)])
            if act == _SURRENDER:
                w[box + STATUS] = EARLY if w[_SURRENDERED] == w[_TO_BLACKJACK] else SURRENDERED
                w[box + EARLY_NET] = w[_SURRENDERED]
    return insured


@hot
def play_box(
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
    generator: State,
) -> Int:
    """One box at its turn; answers with the place of the next card."""
    box, hand = BOX + b * BOX_ROW, HAND + b * HANDS_OF_BOX
    state = w[U(hand + STATE)]
    row = w[U(SEATS + w[U(box + SEAT)] * SEAT_ROW + POLICY)] + up * w[_STATES]
    began = position
    act = np.int64(p[U(row + state)])
    is_special = False
    while act != _STAND:
        if act > _DOUBLE:
            is_special = True
            break
        state = after(t, state, next_card(cards, counted, position, w, generator))
        position += 1
        if act == _DOUBLE:
            w[U(hand + DOUBLED)] = 1
            break
        act = np.int64(p[U(row + state)])
    w[U(hand + STATE)] = state
    w[U(hand + BEGINS)] = began
    w[U(hand + ENDS)] = position
    if is_special:
        position = play_specially(
            t, two, p, w, factor, shift, cards, counted, position, hole, up, b, row, generator
        )
    if w[U(box + THIRD_END)] >= 0 and position > began and w[U(box + HANDS)] == 1:
        pair = w[U(hand + CARD)] * 52 + w[U(box + SECOND)]
        waits = np.int64(t[U(w[_THIRD_CLASS] + pair)])
        third = waits * 52 + np.int64(cards[U(began)])
        w[U(box + THIRD_END)] = t[U(w[_THIRD] + third)]
    return position


@hot
def at_stake(t: Shorts, w: Ints, b: Int) -> Int:
    """What of a box that has been played the dealer's cards can still decide."""
    first = HAND + b * HANDS_OF_BOX
    stake: Int = 0
    for hand in range(first, first + w[U(BOX + b * BOX_ROW + HANDS)] * HAND_ROW, HAND_ROW):
        lies = np.int64(t[U(FACTS + w[U(hand + STATE)])] & AT_STAKE)
        stake |= lies
        w[U(hand + CLEARED)] = lies == 0
        if w[_GIVES_BACK] and lies == 0 and (hand > first or w[U(hand + DOUBLED)]):
            stake |= CAPPED
    return stake


@rare
def blackjacks_turn(w: Ints, flags: Int, b: Int) -> Int:
    """A blackjack at its turn: paid, or at stake."""
    if flags & PAID_AT_TURN:
        w[BOX + b * BOX_ROW + STATUS] = EARLY
        w[BOX + b * BOX_ROW + EARLY_NET] = w[_NATURAL_WINS]
        return 0
    return w[_NATURAL_AT_STAKE]


@rare
def hangs_on_blackjack(w: Ints) -> Int:
    """A surrendered box: at stake where a blackjack found later takes the rest."""
    return CAPPED if w[_SURRENDERED] != w[_TO_BLACKJACK] else 0


@hot
def play_dealer(
    t: Shorts,
    w: Ints,
    cards: Bytes,
    counted: Ints,
    position: Int,
    up: Int,
    state: Int,
    drawn: Int,
    stake: Int,
    generator: State,
) -> tuple[Int, Int, Int]:
    """The dealer's cards; answers with the place of the next card, the hand, and its cards."""
    if drawn < 2 and t[U(SECOND_IS_DUE + up * STAKES + stake)]:
        card = class_of(t, next_card(cards, counted, position, w, generator))
        position += 1
        drawn = 2
        state = np.int64(t[U(DEALER_FOLLOWS + state * 10 + card)])
    facts = np.int64(t[U(DEALER_FACTS + state)])
    if drawn >= 2 and facts & BLACKJACK == 0 and t[U(FURTHER_IS_DUE + stake)]:
        while facts & OUTCOME == 0:
            card = class_of(t, next_card(cards, counted, position, w, generator))
            position += 1
            drawn += 1
            state = np.int64(t[U(DEALER_FOLLOWS + state * 10 + card)])
            facts = np.int64(t[U(DEALER_FACTS + state)])
    return position, state, drawn
