"""The side bets: what a book says of each, and of the drawing of prizes."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from pitboss.money import Cents
from pitboss.rulebooks.amounts import Amounts, MoneyDomain, Sign
from pitboss.rulebooks.domains import OneOf, YesNo
from pitboss.rulebooks.enumerations import FailureBasis, MainNeeded, Otherwise, SideSettled
from pitboss.rulebooks.provisions import Provision
from pitboss.rulebooks.side_bet_enumerations import (
    AceCounts,
    AceRanks,
    Button,
    DealerDraws,
    Placed,
    StakeOfWinner,
    VoidWithTheHand,
)
from pitboss.rulebooks.side_bet_language import RowsOf
from pitboss.rulebooks.side_bets import PayTable


class Draw(Struct, frozen=True):
    """The drawing of prizes for a side bet that pays by a draw."""

    button: Annotated[Provision[Button], OneOf(Button), "Who presses the button?"]
    stake: Annotated[
        Provision[StakeOfWinner], OneOf(StakeOfWinner), "What happens to the stake of a winner?"
    ]
    failure_pays: Annotated[
        Provision[Cents], MoneyDomain(), "What is paid when the equipment has failed?"
    ]
    failure_basis: Annotated[
        Provision[FailureBasis], OneOf(FailureBasis), "Per wager or per dollar?"
    ]


class SideBet(Struct, frozen=True, omit_defaults=True):
    """A side bet: the cards it depends on, what they pay, and who may place it."""

    offered: Annotated[Provision[bool], YesNo(), "Is the bet offered?"]
    amounts: Annotated[Provision[Sign], Amounts(), "What amounts are posted?"]
    needs: Annotated[
        Provision[MainNeeded], OneOf(MainNeeded), "Whose main wager must be on the box?"
    ]
    on_anothers_box: Annotated[
        Provision[bool], YesNo(), "May it be placed on another player's box?"
    ]
    at_most_the_main: Annotated[Provision[bool], YesNo(), "Is it limited to the main wager?"]
    rows: Annotated[Provision[PayTable], RowsOf(), "What wins, and what does it pay?"]
    otherwise: Annotated[Provision[Otherwise], OneOf(Otherwise), "What happens if it does not win?"]
    settled: Annotated[Provision[SideSettled], OneOf(SideSettled), "When is it settled?"]
    void_with_the_hand: Annotated[
        Provision[VoidWithTheHand], OneOf(VoidWithTheHand), "Is it void if the hand is void?"
    ]
    ace_counts: Annotated[
        Provision[AceCounts] | None, OneOf(AceCounts), "What does an ace count for this bet?"
    ]
    ace_ranks: Annotated[
        Provision[AceRanks] | None, OneOf(AceRanks), "Where does an ace rank for this bet?"
    ]
    split_closes: Annotated[
        Provision[bool] | None, YesNo(), "Does splitting the first two cards settle it?"
    ]
    dealer_draws: Annotated[
        Provision[DealerDraws] | None,
        OneOf(DealerDraws),
        "Which cards does the dealer take?",
    ]
    one_scale_in_the_house: Annotated[
        Provision[bool] | None, YesNo(), "Must all open tables pay it by one scale?"
    ]
    id: str
    name: str
    short: str
    label: str
    """Its label if no row wins"""
    draw: Draw | None
    placed: Annotated[
        Provision[Placed] | None, OneOf(Placed), "When is it placed, if not with the main wager?"
    ] = None


ONLY_WHERE_ASKED = frozenset(
    {"ace_counts", "ace_ranks", "split_closes", "dealer_draws", "one_scale_in_the_house", "placed"}
)
"""The provisions that a book states only for bets whose rows call for them."""


class SideBets(Struct, frozen=True):
    """The side bets of a book, in its order."""

    bets: tuple[SideBet, ...]

    def get(self, id: str) -> SideBet | None:
        """The bet of that id, or None if the book has none."""
        for bet in self.bets:
            if bet.id == id:
                return bet
        return None
