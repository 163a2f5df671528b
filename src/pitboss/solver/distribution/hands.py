"""The ends of the hands of a split, with the number of ways to each."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compiled.game import CompiledGame, StageTables
from pitboss.compiled.game import game as game_of
from pitboss.compiled.jit import kernel
from pitboss.compiled.multisets import UNIT_KEYS, HandLattice, Ints, keys_of
from pitboss.rulebooks import TableRules
from pitboss.solver.contraction import Floats
from pitboss.solver.hand_values import takes


@kernel
def follow(
    hands: HandLattice,
    is_over: NDArray[np.bool_],
    rank: int,
    bits: NDArray[np.uint8],
    intents: NDArray[np.uint8],
    stands: Floats,
    doubles: Floats,
) -> None:
    """Count the orders in which a split hand stands on a hand or doubles it.

    ``[hand, 0]`` after any second card, ``[hand, 1]`` after a pair card as the second.
    """
    come = np.zeros((hands.size.shape[0] + 1, 2))
    for second in range(10):
        come[hands.two[rank, second], 0] += 1.0
    come[hands.two[rank, rank], 1] = 1.0
    for at in range(hands.of_class_from[rank + 1] - 1, hands.of_class_from[rank] - 1, -1):
        hand = hands.of_class[at]
        if come[hand, 0] == 0.0:
            continue
        act = 1 if is_over[hand] else takes(intents[hand], bits[hand])
        for start in range(2):
            if act == 1:
                stands[hand, start] = come[hand, start]
            elif act == 4:
                doubles[hand, start] = come[hand, start]
            else:
                for c in range(10):
                    come[hands.child[hand, c], start] += come[hand, start]


class HandKind(NamedTuple):
    """A kind of hand: all hands of a kind win and lose the same."""

    wins: tuple[float, ...]
    """The win against each dealer outcome, the remaining one last"""
    is_over: bool
    is_doubled: bool


class Ends(NamedTuple):
    """The ends of one split hand that are followed card by card.

    A hand lost for good without being doubled is not among them: it is the remainder.
    """

    kinds: tuple[HandKind, ...]
    """The kinds, with a hand lost for good last"""
    kind: Ints
    """[end]"""
    keys: Ints
    """The different compositions"""
    place: Ints
    """[end]: its composition among the keys"""
    ways: Floats
    """[end, 0 after any second card or 1 after a pair card]"""


def played(
    game: CompiledGame, tables: StageTables, intents: NDArray[np.uint8], *, rank: int, up: int
) -> tuple[Floats, Floats]:
    """[hand, second card is any or a pair card]: the orders to hands stood on and doubled."""
    lost = len(game.multisets.rows)
    stands, doubles = np.zeros((lost + 1, 2)), np.zeros((lost + 1, 2))
    of_up = np.ascontiguousarray(intents[:, up])
    bits = tables.permitted[1 + rank]
    follow(game.multisets.hands, game.payoffs.is_over, rank, bits, of_up, stands, doubles)
    return stands, doubles


def ends_of(
    game: CompiledGame, tables: StageTables, intents: NDArray[np.uint8], *, rank: int, up: int
) -> Ends:
    """Play one hand of a split by ``intents[hand, up card]`` to all its ends."""
    hands = game.multisets.hands
    lost = len(game.multisets.rows)
    stands, doubles = played(game, tables, intents, rank=rank, up=up)
    of_row = keys_of(hands.counts)
    stood = np.nonzero(stands[:lost, 0])[0]
    doubled = np.nonzero(doubles[:lost, 0])[0]
    card = UNIT_KEYS
    made = (of_row[doubled][:, None] + card[None, :]).ravel()
    rows = np.concatenate([stood, hands.child[doubled].ravel()])
    keys = np.concatenate([of_row[stood], made])
    ways = np.concatenate([stands[stood], np.repeat(doubles[doubled], 10, axis=0)])
    is_doubled = np.repeat([False, True], [len(stood), len(made)])
    # The same doubled hand may be reached in several orders.
    both = np.stack([keys, is_doubled], axis=1)
    once, first, again = np.unique(both, axis=0, return_index=True, return_inverse=True)
    again = again.ravel()
    ways = np.stack([np.bincount(again, ways[:, start], len(once)) for start in (0, 1)], axis=1)
    rows, is_doubled = rows[first], is_doubled[first]
    distinct, place = np.unique(keys[first], return_inverse=True)
    of_hand, kinds = kinds_of(game.rules)
    return Ends(kinds, of_hand[is_doubled.astype(int), rows], distinct, place.ravel(), ways)


@lru_cache(maxsize=8)
def kinds_of(rules: TableRules) -> tuple[Ints, tuple[HandKind, ...]]:
    """[doubled, hand]: its kind among all kinds, the last of which is a hand lost for good."""
    payoffs = game_of(rules).payoffs
    rest = payoffs.of_rest[:, None]
    wins = np.hstack([payoffs.by_outcome + rest, rest])
    same = np.column_stack([wins, payoffs.is_over])
    different, which = np.unique(same, axis=0, return_inverse=True)
    which = which.ravel()
    lost = which[-1]
    # Doubled kinds come first, so that the hand lost for good can come last.
    order = [*(kind for kind in range(len(different)) if kind != lost), lost]
    place = np.argsort(order)
    kinds = []
    for stake in (2, 1):
        for kind in order:
            *wins_of, is_over = different[kind]
            won = tuple(float(stake * each) for each in wins_of)
            kinds.append(HandKind(won, bool(is_over), is_doubled=stake == 2))
    return np.stack([place[which] + len(order), place[which]]), tuple(kinds)
