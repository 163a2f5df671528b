"""The return of the tables against theo, with notes and alarms."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from pitboss.store.people import PersonRole
from pitboss.web.http.api.tables import hub_of, info_of
from pitboss.web.http.problems import json_response
from pitboss.web.http.security import one_of
from pitboss.web.live.table_notes import notes_of
from pitboss.web.pit.returns import CHANCE, NOTE, Returns, returns_view, together


async def table(request: Request) -> Response:
    """A table's return against theo by bet, over time, with notes and alarms."""
    await one_of(request, PersonRole.SUPERVISOR, PersonRole.SHIFT_MANAGER, PersonRole.AUDITOR)
    info, hub = await info_of(request), hub_of(request)
    await hub.know_rules([info])
    returns = await hub.returns.of(info)
    rules = hub.rules_of(info)
    document = {
        "table": info.id,
        "name": info.name,
        "book": info.book,
        "title": rules.book.title,
        "chance": CHANCE,
        "note_from": NOTE,
        "banked": rules.banking is not None,
    }
    return json_response(document | returns_view(rules, returns, "a price is being calculated"))


async def house(request: Request) -> Response:
    """The return against theo of every open table and of every book."""
    await one_of(request, PersonRole.SUPERVISOR, PersonRole.SHIFT_MANAGER, PersonRole.AUDITOR)
    hub = hub_of(request)
    infos = await asyncio.to_thread(hub.store.tables)
    infos = [info for info in infos if not notes_of(info).practice]
    await hub.know_rules(infos)
    by_book: dict[str, list[Returns]] = {}
    tables: list[dict[str, Any]] = []
    for info in infos:
        returns = await hub.returns.of(info)
        by_book.setdefault(info.book, []).append(returns)
        rules = hub.rules_of(info)
        view = returns_view(rules, returns, "a price is being calculated")
        for series in view["series"]:
            del series["points"]
        tables.append({"table": info.id, "name": info.name, "book": info.book, **view})
    books = [{"book": book, **together(returns)} for book, returns in by_book.items()]
    return json_response({"chance": CHANCE, "note_from": NOTE, "books": books, "tables": tables})
