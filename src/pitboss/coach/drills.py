"""What all drills share: answers that are counted and timed, and a shoe."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec import Struct, field

from pitboss.cards import DECK, Card


class NothingToDrill(ValueError):
    """Raised if a book has nothing of the kind requested."""


class DrillTally(Struct):
    """Answers, right ones, and what the others cost."""

    asked: int = 0
    right: int = 0
    cost: float = 0.0
    """In cents on a wager of 10"""
    seconds: float = 0.0
    off: float = 0.0
    """The total error of the counts"""
    wrong: dict[str, float] = field(default_factory=dict)

    def add(self, what: str, *, is_right: bool, cost: float = 0.0) -> None:
        """Count an answer."""
        self.asked += 1
        self.right += is_right
        self.cost += cost
        if not is_right:
            self.wrong[what] = self.wrong.get(what, 0.0) + cost

    def to_json(self) -> dict[str, Any]:
        """The tally as data, the costliest first."""
        worst = sorted(self.wrong.items(), key=lambda one: (-one[1], one[0]))
        return {
            "questions": self.asked,
            "right": self.right,
            "accuracy": round(self.right / self.asked, 4) if self.asked else None,
            "cost": round(self.cost, 2),
            "missed": [{"what": what, "cost": round(cost, 2)} for what, cost in worst],
        }

    def __str__(self) -> str:
        share = f" ({self.right / self.asked:.0%})" if self.asked else ""
        cost = f"; errors cost {self.cost / 100:.2f} on wagers of 10" if self.cost else ""
        return f"{self.right} of {self.asked} right{share}{cost}."


class Dealing:
    """A shoe dealt for a drill, card by card; the same seed gives the same shoe."""

    def __init__(self, decks: int, seed: str) -> None:
        self.decks = decks
        self._cards = list(DECK) * decks
        Random(seed).shuffle(self._cards)
        self.dealt: list[Card] = []

    @property
    def left(self) -> int:
        """The number of cards left."""
        return len(self._cards)

    def take(self, number: int) -> tuple[Card, ...]:
        """Deal some cards."""
        taken = tuple(self._cards.pop() for _ in range(min(number, self.left)))
        self.dealt += taken
        return taken
