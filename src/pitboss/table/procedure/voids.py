"""Hands and rounds declared void: every wager concerned goes back."""

from __future__ import annotations

from pitboss.law.answers import Refusal
from pitboss.law.side_bets.registry import void_with_the_hand
from pitboss.law.wagers import WagerKind, is_side_bet
from pitboss.table import events as e
from pitboss.table.procedure import settlement
from pitboss.table.run import Run


def void_one_hand(run: Run, box: int, hand: int, under: str) -> None:
    """The hand's wagers go back, with what rests on the hand: insurance and side bets."""
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
    """These hands are void; each of them must be in play."""
    if not hands:
        return Refusal(under, "name the hands that are void")
    for box, hand in hands:
        refused = not_in_play(run, box, hand, under)
        if refused is not None:
            return refused
    for box, hand in hands:
        void_one_hand(run, box, hand, under)
    return None


def not_in_play(run: Run, box: int, hand: int, under: str) -> Refusal | None:
    """Why there is no such hand to speak of; None where it is in play."""
    found = run.state.box(box)
    played = found.hand(hand) if found is not None else None
    if played is None:
        return Refusal(under, f"there is no hand {hand} on box {box}")
    return Refusal(under, f"hand {hand} of box {box} is void already") if played.is_void else None


def void_round(run: Run, why: str, under: str) -> None:
    """Every wager of the round goes back, whatever was settled, and every fee."""
    run.emit(e.RoundVoided(why=why, under=under))
    for wager in run.state.wagers:
        settlement.void_wager(run, wager, under)
    for player, amount in run.state.fees.items():
        run.emit(e.FeeReturned(player=player, amount=amount, under=under))
