"""Colours help, but no reader needs them."""

from __future__ import annotations

from io import StringIO
from itertools import combinations

import pytest
from rich.console import Console

from pitboss.report.charts import Page, TerminalChart
from pitboss.report.charts.as_text import _SIXTEEN
from pitboss.report.charts.colours import (
    FAINT,
    HAND,
    HEADING,
    INK,
    LETTERS,
    NIGHT,
    NIGHT_FAINT,
    NIGHT_INK,
    PAPER,
    Colours,
    contrast,
)
from pitboss.solver.chart import Letter
from tests.report.charts.fixture import SMALL_PAGE, WHOLE

PRINTED = {
    **{letter.value: colours for letter, colours in LETTERS.items()},
    "heading": HEADING,
    "hand": HAND,
    "text": Colours(PAPER, INK),
    "faint": Colours(PAPER, FAINT),
    "at night": Colours(NIGHT, NIGHT_INK),
    "faint at night": Colours(NIGHT, NIGHT_FAINT),
}


def printed(page: Page, *, width: int, colours: str | None) -> str:
    """The output for a terminal of that width."""
    file = StringIO()
    system = {"color_system": colours} if colours else {"no_color": True}
    console = Console(file=file, width=width, force_terminal=True, highlight=False, **system)
    console.print(TerminalChart(page))
    return file.getvalue()


def plain(page: Page, *, width: int) -> list[str]:
    """The text that remains without colour and bold."""
    file = StringIO()
    Console(file=file, width=width, highlight=False).print(TerminalChart(page))
    return file.getvalue().splitlines()


@pytest.mark.parametrize("name", PRINTED)
def test_what_is_printed_can_be_read(name: str) -> None:
    """The contrast ratio that WCAG 2.2 requires of text (1.4.3)."""
    assert contrast(*PRINTED[name]) >= 4.5


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast("#ffffff", "#ffffff") == 1
    # The greys on either side of 4.5:1 against white, as is well known of #767676 and #777777.
    assert contrast("#767676", "#ffffff") > 4.5 > contrast("#777777", "#ffffff")


def test_every_letter_has_its_own_colour() -> None:
    assert set(LETTERS) == set(_SIXTEEN) == set(Letter)
    assert len(set(LETTERS.values())) == len(set(_SIXTEEN.values())) == len(Letter)


def test_hit_stand_and_double_differ_in_grey_too() -> None:
    neighbours = (
        [Letter.HIT, Letter.STAND],
        [Letter.HIT, Letter.DOUBLE],
        [Letter.SPLIT, Letter.STAND],
    )
    for one, other in neighbours:
        assert contrast(LETTERS[one].back, LETTERS[other].back) > 3


@pytest.mark.parametrize("width", [80, 100])
def test_the_chart_reads_without_colour_in_eighty_columns(width: int) -> None:
    lines = plain(Page(WHOLE, "Whole", ()), width=width)
    assert max(map(len, lines)) <= 80
    assert len(lines) <= 40
    hard = next(line for line in lines if line.startswith("16 "))
    assert hard.split()[:11] == ["16", *"SSSSSHHHHH"]
    soft = next(line for line in lines if "A,8" in line)
    assert soft.split("A,8")[1].split() == ["S", "S", "S", "S", "Ds", "S", "S", "S", "S", "S"]


def test_a_narrow_terminal_gets_the_parts_one_below_the_other() -> None:
    lines = plain(Page(WHOLE, "Whole", ()), width=40)
    assert max(map(len, lines)) <= 40
    rows = {line.split()[0]: line.split()[1:] for line in lines if len(line.split()) == 11}
    assert rows["10,10"] == ["S"] * 10
    assert len(rows) == len(WHOLE.hard) + len(WHOLE.soft) + len(WHOLE.pairs)


def test_the_legend_gives_every_letter_in_words() -> None:
    text = " ".join(" ".join(plain(SMALL_PAGE, width=80)).split())
    for letter in Letter:
        assert f"{letter.value} {letter.meaning}" in text


def test_colours_are_sent_where_they_are_wanted_and_only_there() -> None:
    background = "48;2;184;50;39"  # of S
    assert background in printed(SMALL_PAGE, width=80, colours="truecolor")
    assert "48;" not in printed(SMALL_PAGE, width=80, colours=None)
    few = printed(SMALL_PAGE, width=80, colours="standard")
    assert "97;41m S " in few
    assert "97;44m D " in few


def test_no_two_letters_look_alike() -> None:
    for one, other in combinations(Letter, 2):
        assert one.value != other.value
        assert LETTERS[one].back != LETTERS[other].back
