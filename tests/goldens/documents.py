"""Worked rounds, books and rounds of one's own with an error in them: what is said about it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import msgspec

from pitboss.history import BadHistory, read_round
from pitboss.rulebooks import BOOKS, RulebookError, rulebook
from pitboss.scenarios.loader import BadScenario, read_text
from pitboss.scenarios.outcome import run_scenario
from pitboss.web.rules.rules_views import rules_view
from tests.witnesses import SHIPPED

from . import Case, plain

ROOT = Path(__file__).parents[2]

ERRORS = 60
"""How many errors are made in the worked rounds of each book."""


def documents() -> Iterator[Case]:
    """Worked rounds of every book, own books and rounds, each with an error."""
    for book in BOOKS:
        if (SHIPPED / f"{book}.yaml").exists():
            yield f"worked rounds {book}", list(_worked(book))
    for path in sorted((ROOT / "examples" / "books").glob("*.toml")):
        yield f"own book {path.stem}", list(_own(path))
    for path in sorted((ROOT / "examples" / "rounds").glob("*.toml")):
        yield f"own round {path.name}", list(_rounds(path))


def _worked(book: str) -> Iterator[str]:
    text = (SHIPPED / f"{book}.yaml").read_text("utf-8")
    head, *rounds = re.split(r"(?m)^(?=- id: )", text)
    random = Random(book)
    for _ in range(ERRORS):
        wrong = _wrong(random.choice(rounds), text, random)
        try:
            scenarios = read_text("file", head + wrong).scenarios
        except BadScenario as bad:
            yield str(bad)
            continue
        yield from (str(run_scenario(one)) for one in scenarios)


def _own(path: Path) -> Iterator[str]:
    text, random = path.read_text("utf-8"), Random(path.stem)
    yield plain(rules_view(rulebook(str(path)).elect()))
    with TemporaryDirectory() as folder:
        for n in range(40):
            wrong = Path(folder) / f"book{n}.toml"
            wrong.write_text(_wrong(text, text, random), "utf-8")
            try:
                book = rulebook(str(wrong))
                rules = book.elect()
            except RulebookError as error:
                yield str(error).replace(folder, "")
                continue
            yield re.sub(r"book\d+", "", plain([repr(rules), msgspec.to_builtins(book.words)]))


def _rounds(path: Path) -> Iterator[str]:
    text, random = path.read_text("utf-8"), Random(path.stem)
    for _ in range(40):
        try:
            played = read_round(_wrong(text, text, random))
        except (BadHistory, RulebookError) as error:
            yield str(error)
            continue
        yield f"{played.net} {played.rules!r}"


def _wrong(text: str, others: str, random: Random) -> str:
    """The text with an error: a word of a line is another, or a line is missing, or there twice."""
    lines = text.splitlines(keepends=True)
    at = random.randrange(1 if text.startswith("- id") else 0, len(lines))
    words = re.findall(r"[\w.:%/#()+-]+", lines[at])
    match random.randrange(6):
        case 0:
            lines[at] = ""
        case 1:
            lines[at] *= 2
        case 2 | 3 if words:
            word, other = random.choice(words), random.choice(re.findall(r"[\w.:%/#()+-]+", others))
            lines[at] = lines[at].replace(word, other, 1)
        case _:
            lines[at] = re.sub(r"\d+", lambda number: str(int(number[0]) + 1), lines[at], count=1)
    return "".join(lines)
