"""Wagers placed, closed and settled, and the bank of a player-dealer."""

from __future__ import annotations

from pitboss.table.events.base import Event


class BankDeclined(Event, frozen=True):
    """A player let the bank pass on."""

    player: str


class BankTaken(Event, frozen=True):
    """A player took the bank with a wager, for the first or a further turn."""

    box: int
    player: str
    wager: int
    turn: int


class FeeCollected(Event, frozen=True):
    """A collection fee was taken."""

    player: str
    amount: int


class FeeReturned(Event, frozen=True):
    """A fee went back: the round was void, or the wager had no action."""

    player: str
    amount: int


class WagerPlaced(Event, frozen=True):
    """A wager was placed: the first chips of a person on a box for this purpose."""

    wager: int
    box: int
    player: str
    kind: str
    stake: int
    hand: int | None = None
    unnoticed: bool = False
    placed_by: str | None = None


class WagerRaised(Event, frozen=True):
    """Chips were added to a wager; ``stake`` is what was added."""

    wager: int
    stake: int
    unnoticed: bool = False
    placed_by: str | None = None


class WagerLowered(Event, frozen=True):
    """Chips were taken back from a wager, the rest of which stays; ``stake`` is what was taken."""

    wager: int
    stake: int


class WagerWithdrawn(Event, frozen=True):
    """The whole of a wager was taken back before the close."""

    wager: int


class WagerProRated(Event, frozen=True):
    """Only a part of a wager above the maximum is in action."""

    wager: int
    effective: int


class BetsClosed(Event, frozen=True):
    """No more bets."""


class BetsReopened(Event, frozen=True):
    """No round has begun after all; the bets are open again, and those that lie may lie."""


class WagerSettled(Event, frozen=True):
    """A wager was decided, or decided anew; ``returned`` is everything handed back for it."""

    wager: int
    result: str
    paid: int
    returned: int
    when: str
