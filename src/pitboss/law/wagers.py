"""The kinds of wager: those on the cards, and side bets by their ids."""

from __future__ import annotations

from enum import StrEnum, unique
from sys import intern


@unique
class WagerKind(StrEnum):
    """What a wager on the cards is for; a side bet's kind is its id, a plain text."""

    MAIN = "main"
    SPLIT = "split"
    DOUBLE = "double"
    INSURANCE = "insurance"


_BY_NAME = {kind.value: kind for kind in WagerKind}


def is_side_bet(kind: str) -> bool:
    """Whether a wager of this kind is placed with the main wager before the cards."""
    # Checked at every card: a member avoids a lookup by name.
    return not isinstance(kind, WagerKind) and kind not in _BY_NAME


def kind_of(name: str) -> str:
    """The kind of that name: a member of :class:`WagerKind`, or the id of a side bet."""
    return _BY_NAME.get(name) or intern(name)
