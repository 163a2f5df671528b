"""The index of where clauses act, which comes with the package.

python -m tests.acting             regenerate it for every book
python -m tests.acting nz          regenerate one book
python -m tests.acting --code nz   only what no event cites, by the code that is entered
"""

from __future__ import annotations

import json
import sys
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from pitboss.audit.acting import HOUSE, WORKED_ROUNDS, acting_index, acting_json, acts, named
from pitboss.audit.trace import trace
from pitboss.rulebooks import BOOKS, rulebook
from pitboss.scenarios.format import Scenario
from tests.golden import ROUNDS
from tests.proof.by_hand import ByHand, Notes, cites, citing, noted, staff_of
from tests.proof.corpus import worked
from tests.proof.house import House, business, opened
from tests.proof.watch import Watch

INDEX = Path(__file__).parent.parent / "src" / "pitboss" / "rulebooks" / "acting.json"

EVENING = "evening"
"""What a table with a machine, the pit and a dealer do besides the worked rounds."""

CODE = "code"
"""Nothing cites the clause; its code was entered."""

Index = dict[str, dict[str, dict[str, str]]]


class Room(NamedTuple):
    """What is cited in a room, and what code is entered, each with where it was seen first."""

    cited: dict[str, str]
    entered: dict[str, str]

    def enter(self, watch: Watch, book: str, where: str) -> None:
        for name in watch.acting[book]:
            self.entered.setdefault(name, where)

    def see(self, clauses: Iterable[str], where: str) -> None:
        for clause in clauses:
            self.cited.setdefault(clause, where)


def names(book: str) -> frozenset[str]:
    """Everything that the ledger of a book names."""
    return frozenset(by for clause in rulebook(book).ledger for by in clause.by)


def worked_rounds(book: str, rounds: Sequence[Scenario]) -> Room:
    """What the worked rounds cite and enter."""
    watch = Watch({book: names(book)})
    room = Room({}, {})
    for one in rounds:
        with watch.watching(), watch.book(book):
            played = noted(one)
        room.see((*(u for event in played.events for u in cites(event)), *played.refused), one.id)
        room.enter(watch, book, one.id)
    return room


def in_the_house(house: House, rounds: Mapping[str, tuple[Scenario, Notes]], room: Room) -> None:
    """What the house cites when people play these rounds by hand."""
    staff = staff_of(house)
    for id, (one, notes) in rounds.items():
        with citing() as cited:
            ByHand(house, staff, one, notes).play()
        room.see(sorted(cited.all()), id)


def on_paper(rounds: Iterable[Scenario]) -> dict[str, tuple[Scenario, Notes]]:
    """Rounds with the notes of what is done in them."""
    return {one.id: (one, noted(one)) for one in rounds}


@contextmanager
def a_house() -> Iterator[House]:
    """A server on a new database."""
    with TemporaryDirectory() as folder, opened(Path(folder)) as house:
        yield house


def of_the_house(book: str, watched: Container[str], known: Mapping[str, str] | None) -> Room:
    """What the house cites and enters; its threads are watched from their beginning, or never.

    What is ``known`` to be cited already is not played again.
    """
    watch, rounds = Watch({book: names(book)}), on_paper(worked(book))
    room = Room({}, {})
    if known is None:
        with a_house() as house:
            in_the_house(house, rounds, room)
    else:
        room.cited.update({id: where for id, where in known.items() if where != CODE})
    # The notes were made before the watch: what is entered on paper is not entered in the house.
    some = {id: one for id, one in rounds.items() if id in watched}
    with watch.watching(), watch.book(book), a_house() as house:
        in_the_house(house, some, room)
        with citing() as cited:
            business(house, book)
        room.see(sorted(cited.all()), EVENING)
    room.enter(watch, book, EVENING)
    return room


def golden(book: str) -> set[str]:
    """What the golden rounds cite."""
    rounds = [one.play(book) for name, one in ROUNDS.items() if name.startswith(f"{book}/")]
    return {under for table in rounds for event in table.log.events for under in cites(event)}


def indexed(book: str, known: Mapping[str, str] | None = None) -> dict[str, dict[str, str]]:
    """The clauses of a book that act in each room."""
    paper = worked_rounds(book, worked(book))
    house = of_the_house(book, set(paper.entered.values()), known)
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


def main(arguments: Sequence[str]) -> int:
    """Regenerate the index of these books."""
    quick = "--code" in arguments
    for book in [one for one in arguments if one in BOOKS] or BOOKS:
        known = written()[book][HOUSE] if quick else None
        result = indexed(book, known)
        index = {**written(), book: result}
        INDEX.write_text(json.dumps(dict(sorted(index.items())), indent=1) + "\n", "utf-8")
        acting_index.cache_clear()
        document = acting_json(trace(rulebook(book)))
        only = ", ".join(document["worked_rounds_only"]) or "none"
        print(f"{book}: {document['acting']}; in worked rounds only: {only}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
