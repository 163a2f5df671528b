"""The index of the ledgers' code that production enters, which comes with the package.

python -m tests.entered            regenerate the index, and list the rows that nothing enters
python -m tests.entered --check    show differences; stop once everything in the index was seen
"""

from __future__ import annotations

import contextlib
import difflib
import io
import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from pitboss.audit.trace import trace
from pitboss.cli.main import run
from pitboss.kernels.full.tables import compiled
from pitboss.rulebooks import BOOKS, rulebook
from pitboss.rulebooks.errors import BadElection
from pitboss.scenarios.outcome import run_scenario
from pitboss.table.words.transcript import transcript
from tests.golden import ROUNDS
from tests.proof.corpus import offered, offering, tables, worked
from tests.proof.house import business, opened
from tests.proof.watch import Watch
from tests.rigs.random_play import RandomPlayer

INDEX = Path(__file__).parent.parent / "src" / "pitboss" / "rulebooks" / "entered.json"

RANDOM_ROUNDS = 40
"""How many random rounds are played at each of a book's tables."""

OFTEN = 8
"""How many times as many are played at the table that offers a side bet first."""


def names(book: str) -> frozenset[str]:
    """Everything that the ledger of a book names."""
    return frozenset(by for clause in rulebook(book).ledger for by in clause.by)


def worked_rounds(book: str) -> Iterator[None]:
    """Every worked round of the book."""
    for scenario in worked(book):
        run_scenario(scenario)
        yield


def golden_rounds(book: str) -> Iterator[None]:
    """Every golden round of the book as a transcript, with the layout before each step."""
    for name, golden in ROUNDS.items():
        if name.startswith(f"{book}/"):
            list(transcript(golden.play(book).log.events))
            for done in range(len(golden.steps)):
                str(replace(golden, steps=golden.steps[:done]).play(book))
            yield


def random_rounds(book: str) -> Iterator[None]:
    """Random rounds with irregularities, with each value of every election.

    There are enough of them to include rare events: the server that is watched afterwards
    deals from unpredictable shoes, so nothing may depend on it.
    """
    for seed, rules in enumerate((*offering(book) * OFTEN, *tables(book))):
        try:
            people = RandomPlayer(rules, seed, keep_log=False, every_step=False)
        except BadElection:  # so few cards leave no room for the cut card
            continue
        for _ in range(RANDOM_ROUNDS):
            people.play()
        yield


def compilations(book: str) -> Iterator[None]:
    """The tables that the solver and the simulator use, each side bet on offer at one."""
    for rules in offering(book):
        compiled(rules, stakes=dict.fromkeys(offered(rules), (Fraction(1),)))
        yield


def windows(book: str) -> Iterator[None]:
    """What the terminal and the commands show: two rounds of the game, and the book itself."""
    for command in (["play", book, "--seed", "1", "--rounds", "2"], ["rules", book]):
        stdin, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(b"\n" * 60))
        try:
            with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
                run(command)
        finally:
            sys.stdin = stdin
        yield


def the_house(book: str) -> Iterator[None]:
    """Everything that the server does with the book."""
    with TemporaryDirectory() as folder, opened(Path(folder)) as house:
        business(house, book)
    yield


PLAYED = (golden_rounds, compilations, the_house, windows, worked_rounds, random_rounds)
"""All that is watched."""

Index = dict[str, dict[str, list[str]]]


def watched(
    books: Iterable[str] = BOOKS, *, known: Index | None = None, tell: bool = False
) -> Watch:
    """A watch that has seen everything, or all of a known index, whichever is less."""
    watch = Watch({book: names(book) for book in books})
    for book in books:
        worked(book)  # read before the watch begins, under which reading takes three times as long
    for play in PLAYED:
        began = process_time()
        for book in books:
            with watch.watching(), watch.book(book):
                for _ in play(book):
                    if known and has_seen(watch, book, known[book]):
                        break
        if tell:
            print(f"{play.__name__}: {process_time() - began:.1f} s", file=sys.stderr)
    return watch


def has_seen(watch: Watch, book: str, known: dict[str, list[str]]) -> bool:
    """Whether everything that the index lists for a book has been entered."""
    shown = watch.showing[book] | watch.acting[book]
    return watch.acting[book].issuperset(known["acting"]) and shown.issuperset(known["showing"])


def text(watch: Watch) -> str:
    """The index as it is written; what only shows things is listed where nothing else enters it."""
    index = {
        book: {
            "acting": sorted(watch.acting[book]),
            "showing": sorted(watch.showing[book] - watch.acting[book]),
        }
        for book in sorted(watch.acting)
    }
    return json.dumps(index, indent=1) + "\n"


def idle_rows(book: str) -> list[str]:
    """The rows of a book that name code which production never enters, by the index."""
    return [
        f"{book} {entry.clause.id} ({entry.clause.answer.value}): {', '.join(entry.idle)}"
        for entry in trace(rulebook(book)).entries
        if entry.idle
    ]


def main() -> int:
    """Regenerate the index, or with ``--check`` compare it with the stored one."""
    if "--check" in sys.argv:
        old = INDEX.read_text("utf-8")
        now = text(watched(known=json.loads(old), tell=True))
        texts = difflib.unified_diff(old.splitlines(), now.splitlines(), "index", "seen", n=0)
        print("\n".join(texts))
        return int(old != now)
    INDEX.write_text(text(watched(tell=True)), "utf-8")
    for book in BOOKS:
        rows = idle_rows(book)
        print("\n".join((*rows, f"{book}: {len(rows)} rows name code that is never entered")))
    return 0


if __name__ == "__main__":
    sys.exit(main())
