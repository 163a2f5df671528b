"""A strategy as a printed chart: a letter for every total against every up card."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum, unique
from typing import Any, Final

from msgspec import Struct

from pitboss.cards import Rank
from pitboss.frames import data_frame

from .notebook import chart_html
from .prompt import chart_text

UP_CARDS: Final = (
    Rank.TWO, Rank.THREE, Rank.FOUR, Rank.FIVE, Rank.SIX,
    Rank.SEVEN, Rank.EIGHT, Rank.NINE, Rank.TEN, Rank.ACE,
)  # fmt: skip
"""The up cards of a chart, from left to right."""


@unique
class Letter(StrEnum):
    """An act, with a second choice if it is not allowed."""

    HIT = "H"
    STAND = "S"
    DOUBLE = "D"
    DOUBLE_OR_STAND = "Ds"
    SPLIT = "P"
    SURRENDER = "Rh"
    SURRENDER_OR_STAND = "Rs"
    SURRENDER_OR_SPLIT = "Rp"
    ZAP = "Z"

    @property
    def meaning(self) -> str:
        """The letter in words."""
        return _MEANINGS[self]


_MEANINGS: Final = {
    Letter.HIT: "hit",
    Letter.STAND: "stand",
    Letter.DOUBLE: "double, else hit",
    Letter.DOUBLE_OR_STAND: "double, else stand",
    Letter.SPLIT: "split",
    Letter.SURRENDER: "surrender, else hit",
    Letter.SURRENDER_OR_STAND: "surrender, else stand",
    Letter.SURRENDER_OR_SPLIT: "surrender, else split",
    Letter.ZAP: "zap",
}


class Row(Struct, frozen=True):
    """One hand against every up card: ``Row("A,7", (...))``."""

    hand: str
    letters: tuple[Letter, ...]

    def against(self, up: Rank) -> Letter:
        """The letter against that up card."""
        return self.letters[UP_CARDS.index(up)]


class Chart(Struct, frozen=True):
    """The best total-dependent strategy: hard hands, soft hands, pairs and, in one book, zaps.

    Rows go from the highest hand down. The zap rows are for first cards that may be zapped, the
    others for all other hands.
    """

    book: str
    settings: tuple[tuple[str, str], ...]
    hard: tuple[Row, ...]
    soft: tuple[Row, ...]
    pairs: tuple[Row, ...]
    zap: tuple[Row, ...] = ()

    def sections(self) -> Iterator[tuple[str, tuple[Row, ...]]]:
        """The parts of the chart by name, without those the book lacks."""
        for name, rows in (
            ("hard", self.hard), ("soft", self.soft), ("pairs", self.pairs), ("zap", self.zap)
        ):  # fmt: skip
            if rows:
                yield name, rows

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
