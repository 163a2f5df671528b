"""What a trainee can do with hands and voice: one small value for each gesture."""

from __future__ import annotations

import re
from enum import StrEnum, unique
from typing import Final

from msgspec import Struct

from pitboss.money import Cents, NotMoney, cents, dollars
from pitboss.numbers import NotANumber, whole


class NotAGesture(ValueError):
    """Raised for words that are not a gesture; says which are."""


@unique
class Do(StrEnum):
    """The kinds of gesture."""

    PREPARE = "prepare"
    """Do a step of preparing the cards: inspect, spread, wash"""
    SHUFFLE = "shuffle"
    OFFER_CUT = "offer_cut"
    CUT = "cut"
    """Cut for the house"""
    BURN = "burn"
    CALL = "call"
    """Say something aloud: a total, "No more bets" """
    CARD = "card"
    """Deal a card face up: to a hand of a box or, without one, to the dealer"""
    CARD_DOWN = "card_down"
    SIDEWAYS = "sideways"
    """Accept a double: its chips are counted, and its card will lie across"""
    PART = "part"
    """Part the cards of a split"""
    TURN = "turn"
    """Turn the hole card"""
    LOOK = "look"
    """Check the hole card for blackjack"""
    TAKE = "take"
    PAY = "pay"
    LEAVE = "leave"
    """Leave a wager that stands off where it is"""
    RETURN = "return"
    """Give chips back: a bet that may not be accepted, or one without a result"""
    OPEN = "open"
    """Offer what is open after the deal: insurance, even money, surrender"""
    CLOSE = "close"
    """End that time"""
    RACK = "rack"
    """Take cards off the layout: of one hand or, without a box, all that are left"""


AT_CARDS: Final = frozenset({Do.BURN, Do.CARD, Do.CARD_DOWN, Do.TURN, Do.LOOK})
"""The gestures that touch the shoe or a card that is face down."""

AT_WAGERS: Final = frozenset({Do.TAKE, Do.PAY, Do.LEAVE, Do.RETURN})
"""The gestures that end a wager."""


class Gesture(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One gesture: what is done, where, and with how much."""

    do: Do
    box: int | None = None
    hand: int = 1
    wager: int | None = None
    """Which of the wagers there, by its number; the only one, or the first, if left out"""
    amount: Cents | None = None
    words: str = ""
    who: str | None = None
    depth: int | None = None

    def __str__(self) -> str:
        where = "" if self.box is None else f" {self.box}"
        where += f".{self.hand}" if self.hand != 1 else ""
        where += f" #{self.wager}" if self.wager is not None else ""
        rest = [where, self.who or "", self.words]
        rest += [dollars(self.amount)] if self.amount is not None else []
        rest += [str(self.depth)] if self.depth is not None else []
        return " ".join([self.do.value, *(part.strip() for part in rest if part)])


_PLACE: Final = re.compile(r"([0-9]{1,2})(?:\.([0-9]))?")
_MEANT: Final = {"down": Do.CARD_DOWN, "offer": Do.OFFER_CUT, "say": Do.CALL}
"""Shorter words for some gestures."""


def read_gesture(text: str) -> Gesture:
    """Read ``card 3``, ``pay 3 22.50``, ``take 3.2 #5``, ``call soft 17`` or ``cut 120``.

    >>> str(read_gesture("pay 3.2 #5 22.50"))
    'pay 3.2 #5 22.50'
    """
    words = text.split()
    if not words:
        raise NotAGesture("name a gesture, such as 'card 3', 'pay 3 22.50' or 'call 17'")
    name, rest = words[0].lower(), words[1:]
    if name not in {each.value for each in Do} and name not in _MEANT:
        raise NotAGesture(f"{name!r} is not a gesture; use {', '.join(each.value for each in Do)}")
    do = _MEANT.get(name) or Do(name)
    if do is Do.CALL:
        box = _PLACE.fullmatch(rest[0]) if len(rest) > 1 else None
        if box is None:
            return Gesture(do, words=" ".join(rest))
        return Gesture(do, *_place(box), words=" ".join(rest[1:]))
    if do in (Do.OFFER_CUT, Do.PREPARE):
        phrase = " ".join(rest)
        return Gesture(do, who=phrase) if do is Do.OFFER_CUT else Gesture(do, words=phrase)
    try:
        if do is Do.CUT:
            return Gesture(do, depth=whole(rest[0]) if rest else None)
        return _at_a_place(do, rest)
    except (NotANumber, NotMoney) as error:
        raise NotAGesture(f"{text!r}: {error}") from None


def _place(match: re.Match[str]) -> tuple[int, int]:
    """The box and the hand that were named; the first hand if none was."""
    return whole(match[1]), whole(match[2] or "1")


def _at_a_place(do: Do, words: list[str]) -> Gesture:
    box, hand, wager, amount = None, 1, None, None
    for n, word in enumerate(words):
        place = _PLACE.fullmatch(word) if n == 0 else None
        if place is not None:
            box, hand = _place(place)
        elif word.startswith("#"):
            wager = whole(word[1:])
        else:
            amount = cents(word)
    return Gesture(do, box, hand, wager, amount)
