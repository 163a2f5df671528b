"""The opening, the seats, the shuffle and the cut."""

from __future__ import annotations

from typing import Any

from pitboss.table.events.base import Event


class TableOpened(Event, frozen=True):
    """The table opened under a book with these elections; ``source`` is a user's own book."""

    book: str
    settings: dict[str, Any]
    source: str | None = None
    table: str = "table"
    strict_supervision: bool = False
    by_the_book: bool | None = None
    """Whether the cards are prepared step by step; None if only supervision demands it"""
    dealt_by_person: bool = False
    """Whether a person does the dealer's duties, so that every decision waits for them"""
    dealt_by_machine: bool = False
    """Whether a machine deals, whose log decides what happened; neither in a worked round"""


class PlayerArrived(Event, frozen=True):
    """A player joined the table."""

    player: str


class SeatTaken(Event, frozen=True):
    """A player took the seat at a box."""

    box: int
    player: str


class SeatLeft(Event, frozen=True):
    """A player left the seat at a box."""

    box: int
    player: str


class CardsPrepared(Event, frozen=True):
    """A step of the opening: received, inspected, verified, spread, viewed, washed, stacked..."""

    step: str
    by: str
    role: str = "dealer"
    batch: int = 1


class CardsShuffled(Event, frozen=True):
    """The cards were shuffled, for a reason; ``cards`` is the size of the new stack."""

    reason: str
    cards: int
    batch: int = 1


class CutOffered(Event, frozen=True):
    """The cut was offered, in order, each under a clause; ``burn`` if a card will be burned."""

    offers: tuple[tuple[int, str, str], ...]
    burn: bool


class CutDeclined(Event, frozen=True):
    """A player declined the cut."""

    player: str


class CutUnanswered(Event, frozen=True):
    """A player did not answer the offer of the cut, and it passed on."""

    player: str


class ShoeCut(Event, frozen=True):
    """The cards were cut, ``depth`` deep."""

    player: str
    depth: int


class ShoeLoaded(Event, frozen=True):
    """The stack was loaded; ``position`` is the depth of the cut card, if there is one."""

    cards: int
    position: int | None = None
    second_at_back: bool = False


class CardBurned(Event, frozen=True):
    """A card was burned."""

    card: str


class RecutOrdered(Event, frozen=True):
    """A supervisor ordered a recut, by the last cutter or the next in order."""

    by: str
    why: str
    offers: tuple[tuple[int, str, str], ...]


class BurnedCardShown(Event, frozen=True):
    """A player asked for the burn card and was shown it."""

    player: str
    card: str


class TimePassed(Event, frozen=True):
    """Minutes passed."""

    minutes: int


class PlayerReadmitted(Event, frozen=True):
    """A player who had sat out was readmitted."""

    player: str
    by: str


class DealerChanged(Event, frozen=True):
    """The dealer changed; ``burn`` if the book requires a burn card."""

    burn: bool


class ShoeSealed(Event, frozen=True):
    """The house published the seal of a shoe's order, before the cut."""

    commitment: str
    table: str
    shoe: int
    composition: str
    version: int = 1
    follows: int | None = None
    """The shoe from whose secret and seeds this one's secret was derived, during a round."""


class SeedGiven(Event, frozen=True):
    """A player gave a seed for a sealed shoe."""

    player: str
    seed: str
    shoe: int


class SeedsMixed(Event, frozen=True):
    """The players' seeds were mixed into the shoe, in this order."""

    seeds: tuple[tuple[str, str], ...]
    shoe: int


class ShoeRevealed(Event, frozen=True):
    """The secret of an ended shoe was revealed, with the cut."""

    secret: str
    table: str
    shoe: int
    cut: int
