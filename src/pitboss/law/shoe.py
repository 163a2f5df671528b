"""The shoe: its cards, the cut, the cutting card, the burn, and when to shuffle."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple, TypeVar

from pitboss.cards import DECK_SIZE, Card, decks
from pitboss.law.answers import Answer, Permit, Refusal
from pitboss.rulebooks import BadElection, TableRules
from pitboss.rulebooks.enumerations import CuttingCardFirst, CuttingCardInRound, Exhausted, Shuffler

T = TypeVar("T")


class Span(NamedTuple):
    """The least and the most of something, both allowed."""

    least: int
    most: int


def composition(rules: TableRules) -> tuple[Card, ...]:
    """All cards of the shoe in the order of new decks."""
    return tuple(decks(rules.equipment.decks.value))


def size(rules: TableRules) -> int:
    """The number of cards in a full shoe."""
    return rules.equipment.decks.value * DECK_SIZE


def cut_limits(rules: TableRules, stack: int) -> Span:
    """The cut leaves the required cards on either side.

    A stack too small for that is cut in the middle, as near to the rule as it can be.
    """
    ends = rules.shoe.cut_from_the_ends.value
    if stack < 2 * ends:
        return Span(stack // 2, (stack + 1) // 2)
    return Span(ends, stack - ends)


def may_cut(rules: TableRules, stack: int, depth: int) -> Answer:
    """Whether the cutting card may go in with ``depth`` cards in front of it."""
    allowed = cut_limits(rules, stack)
    under = rules.shoe.cut_from_the_ends.under
    if allowed.least <= depth <= allowed.most:
        return Permit(under)
    return Refusal(
        under,
        f"{depth} cards in front of the cut; a stack of {stack} is cut with "
        f"{allowed.least} to {allowed.most} in front",
    )


def cut(stack: Sequence[T], depth: int) -> tuple[T, ...]:
    """Everything in front of the cut goes to the back."""
    return (*stack[depth:], *stack[:depth])


def cutting_card_limits(rules: TableRules, stack: int) -> Span:
    """How many cards may lie behind the cutting card the dealer inserts."""
    return Span(
        ceil(rules.shoe.behind_at_least.value * stack), int(rules.shoe.behind_at_most.value * stack)
    )


def cutting_card_position(rules: TableRules, stack: int) -> int:
    """How many cards are dealt before the cutting card; ``BadElection`` where it may not lie.

    In a stack smaller than the shoe, such as discards shuffled again, it lies as near to its
    elected place as the book allows.
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
            f"{behind} cards behind the cutting card; {rules.cite(depth.under)} allows "
            f"{allowed.least} to {allowed.most} of {stack}"
        )
    return stack - behind


def has_cutting_card(rules: TableRules) -> bool:
    """A continuous shuffler is dealt from without a cutting card."""
    return rules.equipment.shuffler.value is not Shuffler.CONTINUOUS


class Shuffle(NamedTuple):
    """When the cards are shuffled, and under which clause."""

    at_once: bool
    under: str


def shuffle_is_due(rules: TableRules, *, first_of_round: bool) -> Shuffle:
    """What the cutting card orders when it comes out: at once, or after the round."""
    if first_of_round:
        first = rules.shoe.cutting_card_first
        return Shuffle(first.value is CuttingCardFirst.SHUFFLE_AT_ONCE, first.under)
    later = rules.shoe.cutting_card_in_round
    return Shuffle(later.value is CuttingCardInRound.SHUFFLE_AT_ONCE, later.under)


def may_deal(rules: TableRules, *, cutting_card_seen: bool, ordered_under: str | None) -> Answer:
    """Whether a round may begin: not while a shuffle is due, for whatever reason.

    Where the book itself says what follows a shuffle that was missed, the round stands.
    """
    under = rules.book.cites.get("reshuffle", rules.shoe.cutting_card_in_round.under)
    if ordered_under is not None:
        return Refusal(ordered_under, "the cards must be shuffled first")
    missed = rules.book.remedies.get("reshuffle_missed")
    if missed is not None:
        return Permit(missed)
    if cutting_card_seen and has_cutting_card(rules):
        return Refusal(under, "the cutting card came out; the cards must be shuffled first")
    return Permit(under)


def burns_first_card(rules: TableRules) -> Answer:
    """Whether the first card of a new shoe, or of a continuous shuffler, is burned."""
    burns, continuous = rules.shoe.burns_first, rules.shoe.burns_from_continuous
    if burns.value and rules.equipment.shuffler.value is Shuffler.CONTINUOUS:
        burns = continuous
    if burns.value:
        return Permit(burns.under)
    return Refusal(burns.under, "no card is burned from this shoe")


def burns_for_new_dealer(rules: TableRules) -> Answer:
    """Whether a dealer who comes to the table burns a card."""
    burns = rules.shoe.burns_for_new_dealer
    return (
        Permit(burns.under) if burns.value else Refusal(burns.under, "a new dealer burns no card")
    )


class RunOut(NamedTuple):
    """What happens when the shoe runs out, and under which clause."""

    remedy: Exhausted
    under: str


def when_exhausted(rules: TableRules) -> RunOut:
    """How a round is saved, or not, that the shoe cannot finish."""
    exhausted = rules.irregularities.shoe_exhausted
    return RunOut(exhausted.value, exhausted.under)
