"""The lab in a browser: every figure is the solver's, and a link reproduces the page."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlparse

import pytest
from playwright.sync_api import FilePayload, Page, Route

from pitboss.report.charts import chart_data
from pitboss.report.comparison import compare
from pitboss.rulebooks import BOOKS, rulebook
from pitboss.rulebooks.loader import read_text
from pitboss.rulebooks.provisions import number
from pitboss.simulator.run import simulate
from pitboss.solver import Solution, solve
from pitboss.web.rules.house_options import house_options
from tests.web.browser.conftest import Arrive
from tests.web.browser.visiting import PHONE, Guest, Size
from tests.web.lab.test_lab import OWN, quoted, set_

QUICK = {"max_hands": "1", "double_on": "none", "insurance": "false"}
"""House options whose every figure is calculated in a moment."""


def at(book: str = "classic", /, **more: str) -> str:
    return f"/lab/{book}?{urlencode({**QUICK, **more})}"


def solved(**more: str) -> Solution:
    return solve(rulebook("classic").elect_all({**QUICK, **more}))


class Analyst:
    """A visitor of the lab."""

    def __init__(self, guest: Guest) -> None:
        self.guest, self.page = guest, guest.page
        self.page.set_default_timeout(60_000)

    def opens(self, path: str) -> Page:
        self.guest.go(path, "[data-edge]:not([data-edge=''])")
        self.settled()
        return self.page

    def settled(self) -> None:
        """Wait until the price shown is that of the controls."""
        self.page.wait_for_selector(".lab-figures[aria-busy=false]")

    def edge(self, side: str = "a") -> str:
        self.settled()
        return self.page.inner_text(f"[data-side={side}] [data-edge]")

    def shows(self, solution: Solution) -> None:
        """Assert that the text is the solver's figure, with the exact value as data."""
        shown = self.page.wait_for_selector(f"[data-edge='{_js(solution.house_edge)}']")
        assert shown is not None
        assert shown.inner_text() == f"{solution.house_edge:.4%}".replace("-", "−")


def _js(number: float) -> str:
    """A number as JavaScript writes it."""
    text = repr(number)
    return re.sub(r"e-0?(\d+)$", r"e-\1", text)


@pytest.fixture
def analyst(arrive: Arrive) -> Analyst:
    return Analyst(arrive())


def test_the_edge_follows_each_control_and_is_the_solvers(analyst: Analyst) -> None:
    page = analyst.opens(at())
    analyst.shows(solved())
    page.click("[data-option=soft_17] .segment:has-text('hit')")
    analyst.shows(solved(soft_17="hit"))
    page.click("[data-option=push_22] .switch")
    analyst.shows(solved(soft_17="hit", push_22="true"))
    page.click("[data-focus='undo push_22']")
    analyst.shows(solved(soft_17="hit"))
    assert page.inner_text("#how-many-changed") == "4 changed"
    assert "soft_17=hit" in page.url and "push_22" not in page.url
    known = page.get_attribute("[data-edge]", "data-edge")
    colour = "getComputedStyle(document.querySelector('[data-edge]')).color"
    clear = page.evaluate(colour)
    held: list[Route] = []
    page.route("**/lab/price", lambda route: held.append(route))
    page.click("[data-option=dealer_blackjack_takes] .segment:has-text('original')")
    page.wait_for_selector(".lab-figures[aria-busy=true]")
    assert page.get_attribute("[data-edge]", "data-edge") == known, "the old figure stays"
    assert page.evaluate(colour) != clear, "and is greyed until the new one is there"
    held[0].continue_()
    page.unroute("**/lab/price")
    analyst.settled()
    assert page.evaluate(colour) == clear


def test_of_six_values_dragged_through_the_last_one_stays(analyst: Analyst) -> None:
    page = analyst.opens(at())
    # All at once: the answer to the first arrives long after the last was requested.
    page.locator("[data-option=decks] input[type=range]").evaluate(
        """(range) => [5, 4, 3, 2, 7, 8].forEach((decks) => {
          range.value = decks;
          range.dispatchEvent(new Event("input"));
        })"""
    )
    analyst.shows(solved(decks="8"))
    page.wait_for_timeout(700)
    analyst.shows(solved(decks="8"))
    assert page.locator("[data-edge]").count() == 1


_CONTROLS = """all => Object.fromEntries(all.map((one) => {
  const many = (what) => one.querySelectorAll(what).length;
  return [one.dataset.option, {
    label: one.querySelector(".control-label").textContent,
    clauses: many(".why-button"),
    fields: many("input, select, button.chip-choice"),
    range: many("input[type=range]"),
    number: many("input[type=number]"),
    switches: many("[role=switch]"),
    buttons: many(".segment input[type=radio]"),
  }];
}))"""
"""The parts of every control of the page, read in one call."""


@pytest.mark.parametrize("book", BOOKS)
def test_every_option_is_one_control_with_its_words_and_clause(arrive: Arrive, book: str) -> None:
    page = Analyst(arrive()).page
    page.goto(f"/lab/{book}?view=run")
    page.wait_for_selector("[data-option]")
    elections = page.request.get(f"/api/v1/rulebooks/{book}").json()["elections"]
    assert (
        page.locator("[data-option]").count()
        == len(elections)
        == len(rulebook(book).open_elections)
    )
    controls = page.locator("[data-option]").evaluate_all(_CONTROLS)
    for option in elections:
        control = controls[option["key"]]
        assert control["label"] == option["says"].rstrip(".")
        assert control["clauses"] >= 1 and control["fields"] >= 1
        if option["kind"] in ("whole", "share"):
            assert control["range"] == control["number"] == 1
        if option["kind"] == "yes_no":
            assert control["switches"] == 1
        if option["kind"] in ("one_of", "odds") and len(option["among"]) <= 5:
            assert control["buttons"] == len(option["among"])
    assert page.locator(".lab-rules input[type=text], .lab-rules input:not([type])").count() == 0


def test_what_moves_no_price_changes_no_digit(analyst: Analyst) -> None:
    page = analyst.opens(at())
    before = page.get_attribute("[data-edge]", "data-edge")
    page.click(".still summary")
    page.fill("[data-option=min] input", "25")
    page.press("[data-option=min] input", "Tab")
    page.fill("[data-option=penetration] input[type=number]", "60")
    page.press("[data-option=penetration] input[type=number]", "Tab")
    page.wait_for_selector("#how-many-changed:has-text('5 changed')")
    analyst.settled()
    assert page.get_attribute("[data-edge]", "data-edge") == before
    for option, wished, nearest in (
        ("penetration", "99", "95"), ("penetration", "3", "25"), ("decks", "99", "8"),
        ("decks", "0", "1"), ("max_hands", "7", "4"), ("min", "-3", "25"), ("max", "", "1000"),
    ):  # fmt: skip
        field = f"[data-option={option}] input[type=number]"
        page.fill(field, wished)
        page.press(field, "Tab")
        assert page.input_value(field) == nearest, option
    dragged = "range => { range.value = 99; range.dispatchEvent(new Event('input')); }"
    page.locator("[data-option=decks] input[type=range]").evaluate(dragged)
    page.wait_for_url(re.compile("decks=8"))
    assert "min=25" in page.url and "max_hands" not in page.url, "4 is the default"


_EVERY_CLAUSE = """async (kinds) => {
  const until = async (found) => {
    for (let tries = 0; !found(); tries += 1) {
      if (tries > 1500) throw new Error("no clause opens");
      await new Promise((again) => setTimeout(again, 10));
    }
    return found();
  };
  const opened = [];
  for (const button of kinds.flatMap((kind) => [...document.querySelectorAll(kind)])) {
    button.click();
    const gist = await until(() => document.querySelector("dialog[open] .gist"));
    opened.push(`${document.querySelector("#why-title").textContent}: ${gist.textContent}`);
    document.querySelector("dialog .end button").click();
    await until(() => !document.querySelector("dialog[open]"));
  }
  return opened;
}"""
"""Press every § and close its dialog; the title and first sentence of each."""


def _gist(clause: str) -> str:
    """The first sentence of a clause of ``classic``."""
    ledger = rulebook("classic").ledger
    return next(one.gist for one in ledger if number(one.id) == clause)


def test_each_clause_is_worth_what_the_command_says(analyst: Analyst) -> None:
    page = analyst.opens(at(soft_17="hit"))
    page.wait_for_selector("[data-sum=difference]")
    book = rulebook("classic")
    known = compare(book.default_rules, book.elect_all({**QUICK, "soft_17": "hit"}))
    rows = {
        row.get_attribute("data-row"): float(row.get_attribute("data-worth-value") or "nan")
        for row in page.locator("[data-row]").all()
    }
    assert rows == {",".join(each.paths): each.worth[0] for each in known.differences}
    sums = {
        row.get_attribute("data-sum"): float(row.get_attribute("data-worth-value") or "nan")
        for row in page.locator("[data-sum]").all()
    }
    total = known.totals[0]
    assert sums["difference"] == total.difference and sums["interaction"] == total.interaction
    parts = sum(rows.values()) + sums["interaction"] + sums.get("elsewhere", 0.0)
    assert parts == pytest.approx(sums["difference"], abs=1e-12)
    opened = page.evaluate(_EVERY_CLAUSE, ["[data-row] .why-button", ".lab-rules .why-button"])
    under = [number(each.said[1].under) for each in known.differences]
    clauses = [number(one.under) for one in book.open_elections.values()]
    bets = [bet["clause"] for one in house_options(book) for bet in one.get("bets", ())]
    known_so = [f"{book.title}, {one}: {_gist(one)}" for one in (*under, *clauses, *bets)]
    assert sorted(opened) == sorted(known_so)


def acts_of(page: Page) -> dict[str, float]:
    rows = page.locator(".sheet [data-act]").all()
    return {
        str(row.get_attribute("data-act")): float(
            row.locator("[data-value]").get_attribute("data-value") or "nan"
        )
        for row in rows
    }


def test_every_cell_shows_every_act_by_keys_pointer_and_tap(analyst: Analyst) -> None:
    page = analyst.opens(at(surrender="late", cell="hard/16/T"))
    page.wait_for_selector(".sheet [data-act]")
    hands = {(hand.cards, hand.up): hand for hand in solved(surrender="late").hands}

    def as_known(cards: str, up: str) -> None:
        hand = hands[cards, up]
        shown = acts_of(page)
        assert list(shown.values()) == sorted(shown.values(), reverse=True)
        assert shown == {act: getattr(hand, act) for act in shown}
        best = page.locator(".sheet .best").get_attribute("data-act")
        assert best == hand.best

    as_known("T6", "T")
    assert "given that the dealer does not have blackjack" in page.inner_text(".sheet")
    assert page.locator(".sheet h3").inner_text() == "16 against 10"
    page.click("[data-composition='97']")
    as_known("97", "T")
    page.focus("[data-cell='hard/16/T']")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(".sheet h3:text-is('16 against A')")
    page.keyboard.press("ArrowDown")
    page.wait_for_selector(".sheet h3:text-is('15 against A')")
    by_keys = page.inner_text(".sheet")
    assert "cell=hard%2F15%2FA" in page.url
    page.hover("[data-cell='soft/A,7/2']")
    page.wait_for_selector(".sheet h3:text-is('A,7 against 2')")
    page.hover("[data-cell='hard/15/A']")
    page.wait_for_selector(".sheet h3:text-is('15 against A')")
    assert page.inner_text(".sheet") == by_keys
    page.click("[data-cell='pairs/8,8/6']")
    assert set(acts_of(page)) >= {"stand", "hit"}
    refused = page.locator(".sheet [data-refused=split]")
    assert refused.locator(".why-button").count() == 1
    assert page.locator(".sheet [data-refused=zap]").count() == 0, "a word of another book"
    letters = page.locator("[data-cell]").evaluate_all("all => all.map((one) => one.innerText)")
    assert len(letters) > 300 and all(letters)


_EVERY_CELL = """() => {
  const key = (name) => document.activeElement.dispatchEvent(
    new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
  const rows = [...document.querySelectorAll(".chart-table tbody tr")];
  const reached = [], empty = [];
  rows[0].querySelector("[data-cell]").focus();
  for (const row of rows) {
    for (const name of [...Array(9).fill("ArrowRight"), ...Array(9).fill("ArrowLeft")]) {
      const { cell } = document.activeElement.dataset;
      if (!reached.includes(cell)) reached.push(cell);
      if (!document.querySelector(".sheet .best") && !empty.includes(cell)) empty.push(cell);
      key(name);
    }
    key("ArrowDown");
  }
  return [reached, empty, [...document.querySelectorAll("[data-cell]")].map((c) => c.dataset.cell)];
}"""
"""The cells that arrow keys lead to, those without any act, and all cells."""


def test_arrows_lead_to_every_cell_and_each_has_its_acts(analyst: Analyst) -> None:
    page = analyst.opens("/lab/zappit?cell=zap/8,8/7")
    page.wait_for_selector(".sheet [data-act]")
    assert page.inner_text(".sheet h3") == "Zap 8,8 against 7"
    assert page.locator(".sheet [data-composition]").all_inner_texts() == ["8 8"]
    reached, empty, every = page.evaluate(_EVERY_CELL)
    assert sorted(reached) == sorted(every) and len(every) > 390
    assert empty == []
    rows = page.locator("[data-section=zap] tbody th").all_inner_texts()
    assert rows == ["18", "17", "16", "15", "9,9", "8,8"], "the highest first, as in a printed one"
    assert "the Zap table for two cards that may be zapped" in page.inner_text(".chart-legend")


def test_an_evening_follows_its_dials(analyst: Analyst) -> None:
    page = analyst.opens(at(view="evening"))
    page.wait_for_selector("[data-evening]")
    solution = solved()
    assert page.inner_text("[data-figure=sd]") == f"{solution.spread.sd:.4f}"
    lost = solution.house_edge * 100 * 10
    assert f"100 rounds at 10: −{lost:.2f} ± " in page.inner_text("[data-evening]")
    assert page.get_attribute("#evening-rounds", "aria-valuetext") == "100"
    page.focus("#evening-rounds")
    page.keyboard.press("End")
    assert "100,000 rounds at 10" in page.inner_text("[data-evening]")
    page.focus("#evening-stake")
    page.keyboard.press("End")
    assert f"100,000 rounds at 1,000: −{lost * 100_000:,.2f} ± " in page.inner_text(
        "[data-evening]"
    )


def chart_of(**more: str) -> dict[tuple[str, str, str], str]:
    """The letters of a chart by section, hand and up card."""
    rules = rulebook("classic").elect_all({**QUICK, **more})
    chart = chart_data(solve(rules, policy="basic"))["chart"]
    return {(s, h, up): chart[s][h][up] for s in chart for h in chart[s] for up in chart[s][h]}


def test_two_settings_side_by_side(analyst: Analyst) -> None:
    page = analyst.opens(at())
    page.click("[data-focus='side b']")
    page.wait_for_selector("[data-side=b]")
    page.click("[data-option=push_22] .switch")
    one, other = solved(), solved(push_22="true")
    analyst.shows(other)
    assert analyst.edge("a") == f"{one.house_edge:.4%}"
    assert analyst.edge("b") == f"{other.house_edge:.4%}"
    first, second = chart_of(), chart_of(push_22="true")
    cells = sorted("/".join(cell) for cell in first if first[cell] != second[cell])
    page.wait_for_selector(f"[data-different='{len(cells)}']")
    outlined = page.locator("[data-cell].differs").evaluate_all(
        "all => all.map(c => c.dataset.cell)"
    )
    assert len(cells) > 3 and sorted(outlined) == sorted(2 * cells)
    tops = page.locator(".chart-tables").evaluate_all(
        "all => all.map((one) => Math.round(one.getBoundingClientRect().top))"
    )
    assert len(tops) == 2 and tops[0] == tops[1], "the charts are side by side"
    page.reload()
    analyst.shows(one)
    assert analyst.edge("b") == f"{other.house_edge:.4%}", "the address names B too"
    page.click("[data-focus=swap]")
    page.wait_for_selector(f"[data-side=a] [data-edge='{_js(other.house_edge)}']")
    page.click("[data-focus=alike]")
    page.wait_for_selector(f"[data-side=b] [data-edge='{_js(other.house_edge)}']")


def test_any_shoe_is_priced_or_refused_in_the_solvers_words(analyst: Analyst) -> None:
    page = analyst.opens(at(view="cards"))
    page.click("[aria-label='Remove one 5']")
    shoe = "A:24 2:24 3:24 4:24 5:23 6:24 7:24 8:24 9:24 T:96"
    analyst.shows(solve(rulebook("classic").elect_all(QUICK), shoe=shoe))
    page.fill("#shoe-text", "A:4 T:3")
    page.press("#shoe-text", "Enter")
    page.wait_for_selector(".lab-problem:has-text('could run out within a round')")
    page.click("[data-focus='full shoe']")
    analyst.shows(solved())
    page.focus("#shoe-depth")
    page.keyboard.press("End")
    page.keyboard.press("Home")
    page.click("[data-focus='deal out']")
    page.wait_for_url(re.compile("shoe="))
    dealt = parse_qs(urlparse(page.url).query)["shoe"][0]
    left = sum(int(word.partition(":")[2]) for word in dealt.split())
    assert left == round(312 * 0.9), "a tenth is dealt out"
    analyst.shows(solve(rulebook("classic").elect_all(QUICK), shoe=dealt))
    assert page.inner_text(".shoe-size strong") == str(left)
    full = page.locator("[data-full-shoe]")
    page.click("#tab-run")
    full.wait_for(state="visible")
    page.click("#tab-cards")
    page.click("[data-focus='full shoe']")
    page.click("#tab-run")
    full.wait_for(state="hidden")


def test_where_suits_matter_a_shoe_says_so_and_what_has_no_price_why(analyst: Analyst) -> None:
    page = analyst.opens("/lab/nz?layout=4&view=cards&shoe=A:20+2:24+3:24+4:24+5:24+T:96")
    page.wait_for_selector(".notes .note:has-text('suit')")
    page = analyst.opens("/lab/nobust?against=classic&view=run")
    page.wait_for_selector("[data-sum=difference]")
    assert "\nNot priced: a bust collected at once" in page.inner_text("[data-row=over_over]")
    page.click(".more-differences summary")
    assert "_" not in page.inner_text(".worth-view"), "no identifier"
    for row in page.locator(".worths .said:has(.to)").all_inner_texts():
        before, after = (set(side.split("; ")) for side in row.split(" → "))
        assert not before & after, "only what differs"


def test_the_simulator_agrees_and_has_the_commands_digest(analyst: Analyst) -> None:
    page = analyst.opens(at(view="run"))
    note = page.locator(".run-form .note")
    page.select_option("#run-fresh", "false")
    assert "The exact value is for a fresh shoe" in note.inner_text()
    page.select_option("#run-fresh", "true")
    assert note.is_hidden()
    page.select_option("#run-rounds", "1000000")
    page.fill("#run-seed", "7")
    page.click("#run-go")
    page.wait_for_selector("[data-run-digest]")
    rules = rulebook("classic").elect_all(QUICK)
    known = simulate(rules, rounds=1_000_000, seed=7, fresh=True)
    assert page.get_attribute("[data-run-digest]", "data-run-digest") == known.digest
    assert "agrees within" in page.inner_text("[data-z]")
    assert page.locator(".run-plot .exact").count() == 1
    script = "document.querySelector('script[type=module]').src.replace('main', 'lab-run')"
    words = f"import({script}).then((run) => [0.7, -2.5, 5].map(run.inWords))"
    near, far, wrong = page.evaluate(words)
    assert near == "agrees within 0.7 standard errors" and wrong.startswith("does not agree")
    assert far.startswith("is 2.5 standard errors") and far.endswith("in about one run in 81")
    text = page.inner_text(".run-result")
    assert "null" not in text and "by the chart" in text and "fresh shuffle each round" in text
    changed = page.locator("[data-other-options]")
    assert changed.is_hidden()
    page.click("[data-option=push_22] .switch")
    changed.wait_for(state="visible")
    page.click("[data-focus='undo push_22']")
    changed.wait_for(state="hidden")


def test_a_run_is_stopped_with_what_was_whole(arrive: Arrive) -> None:
    page = Analyst(arrive("supervisor")).opens(at(view="run"))
    page.select_option("#run-rounds", "1000000000")
    page.select_option("#run-count", "hi-lo")
    page.select_option("#run-fresh", "false")
    page.click("#run-go")
    page.wait_for_selector(".run-plot .course")
    assert 0 < page.locator(".run-view progress").evaluate("bar => bar.value") < 1
    page.click("#run-go:has-text('Stop')")
    page.wait_for_selector("[data-run-digest]")
    assert "ended early" in page.inner_text(".run-said")
    assert 0 < int(page.inner_text("[data-run=rounds]").replace(",", "")) < 1_000_000_000
    counts = page.locator(".run-result .bands")
    assert "−" in counts.inner_text() and "-" not in counts.inner_text(), "one minus sign"
    assert "Player’s edge" in counts.inner_text()
    page.wait_for_selector("#run-go:has-text('Run')")


def test_a_link_reproduces_the_page_and_back_goes_back(arrive: Arrive, analyst: Analyst) -> None:
    shoe = "A:20 2:24 3:24 4:24 5:20 6:24 7:24 8:24 9:24 T:90"

    def solved_so(**more: str) -> Solution:
        rules = rulebook("classic").elect_all({**QUICK, "soft_17": "hit", **more})
        return solve(rules, shoe=shoe, policy="basic")

    page = analyst.opens(at(soft_17="hit", policy="basic", shoe=shoe, cell="soft/A,7/9"))
    page.wait_for_selector(".sheet [data-act]")
    other = Analyst(arrive())
    copy = other.opens(page.url)
    copy.wait_for_selector(".sheet [data-act]")
    other.shows(solved_so())
    for what in ("[data-edge]", ".edge-more", ".sheet", ".chart-tables", "#how-many-changed"):
        assert copy.inner_text(what) == page.inner_text(what)
    assert "by the chart" in copy.inner_text(".edge-more")
    digest = "[data-edge]"
    assert copy.get_attribute(digest, "data-digest") == page.get_attribute(digest, "data-digest")
    copy.click("#tab-cards")
    assert copy.input_value("#shoe-text") == shoe
    page.click("[data-option=push_22] .switch")
    analyst.shows(solved_so(push_22="true"))
    page.go_back()
    analyst.shows(solved_so())
    assert not page.is_checked("[data-option=push_22] input")
    page.go_forward()
    analyst.shows(solved_so(push_22="true"))
    assert page.is_checked("[data-option=push_22] input")


def test_what_an_address_cannot_mean_is_told_and_left_out(analyst: Analyst) -> None:
    page = analyst.opens(at(colour="red", decks="99"))
    toasts = " ".join(page.locator(".toast").all_inner_texts())
    assert "has no option colour" in toasts and "decks=99 is out of range: cards.1" in toasts
    assert "colour" not in page.url and "decks" not in page.url
    analyst.shows(solved())
    page = analyst.opens(at(policy="luck", view="moon"))
    toasts = " ".join(page.locator(".toast").all_inner_texts())
    assert "unknown setting, policy=luck" in toasts and "unknown setting, view=moon" in toasts
    assert "policy" not in page.url and "view" not in page.url
    wrong = {"decks": "0", "penetration": "0.99", "soft_17": "maybe", "blackjack_pays": "9:1"}
    page = analyst.opens(at(push_22="perhaps", **wrong))
    text = page.inner_text(".toast")
    options = rulebook("classic").open_elections
    for key, value in {**wrong, "push_22": "perhaps"}.items():
        stated_text = f"{key}={value} is out of range: {number(options[key].under)} allows {{}};"
        assert stated_text.format(options[key].range) in text and f"{key}=" not in page.url
    page.goto(at(min="-5"))
    page.click(".lab-problem:has-text('min=-5 is out of range') .why-button")
    page.wait_for_selector("dialog .gist")


def test_every_file_is_the_commands_and_a_table_is_played(analyst: Analyst, tmp_path: Path) -> None:
    page = analyst.opens(at(soft_17="hit"))
    page.click(".export summary")
    kinds = page.locator(".export-menu a").evaluate_all("all => all.map(a => a.dataset.ending)")
    assert sorted(kinds) == ["csv", "html", "html?what=chart", "json", "png", "svg"]
    for kind in kinds:
        with page.expect_download() as download:
            page.click(f".export-menu a[data-ending='{kind}']")
        name = download.value.suggested_filename
        ending = kind.partition("?")[0]
        assert "soft_17=hit" in name and name.endswith(f".{ending}")
        command = "report" if kind in ("html", "json") else "chart"
        path = tmp_path / f"{command}.{ending}"
        quoted(command, "classic", *set_({**QUICK, "soft_17": "hit"}), "-o", str(path))
        assert Path(download.value.path()).read_bytes() == path.read_bytes(), kind
    page.click("#play-this")
    page.wait_for_url(re.compile("/tables/"))
    state: dict[str, Any] = analyst.guest.shown()
    assert ("soft_17", "hit") in [(e["key"], e["value"]) for e in state["elections"]]
    back = page.wait_for_selector("#edge")
    assert back is not None
    assert parse_qs(urlparse(back.get_attribute("href") or "").query)["soft_17"] == ["hit"]


def test_a_book_of_ones_own_is_dropped_priced_and_kept_only_if_asked(arrive: Arrive) -> None:
    analyst = Analyst(arrive("supervisor"))
    page = analyst.opens(at())

    def brings(text: str) -> None:
        file = FilePayload(name="bold.toml", mimeType="text/plain", buffer=text.encode())
        page.set_input_files("#bring-book", file)

    brings(OWN.replace("6:5", "six"))
    page.wait_for_selector(".toast.bad:has-text('blackjack_odds')")
    brings("#" * 65_537)
    page.wait_for_selector(".toast.bad:has-text('65,537 bytes; a book may have at most 65,536')")
    dropped = page.evaluate_handle(
        "text => { const all = new DataTransfer(); all.items.add(new File([text], 'bold.toml'));"
        " return all; }",
        OWN,
    )
    page.dispatch_event(".lab", "drop", {"dataTransfer": dropped})
    page.wait_for_url(re.compile("/lab/draft-"))
    bold = read_text("bold", OWN)
    analyst.shows(solve(bold.default_rules))
    assert "(not saved)" in page.inner_text(".book-choice option:checked")
    assert page.locator("#play-this").count() == 0
    page.reload()
    analyst.shows(solve(bold.default_rules))
    titles = [one["title"] for one in page.request.get("/api/v1/rulebooks").json()["rulebooks"]]
    assert bold.title not in titles
    page.click("#keep-book")
    page.wait_for_url(re.compile("/lab/bold$"))
    analyst.shows(solve(bold.default_rules))


@pytest.mark.parametrize(
    ("size", "theme"),
    [(Size(320, 640), "light"), (Size(1440, 900), "dark")],
    ids=["smallest, light", "desktop, dark"],
)
def test_axe_finds_nothing_in_the_lab(arrive: Arrive, size: Size, theme: str) -> None:
    analyst = Analyst(arrive(size=size, theme=theme))
    faults = {}
    page = analyst.opens(at(soft_17="hit"))
    for view in ("rules", "chart", "bets", "evening", "cards", "run"):
        if not (tab := page.locator(f"#tab-{view}")).count():
            continue  # on a wide screen the rules are next to every view
        tab.click()
        wanted = {"chart": "[data-cell]", "bets": "[data-bet]", "evening": "[data-evening]"}
        if view in wanted:
            page.wait_for_selector(wanted[view])
        faults[view] = analyst.guest.faults()
    assert len(faults) >= 5 and faults == {view: [] for view in faults}


_CUT_OFF = """() => {
  for (const one of document.querySelectorAll("details.still")) one.open = true;
  const numbers = [...document.querySelectorAll(".slider input[type=number]")];
  const tabs = [...document.querySelectorAll("[role=tab]")];
  if (numbers.length < 3 || tabs.length < 7) return ["nothing to look at"];
  return [
    ...numbers.filter((one) => one.scrollWidth > one.clientWidth),
    ...tabs.filter((one) => one.getBoundingClientRect().right > innerWidth),
  ].map((one) => one.closest("[data-option]")?.dataset.option ?? one.id);
}"""
"""The numbers next to a slider that do not fit their field, and the tabs beyond the screen."""


def test_a_tablet_shows_the_figures_apart(arrive: Arrive) -> None:
    analyst = Analyst(arrive(size=Size(1024, 768)))
    page = analyst.opens(at(soft_17="hit"))
    page.wait_for_selector("[data-worth=soft_17]:text-matches('0.')")
    assert page.inner_text("[data-option=soft_17] .against-default").endswith(
        " against stand, with the other changes"
    )
    edge, bars, policy = page.locator("[data-edge], .by-up, #policy").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().toJSON())"
    )
    assert edge["right"] < bars["left"]
    assert policy["top"] > bars["bottom"] or policy["left"] > bars["right"]


def test_a_phone_has_the_edge_on_top_and_the_sheet_from_below(arrive: Arrive) -> None:
    analyst = Analyst(arrive(size=PHONE))
    page = analyst.opens(at())
    assert page.locator(".lab-rules").is_visible()
    page.mouse.wheel(0, 900)
    page.wait_for_function(
        """() => {
            const edge = document.querySelector("[data-edge]")?.getBoundingClientRect();
            return window.scrollY > 0 && edge?.height > 0 && edge.y >= 0 && edge.y < 120;
        }"""
    )
    assert page.evaluate(_CUT_OFF) == []
    page.click("[role=tab]:has-text('Chart')")
    page.wait_for_selector("[data-cell]")
    assert not page.locator(".sheet").is_visible()
    page.click("[data-cell='hard/16/9']")
    page.wait_for_selector(".sheet [data-act]")
    assert page.locator(".sheet").is_visible()
    for narrow in (PHONE, Size(320, 640)):
        analyst.guest.looks_at(narrow, "dark")
        analyst.opens(at(b=f"classic?{urlencode(QUICK)}", view="run"))
        assert not analyst.guest.is_too_wide()
        one, other, policy = page.locator("[data-edge], #policy").evaluate_all(
            "all => all.map((one) => one.getBoundingClientRect().toJSON())"
        )
        assert one["right"] < other["left"] and other["right"] < policy["left"]
