"""A player's acts as the numbers used in tables."""

from __future__ import annotations

from enum import IntEnum, unique


@unique
class Act(IntEnum):
    """A decision on a hand."""

    STAND = 0
    HIT = 1
    DOUBLE = 2
    SPLIT = 3
    SURRENDER = 4
    ZAP = 5
