"""The controller that draws prizes, each draw independent and unpredictable."""

from __future__ import annotations

from collections.abc import Iterator
from weakref import WeakSet

from pitboss.law.side_bets.prizes import drawn_bet, may_serve, prize, prize_table
from pitboss.money import Cents
from pitboss.rulebooks import TableRules
from pitboss.table.fairness import CommittedShoe
from pitboss.table.sources import WORD_BITS, CardSource, system_words


class Controller:
    """Draws prizes from operating-system entropy, or from words given by a test."""

    __slots__ = ("_words", "tables")

    def __init__(self, words: Iterator[int] | None = None) -> None:
        self._words = words if words is not None else system_words()
        self.tables: WeakSet[object] = WeakSet()
        """The tables it serves; a closed table no longer needs one"""

    def under_seal(self, source: CardSource, round: int, box: int) -> Controller:
        """The controller for one prize; with a sealed shoe the prize is sealed too."""
        if isinstance(source, CommittedShoe) and source.secret is not None:
            return Controller(source.prize_words(round, box))
        return self

    def draw(self, rules: TableRules) -> Cents:
        """A prize for each dollar, every entry of the book's table being equally likely.

        A word at or above the greatest multiple of the number of entries is thrown away.
        """
        bet = drawn_bet(rules)
        assert bet is not None, "prizes are drawn only where a bet pays by them"
        entries = prize_table(bet)[0].entries
        fair = (1 << WORD_BITS) - (1 << WORD_BITS) % entries
        while (word := next(self._words)) >= fair:
            pass
        return prize(bet, word % entries)


class Controllers:
    """The controllers of a house; each serves as many tables as the house option allows."""

    __slots__ = ("_all",)

    def __init__(self) -> None:
        self._all: list[Controller] = []

    def serving(self, table: object, rules: TableRules) -> Controller:
        """The controller of a table; a table keeps its first one."""
        for one in self._all:
            if table in one.tables:
                return one
        controller = next((c for c in self._all if may_serve(rules, len(c.tables))), None)
        if controller is None:
            controller = Controller()
            self._all.append(controller)
        controller.tables.add(table)
        return controller
