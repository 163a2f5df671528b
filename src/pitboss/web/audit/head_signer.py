"""Sign the position of every table every minute, and once more at shutdown."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from starlette.applications import Starlette

from pitboss.store.errors import BadDatabase
from pitboss.store.heads import Signer
from pitboss.store.signed_journal import INTERVAL
from pitboss.web.audit.examination import examine
from pitboss.web.audit.witnesses import Heralds

_log = logging.getLogger("pitboss.web")


@asynccontextmanager
async def signing(
    app: Starlette, signer: Signer | None, witnesses: tuple[str, ...], *, every: float = INTERVAL
) -> AsyncIterator[None]:
    """Sign while the application runs; without a signer nothing is signed."""
    app.state.signer = signer
    if signer is None:
        yield
        return
    heralds = Heralds(signer.keep_outside, witnesses)
    signer.on_head, signer.on_problem = heralds.announce, lambda why: _log.error("%s", why)
    await asyncio.to_thread(signer.open)
    tasks = [asyncio.create_task(_keep_signing(signer, every))]
    if signer.was_cut_off:
        tasks.append(asyncio.create_task(examine(signer, signer.database)))
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        try:
            await asyncio.to_thread(signer.close)
        except BadDatabase as error:  # the disk may be full
            _log.error("the last head was not signed, and the server stops without it: %s", error)
        await asyncio.to_thread(heralds.close)


async def _keep_signing(signer: Signer, every: float) -> None:
    while True:
        await asyncio.sleep(every)
        try:
            await asyncio.to_thread(signer.sign)
        except Exception as error:
            _log.error("the database is not responding: %s", error)
