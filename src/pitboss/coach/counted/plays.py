"""What a player does at a count: a chart and its index plays, settled for one count and depth."""

from __future__ import annotations

from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.acts import HandAct
from pitboss.cards import DECK, DECK_SIZE
from pitboss.kernels.full.job import tables_for
from pitboss.kernels.full.tables import CompiledArrays
from pitboss.players.charts import by_totals
from pitboss.players.counts import CountSystem, count_tables
from pitboss.players.decisions import PER_STAGE
from pitboss.players.deviations import LADDER, RUNGS, strategy_tables
from pitboss.players.policies import Play
from pitboss.players.seats import Seat, Setting
from pitboss.rulebooks import TableRules
from pitboss.solver.chart import Chart
from pitboss.solver.game_value import Given
from pitboss.solver.hand_values import PREFERS_DOUBLE, PREFERS_HIT

from .tags import Floats, Tags

Ints = NDArray[np.int64]

_DRAWN: Final = (HandAct.STAND, HandAct.HIT, HandAct.DOUBLE)


def class_of_card(place: int) -> int:
    """The class of a card of the deck, aces first."""
    card = DECK[place]
    return min(card.pips or (1 if card.is_ace else 10), 10) - 1


class CountedPlays:
    """A chart with the deviations and the insurance of a seat, at a table that keeps a count."""

    def __init__(
        self, rules: TableRules, play: Play, chart: Chart, system: CountSystem, seat: Seat
    ) -> None:
        self.rules, self.play, self.system = rules, play, system
        self.decks = rules.equipment.decks.value
        self.shoe = Tags.of(system, self.decks)
        span = system.span(self.decks)
        self.kept = seat
        self.seat = seat.from_middle(span)
        self.tables = count_tables(system, self.decks)
        self.given = by_totals(chart).given(play.game)
        self.by_class: Floats = np.array(
            [
                np.mean([self.tables.tags[i] for i in range(DECK_SIZE) if class_of_card(i) == c])
                for c in range(10)
            ]
        )
        """[class]: the mean tag, in parts"""

    @property
    def depends_on_count(self) -> bool:
        """Whether any play or insurance depends on the count."""
        return bool(self.seat.deviations) or self.insures

    @property
    def insures(self) -> bool:
        """Whether insurance is ever taken."""
        return self.seat.insures_at < 1_000_000

    @cached_property
    def compiled(self) -> CompiledArrays:
        """The rounds of these rules as the kernel plays them."""
        return tables_for(self.rules, Setting(count=self.system, told=self.play.told))

    def true(self, running: Floats, left: Ints | int) -> Floats:
        """The count that is acted on, from the middle of its span, as the kernel computes it."""
        tables = self.tables
        exact = running * tables.factor[np.maximum(left, 0)]
        down = np.floor(exact + tables.shift)
        if tables.truncates:
            return np.where(exact < 0, -np.floor(tables.shift - exact), down)
        return down

    def running_at(self, excess: float, seen: int) -> float:
        """The running count from the middle, with this excess per deck after the cards seen."""
        left = self.shoe.cards - seen
        moved = excess * left * self.shoe.parts / DECK_SIZE + seen * self.shoe.mean
        return self.tables.start + moved

    def seen_with(self, excess: float, seen: int) -> Floats:
        """[class, class, up card]: the count that a player acts on with two cards."""
        tags = self.by_class
        running = self.running_at(excess, seen) + (
            tags[:, None, None] + tags[None, :, None] + tags[None, None, :]
        )
        left = self.shoe.cards - seen - 3 - int(self.compiled.record.has_hole)
        return self.true(running, left)

    def settled(self, excess: float, seen: int) -> Given:
        """The strategy at this excess per deck after this many cards."""
        if not self.seat.deviations:
            return self.given
        acts, late = self._resolved(excess, seen)
        two = self.play.game.multisets.hands.two
        intents = self.given.intents.copy()
        rows = len(self._states)
        hits, doubles = late == HandAct.HIT, late == HandAct.DOUBLE
        drawn = np.isin(late, _DRAWN) & self._changes
        kept = intents[0, :rows, :10]
        changed = np.where(doubles, kept | PREFERS_DOUBLE, np.where(hits, PREFERS_HIT, 0)).astype(
            np.uint8
        )
        intents[0, :rows, :10] = np.where(drawn, changed, kept)
        first = acts[two]
        given = self.given
        after = given.acts_after_exchange
        if self.play.game.after_exchange is not None:
            fresh, _ = self._resolved(excess, seen, context=PER_STAGE)
            after = fresh[two].astype(np.int8)
        return Given(first.astype(np.int8), after, intents)

    @cached_property
    def _codes(self) -> tuple[NDArray[np.uint8], Ints, NDArray[np.uint8], NDArray[np.uint8]]:
        """[context, up card, state] and the ladders: counts, acts, and acts if it is late."""
        play = self.play
        strategy = strategy_tables(play.game, play.walk, play.decisions, [self.seat.deviations])
        shape = play.decisions.acts.shape
        return (
            strategy.acts.reshape(shape),
            strategy.at.reshape(-1, RUNGS),
            strategy.act.reshape(-1, RUNGS),
            strategy.late.reshape(-1, RUNGS),
        )

    @cached_property
    def _states(self) -> Ints:
        """[hand]: its state in the walk."""
        walk, hands = self.play.walk, self.play.game.multisets.hands
        states = []
        for counts in hands.counts:
            one, other, *further = np.repeat(np.arange(10), counts).tolist()
            state = int(walk.opening[one, other])
            for c in further:
                state = int(walk.follows[state, c])
            states.append(state)
        return np.array(states)

    @cached_property
    def _changes(self) -> NDArray[np.bool_]:
        """[hand, up card]: whether the count decides it."""
        codes: NDArray[np.bool_] = self._codes[0][0].T[self._states] >= LADDER
        return codes

    def _resolved(self, excess: float, seen: int, *, context: int = 0) -> tuple[Ints, Ints]:
        """[hand, up card]: the act, and the act once it is too late to surrender."""
        codes, at, acts, late = self._codes
        hands = self.play.game.multisets.hands
        chosen = codes[context].T[self._states].astype(np.int64)
        tags = hands.counts @ self.by_class
        running = self.running_at(excess, seen) + tags[:, None] + self.by_class[None, :]
        hole = int(self.compiled.record.has_hole)
        left = (self.shoe.cards - seen - hands.size - 1 - hole)[:, None]
        true = self.true(running, left)
        is_ladder = chosen >= LADDER
        ladder = np.where(is_ladder, chosen - LADDER, 0)
        reached = (true[..., None] >= at[ladder][..., 1:]).sum(axis=2)
        act = np.where(is_ladder, acts[ladder, reached], chosen)
        act_late = np.where(is_ladder, late[ladder, reached], chosen)
        return act, act_late
