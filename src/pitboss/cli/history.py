"""``pitboss history``: round histories, from a log or a server's database and back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from pitboss.cli.common import json_option, print_json
from pitboss.cli.verify import house_file
from pitboss.table.log import BadLog, read_event

if TYPE_CHECKING:
    from pitboss.history.sessions import Logged


class WrittenFile(NamedTuple):
    """A file that was written, and how much is in it."""

    path: Path
    many: int
    what: str


class TableLog(NamedTuple):
    """The log of one table."""

    table: str
    entries: tuple[Logged, ...]


@click.group()
def history() -> None:
    """Write and read round histories (docs/reference/histories.md)."""


@history.command(short_help="Export from a log, a database or another history.")
@click.argument("source", metavar="FILE|URL")
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path), metavar="PATH",
    help="File ending in .jsonl (a table) or .toml (a round), or a folder.",
)  # fmt: skip
@click.option("--table", metavar="ID", help="Only this table of a database.")
@click.option("--round", "number", type=int, metavar="N", help="Only this round, as TOML.")
@click.option("--parquet", is_flag=True, help="Write rounds, hands, wagers and decisions.")
@json_option
def export(
    source: str, output: Path, table: str | None, number: int | None, parquet: bool, as_json: bool
) -> None:
    """Export histories from a log, a server's database or another history.

    A history of a whole log reproduces it byte for byte. It contains hidden cards, those of the
    shoe in play included, so guard it as you guard the database itself.
    """
    logs = [log for log in _logs(source) if table in (None, log.table)]
    if not logs:
        raise click.UsageError(f"{source!r} has no table {table!r}" if table else "no table found")
    try:
        written = list(_written(logs, output, number, parquet=parquet))
    except OSError as error:
        raise click.UsageError(f"{str(output)!r} cannot be written: {error.strerror}") from None
    if as_json:
        print_json({"written": [{"path": str(w.path), w.what: w.many} for w in written]})
        return
    for each in written:
        what = each.what.removesuffix("s") if each.many == 1 else each.what
        click.echo(f"{each.path}: {each.many} {what} written")


def _written(
    logs: list[TableLog], output: Path, number: int | None, *, parquet: bool
) -> Iterator[WrittenFile]:
    if parquet:
        yield from _write_columns(logs, output)
    elif output.suffix == ".toml" or number is not None:
        yield _write_round(_only(logs), number, output)
    elif output.suffix == ".jsonl":
        yield _write_lines(_only(logs), output)
    else:
        output.mkdir(parents=True, exist_ok=True)
        for log in logs:
            yield _write_lines(log, output / f"{log.table}.brh.jsonl")


def _only(logs: list[TableLog]) -> TableLog:
    if len(logs) > 1:
        names = ", ".join(log.table for log in logs)
        raise click.UsageError(f"name one of its tables with --table: {names}")
    return logs[0]


def _logs(source: str) -> Iterator[TableLog]:
    url = source if "://" in source else house_file(source)
    if url is not None:
        yield from _of_house(url)
        return
    path = Path(source)
    if not path.is_file():
        raise click.UsageError(f"there is no file {source!r}; name a log, a history or a database")
    yield TableLog(path.name.split(".")[0], _of_file(path))


def _of_file(path: Path) -> tuple[Logged, ...]:
    from pitboss.history.notation import BadHistory
    from pitboss.history.sessions import read_history, read_log

    try:
        with path.open("rb") as lines:
            first = lines.readline()
            lines.seek(0)
            if first.startswith(b'{"format"'):
                return read_history(line.decode() for line in lines).entries
            return read_log(lines)
    except (BadLog, BadHistory, UnicodeDecodeError) as error:
        raise click.UsageError(f"{str(path)!r}: {error}") from None


def _of_house(url: str) -> Iterator[TableLog]:
    from pitboss.history.sessions import Logged
    from pitboss.store import BadDatabase, Store, open_database

    try:
        store = Store(open_database(url, read_only=True))
    except BadDatabase as error:
        raise click.UsageError(str(error)) from None
    try:
        for info in store.every_table():
            entries = tuple(
                Logged(
                    read_event(entry.event), entry.actor,
                    entry.microseconds, entry.nonce or "", entry.hash,
                )
                for entry in store.entries(info.id)
            )  # fmt: skip
            if entries:
                yield TableLog(info.id, entries)
    finally:
        store.close()


def _write_lines(log: TableLog, output: Path) -> WrittenFile:
    from pitboss.history.sessions import write_history

    lines = list(write_history(log.entries))
    output.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return WrittenFile(output, len(lines) - 2, "rounds")


def _write_round(log: TableLog, number: int | None, output: Path) -> WrittenFile:
    from pitboss.history.single import lifted

    if number is None:
        raise click.UsageError("a .toml file has one round; choose it with --round")
    text = lifted(log.entries, number, table=log.table)
    if text is None:
        raise click.UsageError(f"table {log.table} has no completed round {number}")
    output.write_text(text, "utf-8")
    return WrittenFile(output, 1, "rounds")


def _write_columns(logs: list[TableLog], output: Path) -> Iterator[WrittenFile]:
    from pitboss.history.columns import TableColumns

    columns = TableColumns()
    for log in logs:
        columns.add(log.entries, table=log.table)
    try:
        written = columns.write(output)
    except ImportError:
        raise click.UsageError(
            "Parquet files need pyarrow: pip install 'pitboss[parquet]'"
        ) from None
    for path in written:
        yield WrittenFile(path, len(columns.rows[path.stem]), "rows")


@history.command("import", short_help="Play a history and compare every result it states.")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FILE",
    help="Log to write, rebuilt from the history.",
)  # fmt: skip
@json_option
def import_(file: Path, output: Path | None, as_json: bool) -> None:
    """Play a history at the table of its book and compare every result it states.

    FILE is a history of a table (.jsonl) or a single round (.toml).
    """
    from pitboss.history import BadHistory, read_history, read_round
    from pitboss.history.notation import money

    try:
        if file.suffix == ".toml":
            if output is not None:
                raise click.UsageError("a single round has no log of its own")
            played = read_round(file.read_text("utf-8"))
            if as_json:
                print_json({"events": len(played.events), "net": played.net})
                return
            won = ", ".join(f"{player} {money(cents)}" for player, cents in played.net.items())
            click.echo(f"{len(played.events)} events, as the book provides; net: {won}")
            return
        with file.open(encoding="utf-8") as lines:
            history = read_history(lines)
    except (BadHistory, UnicodeDecodeError) as error:
        raise click.UsageError(f"{str(file)!r}: {error}") from None
    if output is not None:
        output.write_bytes(history.write())
    if as_json:
        print_json({"rounds": history.rounds, "entries": len(history.entries)})
        return
    click.echo(f"{history.rounds} rounds, {len(history.entries)} entries: the seal is verified")
    if output is not None:
        click.echo(f"{output}: log written")
