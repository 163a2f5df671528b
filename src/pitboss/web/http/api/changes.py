"""Changes of limits and options at an open table: what may change, and each order about it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from functools import partial
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from pitboss.law.answers import Refusal
from pitboss.numbers import NotANumber, whole
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.open_changes import From
from pitboss.store.names import plain_text
from pitboss.store.people import PersonRole
from pitboss.store.records import Person, Ruling, StoredEvent
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.log import read_event
from pitboss.table.procedure import open_changes
from pitboss.table.run import RunningDecision
from pitboss.table.table import Table
from pitboss.web.http.api.tables import actor_of, hub_of, info_of
from pitboss.web.http.problems import (
    Problem,
    body_of,
    json_response,
    refused_by_book,
    refused_by_house,
)
from pitboss.web.http.security import one_of, somebody
from pitboss.web.live.actor import Actor
from pitboss.web.live.command_handlers import may_rule
from pitboss.web.live.notices import options_view, pending_view
from pitboss.web.live.open_table import rules_in
from pitboss.web.live.outcomes import CommandOutcome
from pitboss.web.pit.four_eyes import must_be_a_second, must_have_no_stake
from pitboss.web.rules.house_options import house_options, shown_option
from pitboss.web.rules.rules_in_force import rules_in_force

MOST_ROUNDS: Final = 1000
MOST_MINUTES: Final = 7 * 24 * 60
"""The longest notice of a change, in rounds and in minutes."""

KINDS: Final = (e.ChangeProposed, e.ChangeAnnounced, e.ChangeDropped, e.RulesChanged)
"""The events about a change, in the order in which they happen."""


class ChangeRules(Struct, forbid_unknown_fields=True):
    """Options to change, the notice before they apply, and the reason."""

    settings: dict[str, Any]
    reason: Annotated[str, Meta(max_length=500)] = ""
    rounds: Annotated[int, Meta(ge=0, le=MOST_ROUNDS)] = 0
    minutes: Annotated[int, Meta(ge=0, le=MOST_MINUTES)] = 0
    preview: bool = False


class DropChange(Struct, forbid_unknown_fields=True):
    """Why a change is rejected or withdrawn."""

    reason: Annotated[str, Meta(max_length=500)] = ""


async def changes(request: Request) -> Response:
    """What may change at an open table and from when, what is pending, and what has changed."""
    await one_of(
        request,
        PersonRole.SUPERVISOR,
        PersonRole.SHIFT_MANAGER,
        PersonRole.DEALER,
        PersonRole.AUDITOR,
    )
    info, hub = await info_of(request), hub_of(request)
    await hub.know_rules([info])
    names = [kind.__name__ for kind in KINDS]
    entries = await asyncio.to_thread(hub.store.entries_of, info.id, *names)
    live = hub.live(info.id)
    if live is None and info.status != "closed":
        live = (await actor_of(request)).live
    pending = None if live is None else live.state.changes.pending
    rules = hub.rules_of(info)
    return json_response(
        {
            "table": info.id,
            "name": info.name,
            "book": info.book,
            "title": rules.book.title,
            "status": info.status,
            "options": changeable(rules),
            "pending": None if pending is None else pending_view(pending),
            "changes": history(entries),
        }
    )


async def in_force(request: Request) -> Response:
    """The rules of a table on one sheet, from when they apply, and the earlier ones."""
    await somebody(request)
    info, hub = await info_of(request), hub_of(request)
    opening = (await asyncio.to_thread(partial(hub.store.entries, info.id, upto=1)))[0]
    name = e.RulesChanged.__name__
    entries = await asyncio.to_thread(hub.store.entries_of, info.id, name)
    return json_response(rules_in_force(info, rules_in(opening), opening, entries))


def changeable(rules: TableRules) -> list[dict[str, Any]]:
    """Every option of the table with its value, and from when it may change."""
    options = []
    for option in house_options(rules.book):
        key = option["key"]
        terms = rules.book.open_changes[key]
        options.append(
            {
                **option,
                "now": shown_option(rules.book, key, rules.elections[key]),
                "from": terms.start.value,
                "change_clause": terms.under,
                "why": terms.why,
            }
        )
    order = list(From)
    return sorted(options, key=lambda option: order.index(option["from"]))


def history(entries: Iterable[StoredEvent]) -> list[dict[str, Any]]:
    """Every change of a table from its proposal on, oldest first."""
    by_number: dict[int, dict[str, Any]] = {}
    for entry in entries:
        event = read_event(entry.event)
        if not isinstance(event, KINDS):
            continue
        if isinstance(event, e.ChangeProposed):
            by_number[event.number] = {
                "number": event.number,
                "options": options_view(event.options),
                "by": event.by,
                "second": None,
                "reason": event.why,
                "rounds": event.rounds,
                "minutes": event.minutes,
                "clause": event.under,
                "sign_before": list(event.sign_before),
                "sign": list(event.sign),
                "status": "proposed",
                "round": None,
                "proposed_at": entry.at,
                "announced_at": None,
                "at": None,
                "dropped": None,
                "entries": [],
            }
        one = by_number[event.number]
        one["entries"].append({"n": entry.n, "hash": entry.hash, "at": entry.at})
        match event:
            case e.ChangeAnnounced(second=second):
                one |= {"second": second, "status": "announced", "announced_at": entry.at}
            case e.ChangeDropped(by=by, why=why):
                one |= {"status": "dropped", "dropped": {"by": by, "why": why, "at": entry.at}}
            case e.RulesChanged(round=number):
                one |= {"status": "in force", "round": number, "at": entry.at}
            case _:
                pass
    return list(by_number.values())


async def propose(request: Request) -> Response:
    """Preview or propose a change of options, which then awaits a second approval."""
    person = await one_of(request, PersonRole.SUPERVISOR, PersonRole.SHIFT_MANAGER)
    body: ChangeRules = await body_of(request, ChangeRules)
    actor = await _ruled_table(request, person)
    await asyncio.to_thread(must_have_no_stake, actor.hub.store, actor.live, person)
    order = partial(
        open_changes.propose,
        settings=body.settings,
        by=person.name,
        why=plain_text(body.reason) or ("preview" if body.preview else ""),
        rounds=body.rounds,
        minutes=body.minutes,
    )
    if body.preview:
        return _previewed(actor, order)
    if not plain_text(body.reason):
        raise Problem(422, "a change of the table's rules needs a reason")
    outcome = await actor.ruled(person.name, lambda table: table.change(order))
    return _answer(actor, outcome, status=202)


async def approve(request: Request) -> Response:
    """Give the second approval of a change: players get notice, and it applies afterwards."""
    person = await one_of(request, PersonRole.SUPERVISOR, PersonRole.SHIFT_MANAGER)
    actor, number = await _ruled_table(request, person), _number(request)
    store, pending = actor.hub.store, actor.live.state.changes.pending
    if pending is None or pending.proposed.number != number:
        raise Problem(404, "this table has no such pending change")
    entries = await asyncio.to_thread(store.entries_of, actor.id, e.ChangeProposed.__name__)
    ruling = Ruling("", actor.id, "", pending.proposed.by, None, "waiting", entries[-1].at)
    await asyncio.to_thread(must_be_a_second, store, actor.live, ruling, person)

    def order(table: Table) -> None:
        if pending.proposed.minutes and (minutes := actor.live.minutes_due(time.time())) > 0:
            table.do(acts.PassTime(minutes=minutes))  # the notice is counted from now
        table.change(lambda run: open_changes.approve(run, number, second=person.name))

    return _answer(actor, await actor.ruled(person.name, order))


async def drop(request: Request) -> Response:
    """Reject or withdraw a change that does not apply yet."""
    person = await one_of(request, PersonRole.SUPERVISOR, PersonRole.SHIFT_MANAGER)
    body: DropChange = await body_of(request, DropChange)
    actor, number = await _ruled_table(request, person), _number(request)
    why = plain_text(body.reason)
    if not why:
        raise Problem(422, "a change is dropped for a reason; give it")
    outcome = await actor.ruled(
        person.name,
        lambda table: table.change(
            lambda run: open_changes.drop(run, number, by=person.name, why=why)
        ),
    )
    return _answer(actor, outcome)


async def _ruled_table(request: Request, person: Person) -> Actor:
    actor = await actor_of(request)
    may_rule(actor.live, person)
    if actor.live.status == "closed":
        raise Problem(409, "the table is closed; open a new one with these options")
    return actor


def _number(request: Request) -> int:
    try:
        return whole(request.path_params["change"], least=1)
    except NotANumber:
        raise Problem(404, "this table has no such change") from None


def _previewed(actor: Actor, order: Any) -> Response:
    run = RunningDecision(actor.live.state)
    refused = order(run)
    if isinstance(refused, Refusal):
        return refused_by_book(actor.live.rules, refused, actor.live.sequence)
    pending = run.state.changes.pending
    assert pending is not None
    document = {"preview": True, "sequence": actor.live.sequence, "pending": pending_view(pending)}
    return json_response(document)


def _answer(actor: Actor, outcome: CommandOutcome, *, status: int = 200) -> Response:
    if outcome.refusal is not None:
        return refused_by_book(actor.live.rules, outcome.refusal, outcome.sequence)
    if outcome.refused is not None:
        return refused_by_house(outcome.refused, actor.live.rules.book.id)
    pending = actor.live.state.changes.pending
    return json_response(
        {
            "accepted": True,
            "sequence": outcome.sequence,
            "pending": None if pending is None else pending_view(pending),
            "events": [msgspec.Raw(one.public) for one in outcome.happened],
        },
        status,
    )
