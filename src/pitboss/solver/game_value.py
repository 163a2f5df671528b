"""The value of a whole game from one shoe, and the act for every two-card hand."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.acts import HandAct
from pitboss.compiled.game import CompiledGame, StageTables
from pitboss.compiled.permissions import DOUBLE, HIT, STAND
from pitboss.compiled.ranks import ACE, TEN
from pitboss.solver.shared_work import SharedWork

from .contraction import Floats
from .engine import SUITED_TENS, StageSolver, StageValues
from .hand_values import PREFERS_HIT, Intents

Acts = NDArray[np.int8]
"""[class, class, up card]"""


class TwoCards(NamedTuple):
    """What every act on two cards is worth, and which is chosen, [class, class, up card]."""

    worth: Floats
    """[act, class, class, up card]; nan if refused"""
    chosen: Acts
    best: Floats
    """The value of the chosen act, or of a blackjack"""
    blackjack: Floats
    """The probability of a dealer blackjack"""


class SplitPlan(NamedTuple):
    """How a pair is split: the most hands, and by which strategy, [class, up card]."""

    hands_at_most: NDArray[np.int64]
    own_play: NDArray[np.bool_]


class SolvedStage(NamedTuple):
    """A solved stage of the game."""

    values: StageValues
    two_cards: TwoCards
    plan: SplitPlan
    by_up: Floats
    """[up card]: the value of the game against it; nan if the shoe has none"""
    exchanged: dict[tuple[int, int], SolvedStage]
    """The stage after an exchange, by the two cards given up, aces first"""

    @property
    def ev(self) -> float:
        """The value of the game over all up cards."""
        shoe = self.values.shoe
        return float(np.nansum(self.by_up * shoe) / shoe.sum())


class Given(NamedTuple):
    """A strategy to follow: for two cards, for two after an exchange, and for drawing."""

    acts: Acts
    acts_after_exchange: Acts
    intents: Intents

    def after_exchange(self) -> Given:
        """The strategy for the second stage."""
        return self._replace(acts=self.acts_after_exchange)

    def split_instead(self, acts: Acts, refused: NDArray[np.bool_], may: NDArray[np.bool_]) -> Acts:
        """The acts, splitting a pair whose preferred act is refused."""
        splits = refused & may & (self.acts_after_exchange == HandAct.SPLIT)
        chosen: Acts = np.where(splits, HandAct.SPLIT, acts).astype(np.int8)
        return chosen


def solve_stage(
    game: CompiledGame,
    stage: StageTables,
    shoe: Floats,
    *,
    best_splits: bool,
    given: Given | None = None,
    known: SharedWork | None = None,
) -> SolvedStage:
    """Solve a stage; ``best_splits`` chooses how often each pair is split and how it is played.

    ``known`` is shared by strategies that are priced for the same game.
    """
    solver = StageSolver(game, stage, shoe, known)
    values = solver.solve(own_play=best_splits, given=given.intents if given else None)
    exchanged = _exchanged(game, stage, shoe, best_splits=best_splits, given=given, known=known)
    ways = _ways(game, stage, values)
    for (a, b), fresh in exchanged.items():
        ways[HandAct.EXCHANGE, a, b] = ways[HandAct.EXCHANGE, b, a] = fresh.by_up
    split, plan = _split_values(solver, values, ways, best=best_splits, given=given)
    ways[HandAct.SPLIT, np.arange(10), np.arange(10)] = split
    two = _two_cards(game, stage, values, ways, given)
    return SolvedStage(values, two, plan, _by_up(shoe, two.best), exchanged)


def solve_as_never_split(
    game: CompiledGame, shoe: Floats, known: SharedWork | None = None
) -> SolvedStage:
    """Solve a game with split hands played as if never split, once for all policies."""
    key = shoe.tobytes()
    if known is not None and key in known.never_split:
        return known.never_split[key]
    stage = solve_stage(game, game.first, shoe, best_splits=False, known=known)
    if known is not None:
        known.never_split[key] = stage
    return stage


def _split_values(
    solver: StageSolver, values: StageValues, ways: Floats, *, best: bool, given: Given | None
) -> tuple[Floats, SplitPlan]:
    """[class, up card]: the value of always resplitting, or of the best way to split."""
    most = solver.most
    ranks = np.arange(10)
    otherwise = np.nanmax(ways[:, ranks, ranks], axis=0)
    if given is not None:
        # A pair that is split regardless of value needs its exact value.
        otherwise = np.where(given.acts[ranks, ranks] == HandAct.SPLIT, -np.inf, otherwise)
    plan = SplitPlan(np.repeat(most[:, None], 10, axis=1), np.zeros((10, 10), bool))
    if not best or values.own_play is None:
        with_busts = solver.with_all_bust(values.zero_memory, otherwise, of_pair=False)
        return with_busts[most, ranks], plan
    splits = np.stack(
        [
            solver.with_all_bust(values.zero_memory, otherwise, of_pair=False)[2:],
            solver.with_all_bust(values.own_play, otherwise, of_pair=True)[2:],
        ]
    )
    flat = np.where(np.isnan(splits), -np.inf, splits).reshape(-1, 10, 10)
    chosen = flat.argmax(axis=0)
    value = np.take_along_axis(flat, chosen[None], axis=0)[0]
    limits = splits.shape[1]
    plan = SplitPlan(np.where(most[:, None] < 2, 1, chosen % limits + 2), chosen >= limits)
    return np.where(np.isinf(value), np.nan, value), plan


def _exchanged(
    game: CompiledGame,
    stage: StageTables,
    shoe: Floats,
    *,
    best_splits: bool,
    given: Given | None,
    known: SharedWork | None,
) -> dict[tuple[int, int], SolvedStage]:
    """The value of two new cards, with the old ones removed."""
    exchanged: dict[tuple[int, int], SolvedStage] = {}
    if game.after_exchange is None:
        return exchanged
    for a in range(10):
        for b in range(a, 10):
            left = shoe.copy()
            left[a] -= 1
            left[b] -= 1
            if stage.offers(HandAct.EXCHANGE, a, b) and left.min() >= 0:
                exchanged[a, b] = solve_stage(
                    game,
                    game.after_exchange,
                    left,
                    best_splits=best_splits,
                    given=given.after_exchange() if given else None,
                    known=known,
                )
    return exchanged


def _ways(game: CompiledGame, stage: StageTables, values: StageValues) -> Floats:
    """[act, class, class, up card]: the value of each act but splits and exchanges."""
    bits = stage.permitted[0][game.multisets.hands.two][..., None]
    kept, kept_of_blackjack = game.surrender_keeps, game.surrender_keeps_against_blackjack
    gives_up = kept - 1 + (kept_of_blackjack - kept) * values.blackjack
    ways = np.full((len(HandAct), 10, 10, 10), np.nan)
    ways[HandAct.STAND] = np.where(bits & STAND, values.stand, np.nan)
    ways[HandAct.HIT] = np.where(bits & HIT, values.hit, np.nan)
    ways[HandAct.DOUBLE] = np.where(bits & DOUBLE, values.double, np.nan)
    ways[HandAct.SURRENDER] = np.where(stage.offered[HandAct.SURRENDER], gives_up, np.nan)
    return ways


def _two_cards(
    game: CompiledGame, stage: StageTables, values: StageValues, ways: Floats, given: Given | None
) -> TwoCards:
    worth = np.where(np.isnan(ways), -np.inf, ways)
    # Of acts worth the same, take the first, which stakes less.
    freely = worth.argmax(axis=0).astype(np.int8)
    chosen = freely if given is None else _follow(game, given, worth)
    best = np.take_along_axis(worth, chosen[None].astype(np.int64), axis=0)[0]
    if game.tens_pair_by_rank:
        best[TEN, TEN] = _tens(values, worth[:, TEN, TEN], chosen[TEN, TEN], given)
    if stage.has_natural:
        natural = _natural(game, stage, values)
        best[ACE, TEN] = best[TEN, ACE] = natural
        ways[HandAct.STAND, ACE, TEN] = ways[HandAct.STAND, TEN, ACE] = natural
        chosen[ACE, TEN] = chosen[TEN, ACE] = HandAct.STAND
    return TwoCards(
        worth=ways,
        chosen=chosen,
        best=best,
        blackjack=values.blackjack,
    )


def _follow(game: CompiledGame, given: Given, worth: Floats) -> Acts:
    """The act given, or the strategy's hit or stand if the book refuses it."""
    refused = np.isinf(np.take_along_axis(worth, given.acts[None].astype(np.int64), axis=0)[0])
    hits = given.intents[0, game.multisets.hands.two, :10] & PREFERS_HIT
    hits = np.where(
        np.isinf(worth[HandAct.HIT]), 0, np.where(np.isinf(worth[HandAct.STAND]), 1, hits)
    )
    acts = np.where(refused, np.where(hits, HandAct.HIT, HandAct.STAND), given.acts).astype(np.int8)
    return given.split_instead(acts, refused, ~np.isinf(worth[HandAct.SPLIT]))


def _tens(values: StageValues, worth: Floats, chosen: Acts, given: Given | None) -> Floats:
    """Two tens that are a pair only if of one rank: split if they are, otherwise played on."""
    tens = values.shoe[TEN]
    alike = max(tens / SUITED_TENS - 1, 0.0) / max(tens - 1, 1.0)
    others = worth.copy()
    others[HandAct.SPLIT] = -np.inf
    play_on = others.max(axis=0) if given is None else values.play[TEN, TEN]
    splits = np.where(np.isinf(worth[HandAct.SPLIT]), 0.0, worth[HandAct.SPLIT])
    split = alike * splits + (1 - alike) * play_on
    taken = np.take_along_axis(worth, chosen[None].astype(np.int64), axis=0)[0]
    value: Floats = np.where(chosen == HandAct.SPLIT, split, taken)
    return value


def _natural(game: CompiledGame, stage: StageTables, values: StageValues) -> Floats:
    """The value of a blackjack, taking even money if offered and better."""
    chance = natural_meets(stage, values.blackjack)
    held = stage.natural_wins * (1 - chance) + stage.natural_ties * chance
    value: Floats = np.fmax(held, game.even_money)
    return value


def natural_meets(stage: StageTables, blackjack: Floats) -> Floats:
    """[up card]: the probability that a blackjack still in play meets a dealer blackjack."""
    chance: Floats = np.where(stage.natural_is_safe, 0.0, blackjack[ACE, TEN])
    return chance


def _by_up(shoe: Floats, best: Floats) -> Floats:
    value = np.full(10, np.nan)
    cards = shoe.sum()
    for up in range(10):
        if shoe[up] < 1:
            continue
        left = shoe.copy()
        left[up] -= 1
        ways = left[:, None] * (left[None, :] - np.eye(10))
        ways = np.maximum(ways, 0.0) / ((cards - 1) * (cards - 2))
        value[up] = float(np.where(ways > 0, ways * best[:, :, up], 0.0).sum())
    return value
