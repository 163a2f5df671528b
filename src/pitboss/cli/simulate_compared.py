"""``pitboss simulate BOOK --compare KEY=VALUE``: compare two settings on the same cards."""

from __future__ import annotations

from typing import Any

import click
from rich.table import Table

from pitboss.cli.common import print_json, show
from pitboss.jsonable import plain
from pitboss.rulebooks import TableRules

_ROUNDS = 5_000_000
_DISAGREES = 4.0


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
    found = compare(rules, changed, policy=policy, rounds=rounds or _ROUNDS, seed=seed)
    values = [play_by(each, policy).exact for each in (rules, changed)]
    exact = None if None in values else float(values[0] or 0.0) - float(values[1] or 0.0)
    told: dict[str, Any] = {
        "book": rules.book.id,
        "settings": plain(rules.settings),
        "compared_with": plain(changed.settings),
        "rounds": rounds or _ROUNDS,
        "seed": seed,
        "policy": policy,
        "difference": found.value,
        "se": found.se,
        "gain": found.gain if found.se else None,
    }
    z = None
    if exact is not None:
        z = found.z(exact) if found.se else 0.0
        told |= {"exact": exact, "z": z}
    if as_json:
        print_json(told)
    else:
        _show(told, rules, changed)
    return 1 if z is not None and abs(z) > _DISAGREES else 0


def _elections(given: tuple[str, ...]) -> dict[str, str]:
    found = {}
    for each in given:
        key, equals, value = each.partition("=")
        if not equals or not key.strip():
            raise click.UsageError(f"--compare {each!r} is not of the form KEY=VALUE")
        found[key.strip()] = value.strip()
    return found


def _show(told: dict[str, Any], rules: TableRules, changed: TableRules) -> None:
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 3, 0, 0))
    table.add_row("game", rules.brief)
    table.add_row("compared with", changed.brief)
    table.add_row("rounds each", f"{told['rounds']:,}")
    table.add_row("worth more by", f"{told['difference']:+.6f} ± {told['se']:.6f}")
    if told["gain"] is not None:
        table.add_row(
            "gain", f"{told['gain']:.1f} times as many rounds, from dealing the same cards"
        )
    if "exact" in told:
        table.add_row("exact", f"{told['exact']:+.6f} (z = {told['z']:+.2f})")
    show(table)
