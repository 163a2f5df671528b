"""The audit: rounds step by step, the ledger, the seals, verification and export."""

from __future__ import annotations

import asyncio
import time
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from pitboss import numbers
from pitboss.store.ledger import player_account
from pitboss.store.people import PersonRole
from pitboss.store.records import TableInfo
from pitboss.store.store import Store
from pitboss.web.audit.public_log import public_pages
from pitboss.web.audit.verifications import Whole
from pitboss.web.http.api.tables import hub_of, info_of, whole
from pitboss.web.http.problems import Problem, body_of, json_response
from pitboss.web.http.security import one_of, reads_much, somebody
from pitboss.web.school.replays import replayed

_STAFF = (PersonRole.SUPERVISOR, PersonRole.SHIFT_MANAGER, PersonRole.AUDITOR)


MOST_ROUNDS = 10**12
"""The largest number a database takes; no table has as many rounds or shoes."""


class VerifyTable(Struct, forbid_unknown_fields=True):
    """The table whose log to verify."""

    table: Annotated[str, Meta(max_length=40)]


def number_in(request: Request, name: str) -> int:
    """A whole number from the path; a ``Problem`` if it is not one."""
    try:
        return numbers.whole(request.path_params[name], least=0, most=MOST_ROUNDS)
    except numbers.NotANumber:
        what = "round" if name == "number" else name
        raise Problem(404, f"the {what} must be a whole number up to {MOST_ROUNDS}") from None


async def _verified(request: Request, info: TableInfo) -> Whole:
    """Verify a table's whole log; roles other than auditors may get a recent result."""
    person = await somebody(request)
    is_staff = PersonRole(person.role) in _STAFF
    bucket = request.app.state.rates.audits.of(person.id)
    if not is_staff and not bucket.takes(time.monotonic()):
        raise Problem(429, "too many verifications; slow down", headers={"retry-after": "5"})
    return await hub_of(request).verifications.of(info, is_staff=is_staff)


def _raw(texts: list[str]) -> list[msgspec.Raw]:
    return [msgspec.Raw(one.encode()) for one in texts]


async def rounds(request: Request) -> Response:
    """The last rounds with every card, act, bet, payment and clause."""
    await somebody(request)
    reads_much(request)
    info = await info_of(request)
    last = whole(request, "last", 50, most=200)
    store = hub_of(request).store

    def read() -> list[dict[str, Any]]:
        places = store.rounds(info.id, last=last)
        if not places:
            return []
        first, end = places[-1].first, places[0].last
        events = _raw(store.shown(info.id, after=first - 1, upto=end, most=1_000_000))
        return [
            {
                "round": r.number,
                "first": r.first,
                "last": r.last,
                "at": r.at,
                "events": events[r.first - first : r.last - first + 1],
            }
            for r in places
        ]

    return json_response({"table": info.id, "rounds": await asyncio.to_thread(read)})


async def round_(request: Request) -> Response:
    """One round, step by step, with actor, clause and hash."""
    await somebody(request)
    reads_much(request)
    info = await info_of(request)
    number, store = number_in(request, "number"), hub_of(request).store
    place = await asyncio.to_thread(store.round, info.id, number)
    if place is None:
        raise Problem(404, f"round {number} of this table is still in progress or was never played")
    entries = await asyncio.to_thread(
        lambda: store.shown(info.id, after=place.first - 1, upto=place.last, most=100_000)
    )
    return json_response(
        {
            "table": info.id,
            "book": info.book,
            "round": place.number,
            "first": place.first,
            "last": place.last,
            "at": place.at,
            "events": _raw(entries),
        }
    )


async def replay(request: Request) -> Response:
    """A finished round to replay: the layout, and what each entry shows."""
    person = await somebody(request)
    reads_much(request)
    info, hub = await info_of(request), hub_of(request)
    number, store = number_in(request, "number"), hub.store
    place = await asyncio.to_thread(store.round, info.id, number)
    if place is None:
        raise Problem(404, f"round {number} of this table is still in progress or was never played")
    await hub.know_rules([info])
    rules = hub.rules_of(info)

    def read() -> dict[str, Any]:
        entries = [
            entry._replace(event=hub.known.text(entry.event))
            for entry in store.entries(info.id, after=place.first - 1, upto=place.last)
        ]
        texts = store.shown(info.id, after=place.first - 1, upto=place.last, most=100_000)
        state, steps = replayed(info, rules, entries, person, number)
        actors = {entry.actor for entry in entries}
        return {
            "round": number,
            "state": state,
            "events": _raw(texts),
            "shows": steps,
            "badges": hub.known.badges(actors),
        }

    return json_response({"table": info.id, **await asyncio.to_thread(read)})


async def ledger(request: Request) -> Response:
    """A table's ledger: every posting and balance; players see only their own."""
    person = await somebody(request)
    reads_much(request)
    info = await info_of(request)
    store = hub_of(request).store
    lines = await asyncio.to_thread(store.postings, info.id)
    accounts = [f"{kind}/{info.id}" for kind in ("house", "escrow", "bank")]
    staff = PersonRole(person.role) in _STAFF
    own = [player_account(name) for name in person.names]
    shown = [p for p in lines if staff or p.account in own]
    balances = await asyncio.to_thread(store.balances, [*accounts, own[0]] if staff else own[:1])
    return json_response(
        {
            "table": info.id,
            "postings": [{"n": p.n, "account": p.account, "amount": p.amount} for p in shown],
            "balances": balances,
            "sum": sum(p.amount for p in lines) if staff else None,
        }
    )


async def export(request: Request) -> Response:
    """The log up to the last completed round; cards of a shoe still in play stay sealed."""
    await one_of(request, *_STAFF)
    info, store = await info_of(request), hub_of(request).store
    last = await asyncio.to_thread(store.rounds, info.id, last=1)
    return await _log(store, info, f"{info.id}.jsonl", last[0].last if last else 1)


async def log(request: Request) -> Response:
    """The public log: open for ended shoes, commitments for what is still hidden."""
    await somebody(request)
    info, store = await info_of(request), hub_of(request).store
    return await _log(store, info, f"{info.id}.public.jsonl", info.sequence)


async def _log(store: Store, info: TableInfo, name: str, end: int) -> Response:
    pages = await asyncio.to_thread(public_pages, store, info, most=5000, end=end)
    # A long log is sent page by page, so that it is never in memory as a whole.
    return StreamingResponse(
        pages,
        media_type="application/jsonl",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


async def head(request: Request) -> Response:
    """The last signed head: a stored copy exposes any later change to earlier entries."""
    await somebody(request)
    head = await asyncio.to_thread(hub_of(request).store.newest_head)
    if head is None:
        raise Problem(404, "nothing has been signed yet")
    return json_response({**msgspec.to_builtins(head)})


async def verify(request: Request) -> Response:
    """Verify a table's whole log: hashes, replay, money and sealed shoes."""
    await somebody(request)
    body: VerifyTable = await body_of(request, VerifyTable)
    store = hub_of(request).store
    info = await asyncio.to_thread(store.table, body.table)
    if info is None:
        raise Problem(404, "table not found")
    outcome, shoes = await _verified(request, info)
    sums = await asyncio.to_thread(store.totals)
    signed = await asyncio.to_thread(store.newest_head)
    return json_response(
        {
            "table": info.id,
            "ok": outcome.ok and sums == (0, 0),
            "entries": outcome.entries,
            "rounds": outcome.rounds,
            "first_bad": None if outcome.beside else outcome.first_bad,
            "problem": outcome.problem if sums == (0, 0) else "the ledger does not sum to zero",
            "sealed_shoes": len(shoes),
            "revealed_shoes": sum(shoe.is_revealed for shoe in shoes),
            "hash": info.hash,
            "fingerprint": None if signed is None else signed.fingerprint,
            "signed_at": None if signed is None else signed.at / 1e6,
        }
    )


async def fairness(request: Request) -> Response:
    """The seal of a shoe and, once the shoe ends, everything needed to verify it."""
    await somebody(request)
    info = await info_of(request)
    number = number_in(request, "shoe")
    _, shoes = await _verified(request, info)
    shoe = next((s for s in shoes if s.shoe == number), None)
    if shoe is None:
        raise Problem(404, f"shoe {number} of this table was never sealed")
    document: dict[str, Any] = {
        "table": shoe.table,
        "shoe": shoe.shoe,
        "commitment": shoe.commitment,
        "composition": shoe.composition,
        "revealed": shoe.is_revealed,
        "cut": shoe.cut,
        "seeds": shoe.seeds or shoe.given,
        "secret": None,
        "dealt": None,
        "holds": None,
        "problem": None,
    }
    if shoe.is_revealed:
        verdict = shoe.verdict()
        document |= {
            "secret": shoe.secret,
            "dealt": list(shoe.dealt),
            "prizes": shoe.prizes,
            "follows": shoe.follows,
            "holds": verdict.holds,
            "problem": verdict.problem,
        }
    return json_response(document)
