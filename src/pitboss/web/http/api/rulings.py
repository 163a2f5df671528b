"""Rulings: irregularity, remedies, preview, reason and second approval."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from pitboss.store.names import plain_text
from pitboss.store.people import PersonRole
from pitboss.store.records import Person, Ruling
from pitboss.web.http.api.tables import actor_of
from pitboss.web.http.problems import (
    Problem,
    body_of,
    json_response,
    refused_by_book,
    refused_by_house,
)
from pitboss.web.http.security import one_of
from pitboss.web.live.actor import Actor
from pitboss.web.live.command_handlers import may_rule
from pitboss.web.live.irregularities import (
    Reporter,
    ReportRequest,
    apply_report,
    known,
    must_have_the_authority,
    preview,
)
from pitboss.web.live.open_table import ServerRefusal
from pitboss.web.live.outcomes import CommandOutcome
from pitboss.web.pit.four_eyes import author_of, must_be_a_second, must_have_no_stake, reporter
from pitboss.web.wire.masking import shown_to


class Rejection(Struct, forbid_unknown_fields=True):
    """Why a ruling is rejected."""

    reason: Annotated[str, Meta(max_length=500)] = ""


async def irregularities(request: Request) -> Response:
    """Every irregularity for which the table's book has a remedy."""
    person = await one_of(
        request,
        PersonRole.SUPERVISOR,
        PersonRole.SHIFT_MANAGER,
        PersonRole.DEALER,
        PersonRole.AUDITOR,
    )
    actor = await actor_of(request)
    state = actor.live.state
    waiting = await asyncio.to_thread(actor.hub.store.rulings, actor.id)
    return json_response(
        {
            "table": actor.id,
            "book": actor.live.rules.book.id,
            "irregularities": known(state, reporter(person), actor.live.table.source.left),
            "rulings": [_told(ruling) for ruling in waiting],
        }
    )


def _told(ruling: Ruling) -> dict[str, Any]:
    return {
        "id": ruling.id,
        "report": msgspec.Raw(ruling.report.encode()),
        "by": ruling.by,
        "second": ruling.second,
        "status": ruling.status,
        "at": ruling.at,
    }


def _plain(report: ReportRequest) -> ReportRequest:
    """A report whose texts are plain, without changes of direction."""
    ruling = None if report.ruling is None else plain_text(report.ruling)
    return msgspec.structs.replace(report, reason=plain_text(report.reason), ruling=ruling)


async def rule(request: Request) -> Response:
    """Preview a ruling, carry it out, or submit it for a second approval."""
    person = await one_of(
        request, PersonRole.SUPERVISOR, PersonRole.SHIFT_MANAGER, PersonRole.DEALER
    )
    report_request = _plain(await body_of(request, ReportRequest))
    actor = await actor_of(request)
    must_have_the_authority(actor.live.state, report_request, reporter(person))
    may_rule(actor.live, person)
    await asyncio.to_thread(must_have_no_stake, actor.hub.store, actor.live, person)
    if not report_request.preview:
        _not_stale(actor, report_request)
    if report_request.preview:
        by, approver = await _reported_by(actor, report_request, person)
        foreseen = _foreseen(actor, report_request, by, approver)
        return json_response({"preview": True, "sequence": actor.live.sequence, **foreseen})
    foreseen = _foreseen(actor, report_request, reporter(person))
    report = msgspec.json.encode(report_request).decode()
    store = actor.hub.store
    if foreseen["second_person"]:
        if await _waiting(actor, report_request) is not None:
            raise Problem(409, "the same ruling already awaits its second approval")
        ruling = await asyncio.to_thread(
            lambda: store.add_ruling(actor.id, report=report, by=person.name, status="waiting")
        )
        actor.holds.wait_for(ruling)
        return json_response({**_told(ruling), **foreseen}, 202)
    try:
        outcome = await _carried_out(actor, report_request, reporter(person), None)
    finally:
        actor.holds.prepared()
    if not outcome.is_accepted:
        return _refusal(actor, outcome)
    ruling = await asyncio.to_thread(
        lambda: store.add_ruling(actor.id, report=report, by=person.name, status="done")
    )
    return _done(ruling, outcome, person)


def _foreseen(
    actor: Actor, report: ReportRequest, by: Reporter, approver: str | None = None
) -> dict[str, Any]:
    live = actor.live
    left = live.table.source.left
    return preview(live.state, report, by, actor.id, approver=approver, cards_left=left)


async def _reported_by(
    actor: Actor, report: ReportRequest, person: Person
) -> tuple[Reporter, str | None]:
    """Who reports what is previewed, and who would approve it.

    It is the person who looks at it, unless the same report of another person waits for approval.
    """
    ruling = await _waiting(actor, report)
    if ruling is None or ruling.by == person.name:
        return reporter(person), None
    return await asyncio.to_thread(author_of, actor.hub.store, ruling), person.name


async def _waiting(actor: Actor, report_request: ReportRequest) -> Ruling | None:
    """The ruling with the same report that awaits its second approval, if any."""
    report = replace(report_request, preview=False, sequence=None)
    for ruling in await asyncio.to_thread(actor.hub.store.rulings, actor.id):
        if ruling.status == "waiting":
            waiting = msgspec.json.decode(ruling.report, type=ReportRequest)
            if replace(waiting, preview=False, sequence=None) == report:
                return ruling
    return None


async def approve(request: Request) -> Response:
    """Give the second approval of a ruling, and carry it out."""
    person = await one_of(request, PersonRole.SUPERVISOR, PersonRole.SHIFT_MANAGER)
    actor = await actor_of(request)
    may_rule(actor.live, person)
    store = actor.hub.store
    ruling = await _pending(request, actor)
    await asyncio.to_thread(must_be_a_second, store, actor.live, ruling, person)
    report = msgspec.json.decode(ruling.report, type=ReportRequest)
    _not_stale(actor, report)
    author = await asyncio.to_thread(author_of, store, ruling)
    must_have_the_authority(actor.live.state, report, author)
    is_first = await asyncio.to_thread(
        lambda: store.settle_ruling(ruling.id, second=person.name, status="done")
    )
    if not is_first:
        raise Problem(409, "the ruling has already been carried out")
    try:
        outcome = await _carried_out(actor, report, author, person.name)
    except ServerRefusal:
        await asyncio.to_thread(store.set_ruling, ruling.id, "refused")
        await _decided(actor)
        raise
    await _decided(actor)
    if not outcome.is_accepted:
        await asyncio.to_thread(store.set_ruling, ruling.id, "refused")
        return _refusal(actor, outcome)
    done = await asyncio.to_thread(store.ruling, ruling.id)
    assert done is not None
    return _done(done, outcome, person)


async def reject(request: Request) -> Response:
    """Reject a ruling that awaits its second approval; the round plays on."""
    person = await one_of(request, PersonRole.SUPERVISOR, PersonRole.SHIFT_MANAGER)
    body: Rejection = await body_of(request, Rejection)
    actor = await actor_of(request)
    may_rule(actor.live, person)
    store = actor.hub.store
    ruling = await _pending(request, actor)
    await asyncio.to_thread(must_be_a_second, store, actor.live, ruling, person)
    if not (reason := plain_text(body.reason)):
        raise Problem(422, "a rejection needs a reason")
    return await _ended(actor, ruling, person, "rejected", reason)


async def withdraw(request: Request) -> Response:
    """Withdraw your own ruling that awaits its second approval; the round plays on."""
    person = await one_of(request, PersonRole.SUPERVISOR, PersonRole.SHIFT_MANAGER)
    actor = await actor_of(request)
    ruling = await _pending(request, actor)
    if ruling.by != person.name:
        raise Problem(403, f"only {ruling.by} may withdraw this ruling; you may reject it")
    return await _ended(actor, ruling, person, "withdrawn", "")


async def hold(request: Request) -> Response:
    """Stop the round while you prepare a ruling; repeat the request at least once a minute."""
    person = await one_of(request, PersonRole.SUPERVISOR, PersonRole.SHIFT_MANAGER)
    actor = await actor_of(request)
    may_rule(actor.live, person)
    if actor.live.status == "closed":
        raise Problem(409, "the table is closed")
    actor.holds.prepare(person.name)
    return json_response({"held": True, "sequence": actor.live.sequence})


async def release(request: Request) -> Response:
    """Let the round play on without a ruling."""
    await one_of(request, PersonRole.SUPERVISOR, PersonRole.SHIFT_MANAGER)
    actor = await actor_of(request)
    actor.holds.prepared()
    return Response(status_code=204)


async def _pending(request: Request, actor: Actor) -> Ruling:
    """The ruling that a request is about, which must await its second approval."""
    ruling = await asyncio.to_thread(actor.hub.store.ruling, request.path_params["ruling"])
    if ruling is None or ruling.table != actor.id:
        raise Problem(404, "this table has no such ruling")
    if ruling.status != "waiting":
        raise Problem(409, f"the ruling is already {ruling.status}")
    return ruling


def _not_stale(actor: Actor, report: ReportRequest) -> None:
    """Refuse a ruling whose preview was made before something else happened."""
    if report.sequence is not None and report.sequence != actor.live.sequence:
        raise Problem(409, "the table has changed since the preview; look at the effect again")


async def _ended(actor: Actor, ruling: Ruling, person: Person, status: str, why: str) -> Response:
    store = actor.hub.store
    second = person.name if status == "rejected" else None
    is_first = await asyncio.to_thread(
        lambda: store.settle_ruling(ruling.id, second=second, status=status)
    )
    if not is_first:
        raise Problem(409, "the ruling has already been decided")
    if why:
        actor.hub.note_order(actor.id, what=f"{status} {ruling.id}", why=why, by=person.name)
    await _decided(actor)
    done = await asyncio.to_thread(store.ruling, ruling.id)
    assert done is not None
    return json_response(_told(done))


async def _decided(actor: Actor) -> None:
    """Stop holding the round, unless another ruling waits."""
    rulings = await asyncio.to_thread(actor.hub.store.rulings, actor.id)
    actor.holds.decided([one.id for one in rulings if one.status == "waiting"])


async def _carried_out(
    actor: Actor, report: ReportRequest, by: Reporter, approver: str | None
) -> CommandOutcome:
    return await actor.ruled(by.name, lambda table: apply_report(table, report, by, approver))


def _refusal(actor: Actor, outcome: CommandOutcome) -> Response:
    if outcome.refusal is not None:
        return refused_by_book(actor.live.rules, outcome.refusal, outcome.sequence)
    assert outcome.refused is not None
    return refused_by_house(outcome.refused, actor.live.rules.book.id)


def _done(ruling: Ruling, outcome: CommandOutcome, person: Person) -> Response:
    return json_response(
        {
            **_told(ruling),
            "accepted": True,
            "sequence": outcome.sequence,
            "events": shown_to(outcome.happened, person.name),
        }
    )
