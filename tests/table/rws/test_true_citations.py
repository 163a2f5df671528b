"""Every citation of a round is true: what beats what, which bust, which choice, which share."""

from __future__ import annotations

import pytest

from pitboss.law.layout import sign
from pitboss.rulebooks import rulebook
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.table import Table
from tests.support import clause
from tests.table.helpers import close_window, dealt, is_true, of, rigged, stand


def results(table: Table) -> list[tuple[str, str]]:
    """How each wager was settled, and by which clause."""
    return [(event.result, event.under) for event in of(e.WagerSettled, table.log.events)]


@clause("rws:3.23.3", "rws:3.23.4", "rws:3.15#2", "rws:3.14.1#2", "rws:4.1.1.blackjack")
@pytest.mark.parametrize(
    ("shoe", "hits", "result"),
    [
        ("Th Ah 9c Kd", 0, ("lose", "3.23.3")),
        ("7h Ah 4c Ts Kd", 1, ("lose", "3.15#2")),
        ("Ah As Kh Kd", 0, ("standoff", "3.14.1#2")),
        ("Ah Ts Kh Ad", 0, ("standoff", "3.15#2")),
        ("Ah As Kh 9d", 0, ("win", "4.1.1.blackjack")),
        ("Ah Ts Kh 9d", 0, ("win", "3.15#2")),
        ("Th 9h 9c Td", 0, ("standoff", "3.23.4")),
    ],
)
def test_a_hand_is_compared_by_the_clause_on_what_was_dealt(
    shoe: str, hits: int, result: tuple[str, str]
) -> None:
    table = dealt("rws", shoe, {1: 100})
    close_window(table)
    for _ in range(hits):
        table.do(acts.Hit(box=1))
    if table.state.phase.value == "play":
        stand(table, 1)
    assert results(table) == [result]
    assert is_true(table)


@clause("rws:3.17#1", "rws:3.22#2", "rws:3.21.2#2", "rws:3.18", "rws:3.22.2#1", "rws:3.21.3#1")
@pytest.mark.parametrize(
    ("shoe", "act", "card", "bust"),
    [
        ("Th 9h 6c Td", acts.Hit(box=1), "3.17#1", "3.18"),
        ("Th 9h 6c Td", acts.Double(box=1, amount=100_00), "3.22#2", "3.22.2#1"),
        ("8h 9h 8c 7d Td Ts 8s", acts.Split(box=1), "3.21.2#2", "3.21.3#1"),
    ],
)
def test_a_card_and_a_bust_are_of_a_hit_a_double_or_a_split(
    shoe: str, act: acts.Act, card: str, bust: str
) -> None:
    table = dealt("rws", shoe, {1: 100})
    close_window(table)
    at = len(table.log.events)
    table.do(act)
    if isinstance(act, acts.Split):
        table.do(acts.Hit(box=1))
    after = table.log.events[at:]
    assert of(e.CardDealt, after)[0].under == card
    assert [event.under for event in of(e.HandBusted, after)] == [bust]
    assert results(table)[0] == ("lose", bust)
    assert is_true(table)


@clause("rws:5.1.1#1", "rws:5.1.1#2", "rws:5.1.2")
@pytest.mark.parametrize(
    ("stakes", "shares"),
    [
        ((900, 600), [(600_00, "5.1.1#1"), (400_00, "5.1.1#1")]),
        ((1900, 100), [(900_00, "5.1.1#1"), (100_00, "5.1.1#2")]),
        ((1300, 40), [(960_00, "5.1.1#1"), (40_00, "5.1.2")]),
    ],
)
def test_a_share_is_in_proportion_at_the_minimum_or_whole(
    stakes: tuple[int, int], shares: list[tuple[int, str]]
) -> None:
    table = rigged("rws", "Th 9h 6c Td", min=100, max=1000)
    for player, chips in zip(("P1", "P2"), stakes, strict=True):
        table.do(acts.Bet(box=1, player=player, stake=chips * 100, unnoticed=True))
    table.do(acts.CloseBets())
    pro_rated = of(e.WagerProRated, table.log.events)
    assert [(event.effective, event.under) for event in pro_rated] == shares
    assert is_true(table)


@clause("rws:5.7", "rws:5.7.1", "rws:5.7.2", "rws:5.12.2", "rws:5.10.3")
@pytest.mark.parametrize(
    ("report", "offered", "goes_on"),
    [
        (acts.Report(what="dealing_error", by="supervisor", why="x"), "5.7", "5.7.1"),
        (
            acts.Report(what="dealing_error", by="supervisor", why="x", reconstructed=True),
            "5.7",
            "5.7.2",
        ),
        (acts.Report(what="stray_cards", by="supervisor", box=5, cards=("2d",)), "5.7", "5.7.1"),
    ],
)
def test_players_choose_under_5_7_and_go_on_as_dealt_or_rebuilt(
    report: acts.Report, offered: str, goes_on: str
) -> None:
    table = dealt("rws", "Th 9h 6c Td 2d 5c", {1: 100})
    close_window(table)
    table.do(report)
    table.do(acts.Continue(player="P1"))
    assert [event.under for event in of(e.ChoiceOffered, table.log.events)] == [offered]
    assert [event.under for event in of(e.PlayerContinued, table.log.events)] == [goes_on]
    assert is_true(table)


@clause("rws:5.12.2")
def test_cards_drawn_together_are_a_dealing_error() -> None:
    table = dealt("rws", "Th 9h 2c 9c Kd 5c", {1: 100})
    close_window(table)
    table.do(acts.Report(what="drawn_together", by="supervisor", cards=("9c", "Kd")))
    table.do(acts.Hit(box=1, pick="9c"))
    assert [event.under for event in of(e.CardChosen, table.log.events)] == ["5.12#1"]
    assert [event.under for event in of(e.ChoiceOffered, table.log.events)] == ["5.12.2"]
    assert is_true(table)


@clause("rws:3.4")
def test_the_sign_cites_the_clause_by_which_it_is_displayed() -> None:
    lines = sign(rulebook("rws").default_rules)
    assert {line.under for line in lines if "wager" in line.text.lower()} == {"3.4"}
