"""Values of provisions and elections as exact data; :mod:`pitboss.jsonable` makes JSON of it.

Yes and no are booleans, money is a number of dollars, odds are pairs such as ``[3, 2]``, sets and
pay tables are lists and mappings.
"""

from __future__ import annotations

from enum import Enum
from fractions import Fraction
from typing import Any

from pitboss.money import Cents, Odds
from pitboss.rulebooks.amounts import (
    ChipSet,
    MoneyDomain,
    OddsPair,
    Offered,
    PrizeTable,
    Sign,
)
from pitboss.rulebooks.domains import (
    UP_CARDS,
    Among,
    Depth,
    Domain,
    OneOf,
    Share,
    WholeNumber,
    YesNo,
)
from pitboss.rulebooks.side_bets import PayingRow, PayTable


def as_data(domain: Domain, value: Any) -> Any:
    """The value as data; what has no form of its own is written as the domain shows it."""
    match domain, value:
        case _, None:
            return None
        case MoneyDomain(), int():
            return amount(value)
        case ChipSet(), tuple():
            return [amount(chip) for chip in value]
    plain = _plain(value)
    return domain.show(value) if plain is None else plain


def _plain(value: Any) -> Any:
    match value:
        case bool() | int():
            return value
        case Enum():
            return value.value
        case str():
            return value
        case Odds():
            return pair(value)
        case Fraction():
            return number(value)
        case frozenset():
            return _members(value)
        case Depth(behind=None, dealt=Fraction() as dealt):
            return {"dealt": number(dealt)}
        case Depth(behind=behind):
            return {"behind": behind}
        case Sign():
            return {
                "min": amount(value.least),
                "max": None if value.most is None else amount(value.most),
                "step": None if value.step is None else amount(value.step),
            }
        case PayTable():
            return [_row(value, row) for row in value.rows]
        case PrizeTable():
            return [[amount(prize), draws] for prize, draws in value.levels]
        case Offered():
            return {name: list(scale) for name, scale in value.bets}
        case _:
            return None


def _row(rows: PayTable, row: PayingRow) -> dict[str, Any]:
    return {
        "when": rows.when(row),
        "pays": _plain(row.pays),
        "label": row.label,
        "under": row.under,
    }


def allowed_data(domain: Domain) -> dict[str, Any] | None:
    """What a domain allows, as data, if it has limits or a list."""
    match domain:
        case YesNo():
            return {"among": [True, False]}
        case WholeNumber(least, most):
            return {"from": least, "to": most}
        case Share(least, most):
            return {"from": number(least), "to": number(most)}
        case OneOf():
            return {"among": [member.value for member in domain.members]}
        case Among(choices):
            return {"among": list(choices)}
        case OddsPair(among) if among:
            return {"among": [pair(odds) for odds in among]}
        case MoneyDomain(least=least):
            return {"from": amount(least)}
        case _:
            return None


def pair(odds: Odds) -> list[int]:
    """Odds as a pair.

    >>> pair(Odds(3, 2))
    [3, 2]
    """
    return [odds.pays, odds.per]


def amount(cents: Cents) -> int | Fraction:
    """Money in dollars, as a whole number if possible.

    >>> amount(500), amount(250)
    (5, Fraction(5, 2))
    """
    return number(Fraction(cents, 100))


def number(value: Fraction) -> int | Fraction:
    """A number as a whole number if possible, otherwise a fraction."""
    return value.numerator if value.denominator == 1 else value


def _members(value: frozenset[Any]) -> list[Any]:
    if value <= set(UP_CARDS):
        return [rank.value for rank in UP_CARDS if rank in value]
    return sorted(value)
