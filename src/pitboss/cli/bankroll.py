"""``pitboss bankroll``: the risk of losing one, for a flat bet or for bets by the count."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import TYPE_CHECKING, Any

import click
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from pitboss.cli.common import json_option, pricing, print_json, show, with_rules
from pitboss.cli.numbers import Positive, Whole, depth_option, only_with
from pitboss.cli.waiting import waiting
from pitboss.plain import plain
from pitboss.rulebooks import TableRules

if TYPE_CHECKING:
    from pitboss.coach.ramps import Bank
    from pitboss.statistics import Ramp, Worth

_MONEY = Positive(1e12, "1000")
_SHARES = (5, 25, 50, 75, 95)
"""The percentiles of the paths."""


@click.command(short_help="Calculate risk of ruin, N0, SCORE and the best ramp.")
@with_rules
@click.option("--bankroll", "bank", type=_MONEY, required=True, help="Bankroll, in money.")
@click.option("--least", type=_MONEY, default=10.0, show_default=True, help="Lowest bet.")
@click.option(
    "--rounds",
    type=Whole(1, 10**12, "number of rounds"),
    default=10_000,
    show_default=True,
    help="Number of rounds.",
)
@click.option("--goal", type=_MONEY, help="Win at which play stops.")
@click.option("--count", help="Bet by this count: a system or its file.")
@depth_option
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
    depth: float,
    bet_most: float | None,
    kelly: float,
    as_json: bool,
) -> None:
    """Calculate risk of ruin, N0 and SCORE of a flat bet or, with --count, of the best ramp.

    The edge and the standard deviation are exact. With --count they come from the likeliest shoe of
    each count at that depth, each played as is best there. The bankroll is treated as a Brownian
    motion. Its paths are the median and other percentiles after each tenth of the rounds.

    \b
    pitboss bankroll nz --bankroll 2000 --least 10 --rounds 1000
    pitboss bankroll classic --count hi-lo --depth 0.6 --bankroll 10000 --least 10 --bet-most 120
    """
    if count is None:
        only_with("--count", "depth", "bet_most", "kelly")
    with pricing(), waiting(f"pricing {rules.book.id}"):
        ramp = None
        if count is None:
            worth = _flat(rules, least)
        else:
            from pitboss.coach.ramps import Bank

            limits = Bank(bankroll=bank, least=least, most=bet_most or 8 * least, kelly=kelly)
            ramp = _by_count(rules, count, depth, limits)
            worth = ramp.worth
    told = _document(rules, worth, bank, rounds, goal)
    told["bets"] = {"least": least}
    if ramp is not None:
        told["bets"] = {
            "count": count,
            "depth": depth,
            "from": "likeliest shoes",
            "average": ramp.average_bet,
            "by_count": [
                {"true_count": int(at), "bet": bet}
                for at, bet in zip(ramp.at, ramp.bets, strict=True)
            ],
        }
    if as_json:
        print_json(told)
    else:
        show(*_shown(rules, told))


def _flat(rules: TableRules, bet: float) -> Worth:
    from pitboss.solver import solve
    from pitboss.statistics import Worth

    solution = solve(rules)
    return Worth(solution.ev * bet, solution.spread.sd * bet)


def _by_count(rules: TableRules, count: str, depth: float, bank: Bank) -> Ramp:
    from pitboss.coach.ramps import best_ramp_of
    from pitboss.players.counts import count_system

    try:
        return best_ramp_of(rules, count_system(count), depth, bank)
    except ValueError as error:
        raise click.UsageError(str(error)) from None


def _document(
    rules: TableRules, worth: Worth, bank: float, rounds: int, goal: float | None
) -> dict[str, Any]:
    from pitboss.statistics import required_bankroll, risk_of_ruin, ruin_before_goal, ruin_within

    ev, sd = worth.ev, worth.sd
    needed = required_bankroll(0.05, ev=ev, sd=sd)
    told: dict[str, Any] = {
        "book": rules.book.id,
        "settings": plain(rules.settings),
        "bankroll": bank,
        "rounds": rounds,
        "ev": ev,
        "sd": sd,
        "win_after_rounds": ev * rounds,
        "sd_after_rounds": sd * rounds**0.5,
        "risk_of_ruin": risk_of_ruin(bank, ev=ev, sd=sd),
        "ruin_within_rounds": ruin_within(rounds, bank, ev=ev, sd=sd),
        "bankroll_for_5_percent": needed if isfinite(needed) else None,
        "n0": worth.n0 if ev > 0 else None,
        "score": worth.score,
        "paths": list(_paths(worth, bank, rounds)),
    }
    if goal is not None:
        told["goal"] = goal
        told["ruin_before_goal"] = ruin_before_goal(bank, goal, ev=ev, sd=sd)
    return told


def _paths(worth: Worth, bank: float, rounds: int) -> Iterator[dict[str, float]]:
    """Percentiles of the bankroll after each tenth of the rounds; a goal is ignored."""
    from pitboss.statistics import bankroll_after, ruin_within

    ev, sd = worth.ev, worth.sd
    for after in dict.fromkeys(max(1, rounds * tenth // 10) for tenth in range(1, 11)):
        left = {
            f"p{share}": bankroll_after(after, bank, share / 100, ev=ev, sd=sd) for share in _SHARES
        }
        yield {"rounds": after, "ruined": ruin_within(after, bank, ev=ev, sd=sd), **left}


def _shown(rules: TableRules, told: dict[str, Any]) -> Iterator[RenderableType]:
    yield Text.assemble((rules.book.title, "bold"), f": {rules.brief}")
    bets = told["bets"]
    if "count" in bets:
        yield Text(
            f"best bets by {bets['count']} at a depth of {bets['depth']:.0%}, "
            f"from likeliest shoes; {bets['average']:.2f} on average"
        )
    else:
        yield Text(f"a flat bet of {bets['least']:.2f}")
    yield Text()
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 3, 0, 0))
    table.add_column()
    table.add_column(justify="right")
    rounds = told["rounds"]
    table.add_row("win per round", f"{told['ev']:+.4f} ± {told['sd']:.2f}")
    after = f"{told['win_after_rounds']:+.0f} ± {told['sd_after_rounds']:.0f}"
    table.add_row(f"after {rounds:,} rounds", after)
    table.add_row(f"risk of losing {told['bankroll']:.0f}, ever", f"{told['risk_of_ruin']:.2%}")
    table.add_row(f"  within {rounds:,} rounds", f"{told['ruin_within_rounds']:.2%}")
    if "goal" in told:
        before = f"{told['ruin_before_goal']:.2%}"
        table.add_row(f"  before winning {told['goal']:.0f}", before)
    needed = told["bankroll_for_5_percent"]
    table.add_row("bankroll for a risk of 5%", "none" if needed is None else f"{needed:,.0f}")
    if told["ev"] > 0:
        table.add_row("N0", f"{told['n0']:,.0f} rounds")
        table.add_row("SCORE", f"{told['score']:.2f}")
    yield table
    yield Text()
    yield _path_table(told["paths"])
    if "by_count" in bets:
        yield Text()
        made = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 3, 0, 0))
        made.add_column("true count", justify="right")
        made.add_column("bet", justify="right")
        for row in bets["by_count"]:
            made.add_row(f"{row['true_count']:+d}", f"{row['bet']:.0f}")
        yield made


def _path_table(paths: list[dict[str, float]]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 3, 0, 0))
    shares = ("median" if share == 50 else f"{share}%" for share in _SHARES)
    for heading in ("rounds", "lost", *shares):
        table.add_column(heading, justify="right")
    for row in paths:
        left = (f"{row[f'p{share}']:,.0f}" for share in _SHARES)
        table.add_row(f"{row['rounds']:,}", f"{row['ruined']:.2%}", *left)
    return table
