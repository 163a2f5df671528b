"""``pitboss chart``: in the terminal, in files, and how it refuses."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest

from pitboss.report.charts import comma_separated
from tests.commands import Command
from tests.report.charts.fixture import WHOLE

MAGIC = {".html": b"<!doctype html>", ".svg": b"<svg ", ".png": b"\x89PNG\r\n", ".csv": b"chart,"}


@pytest.fixture
def chart(command: Command) -> Any:
    def chart(*arguments: str) -> tuple[int, str, str]:
        ran = command("chart", *arguments)
        return ran.code, ran.out, ran.err

    return chart


def test_the_chart_of_a_book_in_the_terminal(chart: Any) -> None:
    code, out, err = chart("nobust")
    assert (code, err) == (0, "")
    title, settings, *play, source = out.split("\n\n")[0].splitlines()
    assert title == "No Bust 21st Century Blackjack 4.0a Perfect Pairs: basic strategy"
    assert settings == "nobust · 6 decks"
    assert " ".join(play) == (
        "Blackjack pays 6 to 5, dealer hits soft 17, hole card without a peek, "
        "a dealer blackjack takes all bets, double any total, double after split, "
        "split to 3 hands, aces once, early surrender"
    )
    assert re.fullmatch(r"Best total-dependent strategy, exact · house edge \d\.\d{3}%", source)
    assert all(heading in out for heading in ("Hard hands", "Soft hands", "Pairs"))
    assert "zapped" not in out
    assert max(map(len, out.splitlines())) <= 100


def test_the_zap_chart(chart: Any) -> None:
    code, out, _ = chart("zappit")
    assert code == 0
    assert out.index("Hands that may be zapped") < out.index("Hard hands")
    zapped = next(line for line in out.splitlines() if line.startswith("16 "))
    assert zapped.split()[1:11] == ["Z"] * 10
    assert " Z  zap" in out


def test_the_chart_that_every_book_on_blackjack_prints(chart: Any, tmp_path: Path) -> None:
    path = tmp_path / "h17.csv"
    code, out, err = chart("classic", "--set", "soft_17=hit", "--decks", "6", "-o", str(path))
    assert (code, out, err) == (0, "", f"{path} written\n")
    assert path.read_text("utf-8") == comma_separated(WHOLE)


@pytest.mark.parametrize("ending", MAGIC)
def test_files_by_their_ending(chart: Any, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"chart{ending.upper()}"
    code, out, _ = chart("classic", "-o", str(path))
    assert (code, out) == (0, "")
    assert path.read_bytes().startswith(MAGIC[ending])
    assert os.listdir(tmp_path) == [path.name]


@pytest.mark.parametrize("name", ["chart.pdf", "chart", ".svg"])
def test_another_ending_is_refused_naming_those_there_are(
    chart: Any, tmp_path: Path, name: str
) -> None:
    code, out, err = chart("classic", "-o", str(tmp_path / name))
    assert (code, out) == (2, "")
    assert err.endswith("must end in .html, .svg, .png or .csv\n")
    assert err.count("\n") == 1
    assert os.listdir(tmp_path) == []


def test_a_folder_that_is_not_there_is_refused(chart: Any, tmp_path: Path) -> None:
    code, _, err = chart("classic", "-o", str(tmp_path / "nowhere" / "chart.svg"))
    assert code == 2
    assert "does not exist" in err


def test_the_settings_stand_on_the_chart(chart: Any) -> None:
    _, out, _ = chart("classic", "--decks", "2", "--set", "surrender=late")
    assert out.splitlines()[1] == "classic · 2 decks · surrender: late"
    assert "Rh  surrender, else hit" in out


def test_the_shoe_stands_on_the_chart(chart: Any) -> None:
    shoe = "A:8 2:8 3:8 4:8 5:2 6:8 7:8 8:8 9:8 T:32"
    _, out, _ = chart("classic", "--shoe", shoe)
    assert shoe in out.splitlines()[1]
    assert "decks" not in out


def test_elections_that_are_the_books_own_are_not_repeated(chart: Any) -> None:
    _, out, _ = chart("classic", "--set", "soft_17=stand", "--set", "surrender=early_not_ace")
    assert out.splitlines()[1] == "classic · 6 decks · surrender: early_not_ace"
    assert "early surrender except against A" in " ".join(out.split())


def test_a_chart_as_data(command: Command) -> None:
    ran = command("chart", "classic", "--decks", "2", "--set", "blackjack_pays=6:5", "--json")
    assert (ran.code, ran.err) == (0, "")
    document = ran.json
    assert (document["book"], document["policy"]) == ("classic", "basic")
    assert document["settings"] == {"decks": 2, "blackjack_pays": [6, 5]}
    assert list(document["chart"]) == ["hard", "soft", "pairs"]
    assert document["chart"]["hard"]["16"]["6"] == "S"
    assert document["chart"]["pairs"]["8,8"]["T"] == "P"
    assert document["legend"]["P"] == "split"
    assert document["house_edge"] == -document["ev"]


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (("nz", "--decks", "3"), "nz 3.3(a)"),
        (("classic", "--shoe", "X:4"), "does not name a rank"),
        (("classic", "--shoe", "T:4"), "could run out"),
        (("classic", "--decks", "2", "--set", "decks=4"), "decks=4"),
        (("classic", "--set", "soft_17=maybe"), "stand"),
    ],
)
def test_bad_input_is_one_sentence(chart: Any, arguments: tuple[str, ...], text: str) -> None:
    code, out, err = chart(*arguments)
    assert (code, out) == (2, "")
    assert text in err
    assert err.count("\n") == 1
