"""The par sheet: complete, self-contained, the same every time, and true to the solver."""

from __future__ import annotations

import json
import re
from functools import cache
from html.parser import HTMLParser
from math import sqrt
from pathlib import Path

import pytest
from msgspec import structs

from pitboss.report.par_sheet import ENDINGS, ParSheet, html, par_sheet
from pitboss.report.par_sheet.checks import BEFORE, Check
from pitboss.report.par_sheet.figures import bands, deviations, volatility_index
from pitboss.report.par_sheet.markup import Raw, table
from pitboss.solver import Policy
from tests.support import clause, rules

ROOT = Path(__file__).parents[2]


@cache
def sheet(book: str) -> ParSheet:
    """The par sheet of a book at its defaults."""
    return par_sheet(rules(book))


class Page(HTMLParser):
    """Reads a page strictly: every element is closed in order, nothing is loaded from elsewhere."""

    VOID = frozenset({"meta"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.words = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        assert not {"src", "href", "onload", "onclick"} & {name for name, _ in attrs}
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.words += f" {data}"


@pytest.mark.parametrize("book", ["nz", "nobust"])
def test_the_page_is_well_formed_and_needs_nothing_else(book: str) -> None:
    text = html(sheet(book))
    page = Page(text)
    assert not page.seen & {"script", "link", "img", "iframe", "object"}
    assert not re.search(r"url\(|@import|https?:", text)
    for heading in (
        "Identification",
        "Return",
        "Results of a round",
        "Volatility",
        "By dealer up card",
        "Insurance and side bets",
        "Basic strategy",
        "Operator's options",
        "Rules, with their clauses",
        "Agreement",
    ):
        assert f" {heading} " in page.words
    for solution in sheet(book).solutions:
        assert f"{solution.house_edge:.5%}" in page.words
        assert f"{solution.spread.sd:.6f}" in page.words
    assert "DISAGREES" not in page.words


@clause("nobust:type.4")
def test_a_small_bank_is_priced_under_both_readings_of_an_exhausted_one() -> None:
    """An independent calculation had +0.040 and -0.026 for three players and a bank of one."""
    banks = sheet("nobust").banks
    assert not isinstance(banks, str), banks
    bank_sizes = {(bank.seats, bank.bank, bank.exhausted.value): bank for bank in banks}
    for exhausted, ev in (("returns", 0.040), ("collects", -0.026)):
        of_one = bank_sizes[3, 1, exhausted]
        assert abs(of_one.ev - ev) < 0.0005 + 4 * of_one.se
        assert (
            f"{of_one.ev:+.4f} ± {of_one.se:.4f}".replace("-", "−")
            in Page(html(sheet("nobust"))).words
        )
    assert (
        bank_sizes[3, 10, "returns"].ev == bank_sizes[3, 10, "collects"].ev
    )  # such a bank covers all
    assert sheet("nz").banks == () and "A bank that runs out" not in Page(html(sheet("nz"))).words


def test_the_document_tells_the_same() -> None:
    document = json.loads(ENDINGS[".json"](sheet("nz")))
    assert document == sheet("nz").to_json()
    assert document["identification"]["inputs_sha256"] == sheet("nz").digest
    assert list(document["main"]) == [policy.value for policy in Policy]
    for solution in sheet("nz").solutions:
        main = document["main"][solution.policy.value]
        assert main["house_edge"] == round(solution.house_edge, 12)
        assert main["return_to_player"] == round(1 + solution.ev, 12)
        assert main["win"] + main["push"] + main["lose"] == pytest.approx(1)
        assert sum(main["distribution"].values()) == pytest.approx(1)
    pairs = document["side_bets"]["perfect_pairs"]
    assert sum(line["combinations"] for line in pairs["outcomes"]) == pairs["combinations"] == 48516
    assert document["chart"]["hard"]["16"] == ["S"] * 5 + ["H"] * 5
    assert document["even_money"]["gain"] == "-4/103"
    assert all(check["agrees"] for check in document["checks"])


def test_the_same_game_gives_the_same_bytes() -> None:
    one, other = (par_sheet(rules("classic", max_hands=1)) for _ in range(2))
    for ending, write in ENDINGS.items():
        assert write(one) == write(other), ending


def test_the_digest_knows_the_inputs_and_nothing_else() -> None:
    base = sheet("nz").digest
    assert re.fullmatch("[0-9a-f]{64}", base)
    dated = structs.replace(sheet("nz"), date="1 August 2026")
    assert dated.digest == base
    assert "1 August 2026" in html(dated)
    assert structs.replace(sheet("nz"), rules=rules("nz", max=1000)).digest != base


def test_elections_stand_out_where_they_were_changed() -> None:
    changed = structs.replace(sheet("nz"), rules=rules("nz", decks=8))
    assert [made.key for made in changed.elections if made.is_changed] == ["decks"]
    text = html(changed)
    assert "<strong>decks</strong>" in text
    assert "decks = 8" in text
    assert "8 decks of 52, full shoe (nz 3.3(a))" in text


def test_bands_narrow_with_the_root_of_the_rounds() -> None:
    """1.96 standard deviations over the root of the rounds, either side of the return."""
    found_bands = {(band.rounds, band.confidence): band for band in bands(0.005, 1.15)}
    band = found_bands[10_000, 0.95]
    assert band.high - 0.995 == pytest.approx(1.959964 * 1.15 / 100, rel=1e-6)
    assert band.high + band.low == pytest.approx(2 * 0.995)
    wide, narrow = found_bands[1_000, 0.90], found_bands[10_000_000, 0.90]
    assert (wide.high - wide.low) / (narrow.high - narrow.low) == pytest.approx(sqrt(10_000))
    assert volatility_index(2.0) == pytest.approx(2 * 1.644854, rel=1e-6)
    assert deviations(0.90) < deviations(0.95)


def test_a_check_that_fails_is_told() -> None:
    assert not Check("of two ways", 2e-9, 1e-9).agrees
    assert not Check("of two ways", -2e-9, 1e-9).agrees
    assert Check("of two ways", -1e-10, 1e-9).agrees


def test_what_was_checked_before_is_where_it_is_said_to_be() -> None:
    for _, where in BEFORE:
        assert (ROOT / where).exists(), where


def test_words_are_escaped_and_numbers_have_a_minus() -> None:
    made = table(("a", "b"), [("<b>", "-1"), (Raw("<i>x</i>"), "-")], columns="lr")
    assert '<td class="l">&lt;b&gt;</td><td class="r">−1</td>' in made
    assert '<td class="l"><i>x</i></td>' in made
