"""Who may bet where, how much, and when."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from pitboss.money import Cents
from pitboss.rulebooks.amounts import MoneyDomain
from pitboss.rulebooks.domains import OneOf, WholeNumber, YesNo
from pitboss.rulebooks.enumerations import BetsClose, Decider, MidShoe, Uncovered, UnnamedHand
from pitboss.rulebooks.provisions import Provision


class Limits(Struct, frozen=True):
    """The minimum and maximum main wager."""

    minimum: Annotated[Provision[Cents], MoneyDomain(), "What is the minimum main wager?"]
    maximum: Annotated[
        Provision[Cents | None], MoneyDomain(or_none=True), "What is the maximum main wager?"
    ]
    box_total_capped: Annotated[
        Provision[bool], YesNo(), "Does the maximum apply to the box total?"
    ]
    each_player_at_most: Annotated[
        Provision[Cents | None], MoneyDomain(or_none=True), "What is one player's maximum on a box?"
    ]


class Boxes(Struct, frozen=True):
    """Who may bet on a box, and who is in control of it."""

    bettors_at_most: Annotated[
        Provision[int | None],
        WholeNumber(1, 9, or_any=True),
        "How many players may bet on one box?",
    ]
    boxes_per_player: Annotated[
        Provision[int | None],
        WholeNumber(1, 9, or_any=True),
        "On how many boxes may one player bet?",
    ]
    adjacent_only: Annotated[Provision[bool], YesNo(), "Must a player's boxes be adjacent?"]
    on_anothers_seat: Annotated[
        Provision[bool], YesNo(), "May a player bet on another player's box?"
    ]
    seated_decides: Annotated[
        Provision[bool], YesNo(), "Is the seated player in control of the box?"
    ]
    nobody_seated: Annotated[
        Provision[Decider], OneOf(Decider), "Who is in control of a box with an empty seat?"
    ]
    decides_without_wager: Annotated[
        Provision[bool], YesNo(), "Is a seated player without a wager in control of the box?"
    ]


class Sharing(Struct, frozen=True):
    """What back bettors may do when the player in control doubles or splits."""

    others_double_too: Annotated[
        Provision[bool], YesNo(), "May others double if the player in control does?"
    ]
    others_double_alone: Annotated[
        Provision[bool], YesNo(), "May others double if the player in control does not?"
    ]
    not_paying_a_split: Annotated[
        Provision[Uncovered],
        OneOf(Uncovered),
        "Where does a bettor's wager stay if they do not join the split?",
    ]
    names_no_hand: Annotated[
        Provision[UnnamedHand], OneOf(UnnamedHand), "And if they must name a hand but do not?"
    ]


class Betting(Struct, frozen=True):
    """When wagers may be placed."""

    closes: Annotated[Provision[BetsClose], OneOf(BetsClose), "When does betting close?"]
    withdrawn_before: Annotated[
        Provision[bool], YesNo(), "May a wager be withdrawn before betting closes?"
    ]
    withdrawn_later: Annotated[
        Provision[bool], YesNo(), "May a wager be withdrawn after betting closes?"
    ]
    mid_shoe: Annotated[
        Provision[MidShoe], OneOf(MidShoe), "What may a player who joins during a shoe bet?"
    ]


class Excess(Struct, frozen=True):
    """Wagers over the maximum that went unnoticed."""

    pro_rata: Annotated[
        Provision[bool],
        YesNo(),
        "Are wagers over the maximum that went unnoticed in action pro rata?",
    ]
    floor_at_minimum: Annotated[
        Provision[bool], YesNo(), "Does every player keep at least the minimum in action?"
    ]
    small_bets_whole: Annotated[
        Provision[bool], YesNo(), "Are wagers below the minimum in action in full?"
    ]
    all_chips_limit: Annotated[
        Provision[bool],
        YesNo(),
        "Do all their chips limit insurance, doubles, splits and side bets?",
    ]
