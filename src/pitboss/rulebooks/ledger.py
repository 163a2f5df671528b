"""The ledger: every clause of a document in our words, and how the software answers it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum, unique

from msgspec import Struct

from pitboss.numbers import LONGEST, shortened
from pitboss.rulebooks.claims import Claim
from pitboss.rulebooks.errors import NoSuchClause
from pitboss.rulebooks.provisions import NOT_IN_THE_TEXT, number


@unique
class Kind(StrEnum):
    """The kind of a clause."""

    DEFINITION = "definition"
    TERM = "term"
    LAW = "law"
    PROCEDURE = "procedure"
    DISCRETION = "discretion"
    OPTION = "option"
    PREMISES = "premises"
    HEADING = "heading"


@unique
class Answer(StrEnum):
    """How the software answers a clause."""

    ENFORCED = "enforced"
    RECORDED = "recorded"
    DISPLAYED = "displayed"
    NOT_APPLICABLE = "not applicable"
    STATED = "stated"
    """A sentence of a user's book that none of its provisions cites: no code implements it."""


@unique
class Call(StrEnum):
    """What a clause orders the dealer to say aloud, and so when."""

    PLACE_BETS = "call:place_bets"
    NO_MORE_BETS = "call:no_more_bets"
    TOTAL = "call:total"
    """A hand's total, before its player decides"""
    NEW_TOTAL = "call:new_total"
    """A hand's total, after each additional card"""
    SPLIT_TOTAL = "call:split_total"
    """A split hand's total, once it has its second card"""
    BLACKJACK = "call:blackjack"
    """A player's blackjack, at its turn"""
    INSURANCE = "call:insurance"
    DEALER_TOTAL = "call:dealer_total"
    """The dealer's total, when the hand is complete"""
    EACH_DEALER_TOTAL = "call:each_dealer_total"
    """The dealer's total, after each card drawn"""


class Clause(Struct, frozen=True):
    """One clause: its number, what it requires in our words, and the code that implements it."""

    id: str
    kind: Kind
    gist: str
    answer: Answer
    by: tuple[str, ...] = ()
    why_not: str | None = None
    when: Claim | None = None
    """The condition under which something happens by this clause; None if it claims nothing"""
    forbids: Claim | None = None
    """The condition under which the clause refuses an act, if that is another one"""
    dealer: Call | None = None
    """What the clause orders the dealer to call"""

    @property
    def number(self) -> str:
        """The number as the document prints it, without our parts."""
        return number(self.id)

    @property
    def is_located(self) -> bool:
        """Whether code implements it, a reason says why none can, or none is claimed."""
        return bool(self.by) or self.why_not is not None or self.answer is Answer.STATED

    @property
    def needs_a_witness(self) -> bool:
        """Whether a test must show that it is implemented."""
        return self.answer in (Answer.ENFORCED, Answer.RECORDED)


class Family(Struct, frozen=True, forbid_unknown_fields=True):
    """Clauses of which exactly one decides a case, so that this one must be cited."""

    name: str
    clauses: tuple[str, ...]
    when: Claim | None = None
    """The cases that it decides: each must cite one of its clauses"""
    compares: bool = False
    """Whether two scores alone decide, so that all pairs of them are compared in a test"""


class Ledger(Struct, frozen=True):
    """The clauses of one book, in document order."""

    book: str
    clauses: tuple[Clause, ...]
    sections: dict[str, str] = {}
    """What each section is about, by the first part of its clauses' numbers"""
    origins: dict[str, str] = {}
    """The book whose document a clause is from, for each clause inherited from a base"""
    families: tuple[Family, ...] = ()
    """The families of clauses, of which exactly one decides each case"""

    def origin(self, clause: str) -> str:
        """The book whose document has this clause: this one, or the base it is inherited from."""
        if not self.origins:
            return self.book
        if clause in self.origins:
            return self.origins[clause]
        entry = next((each for each in self.clauses if each.number == clause), None)
        return self.book if entry is None else self.origins.get(entry.id, self.book)

    def short(self, clause: str) -> str:
        """A citation beside the book's own: the number, with the base's id before one of a base."""
        if clause == NOT_IN_THE_TEXT:
            return NOT_IN_THE_TEXT
        return number(clause) if self.origin(clause) == self.book else self.cite(clause)

    def cite(self, clause: str) -> str:
        """A citation for people, by the document that has the clause: ``nz 9.1``."""
        if clause == NOT_IN_THE_TEXT:
            return f"{self.book}, {NOT_IN_THE_TEXT}"
        return f"{self.origin(clause)} {number(clause)}"

    def section(self, clause: Clause) -> str:
        """The section of a clause by its title, or by its own name if it has none."""
        name = section_of(clause.number)
        return self.sections.get(name, name)

    def calls(self) -> dict[Call, str]:
        """What the dealer must call at this table, and the first clause that orders it."""
        ordered: dict[Call, str] = {}
        for clause in self.clauses:
            if clause.dealer is not None:
                ordered.setdefault(clause.dealer, clause.id)
        return ordered

    def __iter__(self) -> Iterator[Clause]:
        return iter(self.clauses)

    def __len__(self) -> int:
        return len(self.clauses)

    def __contains__(self, clause: object) -> bool:
        return any(clause in (entry.id, entry.number) for entry in self.clauses)

    def find(self, clause: str) -> tuple[Clause, ...]:
        """The clause with that number, its parts and its subclauses.

        Raises ``NoSuchClause`` with the nearest numbers if there is none.
        """
        wanted = clause.strip()
        clauses = tuple(c for c in self.clauses if c.id == wanted or _is_within(c.number, wanted))
        if not clauses:
            raise NoSuchClause(
                f"{self.book} has no clause {shortened(wanted)}; {self._nearest(wanted[:LONGEST])}"
            )
        return clauses

    def _nearest(self, wanted: str) -> str:
        numbers = list(dict.fromkeys(c.number for c in self.clauses))
        section = section_of(wanted).lower()
        near = [n for n in numbers if section_of(n).lower() == section]
        if near:
            return f"section {section} has " + ", ".join(near[:12])
        return f"its clauses run from {numbers[0]} to {numbers[-1]}"


def section_of(clause: str) -> str:
    """The first part of a clause's number: ``12`` of ``12.4(b)``."""
    return re.split(r"[.( ]", clause)[0]


def _is_within(clause: str, wanted: str) -> bool:
    if not clause.startswith(wanted):
        return False
    rest = clause[len(wanted) :]
    return rest == "" or rest[0] in ".( " or (wanted.endswith(".") and bool(rest))
