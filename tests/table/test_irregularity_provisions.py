"""The table follows the provision: another value for an irregularity, another remedy."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.law.answers import Refusal
from pitboss.law.irregularities import RECORDS, Remedy, known_to
from pitboss.rulebooks import BOOKS, BadElection, rulebook
from pitboss.rulebooks.enumerations import (
    AbsentPlayer,
    BustTaken,
    DealingError,
    Exhausted,
    ExposedCard,
    ExtraDealerCard,
    FaceUp,
    Interruption,
    Misdrawn,
)
from pitboss.rulebooks.loader import read_text
from pitboss.rulebooks.own import OWN_REMEDIES
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.procedure.duties import DutyKind
from pitboss.table.procedure.irregularities import REMEDIES
from pitboss.table.sources import Rigged
from pitboss.table.state import Phase
from pitboss.table.table import Automation, Table
from tests.neighbours import Neighbour, changed
from tests.support import clause, rules
from tests.table.helpers import bet, close_window, of, refused, stand, wager

LAID = {"nz": 10, "rws": 50, "zappit": 10, "leaflet": 10, "classic": 10}


def table_with(
    book: str, path: str, value: Any, shoe: str, side_bet: str = "", **elections: Any
) -> Table:
    """A table of the book with one provision changed, dealt to box 1."""
    changed_rules = rules(book, **elections).with_provision(f"irregularities.{path}", value)
    table = Table(changed_rules, Rigged(shoe), automation=Automation.DEALER)
    bet(table, 1, "P1", LAID[book])
    if side_bet:
        bet(table, 1, "P1", 5, side_bet)
    table.do(acts.CloseBets())
    close_window(table)
    return table


def draw(table: Table) -> str:
    """Draw a card from the shoe in error."""
    card = table.draw()
    assert card is not None
    return card.text


# A card drawn in error and not exposed.


@clause("nz:16.2", "zappit:11(b)")
@pytest.mark.parametrize("book", ["nz", "zappit"])
def test_a_card_that_nobody_saw_is_the_next_card(book: str) -> None:
    table = table_with(book, "drawn_unseen", Misdrawn.NEXT_CARD, "Th 9h 2c 7d 5s 8d 9c")
    happened = table.do(acts.Report(what="drawn_unexposed", card=draw(table)))
    assert [type(event) for event in happened] == [e.IrregularityNoted, e.CardHeld]
    held = table.state.shoe.held[0].card.text
    assert of(e.CardDealt, table.do(acts.Hit(box=1)))[0].card == held


@clause("rws:5.7")
@pytest.mark.parametrize("book", ["rws", "nz"])
def test_where_it_is_a_dealing_error_the_players_choose_as_well(book: str) -> None:
    table = table_with(book, "drawn_unseen", Misdrawn.DEALING_ERROR, "Th 9h 2c 5s 8d 9c")
    happened = table.do(acts.Report(what="drawn_unexposed", card=draw(table)))
    assert of(e.CardHeld, happened)[0].exposed is False
    assert of(e.ChoiceOffered, happened)[0].players == ("P1",)


@clause("leaflet:gap.irregular", "classic:irregular.2")
@pytest.mark.parametrize("book", ["leaflet", "classic", "nz"])
def test_where_a_supervisor_rules_the_report_is_refused(book: str) -> None:
    for path, value, what in (
        ("drawn_unseen", Misdrawn.RULING, "drawn_unexposed"),
        ("exposed_card", ExposedCard.RULING, "exposed_card"),
    ):
        table = table_with(book, path, value, "Th 9h 2c 7d 5s 8d 9c")
        answer = refused(table, acts.Report(what=what, card="5s"))
        assert answer.under == rules(book).provision(f"irregularities.{path}").under.replace(
            "16.4#3", "16.4#1"
        )
        assert "supervisor" in answer.why


@clause("leaflet:gap.irregular")
def test_a_book_that_ruled_and_now_says_what_follows_is_obeyed() -> None:
    table = table_with("leaflet", "drawn_unseen", Misdrawn.NEXT_CARD, "Th 9h 2c 5s 8d 9c")
    happened = table.do(acts.Report(what="drawn_unexposed", card=draw(table)))
    assert of(e.CardHeld, happened)[0].under == "gap.irregular"


# A card drawn in error and exposed.


@clause("nz:16.4#2", "zappit:11(c)#2")
@pytest.mark.parametrize(
    ("book", "value", "bound"),
    [
        ("nz", ExposedCard.OFFERED_THEN_DEALERS_SECOND, False),
        ("nz", ExposedCard.OFFERED_THEN_DEALER_IF_DRAWING, True),
        ("zappit", ExposedCard.OFFERED_THEN_DEALER_IF_DRAWING, True),
    ],
)
def test_a_refusal_binds_the_hand_or_the_player(book: str, value: ExposedCard, bound: bool) -> None:
    own = rules(book).with_provision("irregularities.exposed_card", value)
    table = Table(own, Rigged("Tc Td 6h 2d 3s 5d 4c 9c Kc"), automation=Automation.DEALER)
    for box in (1, 2):
        bet(table, box, "P1", 10)
    table.do(acts.CloseBets())
    table.do(acts.Report(what="exposed_card", card=draw(table)))
    card_refused = of(e.CardRefused, table.do(acts.RefuseCard(box=1)))[0]
    assert card_refused.others == (((2, 1),) if bound else ())
    answer = table.ask(acts.Hit(box=2))
    assert isinstance(answer, Refusal) is bound
    assert table.ask(acts.Stand(box=2)) is None


@clause("nz:16.4#3")
@pytest.mark.parametrize(
    ("value", "second"),
    [
        (ExposedCard.OFFERED_THEN_DEALERS_SECOND, True),
        (ExposedCard.OFFERED_THEN_DEALER_IF_DRAWING, False),
    ],
)
def test_a_refused_card_is_the_dealers_second_needed_or_not(
    value: ExposedCard, second: bool
) -> None:
    """The only hand refused it and has been void since, so no further card can matter."""
    own = rules("nz").with_provision("irregularities.exposed_card", value)
    table = Table(own, Rigged("Tc 6h 2d 5d"), automation=Automation.NONE)
    bet(table, 1, "P1", 10)
    table.do(acts.CloseBets())
    while table.state.phase is not Phase.PLAY:
        table.perform()
    table.do(acts.Report(what="exposed_card", card=draw(table)))
    table.do(acts.RefuseCard(box=1))
    table.do(acts.Report(what="void_hand", box=1, hand=1))
    while table.duty is not None and table.duty.task is not DutyKind.COLLECT:
        table.perform()
    assert [c.text for c in table.state.dealer] == (["6h", "5d"] if second else ["6h"])
    assert [c.text for c in table.state.shoe.removed] == ([] if second else ["5d"])


@clause("rws:5.7")
def test_where_a_seen_card_is_a_dealing_error_nobody_refuses_it() -> None:
    table = table_with("rws", "exposed_card", ExposedCard.DEALING_ERROR, "Th 9h 2c 5s 8d 9c")
    happened = table.do(acts.Report(what="exposed_card", card=draw(table)))
    assert of(e.ChoiceOffered, happened)[0].players == ("P1",)
    table.do(acts.Continue(player="P1"))
    assert refused(table, acts.RefuseCard(box=1)).under == "5.7"
    assert of(e.CardDealt, table.do(acts.Hit(box=1)))[0].card == "5s"


@clause("zappit:11(c)#3", "nz:16.4#3")
def test_with_a_hole_card_it_cannot_be_the_dealers_second() -> None:
    book, path = rulebook("zappit"), "irregularities.exposed_card"
    statement = book.statements[path]

    def swap(target: Any) -> None:
        target.statements[path] = type(statement)(
            under=statement.under, fixed=ExposedCard.OFFERED_THEN_DEALERS_SECOND
        )

    with changed(book, Neighbour(path, "", "", (), swap)), pytest.raises(BadElection) as caught:
        book.elect()
    assert "dealer's second card" in str(caught.value)


@clause("nz:16.5#1")
def test_a_card_seen_in_the_initial_deal_is_dealt_in_its_order() -> None:
    table = Table(rules("nz"), Rigged("Tc 6h 2d 5d 9c"), automation=Automation.NONE)
    bet(table, 1, "P1", 10)
    table.do(acts.CloseBets())
    table.perform()
    happened = table.do(acts.Report(what="exposed_card", card=draw(table)))
    assert {event.under for event in happened} == {"16.5#1"}
    assert of(e.CardDealt, table.perform())[0].card == "6h"
    assert table.state.up.text == "6h"


# The dealer's completed hand, dealing errors, absent players, interruptions, the shoe.


@clause("nz:16.3#1", "rws:5.10.2#2", "zappit:11(d)")
@pytest.mark.parametrize("book", ["nz", "rws", "zappit"])
def test_a_card_too_many_is_removed_or_ruled_on(book: str) -> None:
    for value in ExtraDealerCard:
        own = rules(book).with_provision("irregularities.extra_dealer_card", value)
        table = Table(own, Rigged("Tc 9h 9d 8s 4c"), automation=Automation.NONE)
        bet(table, 1, "P1", LAID[book])
        table.do(acts.CloseBets())
        while not (table.duty is None and table.state.phase is Phase.PLAY):
            table.perform()
        too_early = acts.Report(what="extra_dealer_card", card="4c")
        assert table.ask(too_early) is not None
        stand(table, 1)
        while table.duty is not None and table.duty.task is not DutyKind.SETTLE:
            table.perform()
        too_many = acts.Report(what="extra_dealer_card", card=draw(table))
        if value is ExtraDealerCard.REMOVED:
            assert of(e.CardRemoved, table.do(too_many))[0].card == "4c"
        else:
            assert "supervisor" in refused(table, too_many).why


@clause("nz:16.5#1", "nz:16.5(a)", "rws:5.7")
def test_a_dealing_error_is_mended_as_the_book_says() -> None:
    error = acts.Report(what="dealing_error", hands=((1, 1),))
    kinds: dict[DealingError, list[type[e.Event]] | str] = {}
    for value in DealingError:
        table = table_with("nz", "dealing_error", value, "Th 9h 2c 5s 8d 9c")
        answer = table.ask(error)
        kinds[value] = answer.why if answer is not None else [type(x) for x in table.do(error)][:3]
    assert kinds == {
        DealingError.REBUILD_OR_VOID_HANDS: [e.IrregularityNoted, e.HandVoided, e.WagerSettled],
        DealingError.PLAYERS_CHOOSE: [e.IrregularityNoted, e.ChoiceOffered],
        DealingError.LATE_CARD_OR_DEAD_HAND: ("nz leaves dealing error to a supervisor's ruling"),
        DealingError.RULING: "nz leaves dealing error to a supervisor's ruling",
    }


@clause("nz:16.5(a)")
def test_hands_that_cannot_be_put_right_are_named() -> None:
    table = table_with("nz", "dealing_error", DealingError.REBUILD_OR_VOID_HANDS, "Th 9h 2c 5s")
    assert "must state the hands" in refused(table, acts.Report(what="dealing_error")).why
    wrong = acts.Report(what="dealing_error", hands=((4, 1),))
    assert "hand 1 of box 4 is not in play" in refused(table, wrong).why


@clause("nz:16.3#2", "nz:16.5#2")
def test_what_is_left_over_when_the_round_is_rebuilt_is_discarded() -> None:
    value = DealingError.REBUILD_OR_VOID_HANDS
    table = table_with("nz", "dealing_error", value, "Th 9h 2c 5s 8d 9c")
    error = acts.Report(what="dealing_error", reconstructed=True, cards=(draw(table),))
    removed = of(e.CardRemoved, table.do(error))[0]
    assert (removed.card, removed.under) == ("5s", "16.3#1")


@clause("zappit:11(g)#2")
def test_only_where_the_book_says_so_is_a_missed_card_had_late() -> None:
    for value, late in (
        (DealingError.LATE_CARD_OR_DEAD_HAND, True),
        (DealingError.PLAYERS_CHOOSE, False),
    ):
        own = rules("zappit").with_provision("irregularities.dealing_error", value)
        table = Table(own, Rigged("Tc 9h 2d 5d 8c"), automation=Automation.NONE)
        bet(table, 1, "P1", 10)
        table.do(acts.CloseBets())
        happened = table.do(acts.Report(what="one_card_dealt", box=1))
        assert bool(of(e.LateCardDue, happened)) is late
        assert bool(of(e.ChoiceOffered, happened)) is not late


@clause("nz:16.6", "rws:5.3", "classic:irregular.3")
@pytest.mark.parametrize("book", ["nz", "rws", "classic", "leaflet"])
def test_the_absent_players_hand_is_drawn_to_twelve_or_stands(book: str) -> None:
    cards = {}
    for value in AbsentPlayer:
        table = table_with(book, "absent_player", value, "3h 9h 4c Td 2s 8d 5c Kd Kh")
        away = acts.Report(what="absent", box=1)
        if value is AbsentPlayer.RULING:
            assert "supervisor" in refused(table, away).why
            continue
        happened = table.do(away)
        collected = of(e.CardsCollected, happened)
        assert collected
        cards[value] = len(of(e.CardDealt, [x for x in happened if getattr(x, "box", None) == 1]))
    assert cards[AbsentPlayer.DRAWN_TO_TWELVE] > cards[AbsentPlayer.STANDS] == 0


@clause("nz:16.13", "rws:5.4")
def test_an_interruption_voids_what_the_book_says() -> None:
    fault = acts.Report(what="tech_interruption", hands=((1, 1),))
    kinds = {}
    for value in Interruption:
        table = table_with("rws", "interruption", value, "Th 9h 9c 8d")
        answer = table.ask(fault)
        kinds[value] = None if answer is not None else [type(x) for x in table.do(fault)][1]
    assert kinds == {
        Interruption.VOID_UNLESS_AN_OUTCOME_EXISTS: e.RoundVoided,
        Interruption.VOID_AFFECTED_HANDS: e.HandVoided,
        Interruption.VOID_ROUND: e.RoundVoided,
        Interruption.RULING: None,
    }


@clause("rws:5.4", "rws:5.4.1")
@pytest.mark.parametrize(
    ("second", "is_open", "is_void"), [("7c", True, True), ("5c", False, False)]
)
def test_a_side_bet_that_later_cards_decide_is_no_outcome_yet(
    second: str, is_open: bool, is_void: bool
) -> None:
    """Two sevens wait for the third card; a seven and a five have won on the first."""
    goes_on = Interruption.VOID_UNLESS_AN_OUTCOME_EXISTS
    shoe = f"7h 9h {second} 8d"
    table = table_with(
        "nz", "interruption", goes_on, shoe, "super_sevens", shuffler="continuous", layout=2
    )
    assert (wager(table, 1, "super_sevens").result is None) is is_open
    happened = table.do(acts.Report(what="csm_malfunction"))
    assert bool(of(e.RoundVoided, happened)) is is_void


@clause("rws:5.4", "rws:5.4.1")
@pytest.mark.parametrize("taken", BustTaken)
def test_a_bust_hand_is_an_outcome_before_its_wager_is_collected(taken: BustTaken) -> None:
    own = rules("rws").with_provision("drawing.bust_taken", taken)
    table = Table(own, Rigged("Th 9h 9d 6c 8c Kd 8s"), automation=Automation.DEALER)
    for box in (1, 2):
        bet(table, box, f"P{box}", 50)
    table.do(acts.CloseBets())
    close_window(table)
    fault = acts.Report(what="tech_interruption")
    table.do(acts.Hit(box=1))
    assert (wager(table, 1).result is None) is (taken is BustTaken.AT_SETTLEMENT)
    assert not of(e.RoundVoided, table.do(fault)), "box 1 has lost, whatever follows"


@clause("nz:16.1", "rws:5.11", "zappit:11(a)", "leaflet:gap.irregular")
def test_a_card_face_up_in_the_shoe_is_removed_used_or_ruled_on() -> None:
    message = {}
    for value in FaceUp:
        table = table_with("leaflet", "face_up_in_shoe", value, "Th 9h 2c 5s! 6d 8d")
        table.do(acts.Hit(box=1))
        ruled = bool(of(e.SupervisorRuled, table.log.events))
        message[value] = (table.state.boxes[0].hands[0].hand.cards[2].text, ruled)
    assert message == {
        FaceUp.REMOVED: ("6d", False),
        FaceUp.USED: ("5s", False),
        FaceUp.RULING: ("6d", True),
    }


@clause("nz:16.7#1", "rws:5.5.3", "zappit:11(f)#2", "leaflet:gap.irregular")
def test_an_empty_shoe_is_filled_or_voids_the_round() -> None:
    given_kinds = {}
    for value in Exhausted:
        shoe = "Th 9h 2c END 6d 5d 8d"
        table = table_with("nz", "shoe_exhausted", value, shoe)
        happened = table.do(acts.Hit(box=1))
        kinds = (e.SupervisorRuled, e.RoundVoided, e.CardsShuffled, e.CardBurned)
        given_kinds[value] = [type(x) for x in happened if isinstance(x, kinds)]
    assert given_kinds == {
        Exhausted.SHUFFLE_DISCARDS: [e.CardsShuffled],
        Exhausted.SHUFFLE_DISCARDS_AND_BURN: [e.CardsShuffled, e.CardBurned],
        Exhausted.VOID_ROUND: [e.RoundVoided],
        Exhausted.RULING: [e.SupervisorRuled, e.RoundVoided],
    }


# The registry.


def test_every_remedy_has_a_handler_and_every_own_remedy_is_one() -> None:
    assert set(REMEDIES) == set(Remedy) - {Remedy.RULING}
    assert set(OWN_REMEDIES) <= {remedy.value for remedy in REMEDIES}


def test_every_value_of_a_provision_has_a_remedy() -> None:
    words = {
        "exposed_card": ExposedCard,
        "drawn_unexposed": Misdrawn,
        "extra_dealer_card": ExtraDealerCard,
        "missed_card": DealingError,
        "absent": AbsentPlayer,
        "tech_interruption": Interruption,
        "csm_malfunction": Interruption,
        "face_up_card": FaceUp,
    }
    for name, values in words.items():
        assert set(RECORDS[name].remedies) == {value.value for value in values}, name


@pytest.mark.parametrize("book", BOOKS)
def test_a_book_lists_what_has_a_record_and_a_few_rights(book: str) -> None:
    rights = {
        "burned_card_asked",
        "drawn_together_dealer",
        "recut",
        "seated_first",
        "squeeze",
    }
    assert set(rulebook(book).remedies) <= {*RECORDS, *rights}


OWN = """
id = "house"
title = "House rules"
based_on = "nz"

[clauses]
"h.1" = "A drink on the cards: they are replaced after the round."
"h.2" = "A bird on the table: the hand it sits on is void."

[remedies]
spilled_drink = { says = "a drink ran over the cards", remedy = "shuffle_after", under = "h.1" }
bird = { says = "a bird sits on the cards", remedy = "void_hand", under = "h.2" }
"""


def test_a_new_irregularity_with_a_known_remedy_is_a_matter_of_the_book() -> None:
    own = read_text("house.toml", OWN).elect()
    assert {"spilled_drink", "bird"} <= {record.name for record, _ in known_to(own)}
    table = Table(own, Rigged("Th 9h 9c 8d"), automation=Automation.DEALER)
    bet(table, 1, "P1", 10)
    table.do(acts.CloseBets())
    assert "must state the box" in refused(table, acts.Report(what="bird")).why
    ordered = of(e.ShuffleOrdered, table.do(acts.Report(what="spilled_drink")))[0]
    assert (ordered.reason, ordered.under) == ("spilled_drink", "h.1")
    voided = of(e.HandVoided, table.do(acts.Report(what="bird", box=1, hand=1)))[0]
    assert voided.under == "h.2"


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ('bird = { says = "a bird", remedy = "shoo", under = "h.2" }', "unknown remedy 'shoo'"),
        ('bird = { says = "a bird", under = "h.2" }', "says, remedy and under"),
        ("bird = 3", "must be a clause"),
    ],
)
def test_an_irregularity_that_cannot_be_read_is_told(line: str, wrong: str) -> None:
    text = OWN[: OWN.index("spilled_drink")] + line
    with pytest.raises(ValueError, match=wrong):
        read_text("house.toml", text)
