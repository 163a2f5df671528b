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
CARD_BITS: Final = 4


Short = NDArray[np.int32]
"""Half as long as other numbers: these lists are read as often as the rows themselves."""


class Levels(NamedTuple):
    """Final hands arranged level by level, one class of cards contracted after each.

    A row that reaches the next level unchanged, with nothing added or multiplied, keeps its
    place there, so only the other rows are computed.
    """

    orders: NDArray[np.float64]
    """[row of the first level, up card]: the number of orders in which the hand is drawn"""
    comes_from: Short
    """The rows that are added up to a row, neighbours in this list: the place of each times
    sixteen, plus how many cards of the level's class it has, fewest first"""
    goes_to: Short
    """[row to be computed]: its place on the next level"""
    run_from: Ints
    """[run + 1]: a run is rows to be computed, each the sum of equally many rows."""
    run_adds: Ints
    """[run]: how many"""
    run_comes_from: Ints
    """[run]: where those of its first row begin"""
    runs_of_level: Ints
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
    shift = CARD_BITS * np.arange(9, -1, -1)
    whole = ((final.outcome * MOST_CARDS + size) << (CARD_BITS * 10)) + (held << shift).sum(axis=1)
    mask = (np.int64(-1) << (CARD_BITS * 10)) | ((np.int64(1) << (shift + CARD_BITS)) - 1)
    ids, which = np.unique(whole, return_inverse=True)
    first = np.zeros((len(ids), WIDE))
    for up in np.nonzero(final.orders.any(axis=0))[0]:
        first[:, up] = np.bincount(which.ravel(), final.orders[:, up])
    levels: list[tuple[Ints, Ints]] = []
    for level in range(8 if together else 9):
        number = ids >> shift[level] & (MOST_CARDS - 1)
        ids, target = np.unique(ids & mask[level + 1], return_inverse=True)
        levels.append((target.ravel(), number))
    if together:
        last = _last_rows(ids, together)
        in_order = np.lexsort((last.held_before, last.outcome, last.held, last.size))
        target, number = levels[-1]
        levels[-1] = (np.argsort(in_order)[target], number)
        ids = ids[in_order]
    return _placed(first, levels), _last_rows(ids, together)


def _placed(first: NDArray[np.float64], levels: list[tuple[Ints, Ints]]) -> Levels:
    """Give every row a place, and list the rows to be computed, level by level, in runs.

    A level has, for each of its rows, the row of the next level that it is added to and how many
    cards of the level's class it holds.
    """
    places = len(first)
    place = np.arange(places)
    comes_from: list[Ints] = []
    holds: list[Ints] = []
    goes_to: list[Ints] = []
    runs: list[tuple[Ints, Ints]] = []
    made_from = [0]
    for level, (target, number) in enumerate(levels):
        is_last = level == len(levels) - 1
        adds = np.bincount(target)
        stays = (adds[target] == 1) & (number == 0) & (not is_last)
        on_next = np.zeros(len(adds), np.int64)
        on_next[target[stays]] = place[stays]
        adds[target[stays]] = 0
        by_adds = _in_order(adds)
        in_runs = by_adds[stays.sum() :]
        made_from.append(places)
        on_next[np.arange(len(adds)) if is_last else in_runs] = places + np.arange(len(in_runs))
        places += len(in_runs)
        turn = np.empty(len(adds), np.int64)
        turn[by_adds] = np.arange(len(adds))
        # Of rows that are added up, those with fewer cards of the class come first.
        rows = _in_order(turn[target])[stays.sum() :]
        comes_from.append(place[rows])
        holds.append(number[rows])
        goes_to.append(on_next[in_runs])
        runs.append(np.unique(adds[in_runs], return_counts=True))
        place = on_next
    read = np.concatenate(comes_from)
    # Rows of a level are placed in the order in which they are read, which happens most often.
    moved = np.arange(places)
    made_on = np.searchsorted(made_from, read, side="right")
    moved[read[_in_order(made_on)]] = np.arange(len(read))
    first[moved[: len(first)]] = first.copy()
    run_adds = np.concatenate([adds for adds, _ in runs])
    run_rows = np.concatenate([numbers for _, numbers in runs])
    return Levels(
        orders=first,
        comes_from=(moved[read] * MOST_CARDS + np.concatenate(holds)).astype(np.int32),
        goes_to=moved[np.concatenate(goes_to)].astype(np.int32),
        run_from=np.cumsum([0, *run_rows]),
        run_adds=run_adds,
        run_comes_from=np.cumsum([0, *(run_adds * run_rows)])[:-1],
        runs_of_level=np.cumsum([0, *(len(adds) for adds, _ in runs)]),
        last_from=made_from[-1],
        places=places,
    )


def _in_order(numbers: Ints) -> Ints:
    """How to put small numbers in order; of equal ones, the first stays first."""
    return np.argsort(numbers.astype(np.min_scalar_type(numbers.max(initial=0))), kind="stable")


def _last_rows(ids: Ints, together: bool) -> LastRows:
    outcome_and_size = ids >> (CARD_BITS * 10)
    return LastRows(
        outcome_and_size // MOST_CARDS,
        outcome_and_size % MOST_CARDS,
        ids & (MOST_CARDS - 1),
        (ids >> CARD_BITS & (MOST_CARDS - 1)) * together,
    )
