"""``solve``: price a game exactly for a shoe and a policy."""

from __future__ import annotations

from time import process_time
from typing import Any, Final

import numpy as np
from msgspec import structs

from pitboss.compiled.game import CompiledGame, game
from pitboss.compiled.ranks import CLASSES, low_points
from pitboss.rulebooks import RulesLike, TableRules, rules_of
from pitboss.solver.shared_work import SharedWork

from .basic import best_chart
from .chart import Chart
from .errors import BadShoe, CannotPrice
from .game_value import SolvedStage, solve_as_never_split, solve_stage
from .policy import Policy
from .shoe import Shoe
from .solution import ByUpCard, Solution
from .totals import settings_of

_OVER_AT_MOST: Final = 30
"""The most points a hand may take from the shoe: twenty, and a ten."""
_LAST_HAND_AND_DEALER: Final = 40
"""The points the last hand and the dealer may have while one of them still needs a card."""


def solve(
    book: RulesLike,
    *,
    policy: Policy | str = Policy.OPTIMAL,
    shoe: Shoe | str | None = None,
    **elections: Any,
) -> Solution:
    """Price a game exactly from a full shoe, or from the shoe given.

    ``book`` is a book's id, a ``Rulebook`` or ``TableRules``; ``policy`` is "optimal", "cdz" or
    "basic"; ``shoe`` a :class:`Shoe` or its cards as in "A:20 2:24 ... T:96".

    >>> f"{solve('classic', policy='cdz', decks=6).ev:.6f}"
    '-0.004029'
    """
    return solved(rules_of(book, **elections), Policy(policy), _shoe(shoe))


def solved(
    rules: TableRules, policy: Policy, shoe: Shoe | None = None, known: SharedWork | None = None
) -> Solution:
    """Price a game; ``known`` is shared by several prices of the same game."""
    started = process_time()
    compiled = game(rules)
    cards = shoe or Shoe.of_decks(rules.equipment.decks.value)
    check_shoe(compiled, cards)
    counts = np.array(cards.counts, float)
    chart: Chart | None = None
    if policy is Policy.BASIC:
        best, stage = best_chart(compiled, counts, known)
        # The same game may have been compiled before, with its options written differently.
        chart = structs.replace(best, settings=settings_of(rules))
    elif policy is Policy.CDZ:
        stage = solve_as_never_split(compiled, counts, known)
    else:
        stage = solve_stage(compiled, compiled.first, counts, best_splits=True, known=known)
    looked = bool(compiled.looked_for.any())
    return Solution(
        rules=rules,
        shoe=cards,
        policy=policy,
        ev=stage.ev,
        by_up=_by_up(stage),
        given_no_blackjack=looked,
        chart=chart,
        stage=stage,
        cpu_seconds=process_time() - started,
    )


def chart(book: RulesLike, *, shoe: Shoe | str | None = None, **elections: Any) -> Chart:
    """Calculate the best strategy by totals, for exactly these rules.

    >>> " ".join(chart("classic").hard[4].letters)
    'S S S S S H H H H H'
    """
    chart = solve(book, policy=Policy.BASIC, shoe=shoe, **elections).chart
    assert chart is not None
    return chart


def _shoe(given: Shoe | str | None) -> Shoe | None:
    if given is None or isinstance(given, Shoe):
        return given
    if not isinstance(given, str):
        raise BadShoe(f"a shoe is written as in 'A:20 2:24 ... T:96', not {given!r}")
    return Shoe.parse(given)


def check_shoe(compiled: CompiledGame, shoe: Shoe) -> None:
    """Refuse a shoe that could run out in the middle of a round, where other rules apply."""
    most = 1
    for rank, number in enumerate(shoe.counts):
        if number >= 2:
            most = max(most, min(int(compiled.first.hands_at_most[rank]), number))
    enough = (most - 1) * _OVER_AT_MOST + _LAST_HAND_AND_DEALER + 1
    if low_points(shoe.counts) < enough:
        raise CannotPrice(
            f"a shoe of {shoe.size} cards could run out within a round; "
            f"it needs cards worth at least {enough} points, counting aces as one"
        )


def _by_up(stage: SolvedStage) -> ByUpCard:
    values = zip(CLASSES, stage.by_up, strict=True)
    return ByUpCard({rank: float(value) for rank, value in values if not np.isnan(value)})
