"""The step kernel: one act at every table, and on to the next decision.

Every part of the round appears once in the loop below, so that one function is compiled. It
contains no rules: what may be done, drawn and paid is looked up.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.kernels.full.game import GameRecord, Int, Ints, Longs, U
from pitboss.kernels.full.jit import entry, hot, merged
from pitboss.kernels.full.memory import EARLY, NATURAL, SURRENDERED
from pitboss.kernels.rng import next_word
from pitboss.kernels.steps.memory import (
    ObservationRecord,
    Shorts,
    StepBox,
    StepMemory,
    StepReport,
    StepTable,
    TableCell,
)

from .boxes import turn_to
from .codes import (
    ACT,
    ASK,
    BASE,
    BEGIN,
    BEGIN_SHOE,
    BETTING,
    DEAL,
    DONE,
    ENDED,
    EVEN_MONEY,
    FINISH,
    INSURE,
    LOOK,
    LOOKING_ON,
    NEEDS_RESET,
    NEVER,
    NOT_AN_ACT,
    NOT_BEGUN,
    PASS,
    PLAY,
    READY,
    ROUND_BEGINS,
    ROUND_ENDS,
    SAME_STEP,
    STOP,
    SURRENDER,
    WINDOW,
)
from .game import Book, Sides, Terms
from .rounds import carry_on
from .shoe import is_due, new_shoe, trace

_EXPAND: Final = np.array(
    [int.from_bytes(bytes(n >> b & 1 for b in range(8)), "little") for n in range(256)], np.uint64
)
"""[bits]: one byte for each of them"""


@hot
def _lowest(bits: Int) -> Int:
    """The lowest permitted act, which replaces one that is not permitted."""
    act = 0
    while bits >> act & 1 == 0 and act < 31:
        act += 1
    return act


@merged
def _show(
    game: GameRecord,
    terms: Terms,
    looks: Longs,
    table: StepTable,
    box: StepBox,
    seen: ObservationRecord,
) -> Int:
    """Write an observation; returns the number of the decision."""
    phase, unseen = table.phase, table.unseen.view(np.uint64)
    hand = U(0)
    play = U(phase) | U(box.bet) << U(40) | U(box.sides) << U(48)
    decision = 10 * (game.states + 2)
    if phase != BETTING:
        state, up = np.int64(box.hands[U(box.current)].state), np.int64(table.up)
        is_natural = np.int64(box.status == NATURAL)
        hand = looks[U(state)] | U(box.current + 1) << U(48) | U(box.made) << U(56)
        play |= U(up + 1) << U(8) | U(box.insured) << U(32) | U(is_natural) << U(56)
        if box.context:
            play |= U(box.context % 11 != 0) << U(16) | U(box.context >= 11) << U(24)
        if phase == PLAY:
            decision = state * 10 + up
        elif phase == WINDOW:
            decision = 10 * (game.states + is_natural) + up
        else:
            decision = 10 * (game.states + 3) + up
    seen.hand = hand
    seen.play = play
    seen.unseen = unseen[U(0)]
    seen.table = unseen[U(1)] & U(0xFFFF) | U(table.box + 1) << U(16) | U(terms.boxes) << U(24)
    return decision


@hot
def _bets(terms: Terms) -> Int:
    """The acts before the deal: all bets and all side bets."""
    return ((1 << terms.bets) - 1) << BASE | ((1 << terms.sides) - 1) << (BASE + terms.bets)


@hot
def _chosen(terms: Terms) -> Int:
    """How many bets and side bets are acts."""
    return 0 if terms.is_flat else terms.bets + terms.sides


@hot
def _ready(book: Book, here: TableCell) -> Int:
    """Before the bets: prepare a shoe for the next round; returns where to continue."""
    game, terms, table = book.game, book.terms, here.table
    if is_due(game, table):
        # If the cut card comes out first, some books shuffle only after the bets are made.
        is_first = game.shoe_size - table.position == table.begins and table.ran_out == 0
        may_wait = game.shuffles_at_once and terms.is_flat == 0 and terms.by_shoe == 0
        if not (is_first and may_wait):
            new_shoe(game, terms, here)
    if here.traced.shape[0]:
        trace(here.traced, ROUND_BEGINS)
    table.phase = BETTING
    box = turn_to(here, 0)
    box.bet = 0
    box.sides = 0
    at = DEAL
    if terms.is_flat == 0:
        box.legal = _bets(terms)
        at = STOP
    return at


@hot
def _bet(book: Book, here: TableCell, act: Int) -> Int:
    """Place a bet or a side bet; returns where to continue."""
    terms, table = book.terms, here.table
    box = here.boxes[U(table.box)]
    at = STOP
    if act >= BASE + terms.bets:
        box.sides |= 1 << (act - BASE - terms.bets)
        box.legal = np.int64(box.legal) & ~(1 << act)
    else:
        box.bet = act - BASE
        if table.box + 1 < terms.boxes:
            box = turn_to(here, table.box + 1)
            box.bet = 0
            box.sides = 0
            box.legal = _bets(terms)
        else:
            at = DEAL
    return at


@hot
def _decide_early(book: Book, here: TableCell, act: Int) -> Int:
    """Decide before the dealer checks for blackjack; returns where to continue."""
    game, table = book.game, here.table
    box = here.boxes[U(table.box)]
    at: Any = LOOK
    if act == INSURE:
        box.insured = 1
        left = np.int64(box.legal) & ~(1 << INSURE | 1 << EVEN_MONEY)
        if left & (left - 1):
            box.legal = left
            at = STOP
    elif act == EVEN_MONEY:
        box.status = EARLY
        box.early_net = game.even_money
    elif act == SURRENDER:
        is_final = game.surrendered == game.surrendered_to_blackjack
        box.status = EARLY if is_final else SURRENDERED
        box.early_net = game.surrendered
    if at == LOOK and table.box + 1 < book.terms.boxes:
        turn_to(here, table.box + 1)
        at = ASK
    return at


@hot
def _step_one(
    book: Book, here: TableCell, dues: Ints, step_report: StepReport, i: Int, act: Int, mode: Int
) -> None:
    """Do an act at one table, or begin a round there."""
    game, terms, table = book.game, book.terms, here.table
    bits = np.int64(here.boxes[U(table.box)].legal)
    wrong = act < 0 or act > 31 or bits >> (act & 31) & 1 == 0
    step_report.illegal[U(i)] = wrong
    if wrong:
        act = _lowest(bits)
    if table.phase == ENDED:
        step_report.illegal[U(i)] = False  # the act is ignored: a round begins
    at: Any = ACT
    if table.phase == WINDOW:
        at = _decide_early(book, here, act)
    elif table.phase == LOOKING_ON:
        at = FINISH
    elif table.phase == ENDED:
        at = READY
    elif table.phase == BETTING:
        at = _bet(book, here, act)
    is_over = False
    is_void = False
    won: Any = 0
    while True:
        if at == READY:
            at = _ready(book, here)
        has_ended, is_broken_off, net = carry_on(book, here, dues, at, act)
        if not has_ended:
            break
        if here.traced.shape[0]:
            trace(here.traced, ROUND_ENDS)
        is_void |= is_broken_off
        won += net
        table.phase = ENDED
        box = here.boxes[U(table.box)]
        box.legal = 1 << PASS
        at = READY
        if terms.by_shoe == 0 or is_due(game, table):
            is_over = True
            if mode != SAME_STEP:
                break
            if step_report.final.shape[0]:
                _show(game, terms, book.looks, table, box, step_report.final[U(i)])
    step_report.reward[U(i)] = won / terms.per if won else 0.0
    step_report.done[U(i)] = is_over
    step_report.void[U(i)] = is_void


@hot
def _refused(room: StepMemory, actions: Ints, most: Int, mode: int) -> Int:
    """Whether a step may be done: DONE, or the first table at which it may not, as a code."""
    answer: Any = DONE
    for i in range(actions.shape[0]):
        if U(actions[U(i)]) >= U(most):
            answer = NOT_AN_ACT - i
            break
    if answer == DONE and mode < BEGIN:
        last = NOT_BEGUN if mode != NEVER else ENDED
        for i in range(actions.shape[0]):
            if room.tables[U(i)].phase >= last:
                answer = NEEDS_RESET - i
                break
    return answer


@entry
def step(
    sides: Any, tables: Any, memory: Any, traced: Shorts, actions: Ints, shown: Any, mode: int
) -> int:
    """Do one act at every table, given the parts of its records and of ``StepMemory``.

    An act out of range, or a table that has to be reset first, is refused before anything is done;
    the answer is DONE, or the first such table below NOT_AN_ACT or NEEDS_RESET.

    When a round ends, the next begins in the same step (SAME_STEP), in the following step whatever
    its act (NEXT_STEP), or only on request (NEVER). With BEGIN or BEGIN_SHOE no act is done: a
    round begins where ``actions`` is not zero, with BEGIN_SHOE from a new shoe.
    """
    book = Book(Sides(*sides), tables[0][0], tables[1][0], *tables[2:])
    room, message = StepMemory(*memory), StepReport(*shown)
    terms = book.terms
    refused: int = _refused(room, actions, BASE + _chosen(terms), mode)
    if refused != DONE:
        return refused
    for i in range(actions.shape[0]):
        table = room.tables[U(i)]
        boxes = room.boxes[U(i)]
        act = actions[U(i)]
        if mode >= BEGIN and act:
            table.phase = ENDED
            if mode == BEGIN_SHOE:
                table.ran_out = 2
        if mode < BEGIN or act:
            here = TableCell(table, boxes, room.shoes[U(i)], room.owners[U(i)], traced)
            _step_one(book, here, room.dues, message, i, act, mode)
        box, seen = boxes[U(table.box)], message.seen[U(i)]
        message.decision[U(i)] = _show(book.game, book.terms, book.looks, table, box, seen)
        bits = np.int64(box.legal)
        for word in range(message.mask.shape[1]):
            message.mask[U(i), U(word)] = _EXPAND[U(bits & 255)]
            bits >>= 8
    return DONE


@entry
def any_act(tables: NDArray[Any], boxes: NDArray[Any], generators: Longs, out: Ints) -> None:
    """A permitted act at every table, chosen uniformly: a player for measurements."""
    for i in range(out.shape[0]):
        bits = np.int64(boxes[U(i), U(tables[U(i)].box)].legal)
        many = 0
        left = bits
        while left:
            left &= left - 1
            many += 1
        chosen = np.int64((next_word(generators[U(i)]) >> U(32)) * U(many) >> U(32))
        left = bits
        for _ in range(chosen):
            left &= left - 1
        low = left & -left
        act = 0
        while low > 1:
            low >>= 1
            act += 1
        out[U(i)] = act
