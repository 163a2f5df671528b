"""All rounds of a solved stage, up card by up card: their results and stakes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.acts import HandAct
from pitboss.compiled.game import CompiledGame, StageTables
from pitboss.compiled.ranks import ACE, TEN
from pitboss.solver.contraction import Floats
from pitboss.solver.engine import SUITED_TENS
from pitboss.solver.game_value import SolvedStage, natural_meets

from .hand_chances import Pair
from .hands import played
from .pair_rows import GivenUp
from .split_boxes import SplitBoxes
from .tally import ChanceTally
from .unsplit import Unsplit, unsplit

AFTER_EXCHANGE: Final = 1e-3
"""A coarser limit for splits after an exchange, which are rare and need one shoe each."""


class Rounds:
    """The rounds of a stage of a game, played as it was solved."""

    def __init__(
        self, game: CompiledGame, tables: StageTables, stage: SolvedStage, *, aside: float = 0.0
    ) -> None:
        self.game, self.tables, self.stage = game, tables, stage
        self.shoe = stage.values.shoe
        self.aside = aside
        """The probability of the rarest ends of a split hand, not combined with other hands'"""

    def against(self, up: int) -> ChanceTally:
        """Every two cards against an up card that is in the shoe."""
        tally = ChanceTally()
        exchanged = []
        for a, b, chance in self._deals(up):
            if self._exchanges(a, b, up):
                exchanged.append((a, b, chance))
            else:
                tally.add_all(self.two_cards(a, b, up), chance)
        self._add_exchanged(tally, exchanged, up)
        return tally

    def _deals(self, up: int) -> Iterator[tuple[int, int, float]]:
        """Every two cards with their probability, given the up card."""
        left = self.shoe.copy()
        left[up] -= 1
        cards = left.sum()
        for a in range(10):
            for b in range(a, 10):
                ways = left[a] * (left[b] - (a == b)) * (1 if a == b else 2)
                if ways > 0:
                    yield a, b, float(ways / (cards * (cards - 1)))

    def _exchanges(self, a: int, b: int, up: int) -> bool:
        natural = self.tables.has_natural and {a, b} == {ACE, TEN}
        return not natural and self.stage.two_cards.chosen[a, b, up] == HandAct.EXCHANGE

    def _splits(self, a: int, b: int, up: int) -> bool:
        """Whether a pair is split, being a pair by its value alone."""
        alike = a == b and not (a == TEN and self.game.tens_pair_by_rank)
        return alike and self.stage.two_cards.chosen[a, b, up] == HandAct.SPLIT

    def _add_exchanged(
        self, tally: ChanceTally, exchanged: list[tuple[int, int, float]], up: int
    ) -> None:
        """Add the rounds after an exchange; pairs played alike after several are added at once."""
        alike: dict[tuple[int, int, bytes, bytes], list[tuple[int, int]]] = {}
        for a, b, chance in exchanged:
            after = self._after_exchange[a, b]
            for c, d, likely in after._deals(up):
                if after._splits(c, d, up):
                    alike.setdefault(after._plays(c, up), []).append((a, b))
                else:
                    tally.add_all(after.two_cards(c, d, up), chance * likely)
        for (rank, *_), cards in alike.items():
            after = self._after_exchange[cards[0]]
            box = after.split_box(rank, up, self.shoe, tuple(cards))
            of_up = float(self.shoe[up] / self.shoe.sum())
            tally.add_all(box.tally(), box.chances.pair / of_up)

    def _plays(self, rank: int, up: int) -> tuple[int, int, bytes, bytes]:
        """How the hands of a split pair are played."""
        intents, most = self._plan(rank, up)
        stands, doubles = played(self.game, self.tables, intents, rank=rank, up=up)
        return rank, most, stands.tobytes(), doubles.tobytes()

    def _plan(self, rank: int, up: int) -> tuple[NDArray[np.uint8], int]:
        plan = self.stage.plan
        which = (1 + rank) * int(plan.own_play[rank, up])
        return self.stage.values.intents[which], int(plan.hands_at_most[rank, up])

    def two_cards(self, a: int, b: int, up: int) -> ChanceTally:
        """Two cards against an up card, as the stage plays them."""
        if self.tables.has_natural and {a, b} == {ACE, TEN}:
            return self._natural(up)
        act = HandAct(int(self.stage.two_cards.chosen[a, b, up]))
        if act is HandAct.SPLIT and a == TEN and self.game.tens_pair_by_rank:
            return self._tens(up)
        return self.played(a, b, up, act)

    def played(self, a: int, b: int, up: int, act: HandAct) -> ChanceTally:
        """The results of two cards after this act."""
        match act:
            case HandAct.STAND:
                return self._on(self._unsplit.stood, a, b, up)
            case HandAct.HIT:
                return self._on(self._unsplit.drawn, a, b, up)
            case HandAct.DOUBLE:
                return self._double(a, b, up)
            case HandAct.SPLIT:
                return self._split(a, up)
            case HandAct.SURRENDER:
                return self._surrender(a, b, up)
            case HandAct.EXCHANGE:
                return self._after_exchange[min(a, b), max(a, b)].against(up)

    @cached_property
    def _after_exchange(self) -> dict[tuple[int, int], Rounds]:
        tables = self.game.after_exchange
        if tables is None:
            return {}
        return {
            cards: Rounds(self.game, tables, stage, aside=AFTER_EXCHANGE)
            for cards, stage in self.stage.exchanged.items()
        }

    @cached_property
    def _unsplit(self) -> Unsplit:
        return unsplit(self.game, self.tables, self.shoe, self.stage.values.intents[0])

    def _blackjack(self, a: int, b: int, up: int) -> float:
        return float(self.stage.two_cards.blackjack[a, b, up])

    def _natural(self, up: int) -> ChanceTally:
        tally = ChanceTally()
        tally.wager = 1.0
        chance = float(natural_meets(self.tables, self.stage.two_cards.blackjack)[up])
        wins, ties = self.tables.natural_wins, self.tables.natural_ties
        at_once = self.game.even_money[up]
        if at_once > wins * (1 - chance) + ties * chance:
            tally.add(float(at_once), 1.0)
        else:
            tally.add(wins, 1 - chance)
            tally.add(ties, chance)
        return tally

    def _on(self, table: Floats, a: int, b: int, up: int) -> ChanceTally:
        tally = ChanceTally()
        tally.wager = 1.0
        hand = self.game.multisets.hands.two[a, b]
        for result, chance in zip(self._unsplit.results, table[hand, up], strict=True):
            tally.add(float(result), float(chance))
        tally.add(-1.0, self._blackjack(a, b, up))
        return tally

    def _double(self, a: int, b: int, up: int) -> ChanceTally:
        tally = ChanceTally()
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

    def _surrender(self, a: int, b: int, up: int) -> ChanceTally:
        tally = ChanceTally()
        tally.wager = 1.0
        chance = self._blackjack(a, b, up)
        tally.add(self.game.surrender_keeps - 1, 1 - chance)
        tally.add(float(self.game.surrender_keeps_against_blackjack[up]) - 1, chance)
        return tally

    def _split(self, rank: int, up: int) -> ChanceTally:
        return self.split_box(rank, up, self.shoe, ()).tally()

    def split_box(self, rank: int, up: int, shoe: Floats, given_up: GivenUp) -> SplitBoxes:
        """A pair split as in this stage; any of ``given_up`` may be missing from the shoe."""
        intents, most = self._plan(rank, up)
        pair = Pair(rank, up, most, self.aside, given_up)
        return SplitBoxes(self.game, self.tables, shoe, intents, pair)

    def _tens(self, up: int) -> ChanceTally:
        """Two tens: split if they are of one rank, otherwise played by the stage's other act."""
        tens = self.shoe[TEN]
        alike = max(tens / SUITED_TENS - 1, 0.0) / max(tens - 1, 1.0)
        tally = ChanceTally()
        if alike > 0:
            tally.add_all(self._split(TEN, up), alike)
        tally.add_all(self.played(TEN, TEN, up, self._instead(up, alike)), 1 - alike)
        return tally

    def _instead(self, up: int, alike: float) -> HandAct:
        """The stage's act for tens that are not a pair: the act with their value."""
        two = self.stage.two_cards
        split = two.worth[HandAct.SPLIT, TEN, TEN, up] if alike > 0 else 0.0
        worth = (two.best[TEN, TEN, up] - alike * split) / (1 - alike)
        others = (act for act in HandAct if act is not HandAct.SPLIT)
        off = {act: abs(float(two.worth[act, TEN, TEN, up]) - worth) for act in others}
        return min((act for act in off if not np.isnan(off[act])), key=lambda act: off[act])
