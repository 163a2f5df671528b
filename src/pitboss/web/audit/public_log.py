"""The public log of a table: ended shoes are open, hidden cards stay commitments."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.store.records import StoredEvent, TableInfo
from pitboss.store.store import Store
from pitboss.table import events as e
from pitboss.table.log import entry_line, public_bytes, read_event, seal_line


def open_upto(store: Store, info: TableInfo) -> int:
    """The last entry before the oldest shoe in play: up to it, everything is open.

    A shoe ends when its secret is published or, with real cards, when they have been shuffled again
    and the round has ended, or when the table has closed.
    """
    table = info.id
    if info.cards == "called":
        if info.status == "closed":
            return info.sequence
        ended = store.rounds(table, last=1)
        shuffled = store.numbers_of(table, "CardsShuffled", upto=ended[0].last if ended else 0)
        return shuffled[-1] if shuffled else 0
    sealed: dict[int, int] = {}
    last = 0
    for entry in store.entries_of(table, "ShoeSealed", "ShoeRevealed"):
        event = read_event(entry.event)
        if isinstance(event, e.ShoeSealed):
            sealed[event.shoe] = entry.n
        elif isinstance(event, e.ShoeRevealed):
            sealed.pop(event.shoe, None)
            last = entry.n
    return min(sealed.values()) if sealed else last


def public_pages(
    store: Store, info: TableInfo, *, most: int, end: int | None = None
) -> Iterator[bytes]:
    """The public log of a table in pages of at most ``most`` lines, sealed at its end.

    It has every entry, or those up to ``end``.
    """
    # What is open is asked at once, before the first page is sent.
    upto, end = open_upto(store, info), info.sequence if end is None else end
    return _pages(store, info, upto, end, most)


def _pages(store: Store, info: TableInfo, upto: int, end: int, most: int) -> Iterator[bytes]:
    number, last = 0, ""
    while True:
        entries = store.entries(info.id, after=number, upto=end, most=most)
        lines = [_public_line(entry, is_open=entry.n <= upto) + b"\n" for entry in entries]
        if entries:
            number, last = entries[-1].n, entries[-1].hash
        is_last = len(entries) < most
        yield b"".join(lines) + (seal_line(number, last) + b"\n" if is_last else b"")
        if is_last:
            return


def _public_line(one: StoredEvent, *, is_open: bool) -> bytes:
    event, nonce = one.event.encode(), one.nonce
    if nonce and not is_open:
        event, nonce = public_bytes(event, nonce), ""
    at, v = one.microseconds, one.version
    return entry_line(one.n, event, one.hash, actor=one.actor, at=at, nonce=nonce, v=v)
