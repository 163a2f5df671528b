"""Whether the store takes what is written, asked now and then and never often."""

from __future__ import annotations

import asyncio
import time
from typing import Final

from pitboss.store.store import Store

ASK: Final = 2.0
"""Seconds for which an answer of the store is good."""


class Health:
    """What is wrong with the store, if anything is."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._at = 0.0
        self._wrong: str | None = None
        self._one = asyncio.Lock()

    def answered(self, error: Exception | None) -> None:
        """The store has taken something, or has not; a failure stays known for a while."""
        if error is None and self._wrong is not None and time.monotonic() - self._at <= ASK:
            return
        self._wrong = None if error is None else f"the database cannot be written: {error}"
        self._at = time.monotonic()

    async def problem(self) -> str | None:
        """Why nothing can be made durable now; None where it can."""
        async with self._one:
            if time.monotonic() - self._at > ASK:
                try:
                    async with asyncio.timeout(ASK):
                        await asyncio.to_thread(self._store.keep, "health", str(time.time()))
                except TimeoutError:
                    self.answered(TimeoutError("not responding"))
                except Exception as error:
                    self.answered(error)
                else:
                    self.answered(None)
            return self._wrong
