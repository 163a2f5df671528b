"""Errors in a book, an election or a citation, each reported in one sentence."""

from __future__ import annotations

from collections.abc import Collection
from decimal import Decimal
from difflib import get_close_matches


def as_written(given: object) -> str:
    """A value of a book or a command line as its author wrote it."""
    match given:
        case Decimal():
            return str(given)
        case bool():
            return "true" if given else "false"
        case dict():
            pairs = ", ".join(f"{key} = {as_written(value)}" for key, value in given.items())
            return f"{{ {pairs} }}"
        case list() | tuple():
            return f"[{', '.join(map(as_written, given))}]"
        case _:
            return repr(given)


class RulebookError(ValueError):
    """A request that a book does not allow."""


class BadValue(RulebookError):
    """A value outside the domain of its provision or election."""

    def __init__(self, given: object, allowed: str) -> None:
        self.allowed = allowed
        super().__init__(f"{as_written(given)} is not allowed here; allowed: {allowed}")


class BadBook(RulebookError):
    """A book file that cannot be read: where, what is wrong, and what is allowed."""

    def __init__(self, where: str, provision: str, wrong: str) -> None:
        self.where = where
        self.provision = provision
        super().__init__(f"{where}: {provision}: {wrong}" if provision else f"{where}: {wrong}")


class BadElection(RulebookError):
    """An operator's choice outside the range of the book; names the clause."""


class Unsupported(RulebookError):
    """Rules that table, solver and simulator do not all support; names the provision."""


class NoSuchBook(RulebookError):
    """A book that does not exist."""


class NoSuchClause(RulebookError):
    """A clause that the book does not have."""


def hint(given: str, known: Collection[str], otherwise: str) -> str:
    """The known name nearest to the one given, or all of them after ``otherwise``.

    >>> hint("deck", ["burn", "decks"], "known:"), hint("x", ["burn", "decks"], "known:")
    ("did you mean 'decks'?", 'known: burn, decks')
    """
    close = get_close_matches(given, known, 1)
    return f"did you mean {close[0]!r}?" if close else f"{otherwise} {', '.join(known) or 'none'}"
