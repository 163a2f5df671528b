"""A strategy as a table: the act for every state, up card and stage."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.acts import HandAct
from pitboss.compiled.game import CompiledGame, StageTables
from pitboss.compiled.hand_states import HandWalk
from pitboss.compiled.permissions import DOUBLE, HIT, STAND
from pitboss.solver.game_value import Acts, Given, SolvedStage, SplitPlan
from pitboss.solver.hand_values import PREFERS_DOUBLE, PREFERS_HIT, Intents

PER_STAGE: Final = 11
"""Contexts: the hand as dealt, and hands made by splitting each of the ten classes."""

Table = NDArray[np.uint8]


class PermittedDecisions(NamedTuple):
    """A player's decisions; the book permits every entry.

    A context is the hand as dealt (0), a hand made by splitting class c (1 + c), or the same after
    an exchange (eleven further on for each kind of exchanged hand that the strategy tells apart).
    """

    acts: Table
    """[context, up card, state]: an :class:`~pitboss.acts.HandAct`"""
    unsplit: Table
    """[context, up card, state]: the act if the box may have no more hands"""
    hands_at_most: Table
    """[context of the pair as dealt / 11, class, up card]: into how many hands a pair is split"""
    exchange_context: Table
    """[class, class]: the context of the hand that replaces an exchanged one"""


class _StagePlay(NamedTuple):
    """The solver's strategy for one stage."""

    acts: Acts
    intents: Intents
    plan: SplitPlan | None


def decisions_of_chart(game: CompiledGame, walk: HandWalk, given: Given) -> PermittedDecisions:
    """A total-dependent strategy, which also follows the chart after an exchange."""
    first = _StagePlay(given.acts, given.intents, None)
    after = _StagePlay(given.acts_after_exchange, given.intents, None)
    return _decisions(game, walk, first, [after], np.zeros((10, 10), np.uint8))


def decisions_of_stage(
    game: CompiledGame, walk: HandWalk, stage: SolvedStage
) -> PermittedDecisions:
    """A composition-dependent strategy, with a separate one for each two cards exchanged."""
    which = np.zeros((10, 10), np.uint8)
    after = []
    for number, ((a, b), fresh) in enumerate(sorted(stage.exchanged.items())):
        which[a, b] = which[b, a] = number
        after.append(_play(fresh))
    return _decisions(game, walk, _play(stage), after, which)


def _play(stage: SolvedStage) -> _StagePlay:
    return _StagePlay(stage.two_cards.chosen, stage.values.intents, stage.plan)


def _decisions(
    game: CompiledGame, walk: HandWalk, first: _StagePlay, after: list[_StagePlay], which: Table
) -> PermittedDecisions:
    stages = [(first, game.first)]
    if game.after_exchange is not None:
        stages += [(play, game.after_exchange) for play in after]
    states = len(walk.hands)
    rows = {split: rows_of(game, walk, split) for split in (None, *range(10))}
    acts = np.zeros((PER_STAGE * len(stages), 10, states), np.uint8)
    unsplit = acts.copy()
    most = np.ones((len(stages), 10, 10), np.uint8)
    for number, (play, tables) in enumerate(stages):
        base = PER_STAGE * number
        for split in (None, *range(10)):
            context = base + (0 if split is None else 1 + split)
            drawn = _drawn(walk, rows[split], play, tables, split)
            acts[context] = unsplit[context] = drawn
        _first_two(acts[base], unsplit[base], walk, play, tables)
        most[number] = _hands_at_most(game, play, tables)
        _resplits(acts[base + 1 : base + PER_STAGE], walk, most[number])
    return PermittedDecisions(acts, unsplit, most, (PER_STAGE * (1 + which)).astype(np.uint8))


def rows_of(game: CompiledGame, walk: HandWalk, split: int | None) -> NDArray[np.int64]:
    """[state]: the solver's row for the cards that represent the state."""
    index = {counts: row for row, counts in enumerate(game.multisets.rows)}
    lost = len(index)
    hands = dict(enumerate(walk.hands))
    if split is not None:
        # What is permitted after a split is known only for hands that contain the split card.
        hands |= _hands_with(walk, split)
    counted = (tuple(np.bincount(hand, minlength=10).tolist()) for hand in hands.values())
    return np.array([index.get(counts, lost) for counts in counted], np.int64)


def _hands_with(walk: HandWalk, split: int) -> dict[int, tuple[int, ...]]:
    """For each state, the fewest cards that reach it from one card of a split pair."""
    first = int(walk.single[split])
    numbers: dict[int, tuple[int, ...]] = {first: (split,)}
    queue = [first]
    for state in queue:
        for c, following in enumerate(walk.follows[state].tolist()):
            if following not in numbers:
                numbers[following] = (*numbers[state], c)
                queue.append(following)
    return numbers


def _drawn(
    walk: HandWalk,
    rows: NDArray[np.int64],
    play: _StagePlay,
    tables: StageTables,
    split: int | None,
) -> Table:
    """[up card, state]: stand, hit or double."""
    bits = tables.permitted[0 if split is None else 1 + split][rows]
    intents = play.intents[0][rows][:, :10]
    if split is not None and play.plan is not None:
        own = play.intents[1 + split][rows][:, :10]
        intents = np.where(play.plan.own_play[split][None, :], own, intents)
    may = bits[:, None]
    doubles = (intents & PREFERS_DOUBLE > 0) & (may & DOUBLE > 0)
    hits = ((intents & PREFERS_HIT > 0) & (may & HIT > 0)) | (may & STAND == 0)
    acts = np.where(doubles, HandAct.DOUBLE, np.where(hits, HandAct.HIT, HandAct.STAND))
    acts[walk.is_over] = HandAct.STAND
    single = np.array([len(hand) == 1 for hand in walk.hands])
    acts[single] = HandAct.HIT  # a split card takes its second card
    return acts.T.astype(np.uint8)


def _first_two(
    acts: Table, unsplit: Table, walk: HandWalk, play: _StagePlay, tables: StageTables
) -> None:
    for a in range(10):
        for b in range(10):
            state = walk.opening[a, b]
            acts[:, state] = play.acts[a, b]
            # Tens of two ranks may not be a pair; they are then played on.
            other = np.where(play.acts[a, b] == HandAct.SPLIT, unsplit[:, state], play.acts[a, b])
            unsplit[:, state] = other
    if tables.has_natural:
        acts[:, walk.is_natural] = unsplit[:, walk.is_natural] = HandAct.STAND


def _hands_at_most(game: CompiledGame, play: _StagePlay, tables: StageTables) -> Table:
    law = np.repeat(tables.hands_at_most[:, None], 10, axis=1)
    most = law if play.plan is None else np.minimum(law, play.plan.hands_at_most)
    return most.astype(np.uint8)


def _resplits(acts: Table, walk: HandWalk, most: Table) -> None:
    """Split a pair again after a split, up to the limit."""
    for rank in range(10):
        state = walk.opening[rank, rank]
        acts[rank, :, state] = np.where(most[rank] > 2, HandAct.SPLIT, acts[rank, :, state])
