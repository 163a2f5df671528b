"""Histories of whole logs, as JSON Lines: the opening, a line for each round, and the seal.

A history of a whole log reproduces it byte for byte: its events follow from the lines, and each
round's line also carries what else the hashes cover (who sent an event, when, and the nonces of
hidden cards).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

import msgspec

from pitboss.documents import BadDocument, check_json
from pitboss.table import events as e
from pitboss.table.hiding import MAY_HIDE, commitment, hidden_in, public_part
from pitboss.table.log import (
    START,
    VERSION,
    BadLog,
    LogLine,
    entry_line,
    link,
    read_entries,
    read_event,
    seal_line,
)
from pitboss.table.log_verifier import opened

from .course import Course
from .notation import FORMAT, BadHistory, Names, cents, money
from .rounds import Round, SettledWager, rounds_of

_encode = msgspec.json.Encoder(order="sorted").encode


class Logged(NamedTuple):
    """An entry of a log: the event, who sent it and when, and the nonce of a hidden card."""

    event: e.Event
    actor: str = ""
    at: int = 0
    nonce: str = ""
    hash: str = ""
    """Its hash in the log it was read from"""


class History(NamedTuple):
    """A log rebuilt from a history."""

    entries: tuple[Logged, ...]
    rounds: int

    @property
    def events(self) -> tuple[e.Event, ...]:
        """The events of the log."""
        return tuple(entry.event for entry in self.entries)

    def write(self) -> bytes:
        """The log itself, one entry per line, with its seal."""
        lines, hash = chained(self.entries)
        return b"".join(line + b"\n" for line in (*lines, seal_line(len(lines), hash)))


def hashes(entries: Iterable[Logged]) -> Iterator[bytes]:
    """The hash of each entry of a log."""
    before = START
    for n, entry in enumerate(entries, 1):
        public = _encode(entry.event)
        hidden = hidden_in(entry.event) if type(entry.event) in MAY_HIDE else None
        if hidden is not None:
            sealed = commitment(bytes.fromhex(entry.nonce), hidden)
            public = _encode(public_part(entry.event, sealed))
        before = link(before, n, entry.actor, entry.at, public)
        yield before


def chained(entries: Sequence[Logged]) -> tuple[list[bytes], str]:
    """Entries as the lines of a log, and the hash of the last."""
    before, lines = START, []
    for n, (entry, hashed) in enumerate(zip(entries, hashes(entries), strict=True), 1):
        event, before = _encode(entry.event), hashed
        document = {"actor": entry.actor, "at": entry.at, "nonce": entry.nonce, "v": VERSION}
        lines.append(entry_line(n, event, before.hex(), **document))  # type: ignore[arg-type]
    return lines, before.hex()


def read_log(lines: Iterable[bytes]) -> tuple[Logged, ...]:
    """The entries of a log, each hash verified; raises ``BadLog``."""
    kept = [line for line in lines if line.strip()]
    entries: list[Logged] = []
    for line, read in zip(kept, read_entries(kept), strict=False):
        if read.is_closed:
            raise BadLog(len(entries) + 1, "a card is still hidden; reveal the shoe first")
        entry = msgspec.json.decode(line, type=LogLine)
        beside = (entry.actor, entry.at, entry.nonce or "", entry.hash)
        entries.append(Logged(read.event, *beside))
    return tuple(entries)


def write_history(entries: Sequence[Logged], *, results: bool = True) -> Iterator[str]:
    """A log as JSON Lines; with ``results`` also the result of every wager."""
    if not entries:
        raise BadHistory("the log is empty")
    first = entries[0]
    opening = {"format": FORMAT, "opened": json.loads(_encode(first.event)), **_beside([first])}
    yield _line(opening)
    at = 1
    for one in rounds_of([entry.event for entry in entries]):
        part = entries[at : at + one.entries]
        at += one.entries
        yield _line(_round(one, results=results) | _beside(part))
    yield _line({"entries": len(entries), "hash": chained(entries)[1]})


def _line(value: dict[str, Any]) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def _round(one: Round, *, results: bool) -> dict[str, Any]:
    line: dict[str, Any] = {"round": one.number, "players": one.players, "actions": one.actions}
    if not one.is_complete:
        line["complete"] = False
    if results:
        line["wagers"] = [_told(wager) for wager in one.wagers]
    return line


def _told(wager: SettledWager) -> list[str]:
    return [money(each) if isinstance(each, int) else each for each in wager]


def _beside(part: Sequence[Logged]) -> dict[str, Any]:
    """What the hashes cover beyond the events: senders and times in runs, and nonces."""
    document: dict[str, Any] = {}
    if any(entry.actor or entry.at for entry in part):
        runs = groupby(part, key=lambda entry: (entry.actor, entry.at))
        document["by"] = [[len(list(run)), actor, at] for (actor, at), run in runs]
    if nonces := [entry.nonce for entry in part if entry.nonce]:
        document["nonces"] = nonces
    return document


def read_history(lines: Iterable[str]) -> History:
    """The log rebuilt from a history; raises if a line is refused or the seal differs."""
    reader = _HistoryReader()
    for number, text in enumerate(lines, 1):
        if not text.strip():
            continue
        try:
            check_json(text)
            entry = json.loads(text)
            if not isinstance(entry, dict):
                raise BadHistory("it is not one JSON object")
            reader.read(entry)
        except (BadDocument, BadHistory, KeyError, TypeError, json.JSONDecodeError) as error:
            raise BadHistory(f"line {number}: {error}") from None
    if not reader.is_sealed:
        raise BadHistory("the history has no seal: it was truncated")
    return History(tuple(reader.entries), reader.rounds)


class _HistoryReader:
    """Reads a history line by line."""

    def __init__(self) -> None:
        self.course: Course | None = None
        self.entries: list[Logged] = []
        self.rounds = 0
        self.is_sealed = False

    def read(self, line: dict[str, Any]) -> None:
        """The opening, a round, or the seal."""
        if self.is_sealed:
            raise BadHistory("the history continues after its seal")
        if self.course is None:
            if line.get("format") != FORMAT:
                raise BadHistory(f"the format is {line.get('format')!r}, not {FORMAT!r}")
            first = read_event(json.dumps(line["opened"]))
            self.course = Course(opened(first))
            self.course.events.append(first)
            self._log(line, 0)
        elif "round" in line:
            self._round(line, self.course)
        else:
            self._seal(line)

    def _round(self, line: dict[str, Any], course: Course) -> None:
        before, names = len(course.events), Names(line["players"])
        for action in line["actions"]:
            course.read(action, names)
        if line.get("complete", True):
            course.finish()
        self.rounds += line.get("complete", True)
        self._log(line, before)

    def _log(self, line: dict[str, Any], before: int) -> None:
        assert self.course is not None
        part = self.course.events[before:]
        nonces = iter(line.get("nonces", ()))
        senders = [(actor, at) for many, actor, at in line.get("by", ()) for _ in range(many)]
        senders = senders or [("", 0)] * len(part)
        if len(senders) != len(part):
            raise BadHistory(f"it makes {len(part)} events but names {len(senders)} senders")
        for event, (actor, at) in zip(part, senders, strict=True):
            hides = type(event) in MAY_HIDE and hidden_in(event) is not None
            self.entries.append(Logged(event, actor, at, next(nonces, "") if hides else ""))

    def _seal(self, line: dict[str, Any]) -> None:
        many = len(self.entries)
        if line["entries"] != many:
            raise BadHistory(f"it makes {many} entries, not the {line['entries']} of the log")
        if "hash" in line and line["hash"] != chained(self.entries)[1]:
            raise BadHistory("it reproduces a different log from the one it was exported from")
        self.is_sealed = True


def nets(wagers: Iterable[SettledWager]) -> dict[str, int]:
    """What each player won in a round, in cents."""
    result: dict[str, int] = {}
    for wager in wagers:
        result[wager.player] = result.get(wager.player, 0) + wager.returned - wager.stake
    return result


__all__ = ["History", "Logged", "cents", "nets", "read_history", "read_log", "write_history"]
