"""The notebooks of the documentation: run them in this process, at any size.

python -m tests.notebooks          run them in full and save their outputs
"""

from __future__ import annotations

import ast
import base64
import io
import json
from collections.abc import Iterator, Mapping
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "docs" / "notebooks"


def run(path: Path, **smaller: object) -> list[list[dict[str, Any]]]:
    """Run every cell in one namespace; the outputs of each code cell.

    ``smaller`` replaces what the first code cell assigns, which are the sizes.
    """
    names: dict[str, Any] = {"__name__": path.stem}
    outputs = []
    for number, cell in enumerate(code_cells(json.loads(path.read_text("utf-8")))):
        outputs.append(list(_run("".join(cell["source"]), names, f"{path.name} {number}")))
        if number == 0:
            assert smaller.keys() <= names.keys(), "the first cell assigns the sizes"
            names.update(smaller)
    return outputs


def code_cells(notebook: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The cells that are run."""
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def _run(source: str, names: dict[str, Any], where: str) -> Iterator[dict[str, Any]]:
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    string_i_o, value = io.StringIO(), None
    with redirect_stdout(string_i_o):
        exec(compile(tree, where, "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), where, "eval"), names)
    if string_i_o.getvalue():
        yield {"name": "stdout", "output_type": "stream", "text": _lines(string_i_o.getvalue())}
    if value is not None:
        yield {
            "data": _shown(value),
            "execution_count": None,
            "metadata": {},
            "output_type": "execute_result",
        }


def _shown(value: Any) -> dict[str, Any]:
    """A value as a notebook shows it: a picture, a table, or text."""
    if hasattr(value, "_repr_png_"):
        picture = io.BytesIO()
        value.quantize(32).save(picture, "PNG", optimize=True)
        return {"image/png": base64.b64encode(picture.getvalue()).decode(), "text/plain": ["plot"]}
    shown: dict[str, Any] = {"text/plain": _lines(repr(value))}
    if hasattr(value, "_repr_html_"):
        shown["text/html"] = _lines(value._repr_html_())
    return shown


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def main() -> None:
    """Run every notebook in full and write its outputs."""
    for path in sorted(FOLDER.glob("*.ipynb")):
        notebook = json.loads(path.read_text("utf-8"))
        for cell, outputs in zip(code_cells(notebook), run(path), strict=True):
            cell["outputs"] = outputs
        path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", "utf-8")
        print(f"docs/notebooks/{path.name}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
