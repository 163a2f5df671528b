"""Refusing a card that was drawn in error and exposed."""

from __future__ import annotations

from pitboss.law.answers import Refusal
from pitboss.law.irregularities import completes_a_split, refusal_binds
from pitboss.law.irregularities.exposed import Binds
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.procedure import settlement
from pitboss.table.procedure.dealing import played
from pitboss.table.procedure.player_acts import begin
from pitboss.table.run import RunningDecision
from pitboss.table.state import Box


def refuse_card(run: RunningDecision, act: acts.RefuseCard) -> Refusal | None:
    """Decline the exposed card; the hand takes no more."""
    result = begin(run, act)
    if isinstance(result, Refusal):
        return result
    refused = refusal_binds(run.state.rules)
    if isinstance(refused, Refusal):
        return refused
    if not any(h.exposed and not h.together for h in run.state.shoe.held):
        return Refusal(refused.under, "there is no exposed card to refuse")
    others = _other_hands(run, result[0], act) if refused.binds is Binds.PLAYER else ()
    run.emit(e.CardRefused(box=act.box, hand=act.hand, others=others, under=refused.under))
    completed = completes_a_split(run.state.rules)
    for box, hand in others if not completed else ():
        if len(played(run, box, hand)[1].hand.cards) < 2:
            run.emit(e.HandClosed(box=box, hand=hand, under=completed.under))
    if act.hand == 1:
        settlement.settle_decided(run, act.box, is_closed=True)
    return None


def _other_hands(
    run: RunningDecision, box: Box, act: acts.RefuseCard
) -> tuple[tuple[int, int], ...]:
    """The player's other hands, on any box, that are still to be played."""
    return tuple(
        (other.number, played.number)
        for other in run.state.boxes
        if other.decider == box.decider
        for played in other.hands
        if not played.is_done and (other.number, played.number) != (act.box, act.hand)
    )
