"""The books side by side, provision by provision: as data, and as tables in Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from pitboss.rulebooks import Rulebook
from pitboss.rulebooks.labels import part_title
from pitboss.rulebooks.provisions import NOT_IN_THE_TEXT, number
from pitboss.rulebooks.schema import PARTS, SIDE_BETS, slots_of, summary_of


class Cell(Struct, frozen=True):
    """What a book provides, with its clause; ``None`` if the text is silent."""

    shown: str
    clause: str | None


class ProvisionRow(Struct, frozen=True):
    """One provision as a question, and each book's answer to it."""

    path: str
    question: str
    cells: tuple[Cell | None, ...]

    @property
    def differs(self) -> bool:
        """Whether two books that have this part answer otherwise."""
        return len({cell.shown for cell in self.cells if cell is not None}) > 1


class SchemaPart(Struct, frozen=True):
    """A part of the schema: its rows, and the clauses under which books go without it."""

    id: str
    title: str
    summary: str
    rows: tuple[ProvisionRow, ...]
    absent: dict[str, str]


def parts_of(books: Sequence[Rulebook]) -> Iterator[SchemaPart]:
    """Every part of the schema, the books' side bets last."""
    bets = dict.fromkeys(f"{SIDE_BETS}.{bet}" for book in books for bet in book.side_bets)
    drawn = (f"{bet}.draw" for bet in bets)
    drawn = (d for d in drawn if any(f"{d}.button" in book.statements for book in books))
    for part in (*PARTS, *bets, *drawn):
        yield SchemaPart(
            part,
            part_title(part).capitalize(),
            summary_of(part),
            tuple(
                ProvisionRow(
                    one.path, one.question, tuple(_cell(book, part, one.path) for book in books)
                )
                for one in slots_of(part).values()
            ),
            {
                book.id: number(book.absent[part])
                for book in books
                if part in book.absent and book.absent[part] != NOT_IN_THE_TEXT
            },
        )


def _cell(book: Rulebook, part: str, path: str) -> Cell | None:
    if part in book.absent or path not in book.statements:
        return None
    under = book.statements[path].under
    return Cell(book.shown(path), None if under == NOT_IN_THE_TEXT else number(under))


def _in_markdown(cell: Cell | None) -> str:
    if cell is None:
        return "—"
    return f"{cell.shown} " + ("*not in the text*" if cell.clause is None else f"`{cell.clause}`")


def side_by_side(books: Sequence[Rulebook]) -> Iterator[str]:
    """The lines of a Markdown document: one table for each part of the schema."""
    for part in parts_of(books):
        yield f"## {part.title}"
        yield ""
        yield part.summary
        yield ""
        yield "| | " + " | ".join(book.id for book in books) + " |"
        yield "|---" * (len(books) + 1) + "|"
        for row in part.rows:
            yield f"| {row.question} | {' | '.join(_in_markdown(cell) for cell in row.cells)} |"
        if part.absent:
            yield ""
            text = ", ".join(f"{book} (`{clause}`)" for book, clause in part.absent.items())
            yield f"Absent under a clause: {text}."
        yield ""
