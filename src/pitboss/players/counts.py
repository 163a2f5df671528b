"""Counting systems: the tag of each card, and how a running count becomes a true count.

A system is a well-known one, given by name, or comes from a file:

    name = "my count"
    true = "floor"              # "floor", "truncate", "round", or "running" for no division
    decks = "exact"             # exact cards left, or to the nearest "half" or "whole" deck
    start = 0                   # the count of a new shoe; start_per_deck is added for each deck
    start_per_deck = 0
    [tags]
    "2-6" = 1                   # single ranks, or ranges
    T = -1                      # T is the ten only; name J, Q and K separately
    "J-K" = -1
    A = -1
    7h = 1                      # a single card
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum, unique
from fractions import Fraction
from math import lcm
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import CARDS, DECK, DECK_SIZE, Colour, Rank
from pitboss.documents import json_value, toml
from pitboss.numbers import NotANumber, exact, shortened


class BadCount(ValueError):
    """A counting system that cannot be read; the message says why."""


@unique
class TrueCount(StrEnum):
    """How the count is divided by the decks that are left."""

    FLOOR = "floor"
    TRUNCATE = "truncate"
    ROUND = "round"
    RUNNING = "running"


@unique
class DecksSeen(StrEnum):
    """How precisely a player estimates the decks left."""

    EXACT = "exact"
    HALF = "half"
    WHOLE = "whole"


TRUE_REACH: Final = 10
"""True counts beyond this, either way, belong to the last bucket."""
RUNNING_REACH: Final = 31
"""Running counts farther than this from the middle belong to the last bucket; kernels keep a bit
for each bucket in a word of 64."""


class CountSpan(NamedTuple):
    """The counts that are distinguished, each with a bucket; any beyond belong to the last."""

    lowest: int
    highest: int
    start: int = 0
    """The count of a new shoe"""
    is_running: bool = False

    @property
    def buckets(self) -> int:
        """How many counts are distinguished."""
        return self.highest - self.lowest + 1

    @property
    def middle(self) -> int:
        """The count in the middle, from which kernels count."""
        return (self.lowest + self.highest) // 2

    @property
    def by(self) -> str:
        """What is counted, in words."""
        return "running count" if self.is_running else "true count"

    def bucket(self, count: int) -> int:
        """The bucket to which a count belongs."""
        return min(max(count, self.lowest), self.highest) - self.lowest

    def from_middle(self, count: int) -> int:
        """A count relative to the middle; thresholds never or always reached stay as they are."""
        return count if abs(count) > FARTHEST else count - self.middle

    def counts(self) -> range:
        """The counts, in order."""
        return range(self.lowest, self.highest + 1)


FARTHEST: Final = 1_000
"""No count that a player may name is farther from zero."""
TRUE_COUNTS: Final = CountSpan(-TRUE_REACH, TRUE_REACH)


class CountSystem(NamedTuple):
    """The tags of the 52 cards, and how the running count becomes a true count."""

    name: str
    tags: tuple[Fraction, ...]
    """In the order of :data:`pitboss.cards.DECK`"""
    true: TrueCount = TrueCount.FLOOR
    decks: DecksSeen = DecksSeen.EXACT
    start: Fraction = Fraction(0)
    start_per_deck: Fraction = Fraction(0)

    def start_of(self, decks: int) -> Fraction:
        """The count of a new shoe."""
        return self.start + self.start_per_deck * decks

    def check(self) -> None:
        """Raise ``BadCount`` for tags, or words, that no kernel can count with."""
        numbers: tuple[Any, ...] = (*self.tags, self.start, self.start_per_deck)
        words: tuple[Any, Any] = (self.true, self.decks)
        if len(self.tags) != DECK_SIZE:
            raise BadCount(f"a count needs a tag for each of 52 cards, not {len(self.tags)}")
        for number in numbers:
            if isinstance(number, bool) or not isinstance(number, int | Fraction):
                raise BadCount(
                    f"{number!r} is not a tag or a start; give whole numbers or fractions"
                )
            if not -FARTHEST <= number <= FARTHEST:
                raise BadCount(
                    f"tags and starts go from -{FARTHEST} to {FARTHEST}, not to {number}"
                )
        if lcm(*(number.denominator for number in numbers)) > FARTHEST:
            raise BadCount(f"tags and starts may be parts of 1/{FARTHEST} at the finest")
        if not isinstance(words[0], TrueCount) or not isinstance(words[1], DecksSeen):
            raise BadCount(f"unknown true count {self.true!r} or estimate of decks {self.decks!r}")

    @property
    def is_running(self) -> bool:
        """Whether players act on the running count, not divided by the decks that are left."""
        return self.true is TrueCount.RUNNING

    def span(self, decks: int) -> CountSpan:
        """The counts that are distinguished with a shoe of that many decks."""
        if not self.is_running:
            return TRUE_COUNTS
        start = self.start_of(decks)
        # From the count of a new shoe to that of a shoe dealt out: both ends have as much room.
        end = start + decks * sum(self.tags, Fraction(0))
        middle = int(((start + end) / 2).__floor__())
        return CountSpan(
            middle - RUNNING_REACH, middle + RUNNING_REACH, int(start.__floor__()), True
        )

    def true_count(self, running: Fraction, cards_left: int) -> int:
        """The count that is acted on, in plain arithmetic: the true count, or the running one."""
        return self.called(running, decks_seen(self.decks, cards_left))

    def called(self, running: Fraction, decks: Fraction) -> int:
        """The count that is acted on with this many decks left, by the system's own rounding."""
        exact = running if self.is_running else running / decks
        match self.true:
            case TrueCount.TRUNCATE:
                return int(exact)
            case TrueCount.ROUND:
                return int((exact + Fraction(1, 2)).__floor__())
            case _:
                return int(exact.__floor__())


def decks_seen(seen: DecksSeen, cards_left: int) -> Fraction:
    """The decks left as a player estimates them, never less than the smallest unit."""
    match seen:
        case DecksSeen.EXACT:
            return Fraction(max(cards_left, 1), DECK_SIZE)
        case DecksSeen.HALF:
            return Fraction(max(1, (2 * cards_left + DECK_SIZE // 2) // DECK_SIZE), 2)
        case DecksSeen.WHOLE:
            return Fraction(max(1, (cards_left + DECK_SIZE // 2) // DECK_SIZE))


class CountTables(NamedTuple):
    """A counting system for one shoe, in the whole-number form the kernels use."""

    tags: NDArray[np.int64]
    """[card]"""
    start: int
    factor: NDArray[np.float64]
    """[cards left]: the factor from running count to true count"""
    shift: float
    """A small amount added before rounding down, so that whole counts stay whole"""
    truncates: bool


_NUDGE: Final = 1e-9
"""Far less than the smallest distance of a fractional true count from a whole number."""


def count_tables(system: CountSystem, decks: int) -> CountTables:
    """The system for a shoe of this many decks, counted from the middle of its span."""
    parts = lcm(*(tag.denominator for tag in system.tags), system.start_of(decks).denominator)
    cards = decks * DECK_SIZE
    factor = np.full(2 * cards + 1, 1.0 / parts)
    if system.true is not TrueCount.RUNNING:
        for left in range(2 * cards + 1):
            factor[left] = 1.0 / (parts * float(decks_seen(system.decks, left)))
    return CountTables(
        np.array([int(tag * parts) for tag in system.tags], np.int64),
        int((system.start_of(decks) - system.span(decks).middle) * parts),
        factor,
        0.5 + _NUDGE if system.true is TrueCount.ROUND else _NUDGE,
        system.true is TrueCount.TRUNCATE,
    )


_RANKS: Final = tuple(Rank)


def _ranks(word: str) -> tuple[Rank, ...]:
    first, _, last = word.partition("-")
    try:
        start, end = Rank(first.strip()), Rank((last or first).strip())
    except ValueError:
        raise BadCount(f"{word!r} is neither a rank (7, T-K, A) nor a card (7h)") from None
    ranks = _RANKS[_RANKS.index(start) : _RANKS.index(end) + 1]
    if not ranks:
        raise BadCount(f"{word!r} has no ranks; they go from A and 2 up to K")
    return ranks


def _tags(document: Mapping[str, object]) -> tuple[Fraction, ...]:
    tags = dict.fromkeys(DECK, Fraction(0))
    for word, value in sorted(document.items(), key=lambda item: item[0] in CARDS):
        tag = _number(f"the tag of {word}", value)
        if word in CARDS:
            tags[CARDS[word]] = tag
            continue
        for rank in _ranks(word):
            tags.update({card: tag for card in DECK if card.rank is rank})
    return tuple(tags[card] for card in DECK)


def _number(what: str, value: object) -> Fraction:
    try:
        number = exact(value, least=-_MOST, most=_MOST)
        if number.denominator > _FINEST:
            raise NotANumber(value, "a whole number of small parts")
    except NotANumber:
        raise BadCount(
            f"{what} is {shortened(value)}, not a number from -{_MOST} to {_MOST} "
            f"in parts of at least 1/{_FINEST}"
        ) from None
    return number


_MOST: Final = 1000
"""The largest tag or count that a system may state."""
_FINEST: Final = 100
"""The largest denominator of a tag: counts are whole numbers of the smallest part of all tags."""


_KEYS: Final = frozenset({"name", "tags", "true", "decks", "start", "start_per_deck"})


def read_count(document: Mapping[str, Any]) -> CountSystem:
    """Read a system from the contents of a file; raise ``BadCount`` if that fails."""
    strange = sorted(set(document) - _KEYS)
    if strange:
        known = ", ".join(sorted(_KEYS))
        raise BadCount(f"unknown key {strange[0]!r} in a counting system; the keys: {known}")
    tags = document.get("tags")
    if not isinstance(tags, Mapping) or not tags:
        raise BadCount('a counting system needs tags, such as [tags] with "2-6" = 1')
    try:
        true, decks = (
            TrueCount(document.get("true", "floor")),
            DecksSeen(document.get("decks", "exact")),
        )
    except ValueError as error:
        raise BadCount(f"{error}; see pitboss.players.counts for the allowed words") from None
    return CountSystem(
        str(document.get("name", "count")),
        _tags(tags),
        true,
        decks,
        _number("start", document.get("start", 0)),
        _number("start_per_deck", document.get("start_per_deck", 0)),
    )


def _named(name: str, by_rank: str, **more: Any) -> CountSystem:
    """Make a system from its tags, two to ace: ``"1 1 1 1 1 0 0 0 -1 -1"``."""
    two_to_ten, ace = by_rank.split()[:-1], by_rank.split()[-1]
    tags = {str(pips): tag for pips, tag in zip("23456789", two_to_ten, strict=False)}
    return read_count({"name": name, "tags": {**tags, "T-K": two_to_ten[8], "A": ace}, **more})


def _red_seven() -> CountSystem:
    base = _named("red-7", "1 1 1 1 1 0 0 0 -1 -1", true="running", start_per_deck=-2)
    tags = tuple(
        Fraction(1) if card.rank is Rank.SEVEN and card.colour is Colour.RED else tag
        for card, tag in zip(DECK, base.tags, strict=True)
    )
    return base._replace(tags=tags)


# Tags from two to ten, then the ace, as published by their authors.
SYSTEMS: Final[Mapping[str, CountSystem]] = {
    system.name: system
    for system in (
        _named("hi-lo", "1 1 1 1 1 0 0 0 -1 -1"),
        _named("ko", "1 1 1 1 1 1 0 0 -1 -1", true="running", start=4, start_per_deck=-4),
        _named("hi-opt-1", "0 1 1 1 1 0 0 0 -1 0"),
        _named("hi-opt-2", "1 1 2 2 1 1 0 0 -2 0"),
        _named("omega-2", "1 1 2 2 2 1 0 -1 -2 0"),
        _named("zen", "1 1 2 2 2 1 0 0 -2 -1"),
        _named("halves", "0.5 1 1 1.5 1 0.5 0 -0.5 -1 -1"),
        _named("ace-five", "0 0 0 1 0 0 0 0 0 -1", true="running"),
        _red_seven(),
    )
}
"""The well-known systems by name."""

TITLES: Final[Mapping[str, str]] = {
    "hi-lo": "Hi-Lo",
    "ko": "KO",
    "hi-opt-1": "Hi-Opt I",
    "hi-opt-2": "Hi-Opt II",
    "omega-2": "Omega II",
    "zen": "Zen",
    "halves": "Halves",
    "red-7": "Red 7",
    "ace-five": "Ace-Five",
}
"""The systems as their books call them, in the order in which they are offered."""

HI_LO: Final = SYSTEMS["hi-lo"]


def count_system(name: str | Path) -> CountSystem:
    """Find a system by name, or read it from a TOML or JSON file.

    >>> count_system("hi-lo").true_count(Fraction(5), 104)
    2
    """
    if str(name) in SYSTEMS:
        return SYSTEMS[str(name)]
    path = Path(name)
    if path.suffix not in (".toml", ".json"):
        raise BadCount(f"unknown counting system {str(name)!r}; use {', '.join(SYSTEMS)}")
    try:
        text = path.read_text("utf-8")
        value = toml(text) if path.suffix == ".toml" else json_value(text)
    except (OSError, ValueError) as error:
        raise BadCount(f"{path.name} cannot be read: {error}") from error
    if not isinstance(value, dict):
        raise BadCount(f"{path.name} is not a counting system")
    return read_count(value)
