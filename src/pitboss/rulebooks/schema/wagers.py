"""Who may wager where, how much, and until when."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from pitboss.money import Cents
from pitboss.rulebooks.amounts import Money
from pitboss.rulebooks.domains import OneOf, Whole, YesNo
from pitboss.rulebooks.enumerations import BetsClose, Decider, MidShoe, Uncovered, UnnamedHand
from pitboss.rulebooks.provisions import Provision


class Limits(Struct, frozen=True):
    """The smallest and largest main wager."""

    minimum: Annotated[Provision[Cents], Money(), "What is the smallest main wager?"]
    maximum: Annotated[
        Provision[Cents | None], Money(or_none=True), "What is the largest main wager?"
    ]
    box_total_capped: Annotated[
        Provision[bool], YesNo(), "Does the maximum hold for all wagers on a box together?"
    ]
    each_player_at_most: Annotated[
        Provision[Cents | None], Money(or_none=True), "What is one player's maximum on a box?"
    ]


class Boxes(Struct, frozen=True):
    """Who may wager on a box, and who decides for it."""

    bettors_at_most: Annotated[
        Provision[int | None], Whole(1, 9, or_any=True), "How many may wager on one box?"
    ]
    boxes_per_player: Annotated[
        Provision[int | None],
        Whole(1, 9, or_any=True),
        "On how many boxes may one player wager?",
    ]
    adjacent_only: Annotated[
        Provision[bool], YesNo(), "Must a player's boxes lie next to each other?"
    ]
    on_anothers_seat: Annotated[
        Provision[bool], YesNo(), "May one wager at a box where another person sits?"
    ]
    seated_decides: Annotated[
        Provision[bool], YesNo(), "Does the seated player alone decide for the box?"
    ]
    nobody_seated: Annotated[
        Provision[Decider], OneOf(Decider), "Who decides for a box where nobody sits?"
    ]
    decides_without_wager: Annotated[
        Provision[bool], YesNo(), "Does whoever sits at a box decide for it without a wager there?"
    ]


class Sharing(Struct, frozen=True):
    """What the other bettors on a box may do when its player doubles or splits."""

    others_double_too: Annotated[
        Provision[bool], YesNo(), "May others double when the decider does?"
    ]
    others_double_alone: Annotated[
        Provision[bool], YesNo(), "May others double when the decider does not?"
    ]
    not_paying_a_split: Annotated[
        Provision[Uncovered],
        OneOf(Uncovered),
        "Where does the wager of one who does not pay for a split stay?",
    ]
    names_no_hand: Annotated[
        Provision[UnnamedHand], OneOf(UnnamedHand), "And if he has to name a hand, but does not?"
    ]


class Betting(Struct, frozen=True):
    """Until when wagers may be made."""

    closes: Annotated[Provision[BetsClose], OneOf(BetsClose), "When do the bets close?"]
    withdrawn_before: Annotated[
        Provision[bool], YesNo(), "May a wager be taken back before the close?"
    ]
    withdrawn_later: Annotated[
        Provision[bool], YesNo(), "May a wager be taken back after the close?"
    ]
    mid_shoe: Annotated[Provision[MidShoe], OneOf(MidShoe), "What may latecomers to a shoe wager?"]


class Excess(Struct, frozen=True):
    """What becomes of wagers above the maximum that nobody noticed."""

    pro_rata: Annotated[
        Provision[bool], YesNo(), "Are unnoticed wagers above the maximum cut in proportion?"
    ]
    floor_at_minimum: Annotated[Provision[bool], YesNo(), "Is nobody cut below the minimum?"]
    small_bets_whole: Annotated[Provision[bool], YesNo(), "Do wagers below the minimum stay whole?"]
