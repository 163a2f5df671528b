"""The par sheet: everything a test laboratory needs about a game, in one file."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Final

from .page import html
from .sheet import ParSheet, par_sheet

__all__ = ["ENDINGS", "ParSheet", "html", "par_sheet"]

ENDINGS: Final[dict[str, Callable[[ParSheet], bytes]]] = {
    ".html": lambda sheet: html(sheet).encode(),
    ".json": lambda sheet: (
        json.dumps(sheet.to_json(), ensure_ascii=False, indent=2).encode() + b"\n"
    ),
}
"""The file formats of a par sheet, by file ending."""
