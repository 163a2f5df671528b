"""Total-dependent strategies: a chart expanded to all its hands."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.acts import HandAct
from pitboss.compiled.dealer_rows import WIDE
from pitboss.compiled.game import CompiledGame, Flags
from pitboss.compiled.multisets import Ints
from pitboss.compiled.player_hands import HandTotals, hand_totals
from pitboss.compiled.ranks import ACE, CLASSES, TEN
from pitboss.compiled.watching import kept
from pitboss.law.play import has_act
from pitboss.rulebooks import TableRules

from .chart import UP_CARDS, Chart, Letter, Row
from .game_value import Acts, Given
from .hand_values import PREFERS_DOUBLE, PREFERS_HIT

MOST: Final = 22
"""Totals run up to 21."""

Plan = NDArray[np.int8]


@kept
def chart_totals(rules: TableRules) -> HandTotals:
    """The totals of the hands, in the order of the tables, with the lost hand last."""
    counted = hand_totals(rules)
    return HandTotals(
        np.append(np.minimum(counted.total, MOST - 1), MOST - 1),
        np.append(counted.soft, False),
    )


class ByTotals(NamedTuple):
    """A total-dependent strategy: arrays over [soft, total, up card] or [pair class, up card]."""

    hits: Flags
    doubles: Flags
    """Two cards that are not a pair, and any two after a split"""
    first: Plan
    """The first act for two cards of the total that are not a pair, or -1"""
    pairs: Plan
    pairs_hit: Flags
    """Whether an unsplit pair of two cards hits"""
    pairs_after_exchange: Plan
    """The act for a pair that may not, or no longer, be exchanged or surrendered"""

    @classmethod
    def of_nothing(cls) -> ByTotals:
        """A strategy that always stands, to be filled in."""
        of_totals = (2, MOST, 10)
        return cls(
            np.zeros(of_totals, bool),
            np.zeros(of_totals, bool),
            np.full(of_totals, -1, np.int8),
            np.zeros((10, 10), np.int8),
            np.zeros((10, 10), bool),
            np.zeros((10, 10), np.int8),
        )

    def given(self, game: CompiledGame) -> Given:
        """The strategy expanded to every hand."""
        hands = game.multisets.hands
        totals = chart_totals(game.rules)
        soft = totals.soft.astype(np.int64)
        intents = np.zeros((11, len(totals.total), WIDE), np.uint8)
        intents[0, :, :10] = PREFERS_HIT * self.hits[soft, totals.total]
        two = np.append(hands.size == 2, False)
        intents[0, two, :10] |= (PREFERS_DOUBLE * self.doubles[soft, totals.total])[two].astype(
            np.uint8
        )
        acts = self._acts(soft[hands.two], totals.total[hands.two])
        # Cards are exchanged at most once, and may not be surrendered afterwards.
        plain = self._replace(first=np.full_like(self.first, -1), pairs=self.pairs_after_exchange)
        after = plain._acts(soft[hands.two], totals.total[hands.two])
        return Given(acts, after, intents)

    def _acts(self, soft: Ints, total: Ints) -> Acts:
        """[class, class, up card]: the act for two cards."""
        hit = self.hits[soft, total]
        double = self.doubles[soft, total]
        first = self.first[soft, total]
        acts = np.where(double, HandAct.DOUBLE, np.where(hit, HandAct.HIT, HandAct.STAND))
        acts = np.where(first >= 0, first, acts)
        ranks = np.arange(10)
        acts[ranks, ranks] = self.pairs
        return acts.astype(np.int8)

    def chart(self, rules: TableRules) -> Chart:
        """The strategy as a chart."""
        exchanges = has_act(rules, HandAct.EXCHANGE)
        hard = tuple(self._row(str(total), 0, total) for total in range(20, 4, -1))
        soft = tuple(self._row(f"A,{CLASSES[total - 12]}", 1, total) for total in range(20, 12, -1))
        order = (ACE, *range(TEN, ACE, -1))
        pairs = tuple(
            self._pair_row(rank, self.pairs_after_exchange if exchanges else self.pairs)
            for rank in order
        )
        firsts: tuple[Row, ...] = ()
        if exchanges:
            firsts = tuple(
                self._row(str(total), 0, total, exchange=True)
                for total in range(20, 4, -1)
                if (self.first[0, total] == HandAct.EXCHANGE).any()
            )
            firsts += tuple(
                self._pair_row(rank, self.pairs)
                for rank in order
                if (self.pairs[rank] == HandAct.EXCHANGE).any()
            )
        return Chart(rules.book.id, settings_of(rules), hard, soft, pairs, firsts)

    def _row(self, name: str, soft: int, total: int, *, exchange: bool = False) -> Row:
        return Row(
            name,
            tuple(
                self._letter(soft, total, CLASSES.index(up), exchange=exchange) for up in UP_CARDS
            ),
        )

    def _letter(self, soft: int, total: int, up: int, *, exchange: bool) -> Letter:
        first = self.first[soft, total, up]
        hits = bool(self.hits[soft, total, up])
        if first == HandAct.EXCHANGE and exchange:
            return Letter.EXCHANGE
        if first == HandAct.SURRENDER:
            return Letter.SURRENDER if hits else Letter.SURRENDER_OR_STAND
        if self.doubles[soft, total, up]:
            return Letter.DOUBLE if hits else Letter.DOUBLE_OR_STAND
        return Letter.HIT if hits else Letter.STAND

    def _pair_row(self, rank: int, plan: Plan) -> Row:
        letters = []
        for up in (CLASSES.index(up) for up in UP_CARDS):
            hits = bool(self.pairs_hit[rank, up])
            match HandAct(int(plan[rank, up])):
                case HandAct.SPLIT:
                    letters.append(Letter.SPLIT)
                case HandAct.EXCHANGE:
                    letters.append(Letter.EXCHANGE)
                case HandAct.SURRENDER if self.pairs_after_exchange[rank, up] == HandAct.SPLIT:
                    letters.append(Letter.SURRENDER_OR_SPLIT)
                case HandAct.SURRENDER:
                    letters.append(Letter.SURRENDER if hits else Letter.SURRENDER_OR_STAND)
                case HandAct.DOUBLE:
                    letters.append(Letter.DOUBLE if hits else Letter.DOUBLE_OR_STAND)
                case act:
                    letters.append(Letter.HIT if act is HandAct.HIT else Letter.STAND)
        return Row(f"{CLASSES[rank]},{CLASSES[rank]}", tuple(letters))


def settings_of(rules: TableRules) -> tuple[tuple[str, str], ...]:
    """The elections that were made, as a chart lists them; the number of decks is always there."""
    made = tuple((key, str(value)) for key, value in rules.choices)
    if any(key == "decks" for key, _ in made):
        return made
    return (("decks", str(rules.equipment.decks.value)), *made)
