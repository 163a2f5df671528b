"""Single bits of a server's file flipped: each is detected, or no row has changed.

The house has people, roles, sessions, rulings, two tables and rounds, and was closed as it should
be. After each flip the file is verified as ``pitboss verify`` does it. Where nothing is found,
every row of every table must still be the same.
"""

from __future__ import annotations

import asyncio
import os
import random
import sqlite3
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from tests.web.looping import done

from benchmarks.reliability.figures import Figure, progress
from pitboss.rulebooks import rulebook
from pitboss.store import BadDatabase, Store, open_database
from pitboss.store.heads import Signer
from pitboss.store.people import WEAK, People, PersonRole
from pitboss.store.signatures import Key
from pitboss.web.audit.house_audit import verified_house
from pitboss.web.live import commands as c
from pitboss.web.live.driver import Clocks
from pitboss.web.live.hub import Hub

SOON = Clocks(
    bets=0.02, window=0.02, turn=0.02, cut=0.01, bank=0.01, choice=0.02, pace=0, away=60, seeds=0
)


async def furnish(url: str, *, rounds: int = 8) -> None:
    """A database with something of everything, properly closed."""
    database = open_database(url)
    store = Store(database, people=People(database, hasher=WEAK))
    signer = Signer(store, Key())
    signer.open()
    hub = Hub(store, clocks=SOON, prices=False)
    await hub.start()
    ada = store.people.sign_up("Ada", "a long password", money=1_000_00)
    store.people.sign_up("Ben", "a long password", money=1_000_00)
    store.people.give_role("Ben", PersonRole.SUPERVISOR)
    guest = store.people.welcome_guest(money=1_000_00)
    store.people.start_session(ada)
    store.keep("price", "kept")
    for book in ("zappit", "nz"):
        rules = rulebook(book).elect()
        actor = await hub.open_table(
            rules, name=book, opened_by="Ada", dealt_by="machine", cards="shoe", bots=0
        )
        for number in range(1, rounds + 1):
            bet: Any = c.command("bet", box=1, amount=rules.limits.minimum.value)
            outcome = await actor.command(guest, f"{book} {number}", bet)
            assert outcome.is_accepted, outcome
            while actor.live.state.round == number:
                await asyncio.sleep(0.005)
        ruling = store.add_ruling(actor.id, report='{"what":"x"}', by="Ben", status="waiting")
        store.settle_ruling(ruling.id, second="Cy", status="done")
        signer.sign()
    await hub.stop()
    signer.close()
    store.close()


def dump(path: Path) -> list[Any]:
    """Every row of every table, and the schema."""
    connection = sqlite3.connect(path)
    try:
        schema = connection.execute(
            "SELECT type, name, sql FROM sqlite_master ORDER BY type, name"
        ).fetchall()
        rows: list[Any] = [schema]
        for kind, name, _ in schema:
            if kind == "table":
                found_rows = connection.execute(f'SELECT * FROM "{name}"').fetchall()
                rows.append((name, sorted(found_rows, key=repr)))
        return rows
    finally:
        connection.close()


def looked_at(path: Path) -> str | None:
    """What ``pitboss verify`` finds wrong with a file."""
    try:
        database = open_database(f"sqlite:///{path}")
    except (BadDatabase, sqlite3.Error, ValueError) as error:
        return f"the database cannot be opened: {error}"
    store = Store(database, people=People(database, hasher=WEAK))
    try:
        return verified_house(store).problem
    finally:
        store.close()


def flips(*, trials: int, begin: int = 0) -> Figure:
    """Flip this many single bits in a server's file, one at a time."""
    chance = random.Random(f"flips {begin}")
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="pitboss-flips-") as folder:
        house, copy = Path(folder) / "house.sqlite3", Path(folder) / "copy.sqlite3"
        done(furnish(f"sqlite:///{house}"))
        whole, content = house.read_bytes(), dump(house)
        assert looked_at(house) is None, looked_at(house)
        whole = house.read_bytes()
        for number in range(trials):
            at, bit = chance.randrange(len(whole)), chance.randrange(8)
            changed = bytearray(whole)
            changed[at] ^= 1 << bit
            for beside in ("-wal", "-shm", "-journal"):
                Path(f"{copy}{beside}").unlink(missing_ok=True)
            copy.write_bytes(changed)
            try:
                result = looked_at(copy)
                is_same = result is None and dump(copy) == content
                counts["found" if result is not None else "same" if is_same else "missed"] += 1
                if result is None and not is_same:
                    progress(f"missed: byte {at}, bit {bit}")
            except Exception as error:
                counts["failed"] += 1
                progress(f"byte {at}, bit {bit}: {type(error).__name__}: {error}")
            if number % 500 == 499:
                progress(f"{number + 1} bits flipped: {dict(counts)}")
        size = os.path.getsize(house)
    seen = (
        f"{trials} bits flipped in {size:,} bytes: {counts['found']} found, {counts['same']} with "
        f"the content the same, {counts['missed']} missed, {counts['failed']} tracebacks"
    )
    return Figure(seen, not counts["missed"] and not counts["failed"])
