"""What each book requires when something goes wrong, at a table of the unchanged book."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.law.dealer import takes_hole_card
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.procedure.duties import DutyKind
from pitboss.table.sources import Rigged
from pitboss.table.state import Phase
from pitboss.table.table import Automation, Table
from tests.support import clause, rules
from tests.table.helpers import bet, of

SHOE = "3h 9h 4c 2d 5s 8d 6c Kd Kh Qs"
HOLED = "3h 9h 4c Td 5s 8d 6c Kd Kh Qs"
"""The same cards, the dealer's second one among the first four."""

WORDS = {
    e.CardHeld: "held",
    e.CardRemoved: "removed",
    e.ChoiceOffered: "choice",
    e.HandVoided: "hand void",
    e.RoundVoided: "round void",
    e.LateCardDue: "late card",
    e.PlayerLeft: "away",
    e.SupervisorRuled: "ruled",
    e.CardsShuffled: "shuffled",
    e.CardBurned: "burned",
}


def dealt_by_hand(book: str, shoe: str, *, until: Phase = Phase.PLAY) -> Table:
    """A table whose dealer performs one duty at a time, dealt that far."""
    elections = {"shuffler": "continuous"} if book == "nz" else {}
    table = Table(rules(book, **elections), Rigged(shoe), automation=Automation.NONE)
    if table.rules.banking is not None:
        table.do(acts.Sit(box=8, player="P8"))
        table.do(acts.TakeBank(player="P8", box=8, wager=500_00))
    bet(table, 1, "P1", 50)
    table.do(acts.CloseBets())
    for _ in range(20):
        if table.state.phase is until:
            return table
        table.perform()
    raise AssertionError(f"the deal ends in {table.state.phase}")


def story_of(events: Iterable[e.Event]) -> str:
    """What was done, in a few words."""
    return ", ".join(WORDS[type(x)] for x in events if type(x) in WORDS) or "nothing"


def answer(table: Table, report: acts.Report) -> str:
    """What the table does about a report, or its refusal."""
    why = table.ask(report)
    if why is not None:
        return "supervisor" if "supervisor" in why.why or "no rule" in why.why else why.why
    return story_of(table.do(report))


def shoe_of(book: str) -> str:
    """Cards that give box 1 a seven and the dealer a nine."""
    return HOLED if takes_hole_card(rules(book)) else SHOE


def what_follows(book: str) -> dict[str, str]:
    """What the table does about each thing that can go wrong."""
    result: dict[str, str] = {}
    for what in ("drawn_unexposed", "exposed_card"):
        table = dealt_by_hand(book, shoe_of(book))
        card = table.draw()
        assert card is not None
        result[what] = answer(table, acts.Report(what=what, card=card.text))
        if table.ask(acts.RefuseCard(box=1)) is None and what == "exposed_card":
            result[what] += ", may be refused"
    table = dealt_by_hand(book, "Th 9h 9c 8d 4c")
    table.do(acts.Stand(box=1))
    while table.duty is not None and table.duty.task is not DutyKind.SETTLE:
        table.perform()
    result["extra_dealer_card"] = answer(table, acts.Report(what="extra_dealer_card", card="4c"))
    table = dealt_by_hand(book, shoe_of(book))
    error = acts.Report(what="dealing_error", hands=((1, 1),))
    result["dealing_error"] = answer(table, error)
    table = dealt_by_hand(book, shoe_of(book), until=Phase.DEALING)
    result["one_card_dealt"] = answer(table, acts.Report(what="one_card_dealt", box=1))
    table = dealt_by_hand(book, shoe_of(book))
    result["absent"] = answer(table, acts.Report(what="absent", box=1))
    if result["absent"] == "away":
        duty = table.duty
        assert duty is not None
        result["absent"] += f", {duty.task.value}"
    what = "csm_malfunction" if book == "nz" else "tech_interruption"
    table = dealt_by_hand(book, shoe_of(book))
    result["interruption"] = answer(table, acts.Report(what=what, hands=((1, 1),)))
    result["face_up"] = face_up(book)
    result["exhausted"] = exhausted(book)
    return result


def face_up(book: str) -> str:
    """What happens to a card that is face up in the shoe."""
    table = dealt_by_hand(book, shoe_of(book), until=Phase.DEALING)
    table.source = Rigged("3h! 7c")
    before = table.log.length
    card = table.draw()
    assert card is not None
    return f"{card.text}; {story_of(table.log.events[before:])}"


def exhausted(book: str) -> str:
    """What happens when the shoe is empty and box 1 hits."""
    first = " ".join(shoe_of(book).split()[: 4 if shoe_of(book) is HOLED else 3])
    table = dealt_by_hand(book, f"{first} END 7c 6d 5h")
    table.do(acts.Hit(box=1))
    before = table.log.length
    table.perform()
    table.perform()
    return story_of(table.log.events[before:])


RULED = dict.fromkeys(
    (
        "drawn_unexposed",
        "exposed_card",
        "extra_dealer_card",
        "dealing_error",
        "one_card_dealt",
        "absent",
        "interruption",
    ),
    "supervisor",
)


@clause("nz:16.1", "nz:16.2", "nz:16.3#1", "nz:16.4", "nz:16.5", "nz:16.6", "nz:16.7#1", "nz:16.13")
def test_nz() -> None:
    assert what_follows("nz") == {
        "drawn_unexposed": "held",
        "exposed_card": "held, may be refused",
        "extra_dealer_card": "removed",
        "dealing_error": "hand void",
        "one_card_dealt": "supervisor",
        "absent": "away, deal",
        "interruption": "hand void",
        "face_up": "7c; removed",
        "exhausted": "shuffled",
    }


@clause("rws:5.3", "rws:5.4", "rws:5.5.3", "rws:5.7", "rws:5.10.2#2", "rws:5.11")
def test_rws() -> None:
    assert what_follows("rws") == {
        "drawn_unexposed": "held, choice",
        "exposed_card": "held, choice",
        "extra_dealer_card": "removed",
        "dealing_error": "choice",
        "one_card_dealt": "supervisor",
        "absent": "away, deal",
        "interruption": "round void",
        "face_up": "3h; nothing",
        "exhausted": "round void",
    }


@clause("zappit:11(a)", "zappit:11(b)", "zappit:11(c)", "zappit:11(d)")
@clause("zappit:11(f)#2", "zappit:11(g)#2")
def test_zappit() -> None:
    assert what_follows("zappit") == {
        "drawn_unexposed": "held",
        "exposed_card": "held, may be refused",
        "extra_dealer_card": "removed",
        "dealing_error": "supervisor",
        "one_card_dealt": "late card",
        "absent": "away, stand_for_absent",
        "interruption": "supervisor",
        "face_up": "7c; removed",
        "exhausted": "shuffled, burned",
    }


@clause("leaflet:gap.irregular")
def test_leaflet() -> None:
    ruled = {"face_up": "7c; ruled, removed", "exhausted": "ruled, round void"}
    assert what_follows("leaflet") == RULED | ruled


@clause("nobust:gap.irregular")
def test_nobust() -> None:
    ruled = {"face_up": "7c; ruled, removed", "exhausted": "ruled, round void"}
    assert what_follows("nobust") == RULED | ruled


@clause("classic:irregular.1", "classic:irregular.2", "classic:irregular.3")
def test_classic() -> None:
    assert what_follows("classic") == RULED | {
        "absent": "away, stand_for_absent",
        "face_up": "7c; ruled, removed",
        "exhausted": "shuffled",
    }


@clause("nz:16.4")
def test_nz_a_refusal_is_the_hands() -> None:
    table = Table(rules("nz"), Rigged("Tc Td 6h 2d 3s 5d 4c 9c Kc"), automation=Automation.DEALER)
    for box in (1, 2):
        bet(table, box, "P1", 10)
    table.do(acts.CloseBets())
    card = table.draw()
    assert card is not None
    table.do(acts.Report(what="exposed_card", card=card.text))
    assert of(e.CardRefused, table.do(acts.RefuseCard(box=1)))[0].others == ()
    assert table.ask(acts.Hit(box=2)) is None


@clause("rws:5.4", "rws:5.4.1")
def test_rws_a_bust_keeps_the_round_alive() -> None:
    table = Table(rules("rws"), Rigged("Th 9h 9d 6c 8c Kd 8s"), automation=Automation.DEALER)
    for box in (1, 2):
        bet(table, box, f"P{box}", 50)
    table.do(acts.CloseBets())
    while table.state.phase is not Phase.PLAY:
        table.perform()
    table.do(acts.Hit(box=1))
    happened = table.do(acts.Report(what="tech_interruption", why="the power failed"))
    assert story_of(happened) == "nothing"
    assert not table.state.is_void
