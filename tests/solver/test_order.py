"""A price depends on the rules, the shoe and the policy, and on nothing that was solved before."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import pytest

from pitboss.solver import Shoe, solve
from tests.support import rules

SHORT = "A:1 3:1 4:1 5:2 7:2 8:1 9:1 T:70"
"""Too few cards for most hands."""
FEW = "A:2 2:1 6:3 9:4 T:30"


class Asked(NamedTuple):
    """A question to the solver."""

    book: str
    policy: str
    shoe: str | None = None
    elected: tuple[tuple[str, Any], ...] = ()

    def answer(self) -> tuple[Any, ...]:
        """The price, the chart, and every hand's value, to the last digit."""
        shoe = None if self.shoe is None else Shoe.parse(self.shoe)
        solution = solve(rules(self.book, **dict(self.elected)), policy=self.policy, shoe=shoe)
        return solution.ev, solution.chart, repr(solution.hands)


LATE = (("surrender", "late"),)
ASKED = [
    Asked("classic", policy, shoe, LATE)
    for policy in ("basic", "cdz", "optimal")
    for shoe in (None, SHORT, FEW)
] + [Asked("rws", "basic", FEW), Asked("nobust", "cdz"), Asked("nobust", "basic", FEW)]


def test_a_short_shoe_after_a_full_one() -> None:
    short = Asked("classic", "basic", SHORT, LATE)
    Asked("rws", "cdz").answer()  # another game, so that the next one finds nothing cached
    fresh = short.answer()
    Asked("classic", "basic", None, LATE).answer()
    assert short.answer() == fresh


@pytest.mark.parametrize("seed", [1, 2])
def test_the_order_of_solves_changes_nothing(seed: int) -> None:
    order = list(ASKED)
    answers: dict[Asked, tuple[Any, ...]] = {}
    for _ in range(2):
        Random(seed).shuffle(order)
        for request in order:
            answer = request.answer()
            assert answers.setdefault(request, answer) == answer, request
