"""The pit: every table with its win, theo, people and rulings."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from pitboss.rulebooks import TableRules
from pitboss.store.people import PersonRole
from pitboss.store.records import Ruling, TableInfo
from pitboss.table.words.phrases import mishap
from pitboss.web.http.api.tables import brief, hub_of
from pitboss.web.http.problems import json_response
from pitboss.web.http.security import one_of
from pitboss.web.live.hub import Hub
from pitboss.web.live.irregularities import orders
from pitboss.web.live.open_table import LiveTable
from pitboss.web.pit.returns import to_be_said
from pitboss.web.pit.theory import theory
from pitboss.web.wire.prompts import preparation

_ORDERS: Final = {
    "open": "betting resumed",
    "disabled": "betting suspended",
    "closed": "table closed",
    "paused": "table paused",
    "resumed": "table resumed",
}
"""Labels for supervisors' orders."""


def ruling_in_words(rules: TableRules, ruling: Ruling) -> dict[str, Any]:
    """A ruling or an order for a list: what, by whom, why, and its outcome."""
    report = json.loads(ruling.report)
    what = str(report.get("what", ""))
    says = _ORDERS.get(what) or ("ruling rejected" if what.startswith("rejected ") else "")
    return {
        "id": ruling.id,
        "what": what,
        "says": says or mishap(rules, what),
        "reason": report.get("reason", ""),
        "by": ruling.by,
        "second": ruling.second,
        "status": ruling.status,
        "at": ruling.at,
    }


async def pit(request: Request) -> Response:
    """Every table with its win, its theoretical win by wager, its people and its last ruling."""
    await one_of(request, PersonRole.SUPERVISOR, PersonRole.SHIFT_MANAGER, PersonRole.AUDITOR)
    hub = hub_of(request)
    infos = await asyncio.to_thread(hub.store.tables)
    await hub.know_rules(infos)
    ids = [info.id for info in infos]
    accounts = [f"{kind}/{id}" for id in ids for kind in ("house", "escrow", "bank")]
    balances = await asyncio.to_thread(hub.store.balances, accounts)
    rulings = await asyncio.to_thread(hub.store.rulings_at, ids)
    tables = [await _table(hub, info, balances, rulings.get(info.id, [])) for info in infos]
    return json_response({"tables": tables, "badges": hub.known.badges(_named(tables))})


def _named(tables: list[dict[str, Any]]) -> Iterator[str | None]:
    """Everyone whose name is shown in the pit."""
    for table in tables:
        yield from (table["opened_by"], *table["players"])
        for act in (table["paused"], table["last_ruling"]):
            if act is not None:
                yield from (act["by"], act.get("second"))


def _to_prepare(live: LiveTable | None) -> list[dict[str, Any]]:
    """The steps of the preparation that wait for a supervisor."""
    if live is None or live.info.dealt_by != "person":
        return []
    return [step for step in preparation(live.state) if step["by"] == "supervisor"]


async def _table(
    hub: Hub, info: TableInfo, balances: dict[str, int], rulings: list[Ruling]
) -> dict[str, Any]:
    rules, live = hub.rules_of(info), hub.live(info.id)
    document = brief(hub, info)
    sums = theory(rules, await hub.handles.of(info), hub.prices.price(hub.rules.price_key(info)))
    pause = None if live is None else live.pause
    return {
        **document,
        **sums,
        "created": info.created,
        "hold": balances.get(f"house/{info.id}", 0),
        "escrow": balances.get(f"escrow/{info.id}", 0),
        "bank": balances.get(f"bank/{info.id}", 0),
        "sequence": info.sequence,
        "orders": orders(rules),
        "paused": None
        if pause is None
        else {"by": pause.by, "why": pause.why, "ordered": pause.is_ordered},
        "returns": to_be_said(rules, await hub.returns.of(info)),
        "changes_waiting": 0 if live is None or live.state.changes.pending is None else 1,
        "preparation": _to_prepare(live),
        "rulings_waiting": sum(one.status == "waiting" for one in rulings),
        "coach": not await hub.lab.coaching.is_barred(info.id),
        "last_ruling": ruling_in_words(rules, rulings[0]) if rulings else None,
    }
