"""The step kernel's boxes: the deal, splits, and side bets that wait for more cards."""

from __future__ import annotations

import numpy as np

from pitboss.compiled.side_bets.tables import PRIZE, THIRD_CARD
from pitboss.kernels.full.game import (
    PAID_AFTER_DEAL,
    TWO_CLASS,
    TWO_CLASSES,
    TWO_NATURAL,
    TWO_STATE,
    TWO_WAITS,
    GameRecord,
    Int,
    Shorts,
    U,
)
from pitboss.kernels.full.hands import class_of, two_cards, with_up_card
from pitboss.kernels.full.jit import hot, rare
from pitboss.kernels.full.memory import EARLY, NATURAL, OPEN
from pitboss.kernels.steps.memory import DEALERS, StepBox, TableCell

from .codes import PRIZE_DRAWN
from .game import Terms
from .shoe import number_below, own_alone, trace


@hot
def turn_to(here: TableCell, number: Int) -> StepBox:
    """Make a box the one that is played."""
    here.table.box = number
    return here.boxes[U(number)]


@hot
def lay(game: GameRecord, box: StepBox, one: Int, other: Int, flags: Int) -> Int:
    """Set up a box of two cards with one hand; returns the meaning of the two cards."""
    both = two_cards(game, one, other)
    hand = box.hands[U(0)]
    hand.state = both & TWO_STATE
    hand.card = one
    hand.doubled = 0
    box.context = 0
    box.current = 0
    box.made = 1
    box.waiting = 0
    box.insured = 0
    box.one = one
    box.other = other
    status = OPEN
    if both & TWO_NATURAL:
        status = NATURAL
        if flags & PAID_AFTER_DEAL:
            status = EARLY
            box.early_net = game.natural_wins
    box.status = status
    return both


@rare
def sides_wait(
    game: GameRecord,
    deal_ends: Shorts,
    closed: Shorts,
    here: TableCell,
    box: StepBox,
    both: Int,
    prizes: Int,
) -> None:
    """How the deal ends for the side bets, and what may still come: a third card, a prize."""
    table = here.table
    side = both >> TWO_CLASS & TWO_CLASSES
    box.side = with_up_card(game, deal_ends, side, table.up_card)
    box.third_end = -1
    box.prize = -1
    waits = both >> TWO_WAITS
    if waits & PRIZE:
        drawn = number_below(table.generator, prizes)
        box.prize = drawn
        if here.traced.shape[0]:
            trace(here.traced, PRIZE_DRAWN + np.int64(table.box))
            trace(here.traced, drawn)
    if waits & THIRD_CARD:
        box.third_end = closed[game.sides.third_class[box.one * 52 + box.other]]


@rare
def third_card(game: GameRecord, third: Shorts, box: StepBox, card: Int) -> None:
    """Settle bets on a third card with the first card that a box draws."""
    pair = np.int64(game.sides.third_class[box.one * 52 + box.other])
    box.third_end = third[pair * 52 + card]


@rare
def own_deal(game: GameRecord, terms: Terms, here: TableCell) -> None:
    """Record the owner of the two cards of a box among several; the others are the dealer's."""
    owners, boxes, box = here.owners, terms.boxes, np.int64(here.table.box)
    owners[box] = 8 * box
    owners[boxes + 1 + box] = 8 * box
    owners[boxes] = DEALERS
    if game.has_hole:
        owners[2 * boxes + 1] = DEALERS


@rare
def split(game: GameRecord, terms: Terms, here: TableCell, box: StepBox, hand: Int) -> None:
    """Split a pair into two hands; the one that was split is played first."""
    table, boxes, made = here.table, terms.boxes, np.int64(box.made)
    place = table.position - 1 - table.began
    if made == 1:
        if boxes == 1:
            own_alone(game, here)
        if box.context < 11:
            # As dealt; after an exchange or a split it is the last one drawn.
            place = boxes + 1 + np.int64(table.box)
        box.context = box.context // 11 * 11 + 1 + class_of(game, box.one)
        box.hands[0].card = box.one
        box.hands[0].doubled = 0
    here.owners[place] = 8 * table.box + made
    new = box.hands[made]
    new.card = box.other
    new.doubled = 0
    new.state = box.hands[hand].state
    box.pending[box.waiting] = made
    box.waiting += 1
    box.made = made + 1
