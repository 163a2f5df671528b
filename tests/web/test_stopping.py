"""A server that stops answers what it can no longer finish."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from starlette.types import Receive, Scope, Send

from pitboss.web.http.security import Guard, Rates
from pitboss.web.live.peers import Peers
from pitboss.web.wire.connections import Door

SCOPE: dict[str, Any] = {
    "type": "http",
    "method": "GET",
    "scheme": "http",
    "path": "/api/v1/lab/nz",
    "raw_path": b"/api/v1/lab/nz",
    "query_string": b"",
    "headers": [(b"host", b"localhost")],
    "client": ("127.0.0.1", 1),
    "server": ("localhost", 80),
    "app": None,
}


async def never(scope: Scope, receive: Receive, send: Send) -> None:
    """An application that is still at work when the server stops."""
    await asyncio.Event().wait()


async def _stopped_while_at_work(guard: Guard) -> list[dict[str, Any]]:
    sent: list[dict[str, Any]] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    answer = asyncio.create_task(guard(dict(SCOPE), receive, send))
    await asyncio.sleep(0.01)
    answer.cancel()  # as the server does when its patience ends
    await answer
    return sent


def test_who_still_waits_when_the_server_stops_is_answered() -> None:
    guard = Guard(never, Rates(), Door(), frozenset({"localhost"}), Peers())
    with ThreadPoolExecutor(1) as apart:  # a browser may hold this thread's loop
        start, body = apart.submit(lambda: asyncio.run(_stopped_while_at_work(guard))).result()
    assert start["status"] == 503
    assert (b"retry-after", b"5") in start["headers"]
    assert b"the server is stopping" in body["body"]
