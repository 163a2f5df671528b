"""The results of unsplit hands under a strategy."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compiled.dealer_rows import WIDE
from pitboss.compiled.game import CompiledGame, StageTables
from pitboss.compiled.jit import kernel
from pitboss.compiled.multisets import HandLattice, Ints
from pitboss.solver.contraction import Floats, cards_in, contract, room_for
from pitboss.solver.hand_values import takes


@kernel
def follow_on(
    shoe: Floats,
    hands: HandLattice,
    is_over: NDArray[np.bool_],
    bits: NDArray[np.uint8],
    intents: NDArray[np.uint8],
    chances: Floats,
    column: Ints,
    stood: Floats,
    drawn: Floats,
    played: Floats,
) -> None:
    """Fill ``[hand, up card, result]`` for hands that stand, hit, and follow the intents.

    ``column[hand, outcome]`` is a hand's result against each outcome, the remaining one last. A
    dealer blackjack is left out.
    """
    total = cards_in(shoe)
    lost = hands.size.shape[0]
    left = np.zeros(10)
    for hand in range(lost):
        possible = True
        for rank in range(10):
            left[rank] = shoe[rank] - hands.counts[hand, rank]
            possible &= left[rank] >= 0.0
        cards = total - hands.size[hand] - 1.0
        if not possible or cards < 1.0:
            continue
        for up in range(10):
            if left[up] < 1.0:
                continue
            rest = 1.0
            if up == 0 or up == 9:
                rest -= left[9 - up] / cards
            for k in range(chances.shape[1]):
                chance = chances[hands.leaf[hand], k, up] / left[up]
                stood[hand, up, column[hand, k]] += chance
                rest -= chance
            stood[hand, up, column[hand, chances.shape[1]]] += rest
            if is_over[hand]:
                for r in range(played.shape[2]):
                    played[hand, up, r] = stood[hand, up, r]
                continue
            for rank in range(10):
                chance = (left[rank] - (1.0 if rank == up else 0.0)) / cards
                if chance <= 0.0:
                    continue
                made = hands.child[hand, rank]
                if made != lost:
                    for r in range(played.shape[2]):
                        drawn[hand, up, r] += chance * played[made, up, r]
                    continue
                no_blackjack = 1.0
                if (up == 0 or up == 9) and cards > 1.0:
                    hole = 9 - up
                    no_blackjack -= (left[hole] - (1.0 if rank == hole else 0.0)) / (cards - 1.0)
                drawn[hand, up, column[lost, 0]] += chance * no_blackjack
            draws = takes(intents[hand, up] & 1, bits[hand]) == 2
            for r in range(played.shape[2]):
                played[hand, up, r] = drawn[hand, up, r] if draws else stood[hand, up, r]


class Unsplit(NamedTuple):
    """The results of unsplit hands, without a dealer blackjack."""

    results: Floats
    """The possible wins of a unit wager"""
    stood: Floats
    """[hand, up card, result]"""
    drawn: Floats
    """After one more card and the strategy's act"""
    played: Floats
    """Stand or hit, by the strategy"""


def unsplit(
    game: CompiledGame, tables: StageTables, shoe: Floats, intents: NDArray[np.uint8]
) -> Unsplit:
    """Follow every hand by ``intents[hand, up card]``."""
    hands, leaves, payoffs = game.multisets.hands, game.multisets.leaves, game.payoffs
    need = np.zeros(len(leaves.size), bool)
    need[hands.leaf] = True
    chances = np.zeros((len(need) + 1, payoffs.by_outcome.shape[1], WIDE))
    contract(shoe, need, leaves, game.dealer, room_for(game.dealer.levels.places), chances)
    wins = np.hstack([payoffs.by_outcome + payoffs.of_rest[:, None], payoffs.of_rest[:, None]])
    results, column = np.unique(wins, return_inverse=True)
    column = column.reshape(wins.shape)
    room = (len(wins), 10, len(results))
    unsplit = Unsplit(results, *(np.zeros(room) for _ in range(3)))
    follow_on(
        shoe, hands, payoffs.is_over, tables.permitted[0], intents, chances, column,
        unsplit.stood, unsplit.drawn, unsplit.played,
    )  # fmt: skip
    return unsplit
