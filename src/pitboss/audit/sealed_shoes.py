"""The sealed shoes of a log, each checked by the independent verifier when it is revealed."""

from __future__ import annotations

import json
from collections.abc import Iterable

from msgspec import Struct

from pitboss.audit import fairness
from pitboss.law.side_bets.prizes import drawn_bet, prize_table
from pitboss.rulebooks.amounts import PrizeTable
from pitboss.table import events as e
from pitboss.table.log_verifier import Verified, verify
from pitboss.table.state import Phase, TableState


class SealedShoe(Struct):
    """A shoe as recorded in a log: sealed, cut, dealt from and, when it ended, revealed."""

    commitment: str
    table: str
    shoe: int
    composition: str
    cut: int = 0
    dealt: list[str] = []
    secret: str | None = None
    version: int = 1
    given: list[tuple[str, str]] = []
    seeds: list[tuple[str, str]] = []
    prizes: list[tuple[int, int, int, int]] = []
    owed: list[tuple[int, int, int, PrizeTable]] = []
    """Prizes whose draw is known once the secret is revealed: round, box, prize and table."""
    before: SealedShoe | None = None
    """The shoe from whose secret and seeds this one's secret follows."""

    @property
    def is_revealed(self) -> bool:
        return self.secret is not None

    def as_json(self) -> str:
        """The shoe as ``audit/fairness.py`` reads it."""
        document = {key: getattr(self, key) for key in fairness.KEYS}
        document |= {key: getattr(self, key) for key in fairness.MORE_KEYS if getattr(self, key)}
        return json.dumps(document, indent=1)

    @property
    def follows(self) -> tuple[str, list[tuple[str, str]]] | None:
        """The secret and seeds of the shoe before, if this one's secret follows from them.

        They are known by then, since the oldest shoe is revealed first.
        """
        return None if self.before is None else (self.before.secret or "", self.before.seeds)

    def verdict(self) -> fairness.Verdict:
        """Check a revealed shoe with the independent verifier."""
        return fairness.verify(
            commitment=self.commitment,
            secret=self.secret or "",
            table=self.table,
            shoe=self.shoe,
            composition=self.composition,
            cut=self.cut,
            dealt=self.dealt,
            seeds=self.seeds,
            prizes=self.prizes,
            follows=self.follows,
        )


class ShoeWatch:
    """Follow the events of a log and track each sealed shoe."""

    def __init__(self) -> None:
        self.shoes: dict[tuple[str, int], SealedShoe] = {}
        self._current: SealedShoe | None = None
        self._shuffled = 0
        self._is_fresh = False

    def __call__(self, event: e.Event, before: TableState, after: TableState) -> str | None:
        """The first problem with the shoes after this event, or None."""
        match event:
            case e.CardsShuffled():
                self._current, self._shuffled, self._is_fresh = None, event.cards, True
            case e.ShoeSealed():
                return self._sealed(event, before)
            case e.SeedGiven() | e.SeedsMixed():
                return self._seeds(event)
            case e.ButtonPressed():
                self._pressed(event, before)
            case e.ShoeCut():
                self._is_fresh = False
                if self._current is not None:
                    self._current.cut = event.depth
            case e.ShoeRevealed():
                return self._revealed(event)
            case _ if after.shoe.used == before.shoe.used + 1:
                return self._left(getattr(event, "card", fairness.UNSEEN))
        return None

    def _seeds(self, event: e.SeedGiven | e.SeedsMixed) -> str | None:
        shoe = self._current
        if shoe is None or shoe.shoe != event.shoe or shoe.dealt or shoe.seeds:
            return f"shoe {event.shoe} no longer accepts seeds"
        if isinstance(event, e.SeedGiven):
            shoe.given.append((event.player, event.seed))
        else:
            shoe.seeds = list(event.seeds)
            if shoe.seeds != shoe.given:
                return f"the seeds mixed into shoe {event.shoe} are not those that were given"
        return None

    def _pressed(self, event: e.ButtonPressed, before: TableState) -> None:
        """Record a prize as the draw that gives it; of several, the one that was due."""
        shoe, bet = self._current, drawn_bet(before.rules)
        if shoe is None or bet is None or shoe.version == 1:
            return  # early versions did not seal prizes
        shoe.owed.append((before.round, event.box, event.prize, prize_table(bet)[0]))

    def _sealed(self, event: e.ShoeSealed, before: TableState) -> str | None:
        name = (event.table, event.shoe)
        if not self._is_fresh:
            return f"shoe {event.shoe} was already cut or dealt from when it was sealed"
        if name in self.shoes:
            return f"shoe {event.shoe} is sealed a second time"
        try:
            cards = len(fairness.starting_order(event.composition))
        except fairness.NotAsSpecified as wrong:
            return str(wrong)
        if cards != self._shuffled:
            return f"the seal is of {cards} cards, but {self._shuffled} were shuffled"
        shoe = SealedShoe(
            event.commitment,
            event.table,
            event.shoe,
            event.composition,
            version=event.version,
        )
        if event.follows is not None:
            shoe.before = self.shoes.get((event.table, event.follows))
            if shoe.before is None:
                return f"shoe {event.shoe} follows from one that was never sealed"
        elif event.version > 1 and before.phase is not Phase.BETTING:
            return f"the secret of shoe {event.shoe} was drawn in the middle of a round"
        self._current = self.shoes[name] = shoe
        return None

    def _left(self, card: str) -> str | None:
        self._is_fresh = False
        if self._current is None:
            return None
        if self._current.is_revealed:
            return f"a card leaves shoe {self._current.shoe}, whose secret is already revealed"
        if self._current.given and not self._current.seeds:
            return f"seeds given for shoe {self._current.shoe} were not mixed in"
        self._current.dealt.append(card)
        return None

    def _revealed(self, event: e.ShoeRevealed) -> str | None:
        shoe = self.shoes.get((event.table, event.shoe))
        if shoe is None or shoe.is_revealed:
            return f"shoe {event.shoe} is revealed, but no seal of it is open"
        if event.cut != shoe.cut:
            return f"the reveal has a cut of {event.cut}, but it was {shoe.cut}"
        shoe.secret = event.secret
        for round, box, prize, table in shoe.owed:
            try:
                due = fairness.prize_draw(
                    secret=shoe.secret,
                    seeds=shoe.seeds,
                    round=round,
                    box=box,
                    entries=table.entries,
                )
            except fairness.NotAsSpecified as wrong:
                return str(wrong)
            if table.prize(due) != prize:
                return f"the prize of box {box} in round {round} is not the one that was sealed"
            shoe.prizes.append((round, box, table.entries, due))
        verdict = shoe.verdict()
        return None if verdict.holds else f"shoe {event.shoe} failed: {verdict.problem}"


def verify_with_shoes(lines: Iterable[bytes]) -> tuple[Verified, tuple[SealedShoe, ...]]:
    """Verify a log and its sealed shoes: hashes, states, money, and every revealed order."""
    watch = ShoeWatch()
    return verify(lines, watch), tuple(watch.shoes.values())
