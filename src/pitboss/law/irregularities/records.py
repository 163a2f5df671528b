"""What a record of an irregularity says: what happened, what is told, when it can happen."""

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
    VOID_UNLESS_DECIDED = "void_unless_decided"
    HOUSE_PLAYS = "house_plays"
    LATE_INSURANCE = "late_insurance"
    LATE_SIDE_BETS = "late_side_bets"
    SHUFFLE_AFTER = "shuffle_after"
    REPLACE_CARD = "replace_card"
    OUT_OF_ORDER = "out_of_order"
    REPAIRED = "repaired"
    READMITTED = "readmitted"


class Situation(Struct, frozen=True):
    """What has to be known of a table to say whether something can have happened there."""

    rules: TableRules
    moment: Phase
    up: Card | None = None
    dealer_cards: int = 0
    has_side_bets: bool = False
    is_between_rounds: bool = False


class Record(Struct, frozen=True, kw_only=True):
    """One irregularity, or one order of the house, under the name it is reported by."""

    name: str
    says: str
    """What happened, as the end of a sentence"""
    tells: tuple[str, ...] = ()
    """What a report must name"""
    may_tell: tuple[str, ...] = ()
    """What it may name besides"""
    written: tuple[str, ...] = ()
    """What a worked round must say of those, where a table goes by the book's own choice"""
    may_write: tuple[str, ...] = ()
    """What it may say of them"""
    draws: int = 0
    """How many cards it takes out of the shoe; 2 stands for two or more"""
    when: frozenset[Phase] = EVER
    provision: str | None = None
    """The provision under ``irregularities`` whose value is the remedy"""
    remedies: Mapping[str, Remedy] = {}
    """The remedy for each value of the provision; a value that is missing says nothing of it"""
    remedy: Remedy = Remedy.NOTED
    """The remedy, where no provision has a say"""
    impossible: Callable[[Situation], str | None] | None = None
    """Why it cannot have happened at this table, or not now; None where it can"""
    is_found: bool = False
    """Whether the table finds it by itself, so that nobody reports it"""
    is_order: bool = False
    """Whether it is a supervisor's own decision"""
    by_supervisor: bool = False
    """Whether players do not report it"""
    voids: bool = False
    """Whether wagers are void after it, so that money goes back"""
    equipment: str = ""
    """What is out of order, or works again"""
    reason: str = ""
    """Why the cards are shuffled after it, by name"""
    because: str = ""
    """The same in words, after "because" """
    choices: tuple[tuple[str, str], ...] = ()
    """Where the book leaves a choice: each remedy by name, and how it is offered"""
    in_worked_rounds: bool = True
    """Whether the scenario format has an event of this name"""

    @property
    def fields(self) -> tuple[str, ...]:
        """Everything that a report may name."""
        return (*self.tells, *self.may_tell)

    @property
    def in_deal(self) -> bool:
        """Whether it can happen while the first cards are dealt."""
        return Phase.DEALING in self.when
