"""Records of equipment that fails, and of shuffles ordered or missed."""

from __future__ import annotations

from typing import Any, Final

from pitboss.law.irregularities import conditions
from pitboss.law.irregularities.records import Impossible, OnlyByHand, Record, Remedy

DRAWING: Final = "drawing"
"""The equipment that draws prizes, whatever the bet is called"""


def _broken(name: str, says: str, what: str, cannot: Impossible, **more: Any) -> Record:
    """A piece of equipment that is out of order until it is reported as repaired."""
    return Record(name, says, remedy=Remedy.OUT_OF_ORDER, equipment=what, impossible=cannot, **more)


def _shuffle(name: str, says: str, because: str, reason: str = "", **more: Any) -> Record:
    """A shuffle after the round, and the reason for it."""
    return Record(
        name, says, because=because, reason=reason or name, remedy=Remedy.SHUFFLE_AFTER, **more
    )


def _repaired(name: str, says: str, what: str, **more: Any) -> Record:
    """A piece of equipment that works again."""
    return Record(name, says, remedy=Remedy.REPAIRED, equipment=what, **more)


_DRAWS: Final = "the Madness 21 equipment"
_NOT_WORKED: Final[dict[str, Any]] = {"in_worked_rounds": False}

EQUIPMENT: Final = (
    _broken("madness_failure", f"{_DRAWS} has failed", DRAWING, conditions.without_a_draw),
    _repaired("madness_repaired", f"{_DRAWS} is back in service", DRAWING, **_NOT_WORKED),
    _broken("reader_fault", "the card reader has failed", "card_reader", conditions.without_reader),
    _repaired("reader_repaired", "the card reader is back in service", "card_reader"),
    _shuffle(
        "shuffler_fault",
        "the {shuffler} has failed",
        "the {shuffler} failed",
        impossible=conditions.without_shuffler,
        **_NOT_WORKED,
    ),
    _broken(
        "shuffler_dead",
        "the {shuffler} cannot be used",
        "shuffler",
        conditions.without_shuffler,
        **_NOT_WORKED,
    ),
)
"""Equipment that fails and is repaired."""

_ORDER: Final[dict[str, Any]] = {"is_order": True}
_MISSED: Final = "a required shuffle was missed"

SHUFFLES: Final = (
    _shuffle("reshuffle_ordered", "a shuffle", "the {supervisor} ordered it", "ordered", **_ORDER),
    _shuffle(
        "vacancy_shuffle",
        "a shuffle at the empty table",
        "the table was empty",
        impossible=conditions.not_vacant,
        **_ORDER,
        **_NOT_WORKED,
    ),
    _shuffle("cards_replaced", "new cards", "the cards are new", "replaced", **_ORDER),
    _shuffle(
        "reshuffle_missed",
        _MISSED,
        _MISSED,
        impossible=conditions.no_shuffle_was_due,
        by_hand=OnlyByHand.SHUFFLED,
    ),
    _shuffle(
        "cut_card_missing",
        "the shoe has no {cut_card}",
        "the {cut_card} was missing",
        impossible=conditions.cutting_card_is_out,
        by_hand=OnlyByHand.SHUFFLED,
    ),
    _shuffle(
        "card_seen_before_shoe",
        "a card was exposed before it went into the shoe",
        "a card was exposed",
        by_hand=OnlyByHand.HANDLED,
        **_NOT_WORKED,
    ),
)
"""Reasons for a shuffle, other than the cut card."""
