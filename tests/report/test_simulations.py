"""Results as pages, pictures and tables."""

from __future__ import annotations

import csv
import json
import re
import sys
from io import BytesIO, StringIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from pitboss.report.charts.colours import contrast
from pitboss.report.simulations import (
    ENDINGS,
    CannotExport,
    html,
    plots,
    sheet,
    simulation_file,
    svg,
    write_result,
)
from pitboss.report.simulations.axes import Scale, digits_for, many, percent, round_marks
from pitboss.report.simulations.drawing import DARK, LIGHT, Dot, Hue, Label, Picture, Point
from pitboss.simulator.results import Result, SideBetResult, Summary
from pitboss.statistics import Buckets, Distribution, Moments

FLAT = Distribution.of(
    {
        -8: 60,
        -6: 200,
        -4: 4200,
        -2: 43400,
        0: 8800,
        2: 32600,
        3: 4500,
        4: 5900,
        6: 240,
        8: 90,
        16: 1,
    },
    per=2,
)
COUNTS = Buckets.of_arrays(
    "true count",
    list(range(-4, 5)),
    rounds=[200, 900, 5000, 20_000, 50_000, 20_000, 5000, 900, 200],
    wagered=[2 * n for n in (200, 900, 5000, 20_000, 50_000, 20_000, 5000, 900, 200)],
    totals=[-10, -40, -150, -400, -500, 20, 60, 20, 6],
    squares=[5 * n for n in (200, 900, 5000, 20_000, 50_000, 20_000, 5000, 900, 200)],
    per=2,
)
DEPTHS = Buckets.of_arrays(
    "depth",
    [0.025, 0.075, 0.125],
    rounds=[30_000] * 3,
    wagered=[60_000] * 3,
    totals=[-300, -280, -310],
    squares=[150_000] * 3,
    per=2,
)


def flat() -> Result:
    moments = FLAT.moments
    half = Moments(moments.number // 2, -200, moments.squares // 2, per=2)
    return Result(
        book="nz",
        settings={"decks": 6},
        rules="nz · 6 decks",
        policy="basic",
        seed=7,
        fresh=True,
        summary=Summary(
            rounds=moments,
            wagered=2 * moments.number,
            distribution=FLAT,
            side_bets={"perfect_pairs": SideBetResult(Moments(1000, -60, 14_000))},
        ),
        digest="ab" * 32,
        cpu_seconds=0.5,
        seconds=0.4,
        title="Blackjack & more",
        exact=-0.0054,
        trail=(half, moments),
    )


def counting() -> Result:
    return Result(
        book="nz",
        settings={},
        policy="basic",
        seed=7,
        fresh=False,
        summary=Summary(
            rounds=COUNTS.moments,
            wagered=COUNTS.wagered,
            by_count=COUNTS,
            by_depth=DEPTHS,
            side_bets={"over_13": SideBetResult(COUNTS.moments, by_count=COUNTS)},
        ),
        digest="cd" * 32,
        cpu_seconds=0.5,
        seconds=0.4,
        count="hi-lo",
    )


def _words(picture: Picture) -> str:
    return " | ".join(shape.text for shape in picture.shapes if isinstance(shape, Label))


class TestPlots:
    def test_each_run_has_the_plots_it_has_numbers_for(self) -> None:
        assert [_words(each).split(" | ")[0] for each in plots(flat())] == [
            "Convergence",
            "Results of a box in one round",
            "A bankroll of 100 wagers",
        ]
        assert [_words(each).split(" | ")[0] for each in plots(counting())] == [
            "Edge by true count",
            "Over 13 by true count",
            "Edge by depth",
        ]

    def test_convergence_shows_the_exact_value_and_every_mark(self) -> None:
        picture = plots(flat())[0]
        assert "exact −0.5400%" in _words(picture)
        texts = [shape.told for shape in picture.shapes if isinstance(shape, Dot)]
        assert len(texts) == 2
        assert texts[1].startswith("99,991 rounds: −0.")

    def test_far_results_are_shown_together(self) -> None:
        picture = plots(flat())[1]
        assert "+4 or more" in _words(picture)
        assert "lost 47.9%, broke even 8.8%, won 43.3%" in _words(picture)

    def test_dots_by_count_say_edge_and_error(self) -> None:
        texts = [shape.told for shape in plots(counting())[0].shapes if isinstance(shape, Dot)]
        assert len(texts) == 9
        assert texts[0] == "−4: −2.500% ± 7.924%"

    def test_bankrolls_agree_with_the_formula(self) -> None:
        line = _words(plots(flat())[2]).split(" | ")[1]
        drawn, formula = (int(share) for share in re.findall(r"(\d+)%", line))
        assert abs(drawn - formula) <= 8
        assert formula > 40

    def test_nothing_is_drawn_outside_its_picture(self) -> None:
        for picture in (*plots(flat()), *plots(counting())):
            for shape in picture.shapes:
                points = [shape.at] if isinstance(shape, Dot | Label) else shape.points
                for point in points:
                    assert 0 <= point.x <= picture.width
                    assert 0 <= point.y <= picture.height

    def test_svg_is_well_formed_and_takes_its_colours_from_the_page(self) -> None:
        for picture in plots(flat()):
            drawn = svg(picture)
            ElementTree.fromstring(drawn)
            assert "#" not in drawn
            assert set(re.findall(r"var\(--(\w+)\)", drawn)) <= set(Hue)

    def test_words_are_escaped(self) -> None:
        words = Label(at=Point(1, 2), text="a < b & c")
        drawn = ElementTree.fromstring(svg(Picture('"<&', 10, 10, (words,))))
        assert [each.text for each in drawn] == ["a < b & c"]
        assert drawn.attrib["aria-label"] == '"<&'


class TestColours:
    @pytest.mark.parametrize("paper", [LIGHT, DARK], ids=["light", "dark"])
    def test_words_are_legible(self, paper: dict[Hue, str]) -> None:
        for hue in (Hue.INK, Hue.FAINT, Hue.MEAN, Hue.EXACT):
            assert contrast(paper[hue], paper[Hue.PAPER]) >= 4.5
        for hue in (Hue.WON, Hue.LOST, Hue.MEAN):
            assert contrast(paper[hue], paper[Hue.PAPER]) >= 3

    def test_both_papers_have_every_colour(self) -> None:
        assert LIGHT.keys() == DARK.keys() == set(Hue)


class TestPage:
    @pytest.mark.parametrize("run", [flat(), counting()], ids=["flat", "counting"])
    def test_needs_nothing_else_and_escapes(self, run: Result) -> None:
        page = html(run)
        assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
        assert "<script" not in page
        assert run.digest in page
        assert page.count("<svg") == len(plots(run))

    def test_tells_figures_and_tables(self) -> None:
        page = html(flat())
        assert "<h1>Blackjack &amp; more: 99,991 rounds</h1>" in page
        assert "<p>nz · 6 decks</p>" in page
        assert "perfect pairs" in page
        assert "By true count" in html(counting())
        assert "<dd>hi-lo</dd>" in html(counting())

    def test_sheet_holds_all_plots(self) -> None:
        run = flat()
        words = _words(sheet(run))
        for picture in plots(run):
            assert _words(picture) in words


class TestFiles:
    @pytest.mark.parametrize("ending", ENDINGS)
    def test_every_form_is_written_and_nothing_beside_it(self, ending: str, tmp_path: Path) -> None:
        path = tmp_path / f"run{ending}"
        write_result(flat(), path)
        assert path.stat().st_size > 500
        assert list(tmp_path.iterdir()) == [path]

    def test_png_is_a_picture_of_the_sheet(self) -> None:
        image = Image.open(BytesIO(simulation_file(flat(), ".png")))
        assert image.size == (2 * sheet(flat()).width, 2 * sheet(flat()).height)
        assert len(set(image.convert("P").get_flattened_data())) > 20

    def test_json_is_the_document(self) -> None:
        assert json.loads(simulation_file(flat(), ".json")) == flat().to_json()

    def test_csv_has_every_figure_to_the_last_digit(self) -> None:
        run = counting()
        lines = list(csv.DictReader(StringIO(simulation_file(run, ".csv").decode())))
        result = {(line["table"], line["at"], line["name"]): line for line in lines}
        assert float(result["run", "", "ev"]["value"]) == run.ev
        assert int(result["run", "", "rounds"]["count"]) == run.rounds
        assert float(result["by_count", "-2", "edge"]["value"]) == COUNTS.buckets[2].edge
        assert int(result["by_depth", "0.125", "rounds"]["count"]) == 30_000

    def test_parquet_has_the_same_rows_and_says_what_was_run(self) -> None:
        parquet = pytest.importorskip("pyarrow.parquet")
        run = flat()
        table = parquet.read_table(BytesIO(simulation_file(run, ".parquet")))
        lines = list(csv.DictReader(StringIO(simulation_file(run, ".csv").decode())))
        rows = table.to_pylist()
        assert len(rows) == len(lines)
        for row, line in zip(rows, lines, strict=True):
            assert row["name"] == line["name"]
            assert row["value"] == (float(line["value"]) if line["value"] else None)
            assert row["count"] == (int(line["count"]) if line["count"] else None)
        assert table.schema.metadata[b"digest"].decode() == run.digest
        assert json.loads(table.schema.metadata[b"settings"]) == {"decks": 6}

    def test_without_pyarrow_it_says_what_to_do(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "pyarrow", None)
        with pytest.raises(CannotExport, match=r"pip install 'pitboss\[parquet\]'"):
            simulation_file(flat(), ".parquet")

    def test_unknown_endings_are_refused(self, tmp_path: Path) -> None:
        with pytest.raises(CannotExport, match=r"\.parquet, \.csv, \.json, \.html, \.png"):
            write_result(flat(), tmp_path / "run.xls")


class TestAxes:
    def test_marks_are_round_and_on_the_scale(self) -> None:
        assert round_marks(0, 1, 5) == [0, 0.2, 0.4, 0.6, 0.8, 1.0]
        assert round_marks(-0.00523, -0.0031, 5) == [-0.005, -0.0045, -0.004, -0.0035]
        assert Scale(3_000, 2_000_000, 0, 100, True).marks() == [1e4, 1e5, 1e6]
        assert Scale(3_000_000, 8_000_000, 0, 100, True).marks() == [5e6]

    def test_scale_is_even_or_logarithmic(self) -> None:
        assert Scale(0, 10, 100, 200)(2.5) == 125
        assert Scale(1, 10_000, 0, 100, True)(100) == 50
        assert Scale(0, 10, 100, 200)(11) == 200

    def test_numbers_are_told_in_few_letters(self) -> None:
        assert [many(n) for n in (950, 12_000, 3e6, 1e9)] == ["950", "12 k", "3 M", "1 G"]
        assert percent(0.005) == "0.50%"
        assert digits_for([0.0, 0.0005]) == 2
        assert digits_for([0.0, 0.01]) == 0
