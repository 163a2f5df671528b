"""A rulebook: one document as cited values, with its house options and its ledger."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum, unique
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any

from msgspec import Struct, structs

from pitboss.money import Odds, dollars
from pitboss.rulebooks.amounts import (
    Amounts,
    ChipSet,
    MoneyDomain,
    OddsPair,
    Offered,
    Sign,
)
from pitboss.rulebooks.authority import Authority
from pitboss.rulebooks.elections import Election, Requirement, elect
from pitboss.rulebooks.enumerations import ExposedCard, HoleCard
from pitboss.rulebooks.errors import BadElection, BadValue
from pitboss.rulebooks.ledger import Clause, Ledger
from pitboss.rulebooks.open_changes import OpenChange
from pitboss.rulebooks.own import OwnIrregularity
from pitboss.rulebooks.preparation import Opening
from pitboss.rulebooks.provisions import NOT_IN_THE_TEXT, CitedRow, Provision
from pitboss.rulebooks.rules import TableRules
from pitboss.rulebooks.schema import (
    PARTS,
    SIDE_BETS,
    SideBet,
    SideBetHead,
    SideBets,
    Slot,
    build,
    build_side_bet,
    slot,
    slots_of,
)
from pitboss.rulebooks.side_bets import PayTable
from pitboss.rulebooks.supported import check_supported
from pitboss.rulebooks.vocabulary import BookWords


class Reading(Struct, frozen=True, omit_defaults=True):
    """An unclear point of the document, our interpretation, and the reason."""

    id: str
    about: tuple[str, ...]
    question: str
    we_take: str
    why: str
    otherwise: str | None = None
    election: str | None = None


class Published(Struct, frozen=True):
    """A house edge published elsewhere for a book's game, and the source."""

    edge: Fraction
    source: str


@unique
class Source(StrEnum):
    """Where a provision is from."""

    DOCUMENT = "document"
    """The book's own document states it."""
    SILENT = "silent"
    """The document does not cover it; the book says what is assumed."""
    BASE = "base"
    """It is inherited from the book that this one is based on."""


class Statement(Struct, frozen=True):
    """What a book states for one slot: a value, or the election that decides it."""

    under: str
    fixed: Any = None
    elected: str | None = None
    where: tuple[tuple[str, Any], ...] = ()
    sign: tuple[str, str] | None = None
    offers: tuple[str, ...] = ()
    scale_of: str | None = None
    reading: str | None = None
    rows: tuple[CitedRow, ...] = ()

    @property
    def is_the_election(self) -> bool:
        """Whether the election's value is the provision's value."""
        return self.elected is not None and not (self.where or self.offers or self.scale_of)

    def depends_on(self, key: str) -> bool:
        """Whether it depends on that election."""
        return self.elected == key or (self.sign is not None and key in self.sign)

    def value(self, ledger: Ledger, slot: Slot, elected: Mapping[str, Any]) -> Any:
        """The value once every election is made; errors cite clauses of ``ledger``."""
        if self.sign is not None:
            least, most = (elected[key] for key in self.sign)
            if most is not None and least > most:
                raise BadElection(
                    f"{self.sign[0]} is {dollars(least)}, above {self.sign[1]} of "
                    f"{dollars(most)} ({ledger.cite(self.under)})"
                )
            return Sign(least, most, None)
        if self.elected is None:
            return self.fixed
        choice = elected[self.elected]
        if self.offers:
            return any(choice.scale(name) is not None for name in self.offers)
        if self.scale_of is not None:
            return self._scaled(ledger, choice)
        if self.where:
            return dict(self.where)[as_key(choice)]
        return _adopted(slot, choice)

    def _scaled(self, ledger: Ledger, choice: Offered) -> PayTable:
        """The rows at the odds of a scale, which are given in the order of the rows."""
        own: PayTable = self.fixed
        scale = choice.scale(self.scale_of or "")
        if not scale:
            return own
        shown = "-".join(map(str, scale))
        if len(scale) != len(own.rows):
            labels = ", ".join(row.label for row in own.rows)
            raise BadElection(
                f"the scale {shown} does not fit {self.scale_of}: "
                f"{ledger.cite(self.under)} needs odds for each of {labels}"
            )
        self._check_order(ledger, own, scale)
        rows = (
            structs.replace(row, pays=Odds(pays)) for row, pays in zip(own.rows, scale, strict=True)
        )
        return structs.replace(own, rows=tuple(rows))

    def _check_order(self, ledger: Ledger, own: PayTable, scale: tuple[int, ...]) -> None:
        """Check that a scale rises or falls from row to row as the book's own does."""
        pays = [row.pays for row in own.rows if isinstance(row.pays, Odds)]
        for (low, high), (one, other) in zip(pairwise(pays), pairwise(scale), strict=True):
            falls = Fraction(low.pays, low.per) > Fraction(high.pays, high.per)
            if one < other if falls else one > other:
                labels = ", ".join(row.label for row in own.rows)
                shown = "-".join(str(odds.pays) for odds in pays)
                raise BadElection(
                    f"the scale {'-'.join(map(str, scale))} is out of order: give {self.scale_of} "
                    f"in the order {labels}, which pay {shown} here ({ledger.cite(self.under)})"
                )


def _adopted(slot: Slot, choice: Any) -> Any:
    """An election's value as the value of a provision; money and odds are already read."""
    fits: tuple[type, ...]
    match slot.domain:
        case MoneyDomain():
            fits = (int, type(None)) if slot.domain.or_none else (int,)
        case OddsPair():
            fits = (Odds,)
        case Amounts():
            fits = (Sign,)
        case ChipSet():
            choice = choice if isinstance(choice, tuple) else (choice,)
            fits = (tuple,)
        case _:
            return slot.domain.read(choice)
    if not isinstance(choice, fits) or isinstance(choice, bool):
        raise BadValue(choice, slot.domain.allowed)
    return choice


def as_key(choice: Any) -> str:
    """A choice as the keys of ``where`` write it: ``true``, ``late``, ``4``."""
    return str(choice).lower() if isinstance(choice, bool) else str(choice)


@dataclass(kw_only=True, eq=False, repr=False)
class Rulebook:
    """One book: ``book["12.4"]`` finds clauses, ``book.elect(decks=8)`` makes a table's rules."""

    id: str
    title: str
    jurisdiction: str
    document: str
    words: BookWords
    statements: dict[str, Statement]
    absent: dict[str, str]
    elections: dict[str, Election]
    requirements: tuple[Requirement, ...]
    ledger: Ledger
    readings: tuple[Reading, ...]
    remedies: dict[str, str]
    authority: dict[str, Authority]
    """Who may order a remedy, where the document says so"""
    cites: dict[str, str]
    own_irregularities: dict[str, OwnIrregularity]
    opening: Opening
    open_changes: dict[str, OpenChange]
    """From when each option may change at an open table"""
    based_on: str | None
    side_bets: dict[str, SideBetHead]
    inherited: frozenset[str] = frozenset()
    """The paths of the provisions that this book takes from its base as they are"""
    source: str | None = field(default=None, init=False)
    """The text of a book that is not one of ours"""
    published: Published | None = field(default=None, init=False)

    def __repr__(self) -> str:
        return f"rulebook({self.id!r})"

    def __str__(self) -> str:
        return f"{self.title} ({self.jurisdiction})"

    def __getitem__(self, clause: str) -> tuple[Clause, ...]:
        return self.ledger.find(clause)

    @property
    def open_elections(self) -> dict[str, Election]:
        """The elections that the book leaves open to the operator."""
        return {key: each for key, each in self.elections.items() if each.settled is None}

    def elect(self, **choices: Any) -> TableRules:
        """The rules of a table with these elections, the others at their defaults."""
        return self.elect_all(choices)

    def elect_all(self, choices: Mapping[str, Any]) -> TableRules:
        """Like :meth:`elect`, with the choices as a mapping."""
        elected = elect(self.ledger, self.elections, self.requirements, choices)
        self._check_scales(elected)
        rules = self._rules(choices, elected)
        check_supported(rules)
        least, most = rules.limits.minimum, rules.limits.maximum
        if most.value is not None and least.value > most.value:
            raise BadElection(
                f"the minimum of {dollars(least.value)} is above the maximum of "
                f"{dollars(most.value)} ({self.cite(least.under)}, {self.cite(most.under)})"
            )
        exposed, hole = rules.irregularities.exposed_card, rules.deal.hole_card
        if exposed.value is ExposedCard.OFFERED_THEN_DEALERS_SECOND and (
            hole.value is HoleCard.FACE_DOWN
        ):
            raise BadElection(
                "a refused card cannot become the dealer's second card if the dealer takes a "
                f"hole card ({self.cite(exposed.under)}, {self.cite(hole.under)})"
            )
        return rules

    def _check_scales(self, elected: Mapping[str, Any]) -> None:
        """Check that a scale is named only for a side bet that has one."""
        scaled = {
            statement.scale_of for statement in self.statements.values() if statement.scale_of
        }
        for statement in self.statements.values():
            for name in statement.offers:
                if elected[statement.elected or ""].scale(name) and name not in scaled:
                    raise BadElection(f"{name} has no scale ({self.cite(statement.under)})")

    def _rules(self, choices: Mapping[str, Any], elected: Mapping[str, Any]) -> TableRules:
        parts: dict[str, Any] = {}
        for part in PARTS:
            if part in self.absent:
                parts[part] = None
                continue
            parts[part] = build(part, self._said(part, elected))
        parts[SIDE_BETS] = SideBets(
            tuple(self._side_bet(id, head, elected) for id, head in self.side_bets.items())
        )
        return TableRules(
            **parts,
            book=self,
            choices=tuple(choices.items()),
            elected=tuple(elected.items()),
            absent=tuple(self.absent.items()),
            fingerprint=hash((self.id, tuple(elected.items()))),
        )

    def _said(self, part: str, elected: Mapping[str, Any]) -> dict[str, Any]:
        """The provisions of a part that the book states, with these elections made."""
        return {
            name: Provision(
                statement.value(self.ledger, place, elected), statement.under, statement.rows
            )
            for name, place in slots_of(part).items()
            if (statement := self.statements.get(place.path)) is not None
        }

    def _side_bet(self, id: str, head: SideBetHead, elected: Mapping[str, Any]) -> SideBet:
        part = f"{SIDE_BETS}.{id}"
        drawing = self._said(f"{part}.draw", elected) or None
        return build_side_bet(id, head, self._said(part, elected), drawing)

    @cached_property
    def default_rules(self) -> TableRules:
        """The rules with every election at its default."""
        return self.elect()

    def cite(self, clause: str) -> str:
        """A citation for people, by the document that has the clause: ``nz 9.1``."""
        return self.ledger.cite(clause)

    def citations(self) -> Iterator[tuple[str, str]]:
        """Every citation in the book: its place and its clause."""
        for path, statement in self.statements.items():
            yield path, statement.under
            yield from ((f"{path} ({row.when})", row.under) for row in statement.rows)
            if path.endswith(".rows"):
                scales: list[PayTable] = [rows for _, rows in statement.where] or [statement.fixed]
                yield from dict.fromkeys(
                    (f"{path} ({label})", under) for rows in scales for label, under in rows.clauses
                )
        for part, under in self.absent.items():
            yield f"absent.{part}", under
        for key, election in self.elections.items():
            yield f"elections.{key}", election.under
        for key, change in self.open_changes.items():
            yield f"changes.{key}", change.under
        for what, under in self.remedies.items():
            yield f"remedies.{what}", under
        for what, by in self.authority.items():
            yield f"authority.{what}", by.under
        for what, under in self.cites.items():
            yield f"cites.{what}", under
        yield from self.opening.citations().items()
        for i, requirement in enumerate(self.requirements, 1):
            yield f"requires {i}", requirement.under

    def source_of(self, path: str) -> Source:
        """Where a provision is from: this document, its silence, or the base."""
        statement = self.statements[path]
        if path in self.inherited:
            return Source.BASE
        return Source.SILENT if statement.under == NOT_IN_THE_TEXT else Source.DOCUMENT

    def shown(self, path: str) -> str:
        """What the book states for a slot, for a table of provisions."""
        if path not in self.statements:
            return "—"
        statement, place = self.statements[path], slot(path)
        shown = place.domain.show(self.default_rules.provision(path).value)
        if statement.sign is not None:
            return f"{shown} (house option)"
        if statement.elected is None:
            return shown
        brief = self.elections[statement.elected].brief_range
        if statement.where or statement.offers or statement.scale_of or not brief:
            return f"{shown} (house option)"
        return f"{shown} (house option: {brief})"
