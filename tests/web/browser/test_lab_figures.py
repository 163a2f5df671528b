"""Every figure that the lab shows is one that a command prints."""

from __future__ import annotations

import json
import re
from pathlib import Path
from statistics import correlation
from typing import Any

import pytest
from playwright.sync_api import Page, Route

from tests.web.browser.conftest import Arrive
from tests.web.browser.test_lab import QUICK, Analyst, at
from tests.web.lab.test_lab import quoted, set_

COUNTS = {
    "hi-lo": "Hi-Lo", "ko": "KO", "hi-opt-1": "Hi-Opt I", "hi-opt-2": "Hi-Opt II",
    "omega-2": "Omega II", "zen": "Zen", "halves": "Halves", "red-7": "Red 7",
    "ace-five": "Ace-Five",
}  # fmt: skip
"""The counts as people write them."""


def printed(command: str, settings: dict[str, str], *more: str) -> dict[str, Any]:
    """What a command prints for these options."""
    document: dict[str, Any] = json.loads(
        quoted(command, "classic", *set_(settings), *more, "--json")
    )
    return document


def texts(page: Page, where: str) -> list[list[str]]:
    """The cells of the rows of a table."""
    rows: list[list[str]] = page.locator(where).evaluate_all(
        "rows => rows.map((row) => [...row.cells].map((cell) => cell.textContent.trim()))"
    )
    return rows


def per_cent(share: float, digits: int) -> str:
    return f"{share:.{digits}%}"


def points(share: float) -> str:
    text = f"{abs(share * 100):.4f}"
    return ("±" if float(text) == 0 else "+" if share > 0 else "−") + text


def test_price_chart_and_evening_are_the_commands(arrive: Arrive) -> None:
    page = Analyst(arrive()).opens(at(view="evening"))
    main, sheet = printed("solve", QUICK)["main"], printed("report", QUICK)
    page.wait_for_selector("[data-evening]")
    for name in ("sd", "average_wager"):
        assert page.inner_text(f"[data-figure={name}]") == f"{main[name]:.4f}"
    shown = {name: page.inner_text(f"[data-figure={name}]") for name in ("win", "push", "lose")}
    spread = sheet["main"]["optimal"]
    assert shown == {name: per_cent(spread[name], 2) for name in shown}
    page.wait_for_selector(".edge-more:has-text('average wager')")
    about = page.inner_text(".edge-more")
    assert f"sd {main['sd']:.3f} · average wager {main['average_wager']:.3f}" in about
    bands = texts(page, ".evening-view .bands tbody tr")
    assert len(bands) > 3 and [row[0] for row in bands] == list(
        dict.fromkeys(f"{band['rounds']:,}" for band in spread["bands"])
    )
    for row in bands:
        own = [band for band in spread["bands"] if f"{band['rounds']:,}" == row[0]]
        assert row[1:] == [f"{per_cent(b['low'], 2)} – {per_cent(b['high'], 2)}" for b in own]
    page.click("#tab-chart")
    page.wait_for_selector("[data-cell]")
    chart = printed("chart", QUICK)
    assert f"chart {per_cent(chart['house_edge'], 4)}" in page.inner_text(".edge-more")
    cells = page.locator("[data-cell]").evaluate_all(
        "all => Object.fromEntries(all.map((one) => [one.dataset.cell, one.innerText]))"
    )
    assert cells == {
        f"{section}/{hand}/{up}": letter
        for section, rows in chart["chart"].items()
        for hand, letters in rows.items()
        for up, letter in letters.items()
    }


def test_bets_are_the_commands_line_by_line(arrive: Arrive) -> None:
    page = Analyst(arrive()).opens("/lab/nz?layout=4&view=bets")
    page.wait_for_selector("[data-bet]")
    assert "7.395%" in page.inner_text("[data-bet=insurance]")
    pairs = page.inner_text("[data-bet=perfect_pairs]")
    assert "−18/311" in pairs and "30 to 1" in pairs and "not on offer" not in pairs
    sevens = page.inner_text("[data-bet=super_sevens]")
    assert "not on offer" in sevens and "Main hand played\nbest play" in sevens
    assert page.locator("[data-bet=perfect_pairs] tbody .why-button").count() == 4
    document: dict[str, Any] = json.loads(quoted("report", "nz", "--set", "layout=4", "--json"))
    known = {"insurance": document["insurance"], **document["side_bets"]}
    solved = json.loads(quoted("solve", "nz", "--set", "layout=4", "--json"))["side_bets"]
    for card in page.locator("[data-bet]").all():
        name = card.get_attribute("data-bet") or ""
        facts = card.locator(".facts dd").all_inner_texts()
        bet = known.get(name) or solved[name]
        assert card.locator("[data-bet-edge]").inner_text() == per_cent(-bet["ev"], 3)
        assert facts[1:] == [per_cent(bet["hit_frequency"], 3), f"{bet['sd']:.3f}"]
        if bet.get("exact"):
            assert facts[0] == bet["exact"].replace("-", "−")
        for line, row in zip(
            bet.get("outcomes", ()), texts(page, f"[data-bet={name}] tbody tr"), strict=False
        ):
            assert row[0] == line["label"] and row[3] == per_cent(line["chance"], 4)
            if line["combinations"] is not None:
                assert row[2] == f"{line['combinations']:,}"


def test_a_side_bet_is_switched_on_and_its_odds_are_picked_from_a_table(arrive: Arrive) -> None:
    page = Analyst(arrive()).opens(at(view="bets"))
    page.wait_for_selector("[data-bet=perfect_pairs].off")
    page.check("[data-option=side_bets] .switch:has-text('Perfect Pairs') input")
    page.wait_for_selector("[data-bet=perfect_pairs]:not(.off)")
    page.select_option("[aria-label='Perfect Pairs: perfect pair pays']", "30")
    page.select_option("[aria-label='Perfect Pairs: mixed pair pays']", "7")
    page.wait_for_url(re.compile("side_bets=perfect_pairs%3A30-12-7"))
    picked = printed("solve", {**QUICK, "side_bets": "perfect_pairs:30-12-7"})["side_bets"]
    edge = per_cent(-picked["perfect_pairs"]["ev"], 3).replace("-", "−")
    page.wait_for_selector(f"[data-bet=perfect_pairs] [data-bet-edge]:text-is('{edge}')")
    page = Analyst(arrive()).opens("/lab/nz?view=run&fan_before_load=true")
    chips = page.locator("[data-option=chips] [aria-pressed=true]")
    assert chips.all_inner_texts() == ["1", "2.50", "5", "25", "100", "500", "1000"]
    page.click("[data-focus='chips 50']")
    page.wait_for_url(re.compile(r"chips=0\.50%2C1%2C2\.50%2C5"))
    page.fill("[data-option=super_sevens_amount] input >> nth=1", "15")
    page.keyboard.press("Tab")
    page.wait_for_url(re.compile(r"super_sevens_amount=%7B\+min\+%3D\+1%2C\+max\+%3D\+15"))
    page.reload()
    page.wait_for_selector("#how-many-changed:text-is('3 changed')")
    assert page.input_value("[data-option=super_sevens_amount] input >> nth=1") == "15"
    assert chips.first.inner_text() == "0.50"


def test_effects_and_index_numbers_are_the_commands(arrive: Arrive) -> None:
    page = Analyst(arrive()).opens(at(view="cards"))
    page.click("#effects-go")
    page.wait_for_selector("[data-effect]")
    document = printed("effects", QUICK)
    bars = {row[0]: row[1] for row in texts(page, ".effect-bars tbody tr")}
    assert bars == {
        one["card"].replace("T", "10"): points(one["effect"]) for one in document["effects"]
    }
    counts = {row[0]: row[1:] for row in texts(page, "tr[data-count]")}
    assert "Hi-Opt II" in counts
    assert counts == {
        COUNTS[one["count"]]: [
            "–" if one[what] is None else f"{one[what]:.3f}".replace("-", "−")
            for what in ("betting", "insurance")
        ]
        for one in document["correlations"]
    }
    page.click("#tab-index")
    page.route("**/lab/index", _finds_more)
    page.click("#index-go")
    page.wait_for_selector("[data-index]")
    plays = printed("index", QUICK, "--count", "hi-lo", "--most", "100")["plays"]
    rows = texts(page, "tr[data-index]")
    assert len(rows) == len(plays) > 5
    about = page.inner_text(".index-result p")
    assert f"{len(plays) + 3} hands depend on the count" in about
    assert f"of which the {len(plays)} that gain most are listed" in about
    assert "From likeliest shoes" in page.inner_text(".index-view")
    with page.expect_download() as download:
        page.click(".index-result a[download]")
    assert download.value.suggested_filename == "classic-hi-lo.toml"
    assert "[[deviations]]" in Path(download.value.path()).read_text()
    for row, play in zip(rows, plays, strict=False):
        assert row[0] == f"{play['hand']} against {play['up']}".replace("T", "10")
        assert row[2] == points(play["gain"])
        rungs = [play["ladder"][0]["act"]] + [
            f"{'+' if r['at'] > 0 else '−' if r['at'] < 0 else ''}{abs(r['at'])} {r['act']}"
            for r in play["ladder"][1:]
        ]
        assert row[1].replace(" ", "") == "".join(rungs).replace(" ", "")
    _has_a_curve_on_demand(page, plays[0])


def _finds_more(route: Route) -> None:
    """Send the answer on as if there were three plays more than are listed."""
    answer = route.fetch()
    document = answer.json()
    assert document["found"] == len(document["plays"])
    route.fulfill(response=answer, json={**document, "found": document["found"] + 3})


def _has_a_curve_on_demand(page: Page, play: dict[str, Any]) -> None:
    """The gain of each other act of the ladder, count by count, is drawn on request."""
    assert page.locator(".index-table svg").count() == 0
    button = page.locator("tr[data-index] button").first
    button.click()
    curves = page.locator(".index-table .course").evaluate_all(
        "all => all.map((one) => one.getAttribute('d').slice(1).split('L'))"
    )
    base = play["off_the_top"]
    acts = [a for a in play["values"] if a != base and a in {r["act"] for r in play["ladder"]}]
    assert len(curves) == len(acts) > 0
    for act, curve in zip(acts, curves, strict=True):
        values = zip(play["values"][act], play["values"][base], strict=True)
        gains = [one - other for one, other in values]
        places = [tuple(map(float, point.split())) for point in curve]
        assert len(places) == len(gains) == 21
        xs, ys = zip(*places, strict=True)
        assert correlation(xs, range(21)) == pytest.approx(1, abs=1e-4)
        assert correlation(ys, gains) == pytest.approx(-1, abs=1e-4), "a gain is drawn upwards"
    assert button.get_attribute("aria-expanded") == "true"
    button.click()
    assert not page.locator(".index-table svg").is_visible()
