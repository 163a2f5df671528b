"""A robot that deals every duty by hand: no marks, and the machine's log."""

from __future__ import annotations

from random import Random

import pytest

from pitboss.rulebooks import rulebook
from pitboss.school import DealerSession, GestureVerdict, Lesson, by_machine, deal_by_robot, robot
from pitboss.school.robot import wrong_gesture
from tests.support import by_night

BOOKS = ("nz", "zappit", "rws", "leaflet", "nobust", "classic")
ELECTED = (
    ("zappit", {"settle_order": "seat_by_seat"}),
    ("nz", {"settlement_direction": "1-7", "decks": 4}),
    ("nobust", {"exhausted_bank": "collects"}),
    ("classic", {"hole_card": "none", "surrender": "early", "decks": 1}),
)


@pytest.mark.parametrize("book", BOOKS)
def test_a_robot_deals_what_the_machine_deals(book: str) -> None:
    rules = rulebook(book).elect()
    for seed in range(by_night(6)):
        practice = deal_by_robot(Lesson(rules, rounds=4, seed=seed, boxes=1 + seed % 5))
        assert practice.marks == 0, practice.sheet
        assert practice.log_equal, f"{book}, seed {seed}"


@pytest.mark.parametrize(("book", "elected"), ELECTED, ids=lambda value: str(value)[:20])
def test_so_it_does_under_other_options(book: str, elected: dict[str, object]) -> None:
    rules = rulebook(book).elect(**elected)
    for seed in range(by_night(4)):
        practice = deal_by_robot(Lesson(rules, rounds=4, seed=seed, boxes=4))
        assert (practice.marks, practice.log_equal) == (0, True)


@pytest.mark.parametrize("book", BOOKS)
def test_each_wrong_gesture_is_one_mark_under_a_clause(book: str) -> None:
    session = DealerSession(Lesson(rulebook(book).elect(), rounds=3, seed=5, boxes=4))
    random = Random(book)
    while not session.is_over:
        before = session.table.state
        mark = session.do(wrong_gesture(session, random))
        assert mark.is_wrong and mark.under
        assert session.table.state is before, "a wrong gesture changes nothing at the table"
        due = session.due[0].steps[0]
        again = session.do(due.gesture)
        assert not again.is_wrong
    assert sum(mark.is_wrong for mark in session.marks) == session.sheet.errors
    machine = by_machine(session.lesson)
    assert list(session.table.log.events)[1:] == list(machine.log.events)[1:]


@pytest.mark.parametrize("book", BOOKS)
def test_who_deals_alone_is_marked_and_the_log_stays_lawful(book: str) -> None:
    lesson = Lesson(rulebook(book).elect(), rounds=3, seed=8, is_guided=False)
    practice = deal_by_robot(lesson, wrong=9)
    assert (practice.marks, practice.log_equal) == (9, True)
    assert practice.sheet.mark < 100


def test_what_is_right_directly_after_an_error_is_a_correction() -> None:
    session = DealerSession(Lesson(rulebook("classic").elect()))
    random = Random(1)
    session.do(wrong_gesture(session, random))
    again = session.do(session.due[0].steps[0].gesture)
    assert again.verdict is GestureVerdict.CORRECTED
    assert session.do(session.due[0].steps[0].gesture).verdict is GestureVerdict.RIGHT


def test_a_sitting_is_replayed_from_its_gestures() -> None:
    lesson = Lesson(rulebook("nz").elect(), rounds=2, seed=4)
    first, random = DealerSession(lesson), Random(2)
    while not first.is_over:
        if random.random() < 0.2:
            first.do(wrong_gesture(first, random), random.random())
        first.do(random.choice(first.due[0].steps).gesture, random.random())
    again = DealerSession(lesson)
    for mark in first.marks:
        again.do(mark.gesture, mark.at)
    assert again.marks == first.marks
    assert again.sheet == first.sheet


def test_what_is_due_is_done_for_who_deals_alone() -> None:
    for is_guided, number in ((True, 0), (False, 1)):
        session = DealerSession(Lesson(rulebook("classic").elect(), is_guided=is_guided))
        session.do(wrong_gesture(session, Random(1)))
        assert len(session.done) == number


def test_a_log_that_differs_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    lesson = Lesson(rulebook("classic").elect(), rounds=1)
    other = by_machine(Lesson(lesson.rules, rounds=2))
    monkeypatch.setattr(robot, "by_machine", lambda _: other)
    assert not deal_by_robot(lesson).log_equal
