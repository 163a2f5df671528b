"""What is known about the shoes of a game and stays the same under every strategy."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pitboss.solver.contraction import Floats

if TYPE_CHECKING:
    from pitboss.solver.game_value import SolvedStage


class Summed(NamedTuple):
    """The hands of a split pair under the strategy that was followed last."""

    ends: Floats
    """[second card is any or a pair card, hand of the class, up card]"""
    sums: Floats
    """[second card is any or a pair card, pair cards, cards, up card]"""


class SharedWork:
    """Filled in while strategies are priced one after the other; for one game alone."""

    def __init__(self) -> None:
        self.chances: dict[bytes, Floats] = {}
        """[hand, outcome, up card], by shoe: the dealer's chances after every hand"""
        self.summed: dict[tuple[bytes, int], Summed] = {}
        """By shoe and split class: the next strategy adds only what it plays differently"""
        self.never_split: dict[bytes, SolvedStage] = {}
        """By shoe: the game solved with split hands played as if never split"""
