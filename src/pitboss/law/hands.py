"""A hand: its cards, and what has been done with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import Struct, structs

from pitboss.acts import HandAct
from pitboss.cards import Card, cards


class Hand(Struct, frozen=True, gc=False):
    """The cards of a player or the dealer, in the order received.

    >>> Hand.of("8h 8s").is_split
    False
    """

    cards: tuple[Card, ...]
    is_split: bool = False
    is_doubled: bool = False
    exchanges: int = 0
    """How often its cards were given up for two new ones"""
    has_refused: bool = False

    @classmethod
    def of(
        cls, text: str, *, split: bool = False, doubled: bool = False, exchanges: int = 0
    ) -> Hand:
        """A hand from card notation, for tests and examples."""
        return cls(cards(text), split, doubled, exchanges)

    @property
    def is_split_ace(self) -> bool:
        """Whether the hand was made by splitting aces."""
        return self.is_split and self.cards[0].is_ace

    def with_card(self, card: Card) -> Hand:
        """The hand with ``card`` added."""
        return structs.replace(self, cards=(*self.cards, card))


WAS: Final[dict[str, Callable[[Hand], bool]]] = {
    HandAct.SPLIT.words.done: lambda hand: hand.is_split,
    HandAct.DOUBLE.words.done: lambda hand: hand.is_doubled,
    HandAct.EXCHANGE.words.done: lambda hand: hand.exchanges > 0,
}
"""What may have been done with a hand, by the word that claims and columns have for it"""
