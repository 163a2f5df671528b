"""All rounds of a solved stage, up card by up card: what they come to and what they stake."""

from __future__ import annotations

from functools import cached_property
from typing import Final

import numpy as np

from pitboss.compiled.acts import Act
from pitboss.compiled.game import Game, StageTables
from pitboss.compiled.ranks import ACE, TEN
from pitboss.solver.contraction import Floats
from pitboss.solver.engine import SUITED_TENS
from pitboss.solver.game_value import Stage

from .split_boxes import SplitBoxes
from .tally import Tally
from .unsplit import Unsplit, unsplit

AFTER_ZAP: Final = 1e-2
"""Splits after a zap are rare, and there is one shoe for every two cards given up."""


class Rounds:
    """The rounds of a stage of a game, played as it was solved."""

    def __init__(
        self, game: Game, tables: StageTables, stage: Stage, *, aside: float = 0.0
    ) -> None:
        self.game, self.tables, self.stage = game, tables, stage
        self.shoe = stage.values.shoe
        self.aside = aside
        """How rare ends of a split hand, together, need not be followed with the other hands'"""

    def against(self, up: int) -> Tally:
        """Every two cards against an up card that is in the shoe."""
        tally = Tally()
        left = self.shoe.copy()
        left[up] -= 1
        cards = left.sum()
        for a in range(10):
            for b in range(a, 10):
                ways = left[a] * (left[b] - (a == b)) * (1 if a == b else 2)
                if ways > 0:
                    tally.add_all(self.two_cards(a, b, up), ways / (cards * (cards - 1)))
        return tally

    def two_cards(self, a: int, b: int, up: int) -> Tally:
        """Two cards against an up card, as the stage plays them."""
        if self.tables.has_natural and {a, b} == {ACE, TEN}:
            return self._natural(up)
        act = Act(int(self.stage.two_cards.chosen[a, b, up]))
        if act is Act.SPLIT and a == TEN and self.game.tens_pair_by_rank:
            return self._tens(up)
        return self.played(a, b, up, act)

    def played(self, a: int, b: int, up: int, act: Act) -> Tally:
        """Two cards with which this is done."""
        match act:
            case Act.STAND:
                return self._on(self._unsplit.stood, a, b, up)
            case Act.HIT:
                return self._on(self._unsplit.drawn, a, b, up)
            case Act.DOUBLE:
                return self._double(a, b, up)
            case Act.SPLIT:
                return self._split(a, up)
            case Act.SURRENDER:
                return self._surrender(a, b, up)
            case Act.ZAP:
                return self._after_zap[min(a, b), max(a, b)].against(up)

    @cached_property
    def _after_zap(self) -> dict[tuple[int, int], Rounds]:
        tables = self.game.after_zap
        if tables is None:
            return {}
        return {
            cards: Rounds(self.game, tables, stage, aside=AFTER_ZAP)
            for cards, stage in self.stage.zapped.items()
        }

    @cached_property
    def _unsplit(self) -> Unsplit:
        return unsplit(self.game, self.tables, self.shoe, self.stage.values.intents[0])

    def _blackjack(self, a: int, b: int, up: int) -> float:
        return float(self.stage.two_cards.blackjack[a, b, up])

    def _natural(self, up: int) -> Tally:
        tally = Tally()
        tally.wager = 1.0
        chance = self._blackjack(ACE, TEN, up)
        wins, ties = self.tables.natural_wins, self.tables.natural_ties
        at_once = self.game.even_money[up]
        if at_once > wins * (1 - chance) + ties * chance:
            tally.add(float(at_once), 1.0)
        else:
            tally.add(wins, 1 - chance)
            tally.add(ties, chance)
        return tally

    def _on(self, table: Floats, a: int, b: int, up: int) -> Tally:
        tally = Tally()
        tally.wager = 1.0
        hand = self.game.multisets.hands.two[a, b]
        for result, chance in zip(self._unsplit.results, table[hand, up], strict=True):
            tally.add(float(result), float(chance))
        tally.add(-1.0, self._blackjack(a, b, up))
        return tally

    def _double(self, a: int, b: int, up: int) -> Tally:
        tally = Tally()
        hands, payoffs = self.game.multisets.hands, self.game.payoffs
        hand = hands.two[a, b]
        left = self.shoe - hands.counts[hand]
        left[up] -= 1
        cards = left.sum()
        for card in np.nonzero(left > 0)[0]:
            chance = float(left[card] / cards)
            made = hands.child[hand, card]
            blackjack = 0.0
            if up in (ACE, TEN):
                hole = TEN - up
                blackjack = float(left[hole] - (card == hole)) / (cards - 1)
            over = bool(payoffs.is_over[made])
            spared = payoffs.busted_double_spared[up] if over else payoffs.double_spared[up]
            tally.add(float(spared) - 2.0, chance * blackjack)
            staked = 1.0 if self.game.looked_for[up] else 2.0
            tally.wager += chance * (2.0 * (1 - blackjack) + staked * blackjack)
            if made == len(self.game.multisets.rows):
                tally.add(-2.0, chance * (1 - blackjack))
                continue
            stood = self._unsplit.stood[made, up]
            for result, likely in zip(self._unsplit.results, stood, strict=True):
                tally.add(2 * float(result), chance * float(likely))
        return tally

    def _surrender(self, a: int, b: int, up: int) -> Tally:
        tally = Tally()
        tally.wager = 1.0
        chance = self._blackjack(a, b, up)
        tally.add(self.game.surrender_keeps - 1, 1 - chance)
        tally.add(float(self.game.surrender_keeps_against_blackjack[up]) - 1, chance)
        return tally

    def _split(self, rank: int, up: int) -> Tally:
        plan = self.stage.plan
        which = (1 + rank) * int(plan.own_play[rank, up])
        box = SplitBoxes(
            self.game, self.tables, self.shoe, self.stage.values.intents[which],
            rank=rank, up=up, most=int(plan.hands_at_most[rank, up]), aside=self.aside,
        )  # fmt: skip
        return box.tally()

    def _tens(self, up: int) -> Tally:
        """Tens that are split if of one rank, and otherwise played as well as can be."""
        tens = self.shoe[TEN]
        alike = max(tens / SUITED_TENS - 1, 0.0) / max(tens - 1, 1.0)
        tally = Tally()
        if alike > 0:
            tally.add_all(self._split(TEN, up), alike)
        tally.add_all(self.played(TEN, TEN, up, self._instead(up, alike)), 1 - alike)
        return tally

    def _instead(self, up: int, alike: float) -> Act:
        """What the stage does with tens that are no pair: the act that is worth what they are."""
        two = self.stage.two_cards
        split = two.split[TEN, TEN, up] if alike > 0 else 0.0
        worth = (two.best[TEN, TEN, up] - alike * split) / (1 - alike)
        ways = {
            Act.STAND: two.stand,
            Act.HIT: two.hit,
            Act.DOUBLE: two.double,
            Act.SURRENDER: two.surrender,
            Act.ZAP: two.zap,
        }
        off = {act: abs(float(way[TEN, TEN, up]) - worth) for act, way in ways.items()}
        return min((act for act in off if not np.isnan(off[act])), key=lambda act: off[act])
