"""Configure the server process: its protocols with their door, its pings, its log."""

from __future__ import annotations

import logging
import time
from typing import Any, Final

import uvicorn
from starlette.applications import Starlette

from pitboss.web.door import Door, HttpConnection
from pitboss.web.frames import PromptProtocol
from pitboss.web.limits import Buckets, Rate
from pitboss.web.streams import LONGEST_FRAME

PING: Final = 15.0
"""Seconds between pings to a stream, and for the answer."""

_OF_A_KIND: Final = Rate(at_once=10, a_second=0.1)
_IN_ALL: Final = Rate(at_once=200, a_second=5)


class Sparing(logging.Filter):
    """Limits the number of log lines of one kind."""

    def __init__(self) -> None:
        super().__init__()
        self._kinds, self._all = Buckets(_OF_A_KIND), Buckets(_IN_ALL)
        self._left_out = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is written; the next one reports how many were omitted."""
        now = time.monotonic()
        kind = f"{record.name} {record.levelno} {str(record.msg)[:200]}"
        if not (self._kinds.of(kind).takes(now) and self._all.of("").takes(now)):
            self._left_out += 1
            return False
        if self._left_out:
            record.msg = f"{record.msg} ({self._left_out} similar lines omitted)"
            self._left_out = 0
        return True


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
