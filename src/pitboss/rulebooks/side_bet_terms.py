"""The kinds of term that a row of a side bet may use: the words, and what they depend on.

A new kind is a member and an entry here, and a function in :mod:`pitboss.law.side_bets.terms`.
"""

from __future__ import annotations

from enum import StrEnum, unique
from typing import Final, NamedTuple


@unique
class Says(StrEnum):
    """The kinds of term."""

    CARDS = "cards"
    ONE_SUIT = "one suit"
    ONE_COLOUR = "one colour"
    PAIR = "pair"
    THREE_OF_A_KIND = "three of a kind"
    STRAIGHT = "straight"
    TOTAL = "total"
    SOFT = "soft"
    BLACKJACK = "blackjack"
    BUST = "bust"
    NUMBER = "number"
    BETWEEN = "between"
    GAP = "gap"
    MATCHES = "matches"
    SUITED_MATCHES = "suited matches"


@unique
class LooksAt(StrEnum):
    """The properties of cards that a term distinguishes."""

    POINTS = "points"
    RANKS = "ranks"
    SUITS = "suits"
    LIKENESS = "likeness"
    """Ranks, and which of the cards are of one suit"""
    CARDS = "cards"


@unique
class Needs(StrEnum):
    """What a book must state about aces if a row uses a term."""

    ACE_COUNTS = "ace_counts"
    ACE_RANKS = "ace_ranks"


class TermWords(NamedTuple):
    """How a kind of term is written, what it depends on, and how many cards it applies to."""

    says: Says
    written: str
    """A pattern; for a term without numbers, the words themselves"""
    shown: str
    looks_at: LooksAt = LooksAt.RANKS
    cards: tuple[int, ...] = ()
    """Numbers of cards; any number if empty"""
    of_the_deal: bool = False
    """Whether it applies to the player's two and the dealer's first card"""
    needs: Needs | None = None


_NUMBER: Final = r"(?P<n>[0-9]{1,4})(?:-(?P<to>[0-9]{1,4})|(?P<more> or more))?"
_TOTAL: Final = rf"total (?:(?:(?P<over>over)|(?P<under>under)) (?P<bound>[0-9]{{1,4}})|{_NUMBER})"
_TOTALS: Final = "total N, total N-N, total over N, total under N"
_MATCH: Final = r"match(?:es)?"

TERMS: Final = (
    TermWords(Says.ONE_SUIT, "one suit", "one suit", LooksAt.SUITS),
    TermWords(Says.ONE_COLOUR, "one colour", "one colour", LooksAt.SUITS),
    TermWords(Says.PAIR, "pair", "pair", cards=(2,)),
    TermWords(Says.THREE_OF_A_KIND, "three of a kind", "three of a kind", cards=(3,)),
    TermWords(Says.STRAIGHT, "straight", "straight", cards=(2, 3), needs=Needs.ACE_RANKS),
    TermWords(Says.TOTAL, _TOTAL, _TOTALS, LooksAt.POINTS, needs=Needs.ACE_COUNTS),
    TermWords(Says.SOFT, "soft", "soft", LooksAt.POINTS, needs=Needs.ACE_COUNTS),
    TermWords(Says.BLACKJACK, "blackjack", "blackjack", LooksAt.POINTS, (2,)),
    TermWords(Says.BUST, "bust", "bust", LooksAt.POINTS),
    TermWords(Says.NUMBER, f"{_NUMBER} cards", "N cards, N or more cards", LooksAt.POINTS),
    TermWords(
        Says.BETWEEN, "between", "between", cards=(3,), of_the_deal=True, needs=Needs.ACE_RANKS
    ),
    TermWords(
        Says.GAP,
        f"gap {_NUMBER}",
        "gap N, gap N or more",
        cards=(3,),
        of_the_deal=True,
        needs=Needs.ACE_RANKS,
    ),
    TermWords(
        Says.SUITED_MATCHES,
        f"{_NUMBER} suited {_MATCH}",
        "N suited matches",
        LooksAt.LIKENESS,
        (3,),
        of_the_deal=True,
    ),
    TermWords(Says.MATCHES, f"{_NUMBER} {_MATCH}", "N matches", cards=(3,), of_the_deal=True),
)
"""Every kind of term except a list of cards."""

LOOKS_AT: Final = {words.says: words.looks_at for words in TERMS}


def needing(needs: Needs) -> frozenset[Says]:
    """The kinds of term for which a book must state this."""
    return frozenset(words.says for words in TERMS if words.needs is needs)
