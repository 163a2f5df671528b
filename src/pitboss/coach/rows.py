"""A row for every decision of a player, calculated from the log of a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct, structs

from pitboss.law.counting import count, up_card
from pitboss.solver import BadHand, CannotPrice
from pitboss.table import events as e

from .advice import Advice, Grade, advice_on
from .following import Follower
from .spots import INSURANCE, HandSpot, Standard


class JudgedDecision(Struct, frozen=True):
    """One decision: the hand, the act taken, the best act, and the cost of the difference."""

    n: int
    """The number of the event in the log"""
    round: int
    box: int
    hand: int
    kind: str
    cell: str
    cards: str
    up: str
    stake: int
    taken: str
    best: str
    ev: float
    ev_best: float
    lost: float
    cost: float
    """In cents"""
    grade: Grade
    standard: Standard
    permitted: tuple[str, ...]
    gained: float = 0.0
    """What the best insurance adds to the value of the game, which excludes it"""
    notes: tuple[str, ...] = ()
    values: dict[str, float] = {}
    """The value of each permitted act"""
    clauses: dict[str, str] = {}
    """The clause that permits each act"""

    def to_json(self) -> dict[str, Any]:
        """The row as data."""
        document = structs.asdict(self)
        for name in ("ev", "ev_best", "lost", "gained"):
            document[name] = round(document[name], 6)
        values = {act: round(value, 6) for act, value in self.values.items()}
        return {**document, "cost": round(self.cost, 2), "permitted": list(self.permitted),
                "notes": list(self.notes), "values": values}  # fmt: skip


def cell_of(spot: HandSpot) -> tuple[str, str]:
    """The kind of a decision and its cell in the chart: ``("hard", "hard/16/T")``."""
    rules, cards = spot.rules, spot.hand.cards
    counted, up = count(rules, cards), up_card(rules, spot.up).value
    if spot.is_window:
        return "window", f"window/{counted.total}/{up}"
    classes = [up_card(rules, card) for card in cards]
    if len(classes) == 2 and classes[0] is classes[1] and spot.answers.get("split"):
        return "pairs", f"pairs/{classes[0].value},{classes[0].value}/{up}"
    if counted.soft and counted.total > 12:
        return "soft", f"soft/A,{counted.total - 11}/{up}"
    return "hard", f"hard/{counted.total}/{up}"


def decisions(
    events: Iterable[e.Event], viewer: str, standard: Standard = Standard.HAND
) -> Iterator[JudgedDecision]:
    """The decisions of a player in a log, judged by one standard."""
    follower: Follower | None = None
    for event in events:
        if follower is None:
            follower = Follower(event, viewer)
            continue
        round = follower.state.round
        for spot, taken, box, hand in follower.follow(event):
            row = judged(spot, taken, standard, where=(follower.n, round, box, hand))
            if row is not None:
                yield row


def judged(
    spot: HandSpot, taken: str, standard: Standard, *, where: tuple[int, int, int, int]
) -> JudgedDecision | None:
    """The row of a decision; None if it has no price."""
    try:
        advice = advice_on(spot, standard)
    except (BadHand, CannotPrice):
        return None
    return row_of(advice, spot, taken, where)


def row_of(
    advice: Advice, spot: HandSpot, taken: str, where: tuple[int, int, int, int]
) -> JudgedDecision | None:
    """The row of a decision that has been priced."""
    ev, best = advice.value(taken), advice.value(advice.best)
    if ev is None or best is None:
        return None
    kind, cell = cell_of(spot)
    values = {one.act: one.ev for one in advice.acts if one.ev is not None}
    answers = {act: spot.answers.get(act) for act in values}
    n, round, box, hand = where
    return JudgedDecision(
        n=n, round=round, box=box, hand=hand, kind=kind, cell=cell, cards=advice.cards,
        up=advice.up, stake=spot.stake, taken=taken, best=advice.best, ev=ev, ev_best=best,
        gained=_gained(advice), lost=advice[taken].lost, cost=advice.cost(taken),
        grade=advice.grade(taken), standard=advice.exact_for, notes=advice.notes,
        permitted=tuple(values), values=values,
        clauses={act: spot.rules.cite(permit.under) for act, permit in answers.items() if permit},
    )  # fmt: skip


def _gained(advice: Advice) -> float:
    if advice.best != INSURANCE:
        return 0.0
    others = [one.ev for one in advice.acts if one.ev is not None and one.act != INSURANCE]
    return (advice.value(INSURANCE) or 0.0) - max(others)
