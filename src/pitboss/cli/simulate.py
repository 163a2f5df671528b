"""``pitboss simulate``: simulate rounds by the million and test them against the exact value."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from pitboss.cli.common import json_option, pricing, print_json, show, with_rules
from pitboss.cli.numbers import Positive, WholeParameter
from pitboss.cli.output import output_path, write_output
from pitboss.jsonable import plain
from pitboss.numbers import NotANumber, exact, shortened
from pitboss.rulebooks import TableRules
from pitboss.simulator.limits import LARGEST_ERROR, MOST_ROUNDS, MOST_THREADS

if TYPE_CHECKING:
    from pitboss.simulator.chunks import RunMark
    from pitboss.simulator.results import Result


_MOST_BANKED: Final = 1_000_000
_FINEST: Final = 1000
_DISAGREES: Final = 4.0
"""Standard errors beyond which a difference is not put down to chance."""


@click.command()
@with_rules
@click.option(
    "--rounds",
    type=WholeParameter(1, MOST_ROUNDS, "number of rounds"),
    metavar="N",
    help="Minimum number of rounds (default: 1e7).",
)
@click.option(
    "--until-se",
    type=Positive(LARGEST_ERROR, "1e-4"),
    metavar="X",
    help="Standard error at which to stop.",
)
@click.option(
    "--seed",
    type=WholeParameter(0, 10**18),
    default=1,
    show_default=True,
    metavar="S",
    help="Random seed.",
)
@click.option(
    "--seats",
    type=WholeParameter(1, 99, "number of boxes"),
    default=1,
    show_default=True,
    metavar="K",
    help="Number of boxes.",
)
@click.option(
    "--policy",
    default="basic",
    show_default=True,
    metavar="NAME|FILE",
    help="Strategy: basic, optimal, cdz, or a chart file from 'pitboss chart BOOK -o FILE.csv'.",
)
@click.option(
    "--count", metavar="NAME|FILE", help="Count cards: a system such as hi-lo, or a file."
)
@click.option("--spread", metavar="FILE", help="Bet spread by the count: .toml, .json or .csv.")
@click.option(
    "--fresh", is_flag=True, help="Deal every round from a full shoe, as 'solve' prices it."
)
@click.option(
    "--check", is_flag=True, help="With --fresh: test the result against the exact value."
)
@click.option(
    "--control",
    is_flag=True,
    help="With --fresh: reduce variance with the known odds of the first cards.",
)
@click.option(
    "--compare",
    "other",
    multiple=True,
    metavar="KEY=VALUE",
    help="Deal the same fresh rounds under this option and report the difference.",
)
@click.option(
    "--side-bets",
    metavar="NAMES",
    help="Side bets to track, comma-separated, or none (default: all offered).",
)
@click.option("--bank", metavar="WAGERS", help="Player-dealer's bank, in main wagers.")
@click.option(
    "--threads",
    type=WholeParameter(1, MOST_THREADS),
    metavar="T",
    help="Threads to use (default: one for each processor).",
)
@click.option("--cluster", metavar="ADDRESS", help="Address of a Dask scheduler, or 'local'.")
@click.option("--progress/--no-progress", default=None, help="Progress bar on standard error.")
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="File to write: .parquet, .csv, .json, .html or .png.",
)
@json_option
def simulate(
    rules: TableRules,
    *,
    rounds: int | None,
    until_se: float | None,
    seed: int,
    seats: int,
    policy: str,
    count: str | None,
    spread: str | None,
    fresh: bool,
    check: bool,
    control: bool,
    other: tuple[str, ...],
    side_bets: str | None,
    bank: str | None,
    threads: int | None,
    cluster: str | None,
    progress: bool | None,
    output: str | None,
    as_json: bool,
) -> int:
    """Simulate millions of rounds and report the results.

    The same book, settings, policy, seed and rounds give the same digest on any number of threads
    and on any cluster. An interrupted run reports the rounds played so far and exits with 1.

    \b
    pitboss simulate nz --rounds 1e8
    pitboss simulate classic --fresh --check --until-se 1e-4
    pitboss simulate classic --compare soft_17=hit
    pitboss simulate rws --count hi-lo --spread spread.toml --seats 2 -o run.html
    """
    if check and not fresh:
        raise click.UsageError("--check needs --fresh: the exact value is for full shoes")
    if other:
        if seats != 1 or any((until_se, count, spread, check, control, side_bets, bank, cluster)):
            raise click.UsageError(
                "--compare may be combined only with --rounds, --seed, --policy, --decks and --set"
            )
        with pricing(), _bad_input():
            return compared(rules, other, rounds, seed=seed, policy=policy, as_json=as_json)
    with pricing(), _bad_input():
        from pitboss.simulator.run import simulate as play

        path = None if output is None else _path(output)
        wanted = progress if progress is not None else sys.stderr.isatty()
        with _progress(rounds, until_se) if wanted else _silence() as tell:
            result = play(
                rules,
                policy=policy,
                rounds=rounds,
                until_se=until_se,
                seed=seed,
                seats=seats,
                count=count,
                spread=spread,
                fresh=fresh,
                control=control,
                side_bets=_named(side_bets),
                bank=_wagers(bank),
                threads=threads,
                cluster=cluster,
                tell=tell,
            )
        if check and result.exact is None:
            raise click.UsageError("this run has no exact value to check against")
        if path is not None:
            _write(result, path)
        if as_json:
            print_json(_document(result))
        else:
            show(*_shown(result))
    return 1 if result.stopped_by is not None or (check and not _agrees(result)) else 0


@contextmanager
def _bad_input() -> Iterator[None]:
    """Report a run that cannot be simulated as bad usage, in one sentence."""
    from pitboss.players.counts import BadCount
    from pitboss.players.deviations import BadDeviation
    from pitboss.players.function_policies import BadPolicy
    from pitboss.players.spreads import BadSpread
    from pitboss.simulator.cluster import BadCluster
    from pitboss.simulator.run import BadRun

    try:
        yield
    except (BadCluster, BadCount, BadDeviation, BadPolicy, BadRun, BadSpread) as error:
        raise click.UsageError(str(error)) from None


def _path(output: str) -> Path:
    """The file to write; the exporters are imported only when one is wanted."""
    from pitboss.report.simulations import ENDINGS, CannotExport, check_ending

    path = output_path(output, ENDINGS)
    try:
        check_ending(path.suffix.lower())
    except CannotExport as error:
        raise click.UsageError(str(error)) from None
    return path


def _write(result: Result, path: Path) -> None:
    from pitboss.report.simulations import simulation_file

    write_output(path, simulation_file(result, path.suffix.lower()))


def _named(side_bets: str | None) -> list[str] | None:
    if side_bets is None:
        return None
    names = [name.strip() for name in side_bets.split(",") if name.strip()]
    return [] if names == ["none"] else names


def _wagers(bank: str | None) -> Fraction | None:
    if bank is None:
        return None
    try:
        wagers = exact(bank, least=0, most=_MOST_BANKED)
    except NotANumber:
        wagers = Fraction(0)
    if wagers == 0 or wagers.denominator > _FINEST:
        raise click.UsageError(
            f"--bank {shortened(bank)} is not a number of main wagers above zero "
            f"and at most {_MOST_BANKED:,}"
        )
    return wagers


@contextmanager
def _silence() -> Iterator[None]:
    yield None


@contextmanager
def _progress(rounds: int | None, until_se: float | None) -> Iterator[Callable[[RunMark], None]]:
    """A progress bar with the pace and the time left, unless the run stops at a precision."""
    from rich.progress import BarColumn, Progress, TextColumn

    from pitboss.simulator.run import ROUNDS

    total = None if until_se is not None and rounds is None else float(rounds or ROUNDS)
    bar = Progress(
        TextColumn("{task.fields[done]}"),
        BarColumn(),
        TextColumn("{task.fields[pace]}"),
        console=Console(
            file=sys.stderr, force_terminal=True
        ),  # drawn because it was asked for, terminal or not
        transient=True,
    )
    with bar:
        task = bar.add_task("", total=total, done="preparing", pace="")

        def tell(mark: RunMark) -> None:
            done = mark.tally.rounds
            # A cluster's chunks arrive in bursts, so show the average pace since the start.
            pace = done / max(mark.seconds, 1e-9)
            text = f"{pace / 1e6:.1f} M rounds/s"
            if total is not None:
                text += f", {timedelta(seconds=round(max(total - done, 0) / pace))} left"
            bar.update(task, completed=done, done=f"{done:,} rounds", pace=text)

        yield tell


def _agrees(result: Result) -> bool:
    """Whether the best available estimate is close to the exact value."""
    assert result.exact is not None
    if result.controlled is not None:
        return abs(result.controlled.z(result.exact)) <= _DISAGREES
    return bool(result.agrees(within=_DISAGREES))


def _document(result: Result) -> dict[str, Any]:
    document = result.to_json()
    document["interrupted"] = result.stopped_by is not None
    if result.exact is not None:
        document["agrees"] = _agrees(result)
    return document


def _shown(result: Result) -> Iterator[RenderableType]:
    from pitboss.simulator.notebook import figures

    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 3, 0, 0))
    for label, figure in figures(result):
        table.add_row(label, figure)
    table.add_row("played by", result.workers)
    yield table
    if result.exact is not None:
        yield Text()
        yield _compared(result)
    if result.side_bets:
        yield Text()
        yield _side_bets(result)
    if (buckets := result.summary.by_count) is not None:
        yield Text()
        yield _buckets(buckets.by, buckets)


def _compared(result: Result) -> Text:
    assert result.exact is not None and result.z is not None
    value, z = result.ev, result.z
    if result.controlled is not None:
        value, z = result.controlled.value, result.controlled.z(result.exact)
    return Text.assemble(
        f"exact {result.exact:+.6f}   simulated {value:+.6f}   "
        f"error {value - result.exact:+.6f}   z {z:+.2f}   ",
        ("agrees", "bold green") if _agrees(result) else ("does not agree", "bold red"),
    )


def _side_bets(result: Result) -> Table:
    table = _columns("side bet", "value", "error", "sd", "times")
    for name, bet in result.side_bets.items():
        figures = (f"{bet.ev:+.5f}", f"{bet.se:.5f}", f"{bet.moments.sd:.3f}")
        table.add_row(name.replace("_", " "), *figures, f"{bet.moments.number:,}")
    return table


def _buckets(name: str, buckets: Any) -> Table:
    table = _columns(name, "rounds", "bet", "edge", "error")
    for bucket in buckets.buckets:
        table.add_row(
            f"{bucket.at:+g}",
            f"{buckets.frequency(bucket):.3%}",
            f"{bucket.average_bet:.2f}",
            f"{bucket.edge:+.4%}",
            f"{bucket.edge_se:.4%}" if bucket.rounds > 1 else "",
        )
    return table


def _columns(first: str, *others: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 3, 0, 0))
    table.add_column(first)
    for name in others:
        table.add_column(name, justify="right")
    return table


# Two settings on the same cards: pitboss simulate BOOK --compare KEY=VALUE

_ROUNDS_COMPARED: Final = 5_000_000


def compared(
    rules: TableRules,
    other: tuple[str, ...],
    rounds: int | None,
    *,
    seed: int,
    policy: str,
    as_json: bool,
) -> int:
    """Report how much more a round is worth than with ``other``; 1 if the solver disagrees."""
    from pitboss.players.policies import play_by
    from pitboss.simulator.paired_runs import compare
    from pitboss.simulator.run import BadRun

    if rounds is not None and rounds < 1:
        raise BadRun(f"a run needs at least one round, not {rounds}")
    changed = rules.book.elect_all({**dict(rules.choices), **_elections(other)})
    estimate = compare(rules, changed, policy=policy, rounds=rounds or _ROUNDS_COMPARED, seed=seed)
    values = [play_by(each, policy).exact for each in (rules, changed)]
    exact = None if None in values else float(values[0] or 0.0) - float(values[1] or 0.0)
    document: dict[str, Any] = {
        "book": rules.book.id,
        "settings": plain(rules.settings),
        "compared_with": plain(changed.settings),
        "rounds": rounds or _ROUNDS_COMPARED,
        "seed": seed,
        "policy": policy,
        "difference": estimate.value,
        "se": estimate.se,
        "gain": estimate.gain if estimate.se else None,
    }
    z = None
    if exact is not None:
        z = estimate.z(exact) if estimate.se else 0.0
        document |= {"exact": exact, "z": z}
    if as_json:
        print_json(document)
    else:
        _show(document, rules, changed)
    return 1 if z is not None and abs(z) > _DISAGREES else 0


def _elections(given: tuple[str, ...]) -> dict[str, str]:
    result = {}
    for each in given:
        key, equals, value = each.partition("=")
        if not equals or not key.strip():
            raise click.UsageError(f"--compare {each!r} is not of the form KEY=VALUE")
        result[key.strip()] = value.strip()
    return result


def _show(document: dict[str, Any], rules: TableRules, changed: TableRules) -> None:
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 3, 0, 0))
    table.add_row("game", rules.brief)
    table.add_row("compared with", changed.brief)
    table.add_row("rounds each", f"{document['rounds']:,}")
    table.add_row("worth more by", f"{document['difference']:+.6f} ± {document['se']:.6f}")
    if document["gain"] is not None:
        table.add_row(
            "gain", f"{document['gain']:.1f} times as many rounds, from dealing the same cards"
        )
    if "exact" in document:
        table.add_row("exact", f"{document['exact']:+.6f} (z = {document['z']:+.2f})")
    show(table)
