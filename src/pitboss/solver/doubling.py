"""How much to double for, if the book lets a player double for less."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.acts import HandAct
from pitboss.compiled.game import CompiledGame
from pitboss.compiled.permissions import DOUBLE
from pitboss.law.play import doubles_for_less

from .contraction import Floats
from .game_value import SolvedStage


class LessIsMore(NamedTuple):
    """A two-card hand against an up card that is best doubled for the minimum."""

    cards: tuple[int, int]
    up: int
    gain: float
    """Its gain over every other act, with a minimum near zero"""


def better_for_less(game: CompiledGame, stage: SolvedStage) -> tuple[LessIsMore, ...]:
    """The hands on which doubling for less beats everything else.

    After a double, each unit is worth what the wager is worth with exactly one more card. So the
    full amount is best if an added unit wins, and the minimum if it loses; the double is then no
    better than a hit that gives up the right to hit again. Only a book that forces a player to draw
    could make that worthwhile; no book of ours does.
    """
    if not doubles_for_less(game.rules):
        return ()
    one_card = _one_card(game, stage)
    two = stage.two_cards
    bits = game.first.permitted[0][game.multisets.hands.two]
    may = (bits & DOUBLE > 0)[..., None] & ~np.isnan(two.worth[HandAct.DOUBLE])
    others = np.where(np.isnan(two.worth), -9.0, two.worth)
    gain = np.where(may, one_card - np.nanmax(others, 0), -1.0)
    return tuple(
        LessIsMore((int(a), int(b)), int(up), float(gain[a, b, up]))
        for a, b, up in zip(*np.nonzero(gain > 1e-12), strict=True)
        if a <= b
    )


def _one_card(game: CompiledGame, stage: SolvedStage) -> Floats:
    """[class, class, up card]: the value of the wager after exactly one more card."""
    hands, shoe = game.multisets.hands, stage.values.shoe
    stand = np.vstack([stage.values.every_stand, np.full((1, 10), -1.0)])
    value = np.full((10, 10, 10), -1.0)
    for a in range(10):
        for b in range(10):
            hand = hands.two[a, b]
            for up in range(10):
                left = shoe - hands.counts[hand]
                left[up] -= 1
                if left.min() >= 0:
                    value[a, b, up] = left @ stand[hands.child[hand], up] / left.sum()
    return value
