"""Disputes as they are shown, and who may open and decide them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any, Final

import msgspec

from pitboss.law.answers import Refusal, refusal_in
from pitboss.law.authority import decided_by, may_correct, may_decide
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.authority import StaffRank
from pitboss.store.people import PersonRole
from pitboss.store.records import Dispute, DisputeStep, Person, RoundPlace, StoredEvent, TableInfo
from pitboss.store.store import Store
from pitboss.table import events as e
from pitboss.table.log import read_event
from pitboss.web.http.csv_files import csv_text
from pitboss.web.live.open_table import ServerRefusal

OUTCOMES: Final = ("upheld", "dismissed")
"""The decisions of a dispute."""

RANKS: Final = {
    PersonRole.SUPERVISOR: StaffRank.SUPERVISOR,
    PersonRole.SHIFT_MANAGER: StaffRank.SHIFT_MANAGER,
}
"""The ranks that may decide disputes."""

_COLUMNS: Final = (
    "id", "opened", "table", "name", "book", "round", "by", "status", "statement", "outcome",
    "clause", "reason", "amount", "decided_by", "approved_by", "decided", "read", "papers",
)  # fmt: skip


def status_of(steps: Sequence[DisputeStep]) -> str:
    """Where a dispute stands after these steps."""
    kinds = [step.kind for step in steps if step.kind != "read"]
    last = kinds[-1] if kinds else ""
    return {"proposed": "waiting", "decided": "decided", "approved": "decided",
            "withdrawn": "withdrawn"}.get(last, "open")  # fmt: skip


def digest_of(papers: str) -> str:
    """The SHA-256 of the papers of a dispute."""
    return sha256(papers.encode()).hexdigest()


def view(dispute: Dispute, steps: Sequence[DisputeStep], *, is_staff: bool) -> dict[str, Any]:
    """A dispute for a list; a player sees no decision before it is final."""
    status = status_of(steps)
    proposed = [step for step in steps if step.kind in ("proposed", "decided")]
    decision: dict[str, Any] | None = None
    if proposed and (status == "decided" or (is_staff and status == "waiting")):
        last = proposed[-1]
        approved = next((step for step in steps if step.kind == "approved"), None)
        final = last if approved is None else approved
        decision = {
            **msgspec.json.decode(last.body),
            "by": last.by,
            "approved_by": None if approved is None else approved.by,
            "at": final.at,
        }
    read = next((step.at for step in steps if step.kind == "read"), None)
    return {
        "id": dispute.id,
        "table": dispute.table,
        "round": dispute.round,
        "by": dispute.by,
        "statement": dispute.statement,
        "at": dispute.at,
        "status": "open" if status == "waiting" and not is_staff else status,
        "decision": decision,
        "read": read,
    }


def steps_view(steps: Iterable[DisputeStep]) -> list[dict[str, Any]]:
    """Every step of a dispute, for the staff."""
    rows = []
    for step in steps:
        row = {"n": step.n, "kind": step.kind, "by": step.by, "at": step.at}
        rows.append(row | msgspec.json.decode(step.body))
    return rows


def as_csv(rows: Iterable[dict[str, Any]]) -> str:
    """Disputes as comma-separated values, a row for each."""
    return csv_text(_COLUMNS, map(_columns_of, rows))


def _columns_of(row: dict[str, Any]) -> dict[str, Any]:
    decision = row["decision"] or {}
    return {**row, **{key: decision.get(key) for key in ("outcome", "clause", "reason")},
            "opened": row["at"], "amount": decision.get("amount"),
            "decided_by": decision.get("by"), "approved_by": decision.get("approved_by"),
            "decided": decision.get("at")}  # fmt: skip


# Who and when.


def next_round_began(
    store: Store, info: TableInfo, round_place: RoundPlace, *, before: float
) -> bool:
    """Whether the first bet of a later round was placed before a time."""
    later = store.entries(info.id, after=round_place.last, most=200)
    bets = [entry for entry in later if isinstance(_event(entry), e.WagerPlaced)]
    is_long_over = len(later) == 200
    return bool(bets and bets[0].at < before) or (not bets and is_long_over)


def _event(entry: StoredEvent) -> e.Event:
    return read_event(entry.event)


def must_rank(rules: TableRules, person: Person) -> None:
    """Raise ``ServerRefusal`` if the book lets only someone above this person decide."""
    refused = refusal_in(may_decide(rules, RANKS.get(PersonRole(person.role), "")))
    if refused is not None:
        raise ServerRefusal(refused.why, clause=refused.under, status=403)


def must_be_impartial(
    store: Store, dispute: Dispute, entries: Sequence[StoredEvent], person: Person
) -> None:
    """Raise ``ServerRefusal`` if a person may neither decide a dispute nor approve its decision."""
    if person.is_guest:
        raise ServerRefusal("a guest may not decide a dispute", status=403)
    if store.people.known_since(person.name) >= dispute.at:
        raise ServerRefusal("your account or role is more recent than the dispute", status=403)
    if not _concerned(store, dispute, entries).isdisjoint(person.names):
        raise ServerRefusal(
            "you had a part in this round; a dispute is decided by others", status=403
        )


def _concerned(store: Store, dispute: Dispute, entries: Sequence[StoredEvent]) -> set[str]:
    """Everyone who ruled, dealt, bet or approved something in the round."""
    names = {entry.actor for entry in entries}
    for entry in entries:
        event = _event(entry)
        for field in ("by", "second", "approved_by", "player"):
            names.add(str(getattr(event, field, None) or ""))
    began, ended = entries[0].at, entries[-1].at
    for ruling in store.rulings(dispute.table):
        if began <= ruling.at <= ended:
            names |= {ruling.by, ruling.second or ""}
    return names


def why_it_stands(
    store: Store, rules: TableRules, info: TableInfo, dispute: Dispute, round_place: RoundPlace
) -> Refusal | None:
    """Why the book lets the result of the round stand, or None if money may be corrected."""
    began = next_round_began(store, info, round_place, before=dispute.at)
    return refusal_in(may_correct(rules, next_round_had_begun=began))


def decider_view(rules: TableRules) -> dict[str, str]:
    """Who decides the disputes of a book, and under which clause."""
    needed = decided_by(rules)
    return {"rank": needed.rank, "clause": needed.under}
