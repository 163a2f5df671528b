"""The dealer's final hands arranged for contraction, one class of cards at a time.

The probability of a final hand is a product over the classes of falling factorials of the cards
left in the shoe. So the sum over all final hands can be taken class by class, from T to A: rows
that agree in every class still to come are added. A row is a vector over the ten up cards.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.rulebooks import TableRules

from .dealer import DealersHands, dealers_hands, dealers_outcomes
from .multisets import Ints
from .outcomes import Outcomes
from .ranks import ACE, TEN
from .watching import kept

WIDE: Final = 12
"""Ten up cards, padded to three registers of four numbers."""

MOST_CARDS: Final = 16
_BITS: Final = 4


class DealerRows(NamedTuple):
    """The rows of every level, and the row each leads to on the next."""

    orders: NDArray[np.float64]
    """[row of the first level, up card]: the number of orders in which the hand is drawn"""
    goes_to: Ints
    level_from: Ints
    plane_holds: Ints
    """Planes are runs of rows of a level with the same number of the level's class."""
    plane_from: Ints
    plane_to: Ints
    plane_is_first: Ints
    """Whether the rows of the plane are the first to reach their targets"""
    planes_of_level: Ints
    outcome_from: Ints
    """[class of outcome + 1]: the last level's rows of each class"""
    size_and_aces: Ints
    """[row of the last level]: number of cards times sixteen, plus aces"""
    most_rows: int


class FinalRows(NamedTuple):
    """Final hands of the dealer: [row]."""

    outcome: Ints
    counts: Ints
    """[row, class]"""
    orders: NDArray[np.float64]
    """[row, up card]"""
    outcomes: int
    """How many classes of outcome there are, with rows or without"""


class Levels(NamedTuple):
    """Final hands arranged: what :class:`DealerRows` has but for the last level."""

    orders: NDArray[np.float64]
    goes_to: Ints
    level_from: Ints
    plane_holds: Ints
    plane_from: Ints
    plane_to: Ints
    plane_is_first: Ints
    planes_of_level: Ints
    most_rows: int


class LastRows(NamedTuple):
    """[row of the last level]: the class of outcome, the cards, and those of the last classes."""

    outcome: Ints
    size: Ints
    held: Ints
    """Of the last class"""
    held_before: Ints
    """Of the class before it, where that is not contracted"""


@kept
def arranged(rules: TableRules, of_each_at_most: int | None = None) -> DealerRows:
    """The dealer's final hands with at most this many cards of each class but tens."""
    return dealer_rows(hands_within(rules, of_each_at_most), dealers_outcomes(rules))


def hands_within(rules: TableRules, of_each_at_most: int | None) -> DealersHands:
    """The dealer's final hands with at most this many cards of each class but tens."""
    hands = dealers_hands(rules)
    if of_each_at_most is None:
        return hands
    most = of_each_at_most
    return DealersHands(
        {hand: ways for hand, ways in hands.orders.items() if max(hand.counts[:TEN]) <= most}
    )


def final_rows(dealer: DealersHands, classes: Outcomes) -> FinalRows:
    """Every final hand except those of the class whose probability is the remainder."""
    number = [k - (k > classes.rest) for k in range(len(classes.scores))]
    outcome = np.array([classes.of[hand.score] for hand in dealer.orders], np.int64)
    listed = outcome != classes.rest
    orders = np.zeros((len(outcome), WIDE))
    orders[:, :10] = list(dealer.orders.values())
    counts = np.array([hand.counts for hand in dealer.orders], np.int64)
    return FinalRows(
        np.array(number)[outcome][listed], counts[listed], orders[listed], len(number) - 1
    )


def dealer_rows(dealer: DealersHands, classes: Outcomes) -> DealerRows:
    """Arrange every final hand except those of the class whose probability is the remainder."""
    return from_tens_to_aces(final_rows(dealer, classes))


def from_tens_to_aces(final: FinalRows) -> DealerRows:
    """Arrange final hands for contraction from T to A."""
    levels, last = arrange(final, contraction_order(ACE), together=False)
    return DealerRows(
        *levels[:-1],
        outcome_from=np.searchsorted(last.outcome, np.arange(final.outcomes + 1)),
        size_and_aces=last.size * MOST_CARDS + last.held,
        most_rows=levels.most_rows,
    )


def contraction_order(last: int) -> Ints:
    """The classes from T to A, but one of them last."""
    return np.array([rank for rank in range(9, -1, -1) if rank != last] + [last])


def arrange(final: FinalRows, order: Ints, *, together: bool) -> tuple[Levels, LastRows]:
    """Arrange final hands for contraction, class by class in this order.

    The rows of the last level come by outcome, number of cards and cards of the last class. If the
    last two classes are to be contracted together, there is one level less, and its rows come by
    the number of cards, cards of the last class, outcome, and cards of the class before it.
    """
    size = final.counts.sum(axis=1)
    assert size.max() < MOST_CARDS, "cards are counted in four bits"
    held = final.counts[:, order]
    shift = _BITS * np.arange(9, -1, -1)
    whole = ((final.outcome * MOST_CARDS + size) << (_BITS * 10)) + (held << shift).sum(axis=1)
    mask = (np.int64(-1) << (_BITS * 10)) | ((np.int64(1) << (shift + _BITS)) - 1)
    ids = [np.unique(whole & mask[level]) for level in range(10)]
    end = 8 if together else 9
    last = _last_rows(ids[end], together)
    in_order = np.arange(len(ids[end]))
    if together:
        in_order = np.lexsort((last.held_before, last.outcome, last.held, last.size))
    place = np.argsort(in_order)
    goes_to: list[Ints] = []
    planes: list[Ints] = []
    for level in range(end - 1, -1, -1):
        number = ids[level] >> shift[level] & (MOST_CARDS - 1)
        target = place[np.searchsorted(ids[level + 1], ids[level] & mask[level + 1])]
        fewest = np.full(len(ids[level + 1]), MOST_CARDS)
        np.minimum.at(fewest, target, number)
        later = number != fewest[target]
        rows = np.lexsort((target, number, later))
        goes_to.insert(0, target[rows])
        planes.insert(0, _planes(later[rows], number[rows]))
        place = np.argsort(rows)
    first = np.zeros((len(ids[0]), WIDE))
    np.add.at(first, place[np.searchsorted(ids[0], whole)], final.orders)
    holds, start, stop, is_first = np.concatenate(planes).T.copy()
    levels = Levels(
        orders=first,
        goes_to=np.concatenate(goes_to),
        level_from=np.cumsum([0, *(len(to) for to in goes_to)]),
        plane_holds=holds,
        plane_from=start,
        plane_to=stop,
        plane_is_first=is_first,
        planes_of_level=np.cumsum([0, *(len(level) for level in planes)]),
        most_rows=max(len(level) for level in ids),
    )
    return levels, _last_rows(ids[end][in_order], together)


def _last_rows(ids: Ints, together: bool) -> LastRows:
    outcome_and_size = ids >> (_BITS * 10)
    return LastRows(
        outcome_and_size // MOST_CARDS,
        outcome_and_size % MOST_CARDS,
        ids & (MOST_CARDS - 1),
        (ids >> _BITS & (MOST_CARDS - 1)) * together,
    )


def _planes(later: NDArray[np.bool_], number: Ints) -> Ints:
    """Runs of rows alike, as (cards of the class, from, to, first to arrive)."""
    changes = np.nonzero((later[1:] != later[:-1]) | (number[1:] != number[:-1]))[0] + 1
    start = np.concatenate([[0], changes])
    end = np.concatenate([changes, [len(number)]])
    return np.stack([number[start], start, end, (~later[start]).astype(np.int64)], axis=1)
