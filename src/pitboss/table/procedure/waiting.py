"""Which acts are open while the dealer has a duty; the decisions wait until it is done."""

from __future__ import annotations

from typing import Final

from pitboss.law.answers import Refusal
from pitboss.law.play import surrenders_before_play
from pitboss.law.side_bets.registry import placed_under
from pitboss.table import acts
from pitboss.table.procedure.duties import Duty, DutyKind, next_duty, window
from pitboss.table.state import TableState

_OF_THE_HOUSE: Final[frozenset[type[acts.Act]]] = frozenset(
    {
        acts.CloseBets,
        acts.Shuffle,
        acts.Cut,
        acts.PassCut,
        acts.PassOffer,
        acts.OrderRecut,
        acts.PrepareCards,
        acts.PassTime,
        acts.ReturnUndealt,
        acts.ChangeDealer,
        acts.PressButton,
        acts.Report,
    }
)
"""What the staff do, or a player in their place."""

_OF_EVERYONE: Final[frozenset[type[acts.Act]]] = frozenset(
    {
        acts.Arrive,
        acts.Sit,
        acts.Leave,
        acts.Squeeze,
        acts.Bet,
        acts.Withdraw,
        acts.TakeBank,
        acts.DeclineBank,
        acts.DeclineCut,
        acts.ShowBurned,
        acts.Continue,
        acts.TakeBack,
        acts.Decline,
        acts.TakeLateCard,
        acts.CallDead,
    }
)
"""What is answered by what everyone at the table sees, whatever the dealer has to do."""

_AT_ANY_TIME: Final[frozenset[type[acts.Act]]] = _OF_THE_HOUSE | _OF_EVERYONE
_INSURED: Final[frozenset[type[acts.Act]]] = _AT_ANY_TIME | {acts.Insure, acts.TakeEvenMoney}

OPEN_DURING: Final[dict[DutyKind, frozenset[type[acts.Act]]]] = {
    DutyKind.BURN: _AT_ANY_TIME,
    DutyKind.DEAL: _INSURED,
    DutyKind.COMPLETE_DEAL: _AT_ANY_TIME,
    DutyKind.SETTLE_SIDE_BETS: _INSURED,
    DutyKind.PAY_BLACKJACKS: _INSURED,
    DutyKind.OPEN_WINDOW: _INSURED,
    DutyKind.CLOSE_WINDOW: _INSURED,
    DutyKind.LOOK: _INSURED,
    DutyKind.PAY_BLACKJACK: _INSURED,
    DutyKind.STAND_FOR_ABSENT: _INSURED,
    DutyKind.DISCARD_TOGETHER: _INSURED,
    DutyKind.REVEAL: _INSURED,
    DutyKind.FINISH: _INSURED,
    DutyKind.SETTLE: _INSURED,
    DutyKind.COLLECT: _INSURED,
}
"""The acts that are answered while a duty is due; the book may refuse them for its own reasons.

Every other act waits: it is refused by the duty alone, which everyone sees, and so tells nothing.
"""

_FIRST: Final[dict[DutyKind, str]] = {
    DutyKind.BURN: "burn a card",
    DutyKind.DEAL: "deal the next card",
    DutyKind.COMPLETE_DEAL: "complete the deal",
    DutyKind.SETTLE_SIDE_BETS: "settle the side bets",
    DutyKind.PAY_BLACKJACKS: "pay the blackjacks",
    DutyKind.OPEN_WINDOW: "begin the play",
    DutyKind.PAY_BLACKJACK: "pay the blackjack",
    DutyKind.STAND_FOR_ABSENT: "stand for the absent player",
    DutyKind.DISCARD_TOGETHER: "discard the cards drawn together",
}


def must_wait(state: TableState, act: acts.Act) -> Refusal | None:
    """Why an act must wait for the dealer's next duty; None if it is open now."""
    duty = next_duty(state)
    if duty is None or type(act) in OPEN_DURING[duty.task]:
        return None
    if isinstance(act, acts.Surrender) and surrenders_before_play(state.rules):
        return None  # its own law says when, by the up card and the phase
    return waits_for(state, duty)


def waits_for(state: TableState, duty: Duty) -> Refusal:
    """The refusal of a decision that waits for this duty."""
    rules = state.rules
    if duty.task is DutyKind.LOOK:
        hole_card = rules.book.words["hole_card"]
        return Refusal(rules.deal.looks_under.under, f"the dealer must check the {hole_card} first")
    if duty.task is DutyKind.CLOSE_WINDOW:
        return Refusal(
            window_closed_under(state), "play begins when every player has answered the dealer"
        )
    if duty.is_after_the_players and duty.task is not DutyKind.DEAL:
        return Refusal(rules.deal.turns.under, "no hand is waiting for a decision")
    return Refusal(rules.deal.turns.under, f"the dealer must {_FIRST[duty.task]} first")


def offered_under(state: TableState) -> str:
    """The clause of what is on offer after the deal: insurance or, if not open, something else."""
    rules, open_ = state.rules, window(state)
    if open_.surrender and not open_.insurance and rules.surrendering is not None:
        return rules.surrendering.against.under
    if open_.side_bets and not open_.insurance:
        return placed_under(rules, open_.side_bets[0])
    return rules.insurance.offered.under


def window_closed_under(state: TableState) -> str:
    """The clause that ends the time for insurance or, if not open, for surrender or side bets."""
    rules, open_ = state.rules, window(state)
    if open_.surrender and not open_.insurance and rules.surrendering is not None:
        return rules.surrendering.time.under
    if open_.side_bets and not open_.insurance:
        return placed_under(rules, open_.side_bets[0])
    return rules.insurance.closes.under
