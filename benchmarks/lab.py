"""How soon the lab answers: a real browser, 50 single changes a book, a comparison, a run.

    python -m benchmarks.lab                        every book
    python -m benchmarks.lab nz classic             these books
    python -m benchmarks.lab --changes 20           fewer changes

For each book two figures, each from the ``input`` event to the new ``[data-edge]``. *Looked ahead*
are changes whose price the house has calculated while the page was idle; the browser asks for each
for the first time. *Never looked ahead* are changes in a row without a pause. Then, once: nz
against rws to the first row and to the sum, a run to its first progress, and from *Stop* to what
was whole. The server has its usual limits and its usual workers; the person is signed in.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from tests.web.browser.visiting import chromium_here
from tests.web.serving import PASSWORD, Server

from pitboss.rulebooks import BOOKS

LOOKED_AHEAD: Final = 150
NEVER: Final = 300
ZAPPIT: Final = 1500
"""Target in milliseconds at the 95th percentile."""
FIRST_ROW: Final = 600
EVERY_ROW: Final = 4000
PROGRESS: Final = 300
STOPPED: Final = 500
"""Target in milliseconds for a comparison and for a run, at the median of several."""
REFUSED: Final = -1.0
"""What :meth:`Visit.change` returns if options conflict."""
_SEVERAL: Final = 5

_UNTIL: Final = """([act, done, told]) => new Promise((resolve) => {
  const lab = document.querySelector(".lab");
  const acts = { change: ({ key, value }) => {
    const control = document.querySelector(`[data-option="${key}"]`);
    const input = control.querySelector(`input[type=radio][value="${value}"]`)
      ?? control.querySelector("input[type=range]") ?? control.querySelector("input, select");
    if (input.type === "radio") input.checked = true;
    else if (input.type === "checkbox") input.checked = value === "true";
    else input.value = value;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }, choose: ({ where, value }) => {
    const select = document.querySelector(where);
    select.value = value;
    select.dispatchEvent(new Event("input", { bubbles: true }));
  }, click: ({ where }) => document.querySelector(where).click() };
  const before = document.querySelector("[data-edge]").dataset.digest;
  const marks = [];
  const start = performance.now();
  const see = (found) => { marks.push(found ? performance.now() - start : -1); };
  const dones = { edge: () => {
    const figures = document.querySelector(".lab-figures");
    if (figures.getAttribute("aria-busy") !== "false") return false;
    if (document.querySelector(".lab-problem")) see(false);
    else if (document.querySelector("[data-edge]").dataset.digest !== before) see(true);
    return marks.length > 0;
  }, back: () => {
    if (document.querySelector(".lab-problem")) return false;
    see(true);
    return true;
  }, rows: () => {
    if (marks.length === 0 && document.querySelector("[data-row]")) see(true);
    if (document.querySelector("[data-sum=difference]")) see(true);
    return marks.length === 2;
  }, progress: () => {
    if (!document.querySelector("progress:not([hidden])")) return false;
    see(true);
    return true;
  }, ended: () => {
    if (!document.querySelector("[data-run-digest]")) return false;
    see(true);
    return true;
  } };
  const watching = new MutationObserver(() => {
    if (!dones[done]()) return;
    watching.disconnect();
    resolve(marks);
  });
  const whole = { subtree: true, childList: true, attributes: true };
  watching.observe(lab, whole);
  setTimeout(() => { watching.disconnect(); resolve(null); }, 60000);
  acts[act](told);
})"""


class House(Server):
    """A server as people start it."""

    pace = ()


def percentile(values: Sequence[float], share: float = 0.95) -> float:
    """The value that this share of all values does not exceed."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


class Visit:
    """A person who is signed in, with an empty browser."""

    def __init__(self, browser: Browser, house: House, name: str) -> None:
        self.context: BrowserContext = browser.new_context(base_url=house.address)
        message = {"name": name, "password": PASSWORD}
        assert self.context.request.post("/api/v1/sessions", data=message).ok
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(120_000)

    def opens(self, book: str) -> list[dict[str, Any]]:
        """The lab of a book, once the price of everything one step away is known."""
        self.page.goto(f"/lab/{book}?view=cards")
        self.page.wait_for_selector("[data-edge]:not([data-edge=''])")
        digest = self.page.get_attribute("[data-edge]", "data-digest")
        while True:
            path = f"/api/v1/lab/prices/{digest}?wait=near&page=benchmark"
            document: dict[str, Any] = self.page.request.get(path).json()
            if not document["waiting"]:
                near: list[dict[str, Any]] = document["near"]
                return near

    def takes(self, act: str, done: str, **text: str) -> list[float]:
        """Do something; returns the milliseconds until each expected thing is there."""
        marks: list[float] | None = self.page.evaluate(_UNTIL, [act, done, text])
        assert marks is not None, f"nothing came of it within a minute: {act} {text}"
        return marks

    def change(self, key: str, value: str) -> float:
        """Change one control; returns the milliseconds until the edge is there."""
        return self.takes("change", "edge", key=key, value=value)[0]


def looked_ahead(browser: Browser, house: House, name: str, book: str, changes: int) -> list[float]:
    """Changes from the book's defaults, each for the first time in its browser."""
    values: list[float] = []
    while len(values) < changes:
        visit = Visit(browser, house, name)
        near = visit.opens(book)
        visit.page.wait_for_timeout(500)
        for one in near[: changes - len(values)]:
            values.append(visit.change(one["key"], one["value"]))
            visit.page.wait_for_timeout(250)
            visit.page.click("[data-focus=reset]")
            visit.page.wait_for_selector(".lab-figures[aria-busy=false]")
            visit.page.wait_for_timeout(250)
        visit.context.close()
    return values


def _walk(visit: Visit, book: str) -> Iterator[tuple[str, str, str]]:
    """Random options: the key, the value to choose, the value to return to."""
    values: dict[str, list[str]] = {}
    for one in visit.opens(book):
        values.setdefault(one["key"], []).append(one["value"])
    now: dict[str, str] = {}
    for option in visit.page.request.get(f"/api/v1/rulebooks/{book}").json()["elections"]:
        if (key := option["key"]) in values:
            value = option["value"]
            now[key] = value if isinstance(value, str) else str(value).lower()
            values[key].append(now[key])
    rng = random.Random(7)
    while True:
        key = rng.choice(sorted(values))
        value = rng.choice([each for each in values[key] if each != now[key]])
        before, now[key] = now[key], value
        yield key, value, before


def never(browser: Browser, house: House, name: str, book: str, changes: int) -> list[float]:
    """Changes one after another, each starting from the last."""
    visit = Visit(browser, house, name)
    values: list[float] = []
    for key, value, before in _walk(visit, book):
        if len(values) == changes:
            break
        took = visit.change(key, value)
        if took == REFUSED:
            visit.takes("change", "back", key=key, value=before)
        else:
            values.append(took)
        visit.page.wait_for_timeout(600)  # two new prices a second are the limit
    visit.context.close()
    return values


def comparison(browser: Browser, house: House, name: str) -> tuple[list[float], list[float]]:
    """Milliseconds to the first row and to the total of nz against rws, uncached each time."""
    first, every = [], []
    for _ in range(_SEVERAL):
        visit = Visit(browser, house, name)
        visit.opens("nz")
        visit.page.wait_for_timeout(500)
        message = {"where": "[data-focus=against]", "value": "rws"}
        marks = visit.takes("choose", "rows", **message)
        first.append(marks[0])
        every.append(marks[1])
        visit.context.close()
    return first, every


def runs(browser: Browser, house: House, name: str) -> tuple[list[float], list[float]]:
    """Milliseconds to the progress of a run, and from "Stop" to its result."""
    progress, ended = [], []
    visit = Visit(browser, house, name)
    visit.page.goto("/lab/classic?view=run")
    visit.page.wait_for_selector("[data-edge]:not([data-edge=''])")
    visit.page.select_option("#run-rounds", "1000000000")
    for _ in range(_SEVERAL):
        progress += visit.takes("click", "progress", where="#run-go")
        visit.page.wait_for_selector(".run-plot svg")
        visit.page.wait_for_timeout(300)
        ended += visit.takes("click", "ended", where="#run-go")
        visit.page.wait_for_selector("#run-go:has-text('Run')")
    visit.context.close()
    return progress, ended


class Findings:
    """Figures with their targets, printed as they come."""

    def __init__(self) -> None:
        self.is_missed = False

    def tell(self, what: str, figure: float, value: float, more: str) -> None:
        """Print a figure."""
        self.is_missed |= figure > value
        load = f"load {os.getloadavg()[0]:.1f}"
        print(f"{what:28} {figure:6.0f} ms (asked {value:4.0f}), {more}, {load}", flush=True)

    def changes(self, what: str, values: list[float], value: float) -> None:
        """Print the 95th percentile of changes."""
        more = f"p95 of {len(values)}, median {percentile(values, 0.5):.0f}"
        self.tell(what, percentile(values), value, more)

    def several(self, what: str, values: list[float], value: float) -> None:
        """Print the median of a few."""
        self.tell(what, percentile(values, 0.5), value, f"median of {len(values)}")


def measure(browser: Browser, house: House, books: Sequence[str], changes: int) -> bool:
    """Measure and print; returns whether a figure misses its target."""
    name, findings = house.named("shift_manager").name, Findings()
    for book in books:
        limits = (ZAPPIT, ZAPPIT) if book == "zappit" else (LOOKED_AHEAD, NEVER)
        ahead = looked_ahead(browser, house, name, book, changes)
        findings.changes(f"{book} looked ahead", ahead, limits[0])
        cold = never(browser, house, name, book, changes)
        findings.changes(f"{book} never looked ahead", cold, limits[1])
    first, every = comparison(browser, house, name)
    findings.several("nz against rws, first row", first, FIRST_ROW)
    findings.several("nz against rws, every row", every, EVERY_ROW)
    progress, ended = runs(browser, house, name)
    findings.several("a run's progress", progress, PROGRESS)
    findings.several("a run stopped", ended, STOPPED)
    return findings.is_missed


def main() -> None:
    """Measure and print; the exit code is 1 if a figure misses its target."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("books", nargs="*", default=list(BOOKS))
    arguments.add_argument("--changes", type=int, default=50)
    message = arguments.parse_args()
    with tempfile.TemporaryDirectory(prefix="pitboss-lab-") as folder, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium_here(), args=["--no-sandbox"])
        with House(f"sqlite:///{Path(folder) / 'house.sqlite3'}") as house:
            is_missed = measure(browser, house, message.books or BOOKS, message.changes)
        browser.close()
    sys.exit(1 if is_missed else 0)


if __name__ == "__main__":
    main()
