"""A frozen loop is noticed: measured, logged with what it was at, and reported in health."""

from __future__ import annotations

import asyncio
import logging
import time
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from types import SimpleNamespace
from typing import Any, cast

import httpx
import pytest
from starlette.requests import HTTPConnection

from pitboss.web.http.security import who_asks
from pitboss.web.http.watchdog import Watchdog
from tests.web.looping import done
from tests.web.serving import Server

LOG = logging.getLogger("pitboss.tests")


def _messages(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.name == LOG.name]


def a_slow_step(seconds: float) -> None:
    time.sleep(seconds)


def test_a_frozen_loop_is_logged_with_what_it_was_at(caplog: pytest.LogCaptureFixture) -> None:
    async def freeze() -> tuple[int, int, int]:
        watchdog = Watchdog(LOG, every=0.01, frozen=0.1)
        watchdog.start()
        await asyncio.sleep(0.1)
        before = watchdog.lag.freezes
        a_slow_step(0.5)
        for _ in range(500):
            if watchdog.lag.worst >= 300:
                break
            await asyncio.sleep(0.01)
        watchdog.stop()
        return before, watchdog.lag.freezes, watchdog.lag.worst

    before, freezes, worst = done(freeze())
    assert freezes > before and worst >= 300
    messages = _messages(caplog)
    frozen = next(message for message in messages if "a_slow_step(0.5)" in message)
    assert "the event loop is frozen" in frozen and "time.sleep(seconds)" in frozen
    assert frozen.count("File ") <= 12
    assert any("was frozen for" in message for message in messages)


def test_what_holds_the_interpreter_is_logged_as_soon_as_it_lets_go(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """A single long operation on numbers lets no other thread run."""

    async def freeze() -> int:
        watchdog = Watchdog(LOG, every=0.01, frozen=0.05)
        watchdog.start()
        await asyncio.sleep(0.1)
        a_power(1_000_000)
        for _ in range(500):
            if any("a_power" in message for message in _messages(caplog)):
                break
            await asyncio.sleep(0.01)
        watchdog.stop()
        return watchdog.lag.freezes

    assert done(freeze()) >= 1
    assert any("a_power" in message for message in _messages(caplog))


def a_power(exponent: int) -> int:
    return int(sum(divmod(10**exponent, 7)) > 0)


def test_a_loop_that_is_well_says_so(caplog: pytest.LogCaptureFixture) -> None:
    async def rest() -> Any:
        watchdog = Watchdog(LOG, every=0.01, frozen=30)
        watchdog.start()
        await asyncio.sleep(0.2)
        watchdog.stop()
        return watchdog.lag

    lag = done(rest())
    assert lag.freezes == 0 and lag.worst >= lag.now >= 0
    assert not _messages(caplog)


def test_health_has_the_lag_beside_what_it_had(server: Server) -> None:
    document = httpx.get(f"{server.address}/api/v1/health").json()
    assert set(document) == {"status", "version", "tables", "loop"} and document["status"] == "ok"
    assert set(document["loop"]) == {"now", "worst", "freezes"}
    assert all(isinstance(value, int) and value >= 0 for value in document["loop"].values())


def test_a_session_is_looked_up_however_much_else_there_is_to_do() -> None:
    """Whatever fills the threads of all other work, who asks is known."""

    async def ask() -> tuple[Any, int]:
        loop, may_end, ended = asyncio.get_running_loop(), Event(), list[int]()

        def waits() -> None:
            may_end.wait(60)
            ended.append(1)

        others = [loop.run_in_executor(None, waits) for _ in range(100)]
        store = SimpleNamespace(
            people=SimpleNamespace(who_has=lambda token, _: f"owner of {token}")
        )
        state = SimpleNamespace(hub=SimpleNamespace(store=store), sessions=ThreadPoolExecutor(1))
        connection = SimpleNamespace(
            app=SimpleNamespace(state=state),
            headers={"authorization": "Bearer t"},
            cookies={},
            client=SimpleNamespace(host="127.0.0.1"),
        )
        try:
            async with asyncio.timeout(30):
                person = await who_asks(cast(HTTPConnection, connection))
            return person, len(ended)
        finally:
            may_end.set()
            await asyncio.gather(*others)

    assert done(ask()) == ("owner of t", 0)
