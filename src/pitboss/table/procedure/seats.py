"""Joining the table, taking a seat and leaving it."""

from __future__ import annotations

from pitboss.law.answers import Refusal, refusal_in
from pitboss.law.dealing import may_squeeze
from pitboss.law.seating import arrived_under, seated_under
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.run import RunningDecision
from pitboss.table.state import Phase


def arrive(run: RunningDecision, act: acts.Arrive) -> Refusal | None:
    """Join the table; the order of arrival is recorded."""
    if act.player not in run.state.arrived:
        run.emit(e.PlayerArrived(player=act.player, under=arrived_under(run.state.rules)))
    return None


def sit(run: RunningDecision, act: acts.Sit) -> Refusal | None:
    """Take an open seat."""
    rules = run.state.rules
    if not 1 <= act.box <= rules.equipment.boxes.value:
        return Refusal(
            rules.equipment.boxes.under,
            f"there is no box {act.box}; the table has {rules.equipment.boxes.value} boxes",
        )
    taken = run.state.seats.get(act.box)
    if taken is not None and taken != act.player:
        return Refusal(seated_under(rules), f"box {act.box} is {taken}'s seat")
    if taken is None:
        run.emit(e.SeatTaken(box=act.box, player=act.player, under=seated_under(rules)))
    return None


def leave(run: RunningDecision, act: acts.Leave) -> Refusal | None:
    """Leave a seat between rounds; a cut on offer to the player passes on."""
    under = seated_under(run.state.rules)
    if run.state.seats.get(act.box) != act.player:
        return Refusal(under, f"{act.player} does not sit at box {act.box}")
    if run.state.phase is not Phase.BETTING:
        return Refusal(under, "a seat may be left only between rounds")
    shoe, seats = run.state.shoe, list(run.state.seats.values())
    on_offer = None if shoe.is_cut else next(iter(shoe.offers[shoe.declined :]), None)
    if on_offer is not None and on_offer.player == act.player and seats.count(act.player) == 1:
        run.emit(e.CutUnanswered(player=act.player, under=on_offer.under))
    run.emit(e.SeatLeft(box=act.box, player=act.player, under=under))
    return None


def squeeze(run: RunningDecision, act: acts.Squeeze) -> Refusal | None:
    """Ask before the deal to squeeze the cards of a box, if the house allows it."""
    rules = run.state.rules
    allowed = may_squeeze(rules)
    if not allowed:
        return refusal_in(allowed)
    under = allowed.under
    if run.state.phase is not Phase.BETTING:
        return Refusal(under, "a squeeze must be asked for before the deal")
    if not run.state.open_wagers(box=act.box, player=act.player):
        return Refusal(under, f"{act.player} has no bet on box {act.box}")
    run.emit(e.SqueezeGranted(box=act.box, player=act.player, under=under))
    return None
