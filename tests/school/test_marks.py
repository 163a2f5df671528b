"""Money, gestures as words, drills, and the command."""

from __future__ import annotations

import json
from itertools import islice

import pytest

from pitboss.cards import cards
from pitboss.rulebooks import rulebook
from pitboss.school import DealerSession, Do, Gesture, Lesson, NotAGesture, Skill, read_gesture
from pitboss.school.drills import payout_questions, payouts, spoken
from tests.commands import Command


def _at(session: DealerSession, do: Do) -> Gesture:
    while (step := session.due[0].steps[0]).gesture.do is not do:
        session.do(step.gesture)
    return step.gesture


@pytest.mark.parametrize("more", [5_00, -5_00])
def test_a_wrong_amount_is_marked_with_what_it_costs(more: int) -> None:
    session = DealerSession(Lesson(rulebook("nz").elect(), rounds=9, seed=2))
    due = _at(session, Do.PAY)
    assert due.amount is not None
    mark = session.do(Gesture(Do.PAY, due.box, due.hand, due.wager, due.amount + more))
    assert (mark.skill, mark.cents) == (Skill.MONEY, more)


def test_a_loser_that_is_paid_costs_twice() -> None:
    session = DealerSession(Lesson(rulebook("classic").elect(), rounds=9, seed=2))
    due = _at(session, Do.TAKE)
    mark = session.do(Gesture(Do.PAY, due.box, due.hand, due.wager, due.amount))
    assert due.amount is not None
    assert (mark.skill, mark.cents) == (Skill.MONEY, 2 * due.amount)


def test_a_payment_states_its_amount() -> None:
    session = DealerSession(Lesson(rulebook("nz").elect(), rounds=9, seed=2))
    due = _at(session, Do.PAY)
    assert session.do(Gesture(Do.PAY, due.box, due.hand, due.wager)).is_wrong


def test_a_card_to_another_box_is_a_wrong_target() -> None:
    session = DealerSession(Lesson(rulebook("classic").elect(), rounds=1, seed=2))
    due = _at(session, Do.CARD)
    mark = session.do(Gesture(Do.CARD, (due.box or 0) + 1))
    assert (mark.skill, mark.under) == (Skill.TARGET, "deal.1")
    turned = session.do(Gesture(Do.CARD_DOWN, due.box))
    assert turned.skill is Skill.FACE


def test_a_bet_below_the_minimum_is_given_back_before_the_call() -> None:
    for seed in range(20):
        session = DealerSession(Lesson(rulebook("nz").elect(), rounds=1, seed=seed))
        while session.due[0].steps[0].gesture.do not in (Do.CALL, Do.RETURN):
            session.do(session.due[0].steps[0].gesture)
        step = session.due[0].steps[0]
        if step.gesture.do is Do.RETURN:
            break
    mark = session.do(Gesture(Do.CALL, words="no more bets"))
    assert mark.is_wrong and mark.under
    assert step.skill is Skill.MISSED_BET
    assert not session.do(step.gesture).is_wrong
    assert not session.do(Gesture(Do.CALL, words="No more bets!")).is_wrong


@pytest.mark.parametrize(
    ("text", "gesture"),
    [
        ("card 3", Gesture(Do.CARD, 3)),
        ("down", Gesture(Do.CARD_DOWN)),
        ("pay 3.2 #5 22.50", Gesture(Do.PAY, 3, 2, 5, 22_50)),
        ("take 2", Gesture(Do.TAKE, 2)),
        ("call 3 soft 17", Gesture(Do.CALL, 3, words="soft 17")),
        ("call No more bets", Gesture(Do.CALL, words="No more bets")),
        ("offer Ana", Gesture(Do.OFFER_CUT, who="Ana")),
        ("cut 120", Gesture(Do.CUT, depth=120)),
        ("prepare spread", Gesture(Do.PREPARE, words="spread")),
    ],
)
def test_gestures_are_written_as_they_are_said(text: str, gesture: Gesture) -> None:
    assert read_gesture(text) == gesture


@pytest.mark.parametrize("text", ["", "dance", "pay 3 1e99", "cut deep", "take 2 #x", "card 3 ½"])
def test_what_is_not_a_gesture_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(NotAGesture):
        read_gesture(text)


def test_payouts_are_asked_for_every_odds_value_of_the_book() -> None:
    nz = {way.name: way.paid(15_00) for way in payouts(rulebook("nz").elect())}
    assert nz["blackjack"] == (22_50, "5.4#2")
    assert nz["winning insurance"][0] == 30_00
    assert "Super Sevens: two sevens" in nz
    nobust = {way.name: way.paid(25_00)[0] for way in payouts(rulebook("nobust").elect())}
    assert 30_00 in nobust.values(), "a Natural pays 6 to 5"


def test_questions_follow_from_the_seed() -> None:
    rules = rulebook("rws").elect()
    first = list(islice(payout_questions(rules, 3), 30))
    assert first == list(islice(payout_questions(rules, 3), 30))
    assert all(question.under for question in first)


def test_totals_are_called_as_the_book_counts() -> None:
    classic = rulebook("classic").elect()
    assert spoken(classic, tuple(cards("As 6d"))) == "soft 17"
    assert spoken(classic, tuple(cards("As Kd"))) == "blackjack"
    assert spoken(classic, tuple(cards("Ts 6d 9c"))) == "bust"


def test_the_command_keeps_its_contract(command: Command) -> None:
    ran = command("school", "zappit", "--robot", "--rounds", "3", "--seed", "2", "--json")
    assert ran.code == 0
    report = json.loads(ran.out)
    assert report.items() >= {"book": "zappit", "rounds": 3, "marks": 0, "log_equal": True}.items()
    assert report["steps"] > 30
    erring = command("school", "nz", "--robot", "--rounds", "3", "--wrong", "2", "--json")
    assert json.loads(erring.out)["marks"] == 2


def test_a_lesson_at_the_terminal(command: Command) -> None:
    ran = command("school", "classic", "--rounds", "1", typed="dance\nshuffle\npay 1 5\n?\nq\n")
    assert ran.code == 0
    assert "'dance' is not a gesture" in ran.out
    assert "Wrong: pay 1 5. Due is burn. (classic shoe.3)" in ran.out
    assert "2 steps" in ran.out or "1 steps" in ran.out


def test_options_that_mean_nothing_are_refused(command: Command) -> None:
    ran = command("school", "nz", "--wrong", "3")
    assert ran.code == 2 and "--robot" in ran.err
