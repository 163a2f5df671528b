"""Irregularities: whether a report can be true, and the book's remedy as events."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from pitboss.cards import Card, NotACard
from pitboss.law.answers import Refusal, refusal_in
from pitboss.law.irregularities import (
    Record,
    Remedy,
    Situation,
    is_conclusive,
    may_happen,
    ordered,
    outcome_is_established,
    record_of,
)
from pitboss.law.irregularities.conditions import no_card_is_out
from pitboss.law.irregularities.equipment import DRAWING
from pitboss.law.irregularities.outcomes import CONCLUSIVE
from pitboss.law.phases import AFTER_THE_DEAL, IN_ROUND
from pitboss.law.side_bets.prizes import equipment
from pitboss.law.wagering import absent_under
from pitboss.law.wagers import WagerKind, is_side_bet
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.procedure import (
    misdrawn,
    settlement,
    sharing,
    supervision,
)
from pitboss.table.procedure import (
    missed_cards as missed,
)
from pitboss.table.procedure.duties import boxes_with_a_draw, dealer_is_done
from pitboss.table.procedure.missed_cards import note
from pitboss.table.procedure.voids import not_in_play, void_hands, void_one_hand, void_round
from pitboss.table.run import RunningDecision
from pitboss.table.state import TableState


def report(run: RunningDecision, act: acts.Report) -> Refusal | None:
    """Note an irregularity and apply the book's remedy; an unknown one needs a ruling."""
    result = ordered(run.state.rules, act.what)
    if isinstance(result, Refusal):
        return result
    record, (remedy, under) = result
    now = situation(run.state, act.box)
    refused = refusal_in(may_happen(record, now, under))
    if supervision.voids_the_round(act) and (idle := no_card_is_out(now)) is not None:
        refused = Refusal(under, idle)
    if refused is None:
        refused = _not_told(record, act, under)
    if refused is None:
        refused = supervision.may_report(run, act, record, under)
    return refused if refused is not None else REMEDIES[remedy](run, act, under)


def situation(state: TableState, box: int | None = None) -> Situation:
    """The facts of the table, and of the box that is named, by which the law judges a report."""
    shoe, cut_seen = state.shoe, state.shoe.cut_seen is not None
    mains = state.open_wagers(box=box, kind=WagerKind.MAIN) if box is not None else []
    return Situation(
        rules=state.rules,
        moment=state.phase,
        up=state.dealer[0] if state.dealer else None,
        dealer_cards=len(state.dealer),
        side_bets=sum(is_side_bet(w.kind) for w in state.wagers),
        open_side_bets=sum(is_side_bet(w.kind) for w in state.open_wagers()),
        dealer_is_done=dealer_is_done(state),
        is_between_rounds=state.phase not in IN_ROUND and not state.open_wagers(),
        cards_out=len(state.dealer) + sum(len(h.hand.cards) for b in state.boxes for h in b.hands),
        is_vacant=state.betting_since.keys().isdisjoint(state.seats.values()),
        has_squeezed=bool(state.squeezed),
        knows_the_shoe=shoe.number > 0,
        cut_card_is_out=cut_seen,
        shuffle_was_due=cut_seen and state.round > shoe.due_in,
        in_the_shoe=shoe.is_cut and (shoe.is_loaded or not shoe.number),
        dealt_by_machine=state.dealt_by_machine,
        wagered=None if box is None else sum(w.stake for w in mains),
    )


_CHOICES: Final = {"which": ("first", "second")}


def _not_told(record: Record, act: acts.Report, under: str) -> Refusal | None:
    """Refuse a report that lacks a required detail or names something that is not a card."""
    for field in record.tells:
        value = getattr(act, field)
        if value is None or value == ():
            return Refusal(under, f"the report must state the {field.removesuffix('s')}")
        if field in _CHOICES and value not in _CHOICES[field]:
            return Refusal(under, f"{field} must be {' or '.join(_CHOICES[field])}, not {value!r}")
    for name in (*((act.card,) if act.card is not None else ()), *act.cards, *act.lost):
        try:
            Card(name)
        except NotACard as error:
            return Refusal(under, str(error))
    return None


def _record(run: RunningDecision, act: acts.Report) -> Record:
    record = record_of(run.state.rules, act.what)
    assert record is not None
    return record


# Voids.


def _void_hand(run: RunningDecision, act: acts.Report, under: str) -> Refusal | None:
    box, hand = act.box or 0, act.hand or 1
    refused = not_in_play(run, box, hand, under)
    if refused is not None:
        return refused
    note(run, act, under)
    for card in act.lost:
        run.emit(e.CardRemoved(card=card, why="lost in the error", under=under))
    void_one_hand(run, box, hand, under)
    return None


def _void_the_round(run: RunningDecision, act: acts.Report, under: str) -> Refusal | None:
    if act.ruling == "void_hands":
        return _void_hands(run, act, under)
    note(run, act, under)
    void_round(run, act.what, under)
    return None


def _condemned(run: RunningDecision, act: acts.Report, under: str) -> Refusal | None:
    """Void the round, if one is on, and deal nothing from these cards before they are shuffled."""
    note(run, act, under)
    if not situation(run.state).is_between_rounds:
        void_round(run, act.what, under)
    run.emit(e.ShuffleOrdered(reason=_record(run, act).reason, under=under))
    return None


def _void_hands(run: RunningDecision, act: acts.Report, under: str) -> Refusal | None:
    """Void the affected hands or, if a supervisor so rules, the round."""
    if act.ruling == "void_round":
        return _void_the_round(run, act, under)
    note(run, act, under)
    return void_hands(run, act.hands, under)


def _void_unless_decided(run: RunningDecision, act: acts.Report, under: str) -> Refusal | None:
    cites = run.state.rules.book.cites
    if outcome_is_established(run.state.rules, decided(run.state)):
        note(run, act, cites.get("something_decided", under))
        return None
    note(run, act, under)
    void_round(run, act.what, cites.get("nothing_decided", under))
    return None


def decided(state: TableState) -> Iterator[bool]:
    """For each wager, whether it is won or lost by now, settled or not."""
    dealer = state.dealer[:1] if state.hole_is_down else state.dealer
    for wager in state.wagers:
        box = state.box(wager.box)
        if wager.result is not None:
            yield wager.result in CONCLUSIVE
        elif box is not None:
            played = box.hand(wager.hand or 1)
            if played is not None and not played.is_void:
                yield is_conclusive(state.rules, wager.kind, played.hand, dealer)


# People and equipment.


def _absent(run: RunningDecision, act: acts.Report, under: str) -> Refusal | None:
    box = run.state.box(act.box or 0)
    if box is None:
        return Refusal(under, f"box {act.box} is not in play")
    player = act.player or box.decider or ""
    bettors = {w.player for w in run.state.open_wagers(box=box.number)}
    if player not in {*bettors, box.decider}:
        return Refusal(under, f"{player} has no bet on box {box.number}")
    if player in box.away:
        return Refusal(under, f"{player} is already absent")
    others = {w.player for w in run.state.open_wagers(box=box.number) if w.hand is not None}
    others -= {player, *box.away}
    left = absent_under(run.state.rules, decides=player == box.decider, is_alone=not others)
    run.emit(e.PlayerLeft(box=box.number, player=player, under=left))
    sharing.decline_for(run, box.number, player)
    return None


def _insurance_not_offered(run: RunningDecision, act: acts.Report, under: str) -> Refusal | None:
    mine = [w for w in run.state.wagers if (w.box, w.player) == (act.box, act.player)]
    if not any(w.kind is WagerKind.MAIN for w in mine):
        return Refusal(under, f"{act.player} has no wager on box {act.box} to insure")
    if any(w.kind is WagerKind.INSURANCE for w in mine):
        return Refusal(under, f"{act.player} has already insured box {act.box}")
    run.emit(e.InsuranceReopened(box=act.box or 0, player=act.player or "", under=under))
    return None


def _side_bets_missed(run: RunningDecision, act: acts.Report, under: str) -> Refusal | None:
    note(run, act, under)
    settlement.settle_after_deal(run)
    return None


def _out_of_order(run: RunningDecision, act: acts.Report, under: str) -> Refusal | None:
    what = _equipment(run, act)
    if what in run.state.broken:
        return Refusal(under, "it is already out of order")
    run.emit(e.EquipmentFailed(what=what, under=under))
    if run.state.phase in AFTER_THE_DEAL:
        for kind, box in boxes_with_a_draw(run.state):
            if kind == what:
                settlement.settle_drawn(run, kind, box, None)
    return None


def _equipment(run: RunningDecision, act: acts.Report) -> str:
    """What has failed: by its name, or by the bet whose prizes it draws."""
    what = _record(run, act).equipment
    return equipment(run.state.rules) if what == DRAWING else what


def _repaired(run: RunningDecision, act: acts.Report, under: str) -> Refusal | None:
    what = _equipment(run, act)
    if what not in run.state.broken:
        return Refusal(under, "it is not out of order")
    run.emit(e.EquipmentRepaired(what=what, under=under))
    return None


# Shuffles and cards to be replaced.


def _shuffle_after(run: RunningDecision, act: acts.Report, under: str) -> Refusal | None:
    note(run, act, under)
    run.emit(e.ShuffleOrdered(reason=_record(run, act).reason, under=under))
    return None


def _replace_card(run: RunningDecision, act: acts.Report, under: str) -> Refusal | None:
    decks = run.state.rules.equipment.decks.value
    if sum(card.text == act.card for card in run.state.shoe.replaced) >= decks:
        return Refusal(under, f"every {act.card} of the set is already to be replaced")
    note(run, act, under)
    run.emit(e.CardToBeReplaced(card=act.card or "", under=under))
    return None


def _noted(run: RunningDecision, act: acts.Report, under: str) -> Refusal | None:
    note(run, act, under)
    return None


REMEDIES: Final[dict[Remedy, Callable[[RunningDecision, acts.Report, str], Refusal | None]]] = {
    Remedy.NOTED: _noted,
    Remedy.RULED: supervision.rule,
    Remedy.NEXT_CARD: misdrawn.next_card,
    Remedy.OFFERED: misdrawn.offered,
    Remedy.NEXT_CARD_AND_CHOICE: misdrawn.next_card_and_choice,
    Remedy.PICKED: misdrawn.picked,
    Remedy.REMOVED: misdrawn.removed,
    Remedy.REMOVED_AND_CHOICE: misdrawn.removed_and_choice,
    Remedy.CHOICE: misdrawn.choice,
    Remedy.REBUILT: misdrawn.rebuilt_or_void,
    Remedy.DEALER_LAST: missed.dealer_last,
    Remedy.DEAD_HAND: missed.dead_hand,
    Remedy.LATE_SECOND_CARD: missed.late_second_card,
    Remedy.LATE_CARD: missed.late_card_due,
    Remedy.VOID_HAND: _void_hand,
    Remedy.VOID_HANDS: _void_hands,
    Remedy.VOID_ROUND: _void_the_round,
    Remedy.CONDEMNED: _condemned,
    Remedy.VOID_UNLESS_DECIDED: _void_unless_decided,
    Remedy.HOUSE_PLAYS: _absent,
    Remedy.LATE_INSURANCE: _insurance_not_offered,
    Remedy.LATE_SIDE_BETS: _side_bets_missed,
    Remedy.SHUFFLE_AFTER: _shuffle_after,
    Remedy.REPLACE_CARD: _replace_card,
    Remedy.OUT_OF_ORDER: _out_of_order,
    Remedy.REPAIRED: _repaired,
    Remedy.READMITTED: supervision.readmit,
}
"""The handler of each remedy."""
