"""Hand-made charts with every letter, and the stored files of one.

python -m tests.report.charts.fixture      regenerate tests/report/charts/golden/*
"""

from __future__ import annotations

from pathlib import Path

from pitboss.report.charts import Page, comma_separated, svg
from pitboss.solver.chart import Chart, Letter, Row

GOLDEN = Path(__file__).parent / "golden"


def row(hand: str, letters: str) -> Row:
    """A row from its letters: ``row("16", "S S S S S H H Rh Rh Rh")``."""
    return Row(hand, tuple(map(Letter, letters.split())))


SMALL = Chart(
    book="zappit",
    settings=(("decks", "6"), ("soft_17", "hit")),
    hard=(
        row("16", "S S S S S H H Rh Rh Rs"),
        row("11", "D D D D D D D D D H"),
    ),
    soft=(row("A,7", "S Ds Ds Ds Ds S S H H H"),),
    pairs=(row("T,T", "S S S S S S S S S S"), row("8,8", "P P P P P P P P Rh Rp")),
    exchange=(row("15", "Z Z Z Z Z Z Z Z Z Z"),),
)
"""A few rows with every letter."""

SMALL_PAGE = Page(
    SMALL,
    "Small & <odd>: basic strategy",
    ("zappit · 6 decks · soft 17: hit", "by hand, for tests · house edge 0.512%"),
    ("A note under the chart.",),
)


def _rows(text: str) -> tuple[Row, ...]:
    return tuple(row(*line.strip().split(maxsplit=1)) for line in text.strip().splitlines())


WHOLE = Chart(
    book="classic",
    settings=(("soft_17", "hit"), ("decks", "6")),
    hard=_rows(
        """20 S S S S S S S S S S
        19 S S S S S S S S S S
        18 S S S S S S S S S S
        17 S S S S S S S S S S
        16 S S S S S H H H H H
        15 S S S S S H H H H H
        14 S S S S S H H H H H
        13 S S S S S H H H H H
        12 H H S S S H H H H H
        11 D D D D D D D D D D
        10 D D D D D D D D H H
        9 H D D D D H H H H H
        8 H H H H H H H H H H
        7 H H H H H H H H H H
        6 H H H H H H H H H H
        5 H H H H H H H H H H"""
    ),
    soft=_rows(
        """A,9 S S S S S S S S S S
        A,8 S S S S Ds S S S S S
        A,7 Ds Ds Ds Ds Ds S S H H H
        A,6 H D D D D H H H H H
        A,5 H H D D D H H H H H
        A,4 H H D D D H H H H H
        A,3 H H H D D H H H H H
        A,2 H H H D D H H H H H"""
    ),
    pairs=_rows(
        """A,A P P P P P P P P P P
        T,T S S S S S S S S S S
        9,9 P P P P P S P P S S
        8,8 P P P P P P P P P P
        7,7 P P P P P P H H H H
        6,6 P P P P P H H H H H
        5,5 D D D D D D D D H H
        4,4 H H H P P H H H H H
        3,3 P P P P P P H H H H
        2,2 P P P P P P H H H H"""
    ),
)
"""Four to eight decks, dealer hits soft 17, double after split, no surrender, as published.

Every row agrees with two public tables: Wikipedia, User:Kaluza81 (the table where soft 17 is stood
on, with the changes it lists for hitting it), and jacks/h17_basic_strategy.md of the GitHub
repository robt23/gains-and-losses, which transcribes the H17 chart of Blackjack Apprenticeship.
"""


def golden() -> dict[str, str]:
    """The expected content of the stored files."""
    return {"small.csv": comma_separated(SMALL), "small.svg": svg(SMALL_PAGE)}


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for name, text in golden().items():
        (GOLDEN / name).write_text(text, "utf-8")
    print(f"{len(golden())} files in {GOLDEN.name}")
