"""``pitboss effects``: what each card is worth, and how well the counts follow it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from pitboss.cli.common import (
    json_option,
    policy_option,
    pricing,
    print_json,
    read_shoe,
    shoe_option,
    show,
    with_rules,
)
from pitboss.cli.waiting import waiting
from pitboss.rulebooks import TableRules

if TYPE_CHECKING:
    from pitboss.players.effects import ClassEffects


@click.command(short_help="List the effects of removal: one card of each rank gone.")
@with_rules
@policy_option
@shoe_option
@json_option
def effects(
    rules: TableRules,
    policy: str,
    shoe: str | None,
    as_json: bool,
) -> None:
    """Price the game with one card of each rank removed: the effects of removal.

    Each is exact, as by "pitboss solve". The correlations show how well each counting system
    follows them, for betting and for insurance.

    \b
    pitboss effects classic --decks 1
    pitboss effects nz --json
    """
    with pricing(), waiting(f"pricing {rules.book.id}"):
        from pitboss.players.effects import effects as work_out

        effects = work_out(rules, shoe=read_shoe(shoe), policy=policy)
    if as_json:
        print_json(effects.to_json())
    else:
        show(*_shown(effects))


def _shown(effects: ClassEffects) -> Iterator[RenderableType]:
    yield Text.assemble((effects.rules.book.title, "bold"), f": {effects.rules.brief}")
    yield Text(f"value {effects.ev:+.6f} per unit, {effects.policy.meaning}; with one card gone:")
    yield Text()
    cards = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 3, 0, 0))
    for heading in ("card", "value changes by", "insurance changes by"):
        cards.add_column(heading, justify="right")
    for row in effects.to_dicts():
        insurance = "" if row["insurance"] is None else f"{row['insurance']:+.4%}"
        cards.add_row(row["card"], f"{row['effect']:+.4%}", insurance)
    yield cards
    yield Text()
    counts = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 3, 0, 0))
    counts.add_column("count")
    counts.add_column("betting correlation", justify="right")
    counts.add_column("insurance correlation", justify="right")
    for each in effects.correlations:
        insurance = "" if each.insurance is None else f"{each.insurance:.3f}"
        counts.add_row(each.system, f"{each.betting:.3f}", insurance)
    yield counts
