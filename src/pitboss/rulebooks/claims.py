"""What a clause claims of a round: the condition under which it may be cited, as data.

A claim is written beside the clause, ``when = "player blackjack, dealer total 21, not dealer
blackjack"``: a comma means *and*; ``or`` joins neighbours and binds closer; ``; or`` joins whole
lists; ``not`` negates one phrase. A phrase is a fact, a name with its values, a number with what
it is compared to, or ``clause`` with another clause whose own claim must hold.

What each word means is law, which imports the books; here are only the words and their shapes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum, unique
from typing import Any, Final, TypeVar

from msgspec import Struct

from pitboss.numbers import whole
from pitboss.rulebooks.claim_words import FACTS, NAMES, NUMBERS
from pitboss.rulebooks.errors import RulebookError, hint

S = TypeVar("S")

OTHER: Final = "clause"
"""The word before another clause of the same book, whose claim must hold too."""

_COMPARES: Final[dict[str, Callable[[int, int], bool]]] = {
    "=": lambda left, right: left == right,
    "<": lambda left, right: left < right,
    ">": lambda left, right: left > right,
    "<=": lambda left, right: left <= right,
    ">=": lambda left, right: left >= right,
}


class BadClaim(RulebookError):
    """A claim with a word that the language does not have, or of the wrong shape."""


@unique
class PhraseShape(StrEnum):
    """The shapes of a phrase."""

    FACT = "fact"
    NAME = "name"
    NUMBER = "number"
    CLAUSE = "clause"


class Phrase(Struct, frozen=True):
    """One predicate: ``player over``, ``up card A``, ``player total > dealer total``."""

    shape: PhraseShape
    word: str
    values: tuple[str, ...] = ()
    compares: str = "="
    negated: bool = False

    @property
    def operands(self) -> tuple[str, ...]:
        """The words that it is compared with."""
        compared = self.values if self.shape is PhraseShape.NUMBER else ()
        return tuple(value for value in compared if not value.isdecimal())

    def __str__(self) -> str:
        middle = (
            (self.compares,) if self.shape is PhraseShape.NUMBER and self.compares != "=" else ()
        )
        return " ".join(("not",) * self.negated + (self.word, *middle, *self.values))


class Claim(Struct, frozen=True):
    """A condition: one of some lists holds, in which each entry holds by one of its phrases."""

    lists: tuple[tuple[tuple[Phrase, ...], ...], ...]

    def __str__(self) -> str:
        return "; or ".join(
            ", ".join(" or ".join(map(str, entry)) for entry in each) for each in self.lists
        )

    @property
    def phrases(self) -> Iterator[Phrase]:
        """All phrases, in the order of the text."""
        for each in self.lists:
            for entry in each:
                yield from entry


def read_claim(text: str) -> Claim:
    """Read a claim, or raise ``BadClaim`` with the words that exist.

    >>> str(read_claim("player blackjack, dealer total 21, not dealer blackjack"))
    'player blackjack, dealer total 21, not dealer blackjack'
    """
    return Claim(
        tuple(
            tuple(
                tuple(_phrase(phrase) for phrase in re.split(r"\s+or\s+", entry.strip()))
                for entry in each.split(",")
            )
            for each in re.split(r";\s*or\s+", text)
        )
    )


def _phrase(text: str) -> Phrase:
    stripped = " ".join(text.split())
    negated = stripped.startswith("not ")
    words = stripped.removeprefix("not ")
    if words in FACTS:
        return Phrase(PhraseShape.FACT, words, negated=negated)
    label, rest = _longest(words, (*NAMES, *NUMBERS, OTHER))
    if label is None:
        raise BadClaim(f"{words!r} is no phrase of the language; {_known(words)}")
    if not rest:
        raise BadClaim(f"{words!r} says nothing about {label}; {_shape_of(label)}")
    if label == OTHER:
        return Phrase(PhraseShape.CLAUSE, label, (rest,), negated=negated)
    if label in NAMES:
        return Phrase(PhraseShape.NAME, label, _values(label, rest), negated=negated)
    first, _, after = rest.partition(" ")
    compares, operand = (first, after) if first in _COMPARES else ("=", rest)
    if not operand.isdecimal() and operand not in NUMBERS:
        raise BadClaim(f"{words!r} compares {label} with {operand!r}; {_shape_of(label)}")
    return Phrase(PhraseShape.NUMBER, label, (operand,), compares, negated)


def _longest(words: str, labels: tuple[str, ...]) -> tuple[str | None, str]:
    """The longest label that a phrase begins with, and what follows it."""
    fits = [label for label in labels if words == label or words.startswith(f"{label} ")]
    label = max(fits, key=len, default=None)
    return (None, words) if label is None else (label, words[len(label) :].strip())


def _values(label: str, rest: str) -> tuple[str, ...]:
    values = tuple(rest.split())
    known = NAMES[label]
    for value in values:
        if known and value not in known:
            raise BadClaim(f"{value!r} is no {label}; {hint(value, known, 'known:')}")
    return values


def _known(words: str) -> str:
    return hint(words, (*FACTS, *NAMES, *NUMBERS, OTHER), "the words are")


def _shape_of(label: str) -> str:
    if label in NUMBERS:
        numbers = ", ".join(NUMBERS)
        return f"write a number after it, or one of {', '.join(_COMPARES)} and one of {numbers}"
    values = NAMES.get(label)
    return f"write one or more of {', '.join(values)}" if values else "write a value after it"


class SubjectWords(Struct, frozen=True):
    """What the words mean to a subject: a fact is so, a name and a number have a value or none."""

    facts: Mapping[str, Callable[[Any], bool]]
    names: Mapping[str, Callable[[Any], str | frozenset[str] | None]] = {}
    numbers: Mapping[str, Callable[[Any], int | None]] = {}
    clause: Callable[[Any, str], bool] | None = None


def meaning(claim: Claim, words: SubjectWords) -> Callable[[Any], bool]:
    """The claim as a question to a subject of these words; ``KeyError`` if they lack one of its."""
    return _any(
        [
            _all([_any([_asked(phrase, words) for phrase in entry]) for entry in each])
            for each in claim.lists
        ]
    )


Asked = Callable[[Any], bool]


def _any(parts: list[Asked]) -> Asked:
    """Whether one of some questions has the answer yes; asked often, so without a generator."""
    if len(parts) == 1:
        return parts[0]

    def one_holds(subject: Any) -> bool:
        for holds in parts:  # noqa: SIM110
            if holds(subject):
                return True
        return False

    return one_holds


def _all(parts: list[Asked]) -> Asked:
    """Whether all of some questions have the answer yes."""
    if len(parts) == 1:
        return parts[0]

    def all_hold(subject: Any) -> bool:
        for holds in parts:  # noqa: SIM110
            if not holds(subject):
                return False
        return True

    return all_hold


def _asked(phrase: Phrase, words: SubjectWords) -> Callable[[Any], bool]:
    plain = _plainly_asked(phrase, words)
    return (lambda subject: not plain(subject)) if phrase.negated else plain


def _plainly_asked(phrase: Phrase, words: SubjectWords) -> Callable[[Any], bool]:
    match phrase.shape:
        case PhraseShape.FACT:
            return words.facts[phrase.word]
        case PhraseShape.NAME:
            return _named(words.names[phrase.word], frozenset(phrase.values))
        case PhraseShape.CLAUSE:
            other, [clause] = words.clause, phrase.values
            if other is None:
                raise KeyError(phrase.word)
            return lambda subject: other(subject, clause)
        case PhraseShape.NUMBER:
            return _compared(phrase, words)


def _named(
    named: Callable[[Any], str | frozenset[str] | None], among: frozenset[str]
) -> Callable[[Any], bool]:
    def holds(subject: Any) -> bool:
        has = named(subject)
        return not among.isdisjoint(has) if isinstance(has, frozenset) else has in among

    return holds


def _compared(phrase: Phrase, words: SubjectWords) -> Callable[[Any], bool]:
    """A number that is missing compares with nothing."""
    left, compares, [operand] = (
        words.numbers[phrase.word],
        _COMPARES[phrase.compares],
        phrase.values,
    )
    if operand.isdecimal():
        fixed = whole(operand)
        return lambda subject: (n := left(subject)) is not None and compares(n, fixed)
    right = words.numbers[operand]
    return lambda subject: (
        (n := left(subject)) is not None and (m := right(subject)) is not None and compares(n, m)
    )
