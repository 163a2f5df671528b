"""A hand: its cards, and what has been done with it."""

from __future__ import annotations

from msgspec import Struct, structs

from pitboss.cards import Card, cards


class Hand(Struct, frozen=True, gc=False):
    """The cards of a player or the dealer, in the order received.

    >>> Hand.of("8h 8s").is_split
    False
    """

    cards: tuple[Card, ...]
    is_split: bool = False
    is_doubled: bool = False
    times_zapped: int = 0
    has_refused: bool = False

    @classmethod
    def of(cls, text: str, *, split: bool = False, doubled: bool = False, zapped: int = 0) -> Hand:
        """A hand from card notation, for tests and examples."""
        return cls(cards(text), split, doubled, zapped)

    @property
    def is_split_ace(self) -> bool:
        """Whether the hand was made by splitting aces."""
        return self.is_split and self.cards[0].is_ace

    def with_card(self, card: Card) -> Hand:
        """The hand with ``card`` added."""
        return structs.replace(self, cards=(*self.cards, card))
