"""Tampering: anything flipped, deleted, reordered or cut off in a log is detected."""

from __future__ import annotations

import random
import time

from tests.rigs.random_play import RandomPlayer

from benchmarks.reliability.figures import Figure
from pitboss.rulebooks import BOOKS, rulebook
from pitboss.table.log_verifier import verify


def _log(book: str, rounds: int) -> bytes:
    player = RandomPlayer(rulebook(book).elect(), "tamper", every_step=False)
    for _ in range(rounds):
        player.play()
    return player.table.log.write()


def _flip(log: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(log) - 1)  # the line feed after the seal means nothing
    return log[:at] + bytes([log[at] ^ (1 << chance.randrange(8))]) + log[at + 1 :]


def _delete(log: bytes, chance: random.Random) -> bytes:
    lines = log.splitlines(keepends=True)
    del lines[chance.randrange(len(lines))]
    return b"".join(lines)


def _reorder(log: bytes, chance: random.Random) -> bytes:
    lines = log.splitlines(keepends=True)
    one, two = chance.sample(range(len(lines)), 2)
    lines[one], lines[two] = lines[two], lines[one]
    return b"".join(lines)


def _truncate(log: bytes, chance: random.Random) -> bytes:
    return log[: chance.randrange(len(log) - 1)]


HOW = {"flipped": _flip, "deleted": _delete, "reordered": _reorder, "truncated": _truncate}


def tamper(*, trials: int, rounds: int) -> Figure:
    """Tamper with this many logs, and measure how many events are verified per second."""
    chance = random.Random(4)
    logs = [_log(book, 3) for book in BOOKS]
    missed = 0
    for number in range(trials):
        log = chance.choice(logs)
        how = tuple(HOW)[number % len(HOW)]
        changed = HOW[how](log, chance)
        missed += changed != log and verify(changed.splitlines(keepends=True)).ok
    long = [_log(book, rounds).splitlines(keepends=True) for book in BOOKS]
    began = time.process_time()
    result = [verify(lines) for lines in long]
    took = time.process_time() - began
    assert all(one.ok for one in result)
    rate = sum(one.entries for one in result) / took
    seen = f"{trials} trials, {trials - missed} found out; {rate:,.0f} events verified a second"
    return Figure(seen, not missed)
