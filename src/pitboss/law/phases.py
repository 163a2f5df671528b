"""The phases of a round."""

from __future__ import annotations

from enum import StrEnum, unique


@unique
class Phase(StrEnum):
    """Where in its life the table is."""

    BETTING = "betting"
    DEALING = "dealing"
    AFTER_DEAL = "after_deal"
    WINDOW = "window"
    PLAY = "play"
    DEALER = "dealer"
    SETTLEMENT = "settlement"
    COLLECTION = "collection"
