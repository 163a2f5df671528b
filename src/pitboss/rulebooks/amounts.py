"""Domains of money: amounts, odds, signs, chips, prizes, and the side bets on offer."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from math import gcd

from msgspec import Struct

from pitboss.money import MOST, Cents, Odds, cents, dollars
from pitboss.numbers import whole
from pitboss.rulebooks.domains import WholeNumber
from pitboss.rulebooks.errors import BadValue


class MoneyDomain(Struct, frozen=True):
    """An amount of money in cents, or none if no limit is set."""

    or_none: bool = False
    least: Cents = 0

    @property
    def allowed(self) -> str:
        ends = f"from {dollars(self.least)} to" if self.least else "of at most"
        return f"an amount of money {ends} {dollars(MOST)}" + (", or none" if self.or_none else "")

    def read(self, raw: object) -> Cents | None:
        if self.or_none and (raw is None or raw == "none"):
            return None
        try:
            amount = cents(raw)  # type: ignore[arg-type]
        except ValueError:
            raise BadValue(raw, self.allowed) from None
        if amount < self.least:
            raise BadValue(raw, self.allowed)
        return amount

    def show(self, value: Cents | None) -> str:
        return "none" if value is None else dollars(value)

    def neighbours(self, value: Cents | None) -> tuple[Cents | None, ...]:
        if value is None:
            return (1_00,)
        return (value + 100, value - 50) if value - 50 > self.least else (value + 100,)


class OddsPair(Struct, frozen=True):
    """A pair of odds such as 3:2."""

    among: tuple[Odds, ...] = ()

    @property
    def allowed(self) -> str:
        if self.among:
            return ", ".join(f"{odds.pays}:{odds.per}" for odds in self.among)
        return "a pair of odds such as 3:2"

    def read(self, raw: object) -> Odds:
        try:
            odds = Odds.read(raw)  # type: ignore[arg-type]
        except ValueError:
            raise BadValue(raw, self.allowed) from None
        if self.among and odds not in self.among:
            raise BadValue(raw, self.allowed)
        return odds

    def show(self, value: Odds) -> str:
        return str(value)

    def neighbours(self, value: Odds) -> tuple[Odds, ...]:
        if self.among:
            return tuple(odds for odds in self.among if odds != value)
        return Odds(value.pays + 1, value.per), Odds(value.pays, value.per + 1)


class Sign(Struct, frozen=True):
    """Amounts displayed at the table: from ``least`` to ``most`` in steps of ``step``."""

    least: Cents
    most: Cents | None
    step: Cents | None

    def admits(self, stake: Cents) -> bool:
        return (
            stake >= self.least
            and (self.most is None or stake <= self.most)
            and (self.step is None or (stake - self.least) % self.step == 0)
        )

    def __str__(self) -> str:
        if self.most == self.least:
            return f"exactly {dollars(self.least)}"
        upper = "no maximum" if self.most is None else f"to {dollars(self.most)}"
        steps = "" if self.step is None else f" in steps of {dollars(self.step)}"
        return f"from {dollars(self.least)} {upper}{steps}"


class Amounts(Struct, frozen=True):
    """The amounts on a sign, as ``{ min = 1, max = 25, step = 1 }``."""

    @property
    def allowed(self) -> str:
        return "amounts such as { min = 1, max = 25, step = 1 }"

    def read(self, raw: object) -> Sign:
        if isinstance(raw, Sign):
            return raw
        if isinstance(raw, str):
            words = [word.partition("=")[::2] for word in raw.strip("{} ").split(",", 3)]
            raw = {key.strip(): value.strip() for key, value in words}
        if not isinstance(raw, Mapping) or not {"min"} <= raw.keys() <= {"min", "max", "step"}:
            raise BadValue(raw, self.allowed)
        maybe = MoneyDomain(or_none=True)
        sign = Sign(
            MoneyDomain().read(raw["min"]) or 0,
            maybe.read(raw.get("max")),
            maybe.read(raw.get("step")),
        )
        if (sign.most is not None and sign.most < sign.least) or sign.step == 0:
            raise BadValue(raw, self.allowed)
        return sign

    def show(self, value: Sign) -> str:
        return str(value)

    def neighbours(self, value: Sign) -> tuple[Sign, ...]:
        higher = 1_00 if value.most is None else value.most + 1_00
        return Sign(value.least + 50, value.most, value.step), Sign(value.least, higher, value.step)


_WRITTEN = (str, int, Decimal, list, tuple, dict)
"""What is read as it is; a number of JSON with a point is read as it is written"""
_MOST_CHIPS = 24
_MOST_UNITS = 1000
"""The most units in the smallest chip: whether chips make up an amount takes as many steps"""


class ChipSet(Struct, frozen=True):
    """The denominations of chips in use."""

    @property
    def allowed(self) -> str:
        return (
            f"a list of at most {_MOST_CHIPS} chip denominations such as [1, 2.50, 5, 25, 100], "
            f"the smallest at most {_MOST_UNITS} times what divides them all"
        )

    def read(self, raw: object) -> tuple[Cents, ...]:
        if isinstance(raw, str):
            raw = raw.strip("[] ").replace(";", ",").split(",", _MOST_CHIPS)
        if isinstance(raw, int | Decimal) and not isinstance(raw, bool):
            raw = [raw]
        if not isinstance(raw, list | tuple) or not 0 < len(raw) <= _MOST_CHIPS:
            raise BadValue(raw, self.allowed)
        money = MoneyDomain(least=1)
        amounts = {money.read(chip if isinstance(chip, _WRITTEN) else str(chip)) for chip in raw}
        chips = tuple(sorted(amount for amount in amounts if amount is not None))
        if chips[0] // gcd(*chips) > _MOST_UNITS:
            raise BadValue(raw, self.allowed)
        return chips

    def show(self, value: tuple[Cents, ...]) -> str:
        return ", ".join(dollars(chip) for chip in value)

    def neighbours(self, value: tuple[Cents, ...]) -> tuple[tuple[Cents, ...], ...]:
        return (tuple(chip * 10 for chip in value),)


class PrizeTable(Struct, frozen=True):
    """Prizes for each dollar wagered, with how many of the equally likely draws give each."""

    levels: tuple[tuple[Cents, int], ...]

    @property
    def entries(self) -> int:
        """The number of equally likely draws."""
        return sum(number for _, number in self.levels)

    def prize(self, draw: int) -> Cents:
        """The prize of the draw with that index, counted from 0."""
        if draw < 0:
            raise IndexError(f"draw {draw} is before the first entry")
        for prize, number in self.levels:
            if draw < number:
                return prize
            draw -= number
        raise IndexError(f"the table has only {self.entries} entries")

    def __contains__(self, prize: object) -> bool:
        """Whether it is one of the prizes."""
        return any(prize == level for level, _ in self.levels)

    def __str__(self) -> str:
        top, low = self.levels[0][0], self.levels[-1][0]
        return (
            f"{len(self.levels)} prizes from {dollars(low)} to {dollars(top)}, {self.entries} draws"
        )


_MOST_PRIZES = 1000


class Prizes(Struct, frozen=True):
    """A table of prizes, as pairs of prize and number."""

    @property
    def allowed(self) -> str:
        return "pairs of prize and number such as [[1000, 1], [100, 10]]"

    def read(self, raw: object) -> PrizeTable:
        if isinstance(raw, PrizeTable):
            return raw
        levels = []
        is_list = isinstance(raw, list | tuple) and 0 < len(raw) <= _MOST_PRIZES
        for row in raw if is_list else [None]:  # type: ignore[attr-defined]
            if not isinstance(row, list | tuple) or len(row) != 2:
                raise BadValue(raw, self.allowed)
            prize, number = MoneyDomain().read(row[0]), WholeNumber(1, 10**6).read(row[1])
            levels.append((prize or 0, number or 0))
        return PrizeTable(tuple(levels))

    def show(self, value: PrizeTable) -> str:
        return str(value)

    def neighbours(self, value: PrizeTable) -> tuple[PrizeTable, ...]:
        (prize, number), *rest = value.levels
        return (
            PrizeTable(((prize, number + 1), *rest)),
            PrizeTable(((prize + 100, number), *rest)),
        )


class Offered(Struct, frozen=True):
    """Side bets on offer, each with the pay scale it is played at where one is named."""

    bets: tuple[tuple[str, tuple[int, ...]], ...] = ()

    def scale(self, name: str) -> tuple[int, ...] | None:
        return dict(self.bets).get(name)

    def __str__(self) -> str:
        shown = (n + (":" + "-".join(map(str, scale)) if scale else "") for n, scale in self.bets)
        return ",".join(shown) or "none"


_MOST_STEPS = 40
"""The most steps in a pay scale"""


class SideBetsDomain(Struct, frozen=True):
    """A choice of side bets, as ``perfect_pairs:25-12-6,buster``."""

    names: tuple[str, ...]

    @property
    def allowed(self) -> str:
        return (
            "none, or a list of " + ", ".join(self.names) + " (a scale as in perfect_pairs:25-12-6)"
        )

    def read(self, raw: object) -> Offered:
        if isinstance(raw, Offered):
            return raw
        if raw in ("none", "", None):
            return Offered()
        words = raw.split(",") if isinstance(raw, str) else raw
        if not isinstance(words, list | tuple) or len(words) > len(self.names):
            raise BadValue(raw, self.allowed)
        bets = []
        for word in words:
            name, _, scale = word.strip().partition(":") if isinstance(word, str) else ("", "", "")
            steps = scale.split("-") if scale else []
            is_whole = all(re.fullmatch("[1-9][0-9]{0,5}", step) for step in steps)
            if name not in self.names or not is_whole or len(steps) > _MOST_STEPS:
                raise BadValue(raw, self.allowed)
            bets.append((name, tuple(whole(step) for step in steps)))
        if len({name for name, _ in bets}) != len(bets):
            raise BadValue(raw, self.allowed)
        return Offered(tuple(bets))

    def show(self, value: Offered) -> str:
        return str(value)

    def neighbours(self, value: Offered) -> tuple[Offered, ...]:
        return tuple(Offered(((name, ()),)) for name in self.names if value.scale(name) is None)
