"""A question to the lab: a book, its house options, a shoe and a policy; and its digest."""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final
from urllib.parse import urlencode

from msgspec import Struct

from pitboss.money import Odds
from pitboss.numbers import whole
from pitboss.rulebooks import Rulebook, RulebookError, TableRules
from pitboss.rulebooks.provisions import number
from pitboss.web.http.problems import Problem
from pitboss.web.lab import drafts
from pitboss.web.lab.price_cache import fingerprint
from pitboss.web.rules.shelf import find, names, source_of

POLICIES: Final = ("optimal", "cdz", "basic")

_LONGEST: Final = 2000
"""The most characters read of one setting."""


class Question(Struct, frozen=True):
    """What is to be priced; ``settings`` are those that differ from the book's defaults."""

    book: str
    settings: tuple[tuple[str, Any], ...] = ()
    shoe: str | None = None
    policy: str = "optimal"

    @property
    def rules(self) -> TableRules:
        """The rules of the table."""
        return book_named(self.book).elect_all(dict(self.settings))

    @property
    def link(self) -> str:
        """The address of the page that shows the answer."""
        message = [(key, written(value)) for key, value in self.settings]
        message += [("shoe", self.shoe)] if self.shoe else []
        message += [("policy", self.policy)] if self.policy != "optimal" else []
        return f"/lab/{self.book}" + (f"?{urlencode(message)}" if message else "")

    def asked(self) -> dict[str, Any]:
        """The question as a worker reads it."""
        documents = {"settings": dict(self.settings), "shoe": self.shoe, "policy": self.policy}
        return {"book": self.book, "source": _source(self.book), **documents}


def written(value: Any) -> str:
    """A setting as it is written in an address."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Odds):
        return f"{value.pays}:{value.per}"
    return str(value)


def lab_link(rules: TableRules) -> str:
    """The address of the lab with the rules of a table."""
    book = rules.book
    message = tuple(
        (key, value)
        for key, value in rules.choices
        if rules.elections[key] != book.elections[key].default
        and isinstance(value, str | int | float | Odds)
    )
    return Question(book.id, message).link if find(book.id) is not None else "/lab"


class Posed(Struct, frozen=True):
    """A question whose settings are within the book's ranges, and the digest of its answer."""

    question: Question
    rules: TableRules
    digest: str


def _source(id: str) -> str | None:
    """The text of a book that is not ours."""
    if (draft := drafts.find(id)) is not None:
        return draft.source
    return source_of(id)


def book_named(id: str) -> Rulebook:
    """A book of this server, or a draft; a ``Problem`` if none has that id."""
    if drafts.is_draft(id):
        if (draft := drafts.find(id)) is None:
            raise Problem(404, "this draft is no longer known here; load its file again")
        return draft
    book = find(id)
    if book is None:
        raise Problem(404, f"no book named {id[:40]!r}; the books are {names()}")
    return book


def posed(
    book: str,
    settings: Mapping[str, Any],
    shoe: str | None = None,
    policy: str = "optimal",
) -> Posed:
    """Check a question; a ``Problem`` names the clause of an option out of its range."""
    return pose((book, book_named(book)), settings, shoe, policy)


def pose(
    named: tuple[str, Rulebook],
    settings: Mapping[str, Any],
    shoe: str | None,
    policy: str,
    *,
    by: str | None = None,
) -> Posed:
    """The same for a given book, under the id it was requested by.

    ``by`` is the digest of the pricing code, which a worker receives from the server.
    """
    id, book = named
    if policy not in POLICIES:
        raise Problem(400, f"no policy {policy[:40]!r}; the policies are {', '.join(POLICIES)}")
    try:
        rules = book.elect_all(settings)
    except (RulebookError, ValueError, TypeError) as error:
        text = str(error)
        known = [key for key in settings if key in book.elections]
        clauses = [number(book.elections[key].under) for key in known]
        clause = next((under for under in clauses if book.cite(under) in text), None)
        raise Problem(422, text[:_LONGEST], book=book.id, clause=clause) from None
    changed = tuple(
        (key, settings[key])
        for key in book.elections
        if key in settings and rules.elections[key] != book.elections[key].default
    )
    question = Question(id, changed, _shoe(rules, shoe), policy)
    identity = fingerprint(rules) if by is None else f"{rules.identity}-{by}"
    text = f"{identity} {question.shoe or ''} {policy}"
    if drafts.is_draft(id):
        text += f" {id}"  # its clauses may differ from those of a book with the same prices
    return Posed(question, rules, sha256(text.encode()).hexdigest()[:32])


_RANKS: Final = "A23456789T"


def _shoe(rules: TableRules, text: str | None) -> str | None:
    """The shoe as the solver writes it; None if it is the table's full shoe.

    Anything else is passed on to the solver, which explains the error.
    """
    if not text or not text.strip():
        return None
    words = text[:200].replace(",", " ").split()
    if not all(re.fullmatch(r"[A2-9T]:[0-9]{1,3}", word) for word in words):
        return " ".join(words)
    pairs = [word.split(":") for word in words]
    counts = {rank: whole(number) for rank, number in pairs}
    if len(counts) < len(pairs):
        return " ".join(words)
    decks = rules.equipment.decks.value
    if all(counts.get(rank, 0) == (16 if rank == "T" else 4) * decks for rank in _RANKS):
        return None
    return " ".join(f"{rank}:{counts[rank]}" for rank in _RANKS if counts.get(rank)) or text
