"""What wagers win and lose, what insures them, and who pays."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from pitboss.cards import Rank
from pitboss.money import Cents, Odds
from pitboss.rulebooks.amounts import Money, OddsPair
from pitboss.rulebooks.domains import OneOf, Totals, UpCards, Whole, YesNo
from pitboss.rulebooks.enumerations import (
    BankLimit,
    BlackjackTakes,
    BothOver,
    Compared,
    Direction,
    InsuranceAmount,
    InsuranceCloses,
    InsuranceSettled,
    SettlementOrder,
)
from pitboss.rulebooks.provisions import Provision

_COMPARED = OneOf(Compared)


class Insurance(Struct, frozen=True):
    """The wager on a dealer blackjack."""

    offered: Annotated[Provision[bool], YesNo(), "Is insurance offered?"]
    against: Annotated[Provision[frozenset[Rank]], UpCards(), "Against which first cards?"]
    closes: Annotated[
        Provision[InsuranceCloses], OneOf(InsuranceCloses), "Until when may it be taken?"
    ]
    amount: Annotated[
        Provision[InsuranceAmount], OneOf(InsuranceAmount), "How much of the main wager?"
    ]
    in_chips: Annotated[
        Provision[bool], YesNo(), "Must a win be payable in the chips of the table?"
    ]
    odds: Annotated[Provision[Odds], OddsPair(), "What does a win pay?"]
    settled: Annotated[Provision[InsuranceSettled], OneOf(InsuranceSettled), "When is it settled?"]


class EvenMoney(Struct, frozen=True):
    """Early settlement of a blackjack that the dealer might tie."""

    offered: Annotated[Provision[bool], YesNo(), "May a blackjack be settled early?"]
    against: Annotated[Provision[frozenset[Rank]], UpCards(), "Against which first cards?"]
    odds: Annotated[Provision[Odds], OddsPair(), "At what odds?"]
    returns_insurance: Annotated[Provision[bool], YesNo(), "Is insurance on the hand handed back?"]


class Comparison(Struct, frozen=True):
    """What becomes of a player's hand against the dealer's."""

    two_blackjacks: Annotated[Provision[Compared], _COMPARED, "Blackjack against blackjack?"]
    blackjack: Annotated[
        Provision[Compared], _COMPARED, "A player's blackjack against any other hand?"
    ]
    dealer_blackjack: Annotated[
        Provision[Compared],
        OneOf(Compared, but=(Compared.WIN,)),
        "Any other hand against a dealer blackjack?",
    ]
    over: Annotated[Provision[Compared], _COMPARED, "A player over 21?"]
    dealer_22: Annotated[Provision[Compared], _COMPARED, "A dealer with exactly 22?"]
    dealer_over: Annotated[Provision[Compared], _COMPARED, "A dealer over 21?"]
    higher: Annotated[Provision[Compared], _COMPARED, "A player's total above the dealer's?"]
    equal: Annotated[Provision[Compared], _COMPARED, "Equal totals?"]
    lower: Annotated[Provision[Compared], _COMPARED, "A player's total below the dealer's?"]


class OverOver(Struct, frozen=True):
    """What becomes of a hand over 21 when the dealer's is over too."""

    four_or_more_cards: Annotated[
        Provision[Compared], _COMPARED, "A player's hand over 21 in four or more cards?"
    ]
    three_card_22: Annotated[Provision[Compared], _COMPARED, "A player's three-card 22?"]
    equal: Annotated[Provision[Compared], _COMPARED, "Equal totals over 21?"]
    dealer_nearer: Annotated[Provision[Compared], _COMPARED, "The dealer nearer to 21?"]
    pushes_on: Annotated[
        Provision[BothOver], OneOf(BothOver), "Whose three-card hand makes a nearer player push?"
    ]
    push_totals: Annotated[
        Provision[frozenset[int]], Totals(23, 30), "Which totals of that hand make it?"
    ]
    otherwise: Annotated[Provision[Compared], _COMPARED, "A nearer player otherwise?"]


class Settlement(Struct, frozen=True):
    """Odds, and who is settled first."""

    win_odds: Annotated[Provision[Odds], OddsPair(), "What does an ordinary win pay?"]
    blackjack_odds: Annotated[Provision[Odds], OddsPair(), "What does a blackjack pay?"]
    order: Annotated[
        Provision[SettlementOrder], OneOf(SettlementOrder), "In which order is settled?"
    ]
    blackjack_takes: Annotated[
        Provision[BlackjackTakes],
        OneOf(BlackjackTakes),
        "What does a dealer blackjack take of split hands?",
    ]
    blackjack_takes_doubles: Annotated[
        Provision[bool], YesNo(), "Does it take the doubled wager of an unbusted hand?"
    ]


class Banking(Struct, frozen=True):
    """The player who banks the game."""

    limit: Annotated[Provision[BankLimit], OneOf(BankLimit), "How far does the bank's wager reach?"]
    uncovered_returned: Annotated[
        Provision[bool], YesNo(), "Are wagers that an exhausted bank cannot cover returned?"
    ]
    turns_in_a_row: Annotated[
        Provision[int], Whole(1, 9), "How many rounds in a row may one person bank?"
    ]
    passes: Annotated[Provision[Direction], OneOf(Direction), "Which way does the bank pass?"]
    banker_may_bet: Annotated[Provision[bool], YesNo(), "May the banker wager as a player?"]
    fee_per_circle: Annotated[Provision[Cents], Money(), "Which fee does a player pay per circle?"]
    fee_of_banker: Annotated[Provision[Cents], Money(), "Which fee does the banker pay?"]
    fee_back_without_action: Annotated[
        Provision[bool], YesNo(), "Is the fee of a wager without action given back?"
    ]
    fee_on_extra_wagers: Annotated[Provision[bool], YesNo(), "Is a fee due on doubles and splits?"]
