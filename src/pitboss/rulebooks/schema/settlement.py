"""Insurance, comparison of hands, settlement, and the bank."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from pitboss.cards import Rank
from pitboss.money import Cents, Odds
from pitboss.rulebooks.amounts import MoneyDomain, OddsPair
from pitboss.rulebooks.domains import OneOf, Totals, UpCards, WholeNumber, YesNo
from pitboss.rulebooks.enumerations import (
    BankLimit,
    BlackjackTakes,
    BothOver,
    Compared,
    Direction,
    ExhaustedBank,
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
    against: Annotated[Provision[frozenset[Rank]], UpCards(), "Against which up cards?"]
    closes: Annotated[Provision[InsuranceCloses], OneOf(InsuranceCloses), "When does it close?"]
    amount: Annotated[
        Provision[InsuranceAmount],
        OneOf(InsuranceAmount),
        "What share of the main wager may it be?",
    ]
    in_chips: Annotated[Provision[bool], YesNo(), "Must a win be payable in the table's chips?"]
    odds: Annotated[Provision[Odds], OddsPair(), "What does a win pay?"]
    settled: Annotated[Provision[InsuranceSettled], OneOf(InsuranceSettled), "When is it settled?"]


class EvenMoney(Struct, frozen=True):
    """Even money on a blackjack that the dealer might tie."""

    offered: Annotated[Provision[bool], YesNo(), "Is even money offered?"]
    against: Annotated[Provision[frozenset[Rank]], UpCards(), "Against which up cards?"]
    odds: Annotated[Provision[Odds], OddsPair(), "At what odds?"]
    after_insurance: Annotated[
        Provision[bool], YesNo(), "May a player who has insured the hand take it?"
    ]
    returns_insurance: Annotated[
        Provision[bool], YesNo(), "Is insurance on the hand then returned?"
    ]


class Comparison(Struct, frozen=True):
    """How a player's hand compares with the dealer's."""

    two_blackjacks: Annotated[Provision[Compared], _COMPARED, "Blackjack against blackjack?"]
    blackjack: Annotated[
        Provision[Compared], _COMPARED, "A player's blackjack against any other hand?"
    ]
    dealer_blackjack: Annotated[
        Provision[Compared],
        OneOf(Compared, but=(Compared.WIN,)),
        "Any other hand against a dealer blackjack?",
    ]
    over: Annotated[Provision[Compared], _COMPARED, "A player who busts?"]
    dealer_22: Annotated[Provision[Compared], _COMPARED, "A dealer with exactly 22?"]
    dealer_over: Annotated[Provision[Compared], _COMPARED, "A dealer who busts?"]
    higher: Annotated[Provision[Compared], _COMPARED, "A player's total above the dealer's?"]
    equal: Annotated[Provision[Compared], _COMPARED, "Equal totals?"]
    lower: Annotated[Provision[Compared], _COMPARED, "A player's total below the dealer's?"]


class OverOver(Struct, frozen=True):
    """When the player and the dealer both bust."""

    four_or_more_cards: Annotated[
        Provision[Compared], _COMPARED, "A player's bust with four or more cards?"
    ]
    three_card_22: Annotated[Provision[Compared], _COMPARED, "A player's three-card 22?"]
    equal: Annotated[Provision[Compared], _COMPARED, "Equal totals above 21?"]
    dealer_nearer: Annotated[Provision[Compared], _COMPARED, "The dealer nearer to 21?"]
    pushes_on: Annotated[
        Provision[BothOver], OneOf(BothOver), "When both bust, whose three-card hand makes a push?"
    ]
    push_totals: Annotated[
        Provision[frozenset[int]], Totals(23, 30), "On which totals of that hand?"
    ]
    otherwise: Annotated[Provision[Compared], _COMPARED, "Otherwise, a player nearer to 21?"]


class Settlement(Struct, frozen=True):
    """Odds, and the order of settlement."""

    win_odds: Annotated[Provision[Odds], OddsPair(), "What does an ordinary win pay?"]
    blackjack_odds: Annotated[Provision[Odds], OddsPair(), "What does a blackjack pay?"]
    order: Annotated[
        Provision[SettlementOrder], OneOf(SettlementOrder), "In what order are the boxes settled?"
    ]
    blackjack_takes: Annotated[
        Provision[BlackjackTakes],
        OneOf(BlackjackTakes),
        "What does a dealer blackjack take of split and doubled bets?",
    ]
    blackjack_takes_doubles: Annotated[
        Provision[bool],
        YesNo(),
        "Does it take the added wager of a doubled hand that has not bust?",
    ]


class Banking(Struct, frozen=True):
    """The bank, where a player has it."""

    limit: Annotated[Provision[BankLimit], OneOf(BankLimit), "What does the bank's wager limit?"]
    uncovered_returned: Annotated[
        Provision[bool], YesNo(), "Are wagers that an exhausted bank cannot cover returned?"
    ]
    exhausted: Annotated[
        Provision[ExhaustedBank],
        OneOf(ExhaustedBank),
        "Does an exhausted bank return later losing wagers, or collect them?",
    ]
    turns_in_a_row: Annotated[
        Provision[int], WholeNumber(1, 9), "How many rounds in a row may a player have the bank?"
    ]
    passes: Annotated[Provision[Direction], OneOf(Direction), "Which way does the bank pass?"]
    banker_may_bet: Annotated[Provision[bool], YesNo(), "May the player with the bank also bet?"]
    fee_per_circle: Annotated[
        Provision[Cents], MoneyDomain(), "What fee does a player pay per circle?"
    ]
    fee_of_banker: Annotated[
        Provision[Cents], MoneyDomain(), "What fee does the player with the bank pay?"
    ]
    fee_back_without_action: Annotated[
        Provision[bool], YesNo(), "Is the fee refunded if the wager had no action?"
    ]
    fee_on_extra_wagers: Annotated[Provision[bool], YesNo(), "Is a fee due on doubles and splits?"]
