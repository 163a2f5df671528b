"""The shoes of the terminal game: sealed, seeded or rehearsed, and how its prizes are drawn."""

from __future__ import annotations

import secrets
from typing import NamedTuple

from pitboss.table.fairness import CommittedShoe
from pitboss.table.sources import CardSource, Draw, Rigged, Seeded, hashed_words


class CardsUsedUp(Exception):
    """Every card of a rehearsal has been dealt."""


class Rehearsed(Rigged):
    """A rigged order that ends the game where it ends."""

    def draw(self) -> Draw:
        """The next card told; ``CardsUsedUp`` where none is left."""
        if self.peek_next() is None:
            raise CardsUsedUp
        return super().draw()


class Chance(NamedTuple):
    """Where cards come from, and how one of so many equal prizes is drawn."""

    source: CardSource
    seed: int | None

    def draw_of(self, number: int, *, at: str) -> int:
        """One of ``number`` equally likely draws, from 0; a seed decides it for each place."""
        if self.seed is None:
            return secrets.randbelow(number)
        words = hashed_words(f"pitboss prize 1\n{self.seed}\n{at}\n")
        fair = (1 << 32) - (1 << 32) % number
        while (drawn := next(words) << 16 | next(words)) >= fair:
            pass
        return drawn % number


def chance(*, shoe: Rigged | None, seed: int | None, table: str) -> Chance:
    """The chance of a game: rehearsed, seeded or, for live play, sealed."""
    if shoe is not None:
        return Chance(shoe, seed)
    return Chance(CommittedShoe(table) if seed is None else Seeded(seed), seed)
