"""What is only shown: chips stacked, marked aces, squeezed cards, the drawn prize."""

from __future__ import annotations

import pytest

from pitboss.cards import Card
from pitboss.law.layout import face, stack
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.quickstart import open_table
from pitboss.table.table import NotPermitted
from pitboss.table.words.transcript import transcript
from tests.support import clause, rules


@clause("nz:5.2#2")
def test_smaller_chips_lie_on_larger_ones() -> None:
    assert stack(rules("nz"), 35_00) == (25_00, 5_00, 5_00)
    assert stack(rules("nz"), 7_50) == (5_00, 2_50)
    assert stack(rules("nz"), 30) == ()
    table = open_table("nz", shoe="Th 6c 9s")
    table.wager(box=1, chips=35)
    assert "P1 35 (25 5 5)" in str(table)


@clause("nobust:values.1#2")
def test_aces_carry_the_mark_of_the_game() -> None:
    assert face(rules("nobust"), Card("As")) == "A♠ⁿᵇ"
    assert face(rules("nobust"), Card("Ks")) == "K♠"
    assert face(rules("nz"), Card("As")) == "A♠"


@clause("rws:3.12#1", "rws:3.12#2")
def test_squeezed_cards_are_dealt_face_down() -> None:
    table = open_table("rws", shoe="9h 8c 7d 6s 5h", allow_squeeze=True)
    table.wager(box=1, chips=50)
    table.wager(box=2, chips=50, player="P2")
    table.do(acts.Squeeze(box=1, player="P1"))
    dealt = [event for event in table.deal() if isinstance(event, e.CardDealt)]
    assert [(d.box, d.face_up) for d in dealt] == [
        (1, False),
        (2, True),
        (None, True),
        (1, False),
        (2, True),
    ]
    text = " ".join(transcript(table.log.events))
    assert "A card to box 1, face down" in text
    assert "9♥" not in text


@clause("rws:3.12#1")
@pytest.mark.parametrize("allowed", [True, False])
def test_a_squeeze_is_asked_for_before_the_deal_and_only_where_allowed(allowed: bool) -> None:
    table = open_table("rws", shoe="9h 8c 7d", allow_squeeze=allowed)
    table.wager(box=1, chips=50)
    if allowed:
        with pytest.raises(NotPermitted, match="P2 has no bet"):
            table.do(acts.Squeeze(box=1, player="P2"))
        table.deal()
    with pytest.raises(NotPermitted, match=r"rws 3\.12"):
        table.do(acts.Squeeze(box=1, player="P1"))


@clause("nz:4.2#1", "zappit:6(p)", "nobust:dealing.4#2")
@pytest.mark.parametrize(
    ("book", "under"), [("nz", "4.2#1"), ("zappit", "6(p)"), ("nobust", "dealing.4#2")]
)
def test_players_turn_no_cards_where_the_book_keeps_their_hands_off(book: str, under: str) -> None:
    table = open_table(book, shoe="9h 8c 7d")
    table.wager(box=1, chips=50)
    refusal = table.ask(acts.Squeeze(box=1, player="P1"))
    assert refusal is not None
    assert refusal.under == under


@clause("nz:3.5(d)")
def test_the_prize_is_shown_when_it_is_drawn() -> None:
    table = open_table("nz", shoe="As 6c Kd 5h 9d", layout=3)
    table.wager(box=1, chips=10)
    table.wager(box=1, chips=1, on="madness_21")
    table.deal()
    table.do(acts.PressButton(box=1, player="P1", prize=24_00))
    assert "24" in next(s for s in transcript(table.log.events) if "15A.9" in s)
