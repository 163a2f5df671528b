"""Frames on the fast path are those the usual path would write, in the same order."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest
from starlette.websockets import WebSocket
from websockets.frames import Frame, Opcode

from pitboss.store.records import Person
from pitboss.web.wire.frames import text_frame
from pitboss.web.wire.streams import MOST_WAITING, Stream
from tests.web.looping import done

ADA = Person("1", "Ada", "player", True)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 70_000])
def test_a_frame_is_what_the_library_makes(size: int) -> None:
    message = b"x" * size
    assert text_frame(message) == Frame(Opcode.TEXT, message).serialize(mask=False)


class Reader:
    """A connection whose reader may be slow; records what is sent, and on which path."""

    def __init__(self, *, at_once: bool = True) -> None:
        self.sent: list[str] = []
        self.is_fast = True
        self.let = asyncio.Event()
        self.let.set()
        extensions = {"pitboss.at_once": self} if at_once else {}
        self.scope: dict[str, Any] = {"extensions": extensions}

    def write_at_once(self, message: bytes) -> bool:
        if self.is_fast:
            self.sent.append(f"{message.decode()} at once")
        return self.is_fast

    def drop(self, code: int, why: str) -> None:
        self.sent.append(f"dropped {code}")

    async def send_text(self, message: str) -> None:
        await self.let.wait()
        self.sent.append(message)

    async def close(self, code: int, why: str) -> None:
        self.sent.append(f"{code}")


def test_messages_keep_their_order_whichever_way_they_go() -> None:
    async def play() -> list[str]:
        reader = Reader()
        stream = Stream(cast(WebSocket, reader), ADA)
        writer = asyncio.create_task(stream.write())
        stream.send(b"1")
        reader.is_fast = False
        reader.let.clear()
        stream.send(b"2")
        await asyncio.sleep(0)
        reader.is_fast = True  # but the second is still on its way
        stream.send(b"3")
        await asyncio.sleep(0)
        reader.let.set()
        while len(reader.sent) < 3:
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        stream.send(b"4")
        writer.cancel()
        return reader.sent

    assert done(play()) == ["1 at once", "2", "3", "4 at once"]


def test_who_reads_too_slowly_is_disconnected() -> None:
    async def play() -> list[str]:
        reader = Reader(at_once=False)
        stream = Stream(cast(WebSocket, reader), ADA)
        for number in range(MOST_WAITING + 5):
            stream.send(b"%d" % number)
        await stream.write()
        return reader.sent

    sent = done(play())
    assert sent[:MOST_WAITING] == [str(n) for n in range(MOST_WAITING)]
    assert sent[MOST_WAITING:] == ["1013"]


def test_who_does_not_read_at_all_is_dropped_before_the_rest_is_sent() -> None:
    async def play() -> list[str]:
        reader = Reader()
        reader.is_fast = False
        stream = Stream(cast(WebSocket, reader), ADA)
        for number in range(MOST_WAITING + 5):
            stream.send(b"%d" % number)
        return reader.sent

    assert done(play()) == ["dropped 1013"]
