"""The ten classes of cards by value: A, 2 to 9, and T for every ten-value card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pitboss.cards import Card, Rank, cards

CLASSES: Final = (
    Rank.ACE, Rank.TWO, Rank.THREE, Rank.FOUR, Rank.FIVE,
    Rank.SIX, Rank.SEVEN, Rank.EIGHT, Rank.NINE, Rank.TEN,
)  # fmt: skip
ACE: Final = 0
TEN: Final = 9
PER_DECK: Final = (4,) * 9 + (16,)

_CARDS: Final = cards("As 2s 3s 4s 5s 6s 7s 8s 9s Ts")

Counts = tuple[int, ...]
"""How many of each class, aces first."""


def card_of(rank: int) -> Card:
    """A card that represents its class."""
    return _CARDS[rank]


def cards_of(counts: Sequence[int]) -> tuple[Card, ...]:
    """Cards that represent a multiset of classes, aces first."""
    return tuple(_CARDS[rank] for rank in range(10) for _ in range(counts[rank]))


def low_points(counts: Sequence[int]) -> int:
    """The total with every ace counted low."""
    return sum((rank + 1) * held for rank, held in enumerate(counts))
