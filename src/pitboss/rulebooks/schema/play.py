"""How the hands are counted, dealt and played."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from msgspec import Struct

from pitboss.cards import Rank
from pitboss.money import Cents
from pitboss.rulebooks.amounts import Money
from pitboss.rulebooks.domains import OneOf, Share, Totals, UpCards, Whole, YesNo
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


class Counting(Struct, frozen=True):
    """What the cards count."""

    pictures: Annotated[Provision[int], Whole(1, 11), "What does a picture card count?"]
    ace_high: Annotated[Provision[int], Whole(2, 12), "What does an ace count at first?"]
    ace_low: Annotated[
        Provision[int], Whole(0, 2), "What does an ace count when the first would bust?"
    ]
    bust_above: Annotated[Provision[int], Whole(20, 22), "Above which total is a hand bust?"]
    blackjack_after_split: Annotated[
        Provision[bool], YesNo(), "Can a split hand become a blackjack?"
    ]


class Deal(Struct, frozen=True):
    """The dealer's second card, and when blackjacks are paid."""

    hole_card: Annotated[
        Provision[HoleCard], OneOf(HoleCard), "Does the dealer take a hole card in the deal?"
    ]
    turns: Annotated[Provision[Direction], OneOf(Direction), "Which way round do the boxes act?"]
    looks_under: Annotated[
        Provision[frozenset[Rank]], UpCards(), "Under which first cards does the dealer look?"
    ]
    squeezing: Annotated[Provision[bool], YesNo(), "May players turn the cards of their box?"]
    blackjack_waits: Annotated[
        Provision[frozenset[Rank]],
        UpCards(),
        "Against which first cards does a blackjack wait for the dealer's hand?",
    ]
    blackjack_paid: Annotated[
        Provision[BlackjackPaid], OneOf(BlackjackPaid), "When is a blackjack paid?"
    ]


class Dealer(Struct, frozen=True):
    """How the dealer draws."""

    stands_on: Annotated[Provision[int], Whole(15, 19), "From which total does the dealer stand?"]
    soft_17: Annotated[Provision[Soft17], OneOf(Soft17), "What of a soft total of just that?"]
    draws_in_vain: Annotated[
        Provision[DrawsInVain], OneOf(DrawsInVain), "Are cards drawn that can change nothing?"
    ]


class Drawing(Struct, frozen=True):
    """When a player may or must draw."""

    no_draw_on: Annotated[Provision[No21], OneOf(No21), "On which 21 may a player not draw?"]
    must_draw_below: Annotated[
        Provision[int], Whole(0, 13), "Below which total must a player draw?"
    ]
    after_double: Annotated[Provision[int], Whole(1, 2), "How many cards does a doubled hand take?"]
    bust_taken: Annotated[
        Provision[BustTaken], OneOf(BustTaken), "When are a busted hand's wagers taken?"
    ]


class Doubling(Struct, frozen=True):
    """Which hands may be doubled, and for how much."""

    cards: Annotated[Provision[int], Whole(2, 3), "On how many cards is a hand doubled?"]
    totals: Annotated[
        Provision[frozenset[int]], Totals(4, 20), "Which totals below 21 may be doubled?"
    ]
    aces: Annotated[Provision[DoubleAces], OneOf(DoubleAces), "What of an ace among the cards?"]
    on_21: Annotated[Provision[bool], YesNo(), "May a 21 be doubled?"]
    after_split: Annotated[Provision[bool], YesNo(), "May a split hand be doubled?"]
    split_aces: Annotated[Provision[bool], YesNo(), "May a split ace be doubled?"]
    amount: Annotated[Provision[ExtraWager], OneOf(ExtraWager), "How much may be added to double?"]
    least: Annotated[Provision[Cents], Money(), "How much must be added at least?"]
    in_steps: Annotated[Provision[bool], YesNo(), "Must the amount be a multiple of the least?"]


class Splitting(Struct, frozen=True):
    """Which hands may be split, and how often."""

    pairs_only: Annotated[Provision[bool], YesNo(), "Must the two cards be a pair?"]
    tens_by: Annotated[Provision[PairsBy], OneOf(PairsBy), "What makes a pair of tens?"]
    barred: Annotated[Provision[frozenset[Rank]], UpCards(), "Which pairs may not be split?"]
    hands_at_most: Annotated[Provision[int], Whole(1, 4), "Into how many hands at most?"]
    aces_hands_at_most: Annotated[Provision[int], Whole(1, 4), "And aces into how many?"]
    aces_receive: Annotated[
        Provision[SplitAces], OneOf(SplitAces), "How many cards does a split ace take?"
    ]
    wager: Annotated[Provision[ExtraWager], OneOf(ExtraWager), "What is wagered on the new hand?"]


class Surrendering(Struct, frozen=True):
    """When a player may give up a hand."""

    time: Annotated[
        Provision[SurrenderTime], OneOf(SurrenderTime), "When may a hand be surrendered?"
    ]
    against: Annotated[
        Provision[frozenset[Rank]], UpCards(), "Against which first cards of the dealer?"
    ]
    after_split: Annotated[Provision[bool], YesNo(), "May a split hand be surrendered?"]
    blackjack_too: Annotated[Provision[bool], YesNo(), "May a blackjack be surrendered?"]
    gives_up: Annotated[
        Provision[Fraction], Share(Fraction(0), Fraction(1)), "What share of the wager is lost?"
    ]
    is_final: Annotated[
        Provision[bool], YesNo(), "Is the rest safe from a dealer blackjack found later?"
    ]


class Zapping(Struct, frozen=True):
    """When a player may have the first two cards replaced."""

    totals: Annotated[Provision[frozenset[int]], Totals(), "Which totals may be zapped?"]
    soft: Annotated[Provision[bool], YesNo(), "May a soft total be zapped?"]
    after_split: Annotated[Provision[bool], YesNo(), "May a split hand be zapped?"]
    times: Annotated[Provision[int], Whole(1, 2), "How often in a round?"]
    then_double: Annotated[Provision[bool], YesNo(), "May the new hand be doubled?"]
    then_split: Annotated[Provision[bool], YesNo(), "May the new hand be split?"]
    makes_blackjack: Annotated[Provision[bool], YesNo(), "Is ace and ten after a zap a blackjack?"]
