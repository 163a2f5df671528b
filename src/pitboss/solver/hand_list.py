"""The list of two-card hands against an up card, with the value of each act."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np

from pitboss.compiled.acts import Act
from pitboss.compiled.game import Game
from pitboss.compiled.ranks import ACE, CLASSES, TEN

from .contraction import Floats
from .game_value import Stage

# The higher card first, the ace highest.
BY_HEIGHT: Final = (0, 9, 8, 7, 6, 5, 4, 3, 2, 1)


class HandValue(NamedTuple):
    """A two-card hand against an up card, with the value of each act; None if refused."""

    cards: str
    up: str
    stand: float | None
    hit: float | None
    double: float | None
    split: float | None
    surrender: float | None
    zap: float | None
    best: str


def two_card_values(compiled: Game, stage: Stage) -> Iterator[HandValue]:
    """Every possible two-card hand against every up card, highest first."""
    shoe = stage.values.shoe
    for i, a in enumerate(BY_HEIGHT):
        for b in BY_HEIGHT[i:]:
            for up in range(10):
                held = np.bincount([a, b, up], minlength=10)
                if (held <= shoe).all():
                    yield _hand(compiled, stage, a, b, up)


def _hand(compiled: Game, stage: Stage, a: int, b: int, up: int) -> HandValue:
    two = stage.two_cards
    chance = two.blackjack[a, b, up] if compiled.looked_for[up] else 0.0

    def told(values: Floats) -> float | None:
        value = values[a, b, up]
        return None if np.isnan(value) else float((value + chance) / (1 - chance))

    stand, hit, double = told(two.stand), told(two.hit), told(two.double)
    if (a, b) == (ACE, TEN):
        # A blackjack stands. We list it as any other 21, as published tables do.
        ties = compiled.first.natural_ties
        stand = float((two.stand[a, b, up] - ties * chance) / (1 - chance))
        hit, double = told(stage.values.hit), told(stage.values.double)
    return HandValue(
        cards=f"{CLASSES[a]}{CLASSES[b]}",
        up=str(CLASSES[up]),
        stand=stand,
        hit=hit,
        double=double,
        split=told(two.split),
        surrender=told(two.surrender),
        zap=told(two.zap),
        best=Act(int(two.chosen[a, b, up])).name.lower(),
    )
