"""The books side by side, provision by provision, as a table in Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pitboss.rulebooks import Rulebook
from pitboss.rulebooks.provisions import NOT_IN_THE_TEXT, number
from pitboss.rulebooks.schema import PARTS, SIDE_BETS, slots_of, summary_of


def cell(book: Rulebook, part: str, path: str) -> str:
    """A book's value for a provision, with its clause."""
    if part in book.absent or path not in book.statements:
        return "—"
    under = book.statements[path].under
    citation = "*not in the text*" if under == NOT_IN_THE_TEXT else f"`{number(under)}`"
    return f"{book.shown(path)} {citation}"


def side_by_side(books: Sequence[Rulebook]) -> Iterator[str]:
    """The lines of a Markdown document: one table for each part of the schema."""
    bets = dict.fromkeys(f"{SIDE_BETS}.{bet}" for book in books for bet in book.side_bets)
    drawn = (f"{bet}.draw" for bet in bets)
    drawn = (d for d in drawn if any(f"{d}.button" in book.statements for book in books))
    for part in (*PARTS, *bets, *drawn):
        title = part.removeprefix(f"{SIDE_BETS}.").replace("_", " ").replace(".", ", ")
        yield f"## {title.capitalize()}"
        yield ""
        yield summary_of(part)
        yield ""
        yield "| | " + " | ".join(book.id for book in books) + " |"
        yield "|---" * (len(books) + 1) + "|"
        for slot in slots_of(part).values():
            cells = " | ".join(cell(book, part, slot.path) for book in books)
            yield f"| {slot.question} | {cells} |"
        absent = [
            f"{book.id} (`{number(book.absent[part])}`)"
            for book in books
            if part in book.absent and book.absent[part] != NOT_IN_THE_TEXT
        ]
        if absent:
            yield ""
            yield "Absent under a clause: " + ", ".join(absent) + "."
        yield ""
