"""What a side bet depends on and pays, as data: places, terms, conditions and rows.

Whether a term is true is decided by the law (:mod:`pitboss.law.side_bets.terms`). Values
are hashable and comparable, for they are part of the rules' identity.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum, unique

from msgspec import Struct, structs

from pitboss.cards import Card
from pitboss.money import Odds
from pitboss.rulebooks.amounts import PrizeTable
from pitboss.rulebooks.enumerations import Otherwise
from pitboss.rulebooks.side_bet_terms import LOOKS_AT, LooksAt, Says


@unique
class CardAt(StrEnum):
    """A card by its place, or the whole hand of the dealer."""

    PLAYER_1 = "player's first"
    PLAYER_2 = "player's second"
    PLAYER_3 = "player's third"
    DEALER_1 = "dealer's first"
    DEALER_2 = "dealer's second"
    DEALER_3 = "dealer's third"
    DEALERS_HAND = "dealer's hand"


PLAYERS = (CardAt.PLAYER_1, CardAt.PLAYER_2, CardAt.PLAYER_3)
"""The cards of the box, as they are dealt."""

DEALERS = (CardAt.DEALER_1, CardAt.DEALER_2, CardAt.DEALER_3)
"""The dealer's cards, as they are dealt."""

PLACES: dict[str, tuple[CardAt, ...]] = {
    "player's first": PLAYERS[:1],
    "player's second": PLAYERS[1:2],
    "player's third": PLAYERS[2:],
    "player's first two": PLAYERS[:2],
    "player's first three": PLAYERS,
    "dealer's first": DEALERS[:1],
    "dealer's second": DEALERS[1:2],
    "dealer's third": DEALERS[2:],
    "dealer's first two": DEALERS[:2],
    "dealer's hand": (CardAt.DEALERS_HAND,),
}
"""The cards that a row may refer to, by the words of a book."""

AFTER_THE_DEAL = frozenset({CardAt.PLAYER_1, CardAt.PLAYER_2, CardAt.DEALER_1})
"""The cards that are on the table when the initial deal is over, whatever the game."""


class Term(Struct, frozen=True):
    """One condition on some cards: its kind, its numbers, and the cards listed."""

    says: Says
    least: int | None = None
    most: int | None = None
    wanted: tuple[tuple[Card, ...], ...] = ()
    """For a list of cards, what each of them may be"""
    text: str = ""
    """A list of cards as the book writes it"""

    def admits(self, number: int) -> bool:
        """Whether a number is within the range of the term."""
        return (self.least is None or number >= self.least) and (
            self.most is None or number <= self.most
        )

    @property
    def looks_at(self) -> LooksAt:
        """The properties of cards that the term distinguishes."""
        return _of_list(self.wanted) if self.says is Says.CARDS else LOOKS_AT[self.says]

    def __str__(self) -> str:
        match self.says:
            case Says.CARDS:
                return self.text
            case Says.TOTAL:
                return f"total {self._range('over', 'under')}"
            case Says.NUMBER:
                return f"{self._range()} cards"
            case Says.GAP:
                return f"gap {self._range()}"
            case Says.MATCHES | Says.SUITED_MATCHES:
                suited = "suited " if self.says is Says.SUITED_MATCHES else ""
                noun = "match" if self.least == self.most == 1 else "matches"
                return f"{self._range()} {suited}{noun}"
            case _:
                return self.says.value

    def _range(self, over: str = "", under: str = "") -> str:
        if self.most is None:
            return f"{over} {(self.least or 0) - 1}" if over else f"{self.least} or more"
        if self.least is None:
            return f"{under} {self.most + 1}"
        return f"{self.least}" if self.least == self.most else f"{self.least}-{self.most}"

    def neighbours(self) -> Iterator[Term]:
        """The same term with one of its numbers one higher, or one lower."""
        ends = {"least": self.least, "most": self.most}
        if self.least is not None and self.least == self.most:
            for number in (self.least - 1, self.least + 1):
                yield structs.replace(self, least=number, most=number)
            return
        for end, limit in ends.items():
            for other in (limit - 1, limit + 1) if limit is not None else ():
                yield structs.replace(self, **{end: other})


def _of_list(wanted: tuple[tuple[Card, ...], ...]) -> LooksAt:
    """A list depends on cards if it names a suit, and on points if it treats all tens alike."""
    for choice in wanted:
        ranks = {card.rank for card in choice}
        if len(choice) != 4 * len(ranks):
            return LooksAt.CARDS
    for choice in wanted:
        tens = {card.rank for card in choice if card.rank.is_picture or card.pips == 10}
        if 0 < len(tens) < 4:
            return LooksAt.RANKS
    return LooksAt.POINTS


class Condition(Struct, frozen=True):
    """Terms that must all be true of some cards."""

    of: tuple[CardAt, ...]
    terms: tuple[Term, ...]
    place: str
    """The cards in the book's words"""

    @property
    def is_on_the_dealer(self) -> bool:
        """Whether it depends on the dealer's cards alone."""
        return not any(at in PLAYERS for at in self.of)

    @property
    def is_on_the_player(self) -> bool:
        """Whether it depends on the cards of the box alone."""
        return all(at in PLAYERS for at in self.of)


Pays = Odds | PrizeTable | Otherwise
"""What a row pays: odds, a drawn prize, or nothing if the row loses or stands off."""


class PayingRow(Struct, frozen=True):
    """What wins, what it pays, and under which clause."""

    when: tuple[Condition, ...]
    pays: Pays
    label: str
    under: str

    def __str__(self) -> str:
        if isinstance(self.pays, Odds):
            return f"{self.label} {self.pays}"
        return f"{self.label} {self.pays.value if isinstance(self.pays, Otherwise) else self.pays}"


class PayTable(Struct, frozen=True):
    """The rows of a side bet; the first that matches is the result."""

    rows: tuple[PayingRow, ...]
    cards: str
    """The cards that a row refers to unless it names others"""

    def __str__(self) -> str:
        return ", ".join(str(row) for row in self.rows)

    @property
    def clauses(self) -> tuple[tuple[str, str], ...]:
        """The clause of each row, by its label."""
        return tuple((row.label, row.under) for row in self.rows)

    @property
    def looks_at(self) -> frozenset[CardAt]:
        """The cards that decide the bet."""
        return frozenset(at for row in self.rows for c in row.when for at in c.of)

    @property
    def terms(self) -> tuple[Term, ...]:
        """Every term of every row."""
        return tuple(t for row in self.rows for c in row.when for t in c.terms)

    @property
    def prizes(self) -> PrizeTable | None:
        """The prizes, if a row pays by a draw."""
        return next((r.pays for r in self.rows if isinstance(r.pays, PrizeTable)), None)

    def when(self, row: PayingRow) -> str:
        """A row's condition, as the book writes it."""
        return "; ".join(
            ("" if condition.place == self.cards else f"{condition.place}: ")
            + ", ".join(map(str, condition.terms))
            for condition in row.when
        )
