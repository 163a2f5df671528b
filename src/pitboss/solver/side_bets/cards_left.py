"""What is known of the cards in the shoe: every card, or only how many of each class."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import comb
from typing import Self

from msgspec import Struct, structs

from pitboss.cards import DECK, Card, Rank
from pitboss.compiled.errors import check_supported
from pitboss.compiled.ranks import CLASSES, PER_DECK
from pitboss.law.counting import up_card
from pitboss.rulebooks import TableRules
from pitboss.solver.errors import CannotPrice
from pitboss.solver.shoe import Shoe


class Face(Struct, frozen=True):
    """Cards that are indistinguishable by what is known: copies of one card, or a whole class."""

    points: Rank
    cards: tuple[Card, ...]
    number: int


class CardsLeft(Struct, frozen=True):
    """The cards in the shoe, as far as they are known."""

    faces: tuple[Face, ...]

    @classmethod
    def in_full(cls, rules: TableRules, *, decks: int | None = None) -> Self:
        """All cards of the table's decks, or of another number of decks."""
        number = rules.equipment.decks.value if decks is None else decks
        return cls.in_shoe(rules, Shoe.of_decks(number), decks=number)

    @classmethod
    def in_shoe(cls, rules: TableRules, shoe: Shoe, *, decks: int | None = None) -> Self:
        """What is left of the table's decks, counted by class.

        The suits of a class are known only if none of it is missing.
        """
        check_supported(rules)
        number = rules.equipment.decks.value if decks is None else decks
        faces: list[Face] = []
        for rank, count, per_deck in zip(CLASSES, shoe.counts, PER_DECK, strict=True):
            alike = tuple(card for card in DECK if up_card(rules, card) is rank)
            if count == per_deck * number:
                faces += (Face(rank, (card,), number) for card in alike)
            elif count:
                faces.append(Face(rank, alike, count))
        return cls(tuple(faces))

    @property
    def size(self) -> int:
        """The number of cards."""
        return sum(face.number for face in self.faces)

    @property
    def by_points(self) -> tuple[int, ...]:
        """How many cards of each class, aces first."""
        held: Counter[Rank] = Counter()
        for face in self.faces:
            held[face.points] += face.number
        return tuple(held[rank] for rank in CLASSES)

    def without(self, *cards: Card) -> CardsLeft:
        """What is left once these cards are out of the shoe."""
        faces = list(self.faces)
        for card in cards:
            where = next((i for i, f in enumerate(faces) if card in f.cards and f.number), None)
            if where is None:
                raise CannotPrice(f"the shoe has no {card}")
            faces[where] = structs.replace(faces[where], number=faces[where].number - 1)
        return CardsLeft(tuple(face for face in faces if face.number))

    def pairs(self) -> Iterator[tuple[Face, Face, int]]:
        """Every two cards, whichever comes first, with the number of ways to take them."""
        for one, other in combinations(self.faces, 2):
            yield one, other, one.number * other.number
        for face in self.faces:
            if face.number > 1:
                yield face, face, comb(face.number, 2)
