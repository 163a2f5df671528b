"""The dealer's chair at a terminal: gestures as lines, marks with their clauses."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import islice
from typing import Any

from pitboss.money import dollars
from pitboss.numbers import NotANumber, decimal
from pitboss.rulebooks import TableRules
from pitboss.school import DealerSession, Lesson, Mark, MarkSheet, NotAGesture, read_gesture
from pitboss.school.drills import DrillQuestion
from pitboss.school.expected import plain
from pitboss.table.words.layout import layout
from pitboss.terminal.keyboard import Left
from pitboss.terminal.screen import Screen, gist


def dealt_by_hand(screen: Screen, lesson: Lesson, mode: str) -> dict[str, Any]:
    """Let a trainee deal until the lesson is over or the trainee stops; the sheet as data."""
    session, shown, number = DealerSession(lesson), "", 0
    began = time.monotonic()
    try:
        while not session.is_over:
            if session.table.state.round != number:
                number = session.table.state.round
                screen.say(f"Round {number} of {lesson.rounds}", under=None)
            cloth = layout(session.table.state)
            if cloth != shown:
                shown = cloth
                screen.say(cloth)
            if mode == "guided":
                _show_due(screen, session)
            line = screen.ask("gesture")
            if line in ("q", "quit"):
                break
            if line in ("", "?"):
                _show_due(screen, session)
                continue
            try:
                gesture = read_gesture(line)
            except NotAGesture as error:
                screen.say(f"{error}.")
                continue
            mark = session.do(gesture, round(time.monotonic() - began, 2))
            if mode != "alone":
                _show_mark(screen, lesson.rules, mark)
    except (Left, KeyboardInterrupt):
        screen.say("The lesson is ended.")
    return _shown(screen, lesson.rules, session)


def _show_due(screen: Screen, session: DealerSession) -> None:
    for step in session.due[0].steps:
        screen.say(f"  due: {step.gesture}", under=session.lesson.rules.cite(step.under))


def _show_mark(screen: Screen, rules: TableRules, mark: Mark) -> None:
    if not mark.is_wrong:
        return
    lost = f" The house would have lost {dollars(mark.cents)}." if mark.cents > 0 else ""
    lost = f" The player would have lost {dollars(-mark.cents)}." if mark.cents < 0 else lost
    screen.say(
        ("Wrong", "red"),
        f": {mark.gesture}. Due is {mark.due}.{lost}",
        under=rules.cite(mark.under),
    )
    meaning = gist(rules.book, mark.under)
    if meaning is not None:
        screen.say((f"    {meaning}", "dim"))


def _shown(screen: Screen, rules: TableRules, session: DealerSession) -> dict[str, Any]:
    sheet: MarkSheet = session.sheet
    screen.say(
        f"{sheet.steps} steps, {sheet.errors} errors ({sheet.critical} critical): "
        f"{sheet.mark:.1f} of 100; {sheet.seconds_a_step:.1f} seconds a step."
    )
    for clause, number in list(sheet.by_clause.items())[:5]:
        screen.say(f"  {number} under {rules.cite(clause)}")
    return {
        "rounds": session.table.state.round - 1,
        "steps": sheet.steps,
        "errors": sheet.errors,
        "critical": sheet.critical,
        "mark": round(sheet.mark, 2),
        "skills": {name: list(figures) for name, figures in sheet.by_skill.items()},
        "clauses": sheet.by_clause,
        "over": session.is_over,
    }


def answered(
    screen: Screen, rules: TableRules, questions: Iterator[DrillQuestion], number: int
) -> dict[str, Any]:
    """Ask questions until they are over or the trainee stops; the answers in figures."""
    request = right = 0
    missed: dict[str, int] = {}
    times = list[float]()
    try:
        for question in islice(questions, number):
            began = time.monotonic()
            answer = screen.ask(f"{request + 1}. {question.asks}")
            if answer in ("q", "quit"):
                break
            request += 1
            times.append(time.monotonic() - began)
            if _is_same(answer, question.answer):
                right += 1
                continue
            missed[question.under] = missed.get(question.under, 0) + 1
            screen.say(("Wrong", "red"), f": {question.answer}", under=rules.cite(question.under))
    except (Left, KeyboardInterrupt):
        screen.say("Drill ended.")
    median = sorted(times)[len(times) // 2] if times else 0.0
    screen.say(f"{right} of {request} right; {median:.1f} seconds an answer.")
    return {"questions": request, "right": right, "seconds": round(median, 2), "missed": missed}


def _is_same(answer: str, right: str) -> bool:
    """Whether an answer is right: 22.5 is 22.50, and "Soft 17" is "soft 17"."""
    try:
        return decimal(answer) == decimal(right)
    except NotANumber:
        return plain(answer) == plain(right)
