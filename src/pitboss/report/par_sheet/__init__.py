"""The par sheet: one file with everything a test laboratory asks about a game."""

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
"""The forms of a par sheet on disk, by the ending of the file's name."""
