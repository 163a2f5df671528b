"""The list of two-card hands against an up card, with the value of each act."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import numpy as np

from pitboss.acts import ACT_OF, HandAct
from pitboss.compiled.game import CompiledGame
from pitboss.compiled.ranks import ACE, CLASSES, TEN

from .contraction import Floats
from .game_value import SolvedStage

# The higher card first, the ace highest.
BY_HEIGHT: Final = (0, 9, 8, 7, 6, 5, 4, 3, 2, 1)


class HandValue(NamedTuple):
    """A two-card hand against an up card, with the value of each act; None if refused."""

    cards: str
    up: str
    acts: dict[str, float | None]
    best: str

    def __getattr__(self, name: str) -> float | None:
        """The value of an act by its word, such as ``hand.stand``; None if it is refused."""
        if name not in ACT_OF:
            raise AttributeError(f"a hand has no {name!r}")
        return self.acts[name]

    def to_dict(self) -> dict[str, Any]:
        """The hand as a row, with a column for each act."""
        return {"cards": self.cards, "up": self.up, **self.acts, "best": self.best}


def two_card_values(compiled: CompiledGame, stage: SolvedStage) -> Iterator[HandValue]:
    """Every possible two-card hand against every up card, highest first."""
    shoe = stage.values.shoe
    for i, a in enumerate(BY_HEIGHT):
        for b in BY_HEIGHT[i:]:
            for up in range(10):
                held = np.bincount([a, b, up], minlength=10)
                if (held <= shoe).all():
                    yield _hand(compiled, stage, a, b, up)


def _hand(compiled: CompiledGame, stage: SolvedStage, a: int, b: int, up: int) -> HandValue:
    two = stage.two_cards
    chance = two.blackjack[a, b, up] if compiled.looked_for[up] else 0.0

    def value_of(values: Floats) -> float | None:
        value = values[a, b, up]
        return None if np.isnan(value) else float((value + chance) / (1 - chance))

    acts = {act: value_of(two.worth[act]) for act in HandAct}
    if (a, b) == (ACE, TEN):
        # A blackjack stands. We list it as any other 21, as published tables do.
        ties = compiled.first.natural_ties
        stand = two.worth[HandAct.STAND, a, b, up]
        acts[HandAct.STAND] = float((stand - ties * chance) / (1 - chance))
        acts[HandAct.HIT] = value_of(stage.values.hit)
        acts[HandAct.DOUBLE] = value_of(stage.values.double)
    return HandValue(
        cards=f"{CLASSES[a]}{CLASSES[b]}",
        up=str(CLASSES[up]),
        acts={act.word: value for act, value in acts.items()},
        best=HandAct(int(two.chosen[a, b, up])).word,
    )
