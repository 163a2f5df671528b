"""The checks a par sheet makes of its own figures, and those the test suite makes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

from msgspec import Struct

from pitboss.cards import Rank
from pitboss.compiled.ranks import CLASSES
from pitboss.report.price_list import Quotation
from pitboss.solver import Solution, dealer_chances

_CLOSE: Final = 1e-9


class Check(Struct, frozen=True):
    """A figure calculated in two ways that must agree."""

    what: str
    difference: float
    allowed: float

    @property
    def agrees(self) -> bool:
        """Whether the two agree within ``allowed``."""
        return bool(abs(self.difference) <= self.allowed)

    def to_json(self) -> dict[str, Any]:
        """The check as data."""
        return {
            "what": self.what,
            "difference": float(self.difference),
            "allowed": float(self.allowed),
            "agrees": self.agrees,
        }


BEFORE: Final = (
    (
        "Published and independently calculated values of standard games and two-card hands",
        "tests/solver/test_reference.py",
    ),
    (
        "Exhaustive play of small shoes on the live table's own engine, in every book",
        "tests/solver/test_exhaustive.py",
    ),
    (
        "Side bets against brute force over every deal, and against published figures",
        "tests/solver/side_bets",
    ),
)
"""What the test suite of each version checks the solver against, and where."""


def checks(solutions: Sequence[Solution], quotation: Quotation) -> Iterator[Check]:
    """The checks of one sheet; ``solutions`` are ordered from the best policy to the worst."""
    for solution in solutions:
        spread = solution.spread
        of = f"({solution.policy})"
        whole = sum(spread.distribution.values())
        yield Check(f"Probabilities of the results sum to 1 {of}", whole - 1, _CLOSE)
        yield Check(
            f"Mean result of a round equals the value of the game {of}",
            spread.mean - solution.ev,
            _CLOSE + spread.variance_within,
        )
        yield Check(
            f"Weighted values by dealer up card equal the value of the game {of}",
            _weighted(solution) - solution.ev,
            _CLOSE,
        )
    for better, worse in pairwise(solutions):
        yield Check(
            f"Policy {better.policy} is worth at least as much as {worse.policy}",
            min(better.ev - worse.ev, 0.0),
            _CLOSE,
        )
    yield from _dealer(solutions[0])
    prices = [bet.price for bet in quotation.side_bets]
    if quotation.insurance is not None:
        prices.insert(0, quotation.insurance)
    for price in prices:
        chances = sum((line.probability for line in price.outcomes), Fraction(0))
        name = quotation.solution.rules.name_of(price.name)
        yield Check(
            f"{name[:1].upper()}{name[1:]}: probabilities of the outcomes sum to 1",
            float(chances - 1),
            0.0,
        )


def _weighted(solution: Solution) -> float:
    shoe = solution.shoe
    return sum(shoe[up] * value for up, value in solution.by_up.items()) / shoe.size


def _dealer(solution: Solution) -> Iterator[Check]:
    """Compare the chance of a dealer blackjack counted deal by deal with the solver's."""
    for up in (Rank.ACE, Rank.TEN):
        if up in solution.by_up:
            exact = dealer_chances(solution.rules, solution.shoe, up).blackjack
            yield Check(
                f"Dealer blackjack with {up} up: counted deal by deal and by the solver",
                _blackjacks(solution, CLASSES.index(up)) - float(exact),
                _CLOSE,
            )


def _blackjacks(solution: Solution, up: int) -> float:
    left = [number - (rank == up) for rank, number in enumerate(solution.shoe.counts)]
    chances = solution.stage.two_cards.blackjack[:, :, up]
    total = sum(
        first * (second - (a == b)) * chances[a, b]
        for a, first in enumerate(left)
        for b, second in enumerate(left)
        if first and second - (a == b) > 0
    )
    return float(total) / (sum(left) * (sum(left) - 1))
