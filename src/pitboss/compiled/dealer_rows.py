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

WIDE: Final = 10
"""A column for each up card"""

MOST_CARDS: Final = 16
_BITS: Final = 4


class Levels(NamedTuple):
    """Final hands arranged level by level, one class of cards contracted after each.

    A row that nothing is added to and nothing multiplied on its way to the next level keeps its
    place there, so only the other rows are computed.
    """

    orders: NDArray[np.float64]
    """[row of the first level, up card]: the number of orders in which the hand is drawn"""
    comes_from: Ints
    """The place of a row, of those to be computed"""
    goes_to: Ints
    """Its place on the next level"""
    plane_holds: Ints
    """Planes are runs of such rows with the same number of the level's class."""
    plane_from: Ints
    """[plane + 1]"""
    plane_is_first: Ints
    """Whether the rows of the plane are the first to reach their targets"""
    planes_of_level: Ints
    last_from: int
    """Where the rows of the last level begin, which have neighbouring places"""
    places: int


class DealerRows(NamedTuple):
    """The dealer's final hands, arranged from T to A."""

    levels: Levels
    outcome_from: Ints
    """[class of outcome + 1]: the last level's rows of each class"""
    size_and_aces: Ints
    """[row of the last level]: number of cards times sixteen, plus aces"""


class FinalRows(NamedTuple):
    """Final hands of the dealer: [row]."""

    outcome: Ints
    counts: Ints
    """[row, class]"""
    orders: NDArray[np.float64]
    """[row, up card]"""
    outcomes: int
    """How many classes of outcome there are, with rows or without"""


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
        levels,
        outcome_from=np.searchsorted(last.outcome, np.arange(final.outcomes + 1)),
        size_and_aces=last.size * MOST_CARDS + last.held,
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
    targets: list[Ints] = []
    numbers: list[Ints] = []
    laters: list[NDArray[np.bool_]] = []
    for level in range(end - 1, -1, -1):
        number = ids[level] >> shift[level] & (MOST_CARDS - 1)
        target = place[np.searchsorted(ids[level + 1], ids[level] & mask[level + 1])]
        fewest = np.full(len(ids[level + 1]), MOST_CARDS)
        np.minimum.at(fewest, target, number)
        later = number != fewest[target]
        rows = np.lexsort((target, number, later))
        targets.insert(0, target[rows])
        numbers.insert(0, number[rows])
        laters.insert(0, later[rows])
        place = np.argsort(rows)
    first = np.zeros((len(ids[0]), WIDE))
    np.add.at(first, place[np.searchsorted(ids[0], whole)], final.orders)
    return _placed(first, targets, numbers, laters), _last_rows(ids[end][in_order], together)


def _placed(
    first: NDArray[np.float64],
    targets: list[Ints],
    numbers: list[Ints],
    laters: list[NDArray[np.bool_]],
) -> Levels:
    """Give every row a place, and list the rows to be computed, level by level, in planes."""
    places = len(first)
    place = np.arange(places)
    comes_from: list[Ints] = []
    goes_to: list[Ints] = []
    planes: list[Ints] = []
    last_from = 0
    for level, (target, number, later) in enumerate(zip(targets, numbers, laters, strict=True)):
        alone = (np.bincount(target)[target] == 1) & (number == 0) & (level < len(targets) - 1)
        on_next = np.full(target.max() + 1, -1)
        on_next[target[alone]] = place[alone]
        new = on_next < 0
        last_from = places
        on_next[new] = places + np.arange(new.sum())
        places += int(new.sum())
        comes_from.append(place[~alone])
        goes_to.append(on_next[target[~alone]])
        planes.append(_planes(later[~alone], number[~alone]))
        place = on_next
    before = np.cumsum([0, *(len(rows) for rows in goes_to)])
    starts = [each[:, 1] + start for each, start in zip(planes, before, strict=False)]
    holds, _, is_first = np.concatenate(planes).T.copy()
    return Levels(
        orders=first,
        comes_from=np.concatenate(comes_from),
        goes_to=np.concatenate(goes_to),
        plane_holds=holds,
        plane_from=np.concatenate([*starts, before[-1:]]),
        plane_is_first=is_first,
        planes_of_level=np.cumsum([0, *(len(level) for level in planes)]),
        last_from=last_from,
        places=places,
    )


def _last_rows(ids: Ints, together: bool) -> LastRows:
    outcome_and_size = ids >> (_BITS * 10)
    return LastRows(
        outcome_and_size // MOST_CARDS,
        outcome_and_size % MOST_CARDS,
        ids & (MOST_CARDS - 1),
        (ids >> _BITS & (MOST_CARDS - 1)) * together,
    )


def _planes(later: NDArray[np.bool_], number: Ints) -> Ints:
    """Runs of rows alike, as (cards of the class, from, first to arrive)."""
    changes = np.nonzero((later[1:] != later[:-1]) | (number[1:] != number[:-1]))[0] + 1
    start = np.concatenate([np.zeros(min(1, len(number)), np.int64), changes])
    return np.stack([number[start], start, (~later[start]).astype(np.int64)], axis=1)
