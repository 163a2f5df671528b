"""Tables of the house as files of comma-separated values."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from io import StringIO
from typing import Final

from starlette.responses import Response

_FORMULAS: Final = ("=", "+", "-", "@", "\t", "\r")
"""How a text begins that a spreadsheet takes for a formula."""


def csv_text(columns: Sequence[str], rows: Iterable[Mapping[str, object]]) -> str:
    """A heading, and a line for each row; no text is a formula, and what is missing is empty."""
    text = StringIO()
    writer = csv.writer(text)
    writer.writerow(columns)
    for row in rows:
        writer.writerow([_cell(row.get(column)) for column in columns])
    return text.getvalue()


def _cell(value: object) -> object:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULAS) else value


def csv_file(text: str, name: str) -> Response:
    """The text as a file to save under a name."""
    return Response(
        text,
        media_type="text/csv; charset=utf-8",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )
