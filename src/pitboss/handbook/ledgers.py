"""The ledger of a book as a page: every clause in our words, with its code and tests."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from pitboss.audit.clauses import said_by
from pitboss.audit.trace import ClauseTrace, trace
from pitboss.handbook.markdown import code, escaped, table
from pitboss.rulebooks import BOOKS, Answer, Reading, Rulebook, TableRules, rulebook

_SHOWN = 4
"""Tests that a page names; it counts the others"""

_INDEX = """# The ledgers

Every clause of every book, in our words: how the software handles it, which code carries it out,
and which tests cover it. The documents themselves are not reproduced. [How the ledger is
proven](../../explanation/ledger.md) explains why you can rely on it, and `pitboss rules BOOK
CLAUSE` prints the same.
"""


def index_page() -> str:
    """The books with the number of clauses by how they are answered."""
    heads = ("book", "document", "clauses", "enforced", "recorded", "displayed", "not applicable")
    return f"{_INDEX}\n{table(heads, map(_counted, BOOKS))}\n"


def _counted(name: str) -> tuple[str, ...]:
    book = rulebook(name)
    traced = trace(book)
    counts = (Answer.ENFORCED, Answer.RECORDED, Answer.DISPLAYED, Answer.NOT_APPLICABLE)
    many = (str(traced.count(answer)) for answer in counts)
    return f"[{name}]({name}.md)", escaped(book.title), str(len(traced.entries)), *many


def ledger_page(name: str) -> str:
    """Every clause of a book, section by section, then our readings."""
    book = rulebook(name)
    rules = book.default_rules
    lines = [f"# {escaped(book.title)}: the ledger\n", _opening(book)]
    by_section = groupby(trace(book).entries, lambda entry: book.ledger.section(entry.clause))
    for section, entries in by_section:
        lines.append(f"## {escaped(str(section))}\n")
        lines += (_clause(entry, rules) for entry in entries)
    if book.readings:
        lines.append("## Readings\n\nWhere the document is unclear, what we take it to mean.\n")
        lines += map(_reading, book.readings)
    return "\n".join(lines)


def _opening(book: Rulebook) -> str:
    place = f"{book.document}, {book.jurisdiction}" if book.jurisdiction else book.document
    return (
        f"{escaped(place)}. Book `{book.id}`; a value shown is that of the default options "
        "([House options](../house-options.md)).\n"
    )


def _clause(entry: ClauseTrace, rules: TableRules) -> str:
    clause = entry.clause
    lines = [f"### {escaped(clause.id)}\n", f"{escaped(clause.gist)}\n"]
    lines += (f"- {note}" for note in _notes(entry, rules))
    return "\n".join(lines) + "\n"


def _notes(entry: ClauseTrace, rules: TableRules) -> Iterator[str]:
    clause = entry.clause
    yield f"{clause.kind.value}, **{clause.answer.value}**"
    notes = [one for path in entry.provisions if (one := said_by(path, rules))]
    if notes:
        yield "; ".join(map(code, notes))
    if clause.why_not:
        yield f"why not: {escaped(clause.why_not)}"
    elif clause.by:
        yield f"code: {', '.join(map(code, clause.by))}"
    if entry.witnesses:
        named = ", ".join(code(_test(one)) for one in entry.witnesses[:_SHOWN])
        more = len(entry.witnesses) - _SHOWN
        yield f"tests: {named}" + (f" and {more} more" if more > 0 else "")


def _test(name: str) -> str:
    return name.rpartition("/")[2]


def _reading(reading: Reading) -> str:
    lines = [
        f"### Reading {reading.id}\n",
        f"{escaped(reading.question)}\n",
        f"- we take it: {escaped(reading.we_take)}",
        f"- because: {escaped(reading.why)}",
    ]
    if reading.otherwise:
        lines.append(f"- otherwise: {escaped(reading.otherwise)}")
    return "\n".join(lines) + "\n"
