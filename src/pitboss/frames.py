"""Rows as a pandas data frame, for those who have pandas, and as a table of HTML."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any


def data_frame(rows: list[dict[str, Any]]) -> Any:
    """A ``pandas.DataFrame`` of the rows; ``ImportError`` says what to install."""
    try:
        import pandas
    except ImportError:
        raise ImportError(
            "to_pandas() needs pandas: pip install 'pitboss[pandas]'; to_dicts() does without"
        ) from None
    return pandas.DataFrame(rows)


def html_table(headings: Sequence[str], rows: Iterable[Sequence[str]], *, cell: str = "") -> str:
    """Rows under headings, the first cell of each a heading; ``cell`` is an attribute of all.

    >>> html_table(("", "edge"), [("nz", "0.51%")])
    '<table><thead><tr><th></th><th>edge</th></tr></thead><tbody><tr><th>nz</th><td>0.51%</td></tr></tbody></table>'
    """
    head = "".join(f"<th{cell}>{escape(heading)}</th>" for heading in headings)
    body = "".join(
        f"<tr><th{cell}>{escape(first)}</th>"
        + "".join(f"<td{cell}>{escape(text)}</td>" for text in rest)
        + "</tr>"
        for first, *rest in rows
    )
    top = f"<thead><tr>{head}</tr></thead>" if head else ""
    return f"<table>{top}<tbody>{body}</tbody></table>"
