"""Where the cards come from: shuffled, seeded, rigged, called, replayed or enumerated.

Every source has the same interface (:class:`CardSource`), so the table works alike whether
it deals from a shuffled shoe, from a test, or from real cards that a person calls out.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum, unique
from hashlib import sha256
from itertools import count
from secrets import token_bytes
from struct import unpack
from typing import Final, NamedTuple, Protocol, TypeVar

from pitboss.cards import Card
from pitboss.law.shoe import cut

T = TypeVar("T")

WORD_BITS: Final = 16
"""Short enough that words are often rejected, so that tests exercise it."""


@unique
class Marker(StrEnum):
    """What may leave the shoe besides cards of the set."""

    CUTTING_CARD = "CUT"
    END = "END"
    FOREIGN = "XX"


FOREIGN: Final = Marker.FOREIGN
"""A joker, a card with another back: anything not part of the set."""


class FaceUpCard(NamedTuple):
    """A card found face up in the shoe."""

    card: Card


Draw = Card | FaceUpCard | Marker
"""Whatever may leave the shoe when a card is drawn."""

_MARKERS: Final = {marker.value: marker for marker in Marker}


def read_draw(word: str) -> Draw:
    """Read ``As``, ``3s!`` (face up), ``XX`` (foreign), ``CUT`` or ``END``."""
    if word in _MARKERS:
        return _MARKERS[word]
    return FaceUpCard(Card(word[:-1])) if word.endswith("!") else Card(word)


def write_draw(draw: Draw) -> str:
    """Write a draw so that :func:`read_draw` reads it back."""
    if isinstance(draw, Card):
        return draw.text
    return draw.card.text + "!" if isinstance(draw, FaceUpCard) else draw.value


class ShoeEmpty(LookupError):
    """Raised when a card is drawn and none is left."""

    def __init__(self) -> None:
        super().__init__("the shoe is empty; shuffle first")


class CardNotCalled(LookupError):
    """Raised when a card is drawn before it has been called."""


class BadPlace(ValueError):
    """Raised for an impossible cut, cut-card position or stack."""


class CardSource(Protocol):
    """The interface of a source of cards."""

    __slots__ = ()

    def reshuffle(self, cards: Sequence[Card]) -> None:
        """Shuffle these cards, during a round, into the new stack."""
        self.shuffle(cards)

    def shuffle(self, cards: Sequence[Card]) -> None:
        """Shuffle these cards into the new stack; the rest of the old one is discarded."""

    def cut(self, depth: int) -> None:
        """Move ``depth`` cards from the front to the back, before the cut card is inserted."""

    def place_cutting_card(self, position: int) -> None:
        """Insert the cut card after ``position`` cards; it comes out once, before the next card."""

    def draw(self) -> Draw:
        """The next thing to leave the shoe; ``ShoeEmpty`` when nothing is left."""

    @property
    def left(self) -> int:
        """The number of cards of the set that are left, without cut card and foreign cards."""


def system_words() -> Iterator[int]:
    """An endless stream of words of operating-system entropy."""
    while True:
        yield from unpack("=512H", token_bytes(1024))


def hashed_words(heading: str) -> Iterator[int]:
    """Words derived from a text, the same on every machine, without end.

    Block ``i`` is the SHA-256 of the heading and the line ``i`` (UTF-8, decimal, ended by a line
    feed, counted from 0); its 32 bytes are sixteen words, the high byte first.
    """
    start = sha256(heading.encode())
    for block in count():
        hashed = start.copy()
        hashed.update(b"%d\n" % block)
        yield from unpack(">16H", hashed.digest())


def mix(stack: list[T], words: Iterator[int], bits: int = WORD_BITS) -> None:
    """Shuffle in place by Fisher and Yates: the last place takes one of all cards, and so on.

    A word at or above the greatest multiple of the number of cards to choose among is thrown
    away, so that every card has exactly the same chance.
    """
    whole = 1 << bits
    if len(stack) > whole:
        raise BadPlace(f"at most {whole} cards may be shuffled, not {len(stack)}")
    for among in range(len(stack), 1, -1):
        fair = whole - whole % among
        while (word := next(words)) >= fair:
            pass
        chosen, last = word % among, among - 1
        stack[chosen], stack[last] = stack[last], stack[chosen]


class Stack(CardSource):
    """Cards in a shoe, in the order loaded; subclasses arrange them."""

    __slots__ = ("_behind", "_rest")

    def __init__(self) -> None:
        self._rest: list[Card | Marker] = []  # back to front: the next card is the last
        self._behind: int | None = None  # cards behind the cut card, once it is inserted

    def _arranged(self, cards: Sequence[Card]) -> Sequence[Card]:
        return cards

    def shuffle(self, cards: Sequence[Card]) -> None:
        self._rest, self._behind = list(reversed(self._arranged(cards))), None

    def cut(self, depth: int) -> None:
        if self._holds_cutting_card:
            raise BadPlace("the cards must be cut before the cut card is inserted")
        if not 0 <= depth <= self.left:
            raise BadPlace(f"a cut {depth} cards deep in a stack of {self.left}")
        self._rest = list(reversed(cut(self._rest[::-1], depth)))

    def place_cutting_card(self, position: int) -> None:
        if not 0 <= position <= self.left:
            raise BadPlace(f"the cut card {position} cards deep in a stack of {self.left}")
        if self._holds_cutting_card:
            self._rest.remove(Marker.CUTTING_CARD)
        self._behind = len(self._rest) - position
        self._rest.insert(self._behind, Marker.CUTTING_CARD)

    def draw(self) -> Draw:
        if not self._rest:
            raise ShoeEmpty
        return self._rest.pop()

    @property
    def left(self) -> int:
        return len(self._rest) - self._holds_cutting_card

    @property
    def _holds_cutting_card(self) -> bool:
        return self._behind is not None and len(self._rest) > self._behind


class Shuffled(Stack):
    """A shoe shuffled by operating-system entropy, for live play."""

    __slots__ = ()

    def _arranged(self, cards: Sequence[Card]) -> Sequence[Card]:
        stack = list(cards)
        mix(stack, system_words())
        return stack


class Seeded(Stack):
    """A shoe whose every shuffle follows from its seed, on every platform and Python version.

    Shuffle ``k`` (from 0) takes the :func:`hashed_words` of the three lines ``pitboss seeded 1``,
    the seed and ``k``. The seeds ``7`` and ``"7"`` are the same.
    """

    __slots__ = ("_shuffles", "seed")

    def __init__(self, seed: int | str) -> None:
        super().__init__()
        self.seed, self._shuffles = str(seed), 0

    def _arranged(self, cards: Sequence[Card]) -> Sequence[Card]:
        stack = list(cards)
        mix(stack, hashed_words(f"pitboss seeded 1\n{self.seed}\n{self._shuffles}\n"))
        self._shuffles += 1
        return stack


class Enumerated(Stack):
    """Exactly this stack, again after every shuffle; the cut and the cut card take effect."""

    __slots__ = ("_stack",)

    def __init__(self, stack: Sequence[Card]) -> None:
        super().__init__()
        self._stack = tuple(stack)
        self.shuffle(self._stack)

    def _arranged(self, cards: Sequence[Card]) -> Sequence[Card]:
        return self._stack


class Rigged(CardSource):
    """The cards of a test or scenario, in exactly that order; shuffle and cut change nothing.

    >>> shoe = Rigged("8h CUT 3s! XX")
    >>> [write_draw(shoe.draw()) for _ in range(3)], shoe.peek_next()
    (['8h', 'CUT', '3s!'], <Marker.FOREIGN: 'XX'>)
    """

    def __init__(self, script: str | Iterable[str | Draw]) -> None:
        words = script.split() if isinstance(script, str) else script
        self._told = deque(read_draw(w) if isinstance(w, str) else w for w in words)

    def shuffle(self, cards: Sequence[Card]) -> None: ...
    def cut(self, depth: int) -> None: ...
    def place_cutting_card(self, position: int) -> None: ...

    def draw(self) -> Draw:
        if not self._told:
            raise ShoeEmpty
        return self._told.popleft()

    def peek_next(self) -> Draw | None:
        """The next item, without drawing it; ``None`` at the end of the script."""
        return self._told[0] if self._told else None

    def peek_all(self) -> tuple[Draw, ...]:
        """Everything still in the script, without drawing it."""
        return tuple(self._told)

    @property
    def left(self) -> int:
        """How many cards of the set come before the shoe is empty, at ``END`` or at the end."""
        cards = list(self._told)
        shoe = cards[: cards.index(Marker.END)] if Marker.END in cards else cards
        return sum(isinstance(draw, Card | FaceUpCard) for draw in shoe)


class Replayed(Rigged):
    """The draws that a log records; the shoe runs out where it did then."""

    def __init__(self, draws: str | Iterable[str | Draw]) -> None:
        super().__init__(draws)
        self._in_shoe: int | None = None  # of the last shuffle; not known before the first

    def shuffle(self, cards: Sequence[Card]) -> None:
        self._in_shoe = len(cards)

    def draw(self) -> Draw:
        if self._in_shoe == 0 and isinstance(self.peek_next(), Card | FaceUpCard):
            raise ShoeEmpty  # what follows belongs to a later shuffle
        draw = super().draw()
        if self._in_shoe and isinstance(draw, Card | FaceUpCard):
            self._in_shoe -= 1
        return draw

    @property
    def left(self) -> int:
        """How many cards of the last shuffle are left; before any, how many are known."""
        return super().left if self._in_shoe is None else self._in_shoe


class Called(Replayed):
    """Real cards: a person or a camera calls each one as it leaves the shoe."""

    def __init__(self) -> None:
        super().__init__(())

    def call(self, draw: str | Draw) -> None:
        """Call what has left the shoe, after what was called before."""
        self._told.append(read_draw(draw) if isinstance(draw, str) else draw)

    def draw(self) -> Draw:
        """The first item called and not yet drawn; ``CardNotCalled`` if there is none."""
        if not self._told and self._in_shoe != 0:
            raise CardNotCalled("no card has been called; call the card that was drawn")
        return super().draw()
