"""The player's hands of a game, and what each of them counts."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.law.counting import Score, count
from pitboss.rulebooks import TableRules

from .dealer import dealers_outcomes
from .errors import CannotPrice
from .multisets import BUST_ABOVE, Ints, Multisets, multisets
from .outcomes import is_lost_for_good, winnings
from .permissions import split_aces_draw
from .ranks import ACE, Counts, cards_of, low_points
from .watching import kept


class HandTotals(NamedTuple):
    """[hand]: its total and whether it is soft, in the order of the hands."""

    total: Ints
    soft: NDArray[np.bool_]


@kept
def player_hands(rules: TableRules) -> Multisets:
    """The hands that a player may have, and the compositions that must be priced for them."""
    return multisets(busts=_live_busts(rules), aces_draw=split_aces_draw(rules))


@kept
def hand_totals(rules: TableRules) -> HandTotals:
    """The total of every hand that a player may have."""
    rows, held = player_hands(rules).rows, player_hands(rules).hands.counts
    # Hands with as many aces and as many points besides them count alike.
    considered = np.stack([held[:, ACE], held[:, 1:] @ np.arange(2, 11)], axis=1)
    _, first, group = np.unique(considered, axis=0, return_index=True, return_inverse=True)
    counted = [count(rules, cards_of(rows[row])) for row in first]
    total = np.array([each.total for each in counted], np.int64)
    soft = np.array([each.soft for each in counted])
    return HandTotals(total[group.ravel()], soft[group.ravel()])


@kept
def _live_busts(rules: TableRules) -> tuple[Counts, ...]:
    """Hands over 21 that may still be saved."""
    classes = dealers_outcomes(rules)
    live = {
        (total, cards)
        for total in range(BUST_ABOVE + 1, BUST_ABOVE + 11)
        for cards in range(3, classes.alike_from + 1)
        if not is_lost_for_good(winnings(rules, Score(False, total, cards), classes))
    }
    longest = max((cards for _, cards in live), default=0)
    if longest > 3:
        # They would need many more compositions.
        raise CannotPrice(
            f"{rules.book.id} saves a bust of {longest} cards, which is not supported"
        )
    return tuple(
        counts
        for counts in _three_cards()
        if low_points(counts) > BUST_ABOVE and (low_points(counts), 3) in live
    )


def _three_cards() -> list[Counts]:
    numbers = []
    for a in range(10):
        for b in range(a, 10):
            for c in range(b, 10):
                counts = [0] * 10
                for rank in (a, b, c):
                    counts[rank] += 1
                numbers.append(tuple(counts))
    return numbers
