"""Doubles and splits on a box with several bettors: one line for several people's acts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pitboss.law.answers import Refusal
from pitboss.law.counting import is_bust
from pitboss.law.wagers import WagerKind
from pitboss.money import Cents
from pitboss.rulebooks.provisions import number
from pitboss.scenarios import format as f
from pitboss.scenarios.format import Player
from pitboss.table import acts
from pitboss.table.decide import decide
from pitboss.table.procedure import sharing
from pitboss.table.state import BackBettorsDue, TableState, Wager

_WHAT: Final[dict[type[acts.Act], WagerKind]] = {
    acts.Double: WagerKind.DOUBLE,
    acts.Split: WagerKind.SPLIT,
}


_CHOICES: Final = (acts.Continue, acts.TakeBack)


def is_shorthand(entry: f.ScriptedAct) -> bool:
    """Whether a line names bettors other than the player in control."""
    return entry.amounts is not None or bool(entry.with_) or bool(entry.stay)


def is_answer(entry: f.ScriptedAct | f.ScriptedEvent, state: TableState) -> bool:
    """Whether an entry is the answer of a bettor who is asked.

    One that must be refused, and not for a fault of the answer, comes after the card: the line
    before it said who takes part.
    """
    back_bettors = state.asked
    if back_bettors is None or not isinstance(entry, f.ScriptedAct) or entry.kind not in _WHAT:
        return False
    if is_shorthand(entry) or entry.player not in back_bettors.players:
        return False
    if (entry.box, entry.hand) != (back_bettors.box, back_bettors.hand):
        return False
    if entry.refused is None:
        return True
    why = decide(state, _own_answer(entry))
    return isinstance(why, Refusal) and number(why.under) == number(entry.refused)


def _own_answer(entry: f.ScriptedAct) -> acts.Act:
    box, hand, player = entry.box or 0, entry.hand, entry.player
    if entry.kind is acts.Double:
        return acts.Double(box=box, hand=hand, player=player, amount=entry.given.get("amount"))
    return acts.Split(box=box, hand=hand, player=player)


def declines(back_bettors: BackBettorsDue | None) -> Iterator[acts.Decline]:
    """The acts that decline for everyone who has not answered."""
    if back_bettors is None:
        return
    for player in back_bettors.players:
        yield acts.Decline(box=back_bettors.box, hand=back_bettors.hand, player=player)


def continues(
    entry: f.ScriptedAct | f.ScriptedEvent | None, state: TableState
) -> Iterator[acts.Continue]:
    """The acts that play on for those who are away or have bust, if the line is not an answer."""
    if not state.choosing or (isinstance(entry, f.ScriptedAct) and entry.kind in _CHOICES):
        return
    for player in state.choosing:
        wagers = state.open_wagers(player=player)
        if all(_has_no_say(state, wager) for wager in wagers):
            yield acts.Continue(player=player)


def _has_no_say(state: TableState, wager: Wager) -> bool:
    """Whether the bettor is away from the box, or the hand has bust."""
    box = state.box(wager.box)
    if box is None or wager.player in box.away:
        return box is not None
    played = box.hand(wager.hand) if wager.hand is not None else None
    return played is not None and bool(is_bust(state.rules, played.hand.cards))


def own_acts(state: TableState, entry: f.ScriptedAct) -> Iterator[acts.Act]:
    """The line as one act per person it names, the player in control first."""
    box, hand = entry.box or 0, entry.hand
    decider = decider_of(state, box)
    if entry.kind is acts.Double:
        amounts = _given(entry)
        own = amounts.pop(decider, None)
        yield acts.Double(box=box, hand=hand, player=entry.player, amount=own)
        for player, amount in amounts.items():
            yield acts.Double(box=box, hand=hand, player=player, amount=amount)
        return
    yield acts.Split(box=box, hand=hand, player=entry.player)
    for player in entry.with_:
        if player != decider:
            yield acts.Split(box=box, hand=hand, player=player)
    for player, stays in entry.stay:
        yield acts.Decline(box=box, hand=hand, player=player, stay=stays)


def _given(entry: f.ScriptedAct) -> dict[Player, Cents]:
    """The amounts of a double; who is listed with nothing declines, unless no one adds anything."""
    amounts = dict(entry.amounts or ())
    return {player: amount for player, amount in amounts.items() if amount} or amounts


def refusal_of(state: TableState, entry: f.ScriptedAct) -> Refusal | None:
    """The first reason to refuse any of the acts in the line, or None."""
    what, decider = _WHAT[entry.kind], decider_of(state, entry.box or 0)
    does = entry.amounts is None or decider in _given(entry)
    now = state
    for place, act in enumerate(own_acts(state, entry)):
        assert isinstance(act, acts.ActOnHand)
        if place and not _is_asked(now, act.player):
            return sharing.why_not_asked(state, what, act, act.player or "", decider_does=does)
        answer = decide(now, act)
        if isinstance(answer, Refusal):
            return answer
        now = state if not place and not does else answer.state
    return None


def _is_asked(state: TableState, player: str | None) -> bool:
    return state.asked is not None and player in state.asked.players


def decider_of(state: TableState, number: int) -> str:
    """The player in control of a box, or an empty word."""
    box = state.box(number)
    return (box.decider if box is not None else None) or ""
