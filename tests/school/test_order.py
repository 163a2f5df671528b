"""The order of settlement and the calls: judged where a clause orders them, and only there."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pitboss.rulebooks import rulebook
from pitboss.rulebooks.ledger import Call
from pitboss.school import DealerSession, Do, Gesture, Lesson, Skill

ENDS = (Do.PAY, Do.TAKE, Do.LEAVE, Do.RETURN)


def settling(book: str, seed: int = 2, boxes: int = 5) -> Iterator[DealerSession]:
    """A lesson, stopped wherever more than one box is being settled at the end of a round."""
    session = DealerSession(Lesson(rulebook(book).elect(), rounds=6, seed=seed, boxes=boxes))
    while not session.is_over:
        ends = [g for g in session.due if all(step.gesture.do in ENDS for step in g.steps)]
        if len({step.gesture.box for group in ends for step in group.steps}) > 1:
            yield session
        session.do(session.due[0].steps[0].gesture)


@pytest.mark.parametrize(("book", "under"), [("zappit", "6(n)"), ("classic", "settle.1")])
def test_a_box_that_is_settled_before_its_turn_is_marked(book: str, under: str) -> None:
    session = next(s for s in settling(book) if len(s.due) > 2)
    early = session.due[1].steps[0].gesture
    mark = session.do(early)
    assert (mark.skill, mark.under) == (Skill.ORDER, under)


@pytest.mark.parametrize("book", ["nz", "rws", "leaflet"])
def test_either_direction_is_right_where_the_document_names_none(book: str) -> None:
    session = next(settling(book))
    boxes = [step.gesture.box for step in session.due[0].steps]
    assert len(set(boxes)) > 1
    for step in reversed(session.due[0].steps):
        assert not session.do(step.gesture).is_wrong


def test_losing_wagers_are_collected_before_any_is_paid_where_the_house_says_so() -> None:
    rules = rulebook("zappit").elect(settle_order="collect_then_pay")
    session = DealerSession(Lesson(rules, rounds=60, seed=3, boxes=2))
    seen = 0
    while not session.is_over:
        ends = [g.steps[0].gesture.do for g in session.due if g.steps[0].gesture.do in ENDS]
        for group in session.due:
            assert len({step.gesture.do is Do.TAKE for step in group.steps}) == 1
        if Do.PAY in ends and Do.TAKE in ends:
            seen += 1
            assert ends.index(Do.PAY) > max(n for n, do in enumerate(ends) if do is Do.TAKE)
        session.do(session.due[0].steps[0].gesture)
    assert seen


def _calls(book: str) -> list[Gesture]:
    session = DealerSession(Lesson(rulebook(book).elect(), rounds=6, seed=7, boxes=4))
    made = []
    while not session.is_over:
        step = session.due[0].steps[0]
        if step.gesture.do is Do.CALL and not step.any_words:
            made.append(step.gesture)
        session.do(step.gesture)
    return made


def test_a_total_is_announced_before_the_player_decides_in_nz() -> None:
    words = [call.words for call in _calls("nz") if call.box is not None]
    assert words and all(word.removeprefix("soft ").isdigit() for word in words)


@pytest.mark.parametrize("book", ["leaflet", "classic", "nobust"])
def test_no_call_is_judged_where_no_clause_orders_one(book: str) -> None:
    assert not _calls(book)
    assert not rulebook(book).ledger.calls()


def test_the_calls_are_those_of_the_clauses() -> None:
    assert rulebook("nz").ledger.calls() == {
        Call.NO_MORE_BETS: "8.2#1",
        Call.TOTAL: "8.3#2",
        Call.NEW_TOTAL: "8.4#2",
        Call.DEALER_TOTAL: "8.5#3",
        Call.INSURANCE: "9.2(a)",
        Call.SPLIT_TOTAL: "12.4#1",
    }
    assert rulebook("zappit").ledger.calls() == {
        Call.BLACKJACK: "6(h)(1)#1",
        Call.EACH_DEALER_TOTAL: "6(l)#3",
    }
    assert rulebook("rws").ledger.calls() == {
        Call.PLACE_BETS: "3.3",
        Call.NO_MORE_BETS: "3.10",
    }


def test_a_wrong_total_is_marked_under_its_clause() -> None:
    session = DealerSession(Lesson(rulebook("nz").elect(), rounds=3, seed=7))
    while (step := session.due[0].steps[0]).under != "8.3#2":
        session.do(step.gesture)
    wrong = Gesture(Do.CALL, step.gesture.box, step.gesture.hand, words="22")
    mark = session.do(wrong)
    assert (mark.skill, mark.under, mark.due) == (Skill.CALL, "8.3#2", step.gesture)
    assert not session.do(step.gesture).is_wrong


def test_a_round_begins_with_the_call_in_rws() -> None:
    calls = [call.words for call in _calls("rws")]
    assert calls == ["place your bets please", "no more bets"] * 6


def test_what_is_called_matters_only_where_a_clause_says_it() -> None:
    for book, is_wrong in (("nz", True), ("classic", False)):
        session = DealerSession(Lesson(rulebook(book).elect(), rounds=1, seed=1))
        while session.due[0].steps[0].gesture.do is not Do.CALL:
            session.do(session.due[0].steps[0].gesture)
        assert session.do(Gesture(Do.CALL, words="thank you")).is_wrong is is_wrong
