"""A result as a file: Parquet, CSV and JSON for further work, HTML and PNG to look at.

Parquet and CSV have one row per figure (table, place in it, name and value), so that the files of
several runs can be concatenated.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator
from importlib import import_module
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from pitboss.report.files import write_whole
from pitboss.simulator.results import Result, bucket_rows

from .as_png import png
from .page import html, sheet

COLUMNS: Final = ("table", "at", "name", "value", "count")

_DISTRIBUTION: Final = "distribution"


class CannotExport(Exception):
    """A result cannot be written in the requested format; the message says why."""


class Figure(Struct, frozen=True):
    """One figure of a run: a value, or a number of rounds, boxes or bets."""

    table: str
    at: str
    name: str
    value: float | None = None
    count: int | None = None


def figures_of(result: Result) -> Iterator[Figure]:
    """Every figure of a run."""
    run = result.to_json()
    for name in ("rounds", "seed", "seats"):
        yield Figure("run", "", name, count=run[name])
    for name in ("ev", "se", "sd", "edge", "average_bet", "average_wager", "exact", "z"):
        if run.get(name) is not None:
            yield Figure("run", "", name, value=run[name])
    for name in ("n0", "di", "score", "cpu_seconds"):
        if name in run:
            yield Figure("run", "", name, value=run[name])
    for bet, found_result in run["side_bets"].items():
        yield from _row("side_bets", bet, found_result)
    summary = result.summary
    if summary.distribution is not None:
        for net, count in summary.distribution:
            at = f"{net / summary.distribution.per:g}"
            share = count / summary.distribution.number
            yield Figure(_DISTRIBUTION, at, "boxes", share, count)
    for name, buckets in (("by_count", summary.by_count), ("by_depth", summary.by_depth)):
        if buckets is not None:
            for row in bucket_rows(buckets):
                yield from _row(name, f"{row.pop('at'):g}", row)
    for moments in result.trail:
        at = str(moments.number)
        yield Figure("trail", at, "ev", moments.mean / result.seats, moments.number)
        yield Figure("trail", at, "se", moments.se / result.seats, moments.number)


def _row(name: str, at: str, document: dict[str, Any]) -> Iterator[Figure]:
    for key, value in document.items():
        if isinstance(value, int):
            yield Figure(name, at, key, count=value)
        elif value is not None:
            yield Figure(name, at, key, value=value)


def comma_separated(result: Result) -> str:
    """The figures as lines of CSV."""
    file = StringIO()
    lines = csv.writer(file, lineterminator="\n")
    lines.writerow(COLUMNS)
    for each in figures_of(result):
        value = "" if each.value is None else repr(each.value)
        lines.writerow([each.table, each.at, each.name, value, _blank(each.count)])
    return file.getvalue()


def _blank(count: int | None) -> str:
    return "" if count is None else str(count)


def json_text(result: Result) -> str:
    """The result as one JSON document, as ``pitboss simulate --json`` prints it."""
    return json.dumps(result.to_json(), indent=2, allow_nan=False) + "\n"


def parquet(result: Result) -> bytes:
    """The figures as a Parquet file with the run's settings in its metadata."""
    pyarrow, writer = _pyarrow()
    figures = list(figures_of(result))
    text = pyarrow.string()
    about = {
        "book": result.book,
        "settings": json.dumps(result.settings, sort_keys=True),
        "policy": result.policy,
        "digest": result.digest,
    }
    kinds = (text, text, text, pyarrow.float64(), pyarrow.int64())
    schema = pyarrow.schema(list(zip(COLUMNS, kinds, strict=True)), metadata=about)
    rows = [{column: getattr(each, column) for column in COLUMNS} for each in figures]
    file = BytesIO()
    writer.write_table(pyarrow.Table.from_pylist(rows, schema=schema), file)
    return file.getvalue()


def _pyarrow() -> tuple[Any, Any]:
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError as error:
        raise CannotExport(
            "Parquet files need pyarrow: pip install 'pitboss[parquet]', "
            "or write .csv or .json instead"
        ) from error


ENDINGS: Final[dict[str, Callable[[Result], bytes]]] = {
    ".parquet": parquet,
    ".csv": lambda result: comma_separated(result).encode(),
    ".json": lambda result: json_text(result).encode(),
    ".html": lambda result: html(result).encode(),
    ".png": lambda result: png(sheet(result)),
}
"""The file formats of a result, by file ending."""


def check_ending(ending: str) -> None:
    """Refuse a format that cannot be written before a long run, not after it."""
    if ending == ".parquet":
        _pyarrow()


def simulation_file(result: Result, ending: str) -> bytes:
    """The contents of a result file with this ending."""
    if ending not in ENDINGS:
        forms = ", ".join(ENDINGS)
        raise CannotExport(f"{ending!r} is not a format for results; the formats: {forms}")
    return ENDINGS[ending](result)


def write_result(result: Result, path: Path) -> None:
    """Write a result atomically, in the format of the file's ending."""
    write_whole(path, simulation_file(result, path.suffix.lower()))
