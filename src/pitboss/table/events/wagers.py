"""Wagers placed, closed and settled, and the bank of a player-dealer."""

from __future__ import annotations

from pitboss.table.events.base import Event


class BankDeclined(Event, frozen=True):
    """A player passed the bank."""

    player: str


class BankTaken(Event, frozen=True):
    """A player took the bank with a wager, for the first or a further turn."""

    box: int
    player: str
    wager: int
    turn: int


class FeeCollected(Event, frozen=True):
    """A collection fee was collected."""

    player: str
    amount: int


class FeeReturned(Event, frozen=True):
    """A fee was returned: the round was void, or the wager had no action."""

    player: str
    amount: int


class WagerPlaced(Event, frozen=True):
    """A wager was placed: a bettor's first chips of this kind on a box."""

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
    """Part of a wager was taken back; ``stake`` is that part."""

    wager: int
    stake: int


class WagerWithdrawn(Event, frozen=True):
    """A whole wager was taken back before betting closed."""

    wager: int


class UndealtWagerReturned(Event, frozen=True):
    """A wager that lay on the table when it closed was returned; no card had been dealt to it."""

    wager: int
    by: str
    why: str


class BankReturned(Event, frozen=True):
    """The bank was returned to the player-dealer, because the table closed before the deal."""

    player: str
    wager: int
    by: str
    why: str


class WagerProRated(Event, frozen=True):
    """A wager over the maximum was pro-rated; ``effective`` is in action."""

    wager: int
    effective: int


class BetsClosed(Event, frozen=True):
    """No more bets."""


class BetsReopened(Event, frozen=True):
    """Betting was reopened because no round has begun; bets may stay down."""


class WagerSettled(Event, frozen=True):
    """A wager was settled or resettled; ``returned`` is everything the bettor gets back."""

    wager: int
    result: str
    paid: int
    returned: int
    when: str
