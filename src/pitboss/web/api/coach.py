"""The coach: advice at a table, and one's own decisions, sessions and progress."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from datetime import UTC, datetime
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from pitboss.store.records import Person, TableInfo
from pitboss.table.state import TableState
from pitboss.web.api.tables import actor_of, hub_of, info_of, whole
from pitboss.web.bots import is_bot
from pitboss.web.coaching import Coaching, TooLong
from pitboss.web.lab.workers import Busy, Failed
from pitboss.web.problems import Problem, json_response
from pitboss.web.security import client_of, reads_much, somebody

_STANDARDS: Final = ("chart", "hand", "seen")
_TABLES: Final = 20
"""The newest tables of a person that count."""
_LINES: Final = 200
"""Lines of a ledger on one page; a person's tables are found in it."""


def _coaching(request: Request) -> Coaching:
    coaching: Coaching = hub_of(request).lab.coaching
    return coaching


def _standard(request: Request) -> str:
    told = request.query_params.get("standard", "hand")
    if told not in _STANDARDS:
        raise Problem(400, f"standard must be one of {', '.join(_STANDARDS)}, not {told[:20]!r}")
    return told


def _others(state: TableState, viewer: str) -> bool:
    """Whether another person plays at the table."""
    players = {*state.seats.values(), *(wager.player for wager in state.wagers)}
    return any(name != viewer and not is_bot(name) for name in players)


async def _permitted(request: Request, table: str) -> None:
    if await _coaching(request).is_barred(table):
        raise Problem(403, "the opener of this table has barred the coach")


async def advice(request: Request) -> Response:
    """The exact value of every act on your own hand, from what you have seen."""
    person, standard = await somebody(request), _standard(request)
    actor = await actor_of(request)
    await _permitted(request, actor.id)
    look = actor.look()
    if _others(look.state, person.name):
        raise Problem(403, "advice before acting is given only where no other person plays")
    if look.state.banker is not None and look.state.banker.player == person.name:
        raise Problem(403, "the player with the bank gets no advice")
    box = whole(request, "box", 0, most=99)
    hand = whole(request, "hand", 1, most=9)
    there = look.state.box(box)
    if there is not None and there.decider != person.name:
        raise Problem(403, "advice is given on your own hands only")
    coaching = _coaching(request)
    spot = await coaching.spot(look.id, person.name, box, hand)
    if spot is None:
        raise Problem(409, "this hand needs no decision now")
    rates = request.app.state.rates
    rates.lab.count_price(person, client_of(request), time.monotonic())
    try:
        told = await coaching.advice(spot, standard)
    except Busy as error:
        raise Problem(503, str(error), headers={"retry-after": "1"}) from None
    except Failed as error:
        raise Problem(422, str(error)) from None
    return json_response({**told, "box": box, "hand": hand, "sequence": look.sequence})


async def _own_tables(request: Request, person: Person) -> list[TableInfo]:
    """The tables at which a person has played, the newest first."""
    store = hub_of(request).store
    lines = await asyncio.to_thread(
        lambda: store.lines_of_a_person(person.name, before=None, most=_LINES)
    )
    ids = list(dict.fromkeys(line.table for line in lines if line.table))
    found = [await asyncio.to_thread(store.table, id) for id in ids[:_TABLES]]
    return [info for info in found if info is not None]


async def _accounts(request: Request) -> list[tuple[TableInfo, dict[str, Any]]]:
    person, standard = await somebody(request), _standard(request)
    reads_much(request)
    told = []
    for info in await _own_tables(request, person):
        found = await _account(request, info.id, person.name, standard)
        if found["rounds"] or found["decisions"]:
            told.append((info, found))
    return told


async def _account(request: Request, table: str, name: str, standard: str) -> dict[str, Any]:
    try:
        return await _coaching(request).account(table, name, standard)
    except Busy as error:
        raise Problem(503, str(error), headers={"retry-after": "2"}) from None
    except (Failed, TooLong) as error:
        raise Problem(422, str(error)) from None


async def decisions(request: Request) -> Response:
    """Your decisions at your newest tables, the costliest or the newest first."""
    book, kind = (request.query_params.get(name) for name in ("book", "kind"))
    rows = [
        {**row, "book": info.book, "table_name": info.name}
        for info, found in await _accounts(request)
        for row in found["decisions"]
        if book in (None, info.book) and kind in (None, row["kind"])
    ]
    worst = whole(request, "worst", 0, most=500)
    if worst:
        wrong = [row for row in rows if row["grade"] != "right"]
        rows = sorted(wrong, key=lambda row: (-row["cost"], row["at"]))[:worst]
    else:
        rows = sorted(rows, key=lambda row: (row["at"], row["n"]), reverse=True)[:500]
    return json_response({"decisions": rows})


async def sessions(request: Request) -> Response:
    """What each of your newest tables came to: errors, expected, actual and luck."""
    return json_response(
        {
            "sessions": [
                {
                    "table": info.id,
                    "name": info.name,
                    "book": info.book,
                    "opened": info.created,
                    **found["totals"],
                }
                for info, found in await _accounts(request)
            ]
        }
    )


async def round_(request: Request) -> Response:
    """Your decisions in one finished round, and what was luck."""
    person, standard = await somebody(request), _standard(request)
    info = await info_of(request)
    if info.status == "open":
        await _permitted(request, info.id)
    number = request.path_params["number"]
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        raise Problem(400, "a round has a number")
    found = await _account(request, info.id, person.name, standard)
    played = next((one for one in found["rounds"] if one["number"] == int(number)), None)
    if played is None:
        raise Problem(404, "you did not play in this round, or it is not over")
    rows = [row for row in found["decisions"] if row["round"] == int(number)]
    luck = round(played["actual"] - played["expected"], 2)
    totals = found["totals"]
    return json_response({**played, "luck": luck, "decisions": rows, "session": totals})


async def progress(request: Request) -> Response:
    """Accuracy and cost by day, by kind of hand and by cell of the chart."""
    by_day: dict[str, list[float]] = defaultdict(lambda: [0, 0, 0.0])
    by_kind: dict[str, list[float]] = defaultdict(lambda: [0, 0, 0.0])
    cells: dict[str, list[float]] = defaultdict(lambda: [0, 0, 0.0])
    for info, found in await _accounts(request):
        for row in found["decisions"]:
            day = datetime.fromtimestamp(row["at"], UTC).date().isoformat()
            cell = f"{info.book}/{row['cell']}"
            for group, name in ((by_day, day), (by_kind, row["kind"]), (cells, cell)):
                one = group[name]
                one[0] += 1
                one[1] += row["grade"] == "right"
                one[2] += row["cost"]
    return json_response({"days": _told(by_day), "kinds": _told(by_kind), "cells": _told(cells)})


def _told(groups: dict[str, list[float]]) -> list[dict[str, Any]]:
    return [
        {
            "name": name,
            "decisions": int(number),
            "right": int(right),
            "accuracy": round(right / number, 4),
            "cost": round(cost, 2),
            "cost_per_100": round(100 * cost / number, 2),
        }
        for name, (number, right, cost) in sorted(groups.items())
    ]
