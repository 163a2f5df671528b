"""A dealer that does every duty by hand, and errs when it is told to; and the machine beside it."""

from __future__ import annotations

from random import Random

from msgspec import Struct

from pitboss.school.gestures import Do, Gesture
from pitboss.school.marks import MarkSheet
from pitboss.school.players import Script
from pitboss.school.session import DealerSession, Lesson, open_chair
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.automation import Automation
from pitboss.table.procedure.cutting import last_cutter, stack_of
from pitboss.table.procedure.duties import DutyKind
from pitboss.table.state import Phase
from pitboss.table.table import Table


class Practice(Struct, frozen=True):
    """What came of a robot's sitting."""

    rounds: int
    steps: int
    marks: int
    log_equal: bool
    """Whether the log is that of a machine with the same cards and players, event by event"""
    sheet: MarkSheet


def deal_by_robot(lesson: Lesson, *, wrong: int = 0) -> Practice:
    """Deal a lesson by hand without an error, or with this many."""
    session, random = DealerSession(lesson), Random(f"robot {lesson.seed}")
    # How many steps there are is known only at the end, so the errors are spread by a first run.
    at = set[int]()
    if wrong:
        steps = deal_by_robot(lesson).steps
        at = set(random.sample(range(steps), min(wrong, steps)))
    steps = 0
    while not session.is_over:
        step = random.choice(session.due[0].steps)
        if steps in at:
            at.discard(steps)
            session.do(wrong_gesture(session, random), steps)
            if not lesson.is_guided:
                steps += 1
                continue
        session.do(step.gesture, steps)
        steps += 1
    machine = by_machine(lesson)
    return Practice(
        rounds=lesson.rounds,
        steps=steps,
        marks=sum(mark.is_wrong for mark in session.marks),
        log_equal=_played(session.table) == _played(machine),
        sheet=session.sheet,
    )


def _played(table: Table) -> list[e.Event]:
    """The events of a table but its opening, which says who deals."""
    return list(table.log.events)[1:]


def wrong_gesture(session: DealerSession, random: Random) -> Gesture:
    """A gesture that is possible now, and not due."""
    boxes = (None, *range(1, session.lesson.rules.equipment.boxes.value + 1))
    while True:
        do = random.choice(list(Do))
        gesture = Gesture(
            do,
            random.choice(boxes),
            random.choice((1, 1, 2)),
            amount=random.choice((5_00, 7_50, 12_00)) if do in (Do.PAY, Do.TAKE) else None,
            words=random.choice(("12", "soft 17", "21")) if do is Do.CALL else "",
            who=None if do is not Do.OFFER_CUT else "nobody",
        )
        if not any(step.is_done_by(gesture) for group in session.due for step in group.steps):
            return gesture


def by_machine(lesson: Lesson) -> Table:
    """The same lesson dealt by the machine."""
    table = open_chair(lesson, Automation.DEALER)
    script = Script(lesson.rules, lesson.seed, boxes=lesson.boxes)
    for _ in range(lesson.rounds):
        _place_bets(table, script)
        _play_on(table, script)
    return table


def _place_bets(table: Table, script: Script) -> None:
    for act in script.arrivals(table.state):
        if table.ask(act) is None:
            table.do(act)
    due = table.shuffle_is_due()
    if due is not None:
        table.shuffle(*due)
        _cut(table, script)
    for act in script.bank(table.state):
        if table.state.banker is None and table.ask(act) is None:
            table.do(act)
    for bet in script.bets(table.state):
        if table.ask(bet) is None:
            table.do(bet)
    table.do(acts.CloseBets())


def _cut(table: Table, script: Script) -> None:
    while not (shoe := table.state.shoe).is_cut:
        if shoe.declined < len(shoe.offers):
            player = shoe.offers[shoe.declined].player
            depth = script.depth(table.state, player)
            if depth is None:
                table.do(acts.DeclineCut(player=player))
            else:
                table.cut(player, depth)
        else:
            table.cut(last_cutter(table.rules), table.house_depth(stack_of(table.state)))


def _play_on(table: Table, script: Script) -> None:
    number = table.state.round
    while table.state.round == number and not table.state.is_void:
        duty = table.duty
        if not table.state.shoe.is_cut:
            _cut(table, script)
        elif duty is None:
            if table.state.phase is Phase.BETTING:
                return
            act = script.act(table.state)
            assert act is not None
            table.do(act)
        elif duty.task is DutyKind.CLOSE_WINDOW:
            for act in script.before_play(table.state):
                if table.ask(act) is None:
                    table.do(act)
            table.perform()
            table.go_on()
        else:
            table.go_on()
