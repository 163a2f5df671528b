"""Equipment that fails, and shuffles that are ordered or were missed."""

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
        says="the Madness 21 equipment is repaired",
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
        says="the card reader is repaired",
        remedy=Remedy.REPAIRED,
        equipment="card_reader",
    ),
    Record(
        name="shuffler_fault",
        says="the shuffling machine has failed",
        remedy=Remedy.SHUFFLE_AFTER,
        reason="shuffler_fault",
        because="the machine failed",
        impossible=conditions.without_shuffler,
        in_worked_rounds=False,
    ),
    Record(
        name="shuffler_dead",
        says="the shuffling machine cannot be used",
        remedy=Remedy.OUT_OF_ORDER,
        equipment="shuffler",
        impossible=conditions.without_shuffler,
        in_worked_rounds=False,
    ),
)

"""What fails and is repaired."""

SHUFFLES: Final = (
    Record(
        name="reshuffle_ordered",
        says="a shuffle",
        remedy=Remedy.SHUFFLE_AFTER,
        reason="ordered",
        because="it was ordered",
        is_order=True,
    ),
    Record(
        name="vacancy_shuffle",
        says="a shuffle of the empty table's cards",
        remedy=Remedy.SHUFFLE_AFTER,
        reason="vacancy_shuffle",
        because="the table stood empty",
        is_order=True,
        in_worked_rounds=False,
    ),
    Record(
        name="cards_replaced",
        says="new cards",
        remedy=Remedy.SHUFFLE_AFTER,
        reason="replaced",
        because="they are new",
        is_order=True,
    ),
    Record(
        name="reshuffle_missed",
        says="a shuffle that was due was missed",
        remedy=Remedy.SHUFFLE_AFTER,
        reason="reshuffle_missed",
        because="the last shuffle was missed",
        impossible=conditions.without_cutting_card,
    ),
    Record(
        name="cut_card_missing",
        says="there is no cutting card in the shoe",
        remedy=Remedy.SHUFFLE_AFTER,
        reason="cut_card_missing",
        because="the cutting card was missing",
        impossible=conditions.without_cutting_card,
    ),
    Record(
        name="card_seen_before_shoe",
        says="a card was seen before it went into the shoe",
        remedy=Remedy.SHUFFLE_AFTER,
        reason="card_seen_before_shoe",
        because="a card was seen",
        in_worked_rounds=False,
    ),
)
"""After what the cards are shuffled, beside the cutting card."""
