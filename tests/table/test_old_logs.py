"""Logs written before some events were renamed are read, verified and continued as before."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from pitboss.audit import chain
from pitboss.cli.main import cli
from pitboss.table import events as e
from pitboss.table.log import VERSION, BadLog, entry_line, link, read, read_entries, seal_line
from pitboss.table.log_verifier import replay, verify
from pitboss.table.old_names import PRESENT_NAMES
from pitboss.table.words.transcript import transcript
from tests.golden import played

FOLDER = Path(__file__).parent / "old_logs"
LOGS = sorted(FOLDER.glob("*.jsonl"))
GOLDEN = (
    "rws/over-limit",
    "rws/drawn-together",
    "rws/dealing-error",
    "nz/reshuffle-missed",
)


def names_in(log: bytes) -> set[str]:
    return {json.loads(line)["event"]["event"] for line in log.splitlines()[:-1]}


def test_the_stored_logs_have_every_name_that_was_changed() -> None:
    written = {name for path in LOGS for name in names_in(path.read_bytes())}
    assert written >= {*PRESENT_NAMES}
    assert not written & {*PRESENT_NAMES.values()}


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_an_old_log_is_verified_by_the_command_and_by_the_independent_checker(path: Path) -> None:
    result = CliRunner().invoke(cli, ["verify", str(path)])
    assert result.exit_code == 0, result.output
    lines = path.read_bytes().splitlines()
    assert verify(lines).entries == len(lines) - 1
    assert chain.check(path.read_text("utf-8").splitlines()).entries == len(lines) - 1
    assert all(transcript(read(lines)))


@pytest.mark.parametrize("name", GOLDEN)
def test_an_old_log_leads_to_the_same_table(name: str) -> None:
    lines = (FOLDER / f"version-2-{name.replace('/', '-')}.jsonl").read_bytes().splitlines()
    table = played(name)
    assert [unanswered(event) for event in uncited(read(lines))] == uncited(table.log.events)
    assert replay(uncited(read(lines))) == replay(uncited(table.log.events))


def uncited(events: Iterable[e.Event]) -> list[e.Event]:
    """The events without their clauses, some of which the book now cites more precisely."""
    return [replace(_without_offers(event), under="") for event in events]


def _without_offers(event: e.Event) -> e.Event:
    if isinstance(event, e.CutOffered):
        return replace(event, offers=tuple((box, who, "") for box, who, _ in event.offers))
    return event


def unanswered(event: e.Event) -> e.Event:
    """An event of those rounds, in which nobody was asked to cut and every offer was "declined"."""
    if isinstance(event, e.CutDeclined):
        return e.CutUnanswered(player=event.player, under=event.under)
    return event


def changed(lines: list[bytes], change: Callable[[bytes], bytes]) -> list[bytes]:
    return [change(line) for line in lines]


@pytest.mark.parametrize("old, new", PRESENT_NAMES.items())
def test_a_name_changed_in_an_old_log_breaks_its_hash(old: str, new: str) -> None:
    path = next(p for p in LOGS if old in names_in(p.read_bytes()))
    lines = path.read_bytes().splitlines()
    now = changed(lines, lambda line: line.replace(f'"{old}"'.encode(), f'"{new}"'.encode()))
    first = next(n for n, (a, b) in enumerate(zip(lines, now, strict=True), 1) if a != b)
    assert verify(now).first_bad == first
    assert "hash" in (verify(now).problem or "")


def test_an_old_name_is_unknown_in_a_new_entry() -> None:
    event = b'{"box":1,"event":"CardAsked","hand":1,"under":"13.1(a)"}'
    for v, known in ((2, True), (VERSION, False)):
        hash = link(bytes(32), 1, "", 0, event).hex()
        line = entry_line(1, event, hash, actor="", at=0, nonce="", v=v)
        lines = [line, seal_line(1, hash)]
        if known:
            assert [one.event for one in read_entries(lines)] == [
                e.HandHit(box=1, hand=1, under="13.1(a)")
            ]
        else:
            with pytest.raises(BadLog, match="entry 1"):
                list(read_entries(lines))


def test_new_entries_may_follow_old_ones_but_not_the_other_way_round() -> None:
    table = played("rws/over-limit")
    lines, before, n = [], bytes(32), 0
    for n, written in enumerate(table.log.lines or (), 1):
        if table.log.opens.get(n):
            break
        v = 2 if n < 4 else VERSION
        before = link(before, n, "", 0, written)
        lines.append(entry_line(n, written, before.hex(), actor="", at=0, nonce="", v=v))
    lines.append(seal_line(len(lines), before.hex()))
    assert verify(lines).ok
    assert chain.check(line.decode() for line in lines).entries == len(lines) - 1
    mixed = [lines[0].replace(b'"v":2', b'"v":3'), *lines[1:]]
    assert verify(mixed).problem == "entry 2: an entry of version 2 after one of version 3"


def test_new_logs_are_written_in_the_present_version() -> None:
    log = played("rws/over-limit").log.write()
    assert {json.loads(line).get("v") for line in log.splitlines()[:-1]} == {3}
    assert not names_in(log) & {*PRESENT_NAMES}
