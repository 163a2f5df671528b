"""Playing cards as players write them: ``As``, ``Td``, ``9c``.

A card knows its rank, suit and colour. What it counts is a rule of the book, not of the card:
see :mod:`pitboss.law.counting`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from enum import StrEnum, unique
from functools import total_ordering
from types import ModuleType
from typing import ClassVar, Final, NoReturn, Self

DECK_SIZE: Final = 52


@unique
class Colour(StrEnum):
    """The two colours of a deck."""

    RED = "red"
    BLACK = "black"


@unique
class Suit(StrEnum):
    """The four suits, by the letter players write."""

    SPADES = "s"
    HEARTS = "h"
    DIAMONDS = "d"
    CLUBS = "c"

    @property
    def colour(self) -> Colour:
        """Hearts and diamonds are red, spades and clubs black."""
        return Colour.RED if self in (Suit.HEARTS, Suit.DIAMONDS) else Colour.BLACK

    @property
    def sign(self) -> str:
        """The suit as it is printed on the card."""
        return {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}[self.value]


@unique
class Rank(StrEnum):
    """The thirteen face values; a jack is not a ten here."""

    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"

    @property
    def is_ace(self) -> bool:
        return self is Rank.ACE

    @property
    def is_picture(self) -> bool:
        """Jacks, queens and kings are picture cards; a ten is not."""
        return self in (Rank.JACK, Rank.QUEEN, Rank.KING)

    @property
    def pips(self) -> int | None:
        """The number printed on the card, where one is."""
        if self is Rank.TEN:
            return 10
        return int(self.value) if self.value.isdigit() else None


class NotACard(ValueError):
    """Raised for text that names no card."""

    def __init__(self, text: object) -> None:
        super().__init__(
            f"{text!r} is not a card; write a rank (A 2-9 T J Q K) and a suit (s h d c), as in 'Td'"
        )


class _Known(dict[str, "Card"]):
    """The cards by their text; raises ``NotACard`` for anything else."""

    __slots__ = ()

    def __missing__(self, text: str) -> NoReturn:
        raise NotACard(text)


@total_ordering
class Card:
    """One of the fifty-two cards; the same notation is always the same object.

    >>> Card("8h")
    Card('8h')
    >>> print(Card("8h"))
    8♥
    >>> Card("8h") is Card("8h")
    True
    """

    __slots__ = ("colour", "index", "is_ace", "pips", "rank", "suit", "text")
    _known: ClassVar[dict[str, Card]] = _Known()

    rank: Rank
    suit: Suit
    colour: Colour
    pips: int | None
    is_ace: bool
    index: int
    text: str

    def __new__(cls, text: str) -> Self:
        try:
            return cls._known[text]  # type: ignore[return-value]
        except TypeError:
            raise NotACard(text) from None

    @classmethod
    def of(cls, rank: Rank, suit: Suit) -> Self:
        return cls(rank.value + suit.value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a card does not change: {self.text}.{name}")

    def __reduce__(self) -> tuple[type[Card], tuple[str]]:
        return Card, (self.text,)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _memo: object) -> Self:
        return self

    def __lt__(self, other: object) -> bool:
        return self.index < other.index if isinstance(other, Card) else NotImplemented

    def __hash__(self) -> int:
        return self.index

    def __eq__(self, other: object) -> bool:
        return self is other

    def __repr__(self) -> str:
        return f"Card({self.text!r})"

    def __str__(self) -> str:
        return self.rank.value + self.suit.sign


def _make_deck() -> tuple[Card, ...]:
    deck: list[Card] = []
    for suit in Suit:
        for rank in Rank:
            card = object.__new__(Card)
            for name, value in (
                ("rank", rank),
                ("suit", suit),
                ("colour", suit.colour),
                ("pips", rank.pips),
                ("is_ace", rank.is_ace),
                ("index", len(deck)),
                ("text", rank.value + suit.value),
            ):
                object.__setattr__(card, name, value)
            Card._known[card.text] = card
            deck.append(card)
    return tuple(deck)


DECK: Final[tuple[Card, ...]] = _make_deck()
"""One standard deck without joker: spades, hearts, diamonds, clubs, each from ace to king."""

CARDS: Final = Card._known
"""The cards by the text players write; ``NotACard`` for any other."""


def cards(text: str | Iterable[str]) -> tuple[Card, ...]:
    """Read several cards.

    >>> cards("As Td 9c")
    (Card('As'), Card('Td'), Card('9c'))
    """
    return tuple(Card(word) for word in (text.split() if isinstance(text, str) else text))


def show(hand: Iterable[Card]) -> str:
    """Write cards as on the layout: ``A♠ T♦``."""
    return " ".join(str(card) for card in hand)


def decks(number: int) -> Iterator[Card]:
    """All cards of that many decks, in the order of new decks."""
    for _ in range(number):
        yield from DECK


class _Cards(ModuleType):
    """This module, which may be called as well: ``pitboss.cards("8h 8d")``."""

    def __call__(self, text: str | Iterable[str]) -> tuple[Card, ...]:
        """Read several cards, as :func:`cards` does."""
        return cards(text)


sys.modules[__name__].__class__ = _Cards
