"""The acts for the pages, generated from their records.

python -m tests.scripts            write them again
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from pitboss.acts import BY_CARDS, HandAct

FILE = Path(__file__).parents[1] / "src" / "pitboss" / "web" / "static" / "js" / "acts.js"

HEAD = """// @ts-check
// The acts of play, written by `python -m tests.scripts` from src/pitboss/acts.py.

/**
 * Every act by its word: its button, its key, and what a hand is afterwards.
 * @type {Record<string, { label: string, key: string, done: string }>}
 */
export const ACTS = {
"""


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def script() -> str:
    """The module of the pages that names every act."""
    return HEAD + "\n".join((*_acts(), ""))


def _acts() -> Iterator[str]:
    for act in HandAct:
        words = act.words
        parts = {"label": words.label, "key": words.key, "done": words.done}
        message = ", ".join(f"{name}: {_quoted(value)}" for name, value in parts.items())
        yield f"  {act.word}: {{ {message} }},"
    yield "};"
    yield ""
    yield "/** The act that gives up the first two cards for two new ones. */"
    yield f"export const EXCHANGE = {_quoted(HandAct.EXCHANGE.word)};"
    yield ""
    yield "/** Acts on the first two cards alone. */"
    yield f"export const BY_CARDS = [{', '.join(_quoted(act.word) for act in BY_CARDS)}];"


if __name__ == "__main__":
    FILE.write_text(script(), "utf-8")
    print(FILE.name)
