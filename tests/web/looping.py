"""Asynchronous work in a test: in a thread of its own, since a browser may hold the main loop."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def done(work: Coroutine[Any, Any, T]) -> T:
    """What the work comes to."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(work)).result()
