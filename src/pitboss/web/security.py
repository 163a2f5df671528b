"""Who is asking, and from where: sessions, origins, limits and the headers of every answer."""

from __future__ import annotations

import asyncio
import time
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.store.people import Role
from pitboss.store.records import Person
from pitboss.store.store import Store
from pitboss.web.limits import Buckets, Rate
from pitboss.web.problems import Problem, problem

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
"""What every answer says to the browser; scripts and styles come from our own files only."""

_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})


_REQUESTS: Final = Rate(at_once=400, a_second=100)
_COMMANDS: Final = Rate(at_once=60, a_second=20)
_SIGN_INS: Final = Rate(at_once=60, a_second=1)


class Rates:
    """The limits of one server."""

    def __init__(
        self,
        *,
        requests: Rate = _REQUESTS,
        commands: Rate = _COMMANDS,
        sign_ins: Rate = _SIGN_INS,
    ) -> None:
        self.requests = Buckets(requests)
        self.commands = Buckets(commands)
        self.sign_ins = Buckets(sign_ins)


def client_of(connection: HTTPConnection) -> str:
    """The address that asks."""
    return connection.client.host if connection.client is not None else "unknown"


def same_origin(connection: HTTPConnection) -> bool:
    """Whether a page of ours is asking, or no page at all."""
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    asked = urlsplit(origin)
    return bool(asked.netloc) and asked.netloc == connection.headers.get("host")


class Guard:
    """Puts the headers on every answer, and turns away strangers' pages and floods."""

    def __init__(self, app: ASGIApp, rates: Rates) -> None:
        self._app, self._rates = app, rates

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        if scope["type"] == "websocket":
            if not same_origin(connection):
                await send({"type": "websocket.close", "code": 4403, "reason": "another origin"})
                return
            await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                if scope["path"].startswith("/api/"):
                    headers["cache-control"] = "no-store"
            await send(message)

        if scope["method"] not in _SAFE and not same_origin(connection):
            refusal = problem(403, "the request comes from another origin")
            await refusal(scope, receive, with_headers)
            return
        if not self._rates.requests.of(client_of(connection)).takes(time.monotonic()):
            refusal = problem(429, "too many requests; slow down", headers={"retry-after": "1"})
            await refusal(scope, receive, with_headers)
            return
        await self._app(scope, receive, with_headers)


def token_of(connection: HTTPConnection) -> str | None:
    """The token of a session, from the cookie or the Authorization header."""
    told = connection.headers.get("authorization", "")
    if told.lower().startswith("bearer "):
        return told[7:].strip() or None
    return connection.cookies.get(COOKIE)


async def who_asks(connection: HTTPConnection) -> Person | None:
    """The person whose session it is; None where there is none."""
    token = token_of(connection)
    if not token or len(token) > 200:
        return None
    store: Store = connection.app.state.hub.store
    return await asyncio.to_thread(store.people.who_has, token)


async def somebody(connection: HTTPConnection) -> Person:
    """The person who asks; a ``Problem`` where nobody is signed in."""
    person = await who_asks(connection)
    if person is None:
        raise Problem(401, "sign in first, or come in as a guest")
    return person


async def one_of(connection: HTTPConnection, *roles: Role) -> Person:
    """The person who asks, in one of these roles; a ``Problem`` otherwise."""
    person = await somebody(connection)
    if Role(person.role) not in roles:
        names = ", ".join(role.value.replace("_", " ") for role in roles)
        raise Problem(403, f"this is for: {names}")
    return person
