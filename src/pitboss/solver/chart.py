"""A strategy as a printed chart: a letter for every total against every up card."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct, field

from pitboss.acts import HandAct
from pitboss.acts import Letter as Letter
from pitboss.cards import Rank
from pitboss.frames import data_frame

from .notebook import chart_html
from .prompt import chart_text

UP_CARDS: Final = (
    Rank.TWO, Rank.THREE, Rank.FOUR, Rank.FIVE, Rank.SIX,
    Rank.SEVEN, Rank.EIGHT, Rank.NINE, Rank.TEN, Rank.ACE,
)  # fmt: skip
"""The up cards of a chart, from left to right."""


_FIELDS: Final = {HandAct.EXCHANGE.word: "exchange"}
SECTIONS: Final = ("hard", "soft", "pairs", *_FIELDS)
"""The parts of a chart by name; the last have the acts with a part of their own."""


class Row(Struct, frozen=True):
    """One hand against every up card: ``Row("A,7", (...))``."""

    hand: str
    letters: tuple[Letter, ...]

    def against(self, up: Rank) -> Letter:
        """The letter against that up card."""
        return self.letters[UP_CARDS.index(up)]


class Chart(Struct, frozen=True):
    """The best total-dependent strategy: hard hands, soft hands, pairs and, in one book, exchanges.

    Rows go from the highest hand down. The last are for first cards that may be exchanged, the
    others for all other hands.
    """

    book: str
    settings: tuple[tuple[str, str], ...]
    hard: tuple[Row, ...]
    soft: tuple[Row, ...]
    pairs: tuple[Row, ...]
    exchange: tuple[Row, ...] = field(default=(), name=HandAct.EXCHANGE.word)

    def sections(self) -> Iterator[tuple[str, tuple[Row, ...]]]:
        """The parts of the chart by name, without those the book lacks."""
        for name in SECTIONS:
            if rows := self.section(name):
                yield name, rows

    def section(self, name: str) -> tuple[Row, ...]:
        """A part of the chart by its name; empty if the book lacks it."""
        rows: tuple[Row, ...] = getattr(self, _FIELDS.get(name, name))
        return rows

    def letters(self) -> tuple[Letter, ...]:
        """The letters that occur, in the order of the legend."""
        used = {letter for _, rows in self.sections() for row in rows for letter in row.letters}
        return tuple(letter for letter in Letter if letter in used)

    def to_dicts(self) -> list[dict[str, Any]]:
        """A row for each hand and up card: part, hand, up, letter, meaning."""
        return [
            {
                "part": name,
                "hand": row.hand,
                "up": up.value,
                "letter": letter.value,
                "meaning": letter.meaning,
            }
            for name, rows in self.sections()
            for row in rows
            for up, letter in zip(UP_CARDS, row.letters, strict=True)
        ]

    def to_pandas(self) -> Any:
        """The rows of :meth:`to_dicts` as a data frame."""
        return data_frame(self.to_dicts())

    def __repr__(self) -> str:
        return chart_text(self, UP_CARDS)

    def _repr_html_(self) -> str:
        return chart_html(self, UP_CARDS)
