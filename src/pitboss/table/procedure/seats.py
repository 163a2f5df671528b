"""Who is at the table: arriving, sitting down and leaving."""

from __future__ import annotations

from pitboss.law.answers import Refusal, refusal_in
from pitboss.law.dealing import may_squeeze
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.run import Run
from pitboss.table.state import Phase


def arrive(run: Run, act: acts.Arrive) -> Refusal | None:
    """Whoever comes to the table is remembered in the order of arrival."""
    if act.player not in run.state.arrived:
        run.emit(
            e.PlayerArrived(player=act.player, under=run.state.rules.boxes.seated_decides.under)
        )
    return None


def sit(run: Run, act: acts.Sit) -> Refusal | None:
    """A free seat may be taken."""
    rules = run.state.rules
    if not 1 <= act.box <= rules.equipment.boxes.value:
        return Refusal(rules.equipment.boxes.under, f"there is no box {act.box}")
    taken = run.state.seats.get(act.box)
    if taken is not None and taken != act.player:
        return Refusal(rules.boxes.seated_decides.under, f"{taken} sits at box {act.box}")
    if taken is None:
        run.emit(
            e.SeatTaken(box=act.box, player=act.player, under=rules.boxes.seated_decides.under)
        )
    return None


def leave(run: Run, act: acts.Leave) -> Refusal | None:
    """A seat may be given up between rounds."""
    under = run.state.rules.boxes.seated_decides.under
    if run.state.seats.get(act.box) != act.player:
        return Refusal(under, f"{act.player} does not sit at box {act.box}")
    if run.state.phase is not Phase.BETTING:
        return Refusal(under, "the round is not over")
    run.emit(e.SeatLeft(box=act.box, player=act.player, under=under))
    return None


def squeeze(run: Run, act: acts.Squeeze) -> Refusal | None:
    """A bettor may ask before the deal to turn the cards of the box; the house may allow it."""
    rules = run.state.rules
    allowed = may_squeeze(rules)
    if not allowed:
        return refusal_in(allowed)
    under = allowed.under
    if run.state.phase is not Phase.BETTING:
        return Refusal(under, "the cards are being dealt already")
    if not run.state.open_wagers(box=act.box, player=act.player):
        return Refusal(under, f"{act.player} has no bet on box {act.box}")
    run.emit(e.SqueezeGranted(box=act.box, player=act.player, under=under))
    return None
