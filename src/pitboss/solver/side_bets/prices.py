"""The price of a wager other than the main one: its outcomes, exact chances, and what they pay."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import lcm, sqrt
from typing import Any, NamedTuple, Self

from msgspec import Struct, structs

from pitboss.law.settlement import Settled
from pitboss.money import Cents, Odds
from pitboss.rulebooks import Provision
from pitboss.rulebooks.enumerations import Result
from pitboss.rulebooks.side_bets import PayTable
from pitboss.solver.errors import CannotPrice


class Exact(Fraction):
    """A fraction that formats as a number does, also on Python 3.11.

    >>> f"{Exact(33, 311):.3%}", str(Exact(33, 311))
    ('10.611%', '33/311')
    """

    def __format__(self, spec: str) -> str:
        # Fraction formats numbers only since Python 3.12; before, any specification is refused.
        return format(float(self), spec) if spec else str(self)


class Ending(NamedTuple):
    """How a wager may end: what happened, in words, and what the law makes of it."""

    label: str
    settled: Settled


class SideBetOutcome(Struct, frozen=True):
    """One line of a pay table: what happens, how often, and what it pays.

    ``combinations`` counts the equally likely deals, if all outcomes are counted in deals of
    one size; ``net`` is the result for one unit staked.
    """

    label: str
    combinations: int | None
    probability: Fraction
    result: Result
    pays: Odds | None
    net: Fraction
    under: str


class SideBetPrice(Struct, frozen=True):
    """What a wager is worth for one unit staked, as exact fractions.

    ``policy`` names the play of the main hand that the price assumes, if it depends on it.
    """

    name: str
    ev: Fraction
    outcomes: tuple[SideBetOutcome, ...]
    combinations: int | None = None
    policy: str | None = None
    by_up_card: tuple[tuple[str, Fraction], ...] = ()
    """Where the bet is placed after the deal: its value by the card that the dealer shows"""

    @classmethod
    def of_combinations(
        cls,
        name: str,
        ways: Mapping[Ending, int],
        *,
        stake: Cents,
        policy: str | None = None,
    ) -> Self:
        """The price where each ending has its number of equally likely deals."""
        every = sum(ways.values())
        if not every:
            raise CannotPrice(f"the shoe has too few cards for {name.replace('_', ' ')}")
        chances = {ending: Fraction(number, every) for ending, number in ways.items()}
        return cls._of(name, chances, ways, every, stake=stake, policy=policy)

    @classmethod
    def of_chances(cls, name: str, chances: Mapping[Ending, Fraction], *, stake: Cents) -> Self:
        """The price where each ending has its probability."""
        return cls._of(name, chances, {}, None, stake=stake, policy=None)

    @classmethod
    def _of(
        cls,
        name: str,
        chances: Mapping[Ending, Fraction],
        ways: Mapping[Ending, int],
        every: int | None,
        *,
        stake: Cents,
        policy: str | None,
    ) -> Self:
        lines = [
            _line(ending, ways.get(ending), chance, stake)
            for ending, chance in chances.items()
            if chance
        ]
        lines.sort(key=lambda line: (-line.net, line.probability))
        ev = sum((line.probability * line.net for line in lines), Fraction(0))
        return cls(str(name), Exact(ev), tuple(lines), every, policy)

    @property
    def house_edge(self) -> Exact:
        """What the house keeps of one unit staked, exactly."""
        return Exact(-self.ev)

    @property
    def hit_frequency(self) -> Exact:
        """How often the wager wins."""
        won = (line.probability for line in self.outcomes if line.result is Result.WIN)
        return Exact(sum(won, Fraction(0)))

    @property
    def variance(self) -> Fraction:
        """The variance of the result for one unit staked."""
        squares = (line.probability * line.net**2 for line in self.outcomes)
        return sum(squares, Fraction(0)) - self.ev**2

    @property
    def sd(self) -> float:
        """The standard deviation of the result for one unit staked."""
        return sqrt(self.variance)

    @property
    def exact(self) -> str | None:
        """The value as a fraction in writing; None if it depends on the play of the hand."""
        return str(self.ev) if self.policy is None else None


def _line(ending: Ending, ways: int | None, chance: Fraction, stake: Cents) -> SideBetOutcome:
    settled = ending.settled
    paid = Fraction(settled.paid, stake)
    return SideBetOutcome(
        label=ending.label,
        combinations=ways,
        probability=chance,
        result=settled.result,
        pays=Odds(paid.numerator, paid.denominator) if settled.result is Result.WIN else None,
        net=Fraction(settled.returned - stake, stake),
        under=settled.under,
    )


def whole_stake(*parts: Struct) -> Cents:
    """The least whole number of dollars on which all odds of these parts pay whole cents."""
    numbers = (each for part in parts for each in structs.astuple(part))
    values = (each.value for each in numbers if isinstance(each, Provision))
    return 100 * lcm(*(odds.per for value in values for odds in _odds_in(value)))


def _odds_in(value: Any) -> Iterator[Odds]:
    if isinstance(value, Odds):
        yield value
    elif isinstance(value, PayTable):
        yield from (row.pays for row in value.rows if isinstance(row.pays, Odds))
