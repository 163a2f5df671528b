"""The player-dealer's bank: offered in turn, taken for a round, or passed."""

from __future__ import annotations

from pitboss.law import banking
from pitboss.law.answers import Refusal, refusal_in
from pitboss.money import dollars
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.run import RunningDecision
from pitboss.table.state import Phase


def take_bank(run: RunningDecision, act: acts.TakeBank) -> Refusal | None:
    """Take the bank, which is offered in turn from the last player-dealer."""
    state = run.state
    rules = state.rules
    if rules.banking is None:
        return Refusal(rules.absence("banking"), "the house banks this game")
    if state.phase is not Phase.BETTING or state.banker is not None:
        return Refusal(rules.banking.passes.under, "the bank has been taken")
    turn = _turns(run, act.player)
    answer = banking.may_bank(rules, turns_in_a_row=turn)
    if not answer:
        return refusal_in(answer)
    expected = bank_is_offered_to(run) if turn == 0 else None
    if expected is not None and act.player != expected:
        return Refusal(rules.banking.passes.under, f"only {expected} may take or pass the bank now")
    bettors = {wager.player for wager in state.open_wagers(box=act.box)}
    own = banking.may_bank_at(rules, act.player, seated=state.seats.get(act.box), bettors=bettors)
    if not own:
        return refusal_in(own)
    bets = rules.banking.banker_may_bet
    if state.open_wagers(player=act.player) and not bets.value:
        return Refusal(bets.under, f"the player-dealer may not bet; {act.player} has a wager")
    if act.wager < rules.limits.minimum.value:
        return Refusal(
            rules.limits.minimum.under,
            f"{dollars(act.wager)} is below the minimum of {dollars(rules.limits.minimum.value)}",
        )
    run.emit(
        e.BankTaken(
            box=act.box,
            player=act.player,
            wager=act.wager,
            turn=turn + 1,
            under=banking.taken_under(rules, turn=turn + 1, is_first=state.last_banker is None),
        )
    )
    return None


def _turns(run: RunningDecision, player: str) -> int:
    last = run.state.last_banker
    return last.turn if last is not None and last.player == player else 0


def bank_is_offered_to(run: RunningDecision) -> str | None:
    """The player who is offered the bank now; None if any player may take it."""
    state = run.state
    last = state.last_banker
    if last is None:
        return None
    order = banking.offers(state.rules, seats=state.seats, last=last.box)
    for box in order:
        player = state.seats[box]
        if player != last.player and player not in state.bank_declined:
            return player
    return None


def decline_bank(run: RunningDecision, act: acts.DeclineBank) -> Refusal | None:
    """Pass the bank."""
    rules = run.state.rules
    if rules.banking is None:
        return Refusal(rules.absence("banking"), "the house banks this game")
    if run.state.phase is not Phase.BETTING or run.state.banker is not None:
        return Refusal(rules.banking.passes.under, "the bank has been taken")
    if act.player in run.state.bank_declined:
        return Refusal(rules.banking.passes.under, f"{act.player} has already passed the bank")
    expected = bank_is_offered_to(run)
    last = run.state.last_banker
    keeps = last is not None and last.player == act.player
    if expected is not None and act.player != expected and not keeps:
        return Refusal(rules.banking.passes.under, f"only {expected} may take or pass the bank now")
    run.emit(e.BankDeclined(player=act.player, under=rules.banking.passes.under))
    return None
