"""One rule set: the price against the table played out, the simulator against the table."""

from __future__ import annotations

from itertools import zip_longest
from random import Random
from typing import Final, NamedTuple

import numpy as np

from pitboss.acts import HandAct
from pitboss.compiled.game import CompiledGame, game
from pitboss.compiled.ranks import ACE, CLASSES, TEN
from pitboss.kernels.fast.job import fast_job
from pitboss.kernels.full.job import prepare, tables_for
from pitboss.kernels.full.tables import CompiledArrays
from pitboss.players.decisions import PermittedDecisions
from pitboss.players.seats import NEVER, Seat, Setting
from pitboss.rulebooks import TableRules
from pitboss.solver import Shoe
from pitboss.solver.contraction import Floats
from pitboss.solver.distribution import spread
from pitboss.solver.game_value import SolvedStage, solve_stage
from tests.kernels.at_table import Player, Strategy
from tests.kernels.test_fast_rounds import played_carefully, walked
from tests.rigs.agreement import agree
from tests.rigs.random_strategies import wild_decisions
from tests.rigs.table_wagers import KernelDisagreement, with_side_bets
from tests.solver.exhaustive import Exhaustive, ShoeTooSmall, TreeTooLarge
from tests.solver.following import Following, by_lot

NEAR: Final = 1e-9
CARDS_IN_ALL: Final = 800
"""Cards dealt in all trees of one policy"""
CARDS_AT_MOST: Final = 500
"""Cards dealt in one tree before another start is tried"""
SHOES: Final = (
    "T:8 8:5 A:3 3:2", "T:8 6:4 5:3 A:2", "T:8 6:6 A:3", "T:8 A:5 7:4", "T:8 9:4 3:3 A:3",
    "T:8 8:3 2:4 A:4", "T:8 A:4 9:4 7:2", "T:8 7:4 4:4 A:3", "T:8 5:5 A:2 6:3", "T:12 A:4 8:5",
    "T:8 9:4 8:4 7:3 A:3", "T:8 2:3 3:3 4:3 A:3 9:3",
)  # fmt: skip
POLICIES: Final = ("by lot", "optimal")
_DRAWS: Final = 0.6
"""How often a player draws who is to have long hands"""


class Held(NamedTuple):
    """What was compared, and how far apart it was."""

    trees: int
    widest: float
    rounds: int
    wagers: int


def hold(rules: TableRules, *, lot: Random, rounds: int = 60) -> Held:
    """Compare; ``KernelDisagreement`` where two differ, ``CannotPrice`` where rules are refused.

    >>> from tests.support import rules
    >>> hold(rules("classic"), lot=Random(1), rounds=10).widest < NEAR
    True
    """
    compiled = game(rules)
    trees, widest = _price_against_table(compiled, lot)
    played, wagers = simulator_against_table(rules, lot, rounds)
    return Held(trees, widest, played, wagers)


# The price.


def _price_against_table(compiled: CompiledGame, lot: Random) -> tuple[int, float]:
    trees, widest = 0, 0.0
    for policy in POLICIES:
        text = lot.choice(SHOES)
        shoe = Shoe.parse(text)
        given = by_lot(compiled, seed=lot.randint(1, 10**6)) if policy == "by lot" else None
        counts: Floats = np.array(shoe.counts, float)
        following = Following(compiled, counts, best_splits=policy == "optimal", given=given)
        left = CARDS_IN_ALL
        for start in beginnings(shoe, lot):
            tree = Exhaustive(compiled.rules, shoe, following, most_cards=CARDS_AT_MOST)
            try:
                played = tree.value_of(*start)
            except (ShoeTooSmall, TreeTooLarge):
                pass
            else:
                price = float(following.stage.two_cards.best[start])
                if not abs(played - price) < NEAR:
                    # Positions that look the same are played once; to be sure, play all of them.
                    played = Exhaustive(compiled.rules, shoe, following, memory=False).value_of(
                        *start
                    )
                trees, widest = trees + 1, max(widest, abs(played - price))
                if not abs(played - price) < NEAR:
                    names = " ".join(str(CLASSES[rank]) for rank in start)
                    raise KernelDisagreement(
                        f"{policy} from {text}, {names}: the table played out gives {played}, "
                        f"the price is {price}"
                    )
            left -= tree.cards
            if left < 0:
                break
    if lot.random() < 0.3:
        _spread_against_price(compiled, following.stage)
    if (compiled.first.hands_at_most == 1).all():
        trees += _best_against_price(compiled, lot)
    return trees, widest


def beginnings(shoe: Shoe, lot: Random) -> list[tuple[int, int, int]]:
    """First and second card and the dealer's up card: blackjacks, pairs and others in turn."""
    held = [rank for rank in range(10) if shoe.counts[rank]]
    result = [
        (a, b, up)
        for a in held
        for b in held
        for up in held
        if all((a, b, up).count(rank) <= shoe.counts[rank] for rank in (a, b, up))
    ]
    lot.shuffle(result)
    kinds = [
        [each for each in result if {each[0], each[1]} == {ACE, TEN}],
        [each for each in result if each[0] == each[1]],
        [each for each in result if each[0] != each[1] and {each[0], each[1]} != {ACE, TEN}],
    ]
    kinds[1].sort(key=lambda each: each[2] not in (ACE, TEN))
    return [each for row in zip_longest(*kinds, kinds[2][::-1]) for each in row if each]


def _spread_against_price(compiled: CompiledGame, stage: SolvedStage) -> None:
    if compiled.after_exchange is not None:
        return  # some thirty shoes, each with its own splits: that takes too long here
    spreads = spread(compiled, stage)
    if not abs(spreads.mean - stage.ev) < NEAR + 10 * spreads.unsure:
        raise KernelDisagreement(
            f"the results have the mean {spreads.mean}, the price is {stage.ev}"
        )


def _best_against_price(compiled: CompiledGame, lot: Random) -> int:
    """Without splits the optimal price is that of the best play there is."""
    shoe = Shoe.parse(lot.choice(SHOES))
    counts: Floats = np.array(shoe.counts, float)
    stage = solve_stage(compiled, compiled.first, counts, best_splits=True)
    done = 0
    surrendering = compiled.rules.surrendering
    for start in beginnings(shoe, lot)[:8]:
        if {*start[:2]} == {ACE, TEN} and surrendering and surrendering.blackjack_too.value:
            continue  # no strategy here surrenders a blackjack
        try:
            best = Exhaustive(compiled.rules, shoe, most_cards=CARDS_AT_MOST).value_of(*start)
        except (ShoeTooSmall, TreeTooLarge):
            continue
        price, done = float(stage.two_cards.best[start]), done + 1
        if not abs(best - price) < NEAR:
            names = " ".join(str(CLASSES[rank]) for rank in start)
            raise KernelDisagreement(
                f"from {shoe}, {names}: the best play at the table is worth {best}, "
                f"the optimal price is {price}"
            )
    return done


# The simulator.


def simulator_against_table(
    rules: TableRules, lot: Random, rounds: int, *, long_hands: bool = False
) -> tuple[int, int]:
    """Both kernels, with strategies that do anything permitted; rounds and wagers compared.

    ``long_hands`` deals every shoe's small cards first, to players who mostly draw.
    """
    seed = lot.randint(1, 10**6)
    seats = (Seat(), Seat(insures_at=lot.choice((-100, NEVER))))
    many = min(lot.randint(1, 2), rules.equipment.boxes.value)
    setting = with_side_bets(rules, Setting(seats=seats[:many]))
    made = tables_for(rules, setting)
    wild = wild_decisions(made.game, made.walk, seed, draws=_DRAWS if long_hands else None)
    prepared = prepare(rules, wild, setting, compiled_as=made, scripted=True)
    done = agree(rules, wild, prepared, rounds=rounds, seed=seed, small_first=long_hands)
    fast = _fast_against_table(rules, made, wild, seed, rounds, small_first=long_hands)
    return done.rounds + fast, done.wagers


def _fast_against_table(
    rules: TableRules,
    made: CompiledArrays,
    wild: PermittedDecisions,
    seed: int,
    rounds: int,
    *,
    small_first: bool,
) -> int:
    # The fast kernel looks up a hand in one of two tables; hands that do not split are in both.
    same = np.where(wild.acts <= HandAct.DOUBLE, wild.acts, wild.unsplit)
    decisions = wild._replace(unsplit=same)
    if made.game.tens_pair_by_rank:
        return 0  # the fast kernel leaves such strategies to the other one
    job = fast_job(made.game, made.walk, decisions, seed=seed)
    plan = Strategy(rules, made.walk, decisions, job)
    for number, played in enumerate(Player(plan, seed, small_first=small_first).rounds(rounds)):
        if played.is_void:
            continue
        for how, won in (
            ("by its table of rounds", walked(job, played)),
            ("played carefully", played_carefully(job, played.cards)),
        ):
            if won != played.net:
                raise KernelDisagreement(
                    f"round {number}: {played}; the fast kernel {how} says {won}"
                )
    return rounds
