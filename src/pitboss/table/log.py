"""The log of a table: every event, each entry carrying the hash of the one before it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any, Final

import msgspec

from pitboss.money import Odds
from pitboss.table.events import AnyEvent, Event

START: Final = bytes(32)
"""The hash before the first entry."""

_FRESH = sha256()
_encode = msgspec.json.Encoder(order="deterministic").encode
_decode: msgspec.json.Decoder[Event] = msgspec.json.Decoder(AnyEvent)


class Entry(msgspec.Struct, frozen=True):
    """One line of a log: its number, the event, and the hash of everything up to it."""

    n: int
    event: msgspec.Raw
    hash: str


class BadLog(ValueError):
    """A log that cannot be read or does not hold; names the entry."""

    def __init__(self, entry: int, wrong: str) -> None:
        self.entry = entry
        super().__init__(f"entry {entry}: {wrong}")


def digest(before: bytes, event: bytes) -> bytes:
    """The hash of an entry: of the hash before it and the event as written."""
    return sha256(before + event).digest()


class Log:
    """Events in order, hash-chained as they are appended."""

    __slots__ = ("_hash", "_sink", "events", "length", "lines")

    def __init__(self, *, keep: bool = True) -> None:
        self.events: list[Event] = []
        self.lines: list[bytes] | None = [] if keep else None
        self.length = 0
        self._hash = START

    @property
    def hash(self) -> str:
        """The hash of the last entry, which stands for the whole log."""
        return self._hash.hex()

    def append(self, events: Iterable[Event]) -> None:
        """These events have happened, in this order."""
        events, before = tuple(events), self._hash
        fresh = _FRESH.copy  # copying an empty hash takes half the time of making one
        written = [_encode(event) for event in events]
        for line in written:
            hashed = fresh()
            hashed.update(before + line)
            before = hashed.digest()
        self._hash = before
        self.length += len(written)
        if self.lines is not None:
            self.events += events
            self.lines += written

    def entries(self) -> Iterator[bytes]:
        """The log as lines of JSON."""
        before = START
        for n, written in enumerate(self.lines or (), 1):
            before = digest(before, written)
            yield b'{"n":%d,"event":%s,"hash":"%s"}' % (n, written, before.hex().encode())

    def write(self) -> bytes:
        """The whole log, one entry a line, and a last line that seals it against being cut off."""
        if self.lines is None:
            return b""
        seal = b'{"entries":%d,"hash":"%s"}' % (self.length, self.hash.encode())
        return b"".join(line + b"\n" for line in (*self.entries(), seal))

    def round(self, number: int) -> tuple[Event, ...]:
        """The events of the round with that number."""
        rounds: list[list[Event]] = [[]]
        for event in self.events:
            rounds[-1].append(event)
            if type(event).__name__ == "RoundClosed":
                rounds.append([])
        return tuple(rounds[number - 1]) if 0 < number <= len(rounds) else ()


class Seal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last line of a log: how many entries there are, and the hash of the last."""

    entries: int
    hash: str


_read_entry = msgspec.json.Decoder(Entry).decode
_read_seal = msgspec.json.Decoder(Seal).decode


def read(lines: Iterable[bytes]) -> Iterator[Event]:
    """The events of a log, each hash checked; raises ``BadLog`` at the first that does not hold."""
    before, n = START, 0
    seal: Seal | None = None
    for line in lines:
        if not line.strip():
            continue
        if seal is not None:
            raise BadLog(n + 1, "something follows the seal of the log")
        if line.startswith(b'{"entries"'):
            seal = _checked_seal(line, n, before)
            continue
        n += 1
        try:
            entry = _read_entry(line)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise BadLog(n, f"this is no entry of a log: {error}") from None
        if entry.n != n:
            raise BadLog(n, f"the entry says it is number {entry.n}; one is missing or misplaced")
        before = digest(before, bytes(entry.event))
        if before.hex() != entry.hash:
            raise BadLog(n, "the hash does not fit: the entry or one before it was changed")
        try:
            yield _decode.decode(entry.event)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise BadLog(n, f"this is no event of ours: {error}") from None
    if seal is None:
        raise BadLog(n + 1, "the log ends without its seal: it was cut off")


def _checked_seal(line: bytes, entries: int, last: bytes) -> Seal:
    try:
        seal = _read_seal(line)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BadLog(entries + 1, f"this is no seal of a log: {error}") from None
    if (seal.entries, seal.hash) != (entries, last.hex()):
        raise BadLog(entries + 1, f"the seal speaks of {seal.entries} entries and another hash")
    return seal


def plain(value: Any) -> Any:
    """A setting as it can be written into a log."""
    if isinstance(value, Odds):
        return f"{value.pays}:{value.per}"
    if isinstance(value, bool | int | str) or value is None:
        return value
    if isinstance(value, dict):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [plain(v) for v in value]
    return str(value)
