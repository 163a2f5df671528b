"""Errors in a book, an election or a citation, each reported in one sentence."""

from __future__ import annotations

from collections.abc import Collection
from difflib import get_close_matches
from itertools import islice
from typing import Final

from pitboss.numbers import LONGEST, shortened

_LONGEST_TEXT: Final = 200
_MOST_SHOWN: Final = 12
"""The most members of a list or a table that a sentence repeats"""


def as_written(given: object, *, quoted: bool = True, depth: int = 3) -> str:
    """A value of a book or a command line as its author wrote it, cut where it is long."""
    match given:
        case bool():
            return "true" if given else "false"
        case dict() | list() | tuple() if depth == 0:
            return "…"
        case dict():
            pairs = [
                f"{str(key)[:LONGEST]} = {as_written(value, depth=depth - 1)}"
                for key, value in islice(given.items(), _MOST_SHOWN)
            ]
            return f"{{ {', '.join(_cut(pairs, len(given)))} }}"
        case list() | tuple():
            members = [as_written(each, depth=depth - 1) for each in given[:_MOST_SHOWN]]
            return f"[{', '.join(_cut(members, len(given)))}]"
        case str() if not quoted:
            return given if len(given) <= _LONGEST_TEXT else given[: _LONGEST_TEXT - 1] + "…"
        case _:
            return shortened(given, _LONGEST_TEXT)


def _cut(shown: list[str], number: int) -> list[str]:
    return shown if len(shown) == number else [*shown, "…"]


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
    close = get_close_matches(given[:LONGEST], known, 1)
    return f"did you mean {close[0]!r}?" if close else f"{otherwise} {', '.join(known) or 'none'}"
