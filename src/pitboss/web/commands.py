"""What people may send to a table: each command is one decision of the table engine."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import or_
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct

from pitboss.store.people import Role
from pitboss.table import acts

Amount = Annotated[int, Meta(ge=1, le=100_000_000_00)]
Number = Annotated[int, Meta(ge=0, le=99)]
Word = Annotated[str, Meta(min_length=1, max_length=40)]


class Command(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, kw_only=True):
    """A command from a person at a table; money is in cents."""


# The players'.


class Arrive(Command, frozen=True, tag="arrive"):
    """Join the table."""


class Sit(Command, frozen=True, tag="sit"):
    """Take the seat at a box."""

    box: Number


class Leave(Command, frozen=True, tag="leave"):
    """Give up the seat at a box."""

    box: Number


class Bet(Command, frozen=True, tag="bet"):
    """Place a bet before the deal, or add to your own."""

    box: Number
    amount: Amount
    kind: Word = "main"


class Withdraw(Command, frozen=True, tag="withdraw"):
    """Take back a bet, or part of it, before betting closes."""

    box: Number
    kind: Word = "main"
    amount: Amount | None = None


class Squeeze(Command, frozen=True, tag="squeeze"):
    """Ask to have the cards of a box dealt face down."""

    box: Number


class Ready(Command, frozen=True, tag="deal"):
    """Mark your bets as placed; the deal begins when all players are ready."""


class Done(Command, frozen=True, tag="done"):
    """Decline any further insurance, even money or surrender."""


class TakeBank(Command, frozen=True, tag="take_bank"):
    """Accept the bank with a wager from which winners are paid."""

    box: Number
    amount: Amount


class DeclineBank(Command, frozen=True, tag="decline_bank"):
    """Pass the bank."""


class Cut(Command, frozen=True, tag="cut"):
    """Insert the cut card at this depth."""

    depth: Annotated[int, Meta(ge=0, le=1000)]


class DeclineCut(Command, frozen=True, tag="decline_cut"):
    """Decline the cut."""


class GiveSeed(Command, frozen=True, tag="give_seed"):
    """Add a seed to the shoe sealed by ``commitment``."""

    seed: Annotated[str, Meta(min_length=1, max_length=64)]
    commitment: Annotated[str, Meta(min_length=64, max_length=64)]


class ShowBurned(Command, frozen=True, tag="show_burned"):
    """Ask to see the burn card."""


class PressButton(Command, frozen=True, tag="press_button"):
    """Draw the Madness 21 prize of a box."""

    box: Number


class Insure(Command, frozen=True, tag="insure"):
    """Insure against a dealer blackjack."""

    box: Number
    amount: Amount


class EvenMoney(Command, frozen=True, tag="even_money"):
    """Take even money for a blackjack."""

    box: Number


class OnHand(Command, frozen=True):
    """A decision on a hand."""

    box: Number
    hand: Number = 1


class Stand(OnHand, frozen=True, tag="stand"):
    """Stand."""


class Hit(OnHand, frozen=True, tag="hit"):
    """Hit; ``pick`` chooses among cards drawn together."""

    pick: Word | None = None


class Double(OnHand, frozen=True, tag="double"):
    """Double, or join the double of the player in control."""

    amount: Amount | None = None


class Split(OnHand, frozen=True, tag="split"):
    """Split a pair, or join the split of the player in control."""


class Decline(OnHand, frozen=True, tag="decline"):
    """Decline to join a double or split; ``stay`` names the hand the bet stays on."""

    stay: Number | None = None


class Zap(OnHand, frozen=True, tag="zap"):
    """Exchange the first two cards."""


class Surrender(OnHand, frozen=True, tag="surrender"):
    """Surrender half the bet."""


class RefuseCard(OnHand, frozen=True, tag="refuse_card"):
    """Decline the exposed card."""


class TakeLateCard(OnHand, frozen=True, tag="take_late_card"):
    """Take the card that was missed."""


class CallDead(OnHand, frozen=True, tag="call_dead"):
    """Have a hand that missed its card called dead."""


class Continue(Command, frozen=True, tag="continue"):
    """Play on after a dealing error."""


class TakeBack(Command, frozen=True, tag="take_back"):
    """Have all open bets returned after a dealing error."""


# The dealer's.


class TakeChair(Command, frozen=True, tag="take_chair"):
    """Take over as dealer."""


class LeaveChair(Command, frozen=True, tag="leave_chair"):
    """Stop dealing."""


class CloseBets(Command, frozen=True, tag="close_bets"):
    """Call "No more bets"."""


class Perform(Command, frozen=True, tag="perform"):
    """Perform the dealer's next duty: deal, check, turn, pay or collect."""


class Call(Command, frozen=True, tag="call"):
    """Name the real card drawn from the shoe, and deal it."""

    card: Annotated[str, Meta(pattern="^([A2-9TJQK][shdc]!?|CUT|END|XX)$")]


class Shuffle(Command, frozen=True, tag="shuffle"):
    """Shuffle the cards for a new shoe when a shuffle is due."""


class Prepare(Command, frozen=True, tag="prepare"):
    """Do a step of the cards' preparation: the dealer's, a supervisor's or a player's own."""

    step: Word
    batch: Annotated[int, Meta(ge=1, le=2)] = 1


class HouseCut(Command, frozen=True, tag="house_cut"):
    """Cut for the house when every player has declined."""


# The supervisors'.


class OrderRecut(Command, frozen=True, tag="order_recut"):
    """Order a recut before the cards are loaded."""

    why: Annotated[str, Meta(min_length=1, max_length=500)]


class Disable(Command, frozen=True, tag="disable"):
    """Suspend betting."""

    why: Annotated[str, Meta(min_length=1, max_length=500)]


class Enable(Command, frozen=True, tag="enable"):
    """Resume betting."""


class CloseTable(Command, frozen=True, tag="close_table"):
    """Close the table between rounds and publish the secret of its shoe."""

    why: Annotated[str, Meta(min_length=1, max_length=500)]


def _leaves(kind: type[Command]) -> list[type[Command]]:
    below = kind.__subclasses__()
    return [leaf for sub in below for leaf in _leaves(sub)] if below else [kind]


KINDS: Final[tuple[type[Command], ...]] = tuple(_leaves(Command))
"""Every kind of command."""

AnyCommand: Final[Any] = reduce(or_, KINDS)
"""The union of all commands, for reading one."""

BY_DEALERS: Final = frozenset({TakeChair, LeaveChair, CloseBets, Perform, Call, Shuffle, HouseCut})
"""What only a dealer does."""

BY_SUPERVISORS: Final = frozenset({OrderRecut, Disable, Enable, CloseTable})
"""What only a supervisor does."""

SUPERVISORS: Final = frozenset({Role.SUPERVISOR, Role.SHIFT_MANAGER})
"""Who may rule."""
_DEALERS: Final = SUPERVISORS | {Role.DEALER}
_PLAYERS: Final = frozenset(Role) - {Role.AUDITOR}


def who_may(kind: type[Command]) -> frozenset[Role]:
    """The roles from which this command is taken."""
    if kind in BY_SUPERVISORS:
        return SUPERVISORS
    return _DEALERS if kind in BY_DEALERS else _PLAYERS


_decoder: Final[msgspec.json.Decoder[Command]] = msgspec.json.Decoder(AnyCommand)


def read(body: bytes) -> Command:
    """A command from JSON; raises ``msgspec.ValidationError`` with a clear sentence."""
    return _decoder.decode(body)


_ON_HAND: Final[dict[type[Command], Callable[..., acts.Act]]] = {
    Stand: acts.Stand,
    Split: acts.Split,
    Zap: acts.Zap,
    Surrender: acts.Surrender,
    RefuseCard: acts.RefuseCard,
    TakeLateCard: acts.TakeLateCard,
    CallDead: acts.CallDead,
}


def act_of(command: Command, player: str) -> acts.Act | None:
    """The act that a player's command asks for; None where the house itself answers."""
    if (on_hand := _ON_HAND.get(type(command))) is not None:
        assert isinstance(command, OnHand)
        return on_hand(box=command.box, hand=command.hand, player=player)
    match command:
        case Hit():
            return acts.Hit(box=command.box, hand=command.hand, player=player, pick=command.pick)
        case Double():
            return acts.Double(
                box=command.box,
                hand=command.hand,
                player=player,
                amount=command.amount,
            )
        case Decline():
            return acts.Decline(
                box=command.box, hand=command.hand, player=player, stay=command.stay
            )
        case Arrive():
            return acts.Arrive(player=player)
        case Sit():
            return acts.Sit(box=command.box, player=player)
        case Leave():
            return acts.Leave(box=command.box, player=player)
        case Bet():
            return acts.Bet(box=command.box, player=player, stake=command.amount, kind=command.kind)
        case Withdraw():
            return acts.Withdraw(
                box=command.box, player=player, kind=command.kind, stake=command.amount
            )
        case Squeeze():
            return acts.Squeeze(box=command.box, player=player)
        case TakeBank():
            return acts.TakeBank(player=player, box=command.box, wager=command.amount)
        case DeclineBank():
            return acts.DeclineBank(player=player)
        case Cut():
            return acts.Cut(player=player, depth=command.depth)
        case DeclineCut():
            return acts.DeclineCut(player=player)
        case ShowBurned():
            return acts.ShowBurned(player=player)
        case Insure():
            return acts.Insure(box=command.box, amount=command.amount, player=player)
        case EvenMoney():
            return acts.TakeEvenMoney(box=command.box, player=player)
        case Continue():
            return acts.Continue(player=player)
        case TakeBack():
            return acts.TakeBack(player=player)
        case CloseBets():
            return acts.CloseBets()
        case OrderRecut():
            return acts.OrderRecut(by=player, why=command.why)
        case _:
            return None
