"""``decide(state, act)``: what follows from an act, or why it is refused; nothing is changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from pitboss.cards import Card
from pitboss.law.answers import Refusal
from pitboss.table import acts, betting, irregular, playing
from pitboss.table.dealing import perform
from pitboss.table.duties import Duty
from pitboss.table.events import Event
from pitboss.table.run import Run
from pitboss.table.state import TableState


class Decision(NamedTuple):
    """The events that follow, and the state after them."""

    events: tuple[Event, ...]
    state: TableState


def decide(state: TableState, act: acts.Act) -> Decision | Refusal:
    """What the book makes of an act in this state."""
    run = Run(state)
    refused = _DECIDE[type(act)](run, act)
    if refused is not None:
        return refused
    return Decision(tuple(run.events), run.state)


def carry_out(state: TableState, duty: Duty, card: Card | None = None) -> Decision:
    """What follows when the dealer does a duty, with the card it takes."""
    run = Run(state)
    perform(run, duty, card)
    return Decision(tuple(run.events), run.state)


_DECIDE: Final[dict[type[acts.Act], Callable[[Run, Any], Refusal | None]]] = {
    acts.Arrive: betting.arrive,
    acts.Sit: betting.sit,
    acts.Leave: betting.leave,
    acts.Bet: betting.bet,
    acts.Withdraw: betting.withdraw,
    acts.CloseBets: betting.close_bets,
    acts.TakeBank: betting.take_bank,
    acts.DeclineBank: betting.decline_bank,
    acts.Shuffle: betting.shuffle,
    acts.Cut: betting.cut,
    acts.DeclineCut: betting.decline_cut,
    acts.ChangeDealer: betting.change_dealer,
    acts.PressButton: playing.press_button,
    acts.Insure: playing.insure,
    acts.TakeEvenMoney: playing.even_money,
    acts.Stand: playing.stand,
    acts.Hit: playing.hit,
    acts.Double: playing.double,
    acts.Split: playing.split,
    acts.Zap: playing.zap,
    acts.Surrender: playing.surrender,
    acts.RefuseCard: playing.refuse_card,
    acts.TakeLateCard: irregular.late_card,
    acts.CallDead: irregular.call_dead,
    acts.Continue: irregular.go_on,
    acts.TakeBack: irregular.take_back,
    acts.Report: irregular.report,
}
