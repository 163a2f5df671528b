"""The application in this process, for tests that need other clocks or access to its state."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss.rulebooks import rulebook
from pitboss.store import Store, open_database
from pitboss.store.heads import Signer
from pitboss.store.people import WEAK, People
from pitboss.store.signatures import Key
from pitboss.web.live import commands as c
from pitboss.web.live.actor import Actor
from pitboss.web.live.driver import Clocks
from pitboss.web.live.hub import Hub
from tests.web.looping import done

KEY = Key(Ed25519PrivateKey.from_private_bytes(bytes(range(32))))
"""The key with which these databases are signed."""

SOON = Clocks(
    bets=0.05, window=0.05, turn=0.05, cut=0.02, bank=0.02, choice=0.05, pace=0, away=60, seeds=0
)


@asynccontextmanager
async def hub_on(url: str, *, clocks: Clocks = SOON) -> AsyncIterator[Hub]:
    """A hub over a database, as in one server process; nothing is broadcast when it ends."""
    database = open_database(url)
    store = Store(database, people=People(database, hasher=WEAK))
    Signer(store, KEY).take_up()
    hub = Hub(store, clocks=clocks, prices=False)
    await hub.start()
    yield hub
    await hub.stop()
    store.close()


async def table_in(hub: Hub, book: str, **more: Any) -> Actor:
    """A new table."""
    document: dict[str, Any] = {"dealt_by": "machine", "cards": "shoe", "bots": 0, **more}
    rules = rulebook(book).elect()
    return await hub.open_table(rules, name="T", opened_by="Ada", **document)


async def soon(is_so: Callable[[], object]) -> None:
    """Wait until a condition is true."""
    for _ in range(1500):
        if is_so():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it did not come about")


def played_by_the_clock(book: str, path: Path, *, rounds: int = 5, key: Key = KEY) -> list[str]:
    """The events of rounds in which a guest bets and then sends nothing more."""

    async def play() -> list[str]:
        store = Store(open_database(f"sqlite:///{path}"))
        Signer(store, key).take_up()
        hub = Hub(store, clocks=SOON, prices=False)
        await hub.start()
        guest = store.people.welcome_guest(money=1_000_00)
        rules = rulebook(book).elect()
        actor = await hub.open_table(
            rules, name="T", opened_by="Ada", dealt_by="machine", cards="shoe", bots=0
        )
        least = rules.limits.minimum.value
        for number in range(1, rounds + 1):
            bet: Any = c.command("bet", box=1, amount=least)
            outcome = await actor.command(guest, f"bet {number}", bet)
            assert outcome.is_accepted, outcome
            for _ in range(400):
                if actor.live.state.round > number:
                    break
                await asyncio.sleep(0.01)
        await hub.stop()
        events = [
            entry.event.split('"event":"')[1].split('"')[0] for entry in store.entries(actor.id)
        ]
        store.close()
        return events

    return done(play())
