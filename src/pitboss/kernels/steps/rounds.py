"""The step kernel's round: to the next decision or the end, from compiled tables."""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.compiled.round_tables import STAKES
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
from pitboss.kernels.full.hands import class_of, dealers_after, two_cards
from pitboss.kernels.full.jit import hot
from pitboss.kernels.full.memory import EARLY, NATURAL, OPEN, SURRENDERED
from pitboss.kernels.steps.memory import StepBox, TableCell

from .boxes import lay, own_deal, sides_wait, split, third_card, turn_to
from .codes import (
    ACT,
    ASK,
    CLOSED_HAND,
    DEAL,
    DOUBLE,
    EVEN_MONEY,
    EXCHANGE,
    FINISH,
    HIT,
    INSURE,
    LOOK,
    LOOKING_ON,
    NEXT_BOX,
    PASS,
    PLAY,
    SPLIT,
    STAND,
    STOP,
    SURRENDER,
    TURN,
    VOID,
    WINDOW,
)
from .game import Book
from .settlement import at_stake, box_net, dealers_end, settle_with_bank
from .shoe import deal_cards, draw, go_on_with_discards, run_out, see


@hot
def _take_cards(book: Book, here: TableCell, box: StepBox, hand: Int, act: Int) -> bool:
    """Do an act that takes cards; returns whether there were enough."""
    game, terms, table = book.game, book.terms, here.table
    more = 1
    if act == SPLIT:
        split(game, terms, here, box, hand)
    elif act == EXCHANGE:
        box.context = 11
        more = 2
    card: Any = 0
    before: Any = 0
    c: Any = 0
    is_enough = True
    for _ in range(more):
        position = np.int64(table.position)
        if position >= table.end and not run_out(game, terms, here, True, position):
            is_enough = False
            break
        before = card
        card = draw(here, position)
        if terms.boxes > 1 or box.made > 1:
            here.owners[U(position - table.began)] = 8 * table.box + hand
        table.position = position + 1
        c = see(game, table, card)
        if box.sides and act != PASS and act != SPLIT:
            waits = box.third_end >= 0 and box.other >= 0
            if waits and box.made == 1 and box.context % 11 == 0:
                third_card(game, book.sides.third, box, card)
                box.other = -1
    if is_enough:
        played = box.hands[U(hand)]
        if act <= DOUBLE:
            box.other = -1
            played.state = game.follows[U(played.state * 10 + c)]
            if act == DOUBLE:
                played.doubled = 1
        else:
            if act == EXCHANGE:
                played.card = before
                played.doubled = 0
            box.one = played.card
            box.other = card
            played.state = two_cards(game, np.int64(played.card), card) & TWO_STATE
    return is_enough


@hot
def _deal(book: Book, here: TableCell) -> bool:
    """Deal the first cards; returns whether there were enough."""
    game, terms, table, cards = book.game, book.terms, here.table, here.cards
    boxes = terms.boxes
    is_enough = deal_cards(game, terms, here)
    if is_enough:
        began = np.int64(table.began)
        above = np.int64(cards[U(began + boxes)])
        up = see(game, table, above)
        dealers = np.int64(game.dealer.single[U(up)])
        if game.has_hole:
            hole = np.int64(cards[U(began + 2 * boxes + 1)])
            table.hole = hole
            dealers = dealers_after(game, dealers, hole)
        table.up = up
        table.up_card = above
        table.dealer = dealers
        flags = np.int64(game.up_card[U(up)])
        for b in range(boxes):
            number = boxes - 1 - b  # so that the first box is turned to last
            box = turn_to(here, number)
            one = np.int64(cards[U(began + number)])
            other = np.int64(cards[U(began + boxes + 1 + number)])
            see(game, table, one)
            see(game, table, other)
            both = lay(game, box, one, other, flags)
            if box.sides:
                sides = book.sides
                many = sides.prizes.shape[1]
                sides_wait(game, sides.deal_ends, sides.closed, here, box, both, many)
            if boxes > 1:
                own_deal(game, terms, here)
    return is_enough


@hot
def _asked(book: Book, here: TableCell, box: StepBox) -> Int:
    """What a box may do before the dealer checks for blackjack, as bits."""
    game, up = book.game, here.table.up
    flags = np.int64(game.up_card[U(up)])
    request: Any = 0
    if box.status != EARLY and flags & (INSURES | PAYS_EVEN_MONEY):
        if flags & INSURES:
            request |= 1 << INSURE
        if box.status == NATURAL and flags & PAYS_EVEN_MONEY:
            request |= 1 << EVEN_MONEY
    if box.status == OPEN and game.surrenders_first:
        request |= np.int64(book.window[U(up * game.states + box.hands[U(0)].state)])
    return request


@hot
def _permitted(book: Book, here: TableCell, box: StepBox, hand: Int) -> Int:
    """What may be done with a hand, as bits."""
    game = book.game
    row = (box.context * 10 + here.table.up) * game.states
    may = np.int64(book.acts[U(row + box.hands[U(hand)].state)])
    if box.other >= 0 and two_cards(game, box.one, box.other) & TWO_PAIR:
        stage_class = box.context // 11 * 10 + class_of(game, box.one)
        if box.made < book.terms.hands_at_most[U(stage_class)]:
            may |= 1 << SPLIT
    return may


@hot
def _finish(book: Book, here: TableCell, dues: Ints) -> tuple[bool, Int]:
    """The dealer's hand and the settlement: whether the round is void, and what it won."""
    game, terms, table = book.game, book.terms, here.table
    boxes = terms.boxes
    dealers = np.int64(table.dealer)
    position = np.int64(table.position)
    facts = np.int64(game.dealer.facts[U(dealers)])
    drawn: Any = 1
    looked = False
    hole = np.int64(-1)
    if game.has_hole:
        hole = np.int64(table.hole)
        see(game, table, hole)
        drawn = 2
        looked = game.up_card[U(table.up)] & LOOKS != 0
    further = position
    is_void = False
    net: Any = 0
    if not (looked and facts & BLACKJACK):
        is_settled = looked and game.settles_at_look != 0
        stake: Any = 0
        for b in range(boxes):
            stake |= at_stake(book, turn_to(here, b), table.up_card, is_settled)
        due = (drawn < 2 and game.dealer.second_is_due[U(table.up * STAKES + stake)]) or (
            drawn == 2
            and facts & (BLACKJACK | OUTCOME) == 0
            and game.dealer.further_is_due[U(stake)]
        )
        while due:
            if position >= table.end:
                table.position = position
                if not run_out(game, terms, here, True, further):
                    break
            card = draw(here, position)
            see(game, table, card)
            position += 1
            dealers = dealers_after(game, dealers, card)
            facts = np.int64(game.dealer.facts[U(dealers)])
            due = facts & (BLACKJACK | OUTCOME) == 0 and game.dealer.further_is_due[U(stake)]
        is_void = bool(due)
    if not is_void:
        table.position = position
        blackjack = facts & BLACKJACK != 0
        outcome = max((facts & OUTCOME) - 1, 0)
        dealt: Any = 0
        if game.sides.on_dealer:
            sides = book.sides
            dealt = dealers_end(
                sides.follows, sides.ends, here.cards, table.up_card, hole, further, position
            )
        if game.bank.wager:
            net = settle_with_bank(book, here, dues, outcome, blackjack, dealt)
        else:
            for b in range(boxes):
                net += box_net(book, turn_to(here, b), outcome, blackjack, dealt)
        if table.ran_out and game.serves_on:
            go_on_with_discards(game, here)
    return is_void, net


@hot
def carry_on(book: Book, here: TableCell, dues: Ints, at: Int, act: Int) -> tuple[bool, bool, Int]:
    """Continue a table to the next decision or the end of the round.

    Returns whether the round is over, whether it is void, and what it won in parts of a unit.
    """
    game, boxes, table = book.game, book.terms.boxes, here.table
    box = here.boxes[U(table.box)]
    hand: Any = 0
    if at == ACT:
        hand = np.int64(box.current)
    looks_on = at == DEAL and book.terms.is_flat != 0
    while at != STOP:
        if at == ACT:
            if act == STAND:
                at = CLOSED_HAND
                continue
            if act == SURRENDER:
                box.status = SURRENDERED
                at = NEXT_BOX
                continue
            if not _take_cards(book, here, box, hand, act):
                at = VOID
                continue
            if act == DOUBLE:
                at = CLOSED_HAND
                continue
        elif at == CLOSED_HAND:
            if box.waiting == 0:
                at = NEXT_BOX
            else:
                box.waiting -= 1
                hand = np.int64(box.pending[U(box.waiting)])
                box.current = hand
                at, act = ACT, PASS
            continue
        elif at == NEXT_BOX:
            at = FINISH
            if table.box + 1 < boxes:
                box = turn_to(here, table.box + 1)
                at = TURN
            continue
        elif at == DEAL:
            at = ASK if _deal(book, here) else VOID
            box = here.boxes[U(table.box)]
            hand = 0
            continue
        elif at == ASK:
            request = _asked(book, here, box)
            if request:
                table.phase = WINDOW
                box.legal = request | 1 << PASS
                at = STOP
            elif table.box + 1 < boxes:
                box = turn_to(here, table.box + 1)
            else:
                at = LOOK
            continue
        elif at == LOOK:
            result = (
                game.up_card[U(table.up)] & LOOKS and game.dealer.facts[U(table.dealer)] & BLACKJACK
            )
            box = turn_to(here, 0)
            at = FINISH if result else TURN
            continue
        elif at == TURN and box.status == OPEN:
            table.phase = PLAY
            hand = 0
        elif at == TURN:
            if box.status == NATURAL and game.up_card[U(table.up)] & PAID_AT_TURN:
                box.status = EARLY
                box.early_net = game.natural_wins
            at = NEXT_BOX
            continue
        elif looks_on:
            # A round without any decision ends with a step in which the player only watches.
            if at == VOID:
                table.ran_out = 2
            table.phase = LOOKING_ON
            box.legal = 1 << PASS
            at = STOP
            continue
        elif at == FINISH and table.ran_out != 2:
            is_void, net = _finish(book, here, dues)
            if is_void:
                table.ran_out = 2
            return True, is_void, net
        else:  # the shoe is out of cards in the middle of a round
            table.ran_out = 2
            return True, True, 0
        # If only one act is permitted, it is done.
        may = _permitted(book, here, box, hand)
        if may & (may - 1):
            box.legal = may
            at = STOP
        else:
            at, act = ACT, HIT
            if may == 1 << STAND:
                at = CLOSED_HAND
    return False, False, 0
