"""Supervisors: what only they order, and what they order with a reason and a second person."""

from __future__ import annotations

from typing import Final

from pitboss.law.answers import Refusal
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.between_rounds import mid_shoe
from pitboss.table.run import Run

VOIDS: Final = frozenset(
    {
        "void_hand",
        "void_round",
        "csm_malfunction",
        "tech_interruption",
        "foreign_card",
        "card_count_wrong",
        "unshuffled",
        "no_cards_dealt",
    }
)
"""Reports after which wagers are void, so that money goes back."""

ORDERS: Final = frozenset({"reshuffle_ordered", "vacancy_shuffle", "cards_replaced", "ruling"})
"""Reports that are a supervisor's own decision."""


def may_report(run: Run, act: acts.Report, under: str) -> Refusal | None:
    """Players order nothing; under strict supervision a void has a reason and two people."""
    if act.by == "player" and act.what in ORDERS | {"readmitted"}:
        return Refusal(under, f"only a supervisor reports {act.what.replace('_', ' ')}")
    if not run.state.strict_supervision or act.what not in VOIDS:
        return None
    if not act.why:
        return Refusal(under, "a void needs a reason")
    if not act.second or act.second == act.by:
        return Refusal(under, "a void needs a second person")
    run.emit(
        e.SupervisorRuled(by=act.by, ruling=act.what, why=act.why, second=act.second, under=under)
    )
    return None


def rule(run: Run, act: acts.Report, under: str) -> Refusal | None:
    """What the book leaves open is decided by a supervisor, with a reason that is recorded."""
    if not act.ruling or not act.why:
        return Refusal(under, "a ruling says what is decided, and why")
    run.emit(
        e.SupervisorRuled(by=act.by, ruling=act.ruling, why=act.why, second=act.second, under=under)
    )
    return None


def readmit(run: Run, act: acts.Report, under: str) -> Refusal | None:
    """The house lets somebody in who sat a round out, or came after the shoe had begun."""
    if not act.player or not mid_shoe(run.state, act.player).barred:
        return Refusal(under, f"{act.player} is not barred")
    run.emit(e.PlayerReadmitted(player=act.player, by=act.by, under=under))
    return None
