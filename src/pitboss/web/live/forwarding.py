"""Forward requests for tables that another process owns, and return its answers.

Forwarding blocks no thread and never waits long: a stopped process owns a table only as long as
its lease lasts, and the outcome of its last commands is then reported as unknown.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter
from logging import Logger
from typing import Final
from urllib.parse import urlsplit

import h11
import websockets
from starlette.requests import Request
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from pitboss.web.http.addresses import counted_as
from pitboss.web.http.problems import UNKNOWN, problem
from pitboss.web.live.peers import PEER, Peers

CONNECTING: Final = 0.5
"""Seconds for a connection to another process."""
ANSWERING: Final = 2.0
"""Seconds for its answer."""
SILENT: Final = 0.5
"""Seconds for which a process that did not answer is skipped."""
MOST: Final = 128
"""The most requests that may wait for one process at the same time."""

_PASSED: Final = ("authorization", "cookie", "idempotency-key", "content-type")
_HANDS: Final = "the table is moving to another server; try again"
_ANEW: Final = "the table is moving to another server; reconnect"


class NoAnswer(Exception):
    """Another process did not answer; ``is_sent`` if it may have received the request."""

    def __init__(self, *, is_sent: bool) -> None:
        self.is_sent = is_sent
        super().__init__("no answer")


def changing_hands() -> Response:
    """No process owns the table now; nothing was done."""
    return problem(503, _HANDS, headers={"retry-after": "1"})


class Forwarding:
    """Forwards requests from this process to the others."""

    def __init__(self, peers: Peers, log: Logger) -> None:
        self._peers, self._log = peers, log
        self._waiting: Counter[str] = Counter()
        self._silent: dict[str, float] = {}

    async def request(self, request: Request, address: str) -> Response | None:
        """The answer of the process that owns the table; None if it may be tried here again."""
        if not address or PEER in request.headers:
            return changing_hands()
        if self._waiting[address] >= MOST or self._silent.get(address, 0.0) > time.monotonic():
            return None if request.method == "GET" else changing_hands()
        kept = getattr(request.state, "body", None)
        body: bytes = kept if kept is not None else await request.body()
        headers = {name: request.headers[name] for name in _PASSED if name in request.headers}
        headers |= self._peers.introduce(_client(request))
        path = request.url.path + (f"?{request.url.query}" if request.url.query else "")
        self._waiting[address] += 1
        try:
            return await _asked(address, request.method, path, headers, body)
        except NoAnswer as silence:
            self._silent[address] = time.monotonic() + SILENT
            if request.method == "GET" or not silence.is_sent:
                return None
            if "idempotency-key" in headers:
                return problem(503, UNKNOWN, outcome="unknown", headers={"retry-after": "1"})
            told_why = "the outcome is unknown; check whether it was done before trying again"
            return problem(503, told_why, outcome="unknown", headers={"retry-after": "1"})
        finally:
            self._waiting[address] -= 1

    async def socket(self, socket: WebSocket, address: str) -> None:
        """A stream from the process that owns the table, frame by frame."""
        code, why = 1012, _ANEW
        if not address or PEER in socket.headers:
            await socket.close(code, why)
            return
        headers = {n: socket.headers[n] for n in ("authorization", "cookie") if n in socket.headers}
        headers |= self._peers.introduce(_client(socket))
        url = address.replace("http", "ws", 1) + socket.url.path
        try:
            # A stopped process does not answer pings, so its streams are not waited for.
            async with websockets.connect(
                url, additional_headers=headers, max_size=None, open_timeout=ANSWERING,
                ping_interval=0.8, ping_timeout=1.6, close_timeout=0.2,
            ) as far:  # fmt: skip
                await socket.accept()
                tasks = {
                    asyncio.create_task(_up(socket, far)),
                    asyncio.create_task(_down(socket, far)),
                }
                _, pending = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                for task in pending:
                    task.cancel()
                if far.close_code is not None and far.close_code >= 4000:
                    code, why = far.close_code, far.close_reason or ""
        except websockets.InvalidStatus as refused:
            status = refused.response.status_code
            if status == 429:
                response = problem(429, "too many streams or messages; try again later")
                await socket.send_denial_response(response)
                return
        except (OSError, TimeoutError, websockets.WebSocketException):
            pass
        with contextlib.suppress(RuntimeError):  # it may be closed already
            await socket.close(code, why)


def _client(connection: Request | WebSocket) -> str:
    return counted_as(connection.client.host if connection.client is not None else "unknown")


async def _asked(
    address: str, method: str, path: str, headers: dict[str, str], body: bytes
) -> Response:
    """Ask another process, on a new connection."""
    where = urlsplit(address)
    try:
        async with asyncio.timeout(CONNECTING):
            reader, writer = await asyncio.open_connection(where.hostname, where.port)
    except (OSError, TimeoutError):
        raise NoAnswer(is_sent=False) from None
    far = h11.Connection(h11.CLIENT)
    fields = [*headers.items(), ("host", where.netloc), ("connection", "close")]
    fields.append(("content-length", str(len(body))))
    request = h11.Request(method=method, target=path, headers=fields)
    try:
        async with asyncio.timeout(ANSWERING):
            sent = far.send(request) or b""
            sent += far.send(h11.Data(data=body)) or b"" if body else b""
            writer.write(sent + (far.send(h11.EndOfMessage()) or b""))
            return await _heard(reader, far)
    except (OSError, TimeoutError, h11.ProtocolError):
        raise NoAnswer(is_sent=True) from None
    finally:
        writer.close()


async def _heard(reader: asyncio.StreamReader, far: h11.Connection) -> Response:
    status, kind, heard = 0, None, bytearray()
    more: dict[str, str] = {}
    while True:
        event = far.next_event()
        if event is h11.NEED_DATA:
            far.receive_data(await reader.read(65536))
        elif isinstance(event, h11.Response):
            status = event.status_code
            for name, value in event.headers:
                if name == b"content-type":
                    kind = value.decode("latin-1")
                elif name in (b"retry-after", b"location", b"content-disposition"):
                    more[name.decode()] = value.decode("latin-1")
        elif isinstance(event, h11.Data):
            heard += event.data
        elif isinstance(event, h11.EndOfMessage):
            return Response(bytes(heard), status_code=status, media_type=kind, headers=more)
        elif isinstance(event, h11.ConnectionClosed):
            raise h11.RemoteProtocolError("the connection has ended")


async def _up(socket: WebSocket, far: websockets.ClientConnection) -> None:
    try:
        while True:
            await far.send(await socket.receive_text())
    except (WebSocketDisconnect, RuntimeError, KeyError, websockets.WebSocketException):
        return


async def _down(socket: WebSocket, far: websockets.ClientConnection) -> None:
    try:
        async for message in far:
            await socket.send_text(message if isinstance(message, str) else message.decode())
    except (WebSocketDisconnect, RuntimeError, websockets.WebSocketException):
        return
