"""Cards that the dealer missed, in the initial deal or after a hit."""

from __future__ import annotations

from pitboss.law.answers import Refusal
from pitboss.law.play import may_hit
from pitboss.rulebooks.provisions import NOT_IN_THE_TEXT
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.procedure import settlement
from pitboss.table.procedure.duties import active, next_duty
from pitboss.table.procedure.player_acts import settle_into_play
from pitboss.table.procedure.voids import ended_under
from pitboss.table.procedure.waiting import waits_for
from pitboss.table.run import RunningDecision
from pitboss.table.state import Phase, PlayedHand


def note(run: RunningDecision, act: acts.Report, under: str) -> None:
    """Record the irregularity."""
    run.emit(
        e.IrregularityNoted(
            what=act.what,
            box=act.box,
            hand=act.hand,
            player=act.player,
            by=act.by,
            why=act.why or None,
            under=under,
        )
    )


def dealer_last(run: RunningDecision, act: acts.Report, under: str) -> Refusal | None:
    """Complete the players' cards first, then the dealer's."""
    note(run, act, under)
    return _change_deal(run, e.DealChanged(missed=act.which or "first", under=under))


def _change_deal(run: RunningDecision, changed: e.DealChanged) -> Refusal | None:
    """Change the order of the deal; a card that has been dealt cannot be missed."""
    before = run.state
    if before.phase is not Phase.DEALING:
        return Refusal(changed.under, "the initial deal is over")
    run.emit(changed)
    if run.state.deal_order[: before.dealt] != before.deal_order[: before.dealt]:
        return Refusal(changed.under, "the card has already been dealt")
    return None


def dead_hand(run: RunningDecision, act: acts.Report, under: str) -> Refusal | None:
    """Declare a box that got no card dead, and return its wagers."""
    box = run.state.box(act.box or 0)
    if box is None or box.hands[0].is_done:
        return Refusal(under, f"box {act.box} is not in play")
    note(run, act, under)
    refused = _change_deal(run, e.DealChanged(missed="both", box=box.number, under=under))
    if refused is not None:
        return refused
    run.emit(e.HandVoided(box=box.number, hand=1, under=under))
    for wager in run.state.open_wagers(box=box.number):
        settlement.void_wager(run, wager, under)
    return None


def late_second_card(run: RunningDecision, act: acts.Report, under: str) -> Refusal | None:
    """Offer a box that got one card its second after all others have theirs."""
    box = run.state.box(act.box or 0)
    if box is None or box.hands[0].is_done or box.hands[0].is_late:
        return Refusal(
            under, f"box {act.box} is not in play, or its card is already reported missed"
        )
    if len(box.hands[0].hand.cards) > 1:
        return Refusal(under, f"box {act.box} already has its second card")
    note(run, act, under)
    missed = e.DealChanged(missed="second_of_box", box=box.number, under=under)
    refused = _change_deal(run, missed)
    if refused is not None:
        return refused
    run.emit(e.LateCardDue(box=box.number, hand=1, under=under))
    return None


def late_card_due(run: RunningDecision, act: acts.Report, under: str) -> Refusal | None:
    """Offer a missed hit after the last player; the hand may be called dead instead."""
    box, hand = act.box or 0, act.hand or 1
    settle_into_play(run)
    duty = next_duty(run.state)
    if duty is not None and not duty.needs_card and not duty.is_after_the_players:
        return waits_for(run.state, duty)  # a person deals, and has not come to the play yet
    turn = active(run.state)
    if (
        turn is None
        or (turn[0].number, turn[1].number) != (box, hand)
        or not _waits_for_one(run, turn[1])
    ):
        return Refusal(under, f"hand {hand} of box {box} has not hit")
    note(run, act, under)
    run.emit(e.LateCardDue(box=box, hand=hand, under=under))
    return None


def _waits_for_one(run: RunningDecision, played: PlayedHand) -> bool:
    """Whether the hand whose turn it is has hit, or may."""
    state = run.state
    if state.phase is not Phase.PLAY or len(played.hand.cards) < 2:
        return False
    return state.owed[2] == 1 if state.owed else bool(may_hit(state.rules, played.hand))


def late_card(run: RunningDecision, act: acts.TakeLateCard) -> Refusal | None:
    """Take the missed card."""
    refusal = _late(run, act)
    if refusal is not None:
        return refusal
    run.emit(e.LateCardTaken(box=act.box, hand=act.hand, under=_late_clause(run)))
    return None


def call_dead(run: RunningDecision, act: acts.CallDead) -> Refusal | None:
    """Call the hand dead and return its wagers."""
    refusal = _late(run, act)
    if refusal is not None:
        return refusal
    under = _late_clause(run)
    run.emit(e.HandVoided(box=act.box, hand=act.hand, under=under))
    for wager in run.state.open_wagers(box=act.box, hand=act.hand):
        settlement.void_wager(run, wager, under)
    return None


def _late(run: RunningDecision, act: acts.ActOnHand) -> Refusal | None:
    under = _late_clause(run)
    box = run.state.box(act.box)
    hand = box.hand(act.hand) if box is not None else None
    if hand is not None and hand.is_void:
        return Refusal(ended_under(run.state, act.box, hand) or under, "the hand is dead")
    if hand is None or not hand.is_late:
        return Refusal(under, f"hand {act.hand} of box {act.box} has no missed card")
    turn = active(run.state) if run.state.phase is not Phase.DEALING else None
    playing = turn is not None and not turn[1].had_late_card
    if next_duty(run.state) is not None or playing:
        return Refusal(under, "the other players must have their cards first")
    return None


def _late_clause(run: RunningDecision) -> str:
    remedies = run.state.rules.book.remedies
    dealing = run.state.phase is Phase.DEALING
    return remedies.get("one_card_dealt" if dealing else "missed_card", NOT_IN_THE_TEXT)
