"""From when an option may change at an open table, as each book states it under its clause."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum, unique
from typing import Any, Final

from msgspec import Struct

from pitboss.rulebooks.elections import Election
from pitboss.rulebooks.strict import StrictReader


@unique
class From(StrEnum):
    """From when a change of an option may hold."""

    ROUND = "round"
    """From a round on, before its first bet"""
    SHOE = "shoe"
    """From a new shoe on, because the option concerns its cards or holds until they are shuffled"""
    CLOSED = "closed"
    """Not while the table is open"""


class OpenChange(Struct, frozen=True):
    """From when one option may change at an open table, the clause, and the reason."""

    option: str
    start: From
    under: str
    why: str


UNSTATED: Final = "This book does not say that it may change at an open table."
"""The reason for an option that a user's own book does not list."""

_KEYS: Final = {"from", "options", "under", "why"}


def read_changes(
    reader: StrictReader,
    raw: Any,
    elections: Mapping[str, Election],
    inherited: Mapping[str, OpenChange] | None,
) -> dict[str, OpenChange]:
    """What ``[[changes]]`` of a book, or of the one it is based on, states for each option."""
    if not isinstance(raw, list):
        raise reader.fail("changes", "must be a list of tables: [[changes]]")
    stated: dict[str, OpenChange] = {}
    for number, spec in enumerate(raw, 1):
        at = f"changes {number}"
        given = reader.table(at, spec)
        reader.check_keys(at, given, _KEYS)
        options, start = given.get("options"), given.get("from")
        if start not in set(From):
            raise reader.fail(f"{at}.from", f"must be one of {', '.join(From)}")
        for key in ("under", "why"):
            if not isinstance(given.get(key), str) or not given[key]:
                raise reader.fail(f"{at}.{key}", "is missing; give it as a text")
        if not isinstance(options, list) or not options:
            raise reader.fail(f"{at}.options", "must list the options that may change so")
        for option in options:
            if option not in elections:
                raise reader.fail(f"{at}.options", f"the book has no election {option!r}")
            if option in stated:
                raise reader.fail(f"{at}.options", f"{option!r} is listed twice")
            stated[option] = OpenChange(option, From(start), given["under"], given["why"])
    open_changes = {**(inherited or {}), **stated}
    return {
        key: open_changes.get(key) or OpenChange(key, From.CLOSED, election.under, UNSTATED)
        for key, election in elections.items()
    }
