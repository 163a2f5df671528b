"""How a simulated player plays: by the solver, by a chart, or by a function."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pitboss.acts import BY_CARDS, HandAct
from pitboss.compiled.game import CompiledGame, StageTables, game
from pitboss.compiled.hand_states import HandDistinction, HandWalk, dealer_walk, hand_walk
from pitboss.compiled.permissions import DOUBLE, HIT, STAND
from pitboss.compiled.ranks import ACE, TEN
from pitboss.compiled.shoes import shoe_rule
from pitboss.rulebooks import TableRules
from pitboss.solver import Policy, Shoe, Solution, solve
from pitboss.solver.chart import Chart
from pitboss.solver.game_value import Acts, Given, SolvedStage, solve_stage
from pitboss.solver.hand_values import PREFERS_HIT

from .bundled_charts import kept_chart
from .charts import BadChart, by_totals, check_chart, read_chart
from .decisions import PermittedDecisions, decisions_of_chart, decisions_of_stage
from .function_policies import BadPolicy, PolicyFunction, compile_function

PolicyLike = Policy | str | Path | Chart | PolicyFunction
"""A solver policy by name, a chart or its file, or a function of a hand and an up card."""


@dataclass(frozen=True, eq=False)
class Play:
    """A policy for one table: the act for every hand, and its value."""

    name: str
    game: CompiledGame
    told: HandDistinction
    """The walk that distinguishes its hands"""
    walk: HandWalk
    decisions: PermittedDecisions
    takes_even_money: NDArray[np.bool_]
    """[up card]: whether even money is taken, if the book offers it"""
    solved: Callable[[], SolvedStage] | None
    """How to solve its game off the top of a full shoe; None if that is not possible"""

    @cached_property
    def stage(self) -> SolvedStage | None:
        """The solved game, calculated only when needed."""
        return None if self.solved is None else self.solved()

    @property
    def exact(self) -> float | None:
        """Its exact value off the top of a full shoe, if known."""
        return None if self.stage is None else self.stage.ev


@lru_cache(maxsize=16)
def solved(rules: TableRules, policy: Policy = Policy.BASIC) -> Solution:
    """The solver's answer, cached, since many runs use the same few tables."""
    return solve(rules, policy=policy)


def play_by(rules: TableRules, policy: PolicyLike = Policy.BASIC) -> Play:
    """A policy as tables for these rules."""
    if isinstance(policy, str | Policy | Path):
        if str(policy) in set(Policy):
            return _solved(rules, Policy(str(policy)))
        return _by_chart(rules, _chart_file(Path(policy)), name=Path(policy).name)
    if isinstance(policy, Chart):
        check_chart(policy)
        return _by_chart(rules, policy, name="chart")
    if callable(policy):
        return _by_function(rules, policy)
    raise BadPolicy(f"a policy must be a name, a chart or a function, not {policy!r}")


def _solved(rules: TableRules, policy: Policy) -> Play:
    if policy is Policy.BASIC and (kept := kept_chart(rules)) is not None:
        return _followed(rules, kept, policy.value, lambda: _solved_again(rules, kept))
    solution = solved(rules, policy)
    if solution.chart is not None:
        return _followed(rules, solution.chart, policy.value, lambda: solution.stage)
    compiled = game(rules)
    walk = hand_walk(rules, compiled.outcomes, HandDistinction.BY_CARDS)
    decisions = decisions_of_stage(compiled, walk, solution.stage)
    return _play(
        policy.value, compiled, HandDistinction.BY_CARDS, walk, decisions, lambda: solution.stage
    )


def _solved_again(rules: TableRules, kept: Chart) -> SolvedStage:
    """Solve a game whose chart is bundled."""
    solution = solved(rules)
    assert solution.chart is not None
    same = tuple(solution.chart.sections()) == tuple(kept.sections())
    assert same, "the bundled chart is not the best one"
    return solution.stage


def _by_chart(rules: TableRules, chart: Chart, *, name: str) -> Play:
    compiled = game(rules)
    return _followed(
        rules, chart, name, lambda: _priced(compiled, by_totals(chart).given(compiled))
    )


def _followed(
    rules: TableRules, chart: Chart, name: str, solved: Callable[[], SolvedStage]
) -> Play:
    """Follow a chart, with its second choice if the book refuses the first."""
    compiled = game(rules)
    given = by_totals(chart).given(compiled)
    permitted = given._replace(acts=as_permitted(compiled, compiled.first, given))
    if compiled.after_exchange is not None:
        after = as_permitted(compiled, compiled.after_exchange, given.after_exchange())
        permitted = permitted._replace(acts_after_exchange=after)
    walk = hand_walk(rules, compiled.outcomes, HandDistinction.BY_TOTALS)
    decisions = decisions_of_chart(compiled, walk, permitted)
    return _play(name, compiled, HandDistinction.BY_TOTALS, walk, decisions, solved)


def as_permitted(compiled: CompiledGame, tables: StageTables, given: Given) -> Acts:
    """[class, class, up card]: the act given, or hit or stand if the book refuses it."""
    two = compiled.multisets.hands.two
    bits = tables.permitted[0][two][..., None]
    may = np.zeros((len(HandAct), 10, 10, 10), bool)
    for act, bit in ((HandAct.STAND, STAND), (HandAct.HIT, HIT), (HandAct.DOUBLE, DOUBLE)):
        may[act] = bits & bit > 0
    may[list(BY_CARDS)] = tables.offered[list(BY_CARDS)]
    pairs = np.arange(10)
    may[HandAct.SPLIT, pairs, pairs] = (tables.hands_at_most > 1)[:, None]
    refused = ~np.take_along_axis(may, given.acts[None].astype(np.int64), axis=0)[0]
    draws = given.intents[0, two, :10] & PREFERS_HIT > 0
    draws = may[HandAct.HIT] & (draws | ~may[HandAct.STAND])
    acts = np.where(refused, np.where(draws, HandAct.HIT, HandAct.STAND), given.acts).astype(
        np.int8
    )
    acts = given.split_instead(acts, refused, may[HandAct.SPLIT])
    if tables.has_natural:
        acts[ACE, TEN] = acts[TEN, ACE] = HandAct.STAND
    return acts


def _by_function(rules: TableRules, function: PolicyFunction) -> Play:
    compiled = game(rules)
    walk = hand_walk(rules, compiled.outcomes, HandDistinction.BY_CARDS)
    decisions, given = compile_function(compiled, walk, function)
    name = getattr(function, "__name__", type(function).__name__)
    solved = None if given is None else partial(_priced, compiled, given)
    return _play(name, compiled, HandDistinction.BY_CARDS, walk, decisions, solved)


def _play(
    name: str,
    compiled: CompiledGame,
    distinction: HandDistinction,
    walk: HandWalk,
    decisions: PermittedDecisions,
    solved: Callable[[], SolvedStage] | None,
) -> Play:
    return Play(name, compiled, distinction, walk, decisions, even_money_taken(compiled), solved)


def _priced(compiled: CompiledGame, given: Given) -> SolvedStage:
    shoe = Shoe.of_decks(compiled.rules.equipment.decks.value)
    counts = np.array(shoe.counts, float)
    return solve_stage(compiled, compiled.first, counts, best_splits=False, given=given)


def _chart_file(path: Path) -> Chart:
    known = ", ".join(Policy)
    if path.suffix.lower() != ".csv":
        raise BadPolicy(f"unknown policy {str(path)!r}; use {known}, or a chart in .csv")
    try:
        text = path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise BadPolicy(f"the chart {str(path)!r} cannot be read: {reason}") from None
    try:
        return read_chart(text)
    except BadChart as error:
        raise BadPolicy(f"{path.name}: {error}") from None


def even_money_taken(game: CompiledGame) -> NDArray[np.bool_]:
    """[up card]: whether even money is better off the top of a full shoe."""
    rules, first = game.rules, game.first
    dealer = dealer_walk(rules, game.outcomes)
    taken = np.zeros(10, bool)
    for up in np.flatnonzero(np.isfinite(game.even_money)):
        left = np.bincount(shoe_rule(rules).classes, minlength=10)
        left[[ACE, TEN]] -= 1
        left[up] -= 1
        ties = left @ dealer.is_blackjack[dealer.follows[dealer.single[up]]] / left.sum()
        held = first.natural_wins * (1 - ties) + first.natural_ties * ties
        taken[up] = held <= game.even_money[up]
    return taken
