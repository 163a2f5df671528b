"""The results of a split pair: exact for two hands, exact in mean and square for more."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from pitboss.compiled.blackjack import Beyond, BoxHand, TakenByBlackjack, taken_from
from pitboss.compiled.game import CompiledGame, StageTables
from pitboss.solver.contraction import Floats

from .boxes import (
    Signed,
    SplitEnd,
    boxes,
    every_hand,
    every_two,
    first_and_another,
    first_hand,
    nothing_else,
    one_hand,
)
from .hand_chances import HandChances, Pair
from .hands import HandKind
from .tally import ChanceTally

_ALIVE = BoxHand(busted=False, doubled=False)
_MOST_LOST_BY_TWO = 4.0
"""Two hands, both doubled"""
_MOST_LOST = 8.0
"""Four hands, all doubled"""

Chances = dict[tuple[float, bool], float]
"""By the sum of the hands' wins, and whether one is left for a blackjack to take"""


class SplitBoxes:
    """One pair split against one up card, by a strategy that does not look at the other hands."""

    def __init__(
        self, game: CompiledGame, tables: StageTables, shoe: Floats, intents: NDArray[np.uint8],
        pair: Pair,
    ) -> None:  # fmt: skip
        self.boxes = tuple(boxes(pair.hands_at_most))
        self.aside, up = pair.aside, pair.up
        self.chances = HandChances(game, tables, shoe, intents, pair=pair, boxes=self.boxes)
        self.takes = TakenByBlackjack(
            bool(game.looked_for[up]),
            Beyond(int(game.payoffs.beyond[up])),
            float(game.payoffs.double_spared[up]),
            float(game.payoffs.busted_double_spared[up]),
        )
        kinds = self.chances.kinds
        self.wins = np.array([hand.wins for hand in kinds])
        self.staked = np.array([1.0 + hand.is_doubled for hand in kinds])
        self.over = np.array([float(hand.is_over) for hand in kinds])
        one_is_left = self.takes.beyond is not Beyond.BUSTED_AND_ONE
        self.counts_alive = np.array([one_is_left or not hand.is_over for hand in kinds])
        self.of_first, self.of_other = self._taken_by_hand(kinds)

    def tally(self) -> ChanceTally:
        """All results of the box, given the pair and the up card."""
        joint = ChanceTally()
        for box in self.boxes:
            if box.hands == 2:
                self._two(box, joint)
        more = [box for box in self.boxes if box.hands > 2]
        if more:
            nearly = sum(self._more(box, joint) for box in more)
            joint.square_unseen += self._square(more, joint) - nearly
        pair = self.chances.pair
        tally = ChanceTally()
        tally.add_all(joint, 1 / pair)
        # Each of two hands may come to an end that is not followed.
        tally.unsure += 2 * self.aside
        tally.square_unsure += 2 * self.aside * _MOST_LOST_BY_TWO**2
        return tally

    def _two(self, box: SplitEnd, tally: ChanceTally) -> None:
        table = self.chances.two(every_two(box))
        play, blackjack = table[:, :, :-1], table[:, :, -1]
        tally.add_each(self.wins[:, None, :] + self.wins[None, :, :], play)
        staked = self.staked[:, None] + self.staked[None, :]
        tally.wager += float((staked * play.sum(axis=2)).sum())
        if blackjack.any():
            kinds = self.chances.kinds
            lost = [
                [taken_from(self.takes, (_part(one), _part(other))) for other in kinds]
                for one in kinds
            ]
            tally.add_each(-np.array(lost), blackjack)
            staked = np.ones_like(staked) if self.takes.looked_for else staked
            tally.wager += float((staked * blackjack).sum())

    def _more(self, box: SplitEnd, tally: ChanceTally) -> float:
        """Three or more hands, as if independent given the dealer's outcome.

        The mean is exact, the probabilities nearly so. Returns the resulting mean square of the
        sum over the hands.
        """
        total = self.chances.box(nothing_else(box))
        done = self.chances.one(one_hand(box, done=True)) if box.done else total[None]
        undone = self.chances.one(one_hand(box, done=False)) if box.done < box.hands else done
        # If the dealer checks for blackjack, that is before the split, so its effect is known.
        tally.unsure += float(total[:-1].sum() if self.takes.looked_for else total.sum())
        square = 0.0
        for outcome in np.nonzero(total > 0.0)[0]:
            likely = total[outcome]
            blackjack = outcome == len(total) - 1
            won = -self.of_other if blackjack else self.wins[:, outcome]
            of_first = -self.of_first if blackjack else won
            first = self._hand(of_first, (done if box.done else undone)[:, outcome] / likely)
            chances: Chances = {hand: float(likely) * chance for hand, chance in first.items()}
            if box.done > 1:
                another = self._hand(won, done[:, outcome] / likely)
                chances = _together(chances, another, times=box.done - 1)
            if box.done < box.hands:
                another = self._hand(won, undone[:, outcome] / likely)
                chances = _together(chances, another, times=box.hands - max(box.done, 1))
            for (result, alive), chance in chances.items():
                tally.add(result if alive or not blackjack else result + 1, chance)
                square += result**2 * chance
        each = self.chances.one(every_hand(box))
        tally.wager += float(self.staked @ each[:, :-1].sum(axis=1))
        tally.wager += float(total[-1] if self.takes.looked_for else self.staked @ each[:, -1])
        return square

    def _hand(self, won: Floats, given: Floats) -> Chances:
        """One hand, as the win and probability of each kind."""
        hand: Chances = defaultdict(float)
        for kind in np.nonzero(given)[0]:
            hand[float(won[kind]), bool(self.counts_alive[kind])] += float(given[kind])
        return hand

    def _taken_by_hand(self, kinds: tuple[HandKind, ...]) -> tuple[Floats, Floats]:
        """What a blackjack takes from a first hand and from any other, as an additive amount.

        Under BB+1 this takes one unit too much from a box whose hands have all bust.
        """
        alone = taken_from(self.takes, (_ALIVE,))
        of_alive = taken_from(self.takes, (_ALIVE, _ALIVE)) - alone
        first = [taken_from(self.takes, (_part(hand), _ALIVE)) - of_alive for hand in kinds]
        other = [taken_from(self.takes, (_ALIVE, _part(hand))) - alone for hand in kinds]
        return np.array(first), np.array(other)

    def _square(self, more: list[SplitEnd], tally: ChanceTally) -> float:
        """The mean square of the sum over the hands of a box, from pairs of hands."""
        wins, first, other = self.wins, self.of_first, self.of_other
        each = self.chances.one(_sum(every_hand, more))
        pairs = self.chances.two(_sum(every_two, more))
        square = float((wins**2 * each[:, :-1]).sum())
        square += 2 * float(np.einsum("ik,jk,ijk->", wins, wins, pairs[:, :, :-1]))
        if not each[:, -1].any():
            return square
        of_first = self.chances.one(_sum(first_hand, more))[:, -1]
        with_first = self.chances.two(_sum(first_and_another, more))[..., -1]
        square += float(first**2 @ of_first + other**2 @ (each[:, -1] - of_first))
        square += 2 * float(first @ with_first @ other)
        square += 2 * float(other @ (pairs[:, :, -1] - with_first) @ other)
        if self.takes.beyond is Beyond.BUSTED_AND_ONE:
            # All hands bust at most as often as the first two do; that much is uncertain.
            tally.square_unsure += 2 * _MOST_LOST * float(self.over @ with_first @ self.over)
        return square


def _part(hand: HandKind) -> BoxHand:
    return BoxHand(hand.is_over, hand.is_doubled)


def _together(chances: Chances, hand: Chances, *, times: int) -> Chances:
    """Add a number of independent hands to the box."""
    for _ in range(times):
        after: Chances = defaultdict(float)
        for (won, alive), chance in chances.items():
            for (more, is_alive), likely in hand.items():
                after[won + more, alive or is_alive] += chance * likely
        chances = after
    return chances


def _sum(part: Callable[[SplitEnd], Signed], boxes: list[SplitEnd]) -> Signed:
    """A part of several boxes, added up."""
    total = part(boxes[0])
    for box in boxes[1:]:
        total = total + part(box)
    return total
