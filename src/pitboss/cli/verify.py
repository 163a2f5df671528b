"""``pitboss verify``: the hash chain, the replay, the money and the sealed shoes of a log."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NoReturn

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
    """Verify an exported log or a house's database: every hash, state and sum of money.

    Where the shoes were sealed, every revealed order is worked out again and compared with the
    cards dealt. Exit code 0 where all of it holds, 1 naming the first entry that does not.
    """
    if "://" in log:
        _verify_house(log, as_json)
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


def _verify_house(url: str, as_json: bool) -> NoReturn:
    from pitboss.store import BadDatabase, Store, open_database
    from pitboss.web.auditing import verified_house

    file = url.removeprefix("sqlite:///")
    if file != url and not Path(file).is_file():
        raise click.UsageError(f"there is no database {file!r}")
    try:
        store = Store(open_database(url, read_only=True))
    except BadDatabase as error:
        raise click.UsageError(str(error)) from None
    found = verified_house(store)
    store.close()
    ok = found.problem is None
    if as_json:
        print_json(
            {
                "entries": found.entries,
                "rounds": found.rounds,
                "ok": ok,
                "first_bad": found.first_bad,
                "problem": found.problem,
                "tables": found.tables,
                "sealed_shoes": found.sealed,
                "revealed_shoes": found.revealed,
            }
        )
    elif ok:
        held = f"{found.entries} entries, {found.rounds} rounds at {found.tables} tables"
        click.echo(f"{held}: every hash, state, posting and balance holds")
    else:
        click.echo(f"{found.problem} (entry {found.first_bad})")
    sys.exit(0 if ok else 1)


def _write(folder: Path, shoes: list[SealedShoe]) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for shoe in shoes:
            (folder / f"shoe-{shoe.shoe}.json").write_text(shoe.as_json() + "\n", "utf-8")
    except OSError as error:
        told = error.strerror
        raise click.UsageError(f"--shoes {str(folder)!r} cannot be written: {told}") from None
