"""A connection between a server process and its PostgreSQL that can be cut and restored."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from typing import Self
from urllib.parse import urlsplit, urlunsplit


class Cable:
    """Forwards data both ways; while cut, nothing gets through and neither side is notified."""

    def __init__(self, url: str) -> None:
        self._to = urlsplit(url)
        self._loop = asyncio.new_event_loop()
        self._whole: asyncio.Event | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._up = threading.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self.url = ""

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._listen())
        self._loop.run_forever()
        self._loop.run_until_complete(self._end())
        self._loop.close()

    async def _listen(self) -> None:
        self._whole = asyncio.Event()
        self._whole.set()
        self._server = await asyncio.start_server(self._joined, "127.0.0.1", 0)
        port = self._server.sockets[0].getsockname()[1]
        user = f"{self._to.username}@" if self._to.username else ""
        self.url = urlunsplit(self._to._replace(netloc=f"{user}127.0.0.1:{port}"))
        self._up.set()

    async def _end(self) -> None:
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _joined(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None and self._whole is not None
        self._tasks.add(task)
        far_writer = None
        try:
            await self._whole.wait()
            far_reader, far_writer = await asyncio.open_connection(self._to.hostname, self._to.port)
            ways = {
                asyncio.ensure_future(self._pass(reader, far_writer)),
                asyncio.ensure_future(self._pass(far_reader, writer)),
            }
            try:
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for way in ways:
                    way.cancel()
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            for one in (writer, far_writer):
                if one is not None:
                    one.close()
            self._tasks.discard(task)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        assert self._whole is not None
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                await self._whole.wait()
                writer.write(data)
                await writer.drain()

    def cut(self) -> None:
        """Cut the connection."""
        assert self._whole is not None
        self._loop.call_soon_threadsafe(self._whole.clear)

    def mend(self) -> None:
        """Restore it: everything sent meanwhile gets through, and all that follows."""
        assert self._whole is not None
        self._loop.call_soon_threadsafe(self._whole.set)

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._up.wait(10)
        return self

    def __exit__(self, *_: object) -> None:
        self.mend()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
