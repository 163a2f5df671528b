"""The shoes of the terminal game: sealed, seeded or rehearsed, and how its prizes are drawn."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.money import Cents
from pitboss.rulebooks import TableRules
from pitboss.table.fairness import CommittedShoe
from pitboss.table.prizes import Controller
from pitboss.table.sources import CardSource, Draw, Rigged, Seeded, hashed_words


class CardsUsedUp(Exception):
    """Every card of a rehearsal has been dealt."""


class Rehearsed(Rigged):
    """A rigged order that ends the game where it ends."""

    def draw(self) -> Draw:
        """The next card; ``CardsUsedUp`` if none is left."""
        if self.peek_next() is None:
            raise CardsUsedUp
        return super().draw()


class Chance(NamedTuple):
    """Where cards come from, and how a prize is drawn."""

    source: CardSource
    seed: int | None

    def prize(self, rules: TableRules, *, at: str) -> Cents:
        """A Madness 21 prize for each dollar; a seed decides it for each place."""
        words = None if self.seed is None else hashed_words(f"pitboss prize 2\n{self.seed}\n{at}\n")
        return Controller(words).draw(rules)


def chance(*, shoe: Rigged | None, seed: int | None, table: str) -> Chance:
    """The chance of a game: rehearsed, seeded or, for live play, sealed."""
    if shoe is not None:
        return Chance(shoe, seed)
    return Chance(CommittedShoe(table) if seed is None else Seeded(seed), seed)
