"""What may be written on each sheet of the house, and what the sheets say together.

The card sheet follows each set of cards from its receipt to its destruction, the equipment sheet
each device from fault to repair, and the table sheet each table from its opening to its closing.
A line that cannot be true is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from enum import StrEnum, unique
from typing import Any, Final, NamedTuple
from unicodedata import normalize

from pitboss.rulebooks import TableRules
from pitboss.rulebooks.preparation import Renewal
from pitboss.store.people import PersonRole
from pitboss.store.sheets import SheetEntry, SheetLine
from pitboss.table.procedure.card_preparation import decks_at_most
from pitboss.web.http.csv_files import csv_text

STRUCK: Final = "struck"
"""The act that strikes a wrong line of any sheet."""

IN_USE: Final = "in_use"
"""The act that puts a set of cards in use at a table."""


@unique
class Sheet(StrEnum):
    """The sheets of the house."""

    TABLES = "tables"
    CARDS = "cards"
    EQUIPMENT = "equipment"


class SheetAct(NamedTuple):
    """What a line says was done: after which acts, by which roles, and what it must name."""

    says: str
    after: tuple[str, ...]
    """The last act of the same item before it; an empty text is none at all"""
    by: tuple[PersonRole, ...]
    needs: tuple[str, ...] = ()


_RULE: Final = (PersonRole.SUPERVISOR, PersonRole.SHIFT_MANAGER)
_DEAL: Final = (PersonRole.DEALER, *_RULE)
_LAST: Final = (PersonRole.SHIFT_MANAGER,)

ACTS: Final[Mapping[Sheet, Mapping[str, SheetAct]]] = {
    Sheet.TABLES: {
        "opened": SheetAct("Opened", ("", "closed"), _RULE, ("second", "amount")),
        "float_counted": SheetAct(
            "Float counted", ("opened", "float_counted"), _RULE, ("second", "amount")
        ),
        "closed": SheetAct("Closed", ("opened", "float_counted"), _RULE, ("second", "amount")),
    },
    Sheet.CARDS: {
        "received": SheetAct("Received", ("",), _RULE, ("decks", "colour")),
        "opened": SheetAct("Opened", ("received",), _DEAL),
        "inspected": SheetAct("Inspected", ("opened", "returned"), _DEAL, ("second",)),
        IN_USE: SheetAct("Put in use", ("inspected",), _DEAL, ("table",)),
        "returned": SheetAct("Taken out of use", ("in_use",), _DEAL),
        "damaged": SheetAct(
            "Damaged", ("received", "opened", "inspected", "in_use", "returned"), _DEAL, ("note",)
        ),
        "destroyed": SheetAct("Destroyed", ("opened", "returned", "damaged"), _LAST, ("second",)),
    },
    Sheet.EQUIPMENT: {
        "fault": SheetAct("Fault", ("", "returned_to_service", "installed"), _DEAL, ("note",)),
        "repaired": SheetAct("Repaired", ("fault",), _RULE, ("note",)),
        "returned_to_service": SheetAct("Back in service", ("repaired",), _RULE, ("second",)),
        "installed": SheetAct("Installed", ("", "removed"), _RULE),
        "removed": SheetAct("Removed", ("installed", "fault", "returned_to_service"), _RULE),
    },
}  # fmt: skip
"""What each sheet records, in the order in which it happens."""

_IN_WORDS: Final = {
    "second": "the witness", "amount": "the float", "decks": "the number of decks",
    "colour": "the colour of the backs", "table": "the table", "note": "what was found or done",
}  # fmt: skip

READERS: Final = (PersonRole.SUPERVISOR, PersonRole.SHIFT_MANAGER, PersonRole.AUDITOR)
"""Who reads the sheets."""

WRITERS: Final = _DEAL
"""Who writes on any of them; each act says by whom."""


class BadLine(ValueError):
    """A line that is not written; the message says why."""


class TooManyDecks(BadLine):
    """Cards that are put in use at a table which has its decks already."""

    def __init__(self, why: str, clause: str) -> None:
        self.clause = clause
        super().__init__(why)


class NotYours(BadLine):
    """A line that this person may not write."""


def check(sheet: Sheet, line: SheetEntry, before: Sequence[SheetLine]) -> None:
    """Raise ``BadLine`` if this line may not follow these lines of its sheet."""
    if line.what == STRUCK:
        _check_strike(sheet, line, before)
        return
    act = ACTS[sheet].get(line.what)
    if act is None:
        raise BadLine(f"the sheet of {sheet} records {', '.join(ACTS[sheet])}, not {line.what!r}")
    if PersonRole(line.role) not in act.by:
        allowed = " or a ".join(role.replace("_", " ") for role in act.by)
        raise NotYours(f"only a {allowed} may write this line")
    if not item_of(line):
        raise BadLine("name the table" if sheet is Sheet.TABLES else "name the set or the device")
    for need in act.needs:
        if getattr(line, need) in ("", None):
            raise BadLine(f"the line needs {_IN_WORDS[need]}")
    if line.second and line.second == line.by:
        raise BadLine("the witness must be someone else")
    _check_spelling(line, before)
    last = next((each.line.what for each in reversed(valid(before)) if same(each, line)), "")
    if last not in act.after:
        was = f"it was last {ACTS[sheet][last].says.lower()}" if last else "it is not on the sheet"
        raise BadLine(f"{item_of(line)} cannot be {act.says.lower()}: {was}")


def _check_spelling(line: SheetEntry, before: Sequence[SheetLine]) -> None:
    """Refuse a name that differs only by capitals or spaces from one that is on the sheet."""
    names = {item_of(each.line) for each in valid(before)}
    alike = sorted(name for name in names if _folded(name) == _folded(item_of(line)))
    if alike and item_of(line) not in alike:
        raise BadLine(f"the sheet has it as {alike[0]}; write the name in the same way")


def _folded(name: str) -> str:
    return "".join(normalize("NFKC", name).casefold().split())


def check_decks(rules: TableRules, line: SheetEntry, before: Sequence[SheetLine]) -> None:
    """Raise ``TooManyDecks`` if, with this set, more decks are in use than the table plays with."""
    most, under = decks_at_most(rules)
    sets = inventory(before, {}, 0.0)
    here = [one for one in sets if one["table"] == line.table and one["item"] != line.item]
    decks = next((one["decks"] for one in sets if one["item"] == line.item), None) or 0
    if sum(one["decks"] or 0 for one in here) + decks <= most:
        return
    plays = f"the table plays with {most} decks"
    if not here:
        raise TooManyDecks(f"{plays}, and {line.item} has {decks}", under)
    names = " and ".join(one["item"] for one in here)
    raise TooManyDecks(f"{plays}, and {names} is in use there; take it out of use first", under)


def _check_strike(sheet: Sheet, line: SheetEntry, before: Sequence[SheetLine]) -> None:
    if PersonRole(line.role) not in _RULE:
        raise NotYours("only a supervisor or a shift manager may strike a line")
    if not line.note:
        raise BadLine("say why the line is struck")
    standing = valid(before)
    wrong = next((each for each in standing if each.n == line.strikes), None)
    if wrong is None:
        raise BadLine(f"the sheet of {sheet} has no line {line.strikes} that stands")
    if any(each.n > wrong.n and same(each, wrong.line) for each in standing):
        raise BadLine(
            f"later lines about {item_of(wrong.line)} follow it; strike the last one first"
        )


def valid(lines: Iterable[SheetLine]) -> list[SheetLine]:
    """The lines that stand: neither struck nor striking."""
    lines = list(lines)
    struck = {each.line.strikes for each in lines if each.line.what == STRUCK}
    return [each for each in lines if each.line.what != STRUCK and each.n not in struck]


def item_of(line: SheetEntry) -> str:
    """What a line is about: a table, a set of cards or a device."""
    return line.table if line.sheet == Sheet.TABLES else line.item


def same(one: SheetLine, other: SheetEntry) -> bool:
    """Whether two lines are about the same thing."""
    return item_of(one.line) == item_of(other)


def inventory(
    lines: Sequence[SheetLine], renewals: Mapping[str, Renewal], now: float
) -> list[dict[str, Any]]:
    """Every set of cards as the sheet leaves it; ``renewals`` is by table, where its book has one.

    The hours of a renewal are counted from the opening of the set.
    """
    sets: dict[str, dict[str, Any]] = {}
    for each in valid(lines):
        line = each.line
        if line.what == "received":
            sets[line.item] = {
                "item": line.item, "decks": line.decks, "colour": line.colour, "table": None,
                "received": each.at, "opened": None, "due": None, "overdue": False, "clause": None,
            }  # fmt: skip
        one = sets[line.item]
        one |= {"status": line.what, "since": each.at, "by": line.by, "second": line.second or None}
        one["table"] = line.table if line.what == IN_USE else None
        if line.what == "opened":
            one["opened"] = each.at
    for one in sets.values():
        renewal = renewals.get(one["table"] or "")
        if renewal is not None and one["opened"] is not None:
            due = one["opened"] + 3600 * renewal.hours
            one |= {"due": due, "overdue": now > due, "clause": renewal.under}
    return list(sets.values())


def standing(lines: Sequence[SheetLine]) -> list[dict[str, Any]]:
    """The last line about every table or device."""
    last: dict[str, dict[str, Any]] = {}
    for each in valid(lines):
        last[item_of(each.line)] = {
            "item": item_of(each.line),
            "status": each.line.what,
            "since": each.at,
            "by": each.line.by,
            "second": each.line.second or None,
            "note": each.line.note,
            "amount": each.line.amount,
        }
    return list(last.values())


def documents_of(lines: Sequence[SheetLine]) -> list[dict[str, Any]]:
    """Lines for a page or a file, the newest first; a struck one stays, and says by which."""
    struck = {each.line.strikes: each.n for each in lines if each.line.what == STRUCK}
    return [
        {
            "n": each.n,
            "at": each.at,
            "hash": each.hash,
            "what": each.line.what,
            "item": item_of(each.line),
            "table": each.line.table,
            "by": each.line.by,
            "role": each.line.role,
            "second": each.line.second,
            "decks": each.line.decks,
            "colour": each.line.colour,
            "amount": each.line.amount,
            "note": each.line.note,
            "strikes": each.line.strikes,
            "struck_by": struck.get(each.n),
        }
        for each in reversed(lines)
    ]


_COLUMNS: Final = (
    "n", "time", "what", "item", "table", "by", "role", "second", "decks", "colour", "amount",
    "note", "strikes", "struck_by", "hash",
)  # fmt: skip


def as_csv(lines: Sequence[SheetLine]) -> str:
    """A sheet as comma-separated values, oldest line first, with times in UTC."""
    return csv_text(_COLUMNS, map(_columns_of, reversed(documents_of(lines))))


def _columns_of(row: dict[str, Any]) -> dict[str, Any]:
    amount = row["amount"]
    return {
        **row,
        "time": datetime.fromtimestamp(row["at"], UTC).isoformat(timespec="seconds"),
        "amount": None if amount is None else f"{amount / 100:.2f}",
    }
