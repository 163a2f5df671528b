"""Disputes: opened by a player of a round, decided by staff who had no part in it."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from pitboss.rulebooks import NoSuchClause, TableRules
from pitboss.rulebooks.ledger import Clause, Kind
from pitboss.store.disputes import Disputed, NotOpen, Quota, TooMany
from pitboss.store.names import plain_lines
from pitboss.store.people import PersonRole
from pitboss.store.records import Dispute, DisputeStep, Person, RoundPlace, StoredEvent, TableInfo
from pitboss.web.audit.evidence import is_player
from pitboss.web.http.api.audit import number_in
from pitboss.web.http.api.evidence import STAFF, pack_for, pack_response
from pitboss.web.http.api.history import MOST_LINES, on_from, time_before
from pitboss.web.http.api.tables import hub_of, info_of, whole
from pitboss.web.http.csv_files import csv_file
from pitboss.web.http.problems import Problem, body_of, json_response
from pitboss.web.http.security import one_of, reads_much, somebody
from pitboss.web.live.open_table import ServerRefusal
from pitboss.web.pit.disputes import (
    RANKS,
    as_csv,
    decider_view,
    digest_of,
    must_be_impartial,
    must_rank,
    status_of,
    steps_view,
    view,
    why_it_stands,
)

MOST_CORRECTED = 100_000_000_00
"""The most cents that one decision may pay."""


class OpenDispute(Struct, forbid_unknown_fields=True):
    """A player's statement about a round."""

    statement: Annotated[str, Meta(max_length=2000)]


class DecideDispute(Struct, forbid_unknown_fields=True):
    """The decision of a dispute, under a clause of the table's book."""

    outcome: Literal["upheld", "dismissed"]
    clause: Annotated[str, Meta(max_length=40)]
    reason: Annotated[str, Meta(max_length=2000)]
    amount: Annotated[int, Meta(ge=0, le=MOST_CORRECTED)] = 0


class RejectDecision(Struct, forbid_unknown_fields=True):
    """Why a proposed decision is not approved."""

    reason: Annotated[str, Meta(max_length=2000)] = ""


async def open_dispute(request: Request) -> Response:
    """Dispute a finished round of yours; its evidence is attached as it is now."""
    person = await somebody(request)
    body: OpenDispute = await body_of(request, OpenDispute)
    info, number = await info_of(request), number_in(request, "number")
    statement = plain_lines(body.statement)
    if not statement:
        raise Problem(422, "a dispute needs a statement: say what happened and what was due")
    made = await pack_for(request, person, info, number)
    if not is_player(person, made.players):
        raise Problem(403, "only a player of the round may dispute it")
    limits, store = request.app.state.limits, hub_of(request).store
    place = await asyncio.to_thread(store.round, info.id, number)
    assert place is not None
    if time.time() - place.at > limits.dispute_within:
        hours = limits.dispute_within / 3600
        raise Problem(409, f"a round may be disputed within {hours:g} hours of its end")
    most = limits.disputes_of_a_guest if person.is_guest else limits.disputes_of_a_player
    quota = Quota(most, limits.disputes_a_day)
    try:
        dispute = await asyncio.to_thread(
            lambda: store.add_dispute(
                info.id, number, person, statement=statement, papers=made.data.decode(), quota=quota
            )
        )
    except Disputed as error:
        raise Problem(409, str(error)) from None
    except TooMany as error:
        raise Problem(429, str(error), headers={"retry-after": "3600"}) from None
    return json_response(await _whole(request, dispute, [], person), 201)


async def mine(request: Request) -> Response:
    """Your own disputes, newest first."""
    person = await somebody(request)
    store = hub_of(request).store
    disputes = await asyncio.to_thread(lambda: store.disputes_of(person.id, most=MOST_LINES))
    return json_response({"disputes": await _rows(request, disputes, is_staff=False)})


async def disputes(request: Request) -> Response:
    """The disputes of the house, newest first, page by page; of one status if asked."""
    await one_of(request, PersonRole.SUPERVISOR, PersonRole.SHIFT_MANAGER, PersonRole.AUDITOR)
    reads_much(request)
    rows, following = await _page(request)
    return json_response({"disputes": rows, "next": following})


async def disputes_file(request: Request) -> Response:
    """The disputes of the house as comma-separated values; shift managers and auditors only."""
    await one_of(request, PersonRole.SHIFT_MANAGER, PersonRole.AUDITOR)
    reads_much(request)
    store = hub_of(request).store
    disputes = await asyncio.to_thread(lambda: store.disputes_before(None, most=10_000))
    return csv_file(as_csv(await _rows(request, disputes, is_staff=True)), "disputes.csv")


async def _page(request: Request) -> tuple[list[dict[str, Any]], int | None]:
    """A page of the disputes with a status, and the time to continue before."""
    wanted, most = request.query_params.get("status", ""), whole(request, "limit", 50, most=200)
    before, rows = time_before(request), list[dict[str, Any]]()
    while True:
        disputes = await asyncio.to_thread(
            partial(hub_of(request).store.disputes_before, before, most=MOST_LINES)
        )
        for row in await _rows(request, disputes, is_staff=True):
            before = row["at"]
            if wanted in ("", row["status"]):
                rows.append(row)
            if len(rows) >= max(most, 1):
                return rows, on_from(row["at"])
        if len(disputes) < MOST_LINES:
            return rows, None


async def dispute_(request: Request) -> Response:
    """One dispute with every step, for its player and for staff."""
    person = await somebody(request)
    dispute, steps = await _dispute(request, person)
    return json_response(await _whole(request, dispute, steps, person))


async def papers(request: Request) -> Response:
    """The evidence pack that was attached when the dispute was opened."""
    person = await somebody(request)
    reads_much(request)
    dispute, _ = await _dispute(request, person)
    name = f"{dispute.table}-{dispute.round}.disputed.evidence.json"
    return pack_response(dispute.papers.encode(), name)


async def read(request: Request) -> Response:
    """Confirm that you have read the answer to your dispute; it is recorded once."""
    person = await somebody(request)
    dispute, steps = await _dispute(request, person)
    if dispute.person != person.id:
        raise Problem(403, "only the player may confirm the answer")
    if status_of(steps) != "decided":
        raise Problem(409, "the dispute has no answer yet")
    store = hub_of(request).store
    await asyncio.to_thread(store.read_dispute, dispute.id, person.id)
    return Response(status_code=204)


async def withdraw(request: Request) -> Response:
    """Withdraw your dispute; it stays on record."""
    person = await somebody(request)
    dispute, _ = await _dispute(request, person)
    if dispute.person != person.id:
        raise Problem(403, f"only {dispute.by} may withdraw this dispute")
    after = (None, "rejected", "proposed")
    await _step(request, dispute, "withdrawn", person, {}, after)
    return json_response(await _now(request, dispute, person))


async def decide(request: Request) -> Response:
    """Decide a dispute; a correction of money needs a second approval."""
    person = await one_of(request, PersonRole.SUPERVISOR, PersonRole.SHIFT_MANAGER)
    requested_request: DecideDispute = await body_of(request, DecideDispute)
    dispute, _ = await _dispute(request, person)
    reason = plain_lines(requested_request.reason)
    if not reason:
        raise Problem(422, "a decision needs a reason, which the player reads")
    if requested_request.amount and requested_request.outcome == "dismissed":
        raise Problem(422, "a dispute that is dismissed corrects nothing")
    info, place = await _may_decide(request, dispute, person)
    hub = hub_of(request)
    rules = hub.rules_of(info)
    clause = clause_of_a_decision(rules, requested_request.clause)
    if requested_request.amount:
        stands = await asyncio.to_thread(why_it_stands, hub.store, rules, info, dispute, place)
        if stands is not None:
            raise Problem(409, stands.why, clause=stands.under, book=rules.book.id)
    body = {
        "outcome": requested_request.outcome,
        "clause": requested_request.clause.strip(),
        "gist": clause.gist,
        "reason": reason,
        "amount": requested_request.amount,
    }
    kind = "proposed" if requested_request.amount else "decided"
    await _step(request, dispute, kind, person, body, (None, "rejected"))
    status = 202 if requested_request.amount else 200
    return json_response(await _now(request, dispute, person), status)


def clause_of_a_decision(rules: TableRules, number: str) -> Clause:
    """The clause of a decision: one that says something, not the heading over others."""
    book = rules.book
    try:
        result = book.ledger.find(number)
    except NoSuchClause as error:
        raise Problem(422, str(error), book=book.id) from None
    exact = [clause for clause in result if number.strip() in (clause.id, clause.number)]
    stated = [clause for clause in exact if clause.kind is not Kind.HEADING]
    if stated:
        return stated[0]
    under = [clause.number for clause in result if clause.kind is not Kind.HEADING]
    what = "is a heading, which decides nothing" if exact else "has several clauses"
    nearest = ", ".join(list(dict.fromkeys(under))[:6])
    advice = f"; name the one that decides, of {nearest}" if under else ""
    raise Problem(422, f"{book.id} {number.strip()} {what}{advice}", book=book.id)


async def approve(request: Request) -> Response:
    """Give the second approval of a decision: the money is corrected."""
    person = await one_of(request, PersonRole.SUPERVISOR, PersonRole.SHIFT_MANAGER)
    dispute, steps = await _dispute(request, person)
    await _may_decide(request, dispute, person, approves=True)
    proposed = _proposed(steps, person)
    amount: int = steps_view([proposed])[0]["amount"]
    await _step(request, dispute, "approved", person, {"of": proposed.n}, ("proposed",), amount)
    hub = hub_of(request)
    name = await asyncio.to_thread(hub.store.people.name_of, dispute.person)
    hub.money.issued(name, amount)
    for actor in hub.actors():
        if name in actor.present:
            actor.tell_all()
    return json_response(await _now(request, dispute, person))


async def reject(request: Request) -> Response:
    """Reject a decision that awaits its second approval; the dispute is open again."""
    person = await one_of(request, PersonRole.SUPERVISOR, PersonRole.SHIFT_MANAGER)
    reject_decision: RejectDecision = await body_of(request, RejectDecision)
    dispute, steps = await _dispute(request, person)
    await _may_decide(request, dispute, person, approves=True)
    proposed = _proposed(steps, person, may_be_own=True)
    if not (reason := plain_lines(reject_decision.reason)):
        raise Problem(422, "a rejection needs a reason")
    body = {"of": proposed.n, "reason": reason}
    await _step(request, dispute, "rejected", person, body, ("proposed",))
    return json_response(await _now(request, dispute, person))


# What the endpoints share.


async def _dispute(request: Request, person: Person) -> tuple[Dispute, list[DisputeStep]]:
    """The dispute that a request is about, for its player and for staff."""
    id, store = request.path_params["dispute"], hub_of(request).store
    dispute = await asyncio.to_thread(store.dispute, id)
    if dispute is None or (dispute.person != person.id and PersonRole(person.role) not in STAFF):
        raise Problem(404, "dispute not found")
    return dispute, (await asyncio.to_thread(store.steps_of, [dispute.id]))[dispute.id]


async def _may_decide(
    request: Request, dispute: Dispute, person: Person, *, approves: bool = False
) -> tuple[TableInfo, RoundPlace]:
    """The table and the round of a dispute, if a person may decide it or approve a decision."""
    hub = hub_of(request)
    info = await asyncio.to_thread(hub.store.table, dispute.table)
    assert info is not None
    await hub.know_rules([info])
    rules = hub.rules_of(info)

    def checked() -> RoundPlace:
        place = hub.store.round(info.id, dispute.round)
        assert place is not None
        entries: list[StoredEvent] = hub.store.entries(
            info.id, after=place.first - 1, upto=place.last
        )
        must_be_impartial(hub.store, dispute, entries, person)
        if not approves:
            must_rank(rules, person)
        return place

    try:
        return info, await asyncio.to_thread(checked)
    except ServerRefusal as refused:
        book = rules.book.id
        raise Problem(refused.status, refused.why, clause=refused.clause, book=book) from None


def _proposed(steps: list[DisputeStep], person: Person, *, may_be_own: bool = False) -> DisputeStep:
    """The decision that awaits its approval by someone else."""
    if status_of(steps) != "waiting":
        raise Problem(409, "no decision of this dispute waits for approval")
    if steps[-1].by in person.names and not may_be_own:
        raise Problem(403, "the second approval must come from someone else")
    return steps[-1]


async def _step(
    request: Request,
    dispute: Dispute,
    kind: str,
    person: Person,
    body: dict[str, Any],
    after: tuple[str | None, ...],
    pays: int = 0,
) -> None:
    store = hub_of(request).store
    try:
        await asyncio.to_thread(
            lambda: store.add_step(
                dispute.id, kind=kind, by=person.name, body=body, after=after, pays=pays
            )
        )
    except NotOpen as error:
        raise Problem(409, str(error)) from None


async def _now(request: Request, dispute: Dispute, person: Person) -> dict[str, Any]:
    """A dispute after a step of a person."""
    store = hub_of(request).store
    steps = (await asyncio.to_thread(store.steps_of, [dispute.id]))[dispute.id]
    return await _whole(request, dispute, steps, person)


async def _rows(
    request: Request, disputes: list[Dispute], *, is_staff: bool
) -> list[dict[str, Any]]:
    """Disputes for a list, with the names of their tables."""
    hub = hub_of(request)
    steps = await asyncio.to_thread(hub.store.steps_of, [one.id for one in disputes])
    infos = {}
    for id in {one.table for one in disputes}:
        infos[id] = await asyncio.to_thread(hub.store.table, id)
    rows = []
    for one in disputes:
        info = infos[one.table]
        about = {"name": "", "book": ""} if info is None else {"name": info.name, "book": info.book}
        rows.append({**view(one, steps[one.id], is_staff=is_staff), **about})
    return rows


async def _whole(
    request: Request, dispute: Dispute, steps: list[DisputeStep], person: Person
) -> dict[str, Any]:
    """A dispute with everything that a person may know of it."""
    hub, is_staff = hub_of(request), PersonRole(person.role) in STAFF
    info = await asyncio.to_thread(hub.store.table, dispute.table)
    assert info is not None
    await hub.know_rules([info])
    rules = hub.rules_of(info)
    whole = {
        **view(dispute, steps, is_staff=is_staff),
        "name": info.name,
        "book": info.book,
        "title": rules.book.title,
        "papers": digest_of(dispute.papers),
        "decides": decider_view(rules),
        "mine": dispute.person == person.id,
        "badges": hub.known.badges([dispute.by, *(step.by for step in steps)]),
        "steps": steps_view(steps) if is_staff else [],
        "may_decide": None,
        "stands": None,
    }
    if PersonRole(person.role) in RANKS:
        waits = whole["status"] == "waiting"
        try:
            _, place = await _may_decide(request, dispute, person, approves=waits)
        except Problem as refused:
            whole["may_decide"] = {"refused": refused.why, "clause": refused.more["clause"]}
        else:
            whole["may_decide"] = {"refused": None, "clause": None}
            stands = await asyncio.to_thread(why_it_stands, hub.store, rules, info, dispute, place)
            if stands is not None:
                whole["stands"] = {"why": stands.why, "clause": stands.under}
    return whole
