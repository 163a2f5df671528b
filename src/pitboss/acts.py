"""The acts on a hand, each described once.

Its word, key and letter, what it does to the hand, and the number by which tables are indexed.
Commands, histories, charts, prices, kernels, environments, coach and pages loop over these records
(docs/maintaining/add-an-act.md). What the *law* permits is in :data:`pitboss.law.play.MAY`.
"""

from __future__ import annotations

from enum import IntEnum, StrEnum, unique
from typing import Final, NamedTuple, Self


class HandActWords(NamedTuple):
    """What an act is called, and where."""

    word: str
    label: str
    """On a button"""
    key: str
    """The key that asks for it"""
    done: str = ""
    """What a hand is afterwards, in claims and columns; empty if nothing asks"""
    part: str = ""
    """The part of the schema that permits it, if a book may lack it"""
    heading: str = ""
    """That part, on a sheet of rules"""
    section: str = ""
    """Its own part of a chart, for first cards; empty if it stands among the other letters"""
    note: str = ""
    """How to read that part"""


_NO_WORDS: Final = HandActWords("", "", "")


@unique
class HandAct(IntEnum):
    """A decision on a hand, named for what it does; its number is its index in tables.

    >>> [act.word for act in HandAct]
    ['stand', 'hit', 'double', 'split', 'surrender', 'zap']
    """

    STAND = 0, HandActWords("stand", "Stand", "s")
    HIT = 1, HandActWords("hit", "Hit", "h")
    DOUBLE = 2, HandActWords("double", "Double", "d", done="doubled")
    SPLIT = 3, HandActWords("split", "Split", "p", done="split")
    SURRENDER = (
        4,
        HandActWords(
            "surrender",
            "Surrender",
            "r",
            done="surrendered",
            part="surrendering",
            heading="Surrender",
        ),
    )
    EXCHANGE = (
        5,
        HandActWords(
            "zap",
            "Zap",
            "z",
            done="zapped",
            part="zapping",
            heading="Zapping",
            section="Hands that may be zapped",
            note="Look up a first hand that may be zapped in the zap chart; every other hand, and "
            "the hand after a zap, in the other charts.",
        ),
    )
    """Two new cards for the first two"""

    _value_: int
    words: HandActWords
    """What it is called, and where"""
    word: str
    """Its name in commands, worked rounds, histories, charts and columns"""

    def __new__(cls, number: int, words: HandActWords = _NO_WORDS) -> Self:
        """A member, which is its number and knows its words; ``HandAct(1)`` only looks one up."""
        act = int.__new__(cls, number)
        act._value_, act.words, act.word = number, words, words.word
        return act


IN_ORDER: Final = (
    HandAct.HIT, HandAct.STAND, HandAct.DOUBLE, HandAct.SPLIT, HandAct.EXCHANGE, HandAct.SURRENDER,
)  # fmt: skip
"""The acts in the order of the buttons"""

KEYS: Final = {
    act.words.key: act
    for act in (
        HandAct.HIT,
        HandAct.STAND,
        HandAct.DOUBLE,
        HandAct.SPLIT,
        HandAct.SURRENDER,
        HandAct.EXCHANGE,
    )
}
"""The act by its key, in the order in which keys are listed"""

PARTS: Final = {act.words.part: act.words for act in HandAct if act.words.part}
"""The parts of the schema that permit an act which a book may lack"""

ACT_OF: Final = {act.word: act for act in HandAct}
"""The act by its word"""

BY_CARDS: Final = (HandAct.SURRENDER, HandAct.EXCHANGE)
"""Acts that the law permits by the first two cards and the up card: compiled as a table of those"""

KINDS_OF_HANDS: Final = ("hard", "soft", "pairs", *(act.word for act in BY_CARDS), "insurance")
"""The kinds of hands whose decisions are practised apart"""


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
    EXCHANGE = "Z"

    @property
    def acts(self) -> tuple[HandAct, ...]:
        """The act, and what is done instead if it is refused."""
        return _CHOICES[self].acts

    @property
    def wishes(self) -> tuple[HandAct, ...]:
        """The same, and what remains for a hand that may not even do the last of them."""
        last = self.acts[-1]
        rest = {HandAct.HIT: (HandAct.STAND,), HandAct.STAND: (HandAct.HIT,)}.get(last, ())
        return (*self.acts, *rest)

    @property
    def colour(self) -> str:
        """The name of its colour on charts, on paper and at the terminal."""
        return _CHOICES[self].colour

    @property
    def meaning(self) -> str:
        """The letter in words."""
        return ", else ".join(act.word for act in self.acts)


class _Choice(NamedTuple):
    acts: tuple[HandAct, ...]
    colour: str


_CHOICES: Final = {
    Letter.HIT: _Choice((HandAct.HIT,), "green"),
    Letter.STAND: _Choice((HandAct.STAND,), "red"),
    Letter.DOUBLE: _Choice((HandAct.DOUBLE, HandAct.HIT), "blue"),
    Letter.DOUBLE_OR_STAND: _Choice((HandAct.DOUBLE, HandAct.STAND), "sky"),
    Letter.SPLIT: _Choice((HandAct.SPLIT,), "gold"),
    Letter.SURRENDER: _Choice((HandAct.SURRENDER, HandAct.HIT), "slate"),
    Letter.SURRENDER_OR_STAND: _Choice((HandAct.SURRENDER, HandAct.STAND), "silver"),
    Letter.SURRENDER_OR_SPLIT: _Choice((HandAct.SURRENDER, HandAct.SPLIT), "sand"),
    Letter.EXCHANGE: _Choice((HandAct.EXCHANGE,), "violet"),
}
