"""The notebooks run, here at a small size; their saved outputs are those of the full size."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.notebooks import FOLDER, code_cells, run

SMALL: dict[str, dict[str, Any]] = {
    "price-a-book": {"ROUNDS": 300_000},
    "count-a-side-bet": {"ROUNDS": 300_000},
    "learn-a-strategy": {"SECONDS": 0.02, "TABLES": 512},
}


def test_every_notebook_is_run() -> None:
    assert {path.stem for path in FOLDER.glob("*.ipynb")} == SMALL.keys()


@pytest.mark.parametrize("name", SMALL)
def test_a_notebook_runs_and_shows_its_outputs(name: str) -> None:
    path = FOLDER / f"{name}.ipynb"
    saved = [cell["outputs"] for cell in code_cells(json.loads(path.read_text("utf-8")))]
    for number, (now, then) in enumerate(zip(run(path, **SMALL[name]), saved, strict=True)):
        kinds = [[output["output_type"] for output in outputs] for outputs in (now, then)]
        assert kinds[0] == kinds[1], f"cell {number}: save the outputs: python -m tests.notebooks"
