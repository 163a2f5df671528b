"""Which acts and events of the scenario format belong to which phase of a round."""

from __future__ import annotations

from pitboss.law.irregularities import RECORDS, Remedy
from pitboss.law.irregularities.records import IN_THE_DEAL
from pitboss.scenarios import format as f

ANNOUNCED = tuple(name for name, record in RECORDS.items() if record.when == IN_THE_DEAL)
"""Events about cards missed in the deal, which may be listed before it."""

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
AFTER_THE_ROUND = tuple(
    name for name, r in RECORDS.items() if r.is_order and r.remedy is Remedy.SHUFFLE_AFTER
)
"""Orders for after the round, which may be given at any point."""


def explicit_deal(one: f.Round) -> int:
    """The number of the entry that explicitly begins the deal, or 0."""
    for i, entry in enumerate(one.acts, 1):
        if isinstance(entry, f.Act) and entry.act is f.ActName.DEAL and entry.refused is None:
            return i
    return 0
