"""Supervisors: what only they may order, and what needs a reason and a second approval."""

from __future__ import annotations

from typing import Final

from pitboss.law.answers import Refusal
from pitboss.law.irregularities import Record, Remedy
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.procedure.between_rounds import mid_shoe
from pitboss.table.procedure.voids import void_round
from pitboss.table.run import RunningDecision

VOID_ROUND: Final = "void_round"
"""The decision of a ruling that the round is void."""


def may_report(
    run: RunningDecision, act: acts.Report, record: Record, under: str
) -> Refusal | None:
    """Refuse orders from players and, under strict supervision, a void without two approvals.

    A second approval is recorded at every table.
    """
    if act.by == "player" and (record.is_order or record.by_supervisor):
        return Refusal(under, f"only a supervisor may report {act.what.replace('_', ' ')}")
    if run.state.strict_supervision and (record.voids or voids_the_round(act)):
        if not act.why:
            return Refusal(under, "a void needs a reason")
        if not act.approved_by or act.approved_by == act.by:
            return Refusal(under, "a void needs a second approval")
    if act.approved_by and record.remedy is not Remedy.RULED:
        run.emit(_ruling(act, act.what, under))
    return None


def _ruling(act: acts.Report, ruling: str, under: str) -> e.SupervisorRuled:
    """Who orders it, why, and who has approved it."""
    return e.SupervisorRuled(
        by=act.by, ruling=ruling, why=act.why, approved_by=act.approved_by, under=under
    )


def rule(run: RunningDecision, act: acts.Report, under: str) -> Refusal | None:
    """Record a supervisor's ruling on what the book leaves open; it may void the round."""
    if not act.ruling or not act.why:
        return Refusal(under, "a ruling must state the decision and the reason")
    run.emit(_ruling(act, act.ruling, under))
    if voids_the_round(act):
        void_round(run, VOID_ROUND, under)
    return None


def voids_the_round(act: acts.Report) -> bool:
    """Whether a ruling is that the round is void."""
    return act.what == "ruling" and act.ruling == VOID_ROUND


def readmit(run: RunningDecision, act: acts.Report, under: str) -> Refusal | None:
    """Readmit a player who sat out a round or joined the shoe late."""
    if not act.player or not mid_shoe(run.state, act.player).barred:
        return Refusal(under, f"{act.player} is not barred")
    run.emit(e.PlayerReadmitted(player=act.player, by=act.by, under=under))
    return None
