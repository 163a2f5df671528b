"""rws: what a report may say while the dealer has not finished, and who is absent from a box."""

from __future__ import annotations

import pytest

from pitboss.law.answers import Refusal
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.procedure.duties import DutyKind
from pitboss.table.sources import Rigged
from pitboss.table.table import Automation, Table
from tests.support import clause, rules
from tests.table.helpers import bet, is_true, of, refused


def until(table: Table, *tasks: DutyKind | None) -> Table:
    """Perform what is due up to one of these duties."""
    while (duty := table.duty) is not None and duty.task not in tasks:
        table.perform()
    return table


def by_hand(shoe: str, *bets: tuple[int, str, int], pair: bool = False, book: str = "rws") -> Table:
    """A table whose dealer does each duty, with these bets, before the first card."""
    table = Table(rules(book), Rigged(shoe), automation=Automation.NONE)
    for box, player, dollars in bets:
        bet(table, box, player, dollars)
    if pair:
        bet(table, 1, "P1", 10, "player_pair")
    table.do(acts.CloseBets())
    return table


REBUILT = acts.Report(what="dealing_error", reconstructed=True)


@clause("rws:5.10.1", "rws:5.9#1")
def test_after_an_interim_settlement_the_deal_is_not_reconstructed_until_a_further_card() -> None:
    table = until(by_hand("9h 9d 6c 3d Td 5c 6d", (1, "P1", 100), (2, "P2", 100), pair=True), None)
    assert table.state.phase == "play"
    assert refused(table, REBUILT).under == "5.10.1"
    table.do(acts.Hit(box=1))
    assert table.ask(REBUILT) is None, "the hit may be the error, which is one of a later card"
    table.perform()
    assert table.ask(REBUILT) is None
    assert of(e.CardDealt, table.log.events)[-1].card == "5c"


@clause("rws:5.9#1")
def test_where_nothing_was_settled_the_deal_is_reconstructed_before_play() -> None:
    table = until(by_hand("9h 9d 6c Td Td 5c 6d", (1, "P1", 100), (2, "P2", 100)), None)
    assert table.state.phase == "play"
    assert table.ask(REBUILT) is None


@clause("rws:5.9#1", "rws:5.7.2")
def test_a_card_drawn_in_error_goes_back_in_its_order() -> None:
    """It is an error of the Subsequent Deal, which an Interim Settlement does not end (B26)."""
    table = until(by_hand("9h 9d 6c 3d Td 5c 6d", (1, "P1", 100), (2, "P2", 100), pair=True), None)
    drawn = table.draw()
    assert drawn is not None
    held = of(e.CardHeld, table.do(acts.Report(what="exposed_card", card=drawn.text)))
    assert [one.under for one in held] == ["5.9#1"]
    message = [table.do(acts.Continue(player=name))[0].under for name in ("P1", "P2")]
    assert message == ["5.7.2", "5.7.2"] and is_true(table)


@clause("rws:5.10.1", "rws:5.7.1")
def test_a_card_drawn_in_error_after_a_final_settlement_is_not_reconstructed() -> None:
    table = until(by_hand("9h 9d 6c Td Td 5c 6d 8c", (1, "P1", 100), (2, "P2", 100)), None)
    table.do(acts.Hit(box=1))
    until(table, None)
    assert [w.when for w in table.state.wagers] == ["bust", ""]
    drawn = table.draw()
    assert drawn is not None
    held = of(e.CardHeld, table.do(acts.Report(what="exposed_card", card=drawn.text)))
    assert [one.under for one in held] == ["5.7"]
    assert table.do(acts.Continue(player="P2"))[0].under == "5.7.1" and is_true(table)


# The dealer's hand.


@clause("rws:5.10.2#1", "nz:16.3#1", "zappit:11(d)")
@pytest.mark.parametrize(
    ("book", "shoe", "under"),
    [
        ("rws", "Th 9c 9d 8h 5s", "5.10.2#2"),
        ("nz", "Th 9c 9d 8h 5s", "16.3#1"),
        ("zappit", "Th 9c 9d 8h 5s", "11(d)"),
    ],
)
def test_a_dealer_may_draw_too_many_before_the_hand_is_called_complete(
    book: str, shoe: str, under: str
) -> None:
    table = by_hand(shoe, (1, "P1", 100), book=book)
    until(table, None)
    extra = acts.Report(what="extra_dealer_card", card="5s")
    assert refused(table, extra).why == "the dealer's hand is not complete"
    table.do(acts.Stand(box=1))
    while (duty := table.duty) is not None and duty.task is not DutyKind.FINISH:
        assert refused(table, extra).why == "the dealer's hand is not complete"
        table.perform()
    assert table.state.phase != "settlement", "the dealer has not yet said that the hand is done"
    drawn = table.draw()
    assert drawn is not None and drawn.text == "5s"
    assert table.do(extra)[-1].under == under
    total = of(e.DealerHandCompleted, table.perform())[0].total
    assert total == 17 and is_true(table)


@clause("rws:5.12#1", "rws:5.7")
@pytest.mark.parametrize("what", ["drawn_together", "exposed_card", "drawn_unexposed"])
def test_no_card_is_drawn_in_error_as_the_next_when_none_is_due(what: str) -> None:
    table = until(by_hand("Th 9c 9d 8h 5s 6s", (1, "P1", 100)), None)
    several = what == "drawn_together"
    cards: dict[str, object] = {"cards": ("5s", "6s")} if several else {"card": "5s"}
    report = acts.Report(what=what, **cards)  # type: ignore[arg-type]
    assert table.ask(report) is None
    table.do(acts.Stand(box=1))
    assert table.ask(report) is None, "the dealer's second card is due"
    until(table, DutyKind.FINISH, None)
    assert refused(table, report).why == "no more cards are due in this round"
    table.perform()
    assert isinstance(table.ask(report), Refusal)


@clause("rws:5.12.1")
def test_no_card_is_due_where_every_box_has_a_blackjack_that_is_paid() -> None:
    """Before the play it shows already that the dealer's further cards decide nothing."""
    table = until(
        by_hand("Ah 9c Td 5s 6s", (1, "P1", 100)), DutyKind.OPEN_WINDOW, DutyKind.CLOSE_WINDOW
    )
    report = acts.Report(what="drawn_together", cards=("5s", "6s"))
    assert refused(table, report).why == "no more cards are due in this round"


@pytest.mark.parametrize("second", ["Td", "9d"])
def test_whether_a_card_is_due_does_not_tell_the_cards_that_are_squeezed(second: str) -> None:
    """A refusal would name the blackjack that only its player may see."""
    shoe = Rigged(f"Ah 9c {second} 5s 6s")
    table = Table(rules("rws", allow_squeeze=True), shoe, automation=Automation.NONE)
    bet(table, 1, "P1", 100)
    table.do(acts.Squeeze(box=1, player="P1"))
    table.do(acts.CloseBets())
    until(table, DutyKind.COMPLETE_DEAL)
    assert table.ask(acts.Report(what="drawn_together", cards=("5s", "6s"))) is None


# Who is absent.


@clause("rws:5.3", "rws:1.26#2", "rws:3.8")
def test_who_leaves_a_shared_box_leaves_it_to_the_others() -> None:
    table = by_hand("Th 9c 2d 8h 5s 6s 7s", (1, "P1", 50), (1, "P2", 60), (1, "P3", 70))
    until(table, None)
    message = [
        (table.do(acts.Report(what="absent", box=1, player=name))[0].under, table.state.boxes[0])
        for name in ("P2", "P1", "P3")
    ]
    assert [under for under, _ in message] == ["3.8", "1.26#2", "5.3"]
    assert [(box.decider, box.is_absent) for _, box in message] == [
        ("P1", False),
        ("P3", False),
        ("P3", True),
    ]
    assert is_true(table)


@clause("nz:16.6", "nz:14.3(a)")
def test_nz_a_back_bettor_who_leaves_changes_nothing() -> None:
    table = by_hand("Th 9c 2d 8h 5s 6s 7s", (1, "P1", 50), (1, "P2", 60), book="nz")
    until(table, None)
    assert table.do(acts.Report(what="absent", box=1, player="P2"))[0].under == "14.3(a)"
    assert table.do(acts.Report(what="absent", box=1, player="P1"))[0].under == "16.6"
    assert table.state.boxes[0].is_absent and is_true(table)


# An interrupted round.


@clause("rws:5.4.1", "rws:5.4.2", "rws:5.4")
def test_an_interrupted_round_goes_on_under_the_clause_that_lets_it() -> None:
    decided = until(by_hand("9h 9d Td Td 5c 6d", (1, "P1", 100), pair=True), None)
    assert [x.under for x in decided.do(acts.Report(what="tech_interruption"))] == ["5.4.1"]
    open_ = until(by_hand("9h 9d Td Td 5c 6d", (1, "P1", 100)), None)
    happened = open_.do(acts.Report(what="tech_interruption"))
    assert [x.under for x in happened[:2]] == ["5.4", "5.4.2"]
    assert is_true(decided) and is_true(open_)
