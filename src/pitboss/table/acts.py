"""The acts of the people at a table, in the imperative; the book decides each."""

from __future__ import annotations

from typing import Final

from msgspec import Struct


class Act(Struct, frozen=True, kw_only=True, gc=False):
    """An act that a person wants to do."""


class Arrive(Act, frozen=True):
    """Join the table."""

    player: str


class Sit(Act, frozen=True):
    """Take the seat at a box."""

    box: int
    player: str


class Leave(Act, frozen=True):
    """Leave the seat at a box."""

    box: int
    player: str


class Bet(Act, frozen=True):
    """Place a wager before the deal, or add to one."""

    box: int
    player: str
    stake: int
    kind: str = "main"
    unnoticed: bool = False
    placed_by: str | None = None


class Squeeze(Act, frozen=True):
    """Ask to squeeze the cards of a box: they are dealt face down for the player to turn."""

    box: int
    player: str


class Withdraw(Act, frozen=True):
    """Take back a wager, or ``stake`` of it, while betting is open."""

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
    """Pass the bank."""

    player: str


class Shuffle(Act, frozen=True):
    """Shuffle the cards for a new shoe."""

    reason: str
    at: int | str | None = None


class Cut(Act, frozen=True):
    """Cut the cards ``depth`` deep."""

    player: str
    depth: int


class DeclineCut(Act, frozen=True):
    """Decline the cut."""

    player: str


class OrderRecut(Act, frozen=True):
    """Order a recut before the cards are loaded into the shoe."""

    by: str
    why: str


class PrepareCards(Act, frozen=True):
    """Do a step of the preparation: inspect, spread, view, wash, stack..., in a role."""

    step: str
    by: str
    role: str = "dealer"
    batch: int = 1


class PassTime(Act, frozen=True):
    """Let minutes pass, as the clock of the table reports."""

    minutes: int


class ShowBurned(Act, frozen=True):
    """Ask to see the burn card."""

    player: str


class ChangeDealer(Act, frozen=True):
    """Change the dealer."""


class PressButton(Act, frozen=True):
    """Draw the Madness 21 prize of a box; ``prize`` is in cents per dollar."""

    box: int
    player: str
    prize: int
    nominated_by: str | None = None


class Insure(Act, frozen=True):
    """Insure against a dealer blackjack."""

    box: int
    amount: int
    player: str | None = None


class TakeEvenMoney(Act, frozen=True):
    """Take even money for a blackjack."""

    box: int
    player: str | None = None


class OnHand(Act, frozen=True):
    """A decision on a hand, by ``player`` or, by default, the player in control."""

    box: int
    hand: int = 1
    player: str | None = None


class Stand(OnHand, frozen=True):
    """Take no more cards."""


class Hit(OnHand, frozen=True):
    """Take a card; ``pick`` chooses among cards drawn together."""

    pick: str | None = None


class Double(OnHand, frozen=True):
    """Double and take one card; a back bettor who is asked joins with this act too."""

    amount: int | None = None


class Split(OnHand, frozen=True):
    """Split a pair; a back bettor who is asked joins with this act too."""


class Decline(OnHand, frozen=True):
    """Decline to join a double or split; ``stay`` is the hand the wager stays on."""

    stay: int | None = None


class Zap(OnHand, frozen=True):
    """Exchange the first two cards."""


class Surrender(OnHand, frozen=True):
    """Surrender the hand."""


class RefuseCard(OnHand, frozen=True):
    """Decline the exposed card."""


class TakeLateCard(OnHand, frozen=True):
    """Take the missed card."""


class CallDead(OnHand, frozen=True):
    """Call a hand dead because its card was missed."""


ON_HAND: Final = tuple(OnHand.__subclasses__())
"""Every kind of decision on a hand."""


class Continue(Act, frozen=True):
    """Play on after a dealing error."""

    player: str


class TakeBack(Act, frozen=True):
    """Take back all open bets after a dealing error."""

    player: str


class Report(Act, frozen=True):
    """Report an irregularity, or give a supervisor's order; ``what`` is its name."""

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
