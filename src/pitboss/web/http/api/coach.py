"""The coach: advice at a table, and your own decisions, sessions and progress."""

from __future__ import annotations

import asyncio
import time
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from pitboss import numbers
from pitboss.store.records import TableInfo
from pitboss.table.state import TableState
from pitboss.web.coach.coaching import Coaching, TooLong
from pitboss.web.coach.drilling import KINDS as DRILL_KINDS
from pitboss.web.coach.drilling import Drilling, days_told
from pitboss.web.coach.progress import as_csv, day_of, progress_of
from pitboss.web.http.api.tables import actor_of, hub_of, info_of, whole
from pitboss.web.http.csv_files import csv_file
from pitboss.web.http.problems import Problem, json_response
from pitboss.web.http.security import client_of, reads_much, somebody
from pitboss.web.lab.workers import Busy, Failed
from pitboss.web.live.bots import is_bot

_STANDARDS: Final = ("chart", "hand", "seen")
_TABLES: Final = 20
"""How many of a person's newest tables count."""

Told = dict[str, Any]


def _coaching(request: Request) -> Coaching:
    coaching: Coaching = hub_of(request).lab.coaching
    return coaching


def _standard(request: Request) -> str:
    text = request.query_params.get("standard", "hand")
    if text not in _STANDARDS:
        raise Problem(400, f"standard must be one of {', '.join(_STANDARDS)}, not {text[:20]!r}")
    return text


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
    rates.lab.count(person, client_of(request), time.monotonic())
    try:
        advice = await coaching.advice(spot, standard)
    except Busy as error:
        raise Problem(503, str(error), headers={"retry-after": "1"}) from None
    except Failed as error:
        raise Problem(422, str(error)) from None
    return json_response({**advice, "box": box, "hand": hand, "sequence": look.sequence})


async def accounts(request: Request, book: str | None = None) -> list[tuple[TableInfo, Told]]:
    """A person's tables, newest first, each with that person's account there."""
    person, standard = await somebody(request), _standard(request)
    reads_much(request)
    store = hub_of(request).store
    own = await asyncio.to_thread(lambda: store.tables_of_a_person(person.id, most=_TABLES))
    message = []
    for info in own:
        if book not in (None, info.book):
            continue
        account = await _account(request, info, person.name, standard)
        if account["rounds"] or account["decisions"]:
            message.append((info, account))
    return message


async def _account(request: Request, info: TableInfo, name: str, standard: str) -> dict[str, Any]:
    coaching = _coaching(request)
    try:
        upto = await coaching.ended_upto(info)
        return await coaching.account(info.id, name, standard, upto)
    except Busy as error:
        raise Problem(503, str(error), headers={"retry-after": "2"}) from None
    except (Failed, TooLong) as error:
        raise Problem(422, str(error)) from None


async def _decisions(request: Request) -> list[Told]:
    """A person's decisions, of one book or kind if the query names it."""
    book, kind = (request.query_params.get(name) for name in ("book", "kind"))
    return [
        {**row, "book": info.book, "table_name": info.name}
        for info, document in await accounts(request, book)
        for row in document["decisions"]
        if kind in (None, row["kind"])
    ]


async def decisions(request: Request) -> Response:
    """Your decisions at your newest tables, the costliest or the newest first."""
    rows = await _decisions(request)
    worst = whole(request, "worst", 0, most=500)
    if worst:
        wrong = [row for row in rows if row["grade"] != "right"]
        rows = sorted(wrong, key=lambda row: (-row["cost"], row["at"]))[:worst]
    else:
        rows = sorted(rows, key=lambda row: (row["at"], row["n"]), reverse=True)[:500]
    return json_response({"decisions": rows})


async def rounds(request: Request) -> Response:
    """Your rounds at your newest tables, newest first; filter by day, book or table."""
    book, table, day = (request.query_params.get(name) for name in ("book", "table", "day"))
    documents = [
        {**one, "day": day_of(one), "book": info.book, "table_name": info.name,
         "luck": round(one["actual"] - one["expected"], 2)}
        for info, account in await accounts(request, book)
        for one in account["rounds"]
        if table in (None, info.id) and day in (None, day_of(one))
    ]  # fmt: skip
    documents.sort(key=lambda one: (one["at"], one["number"]), reverse=True)
    start, most = whole(request, "skip", 0, most=10**6), whole(request, "limit", 50, most=200) or 1
    page = documents[start : start + most]
    more = start + most if start + most < len(documents) else None
    return json_response({"rounds": page, "all": len(documents), "next": more})


async def sessions(request: Request) -> Response:
    """Your results at your newest tables: errors, expected, actual and luck."""
    return json_response(
        {
            "sessions": [
                {
                    "table": info.id,
                    "name": info.name,
                    "book": info.book,
                    "opened": info.created,
                    **document["totals"],
                }
                for info, document in await accounts(request)
            ]
        }
    )


async def round_(request: Request) -> Response:
    """Your decisions in one finished round, and your luck in it."""
    person, standard = await somebody(request), _standard(request)
    info = await info_of(request)
    try:
        number = numbers.whole(request.path_params["number"], least=0, most=10**9)
    except numbers.NotANumber:
        raise Problem(400, "the round must be a whole number") from None
    account = await _account(request, info, person.name, standard)
    played = next((one for one in account["rounds"] if one["number"] == number), None)
    if played is None and await _coaching(request).ended_upto(info) is not None:
        why = "the opener of this table has barred the coach; your account opens with the shoe"
        raise Problem(403, why)
    if played is None:
        raise Problem(404, "you did not play in this round, or it is not over")
    rows = [row for row in account["decisions"] if row["round"] == number]
    luck = round(played["actual"] - played["expected"], 2)
    totals = account["totals"]
    return json_response({**played, "luck": luck, "decisions": rows, "session": totals})


async def progress(request: Request) -> Response:
    """Accuracy and cost by day, kind of hand and cell of the chart, and what was practised."""
    person = await somebody(request)
    progress = progress_of(await _decisions(request))
    drilling: Drilling = hub_of(request).lab.drilling
    drills = {
        kind: days_told((await drilling.kept(person.id, kind))["days"]) for kind in DRILL_KINDS
    }
    return json_response({**progress, "drills": drills})


async def progress_file(request: Request) -> Response:
    """Your decisions as a file of comma-separated values."""
    rows = sorted(await _decisions(request), key=lambda row: (row["at"], row["n"]))
    return csv_file(as_csv(rows), "decisions.csv")
