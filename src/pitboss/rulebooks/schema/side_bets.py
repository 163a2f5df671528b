"""The side bets: what they ask, what they pay, and when."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from pitboss.money import Cents, Odds
from pitboss.rulebooks.amounts import (
    Amounts,
    Money,
    OddsPair,
    PayTable,
    PayTableOf,
    Prizes,
    PrizeTable,
    Sign,
)
from pitboss.rulebooks.domains import OneOf, Whole, YesNo
from pitboss.rulebooks.enumerations import FailureBasis, MainNeeded, Otherwise, SideSettled
from pitboss.rulebooks.provisions import Provision

_OFFERED = "Is the bet offered?"
_AMOUNTS = "Which amounts does the sign show?"
_NEEDS = "Whose main wager must lie on the box?"
_OTHERWISE = "What becomes of it otherwise?"


class PerfectPairs(Struct, frozen=True):
    """A bet that the first two cards are a pair, paid by how alike they are."""

    offered: Annotated[Provision[bool], YesNo(), _OFFERED]
    amounts: Annotated[Provision[Sign], Amounts(), _AMOUNTS]
    needs: Annotated[Provision[MainNeeded], OneOf(MainNeeded), _NEEDS]
    on_anothers_box: Annotated[Provision[bool], YesNo(), "May it lie on another's circle?"]
    at_most_the_main: Annotated[Provision[bool], YesNo(), "Is it limited to the main wager?"]
    odds: Annotated[
        Provision[PayTable], PayTableOf(("perfect", "coloured", "mixed")), "What does it pay?"
    ]
    otherwise: Annotated[Provision[Otherwise], OneOf(Otherwise), _OTHERWISE]
    settled: Annotated[Provision[SideSettled], OneOf(SideSettled), "When is it settled?"]


class PlayerPair(Struct, frozen=True):
    """A bet that the first two cards are of one rank."""

    offered: Annotated[Provision[bool], YesNo(), _OFFERED]
    amounts: Annotated[Provision[Sign], Amounts(), _AMOUNTS]
    needs: Annotated[Provision[MainNeeded], OneOf(MainNeeded), _NEEDS]
    odds: Annotated[Provision[Odds], OddsPair(), "What does it pay?"]
    otherwise: Annotated[Provision[Otherwise], OneOf(Otherwise), _OTHERWISE]
    settled: Annotated[Provision[SideSettled], OneOf(SideSettled), "When is it settled?"]


class OverUnder13(Struct, frozen=True):
    """Bets that the first two cards total more, or less, than thirteen."""

    over: Annotated[Provision[bool], YesNo(), "Is Over offered?"]
    under: Annotated[Provision[bool], YesNo(), "Is Under offered?"]
    amounts: Annotated[Provision[Sign], Amounts(), _AMOUNTS]
    needs: Annotated[Provision[MainNeeded], OneOf(MainNeeded), _NEEDS]
    at_most_the_main: Annotated[
        Provision[bool], YesNo(), "Is it limited to the main wagers of the box?"
    ]
    pivot: Annotated[Provision[int], Whole(12, 14), "Which total loses both bets?"]
    ace: Annotated[Provision[int], Whole(1, 11), "What does an ace count for these bets?"]
    over_odds: Annotated[Provision[Odds], OddsPair(), "What does over pay?"]
    under_odds: Annotated[Provision[Odds], OddsPair(), "What does under pay?"]
    settled: Annotated[Provision[SideSettled], OneOf(SideSettled), "When are they settled?"]

    @property
    def offered(self) -> Provision[bool]:
        """Whether either of them is offered."""
        return self.over if self.over.value else self.under


class SuperSevens(Struct, frozen=True):
    """A bet on sevens from the first card on."""

    offered: Annotated[Provision[bool], YesNo(), _OFFERED]
    amounts: Annotated[Provision[Sign], Amounts(), _AMOUNTS]
    needs: Annotated[Provision[MainNeeded], OneOf(MainNeeded), _NEEDS]
    odds: Annotated[
        Provision[PayTable],
        PayTableOf(("three_suited", "three", "two_suited", "two", "one")),
        "What does it pay?",
    ]
    otherwise: Annotated[Provision[Otherwise], OneOf(Otherwise), _OTHERWISE]
    split_settles: Annotated[Provision[bool], YesNo(), "Does splitting the sevens settle it?"]


class Madness21(Struct, frozen=True):
    """A bet on a blackjack, paid by a drawn prize."""

    offered: Annotated[Provision[bool], YesNo(), _OFFERED]
    amounts: Annotated[Provision[Sign], Amounts(), _AMOUNTS]
    needs: Annotated[Provision[MainNeeded], OneOf(MainNeeded), _NEEDS]
    prizes: Annotated[Provision[PrizeTable], Prizes(), "Which prizes are drawn?"]
    otherwise: Annotated[Provision[Otherwise], OneOf(Otherwise), _OTHERWISE]
    controller_presses: Annotated[
        Provision[bool], YesNo(), "Does the player in control of the box press the button?"
    ]
    stake_kept: Annotated[Provision[bool], YesNo(), "Does a winner keep the stake?"]
    failure_pays: Annotated[
        Provision[Cents], Money(), "What is paid when the equipment has failed?"
    ]
    failure_basis: Annotated[
        Provision[FailureBasis], OneOf(FailureBasis), "Per wager or per dollar?"
    ]


class Buster(Struct, frozen=True):
    """A bet that the dealer's hand goes over, paid by its number of cards."""

    offered: Annotated[Provision[bool], YesNo(), _OFFERED]
    amounts: Annotated[Provision[Sign], Amounts(), _AMOUNTS]
    needs: Annotated[Provision[MainNeeded], OneOf(MainNeeded), _NEEDS]
    on_anothers_box: Annotated[Provision[bool], YesNo(), "May it lie on another's circle?"]
    odds: Annotated[
        Provision[PayTable], PayTableOf(("3", "4", "5", "6", "7", "8")), "What does it pay?"
    ]
    otherwise: Annotated[Provision[Otherwise], OneOf(Otherwise), _OTHERWISE]
    completes_the_hand: Annotated[
        Provision[bool], YesNo(), "Must the dealer's hand be completed for it?"
    ]
