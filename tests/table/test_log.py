"""The log reproduces the table byte for byte, and any change to it is detected."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from pitboss.audit import chain
from pitboss.cli.main import cli
from pitboss.rulebooks import rulebook
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.hiding import SeededNonces
from pitboss.table.log import (
    START,
    BadLog,
    Log,
    entry_line,
    link,
    read,
    seal_line,
    write_event,
)
from pitboss.table.log_verifier import replay, verify
from pitboss.table.quickstart import open_table
from pitboss.table.sources import Seeded
from pitboss.table.state import Phase
from pitboss.table.table import NotPermitted, Table
from tests.rigs.random_play import RandomPlayer

BOOKS = ("nz", "zappit", "rws", "leaflet", "nobust", "classic")


def played(book: str, rounds: int = 5) -> RandomPlayer:
    people = RandomPlayer(rulebook(book).default_rules, "log", trouble=0.1)
    for _ in range(rounds):
        people.play()
    return people


@pytest.fixture(scope="module")
def lines() -> list[bytes]:
    return played("nz").table.log.write().splitlines(keepends=True)


# Replay.


@pytest.mark.parametrize("book", BOOKS)
def test_a_log_leads_to_the_same_table_byte_for_byte(book: str) -> None:
    table = played(book).table
    written = table.log.write()
    events = list(read(written.splitlines()))
    again = Log(nonces=SeededNonces("log"))
    again.append(events)
    assert again.write() == written
    assert again.hash == table.log.hash
    assert replay(events) == table.state


@pytest.mark.parametrize("book", BOOKS)
def test_the_same_seed_writes_the_same_log(book: str) -> None:
    assert played(book).table.log.write() == played(book).table.log.write()


@pytest.mark.parametrize("book", BOOKS)
def test_an_honest_log_holds(book: str) -> None:
    people = played(book)
    outcome = verify(people.table.log.write().splitlines())
    assert outcome.ok
    assert outcome.entries == people.table.log.length
    assert outcome.rounds == 5


def test_a_log_that_is_not_kept_has_the_same_hash() -> None:
    rules = rulebook("rws").default_rules
    kept, not_kept = (RandomPlayer(rules, 3, keep_log=keep) for keep in (True, False))
    for people in (kept, not_kept):
        people.play()
    assert kept.table.log.hash == not_kept.table.log.hash
    assert not_kept.table.log.write() == b""


def test_the_events_of_a_round() -> None:
    log = played("classic").table.log
    rounds = [log.round(n) for n in range(1, 6)]
    assert [event for one in rounds for event in one] == log.events
    assert [type(one[-1]).__name__ for one in rounds] == ["RoundClosed"] * 5
    assert log.round(0) == log.round(7) == ()


# Tampering.


def _flipped(lines: list[bytes], i: int) -> list[bytes]:
    line = bytearray(lines[i])
    at = line.index(b'"event"') + 20
    line[at] ^= 1
    return [*lines[:i], bytes(line), *lines[i + 1 :]]


def _deleted(lines: list[bytes], i: int) -> list[bytes]:
    return [*lines[:i], *lines[i + 1 :]]


def _repeated(lines: list[bytes], i: int) -> list[bytes]:
    return [*lines[: i + 1], *lines[i:]]


def _swapped(lines: list[bytes], i: int) -> list[bytes]:
    return [*lines[:i], lines[i + 1], lines[i], *lines[i + 2 :]]


def _cut_off(lines: list[bytes], i: int) -> list[bytes]:
    return [*lines[:i], lines[i][: len(lines[i]) // 2]]


@pytest.mark.parametrize("tamper", [_flipped, _deleted, _repeated, _swapped, _cut_off])
def test_whoever_touches_an_entry_is_found_out_there(
    lines: list[bytes], tamper: Callable[[list[bytes], int], list[bytes]]
) -> None:
    for i in range(0, len(lines) - 1, 7):
        outcome = verify(tamper(lines, i))
        assert not outcome.ok
        where = i + 2 if tamper is _repeated else i + 1
        assert outcome.first_bad == where, tamper.__name__
        assert outcome.entries == where - 1


def test_an_entry_changed_with_its_hash_is_found_out_at_the_next(lines: list[bytes]) -> None:
    events = list(read(lines))
    i = next(i for i, event in enumerate(events) if type(event).__name__ == "WagerPlaced")
    forged = Log()
    forged.append(events[:i])
    forged.append(events[i + 1 :])
    spliced = [*forged.write().splitlines()[: i + 1], *lines[i + 1 :]]
    assert not verify(spliced).ok


@pytest.mark.parametrize("missing", [1, 2, 3, 20])
def test_a_log_that_was_cut_off_is_found_out(lines: list[bytes], missing: int) -> None:
    outcome = verify(lines[:-missing])
    assert not outcome.ok
    assert outcome.first_bad == len(lines) - missing + 1
    assert "truncated" in str(outcome.problem)


def test_a_seal_of_another_log_does_not_hold(lines: list[bytes]) -> None:
    assert not verify([*lines[:-3], lines[-1]]).ok
    assert not verify([*lines, lines[-1]]).ok
    assert not verify([*lines[:-1], b'{"entries":"all"}']).ok


def test_events_that_do_not_fit_the_table_are_found_out_even_with_good_hashes(
    lines: list[bytes],
) -> None:
    """A forger who recalculates every hash still has to make the money sum to zero."""
    events = list(read(lines))
    i = next(i for i, event in enumerate(events) if type(event).__name__ == "WagerPlaced")
    forged = Log()
    forged.append([*events[:i], *events[i + 1 :]])
    assert not verify(forged.write().splitlines()).ok


def test_a_log_begins_with_the_opening_of_a_table(lines: list[bytes]) -> None:
    headless = Log()
    headless.append(list(read(lines))[1:])
    assert verify(headless.write().splitlines()).first_bad == 1


# Another version of the chain, and another verifier.


@pytest.mark.parametrize("at", [0, 7])
@pytest.mark.parametrize(
    ("stated", "version"), [(b'"v":1,', 1), (b'"v":2,', 2), (b'"v":4,', 4), (b"", 1)]
)
def test_an_entry_of_another_version_is_refused_by_name(
    tmp_path: Path, lines: list[bytes], stated: bytes, version: int, at: int
) -> None:
    other = lines[at].replace(b'"v":3,', stated, 1)
    assert other != lines[at]
    log = [*lines[:at], other, *lines[at + 1 :]]
    says = f"an entry of version {version}: this pitboss reads version 3"
    outcome = verify(log)
    assert (outcome.entries, outcome.first_bad) == (at, at + 1)
    assert outcome.problem == f"entry {at + 1}: {says}"
    path = tmp_path / "other.jsonl"
    path.write_bytes(b"".join(log))
    code, text = _verify(path)
    assert code == 1 and says in text
    with pytest.raises(chain.FailedEntry, match=f"^entry {at + 1}: it is of version {version}: "):
        chain.check(line.decode() for line in log)


def test_another_verifier_holds_every_log_of_every_book(tmp_path: Path) -> None:
    for book in BOOKS:
        path = tmp_path / f"{book}.jsonl"
        path.write_bytes(played(book).table.log.write())
        assert chain.main([str(path)]) == 0
        touched = path.read_bytes().replace(b'"nonce":"', b'"nonce":"0', 1)
        path.write_bytes(touched)
        assert chain.main([str(path)]) == 1


def test_the_worked_example_of_the_page() -> None:
    page = (Path(__file__).parents[2] / "docs" / "explanation" / "chain.md").read_text("utf-8")
    burned = e.CardBurned(card="Kd", under="10(a)")
    written = write_event(burned, lambda: bytes(range(32)))
    hashed = link(START, 1, "Ada", 1700000000000000, written.public).hex()
    for text in (written.sealed, written.public.decode(), hashed):
        assert f"  {text}\n" in page
    line = entry_line(
        1, written.event, hashed, actor="Ada", at=1700000000000000, nonce=written.nonce, v=3
    )
    held = chain.check([line.decode(), seal_line(1, hashed).decode()])
    assert (held.opened, held.closed) == (1, 0)


# Garbage.

GARBAGE = {
    "nothing": b"",
    "blank lines": b"\n\n  \n",
    "not json": b"hello\n",
    "no entry": b'{"a": 1}\n',
    "an array": b"[]\n",
    "half a line": b'{"n":1,"event":{"type":',
    "not text": bytes(range(256)),
    "no event": b'{"n":1,"event":{"type":"Nonsense"},"hash":"00"}\n',
    "zeros": bytes(1000),
}


@pytest.mark.parametrize("name", GARBAGE)
def test_garbage_is_no_log(name: str) -> None:
    outcome = verify(GARBAGE[name].splitlines())
    assert not outcome.ok
    assert outcome.first_bad == 1


def test_reading_says_which_entry_is_bad(lines: list[bytes]) -> None:
    with pytest.raises(BadLog, match="entry 4: ") as caught:
        list(read([*lines[:3], b"oops\n"]))
    assert caught.value.entry == 4


# The command.


def _verify(path: Path, *options: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli, ["verify", str(path), *options])
    return result.exit_code, result.output


def test_the_command_accepts_an_honest_log(tmp_path: Path, lines: list[bytes]) -> None:
    path = tmp_path / "honest.jsonl"
    path.write_bytes(b"".join(lines))
    code, text = _verify(path, "--json")
    document = json.loads(text)
    assert code == 0
    assert {"entries", "rounds", "ok", "first_bad"} <= document.keys()
    assert (document["entries"], document["rounds"]) == (len(lines) - 1, 5)
    assert (document["ok"], document["first_bad"]) == (True, None)
    assert _verify(path)[0] == 0


def test_the_command_names_the_first_bad_entry(tmp_path: Path, lines: list[bytes]) -> None:
    path = tmp_path / "touched.jsonl"
    path.write_bytes(b"".join(_flipped(lines, 8)))
    code, text = _verify(path, "--json")
    document = json.loads(text)
    assert (code, document["ok"], document["first_bad"], document["entries"]) == (1, False, 9, 8)
    code, text = _verify(path)
    assert code == 1
    assert "entry 9" in text


@pytest.mark.parametrize("name", GARBAGE)
def test_the_command_refuses_garbage(tmp_path: Path, name: str) -> None:
    path = tmp_path / "garbage.jsonl"
    path.write_bytes(GARBAGE[name])
    code, text = _verify(path, "--json")
    assert (code, json.loads(text)["ok"]) == (1, False)


def test_the_command_needs_a_file(tmp_path: Path) -> None:
    assert _verify(tmp_path / "nowhere.jsonl")[0] == 2
    assert _verify(tmp_path)[0] == 2


def test_the_log_of_a_book_of_ones_own_verifies_without_its_file(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(
        'id = "house"\nbased_on = "classic"\n[clauses]\n"3" = "A blackjack pays two to one."\n'
        '[settlement]\nblackjack_odds = { is = "2:1", under = "3" }\n',
        "utf-8",
    )
    table = open_table(str(path), shoe="As 6c Kd 5h", decks=2)
    table.wager(box=1, chips=10)
    table.deal()
    path.unlink()
    assert table.state.money == {"P1": 20_00, "house": -20_00}
    assert verify(table.log.write().splitlines()).ok


def test_no_deal_from_an_empty_shoe() -> None:
    table = Table(rulebook("nz").elect(), Seeded(1))
    table.do(acts.Sit(box=1, player="Ada"))
    table.do(acts.Bet(box=1, player="Ada", stake=10_00))
    with pytest.raises(NotPermitted, match="the shoe is empty"):
        table.do(acts.CloseBets())
    assert table.state.phase is Phase.BETTING


def test_a_shoe_that_nobody_cut_is_cut_by_the_house() -> None:
    table = Table(rulebook("nz").elect(), Seeded(1))
    table.do(acts.Sit(box=1, player="Ada"))
    table.shuffle()
    table.do(acts.Bet(box=1, player="Ada", stake=10_00))
    table.do(acts.CloseBets())
    happened = [type(event).__name__ for event in table.log.events]
    assert happened.index("ShoeCut") < happened.index("ShoeLoaded") < happened.index("BetsClosed")
    cut = next(event for event in table.log.events if isinstance(event, e.ShoeCut))
    assert cut.player == "employee"


def test_the_hash_that_is_kept_is_that_of_the_last_entry_written() -> None:
    log = played("zappit").table.log
    assert log.hash == json.loads(log.write().splitlines()[-1])["hash"]
    unkept = Log(keep=False, nonces=SeededNonces("log"))
    unkept.append(log.events)
    assert (unkept.hash, unkept.length) == (log.hash, log.length)
