"""The open streams; each ends with its session, in whichever process that ends."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from logging import Logger
from typing import Final

from pitboss.store.people import People, hashed
from pitboss.store.records import Person
from pitboss.web.http.limits import ServerLimits
from pitboss.web.pit.known_people import KnownPeople
from pitboss.web.wire.streams import Stream

LOOK: Final = 0.3
"""Seconds between checks for ended sessions and changed roles."""

LOOK_AT_ALL: Final = 60.0
"""Seconds between checks of every session, for those idle too long."""


class Visitors:
    """Every stream of this process, by person, address and session."""

    def __init__(
        self, people: People, limits: ServerLimits, log: Logger, known: KnownPeople | None = None
    ) -> None:
        self._people, self._limits, self._log = people, limits, log
        self._known = known or KnownPeople(people)
        self._streams: dict[Stream, str] = {}
        self._of: Counter[str] = Counter()
        self._from: Counter[str] = Counter()
        self._changes = -1

    def refused(self, person: Person, address: str, at_table: int) -> str | None:
        """Why a person may not open another stream, if so."""
        limits = self._limits
        if self._of[person.id] >= limits.streams_each:
            return f"you already have {limits.streams_each} streams open, the maximum"
        if self._from[address] >= limits.streams_from:
            return f"your address already has {limits.streams_from} streams open, the maximum"
        if at_table >= limits.streams_at:
            return f"{limits.streams_at} people are already connected to this table, the maximum"
        return None

    @contextmanager
    def comes(self, stream: Stream, address: str) -> Iterator[None]:
        """Count a stream as open within this context."""
        self._streams[stream] = address
        self._of[stream.person.id] += 1
        self._from[address] += 1
        try:
            yield
        finally:
            del self._streams[stream]
            for counted, key in ((self._of, stream.person.id), (self._from, address)):
                counted[key] -= 1
                if not counted[key]:
                    del counted[key]

    def session_ended(self, token: str) -> None:
        """End the streams of a session that has ended here."""
        session = hashed(token)
        for stream in [one for one in self._streams if one.session == session]:
            _end(stream)

    async def keep(self) -> None:
        """End streams with their sessions until cancelled."""
        looked = time.monotonic()
        while True:
            await asyncio.sleep(LOOK)
            try:
                changes = await asyncio.to_thread(self._people.changes)
                is_long_ago = time.monotonic() - looked > LOOK_AT_ALL
                if is_long_ago:
                    await self._note_who_spoke()
                if changes != self._changes or is_long_ago:
                    looked = time.monotonic()
                    await self.look_at_all()
                    self._changes = changes
            except Exception as error:
                self._log.error("the database is not responding: %s", error)

    async def _note_who_spoke(self) -> None:
        """Refresh the sessions of everyone active on a stream since the last call."""
        spoke = {stream.session for stream in self._streams if stream.has_spoken}
        for stream in self._streams:
            stream.has_spoken = False
        if spoke:
            await asyncio.to_thread(self._people.stay, spoke)

    async def look_at_all(self) -> None:
        """End every stream whose session is over, and update the role of every other."""
        await self._known.refresh()
        sessions = {stream.session for stream in self._streams}
        now = await asyncio.to_thread(self._people.who_have, sessions)
        for stream in tuple(self._streams):
            if stream.session not in sessions:
                continue  # it came while we asked
            person = now.get(stream.session)
            if person is None:
                _end(stream)
            elif person != stream.person:
                stream.person = person


def _end(stream: Stream) -> None:
    stream.drop(4401, "your session has ended; sign in again")
