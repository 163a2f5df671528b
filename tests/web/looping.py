"""Asynchronous work in a test, in a separate thread, since a browser may occupy the main loop."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def done(work: Coroutine[Any, Any, T]) -> T:
    """The result of the work."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(work)).result()
