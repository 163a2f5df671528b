"""The deal, the decisions and the dealer's hand."""

from __future__ import annotations

from typing import Final

from pitboss.acts import HandAct
from pitboss.table.events.base import Event, HandEvent


class CutCardDrawn(Event, frozen=True):
    """The cut card came out on a box or, if ``box`` is None, on the dealer's hand."""

    first: bool
    box: int | None = None


class CardDealt(Event, frozen=True):
    """A card was dealt to a hand of a box or, if ``box`` is None, to the dealer."""

    card: str
    box: int | None = None
    hand: int = 1
    face_up: bool = True


class SqueezeGranted(Event, frozen=True):
    """The cards of a box are dealt face down in this round, for its player to turn."""

    box: int
    player: str


class DealCompleted(Event, frozen=True):
    """Every box has two cards; the initial deal is over."""

    play_begins: bool = False


class ButtonPressed(Event, frozen=True):
    """A Madness 21 prize was drawn, in cents per dollar."""

    box: int
    player: str
    prize: int


class WindowOpened(Event, frozen=True):
    """Insurance, even money, surrender or a side bet was offered."""

    insurance: bool
    surrender: bool
    side_bets: tuple[str, ...] = ()


class WindowClosed(Event, frozen=True):
    """The time between the deal and the first decision was over."""


class OfferUnanswered(Event, frozen=True):
    """A player did not answer what was on offer after the deal, and play went on."""

    player: str


class EvenMoneyTaken(Event, frozen=True):
    """A player took even money."""

    box: int
    player: str


class HoleCardChecked(Event, frozen=True):
    """The dealer checked the hole card for blackjack."""

    blackjack: bool


class HandHit(HandEvent, frozen=True):
    """A player hit."""


class HandStood(HandEvent, frozen=True):
    """A player stood."""


class HandDoubled(HandEvent, frozen=True):
    """A player doubled down."""


class HandSplit(HandEvent, frozen=True):
    """A hand was split."""

    new_hand: int


class BackBettorsAsked(Event, frozen=True):
    """The back bettors on a hand were asked whether they join the double or the split."""

    what: str
    box: int
    hand: int
    players: tuple[str, ...]
    new_hand: int | None = None


class ShareDeclined(HandEvent, frozen=True):
    """A back bettor declined; after a split the wager stays on hand ``stays``."""

    player: str
    stays: int | None = None


class HandZapped(HandEvent, frozen=True):
    """A hand was zapped."""

    cards: tuple[str, ...]


class HandSurrendered(HandEvent, frozen=True):
    """A hand was surrendered."""


class HandBusted(HandEvent, frozen=True):
    """A hand bust."""

    total: int


class CardsTakenAway(HandEvent, frozen=True):
    """The cards of a settled hand were collected before the end of the round."""

    cards: tuple[str, ...]


class HandClosed(HandEvent, frozen=True):
    """A hand takes no more cards: 21, doubled, or a split ace."""


class HoleCardRevealed(Event, frozen=True):
    """The hole card was turned."""

    card: str


class DealerHandCompleted(Event, frozen=True):
    """The dealer's hand was completed."""

    total: int


OF_PLAY: Final[dict[HandAct, type[HandEvent]]] = {
    HandAct.STAND: HandStood,
    HandAct.HIT: HandHit,
    HandAct.DOUBLE: HandDoubled,
    HandAct.SPLIT: HandSplit,
    HandAct.SURRENDER: HandSurrendered,
    HandAct.EXCHANGE: HandZapped,
}
"""What has happened once an act of play was done"""


class CardsCollected(Event, frozen=True):
    """The cards were collected in an order from which every hand can be reconstructed."""

    cards: tuple[str, ...]
    kept: int = 0
    """Cards drawn in error and not exposed, which stay the next cards"""


class RoundClosed(Event, frozen=True):
    """The round ended."""

    number: int
