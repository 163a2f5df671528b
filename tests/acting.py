"""The index of where clauses act, which comes with the package.

python -m tests.acting             regenerate it for every book
python -m tests.acting nz          regenerate one book
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from pitboss.audit.acting import HOUSE, WORKED_ROUNDS, acting_index, acting_json, acts, named
from pitboss.audit.trace import trace
from pitboss.rulebooks import BOOKS, rulebook
from pitboss.scenarios.format import Scenario
from tests.golden import ROUNDS
from tests.proof.by_hand import ByHand, cites, citing, noted, staff_of
from tests.proof.corpus import worked
from tests.proof.house import House, business, opened
from tests.proof.watch import Watch

INDEX = Path(__file__).parent.parent / "src" / "pitboss" / "rulebooks" / "acting.json"

EVENING = "evening"
"""What a table with a machine, the pit and a dealer do besides the worked rounds."""

CODE = "code"
"""Nothing cites the clause; its code was entered."""

WATCHED = 12
"""Of how many worked rounds one is watched in the house, which takes long."""

Index = dict[str, dict[str, dict[str, str]]]


class Room(NamedTuple):
    """What is cited in a room, each with where it was seen first, and what code is entered."""

    cited: dict[str, str]
    entered: set[str]

    def see(self, clauses: Iterable[str], where: str) -> None:
        for clause in clauses:
            self.cited.setdefault(clause, where)


def names(book: str) -> frozenset[str]:
    """Everything that the ledger of a book names."""
    return frozenset(by for clause in rulebook(book).ledger for by in clause.by)


def worked_rounds(book: str, rounds: Sequence[Scenario]) -> Room:
    """What the worked rounds cite and enter."""
    watch = Watch({book: names(book)})
    room = Room({}, watch.acting[book])
    for one in rounds:
        with watch.watching(), watch.book(book):
            played = noted(one)
        room.see((*(u for event in played.events for u in cites(event)), *played.refused), one.id)
    return room


def in_the_house(house: House, rounds: Iterable[Scenario], room: Room) -> None:
    """What the house cites when people play these rounds by hand."""
    staff = staff_of(house)
    for one in rounds:
        with citing() as cited:
            ByHand(house, staff, one).play()
        room.see(sorted(cited.all()), one.id)


@contextmanager
def a_house() -> Iterator[House]:
    """A server on a new database."""
    with TemporaryDirectory() as folder, opened(Path(folder)) as house:
        yield house


def of_the_house(book: str) -> Room:
    """What the house cites and enters; its threads are watched from their beginning, or never."""
    watch, rounds = Watch({book: names(book)}), worked(book)
    room = Room({}, watch.acting[book])
    with a_house() as house:
        in_the_house(house, rounds, room)
    with watch.watching(), watch.book(book), a_house() as house:
        in_the_house(house, rounds[::WATCHED], room)
        with citing() as cited:
            business(house, book)
        room.see(sorted(cited.all()), EVENING)
    return room


def golden(book: str) -> set[str]:
    """What the golden rounds cite."""
    rounds = [one.play(book) for name, one in ROUNDS.items() if name.startswith(f"{book}/")]
    return {under for table in rounds for event in table.log.events for under in cites(event)}


def indexed(book: str) -> dict[str, dict[str, str]]:
    """The clauses of a book that act in each room."""
    paper, house = worked_rounds(book, worked(book)), of_the_house(book)
    anywhere = {*paper.cited, *house.cited, *golden(book)}
    return {
        name: {
            clause.id: next((room.cited[n] for n in named(clause) if n in room.cited), CODE)
            for clause in rulebook(book).ledger
            if acts(clause, cited=room.cited, cited_anywhere=anywhere, entered=room.entered)
        }
        for name, room in ((WORKED_ROUNDS, paper), (HOUSE, house))
    }


def written() -> Index:
    """The index as it is."""
    index: Index = json.loads(INDEX.read_text("utf-8")) if INDEX.exists() else {}
    return index


def main(books: Sequence[str] = BOOKS) -> int:
    """Regenerate the index of these books."""
    for book in books:
        index = {**written(), book: indexed(book)}
        INDEX.write_text(json.dumps(dict(sorted(index.items())), indent=1) + "\n", "utf-8")
        acting_index.cache_clear()
        found = acting_json(trace(rulebook(book)))
        only = ", ".join(found["worked_rounds_only"]) or "none"
        print(f"{book}: {found['acting']}; in worked rounds only: {only}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or BOOKS))
