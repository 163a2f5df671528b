"""Who is asking, and from where: sessions, origins, limits and the headers of every answer."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final, TypeVar
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from pitboss.store.people import PersonRole
from pitboss.store.records import Person
from pitboss.store.store import Store
from pitboss.web.http.addresses import asked_by, counted_as, host_name
from pitboss.web.http.limits import Penalties, Rate, RateBuckets
from pitboss.web.http.problems import Problem, problem
from pitboss.web.lab.limits import NO_RATES, LabBuckets, LabRates
from pitboss.web.live.peers import Peers
from pitboss.web.wire.connections import Door, connection_of

T = TypeVar("T")

COOKIE: Final = "pitboss_session"
"""The cookie that carries the token of a session."""

_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)

HEADERS: Final = {
    "content-security-policy": _POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
    "x-frame-options": "DENY",
}
"""The security headers of every answer; scripts and styles come only from our own files."""

_HTTPS_ONLY: Final = "max-age=31536000"
"""For how long browsers use https only: a year, for this host name and no other."""

_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})


_REQUESTS: Final = Rate(at_once=400, a_second=100)
_READS: Final = Rate(at_once=120, a_second=20)
_COMMANDS: Final = Rate(at_once=60, a_second=20)
_MESSAGES: Final = Rate(at_once=600, a_second=200)
_SIGN_INS: Final = Rate(at_once=60, a_second=1)
_GUESTS: Final = Rate(at_once=100, a_second=0.05)
_OPENINGS: Final = Rate(at_once=20, a_second=0.1)
_OFFENCES: Final = Rate(at_once=30, a_second=0.5)
_AUDITS: Final = Rate(at_once=10, a_second=0.2)
_WITNESSES: Final = Rate(at_once=20, a_second=0.5)


class Rates:
    """The limits in time of one server."""

    def __init__(
        self,
        *,
        requests: Rate = _REQUESTS,
        reads: Rate = _READS,
        commands: Rate = _COMMANDS,
        messages: Rate = _MESSAGES,
        sign_ins: Rate = _SIGN_INS,
        openings: Rate = _OPENINGS,
        audits: Rate = _AUDITS,
        lab: LabRates | None = None,
    ) -> None:
        self.requests = RateBuckets(requests)
        self.reads = RateBuckets(reads)
        """Requests from one address that read much: lists, logs, ledgers"""
        self.commands = RateBuckets(commands)
        self.messages = RateBuckets(messages)
        """Messages from one address, by any person"""
        self.sign_ins = RateBuckets(sign_ins)
        self.guests = RateBuckets(_GUESTS)
        """New guests from one address: each has a session for months"""
        self.openings = RateBuckets(openings)
        """Tables that are opened from one address"""
        self.audits = RateBuckets(audits)
        """Full log verifications by one person"""
        self.witnesses = RateBuckets(_WITNESSES)
        """Signed heads of other servers from one address"""
        self.lab = LabBuckets(lab or LabRates())
        self.penalties = Penalties()
        """Clients that ignored a warning"""
        self._offences = RateBuckets(_OFFENCES)

    def offence(self, address: str, door: Door, person: str | None = None) -> None:
        """Record a flooding or unresponsive client; an address with many of them is locked out."""
        now = time.monotonic()
        if person is not None:
            self.penalties.strike(person, now)
        if not self._offences.of(address).takes(now):
            door.penalties.strike(address, now)

    @classmethod
    def none(cls) -> Rates:
        """No limits at all; for tests and measurements of something else."""
        many = Rate(at_once=1e6, a_second=1e6)
        names = "requests reads commands messages sign_ins openings audits"
        free = cls(**dict.fromkeys(names.split(), many), lab=NO_RATES)
        free.guests, free._offences, free.witnesses = (RateBuckets(many) for _ in range(3))
        return free


def client_of(connection: HTTPConnection) -> str:
    """The address that asks, as it is counted."""
    host = connection.client.host if connection.client is not None else "unknown"
    return counted_as(host)


def same_origin(connection: HTTPConnection) -> bool:
    """Whether the request comes from one of our pages, or from no page at all."""
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    split_result = urlsplit(origin)
    return bool(split_result.netloc) and split_result.netloc == connection.headers.get("host")


class Guard:
    """Adds the security headers; refuses other origins, wrong host names and floods."""

    def __init__(
        self, app: ASGIApp, rates: Rates, door: Door, names: frozenset[str], peers: Peers
    ) -> None:
        self._app, self._rates, self._door = app, rates, door
        self._names, self._peers = names, peers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        is_peer = self._peers.is_one(connection.headers)
        if is_peer:
            self._door.knows_peer(client_of(connection))
            self._peers.speaks_for(scope, connection.headers)
        else:
            self._look_behind_proxies(scope, connection)
        refused = None if is_peer else self._refused(connection)
        if scope["type"] == "websocket":
            if refused is None:
                await self._app(scope, receive, send)
                return
            address, now = client_of(connection), time.monotonic()
            if refused.status_code == 429 and self._door.is_warned(address, now):
                self._door.penalties.strike(address, now)
            await WebSocket(scope, receive, send).send_denial_response(refused)
            return

        is_begun = False

        async def with_headers(message: Message) -> None:
            nonlocal is_begun
            if message["type"] == "http.response.start":
                is_begun = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                if scope["scheme"] == "https":
                    headers["strict-transport-security"] = _HTTPS_ONLY
                if scope["path"].startswith("/api/"):
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        if refused is None:
            try:
                await self._app(scope, receive, with_headers)
            except asyncio.CancelledError:  # the server stops, and waits no longer for this answer
                if not is_begun:
                    await _stopping()(scope, receive, with_headers)
        elif refused.status_code == 429 and self._is_dropped(scope, connection):
            return
        else:
            await refused(scope, receive, with_headers)

    def _look_behind_proxies(self, scope: Scope, connection: HTTPConnection) -> None:
        """The client's address and scheme, as reported by a trusted proxy."""
        peer = scope["client"][0] if scope.get("client") else ""
        if not self._door.is_proxy(peer):
            return
        text = ",".join(connection.headers.getlist("x-forwarded-for"))
        if text:
            scope["client"] = (asked_by(text, peer, self._door.trusted), 0)
        scheme = connection.headers.get("x-forwarded-proto", "").strip().lower()
        if scheme in ("http", "https"):
            secure = {"http": "https", "websocket": "wss"}[scope["type"]]
            plain = {"http": "http", "websocket": "ws"}[scope["type"]]
            scope["scheme"] = secure if scheme == "https" else plain

    def _refused(self, connection: HTTPConnection) -> Response | None:
        """Why a request is refused, if it is."""
        scope = connection.scope
        texts = connection.headers.getlist("host")
        if len(texts) != 1 or host_name(texts[0]) not in self._names:
            return problem(421, "this server does not answer to that host name; see --host-name")
        is_changing = scope["type"] == "websocket" or scope["method"] not in _SAFE
        if is_changing and not same_origin(connection):
            return problem(403, "the request comes from another origin")
        if "\0" in scope["path"] or b"%00" in scope["query_string"]:
            return problem(400, "an address may not contain NUL")
        if not self._rates.requests.of(client_of(connection)).takes(time.monotonic()):
            headers = {"retry-after": "1", "connection": "close"}
            return problem(429, "too many requests; slow down", headers=headers)
        return None

    def _is_dropped(self, scope: Scope, connection: HTTPConnection) -> bool:
        """Disconnect and lock out a client that has just been warned.

        Behind a proxy the connection is the proxy's, so every client is warned.
        """
        address, now = client_of(connection), time.monotonic()
        own = connection_of(scope)
        if own is None or own.address != address:
            return False
        if not self._door.is_warned(address, now):
            return False
        self._door.penalties.strike(address, now)
        own.drop()
        return True


def _stopping() -> Response:
    """The answer to a request that the server cannot finish because it stops."""
    why = "the server is stopping; ask again in a moment"
    return problem(503, why, headers={"retry-after": "5", "connection": "close"})


def token_of(connection: HTTPConnection) -> str | None:
    """The token of a session, from the cookie or the Authorization header."""
    text = connection.headers.get("authorization", "")
    if text.lower().startswith("bearer "):
        return text[7:].strip() or None
    return connection.cookies.get(COOKIE)


async def who_asks(connection: HTTPConnection) -> Person | None:
    """The person whose session this is; None if there is none."""
    token = token_of(connection)
    if not token or len(token) > 200:
        return None
    store: Store = connection.app.state.hub.store
    return await in_sessions(connection, lambda: store.people.who_has(token, client_of(connection)))


async def in_sessions(connection: HTTPConnection, work: Callable[[], T]) -> T:
    """Look up or change a session in the threads that do nothing else."""
    threads = connection.app.state.sessions
    return await asyncio.get_running_loop().run_in_executor(threads, work)


async def somebody(connection: HTTPConnection) -> Person:
    """The person signed in; a ``Problem`` if there is none."""
    person = await who_asks(connection)
    if person is None:
        raise Problem(401, "sign in, or continue as a guest")
    return person


async def one_of(connection: HTTPConnection, *roles: PersonRole) -> Person:
    """The person signed in, if in one of these roles; a ``Problem`` otherwise."""
    person = await somebody(connection)
    if PersonRole(person.role) not in roles:
        names = ", ".join(role.value.replace("_", " ") for role in roles)
        raise Problem(403, f"this needs the role {names}")
    return person


def reads_much(connection: HTTPConnection) -> None:
    """Count a large read; a ``Problem`` if there are too many."""
    if not connection.app.state.rates.reads.of(client_of(connection)).takes(time.monotonic()):
        raise Problem(429, "too many requests; slow down", headers={"retry-after": "1"})
