"""Verify a whole database after a server that was not shut down, in a process of its own.

A start only checks what is quickly seen. A server that ended by a crash signed no digest of the
rest, so whatever was changed before the next start is found here, while that server is running.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
from typing import Final

from pitboss.store.database import Database
from pitboss.store.heads import Signer

_log = logging.getLogger("pitboss.web")

POLITENESS: Final = 10
"""By how much the process gives way to the server."""


def wrong_with(url: str) -> str | None:
    """The first problem of a database, or None."""
    from pitboss.store import BadDatabase, Store, open_database
    from pitboss.web.audit.house_audit import verified_house

    try:
        with contextlib.closing(Store(open_database(url, read_only=True))) as store:
            return verified_house(store).problem
    except BadDatabase as error:
        _log.warning("the database could not be verified: %s", error)
        return None  # a server that cannot read it says so itself


async def examine(signer: Signer, database: Database) -> None:
    """Verify the database, and stop signing if it is not as it should be."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "pitboss.web.audit.examination"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        # The address may have a password in it, which the arguments of a process would show.
        result, _ = await process.communicate(database.url.encode())
    except asyncio.CancelledError:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        raise
    if process.returncode != 0:
        _log.error("the database was not verified after the crash: see 'pitboss verify'")
    elif problem := result.decode().strip():
        signer.stop(f"{problem}: signing has stopped")


def main() -> None:
    """Read an address, and print what is wrong with the database there."""
    with contextlib.suppress(OSError):
        os.nice(POLITENESS)
    problem = wrong_with(sys.stdin.read())
    sys.stdout.write("" if problem is None else " ".join(problem.split()))


if __name__ == "__main__":
    main()
