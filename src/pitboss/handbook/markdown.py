"""Small pieces of Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence


def cell(text: str) -> str:
    """Text within a row of a table."""
    return escaped(text).replace("|", "\\|").replace("\n", " ")


def escaped(text: str) -> str:
    """Text in which no character marks anything up."""
    return re.sub(r"[\\`*<>\[\]]|(?<!\w)_|_(?!\w)", r"\\\g<0>", text)


def code(text: str) -> str:
    """Text as it is typed."""
    return f"`{text}`"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; the cells are Markdown already."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
