"""The log of a table: every event, each entry carrying the hash of the one before it.

The chain is blinded (``docs/explanation/chain.md``): an entry's hash covers the hash before it, its
number, the actor, the time, and the public part of the event, in which a commitment replaces every
card that is not public.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Any, Final, NamedTuple

import msgspec

from pitboss.money import Odds
from pitboss.table.events import AnyEvent, Event
from pitboss.table.hiding import (
    HIDES,
    MAY_HIDE,
    NONCE_BYTES,
    Nonces,
    commitment,
    fresh_nonce,
    hidden_in,
    public_part,
    sealed_in,
)
from pitboss.table.run import TableStep

START: Final = bytes(32)
"""The hash before the first entry."""

VERSION: Final = 3
"""The version of the chain: the only one that is written and read."""

read_event: Final[Callable[[bytes | str], Event]] = msgspec.json.Decoder(AnyEvent).decode
"""Read an event as it is written to a log."""

_FRESH = sha256()
_encode = msgspec.json.Encoder(order="sorted").encode
_NOBODY: Final = _encode("")


class LogLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of a log: its number, the event, and the hash of everything up to it."""

    n: int
    event: msgspec.Raw
    hash: str
    v: int = 1
    """The version of the chain, which the first one did not state"""
    actor: str = ""
    at: int = 0
    nonce: str | None = None


class BadLog(ValueError):
    """Raised for a log that cannot be read or verified; names the entry."""

    def __init__(self, entry: int, wrong: str) -> None:
        self.entry = entry
        super().__init__(f"entry {entry}: {wrong}")


class WrittenEvent(NamedTuple):
    """An event as written to a log: the whole of it, its public part, and any nonce."""

    event: bytes
    public: bytes
    nonce: str = ""
    sealed: str = ""


def write_event(event: Event, nonces: Nonces = fresh_nonce) -> WrittenEvent:
    """Write an event, with a fresh nonce if it has a hidden part."""
    line = _encode(event)
    hidden = hidden_in(event) if type(event) in MAY_HIDE else None
    if hidden is None:
        return WrittenEvent(line, line)
    nonce = nonces()
    sealed = commitment(nonce, hidden)
    return WrittenEvent(line, _encode(public_part(event, sealed)), nonce.hex(), sealed)


def link(before: bytes, n: int, actor: str, at: int, public: bytes) -> bytes:
    """The hash of an entry; ``at`` is in whole microseconds since 1970."""
    who = _encode(actor) if actor else _NOBODY
    return sha256(b"%s%d\n%s\n%d\n%s" % (before, n, who, at, public)).digest()


def chain(before: bytes, n: int, actor: str, at: int, event: Event) -> tuple[WrittenEvent, bytes]:
    """An event as written, with a fresh nonce if it has a hidden part, and its hash."""
    line = write_event(event)
    return line, link(before, n, actor, at, line.public)


def public_bytes(event: bytes, nonce: str) -> bytes:
    """The public part of an event as written; ``ValueError`` if it has none.

    An event that is already its public part is returned as it is.
    """
    given_event = read_event(event)
    if type(given_event) not in MAY_HIDE or sealed_in(given_event) is not None:
        if nonce:
            raise ValueError("it has a nonce, but no card for it to open")
        return event
    hidden = hidden_in(given_event)
    if hidden is None:
        if nonce:
            raise ValueError("it has a nonce, but nothing is hidden")
        return event
    known = bytes.fromhex(nonce)
    if len(known) != NONCE_BYTES or known.hex() != nonce or _encode(given_event) != event:
        raise ValueError("the nonce of a hidden card is missing or malformed")
    return _encode(public_part(given_event, commitment(known, hidden)))


def step(before: bytes, n: int, actor: str, at: int, event: bytes, nonce: str, v: int) -> bytes:
    """The hash of an entry as it is stored; ``ValueError`` if it cannot have one."""
    if (wrong := wrong_version(v)) is not None:
        raise ValueError(wrong)
    return link(before, n, actor, at, public_bytes(event, nonce))


def wrong_version(v: int) -> str | None:
    """Why an entry of this version is not read, or None."""
    if v == VERSION:
        return None
    return f"an entry of version {v}: this pitboss reads version {VERSION}"


def entry_line(
    n: int, event: bytes, hash: str, *, actor: str, at: int, nonce: str, v: int
) -> bytes:
    """One entry as a line of JSON, without its end."""
    opens = b',"nonce":"%s"' % nonce.encode() if nonce else b""
    message = (v, n, _encode(actor), at, event, opens, hash.encode())
    return b'{"v":%d,"n":%d,"actor":%s,"at":%d,"event":%s%s,"hash":"%s"}' % message


def seal_line(entries: int, hash: str) -> bytes:
    """The last line of a log, by which a truncated log is detected."""
    return b'{"entries":%d,"hash":"%s"}' % (entries, hash.encode())


class LogEnd(NamedTuple):
    """The end of a log: how many events, steps and lines it holds, its length, and its hash."""

    events: int
    steps: int
    lines: int | None
    length: int
    hash: bytes


class Log:
    """Events in order, hash-chained as they are appended.

    ``chained`` is off if the caller takes the steps and chains them: a server, which records the
    actor and the time.
    """

    __slots__ = ("_hash", "_nonces", "chained", "events", "length", "lines", "opens", "steps")

    def __init__(
        self, *, keep: bool = True, nonces: Nonces = fresh_nonce, chained: bool = True
    ) -> None:
        self.events: list[Event] = []
        self.steps: list[TableStep] = []
        """The steps that the caller has not taken yet, if it is the one that chains them"""
        self.lines: list[bytes] | None = [] if keep else None
        self.opens: dict[int, str] = {}
        """The nonce of each entry that has a hidden part."""
        self.length = 0
        self.chained = chained
        self._nonces = nonces
        self._hash = START

    @property
    def hash(self) -> str:
        """The hash of the last entry, which covers the whole log."""
        return self._hash.hex()

    def hold(self, steps: Sequence[TableStep]) -> None:
        """Hold these steps until the caller takes them, and chains them."""
        self.length += len(steps)
        self.steps += steps

    def append(self, events: Iterable[Event]) -> None:
        """Append these events, in this order."""
        events, before, n = tuple(events), self._hash, self.length
        fresh = _FRESH.copy  # copying an empty hash takes half the time of making one
        written = []
        for event in events:
            n += 1
            line = public = _encode(event)
            hides = HIDES.get(type(event))
            if hides is not None and (hidden := hides(event)) is not None:
                nonce = self._nonces()
                public = _encode(public_part(event, commitment(nonce, hidden)))
                if self.lines is not None:
                    self.opens[n] = nonce.hex()
            hashed = fresh()
            hashed.update(b'%s%d\n""\n0\n%s' % (before, n, public))
            before = hashed.digest()
            written.append(line)
        self._hash, self.length = before, n
        if self.lines is not None:
            self.events += events
            self.lines += written

    def mark(self) -> LogEnd:
        """Where the log ends now."""
        lines = None if self.lines is None else len(self.lines)
        return LogEnd(len(self.events), len(self.steps), lines, self.length, self._hash)

    def back_to(self, mark: LogEnd) -> None:
        """Drop every entry after the mark."""
        del self.events[mark.events :]
        del self.steps[mark.steps :]
        if self.lines is not None:
            del self.lines[mark.lines :]
        for n in range(mark.length + 1, self.length + 1):
            self.opens.pop(n, None)
        self.length, self._hash = mark.length, mark.hash

    def entries(self) -> Iterator[bytes]:
        """The log as lines of JSON."""
        before = START
        for n, written in enumerate(self.lines or (), 1):
            nonce = self.opens.get(n, "")
            before = step(before, n, "", 0, written, nonce, VERSION)
            yield entry_line(n, written, before.hex(), actor="", at=0, nonce=nonce, v=VERSION)

    def write(self) -> bytes:
        """The whole log, one entry per line, with its closing seal."""
        if self.lines is None:
            return b""
        seal = seal_line(self.length, self.hash)
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
    """The last line of a log: the number of entries, and the hash of the last."""

    entries: int
    hash: str


class ReadEntry(NamedTuple):
    """An entry with a verified hash; a closed one has a card that is still hidden."""

    event: Event
    is_closed: bool


_read_entry = msgspec.json.Decoder(LogLine).decode
_read_seal = msgspec.json.Decoder(Seal).decode


def read(lines: Iterable[bytes]) -> Iterator[Event]:
    """The events of a log; raises ``BadLog`` at the first entry whose hash is wrong."""
    return (entry.event for entry in read_entries(lines))


def read_entries(lines: Iterable[bytes]) -> Iterator[ReadEntry]:
    """The entries of a log; raises ``BadLog`` at the first that cannot be verified."""
    before, n = START, 0
    seal: Seal | None = None
    for line in lines:
        if not line.strip():
            continue
        if seal is not None:
            raise BadLog(n + 1, "the log continues after its seal")
        if line.startswith(b'{"entries"'):
            seal = _checked_seal(line, n, before)
            continue
        n += 1
        try:
            entry = _read_entry(line)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise BadLog(n, f"not a log entry: {error}") from None
        if (wrong := wrong_version(entry.v)) is not None:
            raise BadLog(n, wrong)
        if entry.n != n:
            raise BadLog(n, f"it has number {entry.n}: an entry is missing or misplaced")
        before, event = _checked(before, entry)
        yield ReadEntry(event, sealed_in(event) is not None)
    if seal is None:
        raise BadLog(n + 1, "the log has no closing seal: it was truncated")


def _checked(before: bytes, entry: LogLine) -> tuple[bytes, Event]:
    """The hash of an entry, verified against the one it states, and its event."""
    n, raw = entry.n, bytes(entry.event)
    try:
        event = read_event(raw)
        if entry.nonce is None and type(event) not in MAY_HIDE:
            hashed = link(before, n, entry.actor, entry.at, raw)
        else:
            nonce = entry.nonce or ""
            hashed = step(before, n, entry.actor, entry.at, raw, nonce, entry.v)
    except (msgspec.MsgspecError, UnicodeDecodeError, ValueError) as error:
        raise BadLog(n, f"not a known event: {error}") from None
    if hashed.hex() != entry.hash:
        raise BadLog(n, "hash mismatch: this entry or an earlier one was changed")
    return hashed, event


def _checked_seal(line: bytes, entries: int, last: bytes) -> Seal:
    try:
        seal = _read_seal(line)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BadLog(entries + 1, f"not a log seal: {error}") from None
    if (seal.entries, seal.hash) != (entries, last.hex()):
        raise BadLog(entries + 1, f"the seal is for {seal.entries} entries and another hash")
    return seal


def plain(value: Any) -> Any:
    """A setting as it is written to a log."""
    if isinstance(value, Odds):
        return f"{value.pays}:{value.per}"
    if isinstance(value, bool | int | str) or value is None:
        return value
    if isinstance(value, dict):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [plain(v) for v in value]
    return str(value)
