"""Configure the server process: its protocols with their door, its pings, its log."""

from __future__ import annotations

import logging
import time
import traceback
from typing import Any, Final

import uvicorn
from starlette.applications import Starlette

from pitboss.web.http.limits import Rate, RateBuckets
from pitboss.web.wire.connections import Door, HttpConnection
from pitboss.web.wire.frames import PromptProtocol
from pitboss.web.wire.streams import LONGEST_FRAME

_OF_A_KIND: Final = Rate(at_once=10, a_second=0.1)
_IN_ALL: Final = Rate(at_once=200, a_second=5)
_BYTES: Final = Rate(at_once=256 * 1024, a_second=1024)
"""Bytes of the log in all: 4 MB an hour at most"""

LONGEST: Final = 2000
"""The most characters of one message."""
_LONGEST_TRACE: Final = 4000
"""The most characters of the traceback after it"""
_INDENT: Final = "\n    "
_FRAMES: Final = 8
"""The outermost and the innermost calls of a traceback that are written"""


class Sparing(logging.Filter):
    """Limits the number of log lines of one kind, and the bytes of each and of all."""

    def __init__(self) -> None:
        super().__init__()
        self._kinds, self._all = RateBuckets(_OF_A_KIND), RateBuckets(_IN_ALL)
        self._bytes = RateBuckets(_BYTES)
        self._left_out = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is written; the next one reports how many were omitted."""
        now = time.monotonic()
        kind = f"{record.name} {record.levelno} {str(record.msg)[:200]}"
        if not (self._kinds.of(kind).takes(now) and self._all.of("").takes(now)):
            self._left_out += 1
            return False
        _shorten(record)
        size = len(f"{record.msg}{record.exc_text or ''}".encode("utf-8", "replace"))
        if not self._bytes.of("").takes(now, size):
            self._left_out += 1
            return False
        if self._left_out:
            record.msg = f"{record.msg} ({self._left_out} similar lines omitted)"
            self._left_out = 0
        return True


def _shorten(record: logging.LogRecord) -> None:
    """Format a record's message and traceback now, each cut to its length.

    Control characters are escaped: what people send must not look like lines of ours.
    """
    try:
        text = record.getMessage()
    except Exception as error:  # a message that cannot be formatted is no reason to fail
        text = f"{str(record.msg)[:200]} (not formatted: {type(error).__name__})"
    record.msg, record.args = _cut(_plain(text), LONGEST), ()
    if record.exc_info and record.exc_info[1] is not None:
        record.exc_text = _cut(_trace(record.exc_info[1]), _LONGEST_TRACE)
    record.exc_info = record.stack_info = None


def _trace(error: BaseException) -> str:
    """A traceback with its first and last calls."""
    summary = traceback.extract_tb(error.__traceback__)
    lines = traceback.format_list(summary)
    if len(lines) > 2 * _FRAMES:
        lines[_FRAMES:-_FRAMES] = [f"  ... {len(lines) - 2 * _FRAMES} calls\n"]
    what = _cut(_plain(f"{type(error).__name__}: {_in_words(error)}"), LONGEST)
    return f"Traceback (most recent call last):\n{''.join(lines)}{what}"


def _in_words(error: BaseException) -> str:
    try:
        return str(error)
    except Exception as other:
        return f"(no message: {type(other).__name__})"


def _plain(text: str) -> str:
    """A text with its control characters escaped, and every line but the first indented."""
    start = text[: 4 * LONGEST].replace("\n", _INDENT)
    return "".join(c if c.isprintable() or c == "\n" else repr(c)[1:-1] for c in start)


def _cut(text: str, most: int) -> str:
    if len(text) <= most:
        return text
    half = most // 2 - 20
    return f"{text[:half]} … ({len(text)} characters) … {text[-half:]}"


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
