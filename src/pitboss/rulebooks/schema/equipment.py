"""The equipment of the table: the cards, the shoe and the cut."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from msgspec import Struct

from pitboss.money import Cents
from pitboss.rulebooks.amounts import ChipSet
from pitboss.rulebooks.domains import CuttingDepth, Depth, OneOf, Share, WholeNumber, YesNo
from pitboss.rulebooks.enumerations import (
    Cutter,
    CuttingCardFirst,
    CuttingCardInRound,
    Direction,
    LastCutter,
    Shuffler,
)
from pitboss.rulebooks.provisions import Provision

_PART = Share(Fraction(0), Fraction(1))
_CUTTER = OneOf(Cutter)


class Equipment(Struct, frozen=True):
    """The table and its cards."""

    decks: Annotated[Provision[int], WholeNumber(1, 8), "How many decks are in the shoe?"]
    boxes: Annotated[Provision[int], WholeNumber(1, 9), "How many boxes are there?"]
    shuffler: Annotated[Provision[Shuffler], OneOf(Shuffler), "How are the cards shuffled?"]
    cutting_cards: Annotated[Provision[int], WholeNumber(1, 2), "How many cut cards are used?"]
    chips: Annotated[Provision[tuple[Cents, ...]], ChipSet(), "What chips are in use?"]
    tables_per_controller: Annotated[
        Provision[int | None],
        WholeNumber(1, 100, or_any=True),
        "How many tables may share a prize controller?",
    ]


class Shoe(Struct, frozen=True):
    """The cut, the cut card and the burn."""

    cut_from_the_ends: Annotated[
        Provision[int], WholeNumber(0, 52), "How many cards must be on either side of the cut?"
    ]
    behind_at_least: Annotated[
        Provision[Fraction], _PART, "What is the smallest share of the shoe behind the cut card?"
    ]
    behind_at_most: Annotated[
        Provision[Fraction], _PART, "What is the largest share of the shoe behind the cut card?"
    ]
    cutting_card: Annotated[
        Provision[Depth], CuttingDepth(), "Where does the dealer insert the cut card?"
    ]
    cutting_card_first: Annotated[
        Provision[CuttingCardFirst],
        OneOf(CuttingCardFirst),
        "What if the cut card is the first card of a round?",
    ]
    cutting_card_in_round: Annotated[
        Provision[CuttingCardInRound],
        OneOf(CuttingCardInRound),
        "What if the cut card comes out during a round?",
    ]
    burns_first: Annotated[Provision[bool], YesNo(), "Is the first card of a new shoe burned?"]
    burns_from_continuous: Annotated[
        Provision[bool], YesNo(), "And the first card from a continuous shuffler?"
    ]
    burns_for_new_dealer: Annotated[Provision[bool], YesNo(), "Does a new dealer burn a card?"]


class Cutting(Struct, frozen=True):
    """Who is offered the cut, and in what order."""

    by_players: Annotated[Provision[bool], YesNo(), "Is the cut offered to players?"]
    at_start: Annotated[Provision[Cutter], _CUTTER, "Who cuts first at the start of play?"]
    on_a_box: Annotated[Provision[Cutter], _CUTTER, "Who, if the cut card came out on a box?"]
    on_the_dealers_hand: Annotated[
        Provision[Cutter], _CUTTER, "Who, if it came out on the dealer's hand?"
    ]
    cards_replaced: Annotated[Provision[Cutter], _CUTTER, "Who, if the cards were replaced?"]
    ordered: Annotated[Provision[Cutter], _CUTTER, "Who, if a supervisor ordered the shuffle?"]
    refusal_passes: Annotated[
        Provision[Direction], OneOf(Direction), "Which way does a declined cut pass?"
    ]
    at_last: Annotated[
        Provision[LastCutter], OneOf(LastCutter), "Who cuts if every player declines?"
    ]
