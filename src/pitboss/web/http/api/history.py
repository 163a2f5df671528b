"""The history, page by page: rounds of a table, ledgers, and tables open or closed."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from pitboss import numbers
from pitboss.store.history import LedgerLine
from pitboss.store.ledger import player_account
from pitboss.store.people import PersonRole, folded
from pitboss.store.records import Person
from pitboss.web.http.api.tables import hub_of, info_of, whole
from pitboss.web.http.problems import Problem, json_response
from pitboss.web.http.security import one_of, reads_much, somebody
from pitboss.web.pit.round_summaries import RoundFilter, found_rounds

_STAFF = (PersonRole.SUPERVISOR, PersonRole.SHIFT_MANAGER, PersonRole.AUDITOR)

MOST_LINES = 200
"""Lines of a ledger on one page."""


def _text(request: Request, name: str) -> str:
    text = request.query_params.get(name, "").strip()
    if len(text) > 100 or "\0" in text:
        raise Problem(400, f"{name} may have at most 100 characters")
    return text


def _before(request: Request) -> int | None:
    text = request.query_params.get("before")
    return None if text is None else whole(request, "before", 0, most=10**11)


def time_before(request: Request) -> float | None:
    """The time to continue before, in microseconds since 1970."""
    text = request.query_params.get("before")
    try:
        return None if text is None else numbers.whole(text, least=0, most=10**17) / 1e6
    except numbers.NotANumber:
        raise Problem(400, "before must be a whole number") from None


def on_from(at: float) -> int:
    """The microseconds to continue from after an entry, so that it is not sent twice."""
    number = round(at * 1e6)
    # The product may be rounded up, past the time itself.
    return number if number / 1e6 <= at else number - 1


async def rounds(request: Request) -> Response:
    """A table's rounds with time, players, results and rulings, newest first, page by page."""
    await somebody(request)
    reads_much(request)
    info, hub = await info_of(request), hub_of(request)
    await hub.know_rules([info])
    wanted = RoundFilter(
        _text(request, "player"), _text(request, "words"), "ruled" in request.query_params
    )
    before, most = _before(request), whole(request, "limit", 50, most=200) or 1
    page, following = await asyncio.to_thread(
        lambda: found_rounds(hub.store, info, wanted, hub.known.text, before=before, most=most)
    )
    rules = hub.rules_of(info)
    return json_response(
        {
            "table": info.id,
            "name": info.name,
            "book": info.book,
            "title": rules.book.title,
            "cloth": rules.book.words.get("cloth"),
            "status": info.status,
            "opened_by": info.opened_by,
            "created": info.created,
            "rounds": page,
            "badges": hub.known.badges(
                [
                    info.opened_by,
                    *(player["name"] for row in page for player in row["players"]),
                ]
            ),
            "next": following,
        }
    )


async def ledger(request: Request) -> Response:
    """The ledger of a table or a person, by default your own; only staff see another person's."""
    person = await somebody(request)
    reads_much(request)
    store, name = hub_of(request).store, _text(request, "person")
    table, most = _text(request, "table"), whole(request, "limit", 100, most=MOST_LINES) or 1
    is_staff = PersonRole(person.role) in _STAFF
    if name and table:
        raise Problem(400, "name a table or a person, not both")
    if not table:
        own = {folded(each) for each in person.names}
        if not is_staff and name and folded(name) not in own:
            raise Problem(403, "only staff may read another person's ledger")
        name = hub_of(request).known.text(name) if is_staff and name else person.name
        before = time_before(request)
        lines = await asyncio.to_thread(
            lambda: store.lines_of_a_person(name, before=before, most=most)
        )
        following = on_from(lines[-1].at) if len(lines) >= most else None
        return json_response(await _told(store, lines, following, [player_account(name)]))
    if await asyncio.to_thread(store.table, table) is None:
        raise Problem(404, "table not found")
    shown = _accounts(person, _text(request, "account"), is_staff=is_staff)
    at = _before(request)
    lines = await asyncio.to_thread(
        lambda: store.lines_of_a_table(table, accounts=shown, before=at, most=most)
    )
    following = lines[-1].n if len(lines) >= most else None
    accounts = [f"{kind}/{table}" for kind in ("house", "escrow", "bank")] if is_staff else []
    return json_response(await _told(store, lines, following, accounts))


def _accounts(person: Person, wanted: str, *, is_staff: bool) -> list[str]:
    """The accounts whose lines are shown; none for all of them."""
    if not is_staff:
        return [player_account(name) for name in person.names]
    return [wanted] if wanted else []


async def _told(
    store: Any, lines: list[LedgerLine], following: int | None, accounts: list[str]
) -> dict[str, Any]:
    balances = await asyncio.to_thread(store.balances, accounts)
    return {
        "lines": [
            {
                "table": line.table,
                "n": line.n,
                "at": line.at,
                "account": line.account,
                "amount": line.amount,
                "event": _event(line),
            }
            for line in lines
        ],
        "balances": balances,
        "next": following,
    }


def _event(line: LedgerLine) -> str:
    """The name of the event that posted a line."""
    if not line.event.startswith("{"):
        if line.event == "correction":
            return "Correction"
        return "OpeningBalance" if line.n == 0 else "Refill"
    return str(json.loads(line.event)["event"])


async def tables(request: Request) -> Response:
    """Every table, open or closed, newest first; search by name, opener, book or id."""
    await one_of(request, *_STAFF)
    reads_much(request)
    hub, wanted = hub_of(request), _text(request, "words")
    before, most = time_before(request), whole(request, "limit", 50, most=200) or 1
    infos = await asyncio.to_thread(lambda: hub.store.tables_before(before, wanted, most=most))
    await hub.know_rules(infos)
    ids = [info.id for info in infos]
    numbers = await asyncio.to_thread(hub.store.number_of_rounds, ids)
    return json_response(
        {
            "tables": [
                {
                    "id": info.id,
                    "name": info.name,
                    "book": info.book,
                    "title": hub.rules_of(info).book.title,
                    "status": info.status,
                    "opened_by": info.opened_by,
                    "created": info.created,
                    "rounds": numbers.get(info.id, 0),
                }
                for info in infos
            ],
            "badges": hub.known.badges(info.opened_by for info in infos),
            "next": on_from(infos[-1].created) if len(infos) == most else None,
        }
    )
