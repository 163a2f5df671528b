"""Witnessing other servers: their signed heads are kept here, and given out to anyone."""

from __future__ import annotations

import asyncio
import time
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from pitboss.store.signatures import LONGEST_HEAD, BadHead, Head, fingerprint, read_head
from pitboss.store.store import Store
from pitboss.store.witnessed import Contradiction, witness, witnessed_heads
from pitboss.web.http.problems import Problem, json_response
from pitboss.web.http.security import client_of

MOST_BYTES: Final = LONGEST_HEAD
"""The largest head that is read."""


def _limited(request: Request) -> None:
    bucket = request.app.state.rates.witnesses.of(client_of(request))
    if not bucket.takes(time.monotonic()):
        raise Problem(429, "too many heads; slow down", headers={"retry-after": "10"})


def plain(digits: str) -> str:
    """A fingerprint without spaces, in lower case."""
    return "".join(digits.split()).lower()


async def take_head(request: Request) -> Response:
    """Store a signed head of another server, if this one witnesses its key."""
    _limited(request)
    store: Store = request.app.state.hub.store
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > MOST_BYTES:
            raise Problem(413, f"a head has at most {MOST_BYTES} bytes")
    try:
        head = read_head(body)
    except BadHead as error:
        raise Problem(400, str(error)) from None
    if plain(head.fingerprint) not in request.app.state.witness_for:
        raise Problem(403, "this server does not witness that key; see --witness-for")
    try:
        await asyncio.to_thread(witness, store, head)
    except BadHead as error:
        raise Problem(400, str(error)) from None
    except Contradiction as error:
        request.app.state.hub.log.error("key %s: %s", head.fingerprint, error)
        raise Problem(409, str(error)) from None
    return json_response({"n": head.n, "fingerprint": head.fingerprint}, 201)


async def heads(request: Request) -> Response:
    """The stored heads of other servers, of one key or of all."""
    _limited(request)
    wanted = plain(request.query_params.get("key", ""))
    store: Store = request.app.state.hub.store

    def read() -> list[Head]:
        heads = witnessed_heads(store)
        return [h for h in heads if not wanted or wanted in (h.key, plain(fingerprint(h.key)))]

    heads = await asyncio.to_thread(read)
    return json_response({"heads": [msgspec.to_builtins(head) for head in heads]})
