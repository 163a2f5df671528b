"""Who people are: the badges of staff and bots, and the present names of former guests."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from pitboss.store.people import GUEST, People
from pitboss.table.evolve.changes import HOUSE
from pitboss.web.live.bots import is_bot

_GUEST: Final = re.compile(rf"{GUEST}[0-9]{{6}}(?![0-9])")
_GUEST_BYTES: Final = re.compile(_GUEST.pattern.encode())


class KnownPeople:
    """Staff and renamed guests, refreshed whenever a role, a name or a session changes.

    Logs and ledgers keep the name under which something was done, since hashes cover it. Whatever
    is shown of them has the present name: no one else ever has a guest's name.
    """

    def __init__(self, people: People) -> None:
        self._people = people
        self._former: dict[str, str] = {}
        self._former_bytes: dict[bytes, bytes] = {}
        self._staff: dict[str, str] = {}
        self.staff: Mapping[str, str] = MappingProxyType(self._staff)

    async def refresh(self) -> None:
        """Read staff and former names from the store."""
        staff = await asyncio.to_thread(self._people.staff)
        self._staff.clear()
        self._staff.update(staff)
        self._former = await asyncio.to_thread(self._people.former_names)
        # A name has no character that JSON escapes.
        self._former_bytes = {old.encode(): new.encode() for old, new in self._former.items()}

    def text(self, text: str) -> str:
        """A text with present names in place of former ones."""
        if not self._former:
            return text
        return _GUEST.sub(lambda match: self._former.get(match[0], match[0]), text)

    def body(self, body: bytes) -> bytes:
        """A JSON document with present names in place of former ones."""
        if not self._former:
            return body
        return _GUEST_BYTES.sub(lambda match: self._former_bytes.get(match[0], match[0]), body)

    def badges(self, names: Iterable[str | None]) -> dict[str, str]:
        """The badges of those of these who are staff, bots or the house."""
        return badges(self.staff, names)


def badges(staff: Mapping[str, str], names: Iterable[str | None]) -> dict[str, str]:
    """What to show beside a name that is not a player's: bot, house or the role."""
    result: dict[str, str] = {}
    for name in names:
        if name is None:
            continue
        if name in staff:
            result[name] = staff[name].replace("_", " ")
        elif is_bot(name):
            result[name] = "bot"
        elif name == HOUSE:
            result[name] = "house"
    return result
