"""Every format of a chart has the content of the chart."""

from __future__ import annotations

import csv
import re
from html.parser import HTMLParser
from io import StringIO
from xml.etree import ElementTree

import pytest

from pitboss.report.charts import Page, comma_separated, html, svg
from pitboss.solver.chart import UP_CARDS, Chart, Letter
from tests.report.charts.fixture import GOLDEN, SMALL, SMALL_PAGE, WHOLE, golden

WHOLE_PAGE = Page(WHOLE, "Whole: basic strategy", ("classic · 6 decks",))
PAGES = pytest.mark.parametrize("page", [SMALL_PAGE, WHOLE_PAGE], ids=["small", "whole"])

SVG = "{http://www.w3.org/2000/svg}"


def letters(chart: Chart) -> dict[tuple[str, str], list[str]]:
    """The letters of each row by part of the chart and hand."""
    return {
        (name, row.hand): [letter.value for letter in row.letters]
        for name, rows in chart.sections()
        for row in rows
    }


def in_order(page: Page) -> list[list[str]]:
    """Every row as printed: the hand and its letters."""
    return [
        [row.hand.replace("T", "10"), *(letter.value for letter in row.letters)]
        for section in page.sections()
        for row in section.rows
    ]


@pytest.mark.parametrize("name", golden())
def test_kept_files_are_up_to_date(name: str) -> None:
    kept = (GOLDEN / name).read_text("utf-8")
    assert golden()[name] == kept, "write it anew: python -m tests.report.charts.fixture"


@PAGES
def test_comma_separated_values_read_back(page: Page) -> None:
    head, *lines = csv.reader(StringIO(comma_separated(page.chart)))
    assert head == ["chart", "hand", *(up.value for up in UP_CARDS), "rules"]
    assert {(part, hand): rest for part, hand, *rest, _ in lines} == letters(page.chart)
    (rules,) = {line[-1] for line in lines}
    assert rules.split()[0] == page.chart.book
    assert all(f"{key}={value}" in rules for key, value in page.chart.settings)


@PAGES
def test_the_vector_drawing_holds_every_row(page: Page) -> None:
    drawing = ElementTree.fromstring(svg(page))
    middle = int(drawing.attrib["width"]) / 2
    rows: dict[tuple[bool, int], list[str]] = {}
    for text in drawing.iter(f"{SVG}text"):
        if text.get("text-anchor") == "middle":
            x, y = int(text.attrib["x"]), int(text.attrib["y"])
            rows.setdefault((x > middle, y), []).append(text.text or "")
    printed = [row for row in rows.values() if len(row) == 11]
    assert sorted(printed) == sorted(in_order(page))
    ups = [row for row in rows.values() if len(row) == 10]
    assert ups == [["2", "3", "4", "5", "6", "7", "8", "9", "10", "A"]] * len(page.sections())


@PAGES
def test_the_vector_drawing_explains_itself(page: Page) -> None:
    drawing = ElementTree.fromstring(svg(page))
    words = [text.text for text in drawing.iter(f"{SVG}text")]
    assert drawing.findtext(f"{SVG}title") == page.title
    assert {page.title, *page.lines, *page.notes} <= set(words)
    for letter in page.chart.letters():
        assert letter.meaning in words


class _Tables(HTMLParser):
    """The rows of the tables of a page, and every address it would fetch something from."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.fetched: list[str] = []
        self.cell = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.fetched += [value or "" for name, value in attrs if name in ("src", "href")]
        self.cell = tag in ("td", "th")
        if tag == "tr":
            self.rows.append([])

    def handle_endtag(self, tag: str) -> None:
        self.cell = False

    def handle_data(self, data: str) -> None:
        if self.cell:
            self.rows[-1].append(data)


@PAGES
def test_the_html_page_holds_every_row_and_fetches_nothing(page: Page) -> None:
    read = _Tables()
    read.feed(html(page))
    assert [row for row in read.rows if len(row) == 11] == in_order(page)
    assert read.fetched == []
    assert not re.search(r"url\(|@import|<script", html(page))


def test_the_html_page_escapes_what_it_is_given() -> None:
    assert "<title>Small &amp; &lt;odd&gt;: basic strategy</title>" in html(SMALL_PAGE)
    assert "<odd>" not in html(SMALL_PAGE)


def test_the_zap_comes_first_and_columns_are_balanced() -> None:
    assert [section.name for section in SMALL_PAGE.sections()] == ["zap", "hard", "soft", "pairs"]
    left, right = WHOLE_PAGE.columns()
    assert [section.name for section in left] == ["hard"]
    assert [section.name for section in right] == ["soft", "pairs"]


def test_the_small_chart_has_every_letter() -> None:
    assert SMALL.letters() == tuple(Letter)
