"""Settings one step away from a table's own, which a page is likely to request next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pitboss.rulebooks import Rulebook, TableRules
from pitboss.rulebooks.amounts import OddsPair
from pitboss.rulebooks.domains import Among, Domain, WholeNumber, YesNo
from pitboss.web.lab.questions import written
from pitboss.web.rules.house_options import house_options

_FEW: Final = 9
"""Options with at most this many whole numbers are priced for all, others one step up and down."""


def others(domain: Domain, value: Any) -> list[Any]:
    """The other values of an election that a control shows, the nearest first."""
    match domain:
        case YesNo():
            return [not value]
        case Among(among) | OddsPair(among):
            return [each for each in among if each != value]
        case WholeNumber(least, most) if value is not None:
            every = range(least, most + 1) if most - least < _FEW else (value - 1, value + 1)
            numbers = [each for each in every if each != value and least <= each <= most]
            return sorted(numbers, key=lambda each: abs(each - value))
        case _:
            return []


def neighbours(
    book: Rulebook, rules: TableRules, settings: dict[str, Any], first: tuple[str, ...] = ()
) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every election that affects the price, with its other values; the last touched come first."""
    moving = [option["key"] for option in house_options(book) if option["moves_price"]]
    keys = sorted(moving, key=lambda key: key not in first)
    for key in keys:
        election = book.open_elections[key]
        for value in others(election.domain, rules.elections[key]):
            text = written(value)
            yield key, text, {**settings, key: text}
