"""The opening, the seats, the shuffle and the cut."""

from __future__ import annotations

from typing import Any

from pitboss.table.events.base import Event


class TableOpened(Event, frozen=True):
    """The table opened under a book with these elections; ``source`` where it is a user's own."""

    book: str
    settings: dict[str, Any]
    source: str | None = None
    table: str = "table"
    strict_supervision: bool = False


class PlayerArrived(Event, frozen=True):
    """Somebody came to the table."""

    player: str


class SeatTaken(Event, frozen=True):
    """A player sat down at a box."""

    box: int
    player: str


class SeatLeft(Event, frozen=True):
    """A player gave up the seat at a box."""

    box: int
    player: str


class CardsPrepared(Event, frozen=True):
    """A step of the opening: received, inspected, verified, spread, viewed, washed, stacked..."""

    step: str
    by: str
    role: str = "dealer"
    batch: int = 1


class CardsShuffled(Event, frozen=True):
    """The cards were mixed, for a reason; ``cards`` of them form the new stack."""

    reason: str
    cards: int
    batch: int = 1


class CutOffered(Event, frozen=True):
    """Who is offered the cut, in order, each under a clause; and whether a card is to be burned."""

    offers: tuple[tuple[int, str, str], ...]
    burn: bool


class CutDeclined(Event, frozen=True):
    """A player let the cut pass on."""

    player: str


class ShoeCut(Event, frozen=True):
    """The cutting card went in with so many cards in front of it."""

    player: str
    depth: int


class ShoeLoaded(Event, frozen=True):
    """The stack is in the shoe; ``position`` cards lie before the cutting card, if there is one."""

    cards: int
    position: int | None = None
    second_at_back: bool = False


class CardBurned(Event, frozen=True):
    """A card was burned."""

    card: str


class RecutOrdered(Event, frozen=True):
    """A supervisor had the cards cut again, by whoever cut last or is next in the order."""

    by: str
    why: str
    offers: tuple[tuple[int, str, str], ...]


class BurnedCardShown(Event, frozen=True):
    """A player asked for the burned card and saw it."""

    player: str
    card: str


class TimePassed(Event, frozen=True):
    """So many minutes went by."""

    minutes: int


class PlayerReadmitted(Event, frozen=True):
    """The house let a player back in who had sat out."""

    player: str
    by: str


class DealerChanged(Event, frozen=True):
    """A new dealer came to the table, and burns a card where the book says so."""

    burn: bool


class ShoeSealed(Event, frozen=True):
    """The house published a seal of the order it has fixed, before anybody cut."""

    commitment: str
    table: str
    shoe: int
    composition: str
    version: int = 1
    follows: int | None = None
    """The shoe from whose secret and seeds this one's secret was worked out, in a round."""


class SeedGiven(Event, frozen=True):
    """Somebody at the table gave words of the own to be mixed into a sealed shoe."""

    player: str
    seed: str
    shoe: int


class SeedsMixed(Event, frozen=True):
    """What the people at the table gave was mixed into the order of the shoe, in this order."""

    seeds: tuple[tuple[str, str], ...]
    shoe: int


class ShoeRevealed(Event, frozen=True):
    """The secret behind a finished shoe's seal, and the cut that was mixed in."""

    secret: str
    table: str
    shoe: int
    cut: int
