"""How the hands are counted, dealt and played."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Final

from msgspec import Struct

from pitboss.cards import Rank
from pitboss.money import Cents
from pitboss.rulebooks.amounts import MoneyDomain
from pitboss.rulebooks.domains import Among, OneOf, Share, Totals, UpCards, WholeNumber, YesNo
from pitboss.rulebooks.enumerations import (
    BlackjackPaid,
    BustTaken,
    Direction,
    DoubleAces,
    DrawsInVain,
    ExtraWager,
    HoleCard,
    No21,
    PairsBy,
    Soft17,
    SplitAces,
    SurrenderTime,
)
from pitboss.rulebooks.provisions import Provision

NO_CHARLIE: Final = "none"
"""No number of cards wins by itself."""


class Counting(Struct, frozen=True):
    """The values of the cards."""

    pictures: Annotated[Provision[int], WholeNumber(1, 11), "What is the value of a picture card?"]
    ace_high: Annotated[Provision[int], WholeNumber(2, 12), "What is an ace's high value?"]
    ace_low: Annotated[
        Provision[int],
        WholeNumber(0, 2),
        "What is its low value, used when the high one would bust?",
    ]
    bust_above: Annotated[Provision[int], WholeNumber(20, 22), "Above what total does a hand bust?"]
    blackjack_after_split: Annotated[
        Provision[bool], YesNo(), "Can a split hand become a blackjack?"
    ]


class Deal(Struct, frozen=True):
    """The dealer's second card, and when blackjacks are paid."""

    hole_card: Annotated[
        Provision[HoleCard],
        OneOf(HoleCard),
        "Does the dealer take a hole card in the initial deal?",
    ]
    turns: Annotated[Provision[Direction], OneOf(Direction), "In which direction does play move?"]
    looks_under: Annotated[
        Provision[frozenset[Rank]],
        UpCards(),
        "With which up cards does the dealer check for blackjack?",
    ]
    squeezing: Annotated[Provision[bool], YesNo(), "May players squeeze the cards of their box?"]
    blackjack_waits: Annotated[
        Provision[frozenset[Rank]],
        UpCards(),
        "Against which up cards does a player's blackjack wait for the dealer's hand?",
    ]
    blackjack_paid: Annotated[
        Provision[BlackjackPaid], OneOf(BlackjackPaid), "When is a blackjack paid?"
    ]


class Dealer(Struct, frozen=True):
    """How the dealer plays."""

    stands_on: Annotated[
        Provision[int], WholeNumber(15, 18), "On what total does the dealer stand?"
    ]
    soft_17: Annotated[
        Provision[Soft17],
        OneOf(Soft17),
        "Does the dealer hit or stand on that total when it is soft?",
    ]
    draws_in_vain: Annotated[
        Provision[DrawsInVain],
        OneOf(DrawsInVain),
        "Does the dealer draw when no result can change?",
    ]


class Drawing(Struct, frozen=True):
    """When a player may or must draw."""

    no_draw_on: Annotated[Provision[No21], OneOf(No21), "On which 21 may a player not draw?"]
    must_draw_below: Annotated[
        Provision[int], WholeNumber(0, 13), "Below what total must a player draw?"
    ]
    after_double: Annotated[
        Provision[int], WholeNumber(1, 2), "How many cards does a doubled hand receive?"
    ]
    bust_taken: Annotated[
        Provision[BustTaken], OneOf(BustTaken), "When are the wagers on a bust hand collected?"
    ]
    charlie: Annotated[
        Provision[int | str],
        Among((NO_CHARLIE, 5, 6, 7)),
        "With how many cards does a hand that has not bust win?",
    ]


class Doubling(Struct, frozen=True):
    """Which hands may be doubled, and for how much."""

    cards: Annotated[Provision[int], WholeNumber(2, 3), "On how many cards may a hand be doubled?"]
    totals: Annotated[
        Provision[frozenset[int]], Totals(4, 20), "Which totals below 21 may be doubled?"
    ]
    aces: Annotated[Provision[DoubleAces], OneOf(DoubleAces), "How does an ace affect doubling?"]
    on_21: Annotated[Provision[bool], YesNo(), "May a 21 be doubled?"]
    after_split: Annotated[Provision[bool], YesNo(), "May a split hand be doubled?"]
    split_aces: Annotated[Provision[bool], YesNo(), "May a split ace be doubled?"]
    amount: Annotated[Provision[ExtraWager], OneOf(ExtraWager), "How much may be added to double?"]
    least: Annotated[Provision[Cents], MoneyDomain(), "What is the minimum added to double?"]
    in_steps: Annotated[Provision[bool], YesNo(), "Must it be a multiple of that minimum?"]


class Splitting(Struct, frozen=True):
    """Which hands may be split, and how often."""

    pairs_only: Annotated[Provision[bool], YesNo(), "Must the two cards be a pair?"]
    tens_by: Annotated[
        Provision[PairsBy], OneOf(PairsBy), "Is a pair of tens decided by value or by rank?"
    ]
    barred: Annotated[Provision[frozenset[Rank]], UpCards(), "Which pairs may not be split?"]
    hands_at_most: Annotated[Provision[int], WholeNumber(1, 4), "How many hands at most?"]
    aces_hands_at_most: Annotated[
        Provision[int], WholeNumber(1, 4), "How many hands of aces at most?"
    ]
    aces_receive: Annotated[
        Provision[SplitAces], OneOf(SplitAces), "How many cards does a split ace receive?"
    ]
    wager: Annotated[Provision[ExtraWager], OneOf(ExtraWager), "What is wagered on the new hand?"]
    second_card_after_refusal: Annotated[
        Provision[bool],
        YesNo(),
        "Does a split hand get its second card if its player has refused an exposed card?",
    ]


class Surrendering(Struct, frozen=True):
    """When a player may surrender a hand."""

    time: Annotated[
        Provision[SurrenderTime], OneOf(SurrenderTime), "When may a hand be surrendered?"
    ]
    against: Annotated[Provision[frozenset[Rank]], UpCards(), "Against which up cards?"]
    after_split: Annotated[Provision[bool], YesNo(), "May a split hand be surrendered?"]
    blackjack_too: Annotated[Provision[bool], YesNo(), "May a blackjack be surrendered?"]
    gives_up: Annotated[
        Provision[Fraction], Share(Fraction(0), Fraction(1)), "What share of the wager is lost?"
    ]
    is_final: Annotated[Provision[bool], YesNo(), "Is the rest safe from a dealer blackjack?"]


class Zapping(Struct, frozen=True):
    """When a player may zap: replace the first two cards."""

    totals: Annotated[Provision[frozenset[int]], Totals(), "Which totals may be zapped?"]
    soft: Annotated[Provision[bool], YesNo(), "May a soft total be zapped?"]
    after_split: Annotated[Provision[bool], YesNo(), "May a split hand be zapped?"]
    times: Annotated[Provision[int], WholeNumber(1, 2), "How many times in a round?"]
    then_double: Annotated[Provision[bool], YesNo(), "May the new hand be doubled?"]
    then_split: Annotated[Provision[bool], YesNo(), "May the new hand be split?"]
    makes_blackjack: Annotated[
        Provision[bool], YesNo(), "Are an ace and a ten a blackjack after a zap?"
    ]
