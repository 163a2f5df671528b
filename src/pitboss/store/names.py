"""What a name may be, how it is compared, and which names look alike.

Two names look alike if they have a form in common whose characters are replaced by their prototypes
in the confusables table of Unicode (UTS 39).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from functools import cache
from typing import Final

import confusable_homoglyphs

from pitboss.store.database import Rows
from pitboss.store.ledger import BOT

GUEST: Final = "Guest "
"""The prefix of guests' names, reserved for them."""

SHORTEST: Final = 2
LONGEST: Final = 24
"""The characters a name may have."""

VERSION: Final = f"1/{confusable_homoglyphs.__version__}/{unicodedata.unidata_version}"
"""The tables from which forms are made; with others, the stored forms are made again."""

_MARKS: Final = " .-_'"
_ALLOWED: Final = "letters, digits, spaces or . - _ '"

RESERVED: Final = frozenset(
    [
        "admin", "administrator", "auditor", "bank", "banker", "bot", "casino", "croupier",
        "dealer", "employee", "floorperson", "guest", "house", "inspector", "manager",
        "moderator", "nobody", "operator", "pitboss", "player", "root", "server",
        "shiftmanager", "staff", "supervisor", "support", "system", "thedealer", "thehouse",
        "thepitboss",
    ]
)  # fmt: skip
"""Names of offices and of the house, without spaces and marks."""

_PREFIXES: Final = frozenset({BOT.strip().casefold(), GUEST.strip().casefold()})

_LEFT_TO_RIGHT: Final = "\u200e"

DIRECTIONS: Final = frozenset(
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)
"""The characters that only change the direction of the text around them."""


def tidy(name: str) -> str:
    """A name as it is stored and shown: compatibility forms replaced, single spaces."""
    return " ".join(unicodedata.normalize("NFKC", name).split())


def folded(name: str) -> str:
    """A name in the form used for comparison: compatibility forms and case do not count."""
    return tidy(tidy(name).casefold())


def plain_text(text: str) -> str:
    """Free text in one line, without invisible characters and changes of direction."""
    seen = (" " if ch.isspace() else ch for ch in text)
    return " ".join("".join(ch for ch in seen if _shows(ch)).split())


def plain_lines(text: str) -> str:
    """Free text in several lines, each as ``plain_text`` makes it; at most one empty in a row."""
    lines = [plain_text(line) for line in text.splitlines()]
    kept = [line for at, line in enumerate(lines) if line or (at and lines[at - 1])]
    return "\n".join(kept).strip()


def _shows(ch: str) -> bool:
    """Whether a character is visible, or joins the letters or pictures around it."""
    return ch in "\u200c\u200d" or unicodedata.category(ch) not in ("Cc", "Cf", "Cs", "Co", "Cn")


def wrong_with(name: str) -> str | None:
    """Why this may not be the name of a new person, or None."""
    if len(name) > LONGEST:
        return f"a name may have at most {LONGEST} characters"
    if len(name) < SHORTEST:
        return f"a name needs at least {SHORTEST} characters: {_ALLOWED}"
    if not all(_is_for_names(ch) for ch in name):
        return f"a name may have only {_ALLOWED} (no invisible characters)"
    if not name[0].isalnum():
        return "a name must begin with a letter or a digit"
    if _is_reserved(name):
        return f"the name {name!r} is reserved"
    return None


def _is_for_names(ch: str) -> bool:
    # The fillers of Hangul count as letters, but nothing is seen of them.
    return ch in _MARKS or (ch.isalnum() and "FILLER" not in unicodedata.name(ch, "FILLER"))


def _is_reserved(name: str) -> bool:
    """Whether a name is, or looks like, that of an office, the house, a bot or a guest."""
    for form in (folded(name), *forms(name)):
        first = form
        for mark in _MARKS:
            first = first.partition(mark)[0]
        if first in _reserved_prefixes() and first != form:
            return True
        if "".join(ch for ch in form if ch not in _MARKS) in _reserved_forms():
            return True
    return False


@cache
def _reserved_forms() -> frozenset[str]:
    return frozenset(form for word in RESERVED for form in _forms_in_any_case(word))


@cache
def _reserved_prefixes() -> frozenset[str]:
    return frozenset(form for word in _PREFIXES for form in _forms_in_any_case(word))


def _forms_in_any_case(word: str) -> set[str]:
    return {word} | {form for each in (word, word.upper(), word.title()) for form in forms(each)}


# Names that look alike.


def forms(name: str) -> frozenset[str]:
    """The forms of a name that no other person's name may have.

    Case is folded before the prototypes are taken, and after: ``Ivy`` looks like ``lvy`` because of
    its capital, and like a Cyrillic name in small letters.
    """
    before, after = skeleton(folded(name)), skeleton(tidy(name))
    return frozenset(folded(form) for form in (before, after))


def skeleton(text: str) -> str:
    """A text with every character replaced by its prototype."""
    apart = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", "".join(_prototype(ch) for ch in apart))


@cache
def _table() -> dict[str, list[str]]:
    """The characters confusable with each character, as published; it is read when first needed."""
    from confusable_homoglyphs.confusables import confusables_data

    return {
        # Characters written from right to left are between marks in the published table.
        char.replace(_LEFT_TO_RIGHT, ""): [
            other["c"].replace(_LEFT_TO_RIGHT, "") for other in others
        ]
        for char, others in confusables_data.items()
    }


@cache
def _prototype(ch: str) -> str:
    """What stands for a character in a skeleton.

    The table has each pair in both directions. A prototype is confusable with several characters,
    the others only with their prototype; of a pair that is alone, either may stand for both.
    """
    others = _table().get(ch, [])
    if len(others) != 1:
        return ch
    (other,) = others
    return other if len(other) > 1 or len(_table().get(other, [])) > 1 else min(ch, other)


# In the database.


def keep_forms(rows: Rows, person: str, name: str) -> None:
    """Store the forms of a person's name; those that another person already has stay theirs."""
    for form in _kept_forms(name):
        rows.run(
            "INSERT INTO name_forms VALUES (?, ?) ON CONFLICT (form) DO NOTHING", (form, person)
        )


def claim_forms(rows: Rows, person: str, name: str) -> bool:
    """Store the forms of a new name; return whether no other person has one of them.

    If two people do so at the same moment, the database refuses the second.
    """
    rows.run("DELETE FROM name_forms WHERE person = ?", (person,))
    wanted = _kept_forms(name)
    if any(rows.one("SELECT 1 FROM name_forms WHERE form = ?", (form,)) for form in wanted):
        return False
    for form in wanted:
        rows.run("INSERT INTO name_forms VALUES (?, ?)", (form, person))
    return True


def _kept_forms(name: str) -> Collection[str]:
    """The stored forms of a name: none of a guest's, which is reserved."""
    return () if name.startswith(GUEST) else sorted(forms(name))


def bring_forms_up_to_date(rows: Rows) -> bool:
    """Make the forms of every name again if they were made from other tables; return whether.

    Of people who have always looked alike the oldest account gets the form, and all stay.
    """
    row = rows.one("SELECT version FROM name_tables WHERE id = 1")
    if row is not None and row[0] == VERSION:
        return False
    rows.run("DELETE FROM name_forms")
    for person, name in rows.all("SELECT id, name FROM people ORDER BY created, id"):
        keep_forms(rows, person, name)
    rows.run("DELETE FROM name_tables")
    rows.run("INSERT INTO name_tables VALUES (1, ?)", (VERSION,))
    return True


def wrong_forms(rows: Rows) -> str | None:
    """The first fault in the stored forms, or None; forms made from other tables are not read."""
    made = rows.all("SELECT id, version FROM name_tables")
    if len(made) != 1:
        return "the version of the forms of names is missing"
    names = {row[0]: row[1] for row in rows.all("SELECT id, name FROM people")}
    stored = {row[0]: row[1] for row in rows.all("SELECT form, person FROM name_forms")}
    if stray := next((one for one in stored.values() if one not in names), None):
        return f"a form of a name belongs to an unknown account: {stray}"
    if made[0] != (1, VERSION):
        return None
    due = {person: _kept_forms(name) for person, name in names.items()}
    for form, person in stored.items():
        if form not in due[person]:
            return f"{names[person]} has a form of a different name"
    for person, wanted in due.items():
        if any(form not in stored for form in wanted):
            return f"a form of the name {names[person]} is missing"
    return None
