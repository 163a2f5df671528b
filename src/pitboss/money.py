"""Money in whole cents and odds as pairs; nothing here is ever a float."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from functools import lru_cache
from math import gcd
from typing import NamedTuple, Self

Cents = int
"""An amount of money in cents: ``Cents(12_50)`` is twelve and a half."""


class NotMoney(ValueError):
    """Raised for something that is not an amount in whole cents."""


class NotOdds(ValueError):
    """Raised for something that is not a pair of odds."""


def cents(amount: str | int | Decimal) -> Cents:
    """Read an amount as people write it: ``"12.50"``, ``5``.

    >>> cents("12.5")
    1250
    """
    if isinstance(amount, bool) or not isinstance(amount, str | int | Decimal):
        raise NotMoney(f"{amount!r} is not an amount of money; write it as in 12.50")
    try:
        value = Decimal(amount) * 100
    except InvalidOperation:
        raise NotMoney(f"{amount!r} is not an amount of money; write it as in 12.50") from None
    if not value.is_finite() or value != value.to_integral_value():
        raise NotMoney(f"{amount} is not a whole number of cents")
    return int(value)


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
        found = re.fullmatch(r"\s*(\d+)\s*(?::|to)\s*(\d+)\s*", str(text))
        if found is None or int(found[2]) == 0:
            raise NotOdds(f"{text!r} is not a pair of odds; write it as in 3:2")
        return cls(int(found[1]), int(found[2]))

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
    # The least sum in each residue class of the smallest chip; anything above it follows by adding
    # smallest chips, so amounts of any size are decided at once.
    least: dict[int, int] = {0: 0}
    frontier = [0]
    while frontier:
        reached = frontier.pop()
        for chip in others:
            total = reached + chip
            residue = total % smallest
            if total < least.get(residue, total + 1):
                least[residue] = total
                frontier.append(total)
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
