"""How soon the edge follows a control of the lab: a real browser, 50 single changes a book.

    python -m benchmarks.lab                        every book
    python -m benchmarks.lab nz classic             these books
    python -m benchmarks.lab --changes 20           fewer changes

Two figures a book, each from the ``input`` event to the new ``[data-edge]``. *Looked ahead* are
changes whose price the house has calculated while the page was idle; the browser asks for each
for the first time. *Never looked ahead* are changes in a row without a pause. The server has its
usual limits and its usual workers; the person is signed in.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from tests.web.serving import PASSWORD, Server

from pitboss.rulebooks import BOOKS

LOOKED_AHEAD: Final = 150
NEVER: Final = 300
ZAPPIT: Final = 1500
"""Milliseconds asked for at the 95th percentile."""

_CHANGE: Final = """([key, value]) => new Promise((resolve) => {
  const shown = () => document.querySelector("[data-edge]");
  const before = shown().dataset.digest;
  const control = document.querySelector(`[data-option="${key}"]`);
  const start = performance.now();
  const look = () => {
    const figures = document.querySelector(".lab-figures");
    if (figures.getAttribute("aria-busy") !== "false" || shown().dataset.digest === before) return;
    watching.disconnect();
    resolve(performance.now() - start);
  };
  const watching = new MutationObserver(look);
  const whole = { subtree: true, childList: true, attributes: true };
  watching.observe(document.querySelector(".lab"), whole);
  setTimeout(() => { watching.disconnect(); resolve(-1); }, 60000);
  const input = control.querySelector(`input[type=radio][value="${value}"]`)
    ?? control.querySelector("input[type=range]") ?? control.querySelector("input, select");
  if (input.type === "radio") input.checked = true;
  else if (input.type === "checkbox") input.checked = value === "true";
  else input.value = value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
})"""


class House(Server):
    """A server as people start it."""

    pace = ()


def percentile(found: Sequence[float], share: float = 0.95) -> float:
    """The value that a share of all does not exceed."""
    return sorted(found)[min(len(found) - 1, int(share * len(found)))]


class Visit:
    """Somebody who is signed in, with an empty browser."""

    def __init__(self, browser: Browser, house: House, name: str) -> None:
        self.context: BrowserContext = browser.new_context(base_url=house.address)
        told = {"name": name, "password": PASSWORD}
        assert self.context.request.post("/api/v1/sessions", data=told).ok
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(120_000)

    def opens(self, book: str) -> dict[str, Any]:
        """The lab of a book, once the price of everything one step away is known."""
        self.page.goto(f"/lab/{book}?view=cards")
        self.page.wait_for_selector("[data-edge]:not([data-edge=''])")
        digest = self.page.get_attribute("[data-edge]", "data-digest")
        while True:
            path = f"/api/v1/lab/prices/{digest}?wait=near&page=benchmark"
            told: dict[str, Any] = self.page.request.get(path).json()
            if not told["waiting"]:
                return told

    def change(self, key: str, value: str) -> float:
        """Turn one control; milliseconds until the edge is there."""
        return float(self.page.evaluate(_CHANGE, [key, value]))


def looked_ahead(browser: Browser, house: House, name: str, book: str, changes: int) -> list[float]:
    """Changes from the book's defaults, each asked for the first time by its browser."""
    found: list[float] = []
    while len(found) < changes:
        visit = Visit(browser, house, name)
        near = visit.opens(book)["near"]
        visit.page.wait_for_timeout(500)
        for one in near[: changes - len(found)]:
            found.append(visit.change(one["key"], one["value"]))
            visit.page.wait_for_timeout(250)
            visit.page.click("[data-focus=reset]")
            visit.page.wait_for_selector(".lab-figures[aria-busy=false]")
            visit.page.wait_for_timeout(250)
        visit.context.close()
    return found


def never(browser: Browser, house: House, name: str, book: str, changes: int) -> list[float]:
    """Changes one after another, each from where the last one led."""
    visit = Visit(browser, house, name)
    near = visit.opens(book)["near"]
    options: dict[str, list[str]] = {}
    for one in near:
        options.setdefault(one["key"], []).append(one["value"])
    told = visit.page.request.get(f"/api/v1/rulebooks/{book}").json()["elections"]
    for option in told:
        if option["key"] in options:
            options[option["key"]].append(str(option["value"]).lower())
    rng, found, now = random.Random(7), [], dict.fromkeys(options, "")
    for _ in range(changes):
        key = rng.choice(sorted(options))
        value = rng.choice([each for each in options[key] if each != now[key]])
        now[key] = value
        took = visit.change(key, value)
        if took >= 0:
            found.append(took)
        visit.page.wait_for_timeout(600)  # two new prices a second are the limit
    visit.context.close()
    return found


def main() -> None:
    """Measure and print; the exit is 1 where a figure is above what is asked for."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("books", nargs="*", default=list(BOOKS))
    arguments.add_argument("--changes", type=int, default=50)
    told = arguments.parse_args()
    missed = False
    with tempfile.TemporaryDirectory(prefix="pitboss-lab-") as folder, sync_playwright() as play:
        chromium = shutil.which("chromium") or shutil.which("chromium-browser")
        browser = play.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        with House(f"sqlite:///{Path(folder) / 'house.sqlite3'}") as house:
            name = house.named("shift_manager").name
            for book in told.books or BOOKS:
                ahead = looked_ahead(browser, house, name, book, told.changes)
                cold = never(browser, house, name, book, told.changes)
                is_zappit = book == "zappit"
                limits = (ZAPPIT, ZAPPIT) if is_zappit else (LOOKED_AHEAD, NEVER)
                figures = percentile(ahead), percentile(cold)
                missed |= any(f > at for f, at in zip(figures, limits, strict=True))
                print(
                    f"{book:8} looked ahead p95 {figures[0]:6.0f} ms (asked {limits[0]}),"
                    f" never p95 {figures[1]:6.0f} ms (asked {limits[1]}),"
                    f" medians {percentile(ahead, 0.5):.0f} and {percentile(cold, 0.5):.0f},"
                    f" {len(ahead)} and {len(cold)} changes, load {os.getloadavg()[0]:.1f}",
                    flush=True,
                )
        browser.close()
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
