"""The wording of what people read: no words that the glossary replaces."""

from __future__ import annotations

import io
import re
import tokenize
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

PACKAGES = (
    "audit", "cli", "compiled", "players", "proof", "report", "scenarios", "simulator", "solver",
    "statistics", "store",
)  # fmt: skip
"""The packages whose strings and comments are checked"""

PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")),
    *(page for page in sorted((ROOT / "docs").glob("*.md")) if page.name != "books.md"),
]
"""``docs/books.md`` is generated from the books, which have their own words."""

NOT_SAID = {
    r"(?<!-)\banew\b": "again",
    r"\b(no|some|every)body\b": "no one, a person, everyone; better the role",
    r"\bthe own\b": "their own",
    r"\bso many\b": "the number, or: this many",
    r"\bgo(es|ing)? on\b": "continue, play on",
    r"\bstands? under\b": "cite",
    r"\bworked out\b": "calculate",
    r"\b(is|are) no (pair|blackjack|card|entry|number|hand|act|log)\b": "is not a ...",
    r"\blook(s|ed)? under\b": "check for blackjack",
    r"\bcutting card\b": "cut card",
    r"\bburned card\b": "burn card",
    r"\bone's own\b": "your own",
    r"\bmore than nothing\b": "more than zero",
    r"\d %": "percentages are closed up",
}
"""What is not said, and what is said instead"""


def _faults(text: str) -> list[str]:
    return [
        f"{found[0]!r}: say {instead!r} (... {text[max(0, found.start() - 40) : found.end()]!r})"
        for wrong, instead in NOT_SAID.items()
        if (found := re.search(wrong, text, re.IGNORECASE))
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.name))
def test_pages_use_the_glossary(page: Path) -> None:
    prose = re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL)
    prose = re.sub(r"^\| `.*$", "", prose, flags=re.MULTILINE)  # settings, in their book's words
    assert _faults(prose) == []


@pytest.mark.parametrize("package", PACKAGES)
def test_messages_docstrings_and_comments_use_the_glossary(package: str) -> None:
    wrong = []
    for path in sorted((ROOT / "src" / "pitboss" / package).rglob("*.py")):
        tokens = tokenize.generate_tokens(io.StringIO(path.read_text("utf-8")).readline)
        for token in tokens:
            if token.type in (tokenize.STRING, tokenize.COMMENT) and " " in token.string:
                where = f"{path.relative_to(ROOT)}:{token.start[0]}"
                wrong += [f"{where}: {fault}" for fault in _faults(token.string)]
    assert wrong == []
