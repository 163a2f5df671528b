"""The sheets of the house: tables, cards and equipment, as pages read them and as files."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Annotated, Any

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from pitboss.rulebooks import TableRules
from pitboss.rulebooks.preparation import Renewal
from pitboss.store.names import plain_text
from pitboss.store.people import PersonRole
from pitboss.store.records import Ruling
from pitboss.store.sheets import SheetEntry, SheetLine
from pitboss.web.http.api.tables import hub_of
from pitboss.web.http.csv_files import csv_file
from pitboss.web.http.problems import Problem, body_of, json_response
from pitboss.web.http.security import one_of
from pitboss.web.live.hub import Hub
from pitboss.web.live.table_notes import notes_of
from pitboss.web.pit import sheets as house
from pitboss.web.pit.sheets import BadLine, NotYours, Sheet, TooManyDecks


class WriteLine(Struct, forbid_unknown_fields=True):
    """A line for a sheet; its writer is the person who sends it."""

    what: Annotated[str, Meta(max_length=40)]
    item: Annotated[str, Meta(max_length=40)] = ""
    table: Annotated[str, Meta(max_length=40)] = ""
    second: Annotated[str, Meta(max_length=40)] = ""
    note: Annotated[str, Meta(max_length=500)] = ""
    amount: Annotated[int, Meta(ge=0, le=10**12)] | None = None
    decks: Annotated[int, Meta(ge=1, le=16)] | None = None
    colour: Annotated[str, Meta(max_length=20)] = ""
    strikes: Annotated[int, Meta(ge=1, le=10**12)] | None = None


def _sheet(request: Request) -> Sheet:
    name = request.path_params["sheet"]
    if name not in set(Sheet):
        raise Problem(404, f"there is no sheet of {name!r}; there are {', '.join(Sheet)}")
    return Sheet(name)


async def sheet(request: Request) -> Response:
    """A sheet: what stands, every line with its writer and time, and what may be written."""
    person = await one_of(request, *house.READERS)
    kind, hub = _sheet(request), hub_of(request)
    lines = await asyncio.to_thread(hub.store.lines, kind.value)
    standing = await _standing(hub, kind, lines)
    role = PersonRole(person.role)
    document: dict[str, Any] = {
        "sheet": kind.value,
        "standing": standing,
        "lines": house.documents_of(lines),
        "acts": [
            {"what": what, "says": act.says, "after": act.after, "needs": act.needs}
            for what, act in house.ACTS[kind].items()
            if role in act.by
        ],
        "may_strike": role in (PersonRole.SUPERVISOR, PersonRole.SHIFT_MANAGER),
    }
    document["tables"] = await _names(hub, lines)
    if kind is Sheet.TABLES:
        document["recorded"] = await _recorded(hub)
    return json_response(document)


async def sheet_file(request: Request) -> Response:
    """A sheet as a file of comma-separated values."""
    await one_of(request, *house.READERS)
    kind, hub = _sheet(request), hub_of(request)
    lines = await asyncio.to_thread(hub.store.lines, kind.value)
    return csv_file(house.as_csv(lines), f"{kind}.csv")


async def write(request: Request) -> Response:
    """Write a line on a sheet; a line that cannot be true is refused."""
    person = await one_of(request, *house.WRITERS)
    kind, hub = _sheet(request), hub_of(request)
    body: WriteLine = await body_of(request, WriteLine)
    words = {
        key: plain_text(getattr(body, key)) for key in ("item", "table", "note", "colour", "second")
    }
    line = SheetEntry(
        kind.value,
        body.what,
        person.name,
        person.role,
        amount=body.amount,
        decks=body.decks,
        strikes=body.strikes,
        **words,
    )
    await _check_names(hub, line)
    rules = await _rules_at(hub, line)

    def check(before: list[SheetLine]) -> None:
        house.check(kind, line, before)
        if rules is not None:
            house.check_decks(rules, line, before)

    try:
        made = await asyncio.to_thread(hub.store.add_line, line, check)
    except TooManyDecks as wrong:
        raise Problem(409, str(wrong), clause=wrong.clause) from None
    except NotYours as wrong:
        raise Problem(403, str(wrong)) from None
    except BadLine as wrong:
        raise Problem(409, str(wrong)) from None
    return json_response(house.documents_of([made])[0], 201)


async def _check_names(hub: Hub, line: SheetEntry) -> None:
    """Refuse a table that does not exist, and a second person who is not of the staff."""
    if line.table and await asyncio.to_thread(hub.store.table, line.table) is None:
        raise Problem(422, f"there is no table {line.table}; give its id")
    if line.second:
        await hub.known.refresh()
        if line.second not in hub.known.staff:
            raise Problem(422, f"{line.second} is not a member of the staff")


async def _rules_at(hub: Hub, line: SheetEntry) -> TableRules | None:
    """The rules of the table at which a line puts cards in use."""
    if line.sheet != Sheet.CARDS or line.what != house.IN_USE:
        return None
    info = await asyncio.to_thread(hub.store.table, line.table)
    if info is None:
        return None
    await hub.know_rules([info])
    return hub.rules_of(info)


async def _standing(hub: Hub, kind: Sheet, lines: list[SheetLine]) -> list[dict[str, Any]]:
    if kind is not Sheet.CARDS:
        return house.standing(lines)
    return house.inventory(lines, await _renewals(hub, lines), time.time())


async def _renewals(hub: Hub, lines: list[SheetLine]) -> dict[str, Renewal]:
    """After how long the cards are to be changed, at the tables where a book says so."""
    renewals = {}
    for id in {each.line.table for each in lines if each.line.table}:
        info = await asyncio.to_thread(hub.store.table, id)
        if info is not None:
            await hub.know_rules([info])
            renewal = hub.rules_of(info).book.opening.renewal
            if renewal is not None:
                renewals[id] = renewal
    return renewals


async def _names(hub: Hub, lines: list[SheetLine]) -> dict[str, str]:
    """The names of the open tables, and of those on the sheet, by id."""
    names = {}
    for info in await asyncio.to_thread(hub.store.tables):
        if not notes_of(info).practice:
            names[info.id] = info.name
    for id in {each.line.table for each in lines if each.line.table} - names.keys():
        info_or_none = await asyncio.to_thread(hub.store.table, id)
        if info_or_none is not None:
            names[id] = info_or_none.name
    return names


def _ordered_by(orders: list[Ruling], status: str) -> str | None:
    """Who ordered this change of a table's status; the order is taken out of the list."""
    for place in range(len(orders) - 1, -1, -1):  # the newest is first
        if json.loads(orders[place].report).get("what") == status:
            return orders.pop(place).by
    return None


async def _recorded(hub: Hub) -> list[dict[str, Any]]:
    """What the journal itself has of every table: opened by whom, and each status since."""
    entries = await asyncio.to_thread(hub.store.openings)
    names, openers = dict[str, str](), dict[str, str]()
    ids = {json.loads(entry.body)["id"] for entry in entries if entry.kind == "table"}
    orders = await asyncio.to_thread(hub.store.rulings_at, sorted(ids))
    rows = []
    for entry in entries:
        body = json.loads(entry.body)
        id = body["id"] if entry.kind == "table" else body["table"]
        is_new = entry.kind == "table"
        if is_new:
            names[id], by = body["name"], body["opened_by"]
            openers[id] = by
        else:
            by = openers.pop(id, None) or _ordered_by(orders.get(id, []), body["status"])
        rows.append(
            {
                "n": entry.n,
                "at": entry.at / 1e6,
                "table": id,
                "name": names.get(id, id),
                "what": "created" if is_new else body["status"],
                "by": by,
                "hash": entry.hash,
            }
        )
    return rows[::-1]
