"""The parts of a pack, made from the log of a table and what is stored with it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct, structs

from pitboss import __version__
from pitboss.evidence.pack import canonical
from pitboss.evidence.reenactment import account_of
from pitboss.rulebooks import Rulebook
from pitboss.rulebooks.provisions import NOT_IN_THE_TEXT
from pitboss.store.records import RoundPlace, Ruling, StoredEvent, TableInfo
from pitboss.store.signatures import Head
from pitboss.table import events as e
from pitboss.table.hiding import sealed_in
from pitboss.table.log import public_bytes, read_event
from pitboss.table.state import TableState
from pitboss.table.stored_state import written_state

SHOE_EVENTS: Final = (
    "CardsShuffled", "ShoeSealed", "SeedsMixed", "ShoeCut", "ShoeRevealed",
)  # fmt: skip
"""The events that shuffle, seal, cut and open a shoe."""

UNTIL: Final = (
    "The shoe is still in play. Its order, and any card that is sealed here, can be checked when "
    "it has ended: fetch the pack again then."
)
"""What a pack says while the shoe of its round is in play."""


class Link(Struct, frozen=True):
    """An entry outside the round, with the hash of the one before it."""

    before: str
    entry: StoredEvent


class ShoeEvidence(Struct, frozen=True):
    """A shoe of the round: how many cards had left it before, and its entries in the log."""

    shoe: int
    out: int
    links: tuple[Link, ...]


class RoundEvidence(Struct, frozen=True):
    """Everything that a pack is made from."""

    info: TableInfo
    round: RoundPlace
    opening: StoredEvent
    before: TableState
    before_hash: str
    entries: Sequence[StoredEvent]
    shown: Sequence[str]
    shoes: Sequence[ShoeEvidence]
    open_upto: int
    """The last entry whose hidden cards may be known"""
    rulings: Sequence[Ruling] = ()
    people: Mapping[str, str] = {}
    head: Head | None = None
    at: int = 0

    @property
    def is_open(self) -> bool:
        """Whether every card of the round may be known."""
        return self.round.last <= self.open_upto


def is_complete(parts: Mapping[str, Any]) -> bool:
    """Whether no card of a pack is sealed, and every shoe of its round is revealed."""
    events = [read_event(canonical(one["event"])) for one in parts["entries"]]
    revealed = (
        any(link["entry"]["event"]["event"] == "ShoeRevealed" for link in shoe["links"])
        for shoe in parts["shoes"]
    )
    return all(sealed_in(event) is None for event in events) and all(revealed)


def parts_of(evidence: RoundEvidence) -> dict[str, Any]:
    """The parts of the pack of a round."""
    book, events = evidence.before.rules.book, []
    entries = []
    for entry, shown in zip(evidence.entries, _shown(evidence), strict=True):
        line = _line(entry, is_open=entry.n <= evidence.open_upto or shown["is_open"])
        entries.append(line)
        events.append(read_event(canonical(line["event"])))
    before = _without_cards(evidence)
    state = msgspec.json.decode(written_state(before))
    parts = {
        "opening": _line(evidence.opening, is_open=True),
        "before": {"hash": evidence.before_hash, "state": state},
        "entries": entries,
        "sentences": [
            {"n": entry.n, "text": shown["says"]}
            for entry, shown in zip(evidence.entries, _shown(evidence), strict=True)
        ],
        "account": account_of(before, events),
        "approvals": [_approval(ruling) for ruling in evidence.rulings],
        "people": dict(evidence.people),
        "clauses": clauses_of(book, events),
        "shoes": [_shoe(shoe) for shoe in evidence.shoes],
        "head": None if evidence.head is None else msgspec.to_builtins(evidence.head),
    }
    about = _about(evidence, book, is_whole=is_complete(parts))
    return {"about": about, **parts}


def _about(evidence: RoundEvidence, book: Rulebook, *, is_whole: bool) -> dict[str, Any]:
    info, round = evidence.info, evidence.round
    return {
        "table": info.id,
        "name": info.name,
        "book": book.id,
        "title": book.title,
        "jurisdiction": book.jurisdiction,
        "dealt_by": info.dealt_by,
        "cards": info.cards,
        "round": round.number,
        "first": round.first,
        "last": round.last,
        "began": evidence.entries[0].microseconds,
        "ended": evidence.entries[-1].microseconds,
        "made": evidence.at,
        "version": __version__,
        "complete": is_whole,
        "until": None if is_whole else UNTIL,
    }


def _shown(evidence: RoundEvidence) -> list[dict[str, Any]]:
    """The sentence of each entry, and whether its card was shown to everyone since."""
    shown = [msgspec.json.decode(text) for text in evidence.shown]
    opened = {one["opens"]["n"] for one in shown if "opens" in one}
    return [{"says": one["says"], "is_open": "nonce" in one or one["n"] in opened} for one in shown]


def _line(entry: StoredEvent, *, is_open: bool) -> dict[str, Any]:
    """An entry as the log has it, its card sealed unless it is open."""
    text, nonce = entry.event.encode(), entry.nonce
    if nonce and not is_open:
        text, nonce = public_bytes(text, nonce), ""
    line = {
        "v": entry.version,
        "n": entry.n,
        "actor": entry.actor,
        "at": entry.microseconds,
        "event": msgspec.json.decode(text),
        "hash": entry.hash,
    }
    return {**line, "nonce": nonce} if nonce else line


def _without_cards(evidence: RoundEvidence) -> TableState:
    """The table before the round, without money and without the cards of earlier rounds."""
    state = evidence.before
    held = tuple(one for one in state.shoe.held if one.exposed or evidence.is_open)
    shoe = structs.replace(state.shoe, rack=(), removed=(), burned=None, held=held)
    return structs.replace(state, shoe=shoe, money={})


def _shoe(shoe: ShoeEvidence) -> dict[str, Any]:
    return {
        "shoe": shoe.shoe,
        "out": shoe.out,
        "links": [
            {"before": link.before, "entry": _line(link.entry, is_open=True)} for link in shoe.links
        ],
    }


def _approval(ruling: Ruling) -> dict[str, Any]:
    """A ruling that was carried out, and who approved it."""
    report = msgspec.json.decode(ruling.report)
    return {
        "id": ruling.id,
        "what": report.get("what", ""),
        "reason": report.get("reason", ""),
        "by": ruling.by,
        "second": ruling.second,
        "at": round(ruling.at * 1e6),
    }


def clauses_of(book: Rulebook, events: Iterable[e.Event]) -> dict[str, str]:
    """What each clause that the events cite requires, in our words."""
    known = {clause.id: clause for clause in book.ledger}
    by_number = {clause.number: clause for clause in reversed(list(book.ledger))}
    result: dict[str, str] = {}
    for event in events:
        cited = event.under
        if cited in e.OWN_MATTERS or cited == NOT_IN_THE_TEXT or cited in result:
            continue
        clause = known.get(cited) or by_number.get(cited.partition("#")[0])
        result[cited] = "" if clause is None else clause.gist
    return result


def decoded(entry: StoredEvent) -> e.Event:
    """The event of an entry."""
    return read_event(entry.event)
