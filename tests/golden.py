"""Golden rounds: worked rounds as transcripts that a dealer can read.

The rounds are written down in ``tests/transcripts_rounds``, a table for each book.

python -m tests.golden             regenerate tests/transcripts/<book>/*.txt
"""

from __future__ import annotations

from pathlib import Path

from pitboss.table.table import Table
from pitboss.table.words import transcript as words
from tests.transcripts_rounds import BOOKS

FOLDER = Path(__file__).parent / "transcripts"

ROUNDS = {
    f"{book}/{name}": round_ for book, rounds in BOOKS.items() for name, round_ in rounds.items()
}
"""Every golden round by book and name."""


def played(name: str) -> Table:
    """The table after a golden round."""
    return ROUNDS[name].play(name.split("/")[0])


def transcript(name: str) -> str:
    """A golden round as text."""
    return "".join(line + "\n" for line in words.transcript(played(name).log.events))


def write() -> None:
    """Regenerate every transcript, and remove those whose round is gone."""
    for left in FOLDER.rglob("*.txt"):
        if left.relative_to(FOLDER).with_suffix("").as_posix() not in ROUNDS:
            left.unlink()
    for name in ROUNDS:
        path = FOLDER / f"{name}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(transcript(name), "utf-8")
    print(f"{len(ROUNDS)} transcripts in {FOLDER}")


if __name__ == "__main__":
    write()
