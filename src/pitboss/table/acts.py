"""What people at the table do, in the imperative: each act is decided by the book."""

from __future__ import annotations

from typing import Final

from msgspec import Struct


class Act(Struct, frozen=True, kw_only=True, gc=False):
    """Something that somebody wants to do."""


class Arrive(Act, frozen=True):
    """Come to the table."""

    player: str


class Sit(Act, frozen=True):
    """Take the seat at a box."""

    box: int
    player: str


class Leave(Act, frozen=True):
    """Give up the seat at a box."""

    box: int
    player: str


class Bet(Act, frozen=True):
    """Place a wager before the cards, or add to one's own that lies there."""

    box: int
    player: str
    stake: int
    kind: str = "main"
    unnoticed: bool = False
    placed_by: str | None = None


class Squeeze(Act, frozen=True):
    """Ask to have the cards of a box dealt face down, to be turned by the player."""

    box: int
    player: str


class Withdraw(Act, frozen=True):
    """Take a wager back before the bets are closed, or as much of it as ``stake`` says."""

    box: int
    player: str
    kind: str = "main"
    stake: int | None = None


class CloseBets(Act, frozen=True):
    """Call "No more bets" and begin the deal."""


class TakeBank(Act, frozen=True):
    """Accept the bank, with a wager from which winners are paid."""

    player: str
    box: int
    wager: int


class DeclineBank(Act, frozen=True):
    """Let the bank pass on."""

    player: str


class Shuffle(Act, frozen=True):
    """Shuffle the cards for a new shoe."""

    reason: str
    at: int | str | None = None


class Cut(Act, frozen=True):
    """Put the cutting card in with so many cards in front of it."""

    player: str
    depth: int


class DeclineCut(Act, frozen=True):
    """Let the cut pass on."""

    player: str


class OrderRecut(Act, frozen=True):
    """Have the cards cut again before they go into the shoe."""

    by: str
    why: str


class PrepareCards(Act, frozen=True):
    """Do a step of the preparation: inspect, spread, view, wash, stack..., in a role."""

    step: str
    by: str
    role: str = "dealer"
    batch: int = 1


class PassTime(Act, frozen=True):
    """Let minutes go by; whoever keeps the clock says so."""

    minutes: int


class ShowBurned(Act, frozen=True):
    """Ask to see the burned card."""

    player: str


class ChangeDealer(Act, frozen=True):
    """A new dealer comes to the table."""


class PressButton(Act, frozen=True):
    """Draw the Madness 21 prize of a box; ``prize`` in cents for each dollar."""

    box: int
    player: str
    prize: int
    nominated_by: str | None = None


class Insure(Act, frozen=True):
    """Wager on a dealer blackjack."""

    box: int
    amount: int
    player: str | None = None


class TakeEvenMoney(Act, frozen=True):
    """Have a blackjack paid one to one now."""

    box: int
    player: str | None = None


class OnHand(Act, frozen=True):
    """A decision on a hand; ``player`` speaks, by default the one who decides."""

    box: int
    hand: int = 1
    player: str | None = None


class Stand(OnHand, frozen=True):
    """Take no more cards."""


class Hit(OnHand, frozen=True):
    """Take a card; ``pick`` chooses among cards drawn together."""

    pick: str | None = None


class Double(OnHand, frozen=True):
    """Add to the own wager and take one card; whoever is asked adds to his, with this act too."""

    amount: int | None = None


class Split(OnHand, frozen=True):
    """Make two hands of a pair and pay for the second; whoever is asked pays with this act too."""


class Decline(OnHand, frozen=True):
    """Add nothing to the decider's double or split; ``stay`` names the hand the wager stays on."""

    stay: int | None = None


class Zap(OnHand, frozen=True):
    """Exchange the first two cards."""


class Surrender(OnHand, frozen=True):
    """Give up half the wager."""


class RefuseCard(OnHand, frozen=True):
    """Decline the exposed card."""


class TakeLateCard(OnHand, frozen=True):
    """Take a card that the dealer missed."""


class CallDead(OnHand, frozen=True):
    """Have a hand that missed its card called dead."""


ON_HAND: Final = tuple(OnHand.__subclasses__())
"""Every kind of decision on a hand."""


class Continue(Act, frozen=True):
    """Go on after a dealing error."""

    player: str


class TakeBack(Act, frozen=True):
    """Have all open bets returned after a dealing error."""

    player: str


class Report(Act, frozen=True):
    """Something has gone wrong, or a supervisor orders something; ``what`` names it."""

    what: str
    box: int | None = None
    hand: int | None = None
    player: str | None = None
    card: str | None = None
    cards: tuple[str, ...] = ()
    which: str | None = None
    reconstructed: bool | None = None
    ruling: str | None = None
    hands: tuple[tuple[int, int], ...] = ()
    lost: tuple[str, ...] = ()
    by: str = "supervisor"
    why: str = ""
    second: str | None = None
