"""The page of house options: what each book leaves to the operator."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pitboss.handbook.markdown import cell, code, table
from pitboss.rulebooks import BOOKS, Rulebook, rulebook
from pitboss.rulebooks.elections import Election
from pitboss.rulebooks.open_changes import From
from pitboss.rulebooks.provisions import NOT_IN_THE_TEXT, number

_HEAD = """# House options

Generated from the books (`python -m tests.docs`). A house option is what a book leaves to the
operator, within a range. `pitboss rules BOOK --options` prints the options of any book, yours
included. Set one with `--set KEY=VALUE`, as a keyword in Python, under `settings` of a scenario or
an environment, or in the form that opens a table. A value out of range is refused with its clause.

The last column says from when an option may change at a table that is open, under which clause, and
why ([Supervise open tables](../how-to/open-tables.md)); `[[changes]]` in `book.toml` states it.

Write yes and no as `true` and `false`, odds as `6:5`, a share as `0.75` and an amount as `12.50`.

## Opening by the book

One option belongs to the table and not to a book: `by_the_book`, in the form that opens a table and
in `POST tables`. It is on unless you turn it off. nz 6 and 7.1A, and zappit 3, say how the cards
are prepared: inspected by the dealer and checked by a supervisor, spread, shown to the first
player, turned, washed, stacked and, in nz, riffled. With the option on, no shuffle is accepted
before the last step is done, and each must be done in its order by the person whose it is. At an
automatic table the machine does the steps when the first player is at the table, and the log names
each of them. Turned off, the cards may be shuffled at once, and no step is recorded. A player's
rights stay: in nz the players may look at pre-shuffled decks and require that they be prepared at
the table (7.1A), and ask to see the burn card (8.1).
"""


def house_options_page() -> str:
    """Every option of our books."""
    return "\n".join([_HEAD, *(_of(rulebook(name)) for name in BOOKS)])


def _of(book: Rulebook) -> str:
    heads = ("option", "what it sets", "allowed", "clause", "default", "at an open table")
    return f"## {book.id}\n\n{cell(book.title)}.\n\n{table(heads, _rows(book))}\n"


def _rows(book: Rulebook) -> Iterator[tuple[str, ...]]:
    for option in book.elections.values():
        clause = "–" if option.under == NOT_IN_THE_TEXT else number(option.under)
        says, allowed = option.says.removesuffix("."), option.range
        yield (
            code(option.key),
            cell(says),
            cell(allowed),
            cell(clause),
            cell(_default(option)),
            cell(_at_an_open_table(book, option.key)),
        )


_STARTS: Final = {
    From.ROUND: "from a round on",
    From.SHOE: "with a new shoe",
    From.CLOSED: "never",
}


def _at_an_open_table(book: Rulebook, key: str) -> str:
    """From when the option may change while the table is open, under which clause, and why."""
    terms = book.open_changes[key]
    clause = "" if terms.under == NOT_IN_THE_TEXT else f" ({number(terms.under)})"
    return (
        f"{_STARTS[terms.start]}{clause}: {terms.why[0].lower()}{terms.why[1:].removesuffix('.')}"
    )


def _default(option: Election) -> str:
    if isinstance(option.default, bool):
        return str(option.default).lower()
    return option.shown_default
