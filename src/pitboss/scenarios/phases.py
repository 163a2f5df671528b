"""Which acts and events of the scenario format belong to which phase of a round."""

from __future__ import annotations

from pitboss.law.irregularities import RECORDS, Remedy
from pitboss.law.phases import IN_THE_DEAL, Phase
from pitboss.law.play import surrenders_before_play
from pitboss.law.side_bets.registry import is_placed_late
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.provisions import number
from pitboss.scenarios import format as f
from pitboss.table import acts
from pitboss.table.act_words import RoundPart
from pitboss.table.table import Table

ANNOUNCED = tuple(name for name, record in RECORDS.items() if record.when == IN_THE_DEAL)
"""Events about cards missed in the deal, which may be listed before it."""

OF_THE_ROUND = tuple(
    name for name, r in RECORDS.items() if r.in_deal and Phase.BETTING not in r.when
)
"""Events that happen from the deal on, and with it if an explicit deal is listed after them."""

AFTER_THE_ROUND = tuple(
    name for name, record in RECORDS.items() if record.remedy is Remedy.SHUFFLE_AFTER
)
"""Orders and reasons to shuffle after the round, which may be given at any point."""


def is_before_the_deal(entry: f.ScriptedAct, rules: TableRules) -> bool:
    """Whether an act belongs to the time before the cards; some side bets are placed after it."""
    is_late = entry.kind is acts.Bet and is_placed_late(rules, entry.given.get("kind", ""))
    return RoundPart.BEFORE_THE_DEAL in entry.kind.words.when and not is_late


def is_in_the_window(entry: f.ScriptedAct, rules: TableRules) -> bool:
    """Whether an act belongs to the window after the deal; surrender does where the book says."""
    when = entry.kind.words.when
    if RoundPart.WINDOW not in when or is_before_the_deal(entry, rules):
        return False
    return RoundPart.PLAY not in when or surrenders_before_play(rules)


def stays_in_the_window(
    one: f.ScenarioRound, at: int, entry: f.ScriptedAct, rules: TableRules
) -> bool:
    """Whether the window stays open at an entry: one of its acts, or a refusal before one.

    A refused act changes nothing, so the window is open after it for those who then act in it.
    """
    if is_in_the_window(entry, rules):
        return True
    if entry.refused is None:
        return False
    for later in one.acts[at:]:
        if isinstance(later, f.ScriptedEvent) or later.refused is None:
            return isinstance(later, f.ScriptedAct) and is_in_the_window(later, rules)
    return False


def comes_after_the_call(table: Table, act: acts.Act, entry: f.ScriptedAct) -> bool:
    """Whether a bet, or one asked back, must be refused as late, though no deal is listed before.

    It is itself the first entry after the call, unless the table refuses it under that clause while
    betting is open.
    """
    late = _late_clause(entry, table.rules)
    if late is None or not _is_late(entry, table.rules):
        return False
    if table.state.phase is not Phase.BETTING or not table.state.open_wagers():
        return False
    why = table.ask(act)
    return why is None or number(why.under) != number(late)


def deal_is_due_at(one: f.ScenarioRound, rules: TableRules) -> int:
    """The number of the entry up to which the deal waits, or 0.

    It is the one that begins the deal or, if none does, the last that belongs to the time before:
    a bet made or withdrawn, a deal that is refused, a shuffle or its cut, a new dealer.
    """
    for i, entry in enumerate(one.acts, 1):
        if (
            isinstance(entry, f.ScriptedAct)
            and entry.kind is acts.CloseBets
            and entry.refused is None
        ):
            return i
    last, is_shuffled = 0, False
    for i, entry in enumerate(one.acts, 1):
        if isinstance(entry, f.ScriptedEvent):
            if _needs_a_round(entry):
                break
            is_shuffled |= entry.event == f.SHUFFLE
            if entry.event in (f.SHUFFLE, f.DEALER_CHANGE):
                last = i
        elif not is_before_the_deal(entry, rules) or _is_late(entry, rules):
            break
        elif is_shuffled or entry.kind in (acts.Bet, acts.Withdraw, acts.CloseBets):
            last = i
    return last


def _needs_a_round(event: f.ScriptedEvent) -> bool:
    """Whether an event cannot be listed while bets are placed: it neither happens then nor waits.

    A card drawn in error waits only for a deal that is listed.
    """
    record = RECORDS.get(event.event)
    if record is None or Phase.BETTING in record.when:
        return False
    return record.draws > 0 or event.event not in OF_THE_ROUND


def _is_late(entry: f.ScriptedAct, rules: TableRules) -> bool:
    late = _late_clause(entry, rules)
    refused = entry.refused
    return late is not None and refused is not None and number(refused) == number(late)


def _late_clause(entry: f.ScriptedAct, rules: TableRules) -> str | None:
    """The clause by which a bet, or one asked back, comes too late."""
    if entry.kind is acts.Bet:
        return rules.betting.closes.under
    return rules.betting.withdrawn_later.under if entry.kind is acts.Withdraw else None
