"""Whether the bankroll's calculation over the shoe agrees with the simulator.

    python -m benchmarks.bankroll                       every game and penetration
    python -m benchmarks.bankroll --error 0.01          each SCORE simulated to one percent
    python -m benchmarks.bankroll --only "nz"           the games whose name has this in it
    python -m benchmarks.bankroll --shoes 300000        the variance of many rounds, shoe by shoe
    python -m benchmarks.bankroll --walk                ruin of real bankrolls, round by round

For each game the same ramp and the same plays are calculated and simulated. SCORE, N0 and the risk
of ruin must agree within 3 % and the simulation's own error; the last figures of a line are the
ratio of the two SCOREs, that error, the difference in standard errors and the ratio of variances.

Both risks are by the variance of one round, which is all that a simulation's result has. The risk
that is shown to players is by the variance of many rounds: rounds of a shoe depend on each other,
by about one percent of ruin in a deck dealt to 85 %. With ``--shoes`` that variance is compared
with the one of shoes as they were played.
"""

from __future__ import annotations

import argparse
import time
from math import exp, sqrt
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.coach.counted.game import CountedGame, ShoeWorth
from pitboss.compiled.shoes import shoe_rule
from pitboss.kernels.full.job import PreparedJob, prepare
from pitboss.kernels.full.memory import Memory
from pitboss.kernels.record import new
from pitboss.kernels.rng import state_of
from pitboss.players.counts import count_system
from pitboss.players.index_plays import index_plays
from pitboss.players.policies import play_by
from pitboss.players.seats import Setting
from pitboss.players.spreads import Spread
from pitboss.rulebooks import TableRules, rulebook
from pitboss.simulator.run import simulate
from pitboss.statistics import Worth

_STEEP: Final = {-10: 1, 1: 4, 2: 8, 3: 12, 4: 16, 5: 20}
_STEEPEST: Final = {-10: 1, 1: 10, 2: 40, 3: 70, 4: 100}
"""For games that win so little that a flatter ramp would take days to simulate"""
_FLATTER: Final = {-10: 1, 1: 2, 2: 4, 3: 6, 4: 8}
_AGREES: Final = 0.03
_PLAYS: Final = 40


class Game(NamedTuple):
    """A game, a count and a ramp."""

    name: str
    book: str
    elections: dict[str, Any]
    bets: dict[int, int]
    count: str = "hi-lo"
    by_index: bool = False
    more: tuple[tuple[str, int], ...] = ()


def _classic(decks: int, percent: int, **more: Any) -> Game:
    options = {"decks": decks, "penetration": f"{percent}%", "surrender": "late"}
    bets = more.pop("bets", {1: _FLATTER, 2: _FLATTER, 6: _STEEP, 8: _STEEPEST}[decks])
    message = more.pop("told", "")
    return Game(f"classic {decks} {percent}%{message}", "classic", options, bets, **more)


def games() -> list[Game]:
    """Every game that is compared."""
    result = [_classic(decks, percent) for decks in (1, 2, 6, 8) for percent in (50, 75, 85)]
    for percent, behind in ((50, 156), (75, 78), (85, 47)):
        result.append(Game(f"nz 6 {percent}%", "nz", {"cut_depth": behind}, _STEEPEST))
    for percent in (50, 75, 85):
        result.append(Game(f"rws 8 {percent}%", "rws", {"penetration": f"{percent}%"}, _STEEPEST))
    for percent in (50, 75):  # the book allows no more
        result.append(
            Game(f"zappit 6 {percent}%", "zappit", {"penetration": f"{percent}%"}, _STEEPEST)
        )
    sit_out = {-10: 0, 1: 4, 2: 8, 3: 12, 4: 16, 5: 20}
    result += [
        _classic(6, 75, told=" index", by_index=True),
        _classic(2, 75, told=" index", by_index=True),
        _classic(6, 75, told=" sits out, 2 others", bets=sit_out, more=(("company", 2),)),
        _classic(
            6, 75, told=" enters and leaves",
            more=(("company", 1), ("enter_at", 1), ("leave_below", -1)),
        ),
        _classic(6, 75, told=" zen", count="zen"),
        _classic(6, 75, told=" ko", count="ko", bets={-20: 1, -4: 4, 0: 8, 2: 12, 4: 16}),
    ]  # fmt: skip
    return result


def spread_of(game: Game, rules: TableRules) -> Spread:
    """The ramp, with the best index plays if asked for."""
    spread = Spread.of(game.bets)._replace(**dict(game.more))
    if game.by_index:
        result = index_plays(rules, count=game.count)
        plays = tuple(each for play in result.plays[:_PLAYS] for each in play.deviations)
        spread = spread._replace(deviations=plays, insure_at=result.insure_at)
    return spread


def calculated(game: Game, rules: TableRules, spread: Spread) -> ShoeWorth:
    """What the ramp is worth by calculation."""
    made = CountedGame(
        rules, count_system(game.count), deviations=spread.deviations,
        insure_at=spread.insure_at, others=spread.company,
    )  # fmt: skip
    return made.worth(spread)


def compare(game: Game, *, error: float, most: float, seed: int) -> bool:
    """Compare one game and print a line; whether it agrees."""
    rules = rulebook(game.book).elect(**game.elections)
    spread = spread_of(game, rules)
    started = time.monotonic()
    ours = calculated(game, rules, spread)
    took = time.monotonic() - started
    rounds = min(most, ours.worth.n0 * (2 / error) ** 2)
    result = simulate(
        rules, count=game.count, spread=spread, rounds=round(rounds), side_bets=[], seed=seed
    )
    theirs = result.worth
    seen = result.rounds + result.summary.sat_out
    se = theirs.sd / sqrt(seen) / theirs.ev
    bank = ours.worth.required_bankroll(exp(-2))
    ruin, simulated = ours.worth.risk_of_ruin(bank), theirs.risk_of_ruin(bank)
    ratio = ours.worth.score / theirs.score
    z = (ours.worth.ev / theirs.ev - 1) / se
    # The exponent of ruin is 2, so that it is off by twice as much as the win rate.
    errors = (ratio, theirs.n0 / ours.worth.n0, ruin / simulated)
    good = all(abs(each - 1) <= _AGREES + 2 * 2 * se for each in errors)
    print(
        f"{game.name:34} {ours.worth.score:8.2f} {theirs.score:8.2f}  {ours.worth.n0:9.0f} "
        f"{theirs.n0:9.0f}  {ruin:6.2%} {simulated:6.2%}  {ratio:6.4f} ±{2 * se:.4f} z {z:+.1f}  "
        f"{ours.worth.variance / theirs.variance:.4f}  {seen:.1e} rounds  {took:.1f} s"
        f"{'' if good else '  DISAGREES'}",
        flush=True,
    )
    return good


def compare_shoes(game: Game, *, shoes: int, seed: int) -> bool:
    """Compare the variance of many rounds, and the ruin by it, with shoes as they were played."""
    rules = rulebook(game.book).elect(**game.elections)
    spread = spread_of(game, rules)
    if spread.company or spread.deviations:
        return True  # the plain games show how the rounds of a shoe depend on each other
    ours = calculated(game, rules, spread)
    prepared = _prepared(rules, spread, count=game.count, seed=seed)
    played = np.array([_played(prepared, rules, seed, n, shoes=1)[:2] for n in range(shoes)])
    rounds = played[:, 0].mean()
    squares = (played[:, 1] - ours.worth.ev * played[:, 0]) ** 2
    many = Worth(ours.worth.ev, sqrt(squares.mean() / rounds))
    error = float(squares.std() / squares.mean()) / sqrt(shoes)
    bank = ours.worth.required_bankroll(exp(-2))
    ruin, simulated = ours.steady.risk_of_ruin(bank), many.risk_of_ruin(bank)
    good = abs(ruin / simulated - 1) <= _AGREES + 2 * 2 * error
    print(
        f"{game.name:34} variance of one round {ours.worth.variance:.2f}, of many "
        f"{ours.steady.variance:.2f}, played {many.variance:.2f} ± {many.variance * error:.2f}; "
        f"ruin {ruin:.2%}, played {simulated:.2%}, ratio {ruin / simulated:.4f} ± {2 * error:.4f}  "
        f"{shoes} shoes{'' if good else '  DISAGREES'}",
        flush=True,
    )
    return good


def _prepared(rules: TableRules, spread: Spread, *, count: str, seed: int) -> PreparedJob:
    """The game of one seat, ready to be played and recorded."""
    play = play_by(rules)
    seat = spread.seat()._replace(sides=False)
    setting = Setting(seats=(seat,), count=count_system(count), told=play.told)
    return prepare(rules, play.decisions, setting, seed=seed, scripted=True)


def _played(
    prepared: PreparedJob, rules: TableRules, seed: int, chunk: int, *, shoes: int
) -> tuple[int, float, NDArray[np.float64]]:
    """The rounds of some shoes: how many, what they won together, and each of them."""
    job = prepared.job
    record = job.record(shoes * (shoe_rule(rules).size // 4))
    number = job.run(job.cards, state_of(seed, chunk), shoes, new(Memory), job.sums(), record)
    nets, hands = record["nets"][:number, 0].sum(axis=2), record["hands"][:number, 0]
    won = np.zeros(number)
    for hand in range(int(hands.max())):
        won += np.where(hands > hand, nets[:, hand], 0)
    won /= prepared.compiled.units.per
    return number, float(won.sum()), won


def walk(*, paths: int, seed: int) -> None:
    """Ruin of bankrolls that follow real rounds, against the formulas, in one deck."""
    game = _classic(1, 75)
    rules = rulebook(game.book).elect(**game.elections)
    spread = spread_of(game, rules)
    ours = calculated(game, rules, spread)
    bank = round(ours.worth.required_bankroll(exp(-2)))
    prepared = _prepared(rules, spread, count=game.count, seed=seed)
    ruined, totals = 0, []
    shoes = 4_000
    for path in range(paths):
        left, chunk = float(bank), 0
        while 0 < left < 7 * bank:
            number, total, won = _played(prepared, rules, seed + path, chunk, shoes=shoes)
            course = left + np.cumsum(won)
            lost = np.flatnonzero(course <= 0)
            left = 0.0 if len(lost) else float(course[-1])
            totals.append((number, total))
            chunk += 1
        ruined += left <= 0
    share = ruined / paths
    se = sqrt(share * (1 - share) / paths)
    blocks = np.array(totals)
    off = blocks[:, 1] - ours.worth.ev * blocks[:, 0]
    many = Worth(ours.worth.ev, sqrt(float((off**2).mean() / blocks[:, 0].mean())))
    by_one, by_many = ours.worth.risk_of_ruin(bank), ours.steady.risk_of_ruin(bank)
    print(
        f"bankroll of {bank}: ruined {share:.2%} ± {se:.2%} of {paths} paths; by one round's "
        f"variance {by_one:.2%}, by many rounds' {by_many:.2%}"
    )
    print(
        f"variance of many rounds: calculated {ours.steady.variance:.2f}, played "
        f"{many.variance:.2f} ± {many.variance * sqrt(2 / len(blocks)):.2f}; "
        f"of one round {ours.worth.variance:.2f}"
    )


def main() -> int:
    """Compare, and exit with 1 if any game disagrees."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--error", type=float, default=0.015, help="of a simulated SCORE")
    parser.add_argument("--most", type=float, default=2e9, help="rounds of one simulation")
    parser.add_argument("--only", default="", help="parts of games' names, comma-separated")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--shoes", type=int, default=0)
    parser.add_argument("--walk", action="store_true")
    parser.add_argument("--paths", type=int, default=2_000)
    request = parser.parse_args()
    if request.walk:
        walk(paths=request.paths, seed=request.seed)
        return 0
    wanted = [
        game for game in games() if any(part in game.name for part in request.only.split(","))
    ]
    if request.shoes:
        agree = [compare_shoes(game, shoes=request.shoes, seed=request.seed) for game in wanted]
        return 0 if all(agree) else 1
    print(
        f"{'':34} {'SCORE':>8} {'played':>8}  {'N0':>9} {'played':>9}  {'ruin':>6} {'played':>6}  "
        "ratio and its error, difference in standard errors, ratio of variances"
    )
    results = [
        compare(game, error=request.error, most=request.most, seed=request.seed) for game in wanted
    ]
    print(f"{sum(results)} of {len(results)} agree within {_AGREES:.0%}")
    return 0 if all(results) else 1


if __name__ == "__main__":
    raise SystemExit(main())
