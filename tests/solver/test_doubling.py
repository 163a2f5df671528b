"""Doubling for less: the value of one more card, which never exceeds that of other acts."""

from __future__ import annotations

from typing import Final

import pytest

from pitboss.acts import HandAct
from pitboss.compiled.game import game
from pitboss.rulebooks import rulebook
from pitboss.rulebooks.enumerations import ExtraWager
from pitboss.solver import solve
from pitboss.solver.game_value import SolvedStage
from pitboss.solver.solution import better_for_less

BOOKS: Final = ("nz", "zappit", "rws", "nobust", "classic")
"""The books that allow doubling for less"""


@pytest.mark.parametrize("book", BOOKS)
def test_no_book_makes_a_smaller_double_the_best_play(book: str) -> None:
    solution = solve(rulebook(book).elect())
    assert solution.rules.doubling.amount.value is ExtraWager.UP_TO_THE_WAGER
    assert solution.doubled_for_less == ()


def test_where_every_other_act_is_worth_less_it_would_be() -> None:
    """Eleven against a six, with hitting and the full double made nearly worthless."""
    solution = solve(rulebook("classic").elect())
    hand = solution.hand("65", "6")
    assert hand.double is not None
    poor = _with_poor_play(solution.stage)
    less_is_mores = better_for_less(game(solution.rules), poor)
    less = next(each for each in less_is_mores if each.cards == (4, 5) and each.up == 5)
    # The full double is one card for twice the wager.
    assert less.gain == pytest.approx(hand.double / 2 + 0.9, abs=1e-12)


def _with_poor_play(stage: SolvedStage) -> SolvedStage:
    two = stage.two_cards
    worth = two.worth.copy()
    worth[[HandAct.STAND, HandAct.HIT, HandAct.DOUBLE]] = -0.9
    return stage._replace(two_cards=two._replace(worth=worth))
