"""``python -m tests.authority`` plays a house by the book, and prints who ordered what.

A dealer, a supervisor, two shift managers and players use the HTTP API of a real server, at tables
of every book where a person deals real cards. Each line says what was asked, by whom, under which
clause it was accepted or refused, and why. Exit code 1 means that something came out differently
from what the documents provide.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any, Final, NamedTuple

from pitboss.audit import chain
from pitboss.rulebooks import BOOKS
from tests.web.serving import OPEN, Server, Visitor

CARDS: Final = ("9s", "7d", "8c", "6h")
"""The cards of all but the dealer, over and over: no blackjack, no pair, 13 or more on box 1."""


class Staff(NamedTuple):
    """The people of the house; ``manager`` and ``other`` are shift managers."""

    dealer: Visitor
    supervisor: Visitor
    manager: Visitor
    other: Visitor
    auditor: Visitor

    def of_rank(self, rank: str) -> Visitor:
        """Someone of this rank."""
        return {"dealer": self.dealer, "supervisor": self.supervisor}.get(rank, self.manager)


class Record:
    """What was asked and what came of it; a difference from the document makes it fail."""

    def __init__(self, write: Callable[[str], object] = print) -> None:
        self.write = write
        self.lines = self.failures = 0

    def line(self, book: str, who: str, what: str, came: str, *, good: bool) -> None:
        self.lines += 1
        self.failures += not good
        self.write(f"{'  ' if good else 'X '}{book:8} {who:15} {what:42} {came}")


class Evening:
    """A table where a person deals real cards, and everyone who comes to it."""

    def __init__(
        self, record: Record, server: Server, staff: Staff, book: str, *, cards: str = "called"
    ) -> None:
        self.record, self.server, self.staff, self.book = record, server, staff, book
        self.ada, self.ben = server.guest(), server.guest()
        self.cards = cycle(CARDS)
        self.table: str = staff.dealer.open(book, dealt_by="person", cards=cards, bots=0)
        staff.dealer.say(self.table, "take_chair")
        server.prepare(self.table, partial(staff.dealer.say, self.table))

    # What people ask, and what is expected of it.

    def ask(
        self,
        who: Visitor,
        path: str,
        document: dict[str, Any],
        *,
        what: str,
        status: int = 200,
        clause: str | None = None,
        why: str = "",
        method: str = "POST",
    ) -> dict[str, Any]:
        """Send a request; the answer must have this status, clause and reason."""
        answer = who.http.request(method, f"/tables/{self.table}{path}", json=document)
        stated_document: dict[str, Any] = answer.json() if answer.content else {}
        cited = stated_document.get("clause") or _first_clause(stated_document)
        good = answer.status_code == status and why in stated_document.get("why", "")
        good = good and (clause is None or cited == clause)
        came = "accepted" if answer.status_code < 300 else f"refused ({answer.status_code})"
        came += f" under {cited}" if cited else ""
        came += f": {stated_document['why']}" if stated_document.get("why") else ""
        if not good:
            came += f" | expected {status} {clause or ''} {why}"
        self.record.line(self.book, self._title(who), what, came, good=good)
        return stated_document

    def report(
        self, who: Visitor, what: str, *, status: int = 200, **message: Any
    ) -> dict[str, Any]:
        """Report something, or preview it if so told; see :meth:`ask`."""
        wanted = {key: message.pop(key) for key in ("clause", "why") if key in message}
        named = " ".join(f"{key}={value}" for key, value in message.items() if key != "sequence")
        body = {"what": what, "reason": "by the script", **message}
        return self.ask(who, "/rulings", body, what=f"{what} {named}", status=status, **wanted)

    def say(self, who: Visitor, type: str, status: int = 200, **message: Any) -> dict[str, Any]:
        """Send a command; see :meth:`ask`."""
        wanted: dict[str, Any] = {k: message.pop(k) for k in ("clause", "reason") if k in message}
        named = " ".join(f"{key}={value}" for key, value in message.items())
        wanted["why"] = wanted.pop("reason", "")
        body = {"type": type, **message}
        who.http.headers["idempotency-key"] = f"authority {self.record.lines} {self.table}"
        try:
            return self.ask(who, "/commands", body, what=f"{type} {named}", status=status, **wanted)
        finally:
            del who.http.headers["idempotency-key"]

    def check(self, what: str, good: object, came: object = "") -> None:
        """Note something that must be so."""
        text = f"{'so' if good else 'not so'} {came}".strip()
        self.record.line(self.book, "", what, text, good=bool(good))

    def _title(self, who: Visitor) -> str:
        if who in (self.ada, self.ben):
            return "player"
        names = {"manager": "shift manager", "other": "shift manager 2"}
        texts = [name for name in self.staff._fields if getattr(self.staff, name) is who]
        return names.get(texts[0], texts[0]) if texts else "another"

    # The round.

    @property
    def state(self) -> dict[str, Any]:
        return self.staff.dealer.state(self.table)

    def known(self, who: Visitor) -> dict[str, dict[str, Any]]:
        """The list of what may be reported, as this person sees it."""
        message = who.get(f"/tables/{self.table}/irregularities")["irregularities"]
        return {one["what"]: one for one in message}

    def shuffle(self) -> None:
        """Shuffle; the players pass the cut on to the house."""
        self.staff.dealer.say(self.table, "shuffle")
        self.cut()

    def cut(self) -> None:
        """Everyone who is offered the cut declines it, and the house cuts."""
        while (offer := self.state["shoe"].get("offer")) is not None:
            person = next((p for p in (self.ada, self.ben) if p.name == offer["player"]), None)
            if person is None:
                self.staff.dealer.say(self.table, "house_cut")
                return
            person.say(self.table, "decline_cut")

    def bets(self) -> None:
        """Ada bets on box 1; where players bank, Ben is the player-dealer."""
        least = self.state["limits"]["minimum"]
        if self.book == "nobust":
            self.ben.say(self.table, "sit", box=2)
            self.ben.say(self.table, "take_bank", box=2, amount=10 * least)
        if self.state["boxes"][0]["seat"] is None:
            self.ada.say(self.table, "sit", box=1)
        self.ada.say(self.table, "bet", box=1, amount=2 * least)

    def deal(self, up: str = "6h", *, only: int = 99) -> None:
        """Deal what is due, with this first card for the dealer, ``only`` so many cards."""
        for _ in range(only):
            while (state := self.state)["dealer"]["due"] not in ("deal", "burn", None):
                if state["phase"] in ("window", "play"):
                    return
                self.staff.dealer.perform(self.table)
            due, to = state["dealer"]["due"], state["dealer"]["card_to"]
            if due is None or state["phase"] == "play":
                return
            is_up = due == "deal" and to["box"] is None and not state["dealer"]["cards"]
            self.staff.dealer.say(self.table, "call", card=up if is_up else next(self.cards))

    def until(self, phase: str) -> None:
        """Do the duties that need no card until this phase."""
        while self.state["phase"] != phase:
            self.staff.dealer.perform(self.table)

    def in_play(self) -> None:
        """A round up to the first decision."""
        self.bets()
        self.staff.dealer.say(self.table, "close_bets")
        self.to_the_players()

    def to_the_players(self) -> None:
        """Deal the first cards, and do everything that comes before the first decision."""
        self.deal()
        while self.state["dealer"]["due"] is not None:
            self.staff.dealer.perform(self.table)


def _first_clause(document: dict[str, Any]) -> str | None:
    events = document.get("events") or [{}]
    return next((e["clause"] for e in events if e.get("clause")), None)


# The parts of the evening.


def roles(evening: Evening) -> None:
    """Who is below the rank that the book asks for is refused by the name of the needed title."""
    staff = evening.staff
    for what, one in evening.known(staff.manager).items():
        authority = one["authority"]
        needed, clause = authority["title"], authority["clause"]
        below = [
            staff.dealer,
            *([staff.supervisor] if authority["rank"] == "shift manager" else []),
        ]
        for person in below:
            report = evening.report(person, what, status=403, why=f"only a {needed} or above")
            evening.check(
                f"{what}: the clause that says so", report.get("clause") == clause, clause
            )
            seen = evening.known(person)[what]["refused"] or ""
            evening.check(f"{what}: the list says it too", needed in seen, seen)
    evening.report(evening.ada, "ruling", status=403, why="this needs the role")
    evening.report(staff.auditor, "ruling", status=403, why="this needs the role")


DETAILS: Final = {"box": 1, "hand": 1, "which": "first", "ruling": "play goes on", "card": "2c"}


def one_function(evening: Evening, moment: str) -> None:
    """What the list offers can be previewed, and what it does not offer is refused."""
    staff, ada = evening.staff, evening.ada.name
    rulings = f"/tables/{evening.table}/rulings"
    wrong = []
    for what, one in evening.known(staff.manager).items():
        answers = []
        for remedy in one["remedies"]:
            for box in range(1, 4):
                document = {"what": what, "preview": True, **DETAILS, "box": box, "player": ada}
                document["reason"] = "by the script"
                document |= {"remedy": remedy["remedy"]} if remedy["remedy"] else {}
                document |= {"hands": [[box, 1]]} if remedy["hands"] else {}
                answers.append(staff.manager.http.post(rulings, json=document).status_code == 200)
        if any(answers) and one["refused"] is not None:
            wrong.append(f"{what} is not offered but accepted")
        if not any(answers) and one["refused"] is None:
            wrong.append(f"{what} is offered but refused")
    evening.check(f"{moment}: the list and the orders agree", not wrong, "; ".join(wrong))


class Untrue(NamedTuple):
    """A report that cannot be true at a moment."""

    moment: str
    what: str
    why: str
    told: dict[str, Any] = {}


UNTRUE: Final[dict[str, tuple[Untrue, ...]]] = {
    "nz": (
        Untrue("bets", "void_hand", "no card has been dealt", {"box": 1, "hand": 1}),
        Untrue("bets", "vacancy_shuffle", "there are bets on it"),
        Untrue("bets", "reshuffle_missed", "has not come out"),
        Untrue("play", "reshuffle_missed", "has not come out"),
        Untrue("play", "vacancy_shuffle", "there are bets on it"),
        Untrue("play", "csm_malfunction", "no continuous shuffler", {"remedy": "void_round"}),
        Untrue("play", "madness_failure", "does not offer"),
        Untrue("play", "insurance_not_offered", "not offered against", {"box": 1, "player": "Ada"}),
        Untrue("play", "absent", "box 5 is not in play", {"box": 5}),
        Untrue("play", "absent", "has no bet on box 1", {"box": 1, "player": "Nobody"}),
        Untrue("play", "void_hand", "is not in play", {"box": 4, "hand": 1}),
        Untrue("play", "extra_dealer_card", "is not complete", {"card": "9h"}),
        Untrue("play", "madness_repaired", "not out of order"),
        Untrue("play", "void_round", "has no rule for"),
    ),
    "zappit": (
        Untrue("bets", "wrong_peek", "no second card"),
        Untrue("play", "dealer_card_missed", "initial deal is over", {"which": "first"}),
        Untrue("play", "no_cards_dealt", "initial deal is over", {"box": 1}),
        Untrue("play", "one_card_dealt", "initial deal is over", {"box": 1}),
        Untrue("play", "reader_repaired", "not out of order"),
        Untrue("play", "shuffler_fault", "by hand"),
        Untrue("play", "missed_card", "has not hit", {"box": 3, "hand": 1}),
        Untrue("play", "readmitted", "is not barred", {"player": "Ada"}),
        Untrue("play", "void_round", "has no rule for"),
    ),
    "rws": (
        Untrue("empty", "tech_interruption", "no round is in progress"),
        Untrue("empty", "ruling", "no round is in progress", {"remedy": "void_round"}),
        Untrue("bets", "ruling", "no card has been dealt", {"remedy": "void_round"}),
        Untrue("bets", "under_minimum", "is not below the minimum", {"box": 1}),
        Untrue("play", "under_minimum", "is not below the minimum", {"box": 1}),
        Untrue("play", "under_minimum", "no main wager", {"box": 4}),
        Untrue("play", "side_bets_missed", "no player has a side bet"),
        Untrue("play", "squeeze_exposed", "no player squeezes"),
        Untrue("play", "stray_cards", "box 1 has a bet", {"box": 1, "cards": ["9h", "Td"]}),
        Untrue("play", "stray_cards", "there is no box 40", {"box": 40, "cards": ["9h", "Td"]}),
        Untrue("play", "void_round", "has no rule for", {"remedy": "void_round"}),
        Untrue("play", "over_limit", "finds it by itself"),
    ),
    "leaflet": (
        Untrue("bets", "void_round", "no card has been dealt"),
        Untrue("play", "dealing_error", "to a supervisor's ruling"),
    ),
    "nobust": (
        Untrue("bets", "void_round", "no card has been dealt"),
        Untrue("play", "dealing_error", "to a supervisor's ruling"),
    ),
    "classic": (
        Untrue("bets", "void_round", "no card has been dealt"),
        Untrue("play", "madness_failure", "does not offer"),
        Untrue("play", "absent", "box 5 is not in play", {"box": 5}),
    ),
}


def untrue(evening: Evening, moment: str) -> None:
    """Reports that cannot be true are refused with the reason, and nothing has changed."""
    before = evening.state["sequence"]
    for one in UNTRUE[evening.book]:
        if one.moment == moment:
            manager = evening.staff.manager
            evening.report(manager, one.what, status=409, why=one.why, **one.told)
    after = evening.state["sequence"]
    evening.check(f"{moment}: nothing has changed", before == after)


VOID: Final[dict[str, dict[str, Any]]] = {
    "nz": {"what": "void_hand", "box": 1, "hand": 1},
    "rws": {"what": "ruling", "remedy": "void_round"},
    "leaflet": {"what": "void_round"},
    "nobust": {"what": "void_round"},
    "classic": {"what": "void_round"},
}
"""A void that each book allows in play; zappit knows none after the deal."""


def approvals(evening: Evening) -> None:
    """A void waits for a second approval, which the log, the chain and the records name."""
    staff, table = evening.staff, evening.table
    author, balance = staff.manager, evening.ada.get("/me")["balance"]
    document = dict(VOID[evening.book])
    what = document.pop("what")
    seen = evening.report(author, what, preview=True, **document)
    evening.check("the preview asks for a second approval", seen.get("second_person"))
    sequence = seen["sequence"]
    evening.report(author, what, status=409, why="changed", sequence=sequence - 1, **document)
    waiting = evening.report(author, what, status=202, sequence=sequence, **document)
    evening.report(author, what, status=409, why="already awaits", **document)
    path = f"/rulings/{waiting['id']}/approvals"
    ask = partial(evening.ask, path=path, document={}, what="approve it")
    ask(author, status=403, why="someone else")
    ask(staff.dealer, status=403)
    ask(evening.ada, status=403)
    done = ask(staff.other)
    ask(staff.other, status=409, why="already")
    names = {"by": author.name, "approved_by": staff.other.name}
    evening.check("the event names both", _names(done.get("events", [])) == [names])
    evening.check("the money is back", evening.ada.get("/me")["balance"] > balance)
    evening.until("betting")
    log = author.http.get(f"/tables/{table}/export").content.decode().splitlines()
    evening.check("the chain of the export holds", chain.check(log).entries > 0)
    evening.check("the export names the approver", any(staff.other.name in line for line in log))
    (round_,) = author.get(f"/tables/{table}/history?ruled=1")["rounds"][:1]
    own = [one for one in round_["rulings"] if one["approved_by"] is not None]
    evening.check("the history names the approver", _names(own) == [names])
    number = round_["round"]
    record = author.get(f"/tables/{table}/rounds/{number}")
    evening.check("the round's record names the approver", _names(record["events"]) == [names])
    evening.check("the ledger sums to zero", author.get(f"/tables/{table}/ledger")["sum"] == 0)


def _names(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{k: one[k] for k in ("by", "approved_by")} for one in events if one.get("approved_by")]


def condemned(evening: Evening) -> None:
    """From cards that were not shuffled, or counted wrong, nothing is dealt (rws 5.5.2, 5.5.4)."""
    staff, dealer = evening.staff, evening.staff.dealer
    for what, clause in (("unshuffled", "5.5.4"), ("card_count_wrong", "5.5.2")):
        evening.in_play()
        waiting = evening.report(staff.supervisor, what, status=202, clause=clause)
        path = f"/rulings/{waiting['id']}/approvals"
        evening.ask(staff.manager, path, {}, what="approve it", clause=clause)
        evening.until("betting")
        evening.bets()
        evening.say(dealer, "close_bets", 409, clause=clause, reason="must be shuffled first")
        evening.say(dealer, "shuffle", clause=clause)
        evening.cut()
        evening.say(dealer, "close_bets")
        evening.to_the_players()
        evening.check(f"after the shuffle for {what} the round is dealt", True)
        finish(evening)


def finish(evening: Evening) -> None:
    """Play a round to its end: the player stands, and the dealer draws what comes."""
    while evening.state["phase"] != "betting":
        due = evening.state["dealer"]["due"]
        if due in ("deal", "burn"):
            evening.staff.dealer.say(evening.table, "call", card=next(evening.cards))
        elif due is not None:
            evening.staff.dealer.perform(evening.table)
        else:
            evening.ada.say(evening.table, "stand", box=1)


def the_cut(evening: Evening) -> None:
    """The cut is offered in the book's order, and no card is dealt while it is on offer."""
    dealer = evening.staff.dealer
    order = {"nz": "7.1(e)", "zappit": "4(f)#2"}[evening.book]
    evening.report(evening.staff.supervisor, "reshuffle_ordered", clause=order)
    evening.say(dealer, "shuffle", clause=order)
    offer = evening.state["shoe"]["offer"]
    evening.check("the cut is offered to a seated player", offer["player"] == evening.ada.name)
    own = {"nz": "7.", "zappit": "4(c)"}[evening.book]
    evening.check("under the clause of the cut", str(offer.get("clause", own)).startswith(own))
    evening.ada.say(evening.table, "bet", box=1, amount=evening.state["limits"]["minimum"])
    evening.say(dealer, "close_bets", 409, reason="on offer")
    evening.say(evening.ben, "cut", 409, depth=100, reason="only")
    evening.say(evening.ada, "cut", depth=100)


def recut(evening: Evening) -> None:
    """Only a floorperson or above orders a recut, and not without a cut (zappit 4(e))."""
    staff, ada = evening.staff, evening.ada
    ada.say(evening.table, "sit", box=1)
    staff.dealer.say(evening.table, "shuffle")
    evening.say(staff.supervisor, "order_recut", 409, why="uneven", reason="no cut to repeat")
    evening.say(ada, "cut", depth=100)
    evening.say(staff.dealer, "order_recut", 403, why="uneven")
    evening.say(ada, "order_recut", 403, why="uneven")
    ordered = evening.say(staff.supervisor, "order_recut", why="uneven", clause="4(e)#1")
    evening.check(
        "it may be cut again", [x["event"] for x in ordered["events"]] == ["RecutOrdered"]
    )
    evening.check("by who cut last", evening.state["shoe"]["offer"]["player"] == ada.name)
    evening.say(ada, "cut", depth=100)
    evening.say(staff.dealer, "perform")
    evening.say(staff.supervisor, "order_recut", 409, why="too late", reason="no cut to repeat")


def burn_card(evening: Evening) -> None:
    """A player of the table may see the burn card, once; nobody else may (nz 8.1)."""
    asks = partial(evening.say, type="show_burned", clause="8.1#2")
    asks(evening.ben, status=409, reason="only a player")
    asks(evening.ada)
    asks(evening.ada, status=409, reason="already been shown")


def insurance(evening: Evening) -> None:
    """Insurance ends as the text says: with the check (zappit 7(b)) or when play begins."""
    evening.bets()
    dealer, least = evening.staff.dealer, evening.state["limits"]["minimum"]
    dealer.say(evening.table, "close_bets")
    evening.deal(up="As")
    while evening.state["window"] is None:
        dealer.perform(evening.table)
    insure = partial(evening.say, evening.ada, "insure", box=1)
    evening.say(dealer, "perform", 409, reason="must answer what is on offer first")
    passed = evening.say(dealer, "pass_offer")["events"]
    silent = [(one["event"], one["player"]) for one in passed]
    evening.check("who did not answer is named", silent == [("OfferUnanswered", evening.ada.name)])
    dealer.perform(evening.table)  # now the dealer closes the offer
    if evening.book in ("zappit", "classic"):
        evening.check("the check is next", evening.state["dealer"]["due"] == "look")
        insure(amount=least)
        dealer.perform(evening.table)
    insure(status=409, amount=least, reason="insurance is closed")


def closing(evening: Evening) -> None:
    """A supervisor may close a table with undealt bets: an event says that they go back."""
    staff, ada, ben = evening.staff, evening.ada, evening.ben
    before = {person.name: person.get("/me")["balance"] for person in (ada, ben)}
    evening.bets()
    evening.say(staff.dealer, "close_table", 403, why="late")
    evening.say(ada, "close_table", 403, why="late")
    done = evening.say(staff.supervisor, "close_table", why="late")
    kinds = [one["event"] for one in done["events"]]
    evening.check("an event returns the bet", "UndealtWagerReturned" in kinds, kinds)
    if evening.book == "nobust":
        evening.check("an event returns the bank", "BankReturned" in kinds)
    after = {person.name: person.get("/me")["balance"] for person in (ada, ben)}
    evening.check("everyone has their money back", before == after)
    message = staff.manager.get(f"/tables/{evening.table}/ledger")
    evening.check("the ledger sums to zero", message["sum"] == 0)
    evening.check("nothing is left on the table", not any(_left(message, evening.table)))
    evening.say(ada, "bet", 409, box=1, amount=1000, reason="closed")
    evening.say(staff.supervisor, "close_table", 409, why="again", reason="closed")


def _left(document: dict[str, Any], table: str) -> Iterator[int]:
    for kind in ("escrow", "bank"):
        yield document["balances"].get(f"{kind}/{table}", 0)


def play(record: Record, server: Server, staff: Staff, book: str) -> None:
    """The whole evening with a book, at four tables."""
    evening = Evening(record, server, staff, book)
    roles(evening)
    one_function(evening, "empty")
    untrue(evening, "empty")
    evening.shuffle()
    evening.bets()
    one_function(evening, "bets")
    untrue(evening, "bets")
    staff.dealer.say(evening.table, "close_bets")
    evening.deal(only=2)
    one_function(evening, "deal")
    evening.to_the_players()
    one_function(evening, "play")
    untrue(evening, "play")
    evening.say(staff.supervisor, "close_table", 409, why="late", reason="in progress")
    if book == "nz":
        burn_card(evening)
    if book in VOID:
        approvals(evening)
    else:
        finish(evening)
    if book == "rws":
        condemned(evening)
    if book in ("nz", "zappit"):
        the_cut(evening)
    second = Evening(record, server, staff, book)
    second.shuffle()
    insurance(second)
    if book == "zappit":
        recut(Evening(record, server, staff, book, cards="shoe"))
    third = Evening(record, server, staff, book)
    closing(third)


def evenings(server: Server, books: tuple[str, ...], record: Record) -> None:
    """An evening with each of these books."""
    roles_ = ("dealer", "supervisor", "shift_manager", "shift_manager", "auditor")
    staff = Staff(*(server.named(role) for role in roles_))
    for book in books:
        play(record, server, staff, book)


def main() -> int:
    """Play the books that are named, or all; the exit code says whether all came out as written."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("books", nargs="*", default=list(BOOKS))
    books = tuple(parser.parse_args().books)
    record = Record()
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'house.sqlite3'}"
        with Server(url) as server, OPEN:
            evenings(server, books, record)
    print(f"{record.lines} lines, {record.failures} not as the documents provide")
    return 1 if record.failures else 0


if __name__ == "__main__":
    sys.exit(main())
