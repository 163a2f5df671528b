"""Irregularities: a record of each thing that can go wrong, and the book's remedy."""

from __future__ import annotations

from pitboss.law.irregularities.exposed import (
    completes_a_split,
    not_needed_under,
    refusal_binds,
    refused_card_is_dealers_second,
)
from pitboss.law.irregularities.outcomes import (
    dealer_is_complete,
    is_conclusive,
    outcome_is_established,
)
from pitboss.law.irregularities.rebuilding import (
    may_reconstruct,
    may_void,
    side_bet_stays,
    void_reverses,
)
from pitboss.law.irregularities.records import OnlyByHand, Record, Remedy, Situation
from pitboss.law.irregularities.registry import CONDEMNS, RECORDS
from pitboss.law.irregularities.remedies import (
    Irregularity,
    Ordered,
    Resolution,
    clause_of,
    known_to,
    may_happen,
    needs_ruling,
    ordered,
    record_of,
    resolution,
    stays_next_card,
)

__all__ = [
    "CONDEMNS",
    "RECORDS",
    "Irregularity",
    "OnlyByHand",
    "Ordered",
    "Record",
    "Remedy",
    "Resolution",
    "Situation",
    "clause_of",
    "completes_a_split",
    "dealer_is_complete",
    "is_conclusive",
    "known_to",
    "may_happen",
    "may_reconstruct",
    "may_void",
    "needs_ruling",
    "not_needed_under",
    "ordered",
    "outcome_is_established",
    "record_of",
    "refusal_binds",
    "refused_card_is_dealers_second",
    "resolution",
    "side_bet_stays",
    "stays_next_card",
    "void_reverses",
]
