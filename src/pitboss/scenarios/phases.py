"""Which acts and events of the scenario format belong to which phase of a round."""

from __future__ import annotations

from pitboss.scenarios import format as f

ANNOUNCED = (
    f.EventName.DEALER_CARD_MISSED,
    f.EventName.NO_CARDS_DEALT,
    f.EventName.ONE_CARD_DEALT,
)
BEFORE_THE_DEAL = (
    f.EventName.SHUFFLE,
    f.EventName.DEALER_CHANGE,
    f.EventName.READER_FAULT,
    f.EventName.READER_REPAIRED,
    f.EventName.RESHUFFLE_MISSED,
)
ACTS_BEFORE = (
    f.ActName.BET,
    f.ActName.WITHDRAW,
    f.ActName.CUT,
    f.ActName.DECLINE_CUT,
    f.ActName.ACCEPT_BANK,
    f.ActName.DECLINE_BANK,
)
IN_THE_WINDOW = (
    f.ActName.PRESS_BUTTON,
    f.ActName.INSURANCE,
    f.ActName.EVEN_MONEY,
    f.ActName.CONTINUE,
    f.ActName.TAKE_BACK,
)
DRAWN_IN_ERROR = (
    f.EventName.EXPOSED_CARD,
    f.EventName.DRAWN_UNEXPOSED,
    f.EventName.EXTRA_DEALER_CARD,
)
AFTER_THE_ROUND = (
    f.EventName.RESHUFFLE_ORDERED,
    f.EventName.CARDS_REPLACED,
)


def explicit_deal(one: f.Round) -> int:
    """The number of the entry that begins the deal in so many words; 0 where none does."""
    for i, entry in enumerate(one.acts, 1):
        if isinstance(entry, f.Act) and entry.act is f.ActName.DEAL and entry.refused is None:
            return i
    return 0
