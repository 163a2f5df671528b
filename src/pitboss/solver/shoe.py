"""The cards in a shoe, counted by points: aces, twos to nines, and ten-value cards."""

from __future__ import annotations

from typing import Any, Final, Self

from msgspec import Struct

from pitboss.cards import Rank
from pitboss.compiled.ranks import CLASSES, PER_DECK
from pitboss.numbers import NotANumber, shortened, whole
from pitboss.solver.errors import BadShoe

_MOST: Final = 1_000_000_000
_EXAMPLE: Final = "A:20 2:24 ... T:96"
_MOST_CARDS: Final = 10_000
"""The most cards of one rank in a shoe"""


class Shoe(Struct, frozen=True):
    """The number of cards of each class, in the order A, 2, ..., 9, T.

    >>> Shoe.of_decks(6)[Rank.TEN], Shoe.of_decks(6).size
    (96, 312)
    >>> print(Shoe.parse("T:7 A:2"))
    A:2 T:7
    """

    counts: tuple[int, ...]

    def __post_init__(self) -> None:
        counts: Any = self.counts
        if not isinstance(counts, tuple):
            raise BadShoe(f"a shoe needs a tuple of {len(CLASSES)} counts, not {counts!r}")
        if len(self.counts) != len(CLASSES):
            raise BadShoe(
                f"a shoe needs {len(CLASSES)} counts, one per rank, not {len(self.counts)}"
            )
        for rank, number in zip(CLASSES, counts, strict=True):
            is_whole = isinstance(number, int) and not isinstance(number, bool)
            if not is_whole or not 0 <= number <= _MOST:
                raise BadShoe(
                    f"a shoe cannot have {number!r} cards of rank {rank}; "
                    f"it may have 0 to {_MOST:,}"
                )

    @classmethod
    def of_decks(cls, decks: int) -> Self:
        """The full shoe of that many decks."""
        given: Any = decks
        is_whole = isinstance(given, int) and not isinstance(given, bool)
        if not is_whole or not 1 <= decks <= _MOST // 16:
            raise BadShoe(f"a shoe cannot have {decks!r} decks")
        return cls(tuple(number * decks for number in PER_DECK))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``A:20 2:24 ... T:96``; the shoe has no cards of a rank that is not named."""
        counts: dict[Rank, int] = {}
        for word in text.replace(",", " ").split():
            name, colon, number = word.partition(":")
            if name not in CLASSES:
                raise BadShoe(
                    f"{shortened(word)} does not name a rank (A, 2 to 9, T); "
                    f"write a shoe as in {_EXAMPLE}"
                )
            rank = Rank(name)
            if rank in counts:
                raise BadShoe(f"rank {rank} appears twice in the shoe")
            try:
                counts[rank] = whole(number if colon else "", least=0, most=_MOST_CARDS)
            except NotANumber:
                raise BadShoe(
                    f"{shortened(word)} does not give a number of cards; write it as in A:20"
                ) from None
        if not any(counts.values()):
            raise BadShoe(f"the shoe is empty; write it as in {_EXAMPLE}")
        return cls(tuple(counts.get(rank, 0) for rank in CLASSES))

    def __getitem__(self, rank: Rank) -> int:
        return self.counts[CLASSES.index(rank)]

    def without(self, rank: Rank) -> Self:
        """The shoe with one card of the class gone."""
        gone = CLASSES.index(rank)
        return type(self)(tuple(number - (i == gone) for i, number in enumerate(self.counts)))

    @property
    def size(self) -> int:
        """The number of cards."""
        return sum(self.counts)

    def by_rank(self) -> dict[str, int]:
        """The number of cards of each class by its name."""
        return {rank.value: number for rank, number in zip(CLASSES, self.counts, strict=True)}

    def __str__(self) -> str:
        counted = zip(CLASSES, self.counts, strict=True)
        return " ".join(f"{rank}:{number}" for rank, number in counted if number)
