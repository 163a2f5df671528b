"""Sign the head of the journal every minute, and once more at shutdown."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

from starlette.applications import Starlette

from pitboss.store.heads import Signer
from pitboss.store.signatures import Key
from pitboss.store.store import Store

EVERY: Final = 60.0
"""Seconds between two heads."""

_log = logging.getLogger("pitboss.web")


@asynccontextmanager
async def signing(
    app: Starlette, store: Store, key: Key | None, *, every: float = EVERY
) -> AsyncIterator[None]:
    """Sign while the application runs; without a key nothing is signed."""
    signer = app.state.signer = None if key is None else Signer(store, key)
    if signer is None:
        yield
        return
    await asyncio.to_thread(signer.open)
    task = asyncio.create_task(_keep_signing(signer, every))
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        await asyncio.to_thread(signer.close)


async def _keep_signing(signer: Signer, every: float) -> None:
    while True:
        await asyncio.sleep(every)
        try:
            await asyncio.to_thread(signer.sign)
        except Exception as error:
            _log.error("the database is not responding: %s", error)
