"""Deviations: index plays that depart from the chart from a given true count.

A deviation names a hand as a chart does. Several for one hand make a ladder: the last one in the
list that applies to a count decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.acts import BY_CARDS, HandAct
from pitboss.compiled.game import CompiledGame, StageTables
from pitboss.compiled.hand_states import HandWalk
from pitboss.compiled.permissions import DOUBLE, HIT, STAND
from pitboss.compiled.ranks import CLASSES, card_of
from pitboss.law.counting import count

from .decisions import PER_STAGE, PermittedDecisions, Table, rows_of

LADDER: Final = 128
"""Acts from this number up are ladders, on which the true count decides."""
MOST_LADDERS: Final = 128
RUNGS: Final = 6
LOWEST: Final = -(1 << 40)
"""Below every count."""
_NEVER: Final = 1 << 40
_DRAWN: Final = {HandAct.STAND: STAND, HandAct.HIT: HIT, HandAct.DOUBLE: DOUBLE}


class BadDeviation(ValueError):
    """A deviation that names no hand or cannot be followed; the message says which."""


class Deviation(NamedTuple):
    """The act for a hand against an up card from a true count up, or below it.

    ``Deviation("16", "T", Act.STAND, at=0)`` stands on hard 16 against a ten at 0 or more.
    """

    hand: str
    up: str
    act: HandAct
    at: int
    below: bool = False

    def applies(self, true: int) -> bool:
        """Whether the deviation applies at this count."""
        return (true < self.at) if self.below else (true >= self.at)


class Strategy(NamedTuple):
    """The decisions in the form the full kernel uses."""

    acts: Table
    """[((policy x contexts + context) x 10 + up card) x states + state]"""
    unsplit: Table
    at: NDArray[np.int64]
    """[ladder x rungs + rung]: the true count from which a rung applies"""
    act: Table
    late: Table
    """The act once it is too late to surrender"""


class _Rungs(NamedTuple):
    at: tuple[int, ...]
    acts: tuple[int, ...]
    late: tuple[int, ...]


class _Ladders:
    """The distinct ladders, numbered."""

    def __init__(self) -> None:
        self.numbers: dict[_Rungs, int] = {}

    def code(self, rungs: _Rungs) -> int:
        if len(rungs.acts) == 1:
            return rungs.acts[0]
        if len(rungs.acts) > RUNGS:
            raise BadDeviation(f"a hand may have at most {RUNGS} plays as the count rises")
        number = self.numbers.setdefault(rungs, len(self.numbers))
        if number >= MOST_LADDERS:
            raise BadDeviation(f"the deviations may make at most {MOST_LADDERS} different ladders")
        return LADDER + number

    def arrays(self) -> tuple[NDArray[np.int64], Table, Table]:
        at = np.full((MOST_LADDERS, RUNGS), _NEVER, np.int64)
        act = np.zeros((MOST_LADDERS, RUNGS), np.uint8)
        late = act.copy()
        for rungs, number in self.numbers.items():
            many = len(rungs.at)
            at[number, :many], act[number, :many], late[number, :many] = rungs
        return at.ravel(), act.ravel(), late.ravel()


def strategy_tables(
    game: CompiledGame,
    walk: HandWalk,
    decisions: PermittedDecisions,
    policies: Sequence[Sequence[Deviation]],
) -> Strategy:
    """One strategy with each of these lists of deviations."""
    ladders = _Ladders()
    followed = [_followed(game, walk, decisions, list_, ladders) for list_ in policies]
    at, act, late = ladders.arrays()
    return Strategy(
        np.concatenate([acts.ravel() for acts, _ in followed]),
        np.concatenate([unsplit.ravel() for _, unsplit in followed]),
        at,
        act,
        late,
    )


def _followed(
    game: CompiledGame,
    walk: HandWalk,
    decisions: PermittedDecisions,
    deviations: Sequence[Deviation],
    ladders: _Ladders,
) -> tuple[Table, Table]:
    acts, unsplit = decisions.acts.copy(), decisions.unsplit.copy()
    rows = [rows_of(game, walk, split) for split in (None, *range(10))]
    for up in range(10):
        mine = [each for each in deviations if _up(each) == up]
        if not mine:
            continue
        for state, hand in enumerate(walk.hands):
            if len(hand) < 2 or walk.is_over[state]:
                continue
            names = _names(game, hand)
            for context in range(len(acts)):
                stage = (
                    game.first
                    if context < PER_STAGE or game.after_exchange is None
                    else (game.after_exchange)
                )
                for table, pair_row in ((acts, True), (unsplit, False)):
                    base = int(table[context, up, state])
                    wanted = [
                        each
                        for each in mine
                        if _is_named(each, names, base, pair_row)
                        and _may(stage, walk, context, each.act, state, rows, up)
                    ]
                    if wanted:
                        table[context, up, state] = ladders.code(_rungs(base, wanted))
    return acts, unsplit


def _up(deviation: Deviation) -> int:
    try:
        return [rank.value for rank in CLASSES].index(deviation.up)
    except ValueError:
        raise BadDeviation(f"{deviation.up!r} is not an up card; write A, 2 to 9, or T") from None


def _names(game: CompiledGame, hand: tuple[int, ...]) -> tuple[str, str]:
    """How a chart names the hand as a pair, and by its total."""
    ranks = [CLASSES[c].value for c in hand]
    pair = f"{ranks[0]},{ranks[0]}" if len(hand) == 2 and hand[0] == hand[1] else ""
    total, soft = count(game.rules, tuple(card_of(c) for c in hand))
    by_total = f"A,{CLASSES[total - 12].value}" if soft and 13 <= total <= 21 else str(total)
    return pair, "" if soft and total == 12 else by_total


def _is_named(deviation: Deviation, names: tuple[str, str], base: int, pair_row: bool) -> bool:
    pair, by_total = names
    if pair and deviation.hand == pair:
        return pair_row
    # While a pair can be split, it is looked up only among the pairs if the chart splits it.
    return deviation.hand == by_total and base != HandAct.SPLIT


def _may(
    stage: StageTables,
    walk: HandWalk,
    context: int,
    act: HandAct,
    state: int,
    rows: Sequence[NDArray[np.int64]],
    up: int,
) -> bool:
    split = context % PER_STAGE
    hand = walk.hands[state]
    match act:
        case HandAct.SPLIT:
            is_pair = len(hand) == 2 and hand[0] == hand[1]
            again = split in (0, 1 + hand[0])
            least = 1 if split == 0 else 2
            return is_pair and again and bool(stage.hands_at_most[hand[0]] > least)
        case _ if act in BY_CARDS:
            whole = split == 0 and len(hand) == 2
            return whole and bool(stage.offered[act, hand[0], hand[1], up])
        case _:
            return bool(stage.permitted[split][rows[split][state]] & _DRAWN[act])


def _rungs(base: int, wanted: Sequence[Deviation]) -> _Rungs:
    """The counts at which the act changes, with the new act."""
    counts = sorted({each.at for each in wanted})
    rungs = [(LOWEST, *_at(base, wanted, counts[0] - 1))]
    for from_ in counts:
        done = _at(base, wanted, from_)
        if done != rungs[-1][1:]:
            rungs.append((from_, *done))
    at, acts, late = zip(*rungs, strict=True)
    return _Rungs(at, acts, late)


def _at(base: int, wanted: Sequence[Deviation], true: int) -> tuple[int, int]:
    """The act at a true count, and the act once it is too late to surrender."""
    done = late = base
    for deviation in wanted:
        if deviation.applies(true):
            done = int(deviation.act)
            late = late if deviation.act is HandAct.SURRENDER else done
    if late == HandAct.SURRENDER:
        others = (int(each.act) for each in wanted if each.act is not HandAct.SURRENDER)
        late = next(others, int(HandAct.STAND))
    return done, late
