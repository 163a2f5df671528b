"""Fresh rounds classified by their first three cards, whose odds are known exactly.

For checking a value with fewer rounds: see :mod:`pitboss.statistics.variance_reduction`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.compiled.jit import inner, kernel
from pitboss.kernels.fast.automaton import MOST_OUTS, ROW_BITS, SPLIT_BIT
from pitboss.kernels.fast.job import FastJob
from pitboss.kernels.fast.loops import Table
from pitboss.kernels.fast.shoe import LEFT, WORDS, Cards, Depths, take
from pitboss.kernels.fast.splits import MOST_HANDS, SplitTables, play_split
from pitboss.kernels.jobs import ROUNDS, Counts, Job, Tally
from pitboss.kernels.rng import State
from pitboss.law.dealing import CardPlace, order_of_deal
from pitboss.rulebooks import TableRules
from pitboss.solver.game_value import SolvedStage
from pitboss.statistics import Moments, Strata

CLASSES: Final = 1000
"""Three cards by class, in the order in which they are dealt."""

_ROW_MASK: Final = (1 << ROW_BITS) - 1
_SPLIT_FLAG: Final = 1 << SPLIT_BIT

Floats = NDArray[np.float64]


@inner
def seed_round(state: State, base: np.uint64, number: np.uint64) -> None:
    """The generator of one round: four words of SplitMix64, unique within a run."""
    word = base + np.uint64(4) * number * np.uint64(0x9E3779B97F4A7C15)
    for i in range(4):
        word += np.uint64(0x9E3779B97F4A7C15)
        z = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        state[i] = z ^ (z >> np.uint64(31))


@kernel
def play_told(
    table: Table,
    nets: Counts,
    splits: Counts,
    split_box: SplitTables,
    depths: Depths,
    cards: Cards,
    rounds: int,
    in_step: bool,
    state: State,
    sums: Counts,
) -> None:
    """Play rounds from a full shoe; add number, winnings and squares to the class of each.

    In parallel runs, every round has its own generator and starts from the same card order, so the
    same round under another setting is dealt the same cards until it draws differently.
    """
    cleared = np.zeros(10, np.int64)
    finals = np.zeros(MOST_HANDS, np.int64)
    first, base = cards.copy(), state[0]
    for number in range(rounds):
        if in_step:
            seed_round(state, base, np.uint64(number))
            cards[:] = first
        state[LEFT] = np.uint64(cards.shape[0])
        row = np.int64(0)
        given_number = drawn = 0
        while True:
            card = take(cards, state)
            if drawn < 3:
                given_number = 10 * given_number + int(card)
            drawn += 1
            entry = np.int64(table[row + card])
            row = entry & _ROW_MASK
            if entry & _SPLIT_FLAG:
                which = (entry >> ROW_BITS) & (MOST_OUTS - 1)
                net, _ = play_split(splits[which], split_box, cards, state, cleared, finals, depths)
                break
            if row == 0:
                net = nets[entry >> ROW_BITS]
                break
        sums[0, given_number] += 1
        sums[1, given_number] += net
        sums[2, given_number] += net * net


@dataclass(frozen=True, eq=False)
class FirstCardsJob(Job):
    """A fresh job whose rounds are classified by their first three cards."""

    flat: FastJob
    seed: int
    rounds: int
    """In a chunk"""
    in_step: bool = False
    """Whether each round has its own generator, to be compared with another setting"""

    def play(self, state: State) -> Tally:
        """Play one chunk with this generator."""
        flat, sums = self.flat, np.zeros((3, CLASSES), np.int64)
        words = np.zeros(WORDS, np.uint64)
        words[:4] = state
        nets = np.array([end.net for end in flat.rounds.ends], np.int64)
        play_told(
            flat.rounds.table, nets, flat.rounds.splits, flat.split_box, flat.depths,
            flat.cards.copy(), self.rounds, self.in_step, words, sums,
        )  # fmt: skip
        return Tally({ROUNDS: np.array([self.rounds], np.int64), "first_cards": sums})

    def moments(self, tally: Tally) -> Moments:
        """What the rounds won."""
        numbers, totals, squares = tally["first_cards"].sum(axis=1).tolist()
        return Moments(numbers, totals, squares, self.flat.per)

    def strata(self, tally: Tally) -> Strata:
        """The rounds by class, with the exact probability of each."""
        numbers, totals, squares = tally["first_cards"]
        chances = first_chances(np.bincount(self.flat.cards, minlength=10))
        return Strata.of(
            chances, numbers=numbers, totals=totals, squares=squares, per=self.flat.per
        )


def first_chances(shoe: NDArray[np.int64]) -> Floats:
    """[class, class, class]: the probability of each three cards in dealing order."""
    size, held = int(shoe.sum()), shoe.astype(float)
    one = np.eye(10)
    second = held[None, :] - one
    third = held[None, None, :] - one[:, None, :] - one[None, :, :]
    ways = held[:, None, None] * second[:, :, None] * third
    return np.maximum(ways, 0.0) / (size * (size - 1) * (size - 2))


def first_values(rules: TableRules, stage: SolvedStage) -> Floats:
    """[class, class, class]: the solver's value of each three cards in the order of the deal."""
    places = [each.place for each in order_of_deal(rules, [1])][:3]
    up = places.index(CardPlace.DEALER)
    # two_cards.best is [box's card, box's card, up card]
    return np.moveaxis(stage.two_cards.best, 2, up)
