"""Declaring hands and rounds void; the wagers are returned."""

from __future__ import annotations

from pitboss.law.answers import Refusal, refusal_in
from pitboss.law.irregularities import may_void, void_reverses
from pitboss.law.play import closed_under
from pitboss.law.side_bets.registry import void_with_the_hand
from pitboss.law.wagers import WagerKind, is_side_bet, void_under
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.enumerations import Result
from pitboss.table import events as e
from pitboss.table.procedure import settlement
from pitboss.table.run import RunningDecision
from pitboss.table.state import PlayedHand, TableState, Wager


def void_one_hand(run: RunningDecision, box: int, hand: int, under: str) -> None:
    """Void a hand with every wager that depends on it: insurance and side bets."""
    run.emit(e.HandVoided(box=box, hand=hand, under=under))
    here = [w for w in run.state.wagers if w.box == box]
    initial = {w.player: w.hand for w in here if w.kind is WagerKind.MAIN}
    for wager in here:
        on = wager.hand if wager.hand is not None else initial.get(wager.player)
        if on == hand and _is_void_too(run.state.rules, wager):
            settlement.void_wager(run, wager, void_under(run.state.rules, wager.kind, under))


def _is_void_too(rules: TableRules, wager: Wager) -> bool:
    """Whether a wager on a void hand, or beside it, is void: open, or although it was settled."""
    is_open = wager.result is None
    if is_side_bet(wager.kind):
        return void_with_the_hand(rules, wager.kind, is_open=is_open)
    # Insurance is void with its hand for any reason, whatever else the rules provide (nz 9.6).
    is_reversed = wager.kind is WagerKind.INSURANCE or void_reverses(rules)
    return is_open or (is_reversed and wager.result is not Result.VOID)


def void_hands(
    run: RunningDecision, hands: tuple[tuple[int, int], ...], under: str
) -> Refusal | None:
    """Void these hands; each must be in play."""
    if not hands:
        return Refusal(under, "the report must state the hands")
    for box, hand in hands:
        refused = not_in_play(run, box, hand, under)
        if refused is not None:
            return refused
    for box, hand in hands:
        void_one_hand(run, box, hand, under)
    return None


def not_in_play(run: RunningDecision, box: int, hand: int, under: str) -> Refusal | None:
    """Why the hand cannot be voided; None if it is in play."""
    found_box = run.state.box(box)
    played = found_box.hand(hand) if found_box is not None else None
    if played is None:
        return Refusal(under, f"hand {hand} of box {box} is not in play")
    if played.is_void:
        return Refusal(under, f"hand {hand} of box {box} is already void")
    on_hand = [w for w in run.state.wagers if (w.box, w.hand) == (box, hand)]
    is_settled = all(w.result is not None for w in on_hand)
    return refusal_in(may_void(run.state.rules, is_settled=is_settled, under=under))


def ended_under(state: TableState, box: int, played: PlayedHand) -> str | None:
    """The clause that ended a hand: that of its cards or, if it is void, of its wager."""
    by_its_cards = closed_under(state.rules, played.hand)
    if by_its_cards is not None or not played.is_void:
        return by_its_cards
    here = (w.under for w in state.wagers if (w.box, w.hand) == (box, played.number))
    return next(here, None)


def void_round(run: RunningDecision, why: str, under: str) -> None:
    """Void the round: return every wager, settled or not, and every fee."""
    run.emit(e.RoundVoided(why=why, under=under))
    under = run.state.rules.book.cites.get("void_bets_returned", under)
    for wager in run.state.wagers:
        cited = void_under(run.state.rules, wager.kind, under, whole_round=True)
        settlement.void_wager(run, wager, cited)
    for player, amount in run.state.fees.items():
        run.emit(e.FeeReturned(player=player, amount=amount, under=under))
