"""A client's messages are answered in order, whichever path they take."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import pytest
from starlette.websockets import WebSocket

from pitboss.store.records import Person
from pitboss.web.http.limits import Rate, RateBucket
from pitboss.web.live import commands as c
from pitboss.web.live.actor import Actor
from pitboss.web.wire.frames import HearAtOnce
from pitboss.web.wire.masking import StoredStep
from pitboss.web.wire.streams import Pace, Stream, serve_stream
from pitboss.web.wire.views import TableSnapshot
from tests.web.inside import hub_on, soon, table_in
from tests.web.looping import done

PING, RESUME = '{"type":"ping"}', '{"type":"resume","after":0}'


class Line:
    """A connection with a fast path; records what it receives."""

    def __init__(self) -> None:
        self.told: list[dict[str, Any]] = []
        self.hear_at_once: HearAtOnce | None = None
        self.scope = {"extensions": {"pitboss.at_once": self}}
        self._queue: asyncio.Queue[dict[str, str]] = asyncio.Queue()

    @property
    def kinds(self) -> list[str]:
        return [message["type"] for message in self.told]

    def write_at_once(self, message: bytes) -> bool:
        self.told.append(json.loads(message))
        return True

    def say(self, text: str) -> bool:
        """Send a message on the fast path; returns whether it was handled."""
        assert self.hear_at_once is not None
        return self.hear_at_once(text)

    def say_through_the_layers(self, text: str) -> None:
        self._queue.put_nowait({"type": "websocket.receive", "text": text})

    async def receive(self) -> dict[str, str]:
        return await self._queue.get()


@asynccontextmanager
async def at_a_table(path: Path) -> AsyncIterator[tuple[Line, Actor, Person]]:
    async with hub_on(f"sqlite:///{path / 'house.sqlite3'}") as hub:
        ada = hub.store.people.welcome_guest(money=1000_00)
        actor = await table_in(hub, "classic")
        line, bucket = Line(), RateBucket(Rate(at_once=100, a_second=100))
        socket, pace = cast(WebSocket, line), Pace(bucket, bucket)
        serving = asyncio.create_task(serve_stream(Stream(socket, ada), socket, actor, pace))
        await soon(lambda: line.hear_at_once)
        await soon(lambda: actor.live.state.shoe.burned)  # after the last step before bets
        await soon(lambda: actor.look().sequence == actor.live.sequence)
        line.told.clear()
        yield line, actor, ada
        serving.cancel()
        await asyncio.wait((serving,))
        assert line.hear_at_once is None


def command(key: str, **message: Any) -> str:
    return json.dumps({"type": "command", "key": key, "command": message})


def test_what_comes_later_waits_for_what_is_looked_up(tmp_path: Path) -> None:
    async def play() -> None:
        async with at_a_table(tmp_path) as (line, _, _):
            assert line.say(PING) and line.kinds == ["pong"]
            assert line.say(RESUME)
            assert not line.say(PING)  # so that it takes the usual path
            line.say_through_the_layers(PING)
            assert line.kinds == ["pong"]
            await soon(lambda: len(line.kinds) == 3)
            assert line.kinds == ["pong", "events", "pong"]
            assert line.say(PING)

    done(play())


def test_nothing_overtakes_what_came_through_the_layers(tmp_path: Path) -> None:
    async def play() -> None:
        async with at_a_table(tmp_path) as (line, _, _):
            line.say_through_the_layers(RESUME)
            await asyncio.sleep(0)
            assert not line.say(PING) and line.kinds == []
            await soon(lambda: line.kinds)
            assert line.kinds == ["events"]
            await asyncio.sleep(0)
            assert line.say(PING)

    done(play())


def test_a_key_is_used_once_past_the_layers_too(tmp_path: Path) -> None:
    async def play() -> None:
        async with at_a_table(tmp_path) as (line, actor, ada):
            before = actor.live.sequence
            sit = command("k", type="sit", box=1)
            assert line.say(sit) and line.say(sit)
            line.say_through_the_layers(command("k", type="sit", box=2))
            await soon(lambda: len(line.kinds) == 4)
            first, second, third = [
                document for document in line.told if document["type"] != "events"
            ]
            assert first["type"] == second["type"] == "ack"
            assert first["sequence"] == second["sequence"] == actor.live.sequence > before
            assert third["type"] == "refused" and "used for a different" in third["why"]
            assert actor.live.state.seats == {1: ada.name}

    done(play())


def test_who_plays_here_is_told_what_only_they_may_know(tmp_path: Path) -> None:
    """The private part is sent only if it has changed."""

    async def play() -> None:
        async with at_a_table(tmp_path) as (line, actor, ada):
            bob = actor.hub.store.people.welcome_guest(money=1000_00)
            assert (await actor.command(bob, "1", c.command("sit", box=2))).is_accepted
            assert "you" not in line.told[-1]["state"]
            assert (await actor.command(ada, "2", c.command("sit", box=1))).is_accepted
            assert line.told[-1]["state"]["you"]["boxes"] == [1]
            least = actor.live.rules.limits.minimum.value
            assert (
                await actor.command(ada, "3", c.command("bet", box=1, amount=least))
            ).is_accepted
            assert line.told[-1]["state"]["you"]["balance"] == 1000_00 - least
            assert (await actor.command(ada, "4", c.command("withdraw", box=1))).is_accepted
            assert line.told[-1]["state"]["you"]["balance"] == 1000_00
            assert (await actor.command(ada, "5", c.command("leave", box=1))).is_accepted
            assert line.told[-1]["state"]["you"]["boxes"] == []  # as in the beginning

    done(play())


def test_what_is_durable_is_acknowledged_even_if_it_cannot_be_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_actor: Actor, _look: TableSnapshot, _happened: list[StoredStep]) -> None:
        raise ValueError

    async def play() -> None:
        async with at_a_table(tmp_path) as (_, actor, ada):
            hub = actor.hub
            with monkeypatch.context() as broken:
                broken.setattr(Actor, "_broadcast", fails)
                assert (await actor.command(ada, "k", c.command("sit", box=1))).is_accepted
            await soon(lambda: not hub.is_here(actor.id))
            again = await hub.actor(actor.id)
            assert again is not actor and again.live.state.seats == {1: ada.name}

    done(play())
