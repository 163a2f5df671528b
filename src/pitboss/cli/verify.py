"""``pitboss verify``: the hash chain, the replay and the money of a log."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from pitboss.cli.common import json_option, print_json
from pitboss.table.verifying import verify as verify_log


@click.command()
@click.argument("log")
@json_option
def verify(log: str, as_json: bool) -> None:
    """Verify an exported log: every hash, every replayed state, every sum of money.

    Exit code 0 where all of it holds, 1 naming the first entry that does not.
    """
    path = Path(log)
    if not path.is_file():
        raise click.UsageError(f"there is no log {log!r}; name a file written by 'pitboss play'")
    with path.open("rb") as lines:
        found = verify_log(lines)
    if as_json:
        print_json(
            {
                "entries": found.entries,
                "rounds": found.rounds,
                "ok": found.ok,
                "first_bad": found.first_bad,
                "problem": found.problem,
            }
        )
    elif found.ok:
        click.echo(
            f"{found.entries} entries, {found.rounds} rounds: every hash, state and sum holds"
        )
    else:
        click.echo(f"{found.entries} entries hold; {found.problem} (entry {found.first_bad})")
    sys.exit(0 if found.ok else 1)
