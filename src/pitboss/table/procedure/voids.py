"""Declaring hands and rounds void; the wagers are returned."""

from __future__ import annotations

from pitboss.law.answers import Refusal
from pitboss.law.play import closed_under
from pitboss.law.side_bets.registry import void_with_the_hand
from pitboss.law.wagers import WagerKind, is_side_bet
from pitboss.table import events as e
from pitboss.table.procedure import settlement
from pitboss.table.run import Run
from pitboss.table.state import PlayedHand, TableState


def void_one_hand(run: Run, box: int, hand: int, under: str) -> None:
    """Void a hand with every wager that depends on it: insurance and side bets."""
    run.emit(e.HandVoided(box=box, hand=hand, under=under))
    here = [w for w in run.state.wagers if w.box == box]
    initial = {w.player: w.hand for w in here if w.kind is WagerKind.MAIN}
    for wager in here:
        is_open = wager.result is None
        if is_side_bet(wager.kind):
            is_open = void_with_the_hand(run.state.rules, wager.kind, is_open=is_open)
        rests = wager.hand is None and initial.get(wager.player) == hand and is_open
        if wager.hand == hand or rests:
            settlement.void_wager(run, wager, under)


def void_hands(run: Run, hands: tuple[tuple[int, int], ...], under: str) -> Refusal | None:
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


def not_in_play(run: Run, box: int, hand: int, under: str) -> Refusal | None:
    """Why the hand cannot be voided; None if it is in play."""
    found = run.state.box(box)
    played = found.hand(hand) if found is not None else None
    if played is None:
        return Refusal(under, f"hand {hand} of box {box} is not in play")
    return Refusal(under, f"hand {hand} of box {box} is already void") if played.is_void else None


def ended_under(state: TableState, box: int, played: PlayedHand) -> str | None:
    """The clause that ended a hand: that of its cards or, if it is void, of its wager."""
    by_its_cards = closed_under(state.rules, played.hand)
    if by_its_cards is not None or not played.is_void:
        return by_its_cards
    here = (w.under for w in state.wagers if (w.box, w.hand) == (box, played.number))
    return next(here, None)


def void_round(run: Run, why: str, under: str) -> None:
    """Void the round: return every wager, settled or not, and every fee."""
    run.emit(e.RoundVoided(why=why, under=under))
    under = run.state.rules.book.cites.get("void_bets_returned", under)
    for wager in run.state.wagers:
        settlement.void_wager(run, wager, under)
    for player, amount in run.state.fees.items():
        run.emit(e.FeeReturned(player=player, amount=amount, under=under))
