"""The shoe: its cards, the cut, the cut card, the burn card, and when to shuffle."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple, TypeVar

from pitboss.cards import DECK_SIZE, Card, decks
from pitboss.law.answers import Answer, Permit, Refusal
from pitboss.rulebooks import BadElection, TableRules
from pitboss.rulebooks.enumerations import CuttingCardFirst, CuttingCardInRound, Exhausted, Shuffler

T = TypeVar("T")


class Interval(NamedTuple):
    """An inclusive range."""

    least: int
    most: int


def composition(rules: TableRules) -> tuple[Card, ...]:
    """All cards of the shoe in new-deck order."""
    return tuple(decks(rules.equipment.decks.value))


def size(rules: TableRules) -> int:
    """The number of cards in a full shoe."""
    return rules.equipment.decks.value * DECK_SIZE


def cut_limits(rules: TableRules, stack: int) -> Interval:
    """How deep a cut may be, so that enough cards are left on either side.

    A stack too small for that is cut in the middle, as close to the rule as possible.
    """
    ends = rules.shoe.cut_from_the_ends.value
    if stack < 2 * ends:
        return Interval(stack // 2, (stack + 1) // 2)
    return Interval(ends, stack - ends)


def may_cut(rules: TableRules, stack: int, depth: int) -> Answer:
    """Whether the cut may be ``depth`` cards deep."""
    allowed = cut_limits(rules, stack)
    under = rules.shoe.cut_from_the_ends.under
    if allowed.least <= depth <= allowed.most:
        return Permit(under)
    return Refusal(
        under,
        f"a stack of {stack} must be cut {allowed.least} to {allowed.most} cards deep, not {depth}",
    )


def cut(stack: Sequence[T], depth: int) -> tuple[T, ...]:
    """The stack with everything in front of the cut moved to the back."""
    return (*stack[depth:], *stack[:depth])


def cutting_card_limits(rules: TableRules, stack: int) -> Interval:
    """How many cards may be behind the cut card."""
    return Interval(
        ceil(rules.shoe.behind_at_least.value * stack), int(rules.shoe.behind_at_most.value * stack)
    )


def cutting_card_position(rules: TableRules, stack: int) -> int:
    """The number of cards in front of the cut card; ``BadElection`` if it may not be there.

    In a stack smaller than the shoe, such as reshuffled discards, it is as close to its elected
    position as the book allows.
    """
    depth = rules.shoe.cutting_card
    if depth.value.dealt is not None:
        behind = ceil(stack * (1 - depth.value.dealt))
    else:
        behind = depth.value.behind or 0
    allowed = cutting_card_limits(rules, stack)
    if stack < size(rules):
        behind = max(allowed.least, min(behind, allowed.most))
    if not allowed.least <= behind <= allowed.most:
        raise BadElection(
            f"{behind} cards behind the {rules.book.words['cut_card']}; "
            f"{rules.cite(depth.under)} allows "
            f"{allowed.least} to {allowed.most} of {stack}"
        )
    return stack - behind


def has_cutting_card(rules: TableRules) -> bool:
    """Whether the shoe has a cut card; a continuous shuffler has none."""
    return rules.equipment.shuffler.value is not Shuffler.CONTINUOUS


class ShuffleMoment(NamedTuple):
    """When the cards are shuffled, and under which clause."""

    at_once: bool
    under: str


def shuffle_is_due(
    rules: TableRules, *, first_of_round: bool, was_missed: bool = False
) -> ShuffleMoment:
    """When the cards must be shuffled after the cut card comes out: at once, or after the round.

    ``was_missed`` says that the dealer dealt past it in first place; some books provide for that.
    """
    missed = rules.book.remedies.get("reshuffle_missed")
    if first_of_round and was_missed and missed is not None:
        return ShuffleMoment(at_once=False, under=missed)
    if first_of_round:
        first = rules.shoe.cutting_card_first
        return ShuffleMoment(first.value is CuttingCardFirst.SHUFFLE_AT_ONCE, first.under)
    later = rules.shoe.cutting_card_in_round
    return ShuffleMoment(later.value is CuttingCardInRound.SHUFFLE_AT_ONCE, later.under)


def may_deal(rules: TableRules, *, cutting_card_seen: bool, ordered_under: str | None) -> Answer:
    """Whether a round may begin: not while a shuffle is due, for whatever reason.

    If the book itself provides for a missed shuffle, the round is valid.
    """
    under = rules.book.cites.get("reshuffle", rules.shoe.cutting_card_in_round.under)
    if ordered_under is not None:
        return Refusal(ordered_under, "the cards must be shuffled first")
    missed = rules.book.remedies.get("reshuffle_missed")
    if missed is not None:
        return Permit(missed)
    if cutting_card_seen and has_cutting_card(rules):
        return Refusal(
            under, f"the cards must be shuffled first; the {rules.book.words['cut_card']} came out"
        )
    return Permit(under)


def burns_first_card(rules: TableRules) -> Answer:
    """Whether the first card of a new shoe, or of a continuous shuffler, is burned."""
    burns, continuous = rules.shoe.burns_first, rules.shoe.burns_from_continuous
    if burns.value and rules.equipment.shuffler.value is Shuffler.CONTINUOUS:
        burns = continuous
    if burns.value:
        return Permit(burns.under)
    return Refusal(burns.under, "the dealer burns no card from this shoe")


def burns_for_new_dealer(rules: TableRules) -> Answer:
    """Whether a new dealer burns a card."""
    burns = rules.shoe.burns_for_new_dealer
    return (
        Permit(burns.under) if burns.value else Refusal(burns.under, "a new dealer burns no card")
    )


class RunOut(NamedTuple):
    """What happens when the shoe runs out, and under which clause."""

    remedy: Exhausted
    under: str


def when_exhausted(rules: TableRules) -> RunOut:
    """What happens to a round that the shoe cannot finish."""
    exhausted = rules.irregularities.shoe_exhausted
    return RunOut(exhausted.value, exhausted.under)


def burn_clause(rules: TableRules, *, is_first: bool, has_run_out: bool) -> str:
    """The clause of a burn: of a shoe that ran out in mid-round, a new shoe, or a new dealer."""
    if has_run_out:
        return when_exhausted(rules).under
    first = burns_first_card(rules)
    return first.under if first and is_first else burns_for_new_dealer(rules).under
