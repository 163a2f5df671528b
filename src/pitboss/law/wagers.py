"""The kinds of wager."""

from __future__ import annotations

from enum import StrEnum, unique


@unique
class WagerKind(StrEnum):
    """What a wager is on."""

    MAIN = "main"
    SPLIT = "split"
    DOUBLE = "double"
    INSURANCE = "insurance"
    PERFECT_PAIRS = "perfect_pairs"
    PLAYER_PAIR = "player_pair"
    OVER_13 = "over_13"
    UNDER_13 = "under_13"
    SUPER_SEVENS = "super_sevens"
    MADNESS_21 = "madness_21"
    BUSTER = "buster"

    @property
    def is_side_bet(self) -> bool:
        """Whether it is a side bet, placed with the main wager before the deal."""
        return self not in _ON_THE_CARDS


_ON_THE_CARDS = frozenset({WagerKind.MAIN, WagerKind.SPLIT, WagerKind.DOUBLE, WagerKind.INSURANCE})
