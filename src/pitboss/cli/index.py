"""``pitboss index``: index numbers for exactly these rules, for any count."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from pitboss.cli.common import json_option, pricing, print_json, show, with_rules
from pitboss.cli.numbers import WholeParameter, depth_option
from pitboss.cli.waiting import waiting
from pitboss.rulebooks import TableRules

if TYPE_CHECKING:
    from pitboss.players.index_plays import IndexPlays, Rung


@click.command(short_help="List index numbers for exactly these rules and a count.")
@with_rules
@click.option("--count", default="hi-lo", show_default=True, help="Counting system, or its file.")
@depth_option
@click.option(
    "--most",
    type=WholeParameter(1, 10**6, "number of plays"),
    default=30,
    show_default=True,
    help="How many plays to list.",
)
@click.option("-o", "--output", metavar="FILE", help="File to write: .toml, for --spread.")
@json_option
def index(
    rules: TableRules,
    count: str,
    depth: float,
    most: int,
    output: str | None,
    as_json: bool,
) -> None:
    """List index numbers: the true counts from which another act is better.

    For each true count the likeliest shoe at that depth is solved exactly. Plays are listed by
    what they gain per round there; the counts are those of the moment of acting, rounded as the
    system does.

    \b
    pitboss index classic --decks 6 --count hi-lo
    pitboss index nz -o plays.toml          then: simulate nz --count hi-lo --spread plays.toml
    """
    with pricing(), waiting(f"pricing {rules.book.id}"):
        from pitboss.players.counts import BadCount
        from pitboss.players.index_plays import index_plays

        try:
            plays = index_plays(rules, count=count, depth=depth)
        except BadCount as error:
            raise click.UsageError(str(error)) from None
    if output is not None:
        if Path(output).suffix != ".toml":
            raise click.UsageError(f"-o {output}: index plays are written to a .toml file")
        try:
            Path(output).write_text(plays.to_toml(most), "utf-8")
        except OSError as error:
            raise click.UsageError(f"{output} cannot be written: {error.strerror}") from None
    if as_json:
        print_json(plays.to_json(most))
    else:
        show(*_shown(plays, most))


def _shown(plays: IndexPlays, most: int) -> Iterator[RenderableType]:
    yield Text.assemble((plays.rules.book.title, "bold"), f": {plays.rules.brief}")
    yield Text(f"{plays.system.name}, {plays.depth:.0%} of the shoe dealt, from likeliest shoes")
    yield Text()
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 3, 0, 0))
    for heading in ("hand", "up", "off the top", "by the true count"):
        table.add_column(heading)
    table.add_column("gain per 100 rounds", justify="right")
    if plays.insure_at is not None:
        table.add_row("insurance", "A", "", f"from {plays.insure_at:+d}", "")
    for play in plays.plays[:most]:
        acts = _told(play.ladder)
        if play.unsurrendered != play.ladder and len(play.unsurrendered) > 1:
            acts += f" (not surrendered: {_told(play.unsurrendered)})"
        gain = f"{100 * play.gain:.4f}"
        table.add_row(play.hand, play.up, play.base.word, acts, gain)
    yield table


def _told(ladder: tuple[Rung, ...]) -> str:
    first, *others = ladder
    parts = [first.act.word, *(f"{o.act.word} from {o.at:+d}" for o in others)]
    return ", ".join(parts)
