"""The server: routes, static pages and the life of the hub."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, NamedTuple

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.websockets import WebSocket

from pitboss import __version__
from pitboss.store.errors import BadDatabase
from pitboss.store.first_manager import FirstManager
from pitboss.store.heads import Signer
from pitboss.store.people import hashed
from pitboss.store.store import Store
from pitboss.web.audit.evidence import Packs
from pitboss.web.audit.head_signer import signing
from pitboss.web.http.addresses import LOOPBACK
from pitboss.web.http.api import (
    audit,
    changes,
    coach,
    disputes,
    drills,
    evidence,
    first_manager,
    history,
    lab,
    lab_runs,
    library,
    people,
    pit,
    preferences,
    returns,
    rulebooks,
    rulings,
    sessions,
    sheets,
    tables,
    witness,
)
from pitboss.web.http.assets import packed_json, static
from pitboss.web.http.documentation import Documentation
from pitboss.web.http.openapi import document
from pitboss.web.http.pages import PAGES, not_found_here, page
from pitboss.web.http.problems import NO_STORE, Problem, json_response, problem, refused_by_house
from pitboss.web.http.security import Guard, Rates, client_of, token_of, who_asks
from pitboss.web.http.watchdog import Watchdog
from pitboss.web.live.driver import Clocks
from pitboss.web.live.forwarding import Forwarding, changing_hands
from pitboss.web.live.hub import Elsewhere, Hub
from pitboss.web.live.open_table import ServerRefusal
from pitboss.web.live.peers import Peers
from pitboss.web.pit.known_people import KnownPeople
from pitboss.web.rules import shelf
from pitboss.web.wire.connections import Door
from pitboss.web.wire.streams import Pace, Stream, serve_stream
from pitboss.web.wire.visitors import Visitors

API: Final = "/api/v1"

Endpoint = Callable[[Request], Awaitable[Response]]


def _told(endpoint: Endpoint) -> Endpoint:
    """Wrap an endpoint: refusals become problem documents, requests may be forwarded."""

    async def tell(request: Request) -> Response:
        try:
            try:
                return _renamed(request, await endpoint(request))
            except Elsewhere as elsewhere:
                forwarding = request.app.state.hub.forwarding
                answer: Response | None = await forwarding.request(request, elsewhere.address)
                return answer if answer is not None else await endpoint(request)
        except Problem as wrong:
            return wrong.response()
        except ServerRefusal as refused:
            return refused_by_house(refused)
        except Elsewhere:
            return changing_hands()
        except ClientDisconnect:
            return problem(400, "the request is incomplete")  # the client has gone
        except BadDatabase as error:
            request.app.state.hub.log.error("the database is not responding: %s", error)
            return problem(503, NO_STORE, headers={"retry-after": "1"})

    tell.__doc__ = endpoint.__doc__
    tell.__name__ = endpoint.__name__
    return tell


def _renamed(request: Request, answer: Response) -> Response:
    """A JSON answer with the present names of people who played as guests."""
    if answer.media_type == "application/json":
        known: KnownPeople = request.app.state.hub.known
        body = known.body(bytes(answer.body))
        if body is not answer.body and body != answer.body:
            answer.body = body
            answer.headers["content-length"] = str(len(body))
    return answer


def _route(path: str, endpoint: Endpoint, method: str = "GET") -> Route:
    return Route(API + path, _told(endpoint), methods=[method])


async def health(request: Request) -> Response:
    """Whether the server is open, and its database can be written and is signed."""
    hub: Hub = request.app.state.hub
    document = {"status": "ok", "version": __version__, "tables": len(hub.actors())}
    watchdog: Watchdog = request.app.state.watchdog
    document["loop"] = msgspec.to_builtins(watchdog.lag)
    signer: Signer | None = request.app.state.signer
    wrong = await hub.health.problem() or (None if signer is None else signer.problem)
    if wrong is not None:
        return problem(503, wrong, version=__version__, tables=document["tables"])
    return json_response(document)


async def openapi(request: Request) -> Response:
    """This API as an OpenAPI 3.1 document."""
    return packed_json(request, json_response(document(ROUTES)))


ROUTES: Final[tuple[Route, ...]] = (
    _route("/health", health),
    _route("/openapi.json", openapi),
    _route("/rulebooks", rulebooks.books),
    _route("/rulebooks", rulebooks.add_book, "POST"),
    _route("/rulebooks/{book}", rulebooks.book),
    _route("/rulebooks/{book}/clauses", library.whole_book),
    _route("/rulebooks/{book}/clauses/{clause:path}", rulebooks.clause),
    _route("/rulebooks/{book}/rounds", library.worked_rounds),
    _route("/rulebooks/{book}/rounds/{round}", library.worked_round),
    _route("/rulebooks/{book}/rounds/{round}/rehearsal", library.rehearse, "POST"),
    _route("/provisions", library.side_by_side),
    _route("/people", people.sign_up, "POST"),
    _route("/first-manager", first_manager.is_needed),
    _route("/first-manager", first_manager.become, "POST"),
    _route("/people/{name}/role", people.give_role, "POST"),
    _route("/people/{name}/lock", people.lock, "POST"),
    _route("/sessions", people.sign_in, "POST"),
    _route("/sessions", sessions.sessions),
    _route("/sessions", sessions.end_sessions, "DELETE"),
    _route("/sessions/current", people.sign_out, "DELETE"),
    _route("/sessions/{session}", sessions.end_session, "DELETE"),
    _route("/me", people.me),
    _route("/me/password", people.change_password, "POST"),
    _route("/me/account", people.keep_account, "POST"),
    _route("/me/name", people.choose_name, "POST"),
    _route("/me/refill", people.refill, "POST"),
    _route("/me/preferences", preferences.prefer, "POST"),
    _route("/me/decisions", coach.decisions),
    _route("/me/sessions", coach.sessions),
    _route("/me/progress", coach.progress),
    _route("/me/progress.csv", coach.progress_file),
    _route("/me/disputes", disputes.mine),
    _route("/disputes", disputes.disputes),
    _route("/disputes.csv", disputes.disputes_file),
    _route("/disputes/{dispute}", disputes.dispute_),
    _route("/disputes/{dispute}", disputes.withdraw, "DELETE"),
    _route("/disputes/{dispute}/papers", disputes.papers),
    _route("/disputes/{dispute}/read", disputes.read, "POST"),
    _route("/disputes/{dispute}/decision", disputes.decide, "POST"),
    _route("/disputes/{dispute}/approvals", disputes.approve, "POST"),
    _route("/disputes/{dispute}/rejections", disputes.reject, "POST"),
    _route("/me/drills/{kind}", drills.drill),
    _route("/me/drills/{kind}", drills.practise, "POST"),
    _route("/me/rounds", coach.rounds),
    _route("/me/rounds/{table}/{number}", coach.round_),
    _route("/tables", tables.lobby),
    _route("/tables", tables.open_table, "POST"),
    _route("/tables/{table}", tables.snapshot),
    _route("/tables/{table}/commands", tables.command, "POST"),
    _route("/tables/{table}/events", tables.events),
    _route("/tables/{table}/rules", tables.rules),
    _route("/tables/{table}/advice", coach.advice),
    _route("/tables/{table}/rounds", audit.rounds),
    _route("/tables/{table}/history", history.rounds),
    _route("/tables/{table}/rounds/{number}", audit.round_),
    _route("/tables/{table}/rounds/{number}/replay", audit.replay),
    _route("/tables/{table}/rounds/{number}/evidence", evidence.pack),
    _route("/tables/{table}/rounds/{number}/disputes", disputes.open_dispute, "POST"),
    _route("/tables/{table}/ledger", audit.ledger),
    _route("/tables/{table}/export", audit.export),
    _route("/tables/{table}/log", audit.log),
    _route("/tables/{table}/fairness/{shoe}", audit.fairness),
    _route("/tables/{table}/rules/in-force", changes.in_force),
    _route("/tables/{table}/changes", changes.changes),
    _route("/tables/{table}/changes", changes.propose, "POST"),
    _route("/tables/{table}/changes/{change}/approvals", changes.approve, "POST"),
    _route("/tables/{table}/changes/{change}/withdrawals", changes.drop, "POST"),
    _route("/tables/{table}/irregularities", rulings.irregularities),
    _route("/tables/{table}/rulings", rulings.rule, "POST"),
    _route("/tables/{table}/rulings/{ruling}/approvals", rulings.approve, "POST"),
    _route("/tables/{table}/rulings/{ruling}/rejections", rulings.reject, "POST"),
    _route("/tables/{table}/rulings/{ruling}", rulings.withdraw, "DELETE"),
    _route("/tables/{table}/hold", rulings.hold, "POST"),
    _route("/tables/{table}/hold", rulings.release, "DELETE"),
    _route("/audit/verify", audit.verify, "POST"),
    _route("/audit/head", audit.head),
    _route("/audit/witness", witness.heads),
    _route("/audit/witness", witness.take_head, "POST"),
    _route("/audit/tables", history.tables),
    _route("/audit/ledger", history.ledger),
    _route("/pit", pit.pit),
    _route("/returns", returns.house),
    _route("/tables/{table}/returns", returns.table),
    _route("/sheets/{sheet}.csv", sheets.sheet_file),
    _route("/sheets/{sheet}", sheets.sheet),
    _route("/sheets/{sheet}", sheets.write, "POST"),
    _route("/lab/price", lab.price, "POST"),
    _route("/lab/prices/{digest}", lab.prices),
    _route("/lab/compare", lab.compare, "POST"),
    _route("/lab/books", lab.bring_book, "POST"),
    _route("/lab/worth", lab.worth, "POST"),
    _route("/lab/effects", lab.effects, "POST"),
    _route("/lab/index", lab.index, "POST"),
    _route("/lab/counts", lab.counts),
    _route("/lab/runs", lab_runs.start_run, "POST"),
    _route("/lab/runs/{run}/stream", lab_runs.run_stream),
    _route("/lab/runs/{run}", lab_runs.stop_run, "DELETE"),
    _route("/lab/runs/{run}.{ending}", lab_runs.run_file),
    _route("/lab/export/{digest}.{ending}", lab.export),
)
"""Every endpoint of the API."""


async def stream(socket: WebSocket) -> None:
    """The stream of a table."""
    person = await who_asks(socket)
    if person is None:
        await socket.close(4401, "sign in, or continue as a guest")
        return
    hub: Hub = socket.app.state.hub
    visitors: Visitors = socket.app.state.visitors
    rates: Rates = socket.app.state.rates
    address, now = client_of(socket), time.monotonic()
    try:
        actor = await hub.actor(socket.path_params["table"])
    except ServerRefusal as refused:
        await socket.close(4404, refused.why[:100])
        return
    except Elsewhere as elsewhere:
        await hub.forwarding.socket(socket, elsewhere.address)
        return
    wait = rates.penalties.seconds(person.id, now)
    why = f"too many messages; try again in {int(wait) + 1} seconds" if wait else None
    why = why or visitors.refused(person, address, len(actor.streams))
    if why is not None:
        rates.offence(address, socket.app.state.door)
        response = problem(429, why, headers={"retry-after": str(int(wait) + 1)})
        await socket.send_denial_response(response)
        return
    token = token_of(socket) or ""
    one = Stream(socket, person, hashed(token))
    if one.layers is not None:
        one.layers.on_drop = lambda code: (
            rates.offence(address, socket.app.state.door, person.id)
            if code in (1008, 1013)
            else None
        )
    pace = Pace(rates.commands.of(person.id), rates.messages.of(address))
    with visitors.comes(one, address):
        await socket.accept()
        await serve_stream(one, socket, actor, pace)


async def _failed(_request: Request, _error: Exception) -> Response:
    return problem(500, "internal error; nothing was changed")


class Witnessing(NamedTuple):
    """Who receives our signed heads, and the fingerprints of the keys whose heads we keep."""

    witnesses: tuple[str, ...] = ()
    keys: frozenset[str] = frozenset()


class Reached(NamedTuple):
    """How the server is reached: the host names it accepts, and its own address."""

    names: frozenset[str] = frozenset(LOOPBACK)
    address: str = ""


def create_app(
    store: Store,
    *,
    clocks: Clocks | None = None,
    rates: Rates | None = None,
    door: Door | None = None,
    reached: Reached | None = None,
    prices: bool = True,
    signer: Signer | None = None,
    witnessing: Witnessing | None = None,
) -> Starlette:
    """The application over a store; the store is closed when the application ends.

    With a ``signer`` the server signs its journal, and every minute how far the tables are.
    """
    rates, peers, reached = rates or Rates(), Peers(), reached or Reached()
    door = Door() if door is None else door

    @contextlib.asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        hub = Hub(store, clocks=clocks or Clocks(), address=reached.address, prices=prices)
        hub.left_after = door.limits.left_after
        hub.forwarding = Forwarding(peers, hub.log)
        app.state.hub = hub
        app.state.visitors = Visitors(store.people, door.limits, hub.log, hub.known)
        app.state.watchdog = Watchdog(hub.log)
        app.state.watchdog.start()
        await hub.known.refresh()
        await asyncio.to_thread(peers.learn, store)
        await asyncio.to_thread(shelf.load, store)
        # Report the entries after the last signed head before anything changes.
        async with signing(app, signer, (witnessing or Witnessing()).witnesses):
            app.state.packs = Packs(store, hub.known, signer)
            await hub.start()
            work = (door.keep(), app.state.visitors.keep())
            keeping = [asyncio.create_task(each) for each in work]
            yield
            for task in keeping:
                task.cancel()
            await hub.stop()
        app.state.watchdog.stop()
        app.state.sessions.shutdown()
        store.close()

    pages: list[BaseRoute] = [Route(path, page) for path in PAGES]
    app = Starlette(
        routes=[
            *ROUTES,
            WebSocketRoute(f"{API}/tables/{{table}}/stream", stream),
            *pages,
            Route("/static/{path:path}", static),
            Mount("/docs", Documentation()),
        ],
        middleware=[Middleware(Guard, rates=rates, door=door, names=reached.names, peers=peers)],
        exception_handlers={HTTPException: not_found_here, 500: _failed},
        lifespan=life,
    )
    app.state.rates = rates
    app.state.door, app.state.limits = door, door.limits
    app.state.hashing = ThreadPoolExecutor(2, thread_name_prefix="hashing")
    # Sessions have threads of their own: whatever fills the others, people stay signed in.
    app.state.sessions = ThreadPoolExecutor(4, thread_name_prefix="sessions")
    app.state.first_manager = FirstManager(store.database, store.people)
    app.state.witness_for = (witnessing or Witnessing()).keys
    return app
