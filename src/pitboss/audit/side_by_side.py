"""The books side by side, provision by provision, as a table in Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pitboss.rulebooks import Rulebook
from pitboss.rulebooks.provisions import NOT_IN_THE_TEXT, number
from pitboss.rulebooks.schema import PARTS, SLOTS


def cell(book: Rulebook, part: str, path: str) -> str:
    """A book's value for a provision, with its clause."""
    if part in book.absent:
        return "—"
    under = book.statements[path].under
    citation = "*not in the text*" if under == NOT_IN_THE_TEXT else f"`{number(under)}`"
    return f"{book.shown(path)} {citation}"


def side_by_side(books: Sequence[Rulebook]) -> Iterator[str]:
    """The lines of a Markdown document: one table for each part of the schema."""
    for part, kind in PARTS.items():
        summary = (kind.__doc__ or "").strip().splitlines()[0]
        yield f"## {part.replace('_', ' ').capitalize()}"
        yield ""
        yield summary
        yield ""
        yield "| | " + " | ".join(book.id for book in books) + " |"
        yield "|---" * (len(books) + 1) + "|"
        for slot in SLOTS[part].values():
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
