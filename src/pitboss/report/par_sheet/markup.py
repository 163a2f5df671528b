"""HTML for a par sheet: headings, paragraphs and tables, with all text escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from msgspec import Struct


class Raw(Struct, frozen=True):
    """Markup to use as it is; all other text is escaped."""

    markup: str


Cell = str | int | Raw


def text(cell: Cell) -> str:
    """A cell as markup."""
    return cell.markup if isinstance(cell, Raw) else escape(str(cell))


def bold(words: str) -> Raw:
    """Text in bold."""
    return Raw(f"<strong>{escape(words)}</strong>")


def paragraph(words: str, *, kind: str = "") -> str:
    """A paragraph of a class in the style sheet."""
    return f"<p{_class(kind)}>{escape(words)}</p>"


def table(
    headings: Sequence[str],
    rows: Iterable[Sequence[Cell]],
    *,
    columns: str,
    caption: str = "",
    totals: Sequence[Cell] = (),
    kind: str = "",
) -> str:
    """A table; ``columns`` has a letter for each: k key, l text, r number, c clause."""
    parts = [f"<table{_class(kind)}>"]
    if caption:
        parts.append(f"<caption>{escape(caption)}</caption>")
    if any(headings):
        parts.append(f"<thead>{_row(headings, columns, 'th')}</thead>")
    parts.append("<tbody>")
    parts += [_row(row, columns, "td") for row in rows]
    parts.append("</tbody>")
    if totals:
        parts.append(f"<tfoot>{_row(totals, columns, 'td')}</tfoot>")
    parts.append("</table>")
    return "\n".join(parts)


def section(number: str, heading: str, *body: str, kind: str = "") -> str:
    """A numbered section of the sheet."""
    head = f"<h2><span>{escape(number)}</span>{escape(heading)}</h2>"
    return "\n".join([f"<section{_class(kind)}>", head, *body, "</section>"])


def _row(cells: Sequence[Cell], columns: str, tag: str) -> str:
    texts = (
        f'<{tag} class="{column}">{_told(cell, column)}</{tag}>'
        for cell, column in zip(cells, columns, strict=True)
    )
    return f"<tr>{''.join(texts)}</tr>"


def _told(cell: Cell, column: str) -> str:
    reason = text(cell)
    # A negative number is printed with a minus sign, not a hyphen.
    return f"−{reason[1:]}" if column == "r" and reason.startswith("-") else reason


def _class(kind: str) -> str:
    return f' class="{kind}"' if kind else ""
