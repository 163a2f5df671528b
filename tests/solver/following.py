"""The solver's own strategy, as a player at the table who follows it."""

from __future__ import annotations

from typing import Final

import numpy as np

from pitboss.acts import HandAct
from pitboss.cards import Card, Rank
from pitboss.compiled.dealer_rows import WIDE
from pitboss.compiled.game import CompiledGame, StageTables
from pitboss.compiled.ranks import CLASSES
from pitboss.law.answers import Refusal
from pitboss.law.counting import up_card
from pitboss.law.hands import Hand
from pitboss.law.play import may_split, surrenders_before_play
from pitboss.solver.contraction import Floats
from pitboss.solver.game_value import Given, SolvedStage, solve_stage
from pitboss.solver.hand_values import PREFERS_HIT, takes
from pitboss.table import acts
from pitboss.table.procedure.duties import active
from pitboss.table.state import Phase, TableState

_TAKEN: Final = {1: HandAct.STAND, 2: HandAct.HIT, 4: HandAct.DOUBLE}


class Following:
    """Plays what the solver chose for every two cards, every drawing hand and every split."""

    def __init__(
        self,
        game: CompiledGame,
        shoe: Floats,
        *,
        best_splits: bool,
        given: Given | None = None,
    ) -> None:
        self.game = game
        self.shoe = shoe
        self.best_splits = best_splits
        self.given = given
        self.rows = {counts: row for row, counts in enumerate(game.multisets.rows)}
        self.stage = self._solved(())
        self._zapped: dict[tuple[int, ...], SolvedStage] = {}

    def _solved(self, zapped: tuple[int, ...]) -> SolvedStage:
        left = self.shoe.copy()
        for rank in zapped:
            left[rank] -= 1
        given = self.given
        if zapped and given is not None:
            given = given.after_exchange()
        return solve_stage(
            self.game, self._tables(zapped), left, best_splits=self.best_splits, given=given
        )

    def __call__(self, state: TableState) -> acts.Act | None:
        """The strategy's act in this state; None if it lets the window close."""
        if state.phase is Phase.WINDOW:
            return self._in_window(state)
        turn = active(state)
        assert turn is not None
        box, played = turn
        up = self._class(state.up)
        # A hand split from a zapped one counts as zapped too.
        zapped = tuple(sorted(self._class(card) for each in box.hands for card in each.exchanged))
        stage, tables, hand = self._stage(zapped), self._tables(zapped), played.hand
        if hand.is_split:
            act = self._split(stage, tables, hand, up, hands=len(box.hands))
        elif len(hand.cards) == 2:
            act = self._two_cards(stage, hand, up)
        else:
            act = self._drawing(stage, tables, hand, up)
        return acts.OF_PLAY[act](box=box.number, hand=played.number)

    def _drawing(self, stage: SolvedStage, tables: StageTables, hand: Hand, up: int) -> HandAct:
        row = self._row(hand)
        wish = stage.values.intents[0, row, up] & PREFERS_HIT
        return _TAKEN[takes(int(wish), int(tables.permitted[0][row]))]

    def _in_window(self, state: TableState) -> acts.Act | None:
        box = state.boxes[0]
        if box.hands[0].is_done:
            return None
        act = self._two_cards(self.stage, box.hands[0].hand, self._class(state.up))
        if act is HandAct.SURRENDER and surrenders_before_play(self.game.rules):
            return acts.Surrender(box=box.number)
        return None

    def _stage(self, zapped: tuple[int, ...]) -> SolvedStage:
        if not zapped:
            return self.stage
        if zapped not in self._zapped:
            self._zapped[zapped] = self._solved(zapped)
        return self._zapped[zapped]

    def _tables(self, zapped: tuple[int, ...]) -> StageTables:
        tables = self.game.after_exchange if zapped else self.game.first
        assert tables is not None
        return tables

    def _two_cards(self, stage: SolvedStage, hand: Hand, up: int) -> HandAct:
        first, second = (self._class(card) for card in hand.cards)
        two = stage.two_cards
        act = HandAct(int(two.chosen[first, second, up]))
        if act is HandAct.SPLIT and isinstance(may_split(self.game.rules, hand), Refusal):
            # Two tens of different rank: whatever else is best, or what the strategy draws on.
            if self.given is not None:
                return self._drawing(stage, self.game.first, hand, up)
            worth = two.worth[:, first, second, up].copy()
            worth[HandAct.SPLIT] = float("nan")
            return HandAct(int(np.nanargmax(worth)))
        return act

    def _split(
        self, stage: SolvedStage, tables: StageTables, hand: Hand, up: int, *, hands: int
    ) -> HandAct:
        rank = self._class(hand.cards[0])
        most = int(stage.plan.hands_at_most[rank, up])
        if hands < most and may_split(self.game.rules, hand, hands_on_box=hands):
            return HandAct.SPLIT
        which = 1 + rank if stage.plan.own_play[rank, up] else 0
        row = self._row(hand)
        bits = tables.permitted[1 + rank][row]
        return _TAKEN[takes(int(stage.values.intents[which, row, up]), int(bits))]

    def _row(self, hand: Hand) -> int:
        held = [0] * 10
        for card in hand.cards:
            held[self._class(card)] += 1
        return self.rows[tuple(held)]

    def _class(self, card: Card) -> int:
        rank: Rank = up_card(self.game.rules, card)
        return CLASSES.index(rank)


_STANDS_MOSTLY: Final = (0, 0, 1, 2)
_DRAWS_MOSTLY: Final = (0, 1, 1, 1)


def by_lot(compiled: CompiledGame, *, seed: int, prefers: HandAct | None = None) -> Given:
    """A strategy that splits every pair, and busts, doubles and draws as no good player would.

    It stands more often than not, so that the tree stays small. With two cards that are no pair it
    may prefer one act; a zapped hand is then doubled.
    """
    lot = np.random.default_rng(seed)
    acts = lot.choice(
        [HandAct.STAND, HandAct.HIT, HandAct.DOUBLE, HandAct.SURRENDER, HandAct.EXCHANGE],
        (10, 10, 10),
    )
    if prefers is not None:
        acts[:] = prefers
    acts = np.where(np.arange(10)[:, None, None] < np.arange(10)[None, :, None], acts, 0)
    acts = (acts + acts.transpose(1, 0, 2)).astype(np.int8)
    acts[np.arange(10), np.arange(10)] = HandAct.SPLIT
    after = np.where(acts == HandAct.EXCHANGE, HandAct.DOUBLE, acts).astype(np.int8)
    rows = len(compiled.multisets.rows) + 1
    # Random numbers for twelve columns, of which as many are used as there are up cards.
    among = _DRAWS_MOSTLY if prefers is HandAct.HIT else _STANDS_MOSTLY
    intents = lot.choice(among, (11, rows, 12))[..., :WIDE].astype(np.uint8)
    return Given(acts, acts if prefers is None else after, np.ascontiguousarray(intents))
