"""A table followed event by event for one player: the cards seen, and each decision taken."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from pitboss.law.wagers import WagerKind
from pitboss.table import events as e
from pitboss.table.evolve import evolve
from pitboss.table.log_verifier import opened
from pitboss.table.state import Phase, TableState

from .at_table import spot_at
from .seen import CardsSeen
from .spots import DECLINE, EVEN_MONEY, INSURANCE, HandSpot


class Follower:
    """Follows a table event by event for one player, and finds that player's decisions."""

    def __init__(self, first: e.Event, viewer: str) -> None:
        self.state: TableState = opened(first)
        self.seen = CardsSeen(viewer)
        self.n = 0
        self._offered: dict[int, HandSpot] = {}

    def follow(self, event: e.Event, *, rows: bool = True) -> list[tuple[HandSpot, str, int, int]]:
        """Take an event; returns its decisions: what was known, what was done, box and hand.

        Without ``rows`` it only notes the cards seen.
        """
        if not rows:
            self.n += 1
            self.seen.follow(self.state, event)
            self.state = evolve(self.state, event)
            return []
        self.n += 1
        before, viewer = self.state, self.seen.viewer
        result: list[tuple[HandSpot, str, int, int]] = []
        match event:
            case e.HandSurrendered() if before.phase is Phase.WINDOW:
                result += self._in_window(event.box, "surrender")
            case e.EvenMoneyTaken() if event.player == viewer:
                result += self._in_window(event.box, EVEN_MONEY)
            case e.WagerPlaced(kind=WagerKind.INSURANCE) if event.player == viewer:
                result += self._in_window(event.box, INSURANCE, event.stake)
            case e.WindowClosed():
                for box in tuple(self._offered):
                    result += self._in_window(box, DECLINE)
            case _ if (act := e.DECISIONS.get(type(event))) is not None:
                box, hand = event.box, event.hand  # type: ignore[attr-defined]
                spot = spot_at(before, self.seen, box, hand)
                if spot is not None and spot.stake:
                    result.append((spot, act.words.command, box, hand))
        self.seen.follow(before, event)
        self.state = evolve(before, event)
        if isinstance(event, e.WindowOpened):
            self._offered = {}
            for there in self.state.boxes:
                if (offer := spot_at(self.state, self.seen, there.number)) is not None:
                    self._offered[there.number] = offer
        return result

    def _in_window(
        self, box: int, taken: str, insured: int = 0
    ) -> Iterator[tuple[HandSpot, str, int, int]]:
        spot = self._offered.pop(box, None)
        if spot is not None:
            yield structs.replace(spot, insured=insured or spot.insured), taken, box, 1
