"""Irregularities and their remedies."""

from __future__ import annotations

from pitboss.table.events.base import Event, HandEvent


class IrregularityNoted(Event, frozen=True):
    """An irregularity was noted."""

    what: str
    box: int | None = None
    hand: int | None = None
    player: str | None = None
    by: str | None = None
    why: str | None = None


class DealChanged(Event, frozen=True):
    """Cards of the initial deal were missed: for a box (both or the second) or for the dealer."""

    missed: str
    box: int | None = None


class CardHeld(Event, frozen=True):
    """A card drawn in error is held as the next card."""

    card: str
    exposed: bool
    together: bool = False


class CardRemoved(Event, frozen=True):
    """A card was removed from play, from the shoe or from the held cards."""

    card: str
    why: str
    held: bool = False


class CardRefused(HandEvent, frozen=True):
    """A player declined the exposed card; ``others`` are hands that take no more cards either."""

    others: tuple[tuple[int, int], ...] = ()


class CardChosen(HandEvent, frozen=True):
    """Of cards drawn together, the player chose this one first."""

    card: str


class ChoiceOffered(Event, frozen=True):
    """After a dealing error each of these players may play on or take back the open bets."""

    players: tuple[str, ...]
    rebuilt: bool = False
    """Whether the hands they may play on with are reconstructed"""


class PlayerContinued(Event, frozen=True):
    """A player played on after a dealing error."""

    player: str


class BetsWithdrawn(Event, frozen=True):
    """A player took back the open bets after a dealing error."""

    player: str


class PlayerLeft(Event, frozen=True):
    """A player is absent; the hand is played as the book provides, or control passes."""

    box: int
    player: str


class InsuranceReopened(Event, frozen=True):
    """A player who was not offered insurance may still take it."""

    box: int
    player: str


class LateCardDue(HandEvent, frozen=True):
    """A card that the dealer missed may still be taken, at the player's choice."""


class LateCardTaken(HandEvent, frozen=True):
    """A player took the card that was missed."""


class HandVoided(HandEvent, frozen=True):
    """A hand was declared void or dead."""


class RoundVoided(Event, frozen=True):
    """The round was declared void."""

    why: str


class ShoeExhausted(Event, frozen=True):
    """The shoe ran out in the middle of a round."""

    after: int


class ShuffleOrdered(Event, frozen=True):
    """The cards are to be shuffled; ``at_once`` or after this round."""

    reason: str
    at_once: bool = False


class CardToBeReplaced(Event, frozen=True):
    """A damaged card is to be replaced after the round."""

    card: str


class EquipmentFailed(Event, frozen=True):
    """A piece of equipment failed."""

    what: str


class EquipmentRepaired(Event, frozen=True):
    """A piece of equipment is back in service."""

    what: str


class SupervisorRuled(Event, frozen=True):
    """A supervisor ruled, with a reason; ``approved_by`` gave a second approval, if any."""

    by: str
    ruling: str
    why: str
    approved_by: str | None = None
