"""How long a shoe lasts: its cards, the burn, the cut card, and how it runs out."""

from __future__ import annotations

from enum import IntEnum, unique
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.law.counting import up_card
from pitboss.law.play import exchanged_at_most
from pitboss.law.shoe import (
    burns_first_card,
    composition,
    cutting_card_position,
    has_cutting_card,
    shuffle_is_due,
    size,
    when_exhausted,
)
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.enumerations import Exhausted

from .ranks import CLASSES


@unique
class RunsOut(IntEnum):
    """What happens to a round that the shoe cannot finish."""

    GOES_ON = 0
    """The discards are shuffled and used for later rounds too, with their own cut card."""
    GOES_ON_ONCE = 1
    """The discards are shuffled for this round (and burned from), and all cards after it."""
    VOID = 2
    """Every wager is returned, and all cards are shuffled."""


_RUNS_OUT: Final = {
    Exhausted.SHUFFLE_DISCARDS: RunsOut.GOES_ON,
    Exhausted.SHUFFLE_DISCARDS_AND_BURN: RunsOut.GOES_ON_ONCE,
    Exhausted.VOID_ROUND: RunsOut.VOID,
    Exhausted.RULING: RunsOut.VOID,  # the table voids the round if the book does not cover it
}


class ShoeRule(NamedTuple):
    """A shoe as numbers."""

    classes: NDArray[np.uint8]
    """[card]: the class of every card of a full shoe, in the order of new decks"""
    burned: int
    """Cards burned from a new shoe"""
    burned_again: int
    """Cards burned from shuffled discards"""
    begins_above: NDArray[np.int64]
    """[cards in the shuffled stack]: a round begins while more cards than this are left"""
    runs_out: RunsOut
    is_continuous: bool
    """Whether every round is dealt from all the cards"""

    @property
    def size(self) -> int:
        """The number of cards in a full shoe."""
        return len(self.classes)


def shoe_rule(rules: TableRules) -> ShoeRule:
    """Ask the law about the shoe, for every stack that may be shuffled."""
    is_continuous = not has_cutting_card(rules)
    burned = int(bool(burns_first_card(rules)))
    runs_out = _RUNS_OUT[when_exhausted(rules).remedy]
    again = runs_out is RunsOut.GOES_ON_ONCE and rules.shoe.burns_first.value
    return ShoeRule(
        np.array([CLASSES.index(up_card(rules, card)) for card in composition(rules)], np.uint8),
        burned,
        int(again),
        np.zeros(size(rules) + 1, np.int64) if is_continuous else _begins_above(rules),
        runs_out,
        is_continuous,
    )


def most_cards(rules: TableRules, classes: NDArray[np.uint8], *, hands: int) -> int:
    """The most cards a round can take with one box split into at most ``hands`` hands."""
    # A hand hits at most 21, so it ends at most ten points above; aces count one.
    points = (hands + 1) * (rules.counting.bust_above.value + 10)
    points += exchanged_at_most(rules)
    in_order = np.cumsum(np.sort(classes).astype(np.int64) + 1)
    return int(np.searchsorted(in_order, points, side="right"))


def _begins_above(rules: TableRules) -> NDArray[np.int64]:
    # The cut card comes out before the card that follows it, so a round that ends just before it
    # lets another begin, unless the book then shuffles before any card is dealt.
    at_once = shuffle_is_due(rules, first_of_round=True).at_once
    return np.array(
        [
            stack - cutting_card_position(rules, stack) - (not at_once)
            for stack in range(size(rules) + 1)
        ],
        np.int64,
    )
