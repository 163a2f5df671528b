"""Balances shared by several processes: a read may cross with a posting."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from pitboss.store.store import Store
from pitboss.web.live import commands as c
from pitboss.web.live.balances import Balances
from tests.web.inside import hub_on, table_in
from tests.web.looping import done

ADA = "player/Ada"


class SharedStore:
    """A store with one account; something may happen while it is asked."""

    def __init__(self, balance: int) -> None:
        self.database = SimpleNamespace(shared=True)
        self.balance = balance
        self.meanwhile: list[Callable[[], None]] = []

    def balances(self, accounts: tuple[str, ...]) -> dict[str, int]:
        result = dict.fromkeys(accounts, self.balance)
        if self.meanwhile:
            self.meanwhile.pop(0)()
        return result


def money_of(store: SharedStore) -> Balances:
    return Balances(cast(Store, store))


def run_on(loop: asyncio.AbstractEventLoop, do: Callable[[], Any]) -> None:
    """Run something in the loop, from another thread, and wait for it."""
    asyncio.run_coroutine_threadsafe(_do(do), loop).result()


async def _do(do: Callable[[], Any]) -> None:
    do()


@pytest.mark.parametrize("is_seen", [True, False])
def test_an_answer_that_crosses_with_a_posting_is_not_used(is_seen: bool) -> None:
    """Whether or not the answer has the posting in it, Ada has 1,000 less 100."""

    async def ask() -> int:
        store = SharedStore(1000)
        money = money_of(store)
        await money.know("Ada")
        money.moves({ADA: -100})
        if is_seen:
            store.balance = 900
        loop = asyncio.get_running_loop()

        def arrives() -> None:
            store.balance = 900
            run_on(loop, lambda: money.moved({ADA: -100}, posted=True))

        store.meanwhile.append(arrives)
        return await money.know("Ada")

    assert done(ask()) == 900


def test_a_posting_that_sets_out_meanwhile_is_counted_once() -> None:
    async def ask() -> tuple[int, int]:
        store = SharedStore(1000)
        money = money_of(store)
        await money.know("Ada")
        loop = asyncio.get_running_loop()
        store.meanwhile.append(lambda: run_on(loop, lambda: money.moves({ADA: -100})))
        before = await money.know("Ada")
        store.balance = 900
        money.moved({ADA: -100}, posted=True)
        return before, await money.know("Ada")

    assert done(ask()) == (900, 900)


def test_somebody_unknown_is_asked_for_until_nothing_is_on_its_way() -> None:
    async def ask() -> int:
        store = SharedStore(1000)
        money = money_of(store)
        money.moves({ADA: -100})
        asking = asyncio.create_task(money.know("Ada"))
        await asyncio.sleep(0.02)
        assert not asking.done()
        store.balance = 900
        money.moved({ADA: -100}, posted=True)
        return await asking

    assert done(ask()) == 900


def test_another_process_is_heard_of() -> None:
    async def ask() -> int:
        store = SharedStore(1000)
        money = money_of(store)
        await money.know("Ada")
        store.balance = 400
        return await money.know("Ada")

    assert done(ask()) == 400


def test_who_cannot_pay_is_refused_before_anything_happens(tmp_path: Path) -> None:
    """Not by the store, which would make the whole table reload."""

    async def play() -> None:
        async with hub_on(f"sqlite:///{tmp_path / 'house.sqlite3'}") as hub:
            actor = await table_in(hub, "classic")
            least = actor.live.rules.limits.minimum.value
            ada = hub.store.people.welcome_guest(money=least - 1)
            before = actor.live.sequence
            outcome = await actor.command(ada, "1", c.command("bet", box=1, amount=least))
            assert outcome.refused is not None and "does not cover" in outcome.refused.why
            assert actor.live.sequence == before and ada.name not in actor.live.state.arrived
            assert (await actor.command(ada, "2", c.command("sit", box=1))).is_accepted
            outcome = await actor.command(ada, "3", c.command("bet", box=1, amount=least))
            assert outcome.refused is not None and "does not cover" in outcome.refused.why
            assert not actor.live.state.wagers and await hub.actor(actor.id) is actor

    done(play())
