"""Elections: the house options of a book, each with its range, default and clause."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct

from pitboss.money import Odds
from pitboss.numbers import shortened, whole
from pitboss.rulebooks.amounts import Amounts, ChipSet, MoneyDomain, OddsPair, SideBetsDomain
from pitboss.rulebooks.domains import Among, Domain, Share, Text, WholeNumber, YesNo
from pitboss.rulebooks.errors import BadElection, BadValue, as_written, hint
from pitboss.rulebooks.labels import label_of
from pitboss.rulebooks.ledger import Ledger


class Election(Struct, frozen=True):
    """One house option; ``reading`` names our interpretation where the text is unclear."""

    key: str
    says: str
    domain: Domain
    default: Any
    under: str
    reading: str | None = None
    why: str | None = None
    settled: str | None = None
    """The clause under which a book based on another settles it; None while it is open"""

    @property
    def range(self) -> str:
        return self.domain.allowed

    @property
    def brief_range(self) -> str:
        """A short form of the range, if it has limits or a list."""
        match self.domain:
            case WholeNumber(least, most):
                return f"{least} to {most}"
            case Share(least, most):
                return f"{self.domain.show(least)} to {self.domain.show(most)}"
            case Among(among):
                return ", ".join(label_of(str(value)) for value in among)
            case OddsPair():
                return self.domain.allowed
            case _:
                return ""

    @property
    def shown_default(self) -> str:
        return self.domain.show(self.default)


class Requirement(Struct, frozen=True):
    """A combination of elections that needs certain others."""

    when: tuple[tuple[str, tuple[Any, ...]], ...]
    needs: tuple[tuple[str, tuple[Any, ...]], ...]
    under: str

    def is_met_by(self, elected: Mapping[str, Any]) -> bool:
        if not all(elected[key] in values for key, values in self.when):
            return True
        return all(elected[key] in values for key, values in self.needs)

    def in_words(self, elected: Mapping[str, Any]) -> str:
        when = " and ".join(f"{key}={elected[key]}" for key, _ in self.when)
        needs = " and ".join(
            f"{key} to be {' or '.join(str(v) for v in values)}, not {elected[key]}"
            for key, values in self.needs
        )
        return f"{when} needs {needs}"


def domain_of(kind: str, spec: Mapping[str, Any]) -> Domain:
    """The domain that a book's election describes; raises ``BadValue`` or ``KeyError``."""
    match kind:
        case "yes or no":
            return YesNo()
        case "whole":
            return WholeNumber(whole(spec["from"]), whole(spec["to"]))
        case "one of":
            return Among(_among(spec["among"]))
        case "money":
            return MoneyDomain(least=MoneyDomain().read(spec.get("from", 0)) or 0)
        case "money or none":
            return MoneyDomain(or_none=True)
        case "odds":
            return OddsPair(tuple(Odds.read(odds) for odds in spec["among"]))
        case "share":
            everything = Share(Fraction(0), Fraction(1))
            return Share(everything.read(spec["from"]), everything.read(spec["to"]))
        case "amounts":
            return Amounts()
        case "chips":
            return ChipSet()
        case "side bets":
            return SideBetsDomain(tuple(map(str, _among(spec["among"]))))
        case "text":
            return Text()
        case _:
            raise BadValue(kind, ", ".join(KINDS))


def _among(raw: object) -> tuple[str | int, ...]:
    """The words or numbers that an election leaves to choose from."""
    if not isinstance(raw, list) or not 0 < len(raw) <= _MOST_CHOICES:
        raise BadValue(raw, f"a list of 1 to {_MOST_CHOICES} words or numbers")
    return tuple(each if isinstance(each, str) else whole(each) for each in raw)


_MOST_CHOICES = 100

KINDS = {
    "yes or no": (),
    "whole": ("from", "to"),
    "one of": ("among",),
    "money": ("from",),
    "money or none": (),
    "odds": ("among",),
    "share": ("from", "to"),
    "amounts": (),
    "chips": (),
    "side bets": ("among",),
    "text": (),
}
"""The kinds of election a book may offer, each with the keys that describe its range."""


def elect(
    ledger: Ledger,
    elections: Mapping[str, Election],
    requirements: tuple[Requirement, ...],
    choices: Mapping[str, Any],
) -> dict[str, Any]:
    """Make every election: check the choices against their ranges, default the others."""
    for key in choices:
        if key not in elections:
            text = hint(key, elections, "it has:")
            raise BadElection(f"{ledger.book} has no election {shortened(key)}; {text}")
    elected = {}
    for key, election in elections.items():
        try:
            elected[key] = (
                election.domain.read(choices[key]) if key in choices else election.default
            )
        except BadValue as bad:
            raise BadElection(
                f"{key}={as_written(choices[key], quoted=False)} is out of range: "
                f"{ledger.cite(election.under)} allows {bad.allowed}"
            ) from None
    for key, election in elections.items():
        if election.settled is not None and elected[key] != election.default:
            raise BadElection(
                f"{key}={as_written(choices[key], quoted=False)} is out of range: "
                f"{ledger.cite(election.settled)} "
                f"sets it to {election.shown_default}"
            )
    for requirement in requirements:
        if not requirement.is_met_by(elected):
            raise BadElection(f"{requirement.in_words(elected)} ({ledger.cite(requirement.under)})")
    return elected
