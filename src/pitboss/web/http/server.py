"""Configure the server process: its protocols with their door, its pings, its log."""

from __future__ import annotations

import logging
from typing import Any, Final

import uvicorn
from starlette.applications import Starlette

from pitboss.web.http.sparing_log import Sparing
from pitboss.web.wire.connections import Door, HttpConnection
from pitboss.web.wire.frames import PromptProtocol
from pitboss.web.wire.streams import LONGEST_FRAME

PING: Final = 15.0
"""Seconds between pings to a stream, and for the answer."""


def configured(app: Starlette, door: Door, **more: Any) -> uvicorn.Config:
    """How the application is served, behind a door."""
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        http=HttpConnection.at(door),
        ws=PromptProtocol,
        ws_max_size=LONGEST_FRAME,
        ws_per_message_deflate=False,
        ws_ping_interval=PING,
        ws_ping_timeout=PING,
        server_header=False,
        proxy_headers=False,  # the guard handles proxies itself, and trusts only those named
        timeout_graceful_shutdown=3,
        **more,
    )
    sparing = Sparing()
    for name in ("uvicorn.error", "pitboss.web", "asyncio", "websockets", "psycopg"):
        logger = logging.getLogger(name)
        logger.filters = [one for one in logger.filters if not isinstance(one, Sparing)]
        logger.addFilter(sparing)
    return config
