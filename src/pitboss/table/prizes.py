"""The controller that draws Madness 21 prizes, every draw on its own and beyond prediction."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.law.side_bets.madness_21 import prize
from pitboss.money import Cents
from pitboss.rulebooks import TableRules
from pitboss.table.fairness import CommittedShoe
from pitboss.table.sources import WORD_BITS, CardSource, system_words


class Controller:
    """Draws prizes from operating-system entropy, or from words that a test gives."""

    __slots__ = ("_words",)

    def __init__(self, words: Iterator[int] | None = None) -> None:
        self._words = words if words is not None else system_words()

    @classmethod
    def of(cls, source: CardSource, round: int, box: int) -> Controller:
        """The controller of a table: where its shoe is sealed, the prize is sealed with it."""
        if isinstance(source, CommittedShoe) and source.secret is not None:
            return cls(source.prize_words(round, box))
        return cls()

    def draw(self, rules: TableRules) -> Cents:
        """A prize for each dollar, every entry of the book's table being equally likely.

        A word at or above the greatest multiple of the number of entries is thrown away.
        """
        part = rules.present(rules.madness_21, "madness_21")
        entries = part.prizes.value.entries
        fair = (1 << WORD_BITS) - (1 << WORD_BITS) % entries
        while (word := next(self._words)) >= fair:
            pass
        return prize(rules, word % entries)
