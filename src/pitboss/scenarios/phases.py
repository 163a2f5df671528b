"""Which acts and events of the scenario format belong to which phase of a round."""

from __future__ import annotations

from pitboss.law.irregularities import RECORDS, Remedy
from pitboss.law.phases import EVER, IN_THE_DEAL, Phase
from pitboss.law.play import surrenders_before_play
from pitboss.law.side_bets.registry import is_placed_late
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.provisions import number
from pitboss.scenarios import format as f
from pitboss.table import acts
from pitboss.table.act_words import When
from pitboss.table.table import Table

ANNOUNCED = tuple(name for name, record in RECORDS.items() if record.when == IN_THE_DEAL)
"""Events about cards missed in the deal, which may be listed before it."""

BEFORE_THE_CALL = tuple(
    name for name, r in RECORDS.items() if IN_THE_DEAL <= r.when < EVER and not r.draws
)
"""Events from the first card on, which may be listed before an explicit ``deal``."""

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

    A refused act changes nothing, so the window is open after it for those who then act in it.
    """
    if is_in_the_window(entry, rules):
        return True
    if entry.refused is None:
        return False
    for later in one.acts[at:]:
        if isinstance(later, f.Event) or later.refused is None:
            return isinstance(later, f.Act) and is_in_the_window(later, rules)
    return False


def comes_after_the_call(table: Table, act: acts.Act, entry: f.Act) -> bool:
    """Whether a bet, or one asked back, must be refused as late, though no deal is listed before.

    It is itself the first entry after the call, unless the table refuses it under that clause while
    betting is open.
    """
    betting = table.rules.betting
    if entry.kind is acts.Bet:
        late = betting.closes.under
    elif entry.kind is acts.Withdraw:
        late = betting.withdrawn_later.under
    else:
        return False
    if entry.refused is None or number(entry.refused) != number(late):
        return False
    if table.state.phase is not Phase.BETTING or not table.state.open_wagers():
        return False
    why = table.ask(act)
    return why is None or number(why.under) != number(late)


def explicit_deal(one: f.Round) -> int:
    """The number of the entry that explicitly begins the deal, or 0."""
    for i, entry in enumerate(one.acts, 1):
        if isinstance(entry, f.Act) and entry.kind is acts.CloseBets and entry.refused is None:
            return i
    return 0
