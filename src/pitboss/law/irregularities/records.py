"""The record of an irregularity: what happened, what a report states, when it can happen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum, unique

from msgspec import Struct

from pitboss.cards import Card
from pitboss.law.phases import EVER, Phase
from pitboss.rulebooks import TableRules


@unique
class Remedy(StrEnum):
    """What the table does about an irregularity; each has one handler there."""

    NOTED = "noted"
    RULING = "ruling"
    RULED = "ruled"
    NEXT_CARD = "next_card"
    OFFERED = "offered"
    NEXT_CARD_AND_CHOICE = "next_card_and_choice"
    PICKED = "picked"
    REMOVED = "removed"
    REMOVED_AND_CHOICE = "removed_and_choice"
    CHOICE = "choice"
    REBUILT = "rebuilt"
    DEALER_LAST = "dealer_last"
    DEAD_HAND = "dead_hand"
    LATE_SECOND_CARD = "late_second_card"
    LATE_CARD = "late_card"
    VOID_HAND = "void_hand"
    VOID_HANDS = "void_hands"
    VOID_ROUND = "void_round"
    CONDEMNED = "condemned"
    VOID_UNLESS_DECIDED = "void_unless_decided"
    HOUSE_PLAYS = "house_plays"
    LATE_INSURANCE = "late_insurance"
    LATE_SIDE_BETS = "late_side_bets"
    SHUFFLE_AFTER = "shuffle_after"
    REPLACE_CARD = "replace_card"
    OUT_OF_ORDER = "out_of_order"
    REPAIRED = "repaired"
    READMITTED = "readmitted"


@unique
class OnlyByHand(StrEnum):
    """Errors of a human hand, each with the reason why a machine does not make it."""

    DRAWN = "a machine draws no card in error; its log has every card that left the shoe"
    DEALT = "a machine deals no card in error; its log has where every card went"
    LEFT_UNDONE = "a machine does every duty when it is due; its log has them all"
    SHUFFLED = "a machine shuffles and prepares the shoe itself; its log has every step"
    HANDLED = "no hand touches the cards of a machine; its log has the whole set"


class Situation(Struct, frozen=True):
    """The facts of a table by which a report is judged."""

    rules: TableRules
    moment: Phase
    up: Card | None = None
    dealer_cards: int = 0
    side_bets: int = 0
    open_side_bets: int = 0
    dealer_is_done: bool = False
    """Whether the dealer's hand is complete, settled or not"""
    is_between_rounds: bool = False
    cards_out: int = 0
    """How many cards have been dealt in this round"""
    is_vacant: bool = False
    """Whether no one has a bet, or a seat and a bet in an earlier round of this shoe"""
    has_squeezed: bool = False
    """Whether the cards of a box are dealt face down for its player"""
    knows_the_shoe: bool = False
    """Whether these cards were shuffled at this table, as always in a house.

    A worked round may begin and report in the middle of a shoe that no one has followed.
    """
    cut_card_is_out: bool = False
    """Whether the cut card has come out of this shoe"""
    shuffle_was_due: bool = False
    """Whether the cut card came out in an earlier round"""
    in_the_shoe: bool = True
    """Whether the cards are in the shoe, so that one can have left it"""
    dealt_by_machine: bool = False
    """Whether a machine deals, whose log decides what happened"""
    wagered: int | None = None
    """The main wagers of the box that the report names; None if it names none"""


Impossible = Callable[[Situation], str | None]
"""Why something cannot have happened here or now; None if it can."""


class Named(Struct, frozen=True):
    """What is reported, and in which words."""

    name: str
    """The name it is reported by"""
    says: str
    """What happened, as the end of a sentence; terms in braces are the book's own"""


class Record(Named, frozen=True, kw_only=True):
    """One irregularity, or one order of a supervisor, and the remedy for it."""

    tells: tuple[str, ...] = ()
    """What a report must state"""
    may_tell: tuple[str, ...] = ()
    """What it may also state"""
    written: tuple[str, ...] = ()
    """What a scenario must state, if the table follows the book's own choice"""
    may_write: tuple[str, ...] = ()
    """What a scenario may state"""
    draws: int = 0
    """How many cards it takes out of the shoe; 2 means two or more"""
    is_dealt: bool = False
    """Whether its cards were dealt to a wrong place, so that those held as the next come first"""
    when: frozenset[Phase] = EVER
    provision: str | None = None
    """The provision under ``irregularities`` whose value is the remedy"""
    remedies: Mapping[str, Remedy] = {}
    """The remedy for each value of the provision; a missing value provides none"""
    remedy: Remedy = Remedy.NOTED
    """The remedy, if no provision decides it"""
    impossible: Impossible | None = None
    """Why it cannot have happened here or now; None if it can"""
    by_hand: OnlyByHand | None = None
    """Why it cannot happen at a table that a machine deals; None if it can"""
    is_found: bool = False
    """Whether the table finds it by itself, so that it is not reported"""
    is_order: bool = False
    """Whether it is a supervisor's own decision"""
    by_supervisor: bool = False
    """Whether only a supervisor may report it"""
    voids: bool = False
    """Whether it makes wagers void, so that money is returned"""
    equipment: str = ""
    """The equipment that is out of order or back in service"""
    reason: str = ""
    """The reason for the shuffle that follows, by name"""
    because: str = ""
    """The same in words, after "because" """
    choices: tuple[tuple[str, str], ...] = ()
    """If the book leaves a choice: each remedy by name, and its label"""
    in_worked_rounds: bool = True
    """Whether the scenario format has an event of this name"""

    @property
    def fields(self) -> tuple[str, ...]:
        """Everything that a report may state."""
        return (*self.tells, *self.may_tell)

    @property
    def in_deal(self) -> bool:
        """Whether it can happen while the first cards are dealt."""
        return Phase.DEALING in self.when
