"""The result of a command of this package: a figure, and whether the target is met."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple, TypeVar


class Figure(NamedTuple):
    """What was measured, in one line, and whether that meets the target."""

    seen: str
    holds: bool


def progress(text: str) -> None:
    """Report progress on standard error."""
    print(text, file=sys.stderr, flush=True)


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which this share of them is."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def milliseconds(seconds: float) -> str:
    """A time as people read it."""
    return f"{seconds * 1000:.1f} ms"


def processor_seconds(pid: int) -> float:
    """The processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


Part = TypeVar("Part")
Came = TypeVar("Came")


def parts_of(
    rounds: int, at_a_table: int, books: Sequence[str], *, begin: int = 0
) -> list[tuple[str, int, int]]:
    """Twenty tables of a book at a time, the last of them with the rounds that are left."""
    size = 20 * at_a_table
    return [
        (book, first, min(first + size, rounds))
        for first in range(begin, rounds, size)
        for book in books
    ]


def shared_out(
    work: Callable[[Part], Came], parts: Sequence[Part], processes: int
) -> Iterator[Came]:
    """The result of each part, calculated by this many processes."""
    if processes == 1:
        yield from map(work, parts)
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(work, parts)
