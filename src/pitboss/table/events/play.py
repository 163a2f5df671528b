"""The deal, the decisions and the dealer's hand."""

from __future__ import annotations

from pitboss.table.events.base import Event


class CutCardDrawn(Event, frozen=True):
    """The cutting card came out on a box or, where ``box`` is none, on the dealer's hand."""

    first: bool
    box: int | None = None


class CardDealt(Event, frozen=True):
    """A card to a hand of a box or, where ``box`` is none, to the dealer."""

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
    """A Madness 21 prize was drawn, so much for each dollar."""

    box: int
    player: str
    prize: int


class WindowOpened(Event, frozen=True):
    """Insurance, even money or surrender is open to the players."""

    insurance: bool
    surrender: bool


class WindowClosed(Event, frozen=True):
    """The time for insurance, even money or surrender is over."""


class EvenMoneyTaken(Event, frozen=True):
    """A blackjack was settled early."""

    box: int
    player: str


class HoleCardChecked(Event, frozen=True):
    """The dealer looked for a blackjack under the first card."""

    blackjack: bool


class HandHit(Event, frozen=True):
    """A player asked for a card."""

    box: int
    hand: int


class HandStood(Event, frozen=True):
    """A player stood."""

    box: int
    hand: int


class HandDoubled(Event, frozen=True):
    """A player doubled down."""

    box: int
    hand: int


class HandSplit(Event, frozen=True):
    """A hand became two."""

    box: int
    hand: int
    new_hand: int


class BackBettorsAsked(Event, frozen=True):
    """The other bettors on a hand were asked whether they follow the double or the split."""

    what: str
    box: int
    hand: int
    players: tuple[str, ...]
    new_hand: int | None = None


class ShareDeclined(Event, frozen=True):
    """A bettor added nothing; after a split the wager lies on the hand ``stays``."""

    box: int
    hand: int
    player: str
    stays: int | None = None


class HandZapped(Event, frozen=True):
    """Hand zapped."""

    box: int
    hand: int
    cards: tuple[str, ...]


class HandSurrendered(Event, frozen=True):
    """A player gave up a hand."""

    box: int
    hand: int


class HandBusted(Event, frozen=True):
    """A hand went over."""

    box: int
    hand: int
    total: int


class CardsTakenAway(Event, frozen=True):
    """The cards of a hand that is settled went into the rack before the round was over."""

    box: int
    hand: int
    cards: tuple[str, ...]


class HandClosed(Event, frozen=True):
    """A hand closed by itself: 21, doubled, a split ace."""

    box: int
    hand: int


class HoleCardRevealed(Event, frozen=True):
    """The hole card was turned up."""

    card: str


class DealerHandCompleted(Event, frozen=True):
    """The dealer's hand was finished."""

    total: int


class CardsCollected(Event, frozen=True):
    """The cards went to the discard rack in an order from which every hand can be rebuilt."""

    cards: tuple[str, ...]


class RoundClosed(Event, frozen=True):
    """The round was over."""

    number: int
