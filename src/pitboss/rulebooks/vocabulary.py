"""The vocabulary of a book: the terms of its document, for the sentences of its tables."""

from __future__ import annotations

from typing import Final, TypedDict


class _Stated(TypedDict):
    """The terms that every book must have."""

    blackjack: str
    standoff: str
    main: str
    cut_card: str
    up_card: str
    hole_card: str
    bust: str
    rack: str
    shuffler: str
    supervisor: str
    fee: str


class BookWords(_Stated, total=False):
    """A book's own terms, as they are written within a sentence.

    ``main`` is the main bet and ``bust`` both noun and verb. ``hole_card`` is the dealer's second
    card, which some books deal only after the players have acted; ``ace_mark`` is printed on aces.
    ``about`` is one line for the lobby, which no other book inherits, and ``cloth`` its colour.
    """

    ace_mark: str
    about: str
    cloth: str


WORDS: Final = BookWords.__required_keys__
"""The terms that every book must state or inherit."""

OPTIONAL_WORDS: Final = BookWords.__optional_keys__
"""The terms that a book may state."""
