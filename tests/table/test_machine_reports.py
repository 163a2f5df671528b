"""At a table that a machine deals nobody can report an error of a human hand; at others all can."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.law.irregularities import RECORDS, OnlyByHand, Record, known_to
from pitboss.rulebooks import BOOKS
from pitboss.rulebooks.loader import read_text
from pitboss.table import acts
from pitboss.table.automation import Supervision
from pitboss.table.log_verifier import replay
from pitboss.table.sources import Rigged, Seeded
from pitboss.table.state import TableState
from pitboss.table.stored_state import read_state, written_state
from pitboss.table.table import Automation, Table
from tests.support import clause, rules
from tests.table.helpers import bet, refused

BY_HAND = {
    OnlyByHand.DRAWN: "exposed_card drawn_unexposed drawn_together extra_dealer_card",
    OnlyByHand.DEALT: "stray_cards squeeze_exposed dealing_error dealer_card_missed no_cards_dealt"
    " one_card_dealt missed_card rebuilt void_hand",
    OnlyByHand.LEFT_UNDONE: "wrong_peek insurance_not_offered side_bets_missed",
    OnlyByHand.SHUFFLED: "unshuffled reshuffle_missed cut_card_missing",
    OnlyByHand.HANDLED: "face_up_card damaged_card foreign_card missing_card card_count_wrong"
    " card_seen_before_shoe",
}
"""What only a hand does wrong, and which of a machine's records rules it out."""

ANYWHERE = (
    "csm_malfunction tech_interruption void_round shoe_exhausted absent readmitted ruling"
    " over_limit under_minimum orphan_side_bet madness_failure madness_repaired reader_fault"
    " reader_repaired shuffler_fault shuffler_dead reshuffle_ordered vacancy_shuffle cards_replaced"
)
"""What people do or leave, equipment that fails, orders, and what the log itself decides."""


def test_it_is_decided_of_every_record_whether_a_machine_can_do_it() -> None:
    message = {name: why for why, names in BY_HAND.items() for name in names.split()}
    assert {name: record.by_hand for name, record in RECORDS.items()} == (
        message | dict.fromkeys(ANYWHERE.split())
    )


def at(book: str, *, machine: bool, cards: int = 99, **elections: Any) -> Table:
    """A table after so many cards, with bets on two boxes."""
    table = Table(
        rules(book, **elections),
        Seeded(11),
        automation=Automation.PLAY if machine else Automation.NONE,  # each card by itself
        strict_supervision=Supervision(machine=machine),
    )
    table.prepare()
    while table.duty is not None:
        table.perform()
    if table.rules.banking is not None:
        table.do(acts.Sit(box=8, player="Bank"))
        table.do(acts.TakeBank(player="Bank", box=8, wager=500_00))
    for box in (1, 2):
        bet(table, box, f"P{box}", 100)
    if cards:
        table.do(acts.CloseBets())
        for _ in range(cards):
            if table.duty is not None:
                table.perform()
    return table


def reports(state: TableState, record: Record) -> list[acts.Report]:
    """Reports of something with all that it must state, of either remedy."""
    message = acts.Report(
        what=record.name,
        box=1,
        hand=1,
        player="P1",
        card="9h" if "card" in record.tells else None,
        cards=("9h", "Td") if "cards" in record.tells else (),
        which="first",
        ruling="void_round",
        hands=((1, 1),),
        why="by the test",
        approved_by="Max",
    )
    empty = replace(message, box=5)
    return [
        message,
        empty,
        replace(message, reconstructed=True),
        replace(message, ruling="void_hands"),
    ]


@clause(
    "rws:5.5.4",
    "rws:5.5.1",
    "rws:5.10.3",
    "rws:5.12#1",
    "nz:7.1(f)",
    "nz:16.8",
    "nz:16.10#1",
    "nz:16.5(a)",
    "zappit:11(h)",
)
@pytest.mark.parametrize("cards", [0, 2, 99], ids=["bets", "deal", "play"])
@pytest.mark.parametrize("book", BOOKS)
def test_a_machine_makes_no_error_of_a_hand(book: str, cards: int) -> None:
    machine, person = at(book, machine=True, cards=cards), at(book, machine=False, cards=cards)
    reasons = {why.value for why in OnlyByHand}
    for record, under in known_to(machine.rules):
        for report in reports(machine.state, record):
            answer = machine.ask(report)
            if record.by_hand is not None:
                assert answer is not None, record.name
                assert (answer.under, answer.why) == (under, record.by_hand.value)
            else:
                assert answer is None or answer.why not in reasons, record.name
            by_a_person = person.ask(report)
            assert by_a_person is None or by_a_person.why not in reasons


def test_what_can_happen_at_a_machine_is_still_accepted() -> None:
    table = at("rws", machine=True)
    for report in (
        acts.Report(what="absent", box=1),
        acts.Report(what="tech_interruption", approved_by="Max"),
        acts.Report(what="ruling", ruling="it stands", why="in dispute"),
    ):
        assert table.ask(report) is None, report.what
    assert at("nz", machine=True).ask(acts.Report(what="reshuffle_ordered")) is None


OWN = """
id = "house"
title = "House rules"
based_on = "leaflet"

[clauses]
"h.1" = "A card that fell is offered."
"h.2" = "A spilt drink is noted."

[remedies]
fallen_card = { says = "a card fell", remedy = "offered", under = "h.1" }
spilt_drink = { says = "a drink was spilt", remedy = "noted", under = "h.2" }
"""


def test_an_irregularity_of_ones_own_that_draws_a_card_is_one_of_the_hand() -> None:
    own = read_text("house.toml", OWN).elect()
    supervised = Supervision(machine=True)
    table = Table(own, Rigged("Th 9h 9c Td 8d"), strict_supervision=supervised)
    bet(table, 1, "P1", 50)
    table.do(acts.CloseBets())
    answer = refused(table, acts.Report(what="fallen_card", card="5c"))
    assert (answer.under, answer.why) == ("h.1", OnlyByHand.DRAWN.value)
    assert table.ask(acts.Report(what="spilt_drink")) is None


def test_a_table_keeps_from_its_opening_who_deals() -> None:
    table = at("rws", machine=True)
    assert replay(table.log.events).dealt_by_machine
    opened = replay(table.log.events[:1])
    assert read_state(opened, written_state(table.state)) == table.state
    assert b"dealt_by_machine" not in written_state(table.state)
    table.do(acts.Report(what="ruling", ruling="void_round", why="the power failed"))
    table.perform()
    assert (table.state.round, table.state.dealt_by_machine) == (2, True)
    assert not at("rws", machine=False).state.dealt_by_machine
