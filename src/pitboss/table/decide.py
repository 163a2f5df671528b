"""``decide(state, act)``: the events of an act, or its refusal; the state is not changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from pitboss.cards import Card
from pitboss.law.answers import Refusal
from pitboss.table import acts
from pitboss.table.events import Event
from pitboss.table.procedure import (
    bank,
    betting,
    card_preparation,
    cutting,
    exposed,
    misdrawn,
    seats,
    sharing,
)
from pitboss.table.procedure import (
    irregularities as irregular,
)
from pitboss.table.procedure import (
    missed_cards as missed,
)
from pitboss.table.procedure import (
    player_acts as playing,
)
from pitboss.table.procedure.dealing import perform
from pitboss.table.procedure.duties import Duty, dealer_has_blackjack
from pitboss.table.procedure.waiting import must_wait
from pitboss.table.run import RunningDecision, TableStep, steps_of
from pitboss.table.state import TableState


class Decision(Struct, frozen=True, gc=False):
    """The events that follow, with the state before the first and after every one."""

    events: tuple[Event, ...]
    states: tuple[TableState, ...]

    @property
    def state(self) -> TableState:
        """The state after the last event."""
        return self.states[-1]

    @property
    def steps(self) -> list[TableStep]:
        """Every event with the states before and after it."""
        return steps_of(self.events, self.states)


def decide(state: TableState, act: acts.Act) -> Decision | Refusal:
    """Decide an act in this state: the events, or a refusal."""
    run = RunningDecision(state)
    refused = decide_in(run, act)
    if refused is not None:
        return refused
    return Decision(tuple(run.events), tuple(run.states))


def decide_each(
    state: TableState, candidates: Iterable[acts.Act]
) -> Iterator[tuple[acts.Act, Decision]]:
    """Decide several acts, each in this state: those that are accepted, with their events."""
    run = RunningDecision(state)
    for act in candidates:
        if decide_in(run, act) is None:
            yield act, Decision(tuple(run.events), tuple(run.states))
        if run.events:  # of this act, or of what comes before it
            run = RunningDecision(state)


def decide_in(run: RunningDecision, act: acts.Act) -> Refusal | None:
    """Add the events of an act to a run, which must be discarded if the act is refused."""
    kind, state = type(act), run.state
    if state.choosing and kind in _AFTER_THE_CHOICE:
        refused = misdrawn.must_choose_first(run)
        if refused is not None:
            return refused
    if state.dealt_by_person:
        refused = must_wait(state, act)
        if refused is not None:
            return refused
    elif state.hole_is_down and not state.has_looked and dealer_has_blackjack(state):
        return _decide_unseen(run, act)
    return _DECIDE[kind](run, act)


def _decide_unseen(run: RunningDecision, act: acts.Act) -> Refusal | None:
    """Decide an act while no one may know that the dealer has a blackjack.

    It is refused only for what would also be wrong without the blackjack, which is all that the
    people at the table can see. If nothing is, the machine does the duties that come before the
    act: it checks the hole card, which decides the round, and nothing is left to be done.
    """
    decide_one, before, so_far = _DECIDE[type(act)], run.state, len(run.events)
    supposed = RunningDecision(replace(before, dealer=(before.up, before.up)))
    refused = decide_one(supposed, act)
    if refused is not None:
        return refused
    if decide_one(run, act) is not None:
        run.take_back(so_far)
        playing.settle_into_play(run)
    return None


_AFTER_THE_CHOICE: Final = frozenset(
    {
        acts.Insure,
        acts.TakeEvenMoney,
        acts.Stand,
        acts.Hit,
        acts.Double,
        acts.Split,
        acts.Surrender,
    }
)
"""The decisions that wait until every player has chosen what to do about a dealing error."""


def perform_duty(state: TableState, duty: Duty, card: Card | None = None) -> Decision:
    """The events of a dealer's duty, with the card it takes."""
    run = RunningDecision(state)
    perform(run, duty, card)
    return Decision(tuple(run.events), tuple(run.states))


_DECIDE: Final[dict[type[acts.Act], Callable[[RunningDecision, Any], Refusal | None]]] = {
    acts.Arrive: seats.arrive,
    acts.Sit: seats.sit,
    acts.Leave: seats.leave,
    acts.Bet: betting.bet,
    acts.Squeeze: seats.squeeze,
    acts.Withdraw: betting.withdraw,
    acts.CloseBets: betting.close_bets,
    acts.TakeBank: bank.take_bank,
    acts.DeclineBank: bank.decline_bank,
    acts.Shuffle: cutting.shuffle,
    acts.Cut: cutting.cut,
    acts.DeclineCut: cutting.decline_cut,
    acts.PassCut: cutting.pass_cut,
    acts.PassOffer: playing.pass_offer,
    acts.OrderRecut: card_preparation.order_recut,
    acts.PrepareCards: card_preparation.prepare,
    acts.PassTime: card_preparation.pass_time,
    acts.ReturnUndealt: betting.return_undealt,
    acts.ShowBurned: card_preparation.show_burned,
    acts.ChangeDealer: betting.change_dealer,
    acts.PressButton: playing.press_button,
    acts.Insure: playing.insure,
    acts.TakeEvenMoney: playing.even_money,
    **{acts.OF_PLAY[act]: does for act, does in playing.OF_PLAY.items()},
    acts.Decline: sharing.decline,
    acts.RefuseCard: exposed.refuse_card,
    acts.TakeLateCard: missed.late_card,
    acts.CallDead: missed.call_dead,
    acts.Continue: misdrawn.go_on,
    acts.TakeBack: misdrawn.take_back,
    acts.Report: irregular.report,
}
