"""Shortcuts for the acts of a player, for interactive use and notebooks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from decimal import Decimal

from pitboss.law.answers import Refusal
from pitboss.money import cents
from pitboss.table import acts
from pitboss.table.events import Event
from pitboss.table.procedure.duties import active
from pitboss.table.state import TableState


def _turn(table: PlayerActs, box: int | None, hand: int | None) -> tuple[int, int]:
    """The hand meant: the one named, or the one whose turn it is."""
    turn = active(table.state)
    number = box if box is not None else (turn[0].number if turn is not None else 1)
    if hand is not None:
        return number, hand
    return number, turn[1].number if turn is not None and turn[0].number == number else 1


class PlayerActs(ABC):
    """The acts of a player as methods; each returns its events."""

    state: TableState

    @abstractmethod
    def ask(self, act: acts.Act) -> Refusal | None:
        """Why the act would be refused now."""

    @abstractmethod
    def do(self, act: acts.Act) -> tuple[Event, ...]:
        """Do it, or raise."""

    def wager(
        self,
        *,
        box: int,
        chips: int | str | Decimal,
        player: str = "P1",
        on: str = "main",
    ) -> tuple[Event, ...]:
        """Place chips on a box, taking its seat if it is open."""
        if on == "main" and box not in self.state.seats:
            refused = self.ask(acts.Sit(box=box, player=player))
            if refused is None:
                self.do(acts.Sit(box=box, player=player))
        return self.do(acts.Bet(box=box, player=player, kind=on, stake=cents(chips)))

    def deal(self) -> tuple[Event, ...]:
        """Call "No more bets" and deal."""
        return self.do(acts.CloseBets())

    def hit(self, box: int | None = None, hand: int | None = None) -> tuple[Event, ...]:
        """Take a card."""
        where = _turn(self, box, hand)
        return self.do(acts.Hit(box=where[0], hand=where[1]))

    def stand(self, box: int | None = None, hand: int | None = None) -> tuple[Event, ...]:
        """Take no more cards."""
        where = _turn(self, box, hand)
        return self.do(acts.Stand(box=where[0], hand=where[1]))

    def double(
        self,
        box: int | None = None,
        hand: int | None = None,
        *,
        chips: int | str | Decimal | None = None,
        player: str | None = None,
    ) -> tuple[Event, ...]:
        """Double, in full unless fewer chips are given, or join a double."""
        where = _turn(self, box, hand)
        amount = None if chips is None else cents(chips)
        return self.do(acts.Double(box=where[0], hand=where[1], amount=amount, player=player))

    def split(
        self, box: int | None = None, hand: int | None = None, *, player: str | None = None
    ) -> tuple[Event, ...]:
        """Split a pair, or join a split."""
        where = _turn(self, box, hand)
        return self.do(acts.Split(box=where[0], hand=where[1], player=player))

    def decline(self, player: str, *, stay: int | None = None) -> tuple[Event, ...]:
        """Decline to join a double or a split."""
        where = _turn(self, None, None)
        return self.do(acts.Decline(box=where[0], hand=where[1], player=player, stay=stay))

    def zap(self, box: int | None = None) -> tuple[Event, ...]:
        """Exchange the first two cards."""
        return self.do(acts.Zap(box=_turn(self, box, 1)[0]))

    def surrender(self, box: int | None = None) -> tuple[Event, ...]:
        """Surrender the hand."""
        return self.do(acts.Surrender(box=_turn(self, box, 1)[0]))

    def insure(self, *, box: int, chips: int | str | Decimal) -> tuple[Event, ...]:
        """Insure against a dealer blackjack."""
        return self.do(acts.Insure(box=box, amount=cents(chips)))
