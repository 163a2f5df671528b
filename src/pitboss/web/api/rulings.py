"""Rulings: what happened, the lawful remedies, a preview, a reason, and a second person."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from pitboss.store.people import Role
from pitboss.store.records import Person, Ruling
from pitboss.web.actor import Actor
from pitboss.web.api.tables import actor_of
from pitboss.web.command_handlers import may_rule
from pitboss.web.four_eyes import must_be_a_second, must_have_no_stake
from pitboss.web.irregularities import Asked, carry_out, known, preview
from pitboss.web.masking import shown_to
from pitboss.web.outcomes import Outcome
from pitboss.web.problems import (
    Problem,
    body_of,
    json_response,
    refused_by_book,
    refused_by_house,
)
from pitboss.web.security import one_of


async def irregularities(request: Request) -> Response:
    """Everything that this table's book has a remedy for."""
    person = await one_of(request, Role.SUPERVISOR, Role.SHIFT_MANAGER, Role.DEALER, Role.AUDITOR)
    actor = await actor_of(request)
    state = actor.live.state
    waiting = await asyncio.to_thread(actor.hub.store.rulings, actor.id)
    return json_response(
        {
            "table": actor.id,
            "book": actor.live.rules.book.id,
            "irregularities": known(state, person.name),
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


async def rule(request: Request) -> Response:
    """Preview a ruling, carry it out, or have it wait for a second person."""
    person = await one_of(request, Role.SUPERVISOR, Role.SHIFT_MANAGER)
    asked: Asked = await body_of(request, Asked)
    actor = await actor_of(request)
    may_rule(actor.live, person)
    await asyncio.to_thread(must_have_no_stake, actor.hub.store, actor.live, person)
    foreseen = preview(actor.live.state, asked, person.name, actor.id)
    if asked.preview:
        return json_response({"preview": True, **foreseen})
    if not asked.reason.strip():
        raise Problem(422, "a ruling needs a reason")
    report = msgspec.json.encode(asked).decode()
    store = actor.hub.store
    if foreseen["second_person"]:
        ruling = await asyncio.to_thread(
            lambda: store.add_ruling(actor.id, report=report, by=person.name, status="waiting")
        )
        return json_response({**_told(ruling), **foreseen}, 202)
    outcome = await _carried_out(actor, asked, person.name, None)
    if not outcome.is_accepted:
        return _refusal(actor, outcome)
    ruling = await asyncio.to_thread(
        lambda: store.add_ruling(actor.id, report=report, by=person.name, status="done")
    )
    return _done(ruling, outcome, person)


async def approve(request: Request) -> Response:
    """A second person agrees, and the ruling is carried out."""
    person = await one_of(request, Role.SUPERVISOR, Role.SHIFT_MANAGER)
    actor = await actor_of(request)
    may_rule(actor.live, person)
    store = actor.hub.store
    ruling = await asyncio.to_thread(store.ruling, request.path_params["ruling"])
    if ruling is None or ruling.table != actor.id:
        raise Problem(404, "there is no such ruling at this table")
    if ruling.status != "waiting":
        raise Problem(409, f"the ruling is {ruling.status} already")
    await asyncio.to_thread(must_be_a_second, store, actor.live, ruling, person)
    asked = msgspec.json.decode(ruling.report, type=Asked)
    is_first = await asyncio.to_thread(
        lambda: store.settle_ruling(ruling.id, second=person.name, status="done")
    )
    if not is_first:
        raise Problem(409, "the ruling is done already")
    outcome = await _carried_out(actor, asked, ruling.by, person.name)
    if not outcome.is_accepted:
        await asyncio.to_thread(store.set_ruling, ruling.id, "refused")
        return _refusal(actor, outcome)
    done = await asyncio.to_thread(store.ruling, ruling.id)
    assert done is not None
    return _done(done, outcome, person)


async def _carried_out(actor: Actor, asked: Asked, by: str, second: str | None) -> Outcome:
    return await actor.ruled(by, lambda table: carry_out(table, asked, by, second))


def _refusal(actor: Actor, outcome: Outcome) -> Response:
    if outcome.refusal is not None:
        return refused_by_book(actor.live.rules, outcome.refusal, outcome.sequence)
    assert outcome.refused is not None
    return refused_by_house(outcome.refused, actor.live.rules.book.id)


def _done(ruling: Ruling, outcome: Outcome, person: Person) -> Response:
    return json_response(
        {
            **_told(ruling),
            "accepted": True,
            "sequence": outcome.sequence,
            "events": shown_to(outcome.happened, person.name),
        }
    )
