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
    estimate = compare(rules, changed, policy=policy, rounds=rounds or _ROUNDS, seed=seed)
    values = [play_by(each, policy).exact for each in (rules, changed)]
    exact = None if None in values else float(values[0] or 0.0) - float(values[1] or 0.0)
    document: dict[str, Any] = {
        "book": rules.book.id,
        "settings": plain(rules.settings),
        "compared_with": plain(changed.settings),
        "rounds": rounds or _ROUNDS,
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
