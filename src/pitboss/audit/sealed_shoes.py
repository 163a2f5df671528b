"""The sealed shoes of a log: each checked, when it is revealed, by the independent verifier."""

from __future__ import annotations

import json
from collections.abc import Iterable

from msgspec import Struct

from pitboss.audit import fairness
from pitboss.table import events as e
from pitboss.table.state import TableState
from pitboss.table.verifying import Verified, verify


class SealedShoe(Struct):
    """A shoe as a log tells of it: sealed, cut, dealt from and, when it was over, revealed."""

    commitment: str
    table: str
    shoe: int
    composition: str
    cut: int = 0
    dealt: list[str] = []
    secret: str | None = None

    @property
    def is_revealed(self) -> bool:
        return self.secret is not None

    def as_json(self) -> str:
        """The shoe as ``audit/fairness.py`` reads it."""
        return json.dumps({key: getattr(self, key) for key in fairness.KEYS}, indent=1)

    def verdict(self) -> fairness.Verdict:
        """What the independent verifier says of a revealed shoe."""
        return fairness.verify(
            commitment=self.commitment,
            secret=self.secret or "",
            table=self.table,
            shoe=self.shoe,
            composition=self.composition,
            cut=self.cut,
            dealt=self.dealt,
        )


class ShoeWatch:
    """Follows the events of a log and notes what becomes of each sealed shoe."""

    def __init__(self) -> None:
        self.shoes: dict[tuple[str, int], SealedShoe] = {}
        self._current: SealedShoe | None = None
        self._shuffled = 0
        self._is_fresh = False

    def __call__(self, event: e.Event, before: TableState, after: TableState) -> str | None:
        """What is wrong with the shoes after this event, or None."""
        match event:
            case e.CardsShuffled():
                self._current, self._shuffled, self._is_fresh = None, event.cards, True
            case e.ShoeSealed():
                return self._sealed(event)
            case e.ShoeCut():
                self._is_fresh = False
                if self._current is not None:
                    self._current.cut = event.depth
            case e.ShoeRevealed():
                return self._revealed(event)
            case _ if after.shoe.used == before.shoe.used + 1:
                return self._left(getattr(event, "card", fairness.UNSEEN))
        return None

    def _sealed(self, event: e.ShoeSealed) -> str | None:
        name = (event.table, event.shoe)
        if not self._is_fresh:
            return f"shoe {event.shoe} is sealed when it was cut or dealt from already"
        if name in self.shoes:
            return f"shoe {event.shoe} is sealed a second time"
        try:
            cards = len(fairness.starting_order(event.composition))
        except fairness.NotAsSpecified as wrong:
            return str(wrong)
        if cards != self._shuffled:
            return f"the seal is of {cards} cards, but {self._shuffled} were shuffled"
        self._current = self.shoes[name] = SealedShoe(
            event.commitment, event.table, event.shoe, event.composition
        )
        return None

    def _left(self, card: str) -> str | None:
        self._is_fresh = False
        if self._current is None:
            return None
        if self._current.is_revealed:
            return f"a card leaves shoe {self._current.shoe}, whose secret is told already"
        self._current.dealt.append(card)
        return None

    def _revealed(self, event: e.ShoeRevealed) -> str | None:
        shoe = self.shoes.get((event.table, event.shoe))
        if shoe is None or shoe.is_revealed:
            return f"shoe {event.shoe} is revealed, but no seal of it is open"
        if event.cut != shoe.cut:
            return f"the reveal has a cut of {event.cut}, but it was {shoe.cut}"
        shoe.secret = event.secret
        verdict = shoe.verdict()
        return None if verdict.holds else f"shoe {event.shoe} does not hold: {verdict.problem}"


def verify_with_shoes(lines: Iterable[bytes]) -> tuple[Verified, tuple[SealedShoe, ...]]:
    """Verify a log and its sealed shoes: hashes, states, money, and every revealed order."""
    watch = ShoeWatch()
    return verify(lines, watch), tuple(watch.shoes.values())
