"""A card drawn in error and not exposed is the next card, in this round or the next one."""

from __future__ import annotations

from pitboss.cards import Card
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.procedure.duties import DutyKind
from pitboss.table.sources import Rigged
from pitboss.table.table import Automation, Table
from tests.rigs.invariants import broken_log
from tests.support import clause, rules
from tests.table.helpers import bet, rigged


def draw(table: Table) -> str:
    card = table.draw()
    assert card is not None
    return card.text


def drawn_unseen(table: Table) -> None:
    table.do(acts.Report(what="drawn_unexposed", card=draw(table)))


def pat_dealer(rest: str = "5c Td 7h 9d") -> Table:
    """A round of zappit at whose end an unneeded five is held."""
    table = rigged("zappit", f"Tc 7d 9c Th {rest} 8s 2c")
    bet(table, 1, "P1", 10)
    table.do(acts.CloseBets())
    drawn_unseen(table)
    happened = table.do(acts.Stand(box=1))
    assert not any(isinstance(one, e.CardRemoved) for one in happened)
    (collected,) = (one for one in happened if isinstance(one, e.CardsCollected))
    assert collected.kept == 1 and "5c" not in collected.cards
    assert [h.card for h in table.state.shoe.held] == [Card("5c")]
    return table


@clause("zappit:11(b)")
def test_a_card_the_round_did_not_need_is_the_first_of_the_next() -> None:
    table = pat_dealer()
    bet(table, 1, "P1", 10)
    table.do(acts.CloseBets())
    box = table.state.box(1)
    assert box is not None and box.hands[0].hand.cards == (Card("5c"), Card("7h"))
    assert table.state.dealer[0] == Card("Td")
    assert table.state.shoe.held == () and table.state.shoe.used == 3
    assert broken_log(table) is None


@clause("nz:16.2")
def test_the_same_after_every_hand_is_bust() -> None:
    table = rigged("nz", "Th 9c 6d Ts 4c 8h 8d Kc Tc")
    bet(table, 1, "P1", 10)
    table.do(acts.CloseBets())
    drawn_unseen(table)
    drawn_unseen(table)
    table.do(acts.Hit(box=1))
    assert [h.card for h in table.state.shoe.held] == [Card("4c")]
    bet(table, 1, "P1", 10)
    table.do(acts.CloseBets())
    box = table.state.box(1)
    assert box is not None and box.hands[0].hand.cards == (Card("4c"), Card("8d"))
    assert broken_log(table) is None


@clause("zappit:5(c)#1", "zappit:11(b)")
def test_betting_is_open_until_the_first_card_of_the_next_round() -> None:
    table = pat_dealer()
    bet(table, 1, "P1", 10)
    bet(table, 2, "P2", 10)
    assert table.state.open_wagers(player="P2")


@clause("zappit:6(c)#2", "zappit:11(b)")
def test_a_new_dealer_burns_the_card_that_is_next() -> None:
    table = pat_dealer()
    happened = table.do(acts.ChangeDealer())
    assert [one.card for one in happened if isinstance(one, e.CardBurned)] == ["5c"]
    assert table.state.shoe.held == () and table.state.shoe.rack[-1] == Card("5c")
    assert broken_log(table) is None


@clause("zappit:11(c)#3")
def test_an_exposed_card_that_nobody_can_use_goes_to_the_rack() -> None:
    table = rigged("zappit", "Tc 7d 9c Th 5c")
    bet(table, 1, "P1", 10)
    table.do(acts.CloseBets())
    table.do(acts.Report(what="exposed_card", card=draw(table)))
    happened = table.do(acts.Stand(box=1))
    assert [one.card for one in happened if isinstance(one, e.CardRemoved)] == ["5c"]
    assert table.state.shoe.held == ()


@clause("zappit:11(b)", "zappit:11(d)")
def test_the_next_card_drawn_to_a_complete_hand_is_the_next_card_no_longer() -> None:
    table = Table(rules("zappit"), Rigged("Tc 9h 9d 8s 4c"), automation=Automation.NONE)
    bet(table, 1, "P1", 10)
    table.do(acts.CloseBets())
    while table.duty is not None:
        table.perform()
    drawn_unseen(table)
    table.do(acts.Stand(box=1))
    while table.duty is not None and table.duty.task is not DutyKind.SETTLE:
        table.perform()
    used = table.state.shoe.used
    table.do(acts.Report(what="extra_dealer_card", card="4c"))
    shoe = table.state.shoe
    assert (shoe.held, shoe.used, shoe.removed) == ((), used, (Card("4c"),))
    assert broken_log(table) is None
