"""Which acts and events of the scenario format belong to which phase of a round."""

from __future__ import annotations

from pitboss.law.irregularities import RECORDS, Remedy
from pitboss.law.phases import IN_THE_DEAL
from pitboss.law.play import surrenders_before_play
from pitboss.law.side_bets.registry import is_placed_late
from pitboss.rulebooks import TableRules
from pitboss.scenarios import format as f
from pitboss.table import acts
from pitboss.table.act_words import When

ANNOUNCED = tuple(name for name, record in RECORDS.items() if record.when == IN_THE_DEAL)
"""Events about cards missed in the deal, which may be listed before it."""

AFTER_THE_ROUND = tuple(
    name for name, r in RECORDS.items() if r.is_order and r.remedy is Remedy.SHUFFLE_AFTER
)
"""Orders for after the round, which may be given at any point."""


def is_before_the_deal(entry: f.Act, rules: TableRules) -> bool:
    """Whether an act belongs to the time before the cards; some side bets are placed after it."""
    is_late = entry.kind is acts.Bet and is_placed_late(rules, entry.given.get("kind", ""))
    return When.BEFORE_THE_DEAL in entry.kind.words.when and not is_late


def is_in_the_window(entry: f.Act, rules: TableRules) -> bool:
    """Whether an act belongs to the window after the deal; surrender does where the book says."""
    when = entry.kind.words.when
    if When.WINDOW not in when or is_before_the_deal(entry, rules):
        return False
    return When.PLAY not in when or surrenders_before_play(rules)


def stays_in_the_window(one: f.Round, at: int, entry: f.Act, rules: TableRules) -> bool:
    """Whether the window stays open at an entry: one of its acts, or a refusal before one.

    A refused act changes nothing, so the window is open after it if the round goes on there.
    """
    if is_in_the_window(entry, rules):
        return True
    if entry.refused is None:
        return False
    for later in one.acts[at:]:
        if isinstance(later, f.Event) or later.refused is None:
            return isinstance(later, f.Act) and is_in_the_window(later, rules)
    return False


def explicit_deal(one: f.Round) -> int:
    """The number of the entry that explicitly begins the deal, or 0."""
    for i, entry in enumerate(one.acts, 1):
        if isinstance(entry, f.Act) and entry.kind is acts.CloseBets and entry.refused is None:
            return i
    return 0
