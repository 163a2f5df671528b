"""``pitboss verify``: the hash chain, the replay, the money and the sealed shoes of a log."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from pitboss.audit.sealed_shoes import SealedShoe, verify_with_shoes
from pitboss.cli.common import json_option, print_json


@click.command()
@click.argument("log")
@click.option(
    "--shoes",
    "folder",
    metavar="FOLDER",
    help="Write every revealed shoe there, for the check of docs/fairness.md.",
)
@json_option
def verify(log: str, folder: str | None, as_json: bool) -> None:
    """Verify an exported log: every hash, every replayed state, every sum of money.

    Where the shoes were sealed, every revealed order is worked out again and compared with the
    cards dealt. Exit code 0 where all of it holds, 1 naming the first entry that does not.
    """
    path = Path(log)
    if not path.is_file():
        raise click.UsageError(f"there is no log {log!r}; name a file written by 'pitboss play'")
    with path.open("rb") as lines:
        found, shoes = verify_with_shoes(lines)
    revealed = [shoe for shoe in shoes if shoe.is_revealed]
    if folder is not None:
        _write(Path(folder), revealed)
    if as_json:
        print_json(
            {
                "entries": found.entries,
                "rounds": found.rounds,
                "ok": found.ok,
                "first_bad": found.first_bad,
                "problem": found.problem,
                "sealed_shoes": len(shoes),
                "revealed_shoes": len(revealed),
            }
        )
    elif found.ok:
        click.echo(
            f"{found.entries} entries, {found.rounds} rounds: every hash, state and sum holds"
        )
        if shoes:
            click.echo(f"sealed shoes: {len(shoes)}, revealed and dealt as sealed: {len(revealed)}")
    else:
        click.echo(f"{found.entries} entries hold; {found.problem} (entry {found.first_bad})")
    sys.exit(0 if found.ok else 1)


def _write(folder: Path, shoes: list[SealedShoe]) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for shoe in shoes:
            (folder / f"shoe-{shoe.shoe}.json").write_text(shoe.as_json() + "\n", "utf-8")
    except OSError as error:
        told = error.strerror
        raise click.UsageError(f"--shoes {str(folder)!r} cannot be written: {told}") from None
