"""Records of equipment that fails, and of shuffles ordered or missed."""

from __future__ import annotations

from typing import Final

from pitboss.law.irregularities import conditions
from pitboss.law.irregularities.records import Record, Remedy

DRAWING: Final = "drawing"
"""The equipment that draws prizes, whatever the bet is called"""

EQUIPMENT: Final = (
    Record(
        name="madness_failure",
        says="the Madness 21 equipment has failed",
        remedy=Remedy.OUT_OF_ORDER,
        equipment=DRAWING,
        impossible=conditions.without_a_draw,
    ),
    Record(
        name="madness_repaired",
        says="the Madness 21 equipment is back in service",
        remedy=Remedy.REPAIRED,
        equipment=DRAWING,
        in_worked_rounds=False,
    ),
    Record(
        name="reader_fault",
        says="the card reader has failed",
        remedy=Remedy.OUT_OF_ORDER,
        equipment="card_reader",
        impossible=conditions.without_reader,
    ),
    Record(
        name="reader_repaired",
        says="the card reader is back in service",
        remedy=Remedy.REPAIRED,
        equipment="card_reader",
    ),
    Record(
        name="shuffler_fault",
        says="the {shuffler} has failed",
        remedy=Remedy.SHUFFLE_AFTER,
        reason="shuffler_fault",
        because="the {shuffler} failed",
        impossible=conditions.without_shuffler,
        in_worked_rounds=False,
    ),
    Record(
        name="shuffler_dead",
        says="the {shuffler} cannot be used",
        remedy=Remedy.OUT_OF_ORDER,
        equipment="shuffler",
        impossible=conditions.without_shuffler,
        in_worked_rounds=False,
    ),
)

"""Equipment that fails and is repaired."""

SHUFFLES: Final = (
    Record(
        name="reshuffle_ordered",
        says="a shuffle",
        remedy=Remedy.SHUFFLE_AFTER,
        reason="ordered",
        because="the {supervisor} ordered it",
        is_order=True,
    ),
    Record(
        name="vacancy_shuffle",
        says="a shuffle at the empty table",
        remedy=Remedy.SHUFFLE_AFTER,
        reason="vacancy_shuffle",
        because="the table was empty",
        is_order=True,
        in_worked_rounds=False,
    ),
    Record(
        name="cards_replaced",
        says="new cards",
        remedy=Remedy.SHUFFLE_AFTER,
        reason="replaced",
        because="the cards are new",
        is_order=True,
    ),
    Record(
        name="reshuffle_missed",
        says="a required shuffle was missed",
        remedy=Remedy.SHUFFLE_AFTER,
        reason="reshuffle_missed",
        because="a required shuffle was missed",
        impossible=conditions.without_cutting_card,
    ),
    Record(
        name="cut_card_missing",
        says="the shoe has no {cut_card}",
        remedy=Remedy.SHUFFLE_AFTER,
        reason="cut_card_missing",
        because="the {cut_card} was missing",
        impossible=conditions.without_cutting_card,
    ),
    Record(
        name="card_seen_before_shoe",
        says="a card was exposed before it went into the shoe",
        remedy=Remedy.SHUFFLE_AFTER,
        reason="card_seen_before_shoe",
        because="a card was exposed",
        in_worked_rounds=False,
    ),
)
"""Reasons for a shuffle, other than the cut card."""
