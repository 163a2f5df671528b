"""Money in whole cents and odds as pairs; nothing here is ever a float."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from heapq import heappop, heappush
from math import gcd
from typing import Final, NamedTuple, Self

from pitboss.numbers import NotANumber, decimal, shortened, whole

Cents = int
"""An amount of money in cents: ``Cents(12_50)`` is twelve and a half."""

MOST: Final = 100_000_000_00
"""The largest amount that may be written, in cents: no limit, stake or prize is above it.

A database holds sums of hundreds of millions of such amounts."""

MOST_TO_ONE: Final = 1_000_000
"""The largest number in a pair of odds."""


class NotMoney(ValueError):
    """Raised for something that is not an amount in whole cents."""


class NotOdds(ValueError):
    """Raised for something that is not a pair of odds."""


def cents(amount: str | int | Decimal) -> Cents:
    """Read an amount as people write it: ``"12.50"``, ``5``.

    >>> cents("12.5")
    1250
    """
    given = shortened(amount)
    if isinstance(amount, bool) or not isinstance(amount, str | int | Decimal):
        raise NotMoney(f"{given} is not an amount of money; write it as in 12.50")
    try:
        value = Fraction(decimal(amount)) * 100
    except NotANumber:
        raise NotMoney(f"{given} is not an amount of money; write it as in 12.50") from None
    if value.denominator != 1:
        raise NotMoney(f"{given} is not a whole number of cents")
    if abs(value) > MOST:
        raise NotMoney(f"{given} is more than {dollars(MOST)}, the largest amount of money")
    return value.numerator


def dollars(amount: Cents) -> str:
    """Write an amount without needless cents.

    >>> dollars(1250), dollars(500)
    ('12.50', '5')
    """
    sign, rest = ("-" if amount < 0 else ""), abs(amount)
    whole, part = divmod(rest, 100)
    return f"{sign}{whole}.{part:02d}" if part else f"{sign}{whole}"


def part_of(amount: Cents, share: Fraction) -> Cents:
    """A share of an amount, a half cent rounding up.

    >>> part_of(25_00, Fraction(1, 2))
    1250
    """
    exact = amount * share
    return (2 * exact.numerator + exact.denominator) // (2 * exact.denominator)


class Odds(NamedTuple):
    """What a win pays: ``Odds(3, 2)`` pays three for every two staked.

    >>> Odds(3, 2).on(15_00)
    2250
    >>> print(Odds.read("6:5"))
    6 to 5
    """

    pays: int
    per: int = 1

    @classmethod
    def read(cls, text: str) -> Self:
        """Read ``3:2`` or ``3 to 2``."""
        try:
            match = re.fullmatch(r"\s*([0-9]{1,12})\s*(?::|to)\s*([0-9]{1,12})\s*", text)
            if match is None:
                raise NotOdds
            pays, per = (
                whole(match[1], most=MOST_TO_ONE),
                whole(match[2], least=1, most=MOST_TO_ONE),
            )
        except (TypeError, ValueError):
            raise NotOdds(
                f"{shortened(text)} is not a pair of odds; write it as in 3:2, "
                f"with numbers up to {MOST_TO_ONE}"
            ) from None
        return cls(pays, per)

    def on(self, stake: Cents) -> Cents:
        """The winnings on a stake, without the stake; a half cent rounds up."""
        return (2 * stake * self.pays + self.per) // (2 * self.per)

    def are_exact_on(self, stake: Cents) -> bool:
        """Whether these odds pay whole cents on that stake."""
        return stake * self.pays % self.per == 0

    @property
    def fraction(self) -> Fraction:
        return Fraction(self.pays, self.per)

    def __str__(self) -> str:
        return f"{self.pays} to {self.per}"


@lru_cache(maxsize=4096)
def is_payable(amount: Cents, chips: tuple[Cents, ...]) -> bool:
    """Whether chips of these denominations can make up the amount exactly.

    >>> is_payable(5_00, (1_00, 2_50)), is_payable(1_50, (1_00, 2_50))
    (True, False)
    """
    if amount < 0 or not chips:
        return False
    unit = gcd(*chips)
    if amount % unit:
        return False
    smallest, *others = sorted(chip // unit for chip in chips)
    goal = amount // unit
    # The least sum in each residue class of the smallest chip, the smallest sums first; anything
    # above it follows by adding smallest chips, so amounts of any size are decided at once.
    least: dict[int, int] = {}
    frontier = [0]
    while frontier:
        total = heappop(frontier)
        residue = total % smallest
        if residue in least:
            continue
        least[residue] = total
        if residue == goal % smallest:
            break
        for chip in others:
            heappush(frontier, total + chip)
    return goal % smallest in least and least[goal % smallest] <= goal


def share_out(total: Cents, claims: Sequence[Cents]) -> tuple[Cents, ...]:
    """Divide an amount in proportion to claims, in whole cents.

    The cents that do not divide go to the largest remainders, the earlier claim first among
    equals, so that the shares always add up to the total.

    >>> share_out(1000_00, (900_00, 600_00))
    (60000, 40000)
    """
    claimed = sum(claims)
    if claimed <= 0:
        raise ValueError("nothing is claimed, so nothing can be shared out")
    whole = [total * claim // claimed for claim in claims]
    by_remainder = sorted(range(len(claims)), key=lambda i: (-(total * claims[i] % claimed), i))
    for i in by_remainder[: total - sum(whole)]:
        whole[i] += 1
    return tuple(whole)
