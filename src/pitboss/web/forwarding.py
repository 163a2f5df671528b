"""Asking the process that owns a table: requests and streams are passed on as they came."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
from typing import Final
from urllib.parse import urlsplit

import websockets
from starlette.requests import Request
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from pitboss.web.problems import problem

_PASSED: Final = ("authorization", "cookie", "idempotency-key", "content-type", "origin", "host")
_FORWARDED: Final = "x-pitboss-forwarded"


async def forward(request: Request, address: str) -> Response:
    """The answer of the process that owns the table."""
    if not address or _FORWARDED in request.headers:
        return problem(503, "the table is changing hands; try again", headers={"retry-after": "1"})
    told = getattr(request.state, "body", None)
    body: bytes = told if told is not None else await request.body()
    headers = {name: request.headers[name] for name in _PASSED if name in request.headers}
    headers[_FORWARDED] = "1"
    path = request.url.path + (f"?{request.url.query}" if request.url.query else "")

    def ask() -> Response:
        where = urlsplit(address)
        connection = http.client.HTTPConnection(where.hostname or "", where.port, timeout=10)
        try:
            connection.request(request.method, path, body or None, headers)
            answer = connection.getresponse()
            kind = answer.getheader("content-type")
            return Response(answer.read(), status_code=answer.status, media_type=kind)
        finally:
            connection.close()

    try:
        return await asyncio.to_thread(ask)
    except OSError:
        return problem(503, "the table is changing hands; try again", headers={"retry-after": "1"})


async def forward_socket(socket: WebSocket, address: str) -> None:
    """A stream from the process that owns the table, frame by frame."""
    if not address or _FORWARDED in socket.headers:
        await socket.close(1012, "the table is changing hands; connect anew")
        return
    headers = {name: socket.headers[name] for name in ("authorization", "cookie")
               if name in socket.headers}  # fmt: skip
    headers[_FORWARDED] = "1"
    url = address.replace("http", "ws", 1) + socket.url.path
    try:
        async with websockets.connect(url, additional_headers=headers, max_size=None) as far:
            await socket.accept()
            tasks = {asyncio.create_task(_up(socket, far)), asyncio.create_task(_down(socket, far))}
            _, pending = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in pending:
                task.cancel()
    except (OSError, websockets.WebSocketException):
        pass
    with contextlib.suppress(RuntimeError):  # it may be closed already
        await socket.close(1012, "the table is changing hands; connect anew")


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
