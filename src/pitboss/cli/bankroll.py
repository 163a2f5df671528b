"""``pitboss bankroll``: the risk of losing one, for a flat bet or for bets by the count."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

import click
from click.core import ParameterSource
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from pitboss.cli.common import json_option, pricing, print_json, show, with_rules
from pitboss.cli.numbers import Positive, WholeParameter, only_with
from pitboss.cli.waiting import waiting
from pitboss.jsonable import plain
from pitboss.rulebooks import TableRules

if TYPE_CHECKING:
    from pitboss.players.spreads import Spread
    from pitboss.statistics import Worth

_MONEY = Positive(1e12, "1000")
_SHARES = (5, 25, 50, 75, 95)
"""The percentiles of the paths."""


def _no_depth(context: click.Context, parameter: click.Parameter, value: str | None) -> None:
    """Refuse a single depth: a ramp is never played at one."""
    if value is not None:
        raise click.UsageError(
            "bankroll follows the whole shoe to the cut card, so it has no --depth; "
            "choose where the cut card goes, as in --set penetration=75% (nz: --set cut_depth=78)"
        )


def _never_with(other: str, *options: str) -> None:
    """Refuse options that were given together with one that decides the same."""
    context = click.get_current_context()
    for parameter in context.command.params:
        name = parameter.name or ""
        if name in options and context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise click.UsageError(f"{parameter.opts[-1]} cannot be combined with {other}")


@click.command(short_help="Calculate risk of ruin, N0, SCORE and the best ramp.")
@with_rules
@click.option("--bankroll", "bank", type=_MONEY, required=True, help="Bankroll, in money.")
@click.option("--least", type=_MONEY, default=10.0, show_default=True, help="Lowest bet.")
@click.option(
    "--rounds",
    type=WholeParameter(1, 10**12, "number of rounds"),
    default=10_000,
    show_default=True,
    help="Number of rounds.",
)
@click.option("--goal", type=_MONEY, help="Win at which play stops.")
@click.option("--count", help="Bet by this count: a system or its file.")
@click.option(
    "--spread",
    metavar="FILE",
    help="Bets by the count, in units of --least (default: the best): .toml, .json or .csv.",
)
@click.option(
    "--plays",
    type=click.Choice(("index", "chart")),
    default="index",
    show_default=True,
    help="Play by index numbers, or by the chart alone.",
)
@click.option(
    "--others",
    type=WholeParameter(0, 98, "number of other players"),
    default=0,
    show_default=True,
    help="Other players at the table.",
)
@click.option("--sit-out", is_flag=True, help="Bet nothing where that is better.")
@click.option("--depth", hidden=True, expose_value=False, callback=_no_depth)
@click.option(
    "--bet-most", type=_MONEY, help="Highest bet by the count (default: 8 times the lowest)."
)
@click.option(
    "--kelly",
    type=Positive(10, "0.5"),
    default=1.0,
    show_default=True,
    help="Fraction of the Kelly bet.",
)
@json_option
def bankroll(
    rules: TableRules,
    bank: float,
    least: float,
    rounds: int,
    goal: float | None,
    count: str | None,
    spread: str | None,
    plays: str,
    others: int,
    sit_out: bool,
    bet_most: float | None,
    kelly: float,
    as_json: bool,
) -> None:
    """Calculate risk of ruin, N0 and SCORE of a flat bet or, with --count, of bets by the count.

    The edge and the standard deviation of a flat bet are exact. With --count every round of the
    shoe is followed, from the first card to the cut card, with the counts that occur there and what
    the player does at each. The bankroll is treated as a Brownian motion. Its paths are the median
    and other percentiles after each tenth of the rounds.

    \b
    pitboss bankroll nz --bankroll 2000 --least 10 --rounds 1000
    pitboss bankroll classic --count hi-lo --set penetration=80% --bankroll 10000 --bet-most 120
    pitboss bankroll classic --count hi-lo --spread spread.toml --bankroll 10000
    """
    if count is None:
        only_with("--count", "spread", "plays", "others", "sit_out", "bet_most", "kelly")
    if spread is not None:
        _never_with(
            "--spread, which says it all", "plays", "others", "sit_out", "bet_most", "kelly"
        )
    with pricing(), waiting(f"pricing {rules.book.id}"):
        if count is None:
            worth = steady = _flat(rules, least)
            counted: dict[str, Any] = {"bets": {"least": least}}
        else:
            wanted = BettingPlan(spread, plays, others, sit_out)
            by_count = _by_count(rules, count, wanted, (bank, least, bet_most or 8 * least, kelly))
            worth, steady, counted = by_count
    document = _document(rules, worth, steady, bank, rounds, goal) | counted
    if as_json:
        print_json(document)
    else:
        show(*_shown(rules, document))


def _flat(rules: TableRules, bet: float) -> Worth:
    from pitboss.solver import solve
    from pitboss.statistics import Worth

    solution = solve(rules)
    return Worth(solution.ev * bet, solution.spread.sd * bet)


class Counted(NamedTuple):
    """What bets by the count are worth."""

    worth: Worth
    steady: Worth
    document: dict[str, Any]


class BettingPlan(NamedTuple):
    """How a counter bets and plays."""

    spread: str | None
    plays: str
    others: int
    sit_out: bool


def _by_count(
    rules: TableRules, count: str, wanted: BettingPlan, limits: tuple[float, float, float, float]
) -> Counted:
    """What the bets are worth within limits: the bankroll, lowest and highest bet, and Kelly."""
    from pitboss.coach.ramps import (
        PLAYS_AT_DEPTH,
        RampBasis,
        counted_game,
        game_of,
        ramp_of_game,
        spread_of_ramp,
    )
    from pitboss.players.counts import BadCount, count_system
    from pitboss.players.deviations import BadDeviation
    from pitboss.players.spreads import BadSpread, Spread, read_spread
    from pitboss.simulator.run import BadRun, check_boxes

    try:
        system = count_system(count)
        bank = RampBasis(*limits)
        if wanted.spread is not None:
            bets = read_spread(wanted.spread)
            _check(bets)
            check_boxes(rules, system, bets)
            game = counted_game(rules, system, bets.plays, others=bets.company)
        else:
            if wanted.sit_out and not wanted.others:
                raise click.UsageError("--sit-out needs other players at the table: add --others 1")
            check_boxes(rules, system, Spread(company=wanted.others))
            if wanted.plays == "chart":
                game = counted_game(rules, system, Spread(), others=wanted.others)
            else:
                game = game_of(rules, system, PLAYS_AT_DEPTH, others=wanted.others)
            best = ramp_of_game(game, bank, may_sit_out=wanted.sit_out)
            bets = spread_of_ramp(best, bank.least)
        shoe_worth = game.worth(bets)
    except (BadCount, BadDeviation, BadRun, BadSpread) as error:
        raise click.UsageError(str(error)) from None
    except ValueError as error:
        from pitboss.solver import BadShoe, CannotPrice

        if isinstance(error, (BadShoe, CannotPrice)):
            raise
        raise click.UsageError(str(error)) from None
    by = "running_count" if system.is_running else "true_count"
    least = bank.least
    return Counted(
        _in_money(shoe_worth.worth, least),
        _in_money(shoe_worth.steady, least),
        {
            "bets": {
                "count": count,
                "from": "whole shoe",
                "plays": "spread" if wanted.spread is not None else game.plays_by,
                "least": least,
                "others": game.others,
                "average": shoe_worth.average_bet * least,
                "sat_out": shoe_worth.sat_out,
                "by_count": [
                    {by: row.at, "bet": row.bet * least, "share": row.share, "edge": row.edge,
                     "variance": row.variance}
                    for row in shoe_worth.by_count
                ],
            },
            "rounds_in_shoe": shoe_worth.rounds_in_shoe,
            "ev_error": shoe_worth.error * least,
            "sd_of_many_rounds": shoe_worth.steady.sd * least,
            "depths": [
                {"dealt": row.dealt, "share": row.share, "bet": row.bet * least,
                 "ev": row.ev * least, "sd": row.sd * least}
                for row in shoe_worth.by_depth
            ],
        },
    )  # fmt: skip


def _in_money(worth: Worth, least: float) -> Worth:
    from pitboss.statistics import Worth

    return Worth(worth.ev * least, worth.sd * least)


def _check(bets: Spread) -> None:
    if bets.side_bets:
        raise click.UsageError(
            f"the spread stakes {bets.side_bets[0].kind}; bankroll prices main bets and insurance, "
            "and simulate --spread plays side bets too"
        )


def _document(
    rules: TableRules, worth: Worth, steady: Worth, bank: float, rounds: int, goal: float | None
) -> dict[str, Any]:
    from pitboss.statistics import required_bankroll, risk_of_ruin, ruin_before_goal, ruin_within

    ev, sd = worth.ev, steady.sd
    needed = required_bankroll(0.05, ev=ev, sd=sd)
    document: dict[str, Any] = {
        "book": rules.book.id,
        "settings": plain(rules.settings),
        "bankroll": bank,
        "rounds": rounds,
        "ev": ev,
        "sd": worth.sd,
        "win_after_rounds": ev * rounds,
        "sd_after_rounds": sd * rounds**0.5,
        "risk_of_ruin": risk_of_ruin(bank, ev=ev, sd=sd),
        "ruin_within_rounds": ruin_within(rounds, bank, ev=ev, sd=sd),
        "bankroll_for_5_percent": needed if isfinite(needed) else None,
        "n0": worth.n0 if ev > 0 else None,
        "score": worth.score,
        "paths": list(_paths(steady, bank, rounds)),
    }
    if goal is not None:
        document["goal"] = goal
        document["ruin_before_goal"] = ruin_before_goal(bank, goal, ev=ev, sd=sd)
    return document


def _paths(worth: Worth, bank: float, rounds: int) -> Iterator[dict[str, float]]:
    """Percentiles of the bankroll after each tenth of the rounds; a goal is ignored."""
    from pitboss.statistics import bankroll_after, ruin_within

    ev, sd = worth.ev, worth.sd
    for after in dict.fromkeys(max(1, rounds * tenth // 10) for tenth in range(1, 11)):
        left = {
            f"p{share}": bankroll_after(after, bank, share / 100, ev=ev, sd=sd) for share in _SHARES
        }
        yield {"rounds": after, "ruined": ruin_within(after, bank, ev=ev, sd=sd), **left}


def _shown(rules: TableRules, document: dict[str, Any]) -> Iterator[RenderableType]:
    yield Text.assemble((rules.book.title, "bold"), f": {rules.brief}")
    bets = document["bets"]
    if "count" in bets:
        what = "bets of the spread" if bets["plays"] == "spread" else "best bets"
        played = "its plays" if bets["plays"] == "spread" else f"played by {bets['plays']}"
        sat_out = f", {bets['sat_out']:.0%} of rounds sat out" if bets["sat_out"] else ""
        yield Text(
            f"{what} by {bets['count']} over the whole shoe, {played}; "
            f"{bets['average']:.2f} on average{sat_out}"
        )
    else:
        yield Text(f"a flat bet of {bets['least']:.2f}")
    yield Text()
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 3, 0, 0))
    table.add_column()
    table.add_column(justify="right")
    rounds = document["rounds"]
    table.add_row("win per round", f"{document['ev']:+.4f} ± {document['sd']:.2f}")
    after = f"{document['win_after_rounds']:+.0f} ± {document['sd_after_rounds']:.0f}"
    table.add_row(f"after {rounds:,} rounds", after)
    table.add_row(
        f"risk of losing {document['bankroll']:.0f}, ever", f"{document['risk_of_ruin']:.2%}"
    )
    table.add_row(f"  within {rounds:,} rounds", f"{document['ruin_within_rounds']:.2%}")
    if "goal" in document:
        before = f"{document['ruin_before_goal']:.2%}"
        table.add_row(f"  before winning {document['goal']:.0f}", before)
    needed = document["bankroll_for_5_percent"]
    table.add_row("bankroll for a risk of 5%", "none" if needed is None else f"{needed:,.0f}")
    if document["ev"] > 0:
        table.add_row("N0", f"{document['n0']:,.0f} rounds")
        table.add_row("SCORE", f"{document['score']:.2f}")
    yield table
    yield Text()
    yield _path_table(document["paths"])
    if "by_count" in bets:
        yield Text()
        made = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 3, 0, 0))
        by = next(key for key in ("true_count", "running_count") if key in bets["by_count"][0])
        for heading in (by.replace("_", " "), "rounds", "bet", "edge"):
            made.add_column(heading, justify="right")
        for row in bets["by_count"]:
            bet = f"{row['bet']:.2f}".removesuffix(".00")
            made.add_row(f"{row[by]:+d}", f"{row['share']:.2%}", bet, f"{row['edge']:+.2%}")
        yield made
        yield Text()
        yield _depth_table(document["depths"])


def _depth_table(depths: list[dict[str, float]]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 3, 0, 0))
    for heading in ("dealt", "rounds", "bet", "win per round", "sd"):
        table.add_column(heading, justify="right")
    for row in depths:
        table.add_row(
            f"{row['dealt']:.1%}", f"{row['share']:.2%}", f"{row['bet']:.2f}", f"{row['ev']:+.4f}",
            f"{row['sd']:.2f}",
        )  # fmt: skip
    return table


def _path_table(paths: list[dict[str, float]]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 3, 0, 0))
    shares = ("median" if share == 50 else f"{share}%" for share in _SHARES)
    for heading in ("rounds", "lost", *shares):
        table.add_column(heading, justify="right")
    for row in paths:
        left = (f"{row[f'p{share}']:,.0f}" for share in _SHARES)
        table.add_row(f"{row['rounds']:,}", f"{row['ruined']:.2%}", *left)
    return table
