"""A notebook as a page: its text, its code, and the outputs it was saved with."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

_FENCE = "```"


def write_notebook_page(notebook: Path, page: Path) -> None:
    """Write the Markdown of a notebook, and each of its pictures next to it."""
    page.parent.mkdir(parents=True, exist_ok=True)
    parts: list[str] = []
    for number, cell in enumerate(json.loads(notebook.read_text("utf-8"))["cells"]):
        parts += _cell(cell, page, number)
    page.write_text("\n\n".join(parts) + "\n", "utf-8")


def _cell(cell: Mapping[str, Any], page: Path, number: int) -> Iterator[str]:
    source = "".join(cell["source"]).strip()
    if cell["cell_type"] == "markdown":
        yield source
        return
    yield f"{_FENCE}python\n{source}\n{_FENCE}"
    for output in cell["outputs"]:
        yield _output(output, page, number)


def _output(output: Mapping[str, Any], page: Path, number: int) -> str:
    data = output.get("data", {})
    if "image/png" in data:
        picture = page.with_name(f"{page.stem}-{number}.png")
        picture.write_bytes(base64.b64decode(data["image/png"]))
        return f"![Output of the cell above]({picture.name})"
    if "text/html" in data:
        return "".join(data["text/html"])
    text = "".join(data.get("text/plain", output.get("text", "")))
    return f"{_FENCE}text\n{text.rstrip()}\n{_FENCE}"
