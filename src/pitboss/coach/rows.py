"""A row for every decision of a player, made from the log of a table, again at any time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from msgspec import Struct, structs

from pitboss.law.counting import count, up_card
from pitboss.law.wagers import WagerKind
from pitboss.solver import BadHand, CannotPrice
from pitboss.table import events as e
from pitboss.table.evolve import evolve
from pitboss.table.log_verifier import opened
from pitboss.table.state import Phase, TableState

from .advice import Advice, Grade, advice_on
from .at_table import spot_at
from .seen import CardsSeen
from .spots import Spot, Standard
from .values import DECLINE, EVEN_MONEY, INSURANCE

_TAKEN: Final[dict[type[e.Event], str]] = {
    e.HandHit: "hit",
    e.HandStood: "stand",
    e.HandDoubled: "double",
    e.HandSplit: "split",
    e.HandZapped: "zap",
    e.HandSurrendered: "surrender",
}


class Decision(Struct, frozen=True):
    """One decision: what was held, what was taken, what was best, and what the difference costs."""

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
    """What the best insurance adds to the value of the game, which is without it"""
    notes: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The row as data."""
        told = structs.asdict(self)
        for name in ("ev", "ev_best", "lost", "gained"):
            told[name] = round(told[name], 6)
        return {**told, "cost": round(self.cost, 2), "permitted": list(self.permitted),
                "notes": list(self.notes)}  # fmt: skip


def cell_of(spot: Spot) -> tuple[str, str]:
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


class Follower:
    """Follows a table event by event for one player, and finds that player's decisions."""

    def __init__(self, first: e.Event, viewer: str) -> None:
        self.state: TableState = opened(first)
        self.seen = CardsSeen(viewer)
        self.n = 0
        self._offered: dict[int, Spot] = {}

    def follow(self, event: e.Event) -> list[tuple[Spot, str, int, int]]:
        """Take an event; the decisions in it: what was known, what was taken, box and hand."""
        self.n += 1
        before, viewer = self.state, self.seen.viewer
        found: list[tuple[Spot, str, int, int]] = []
        match event:
            case e.HandSurrendered() if before.phase is Phase.WINDOW:
                found += self._in_window(event.box, "surrender")
            case e.EvenMoneyTaken() if event.player == viewer:
                found += self._in_window(event.box, EVEN_MONEY)
            case e.WagerPlaced(kind=WagerKind.INSURANCE) if event.player == viewer:
                found += self._in_window(event.box, INSURANCE, event.stake)
            case e.WindowClosed():
                for box in tuple(self._offered):
                    found += self._in_window(box, DECLINE)
            case _ if type(event) in _TAKEN:
                box, hand = event.box, event.hand  # type: ignore[attr-defined]
                spot = spot_at(before, self.seen, box, hand)
                if spot is not None and spot.stake:
                    found.append((spot, _TAKEN[type(event)], box, hand))
        self.seen.follow(before, event)
        self.state = evolve(before, event)
        if isinstance(event, e.WindowOpened):
            self._offered = {}
            for there in self.state.boxes:
                if (offer := spot_at(self.state, self.seen, there.number)) is not None:
                    self._offered[there.number] = offer
        return found

    def _in_window(
        self, box: int, taken: str, insured: int = 0
    ) -> Iterator[tuple[Spot, str, int, int]]:
        spot = self._offered.pop(box, None)
        if spot is not None:
            yield structs.replace(spot, insured=insured or spot.insured), taken, box, 1


def decisions(
    events: Iterable[e.Event], viewer: str, standard: Standard = Standard.HAND
) -> Iterator[Decision]:
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
    spot: Spot, taken: str, standard: Standard, *, where: tuple[int, int, int, int]
) -> Decision | None:
    """The row of a decision; None where it has no price."""
    try:
        advice = advice_on(spot, standard)
    except (BadHand, CannotPrice):
        return None
    return row_of(advice, spot, taken, where)


def row_of(
    advice: Advice, spot: Spot, taken: str, where: tuple[int, int, int, int]
) -> Decision | None:
    """The row of a decision that has been priced."""
    ev, best = advice.value(taken), advice.value(advice.best)
    if ev is None or best is None:
        return None
    kind, cell = cell_of(spot)
    n, round, box, hand = where
    return Decision(
        n=n, round=round, box=box, hand=hand, kind=kind, cell=cell, cards=advice.cards,
        up=advice.up, stake=spot.stake, taken=taken, best=advice.best, ev=ev, ev_best=best,
        gained=_gained(advice), lost=advice[taken].lost, cost=advice.cost(taken),
        grade=advice.grade(taken), standard=advice.exact_for, notes=advice.notes,
        permitted=tuple(one.act for one in advice.acts if one.ev is not None),
    )  # fmt: skip


def _gained(advice: Advice) -> float:
    if advice.best != INSURANCE:
        return 0.0
    others = [one.ev for one in advice.acts if one.ev is not None and one.act != INSURANCE]
    return (advice.value(INSURANCE) or 0.0) - max(others)
