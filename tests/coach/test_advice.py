"""Advice agrees with the solver, refuses with a clause, and says where it is not exact."""

from __future__ import annotations

import pytest

import pitboss
from pitboss.coach.advice import Grade, act_by_chart, advice_on, grade
from pitboss.coach.asking import advise, spot_of
from pitboss.coach.at_table import spot_at
from pitboss.coach.following import Follower
from pitboss.coach.spots import HandSpot, Standard
from pitboss.rulebooks import BOOKS
from pitboss.solver import BadHand, Shoe
from pitboss.table import acts
from pitboss.table.state import Phase
from pitboss.table.table import Table
from pitboss.web.wire.prompts import turn_acts, window_acts

RIGGED = {
    "classic": "2c Th Ts 6d 5c 9h",  # a burn card, box, dealer's up card, box, dealer's hole card
    "nz": "2c Th Ts 6d 9h",
    "zappit": "2c Th Ts 6d 5c 9h",
    "rws": "Th Ts 6d 9h",
    "leaflet": "2c Th Ts 6d 9h",
    "nobust": "Th Ts 6d 5c 9h",
}


def _rigged(book: str, shoe: str = "") -> tuple[Table, Follower]:
    table = pitboss.open_table(book, shoe=shoe or RIGGED[book])
    table.prepare()
    if table.rules.banking is not None:
        for box, player in ((1, "P1"), (2, "P2")):
            table.do(acts.Sit(box=box, player=player))
        table.do(acts.TakeBank(box=2, player="P2", wager=1000_00))
    table.wager(box=1, chips=100)
    table.deal()
    follower = Follower(table.log.events[0], "P1")
    return table, follower


def _caught_up(table: Table, follower: Follower) -> HandSpot:
    for event in table.log.events[follower.n + 1 :]:
        follower.follow(event)
    assert follower.state == table.state
    spot = spot_at(follower.state, follower.seen, 1)
    assert spot is not None
    return spot


SOLVED = {
    "classic": {"stand": -0.540954, "hit": -0.534676, "double": -1.069351},
    "nz": {"stand": -0.576608, "hit": -0.570817, "double": -1.111626},
    "zappit": {"stand": -0.597501, "hit": -0.556601, "double": -1.113203, "zap": -0.1738},
    "rws": {"stand": -0.576404, "hit": -0.571928, "double": -1.113955},
    "leaflet": {"stand": -0.576404, "hit": -0.571928},
    "nobust": {"stand": -0.576608, "hit": -0.563425, "double": -1.126849, "surrender": -0.5},
}
"""What ``pitboss solve BOOK --hand "T6 v T"`` prints; rws surrenders before play."""


@pytest.mark.parametrize("book", sorted(RIGGED))
def test_a_rigged_sixteen_against_a_ten_is_priced_as_solve_does(book: str) -> None:
    table, follower = _rigged(book)
    solved = pitboss.solve(book).hand("T6", "T")
    if table.state.phase is Phase.WINDOW:  # surrender, before any play
        window = advice_on(_caught_up(table, follower), Standard.HAND)
        acts_of_play = {act: ev for act, ev in solved.acts.items() if act != "surrender"}
        values = {one.act: one.ev for one in window.acts if one.ev is not None}
        assert values == pytest.approx(
            {"surrender": solved.surrender, "decline": max(acts_of_play.values())}
        )
        assert set(values) - {"decline"} == {one["act"] for one in window_acts(table.state)}
        table.perform()
        table.go_on()
    advice = advice_on(_caught_up(table, follower), Standard.HAND)
    valued = {one.act: one.ev for one in advice.acts if one.ev is not None}
    assert set(valued) == {one["act"] for one in turn_acts(table.state, 1, 1)}
    assert valued == pytest.approx({act: solved.acts[act] for act in valued})
    assert valued == pytest.approx(SOLVED[book], abs=1e-6)
    assert advice.best == max(valued, key=lambda act: solved.acts[act])
    refused = {one.act: one.refused for one in advice.acts if one.ev is None}
    assert refused == refused | {act: no.why for act, no in solved.refused.items()}
    assert all(one.clause for one in advice.acts if one.refused)


@pytest.mark.parametrize("book", sorted(RIGGED))
def test_insurance_and_even_money_are_advised_on_as_the_window_offers_them(book: str) -> None:
    for own in ("Th 6d", "Ac Kd"):
        first, second = own.split()
        burn = RIGGED[book].startswith("2c")
        shoe = f"{'2c ' if burn else ''}{first} As {second} 5c 9h"
        table, follower = _rigged(book, shoe)
        assert table.state.phase is Phase.WINDOW
        advice = advice_on(_caught_up(table, follower))
        texts = {one.act for one in advice.acts if one.ev is not None}
        assert texts - {"decline"} == {one["act"] for one in window_acts(table.state)}
        assert advice.best == "decline", "from a full shoe"
        assert not advice.given_no_blackjack


@pytest.mark.parametrize("book", BOOKS)
def test_advise_is_the_solver_for_any_hand(book: str) -> None:
    rules = pitboss.rulebook(book).elect()
    solution = pitboss.solve(rules)
    for hand, up in (("8 8", "T"), ("A 7", "9"), ("5 4 4", "6"), ("A T", "T"), ("T 7", "A")):
        solved, advice = solution.hand(hand, up), advise(rules, hand=hand, up=up)
        valued = {one.act: one.ev for one in advice.acts if one.ev is not None}
        assert valued == pytest.approx(solved.acts)
        assert advice.best == solved.best


def test_the_figures_of_sixteen_against_a_ten() -> None:
    sixteen = advise("classic", hand="T6", up="T", decks=6)
    assert sixteen.value("hit") == pytest.approx(-0.5347, abs=5e-5)
    assert sixteen.value("stand") == pytest.approx(-0.5410, abs=5e-5)
    seen = pitboss.advise("classic", hand="9 4 3", up="T", seen="5 5 6 T", decks=6)
    assert seen.best == "stand"
    assert (seen.value("stand"), seen.value("hit")) == pytest.approx((-0.5437, -0.5494), abs=5e-5)
    assert seen.cost("hit") == pytest.approx(5.7, abs=0.05)
    assert advise("classic", hand="9 4 3", up="T", standard="chart").best == "hit"


def test_the_cards_reckoned_with_are_those_unseen() -> None:
    advice = advise("classic", hand="9 4 3", up="T", seen="5 5 6 T", decks=6)
    assert sum(advice.unseen.values()) == 6 * 52 - 8
    assert (advice.unseen["5"], advice.unseen["T"], advice.unseen["9"]) == (22, 94, 23)
    same = pitboss.solve("classic", decks=6, shoe=Shoe((24, 24, 24, 24, 22, 23, 24, 24, 24, 95)))
    assert advice.value("hit") == pytest.approx(same.hand("9 4 3", "T").hit)


def test_a_shoe_that_is_too_short_falls_back_to_the_hand() -> None:
    seen = "2 3 4 5 6 7 8 9 T J Q K A" * 3 + "2 3 4 5"
    advice = advise("classic", hand="T6", up="T", seen=seen, decks=1, standard="seen")
    assert advice.exact_for is Standard.HAND
    assert any("Not by the cards seen" in note for note in advice.notes)
    assert advice.value("hit") == advise("classic", hand="T6", up="T", decks=1).value("hit")


@pytest.mark.parametrize(
    "question, why",
    [
        ({"hand": "T", "up": "T"}, "one card"),
        ({"hand": "T 6 9", "up": "T"}, "has bust"),
        ({"hand": "T 6", "up": "T 9"}, "the up card is one"),
        ({"hand": "T 6", "up": "T", "seen": "x"}, "not a list of cards seen"),
        ({"hand": "T 6", "up": "T", "standard": "luck"}, "chart, hand, seen"),
    ],
)
def test_a_question_that_makes_no_sense_is_a_value_error(
    question: dict[str, str], why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        advise("classic", **question)


def test_grades_and_the_chart() -> None:
    assert [grade(lost) for lost in (0.0, 0.0004, 0.01, 0.03)] == [
        Grade.RIGHT, Grade.RIGHT, Grade.SLIP, Grade.MISTAKE,
    ]  # fmt: skip
    rules = pitboss.rulebook("classic").elect()
    assert act_by_chart(spot_of(rules, "8 8", "T")) == "split"
    assert act_by_chart(spot_of(rules, "5 6", "6")) == "double"
    assert act_by_chart(spot_of(rules, "2 3 6", "6")) == "hit"


def test_advice_shows_itself() -> None:
    advice = advise("classic", hand="T6", up="T")
    assert repr(advice).startswith("T 6 against T: hit\n  stand      -0.5410  costs 0.63%")
    assert [row["act"] for row in advice.to_dicts()][:2] == ["stand", "hit"]
    with pytest.raises(KeyError):
        advice["dance"]


def test_one_card_is_not_a_hand() -> None:
    with pytest.raises(BadHand):
        advise("classic", hand="8", up="T")
