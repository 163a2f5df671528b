"""Tables: the lobby, opening a table, its state, and commands."""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from pitboss import numbers
from pitboss.jsonable import plain
from pitboss.law.answers import Refusal
from pitboss.law.side_bets.registry import one_scale
from pitboss.rulebooks import RulebookError, TableRules
from pitboss.store.names import plain_text
from pitboss.store.people import PersonRole
from pitboss.store.records import Person, TableInfo
from pitboss.web.http.api.rulebooks import PRACTISED, book_of, look_for
from pitboss.web.http.limits import ServerLimits
from pitboss.web.http.problems import (
    Problem,
    body_of,
    json_response,
    refused_by_book,
    refused_by_house,
)
from pitboss.web.http.security import client_of, reads_much, somebody, who_asks
from pitboss.web.lab.questions import lab_link
from pitboss.web.live import commands as c
from pitboss.web.live.actor import Actor
from pitboss.web.live.hub import Hub
from pitboss.web.live.table_notes import Manner, notes_of
from pitboss.web.rules.rules_views import rules_sheet, side_bets
from pitboss.web.wire.masking import shown_to

MOST_TABLES = 500
"""The most tables open at the same time."""


class OpenTable(Struct, forbid_unknown_fields=True):
    """A table to open: a book, and house options within their ranges."""

    book: Annotated[str, Meta(max_length=40)]
    settings: dict[str, Any] = {}
    name: Annotated[str, Meta(max_length=40)] = ""
    dealt_by: Literal["machine", "person"] = "machine"
    cards: Literal["shoe", "called"] = "shoe"
    bots: Annotated[int, Meta(ge=0, le=6)] = 0
    practice: bool = False
    by_the_book: bool = True
    """Whether the cards must be prepared step by step, as the book has it, before the shuffle"""
    coach: bool = True
    """Whether players may have the coach on"""


def hub_of(request: Request) -> Hub:
    """The hub of this server."""
    hub: Hub = request.app.state.hub
    return hub


async def actor_of(request: Request) -> Actor:
    """The table that a request is about."""
    return await hub_of(request).actor(request.path_params["table"])


async def info_of(request: Request) -> TableInfo:
    """The table that a request is about, as the store lists it."""
    id = request.path_params["table"]
    info = await asyncio.to_thread(hub_of(request).store.table, id)
    if info is None:
        raise Problem(404, "table not found")
    return info


def whole(request: Request, name: str, default: int, *, most: int) -> int:
    """A whole number from the query; a ``Problem`` if it is not one."""
    text = request.query_params.get(name)
    if text is None:
        return default
    try:
        return min(numbers.whole(text, least=0, most=10**11), most)
    except numbers.NotANumber:
        raise Problem(
            400, f"{name} must be a whole number, not {numbers.shortened(text)}"
        ) from None


def brief(hub: Hub, info: TableInfo) -> dict[str, Any]:
    """A table in the lobby."""
    rules = hub.rules_of(info)
    key = hub.rules.price_key(info)
    price = hub.prices.price(key)
    if price is None:
        hub.prices.want(rules, key)
    document: dict[str, Any] = {
        "id": info.id,
        "name": info.name,
        "book": info.book,
        "title": rules.book.title,
        "jurisdiction": rules.book.jurisdiction,
        "cloth": rules.book.words.get("cloth"),
        "status": info.status,
        "dealt_by": info.dealt_by,
        "opened_by": info.opened_by,
        "bots": info.bots,
        "practice": notes_of(info).practice,
        "settings": plain(rules.settings),
        "limits": {"minimum": rules.limits.minimum.value, "maximum": rules.limits.maximum.value},
        "boxes": rules.equipment.boxes.value,
        "edge": None if price is None else price.house_edge,
        "side_bet_edges": {} if price is None else price.side_bets,
        "edge_policy": "basic",
        "edge_note": "being calculated" if price is None else price.note,
        "lab": lab_link(rules),
    }
    look, notes = hub.look(info.id), notes_of(info)
    seats = notes.seats if look is None else tuple(look.state.seats.values())
    document |= {
        "status": info.status if look is None else look.status,
        "free": rules.equipment.boxes.value - len(seats),
        "players": list(dict.fromkeys(seats)),
        "phase": "betting" if look is None else look.state.phase.value,
        "is_paused": (notes.pause if look is None else look.pause) is not None,
        "round": notes.round if look is None else look.state.round,
    }
    return document


async def lobby(request: Request) -> Response:
    """List the open tables; of practice tables only your own."""
    reads_much(request)
    hub, person = hub_of(request), await who_asks(request)
    mine = () if person is None else person.names
    infos = [
        info
        for info in await asyncio.to_thread(hub.store.tables)
        if info.opened_by in mine or not notes_of(info).practice
    ]
    await hub.know_rules(infos)
    return json_response({"tables": [brief(hub, info) for info in infos]})


def _elected(request: OpenTable) -> TableRules:
    book = book_of(request.book)
    settings = request.settings or (PRACTISED.get(request.book, {}) if request.practice else {})
    try:
        return book.elect_all(settings)
    except (RulebookError, ValueError, TypeError) as error:
        text = str(error)
        clauses = [book.elections[key].under for key in request.settings if key in book.elections]
        clause = next((under for under in clauses if book.cite(under) in text), None)
        raise Problem(422, text, book=book.id, clause=clause) from None


async def _pays_as_the_others(hub: Hub, rules: TableRules, infos: list[TableInfo]) -> None:
    """Refuse a table that would pay a side bet by another scale, if the book requires one scale.

    Practice tables do not count: otherwise a single player could fix the scale for the whole house.
    """
    same = [i for i in infos if i.book == rules.book.id and not notes_of(i).practice]
    await hub.know_rules(same)
    answer = one_scale(rules, (hub.rules_of(info) for info in same))
    if isinstance(answer, Refusal):
        raise Problem(409, answer.why, book=rules.book.id, clause=answer.under)


def _most_tables(limits: ServerLimits, person: Person) -> int:
    """How many tables a person may have open at the same time."""
    if person.is_guest:
        most: int = limits.tables_of_a_guest
    elif PersonRole(person.role) in (PersonRole.PLAYER, PersonRole.AUDITOR):
        most = limits.tables_of_a_player
    else:
        most = limits.tables_of_staff
    return most


async def open_table(request: Request) -> Response:
    """Open a table under a book, with house options within their ranges."""
    person = await somebody(request)
    if not request.app.state.rates.commands.of(person.id).takes(time.monotonic()):
        raise Problem(429, "too many commands; slow down", headers={"retry-after": "1"})
    body: OpenTable = await body_of(request, OpenTable)
    if body.dealt_by == "machine" and body.cards == "called":
        raise Problem(
            422, "an automatic table deals from its own shoe; real cards need a live dealer"
        )
    if body.dealt_by == "person" and body.practice:
        raise Problem(422, "a practice table is dealt automatically")
    if body.dealt_by == "person" and PersonRole(person.role) in (
        PersonRole.PLAYER,
        PersonRole.AUDITOR,
    ):
        raise Problem(403, "only staff may open a table with a live dealer")
    await look_for(request, body.book)
    hub, rules = hub_of(request), _elected(body)
    infos = await asyncio.to_thread(hub.store.tables)
    if len(infos) >= MOST_TABLES:
        raise Problem(409, f"the limit of {MOST_TABLES} open tables has been reached")
    try:
        await _pays_as_the_others(hub, rules, infos)
    except Problem:
        if not body.practice or body.settings:
            raise
        rules = book_of(body.book).default_rules  # without the side bet that pays by another scale
    if not request.app.state.rates.openings.of(client_of(request)).takes(time.monotonic()):
        raise Problem(429, "too many new tables; wait a few seconds", headers={"retry-after": "10"})
    name = plain_text(body.name) or f"{rules.book.title} {secrets.randbelow(90) + 10}"
    actor = await hub.open_table(
        rules,
        name=name,
        opened_by=person.name,
        dealt_by=body.dealt_by,
        cards=body.cards,
        bots=body.bots,
        most=_most_tables(request.app.state.limits, person),
        manner=Manner(body.practice, body.by_the_book),
    )
    if not body.coach:
        await actor.hub.lab.coaching.bar(actor.id)
    return json_response(
        {**brief(hub, actor.live.info), "sequence": actor.live.sequence},
        201,
        location=f"/api/v1/tables/{actor.id}",
    )


async def snapshot(request: Request) -> Response:
    """The state of a table as the caller may see it."""
    person = await somebody(request)
    actor = await actor_of(request)
    await actor.hub.money.know(person.name)
    return json_response(msgspec.Raw(actor.snapshot(person)))


async def command(request: Request) -> Response:
    """Send a command; the same key and body are carried out only once."""
    person = await somebody(request)
    key = request.headers.get("idempotency-key", "")
    if not 1 <= len(key) <= 100:
        raise Problem(400, "a command needs an Idempotency-Key header of 1 to 100 characters")
    if not request.app.state.rates.commands.of(person.id).takes(time.monotonic()):
        raise Problem(429, "too many commands; slow down", headers={"retry-after": "1"})
    body = await body_of(request, c.AnyCommand, most=16 * 1024)
    actor = await actor_of(request)
    outcome = await actor.command(person, key, body)
    if outcome.refusal is not None:
        return refused_by_book(actor.live.rules, outcome.refusal, outcome.sequence)
    if outcome.refused is not None:
        return refused_by_house(outcome.refused, actor.live.rules.book.id)
    return json_response(
        {
            "accepted": True,
            "sequence": outcome.sequence,
            "events": shown_to(outcome.happened, person.name),
            "repeated": outcome.repeated,
        }
    )


async def rules(request: Request) -> Response:
    """A table's rules and pays on one sheet, with the edge of each bet."""
    await somebody(request)
    info, hub = await info_of(request), hub_of(request)
    await hub.know_rules([info])
    held, one = hub.rules_of(info), brief(hub, info)
    names = {bet["kind"]: bet["label"] for bet in side_bets(held)}
    edges = [{"label": "Main game", "edge": one["edge"]}] if one["edge"] is not None else []
    edges += [
        {"label": names.get(kind, kind), "edge": edge}
        for kind, edge in one["side_bet_edges"].items()
        if edge is not None
    ]
    for line in edges:
        line["edge"] = f"{100 * line['edge']:.2f}%"
    document = {"table": info.id, "book": info.book, "parts": rules_sheet(held), "edges": edges}
    document["lab"] = lab_link(held)
    return json_response(document | {"note": one["edge_note"] or ""})


async def events(request: Request) -> Response:
    """The events after a sequence number."""
    await somebody(request)
    reads_much(request)
    info = await info_of(request)
    after = whole(request, "after", 0, most=10**11)
    most = whole(request, "limit", 1000, most=1000)
    store = hub_of(request).store
    events = await asyncio.to_thread(lambda: store.shown(info.id, after=after, most=most))
    return json_response(
        {"table": info.id, "after": after, "events": [msgspec.Raw(t.encode()) for t in events]}
    )
