"""The phases of a round."""

from __future__ import annotations

from enum import StrEnum, unique
from typing import Final


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


EVER: Final = frozenset(Phase)
"""Any time."""

IN_THE_DEAL: Final = frozenset({Phase.DEALING})
"""While the first cards are dealt."""

BEFORE_PLAY: Final = frozenset({Phase.AFTER_DEAL, Phase.WINDOW})
"""Between the deal and the first decision: insurance, even money and early surrender."""

IN_ROUND: Final = EVER - {Phase.BETTING, Phase.SETTLEMENT, Phase.COLLECTION}
"""From the first card to the dealer's last."""

AFTER_THE_DEAL: Final = IN_ROUND - IN_THE_DEAL
"""From the last card of the initial deal to the dealer's last."""

UNTIL_COLLECTED: Final = IN_ROUND | {Phase.SETTLEMENT}
"""From the first card until the cards are taken away."""
