"""A book's remedy for an irregularity, and whether a report of it can be true."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum, unique
from functools import cache
from typing import NamedTuple

from pitboss.law.answers import Answer, Permit, Refusal
from pitboss.law.irregularities.records import OnlyByHand, Record, Remedy, Situation
from pitboss.law.irregularities.registry import RECORDS
from pitboss.law.phases import EVER, UNTIL_COLLECTED
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.own import OwnIrregularity
from pitboss.rulebooks.provisions import NOT_IN_THE_TEXT


@unique
class Irregularity(StrEnum):
    """The irregularities that have a provision, by its name."""

    SHOE_EXHAUSTED = "shoe_exhausted"
    FACE_UP_IN_SHOE = "face_up_in_shoe"
    DRAWN_UNSEEN = "drawn_unseen"
    EXPOSED_CARD = "exposed_card"
    EXTRA_DEALER_CARD = "extra_dealer_card"
    DEALING_ERROR = "dealing_error"
    ABSENT_PLAYER = "absent_player"
    INTERRUPTION = "interruption"


class Resolution(NamedTuple):
    """A provision's value, and its clause."""

    remedy: StrEnum
    under: str


def resolution(rules: TableRules, what: Irregularity) -> Resolution:
    """What the book provides for this irregularity."""
    provision = rules.provision(f"irregularities.{what.value}")
    return Resolution(provision.value, provision.under)


def needs_ruling(rules: TableRules, what: Irregularity) -> bool:
    """Whether the book leaves it to a supervisor's ruling."""
    return resolution(rules, what).remedy.value == "ruling"


def stays_next_card(rules: TableRules) -> bool:
    """Whether a card drawn in error and not exposed is the next card, whenever that is due."""
    return resolution(rules, Irregularity.DRAWN_UNSEEN).remedy.value == "next_card"


class Ordered(NamedTuple):
    """What the table must do, and under which clause."""

    remedy: Remedy
    under: str


_CANONICAL = {
    "exposed_card": "exposed_card",
    "drawn_unseen": "drawn_unexposed",
    "extra_dealer_card": "extra_dealer_card",
    "dealing_error": "dealing_error",
    "absent_player": "absent",
    "interruption": "tech_interruption",
}
"""The report a provision allows if the book lists none for it."""


def record_of(rules: TableRules, name: str) -> Record | None:
    """The record of that name: one of ours, or one the book defines itself."""
    own = rules.book.own_irregularities.get(name)
    return RECORDS.get(name) if own is None else _of_the_book(name, own)


@cache
def _of_the_book(name: str, own: OwnIrregularity) -> Record:
    remedy = Remedy(own.remedy)
    draws = {Remedy.NEXT_CARD: 1, Remedy.NEXT_CARD_AND_CHOICE: 1, Remedy.OFFERED: 1}.get(remedy, 0)
    tells = {Remedy.VOID_HAND: ("box", "hand"), Remedy.REPLACE_CARD: ("card",)}.get(remedy, ())
    during = remedy not in (Remedy.NOTED, Remedy.SHUFFLE_AFTER, Remedy.REPLACE_CARD)
    return Record(
        name=name,
        says=own.says,
        tells=("card",) if draws else tells,
        draws=draws,
        by_hand=OnlyByHand.DRAWN if draws else None,
        remedy=remedy,
        voids=remedy in (Remedy.VOID_HAND, Remedy.VOID_ROUND, Remedy.VOID_UNLESS_DECIDED),
        reason=name if remedy is Remedy.SHUFFLE_AFTER else "",
        because=own.says if remedy is Remedy.SHUFFLE_AFTER else "",
        when=UNTIL_COLLECTED if during else EVER,
    )


def clause_of(rules: TableRules, record: Record) -> str | None:
    """The clause by which the book provides for this; None if it does not."""
    listed = rules.book.remedies
    under = listed.get(record.name)
    if under is not None or record.provision is None:
        return under
    canonical = RECORDS.get(_CANONICAL.get(record.provision, ""))
    siblings = (r.name for r in RECORDS.values() if r.provision == record.provision)
    if canonical is None or any(name in listed for name in siblings):
        return None
    stated_resolution = resolution(rules, Irregularity(record.provision))
    value = stated_resolution.remedy.value
    instead = value not in canonical.remedies and value in record.remedies
    return stated_resolution.under if record is canonical or instead else None


def known_to(rules: TableRules) -> Iterator[tuple[Record, str]]:
    """Everything that can be reported at the table, in the book's order, with its clause."""
    names = dict.fromkeys((*rules.book.remedies, *RECORDS))
    for name in names:
        record = record_of(rules, name)
        under = None if record is None or record.is_found else clause_of(rules, record)
        if record is None or under is None:
            continue
        if _remedy(rules, record, under).remedy is not Remedy.RULING:
            yield record, under


def _remedy(rules: TableRules, record: Record, under: str) -> Ordered:
    if record.provision is None:
        return Ordered(record.remedy, under)
    what = Irregularity(record.provision)
    if needs_ruling(rules, what):
        return Ordered(Remedy.RULING, under)
    stated_resolution = resolution(rules, what)
    return Ordered(record.remedies.get(stated_resolution.remedy.value, Remedy.RULING), under)


def ordered(rules: TableRules, name: str) -> tuple[Record, Ordered] | Refusal:
    """The record of a report, and the remedy the table must apply."""
    record = record_of(rules, name)
    under = None if record is None else clause_of(rules, record)
    what = name.replace("_", " ")
    if record is None or under is None:
        ruling = rules.book.remedies.get("ruling")
        text = f"{rules.book.id} has no rule for {what}"
        if ruling is None:
            return Refusal(NOT_IN_THE_TEXT, text)
        authority = rules.book.authority.get("ruling")
        who = "a supervisor" if authority is None else f"a {authority.title}"
        return Refusal(ruling, f"{text}; {who} must rule on it")
    if record.is_found:
        return Refusal(under, f"{what} may not be reported; the table finds it by itself")
    ordered = _remedy(rules, record, under)
    if ordered.remedy is Remedy.RULING:
        return Refusal(under, f"{rules.book.id} leaves {what} to a supervisor's ruling")
    return record, ordered


def may_happen(record: Record, now: Situation, under: str) -> Answer:
    """Whether a report of it can be true at this table and at this point in the round.

    A machine makes no error of a human hand: what its log does not have did not happen.
    """
    if now.dealt_by_machine and record.by_hand is not None:
        return Refusal(under, record.by_hand.value)
    if record.draws and not now.in_the_shoe:
        return Refusal(under, "the cards are not in the shoe yet, so none can have left it")
    if record.impossible is not None and (why := record.impossible(now)) is not None:
        return Refusal(under, why)
    if now.moment not in record.when:
        between = now.moment.value in ("betting", "collection")
        why = (
            "no round is in progress" if between else "it cannot happen at this point in the round"
        )
        if record.when == {"dealing"} and not between:
            why = "the initial deal is over"
        return Refusal(under, why)
    return Permit(under)
