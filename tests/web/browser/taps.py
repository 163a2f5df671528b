"""Three taps at one place: nothing but the deal happens, in any book, at any size and speed.

``python -m tests.web.browser.taps`` plays every combination in a real browser and prints how many
taps did anything else; the suite plays a selection.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterable, Iterator
from itertools import groupby, product
from typing import Any, Final, NamedTuple

from playwright.sync_api import Browser, BrowserContext, Page, WebSocket, sync_playwright

from pitboss.rulebooks import BOOKS
from tests.web.browser.visiting import Size, chromium_here
from tests.web.serving import Server, patiently

SIZES: Final = tuple(
    Size(*size)
    for size in ((320, 568), (360, 740), (768, 1024), (1280, 800), (1920, 1080), (720, 450))
)
SPEEDS: Final = ("slow", "normal", "fast", "off")
RHYTHMS: Final = {"quick": (0, 80, 160), "slow": (0, 350, 700), "after": (0, 470, 940)}
"""Milliseconds of the taps: a bouncing finger, an impatient one, one that waits for the pause."""
MEANS: Final = ("pointer", "touch", "keyboard")

ALLOWED: Final = {"sit": 1, "place": 1, "deal": 1, "give_seed": 2}
"""The commands of one bet that is placed and dealt, and how often each is sent."""


_OFFERS_DEAL = """document.querySelector('[data-focus=deal]') !== null
  && document.querySelector('pb-table').deaf?.isDeaf !== true"""


_OFFERS_STAND = """() => document.querySelector('[data-focus="stand "]:not(.refused)') !== null
  && document.querySelector('pb-table').deaf?.isDeaf !== true"""

_ROUNDS: Final = 40
"""Rounds for which a guest's play money lasts."""


class Case(NamedTuple):
    """One combination."""

    book: str
    size: Size
    speed: str
    rhythm: str
    means: str


def every_case() -> Iterator[Case]:
    """Every combination; a key is at no place, so that only its quick repetition is a slip."""
    for book, size, speed, rhythm in product(BOOKS, SIZES, SPEEDS, RHYTHMS):
        means = "touch" if size.width < 700 else "pointer"
        yield Case(book, size, speed, rhythm, means)
    for book, speed in product(BOOKS, SPEEDS):
        yield Case(book, SIZES[3], speed, "quick", "keyboard")


def selected_cases() -> Iterator[Case]:
    """Every book at two sizes, and every size, speed, rhythm and means at least twice."""
    rhythms = ("quick", "slow", "after")
    for turn, (at, book) in product(range(2), enumerate(BOOKS)):
        size = SIZES[(at + 3 * turn) % 6]
        means = "touch" if size.width < 700 else "pointer"
        rhythm = rhythms[(at + turn) % 3] if at < 3 else rhythms[turn]
        yield Case(book, size, SPEEDS[(at + turn) % 4], rhythm, means)
    yield Case(BOOKS[0], SIZES[3], "off", "quick", "keyboard")
    yield Case(BOOKS[1], SIZES[0], "fast", "quick", "keyboard")


class Tapper:
    """A person who plays every book at practice tables, each on a page of its own."""

    def __init__(self, browser: Browser, house: Server) -> None:
        self._context: BrowserContext = browser.new_context(
            base_url=house.address, has_touch=True, reduced_motion="no-preference"
        )
        answer = self._context.request.post("/api/v1/sessions", data={"guest": True})
        assert answer.status == 201, answer.text()
        self._pages: dict[str, Page] = {}
        self._tables: dict[str, str] = {}
        self._sent: list[dict[str, Any]] = []
        self._keys = 0

    def close(self) -> None:
        self._context.close()

    def open(self, book: str) -> Page:
        """The page of the book's table, opened once."""
        if book in self._pages:
            return self._pages[book]
        document = {"book": book, "practice": True, "name": f"A table of {book}"}
        answer = self._context.request.post("/api/v1/tables", data=document)
        assert answer.status == 201, answer.text()
        self._tables[book] = answer.json()["id"]
        page = self._pages[book] = self._context.new_page()
        page.set_default_timeout(15_000)
        page.on("websocket", self._listens)
        page.goto(f"/tables/{self._tables[book]}")
        page.wait_for_selector("#bar button")
        return page

    def _listens(self, socket: WebSocket) -> None:
        def note(payload: str | bytes) -> None:
            message = json.loads(payload)
            if message["type"] == "command":
                self._sent.append(message["command"])

        socket.on("framesent", note)

    def _state(self, book: str) -> dict[str, Any]:
        path = f"/api/v1/tables/{self._tables[book]}"
        state: dict[str, Any] = self._context.request.get(path).json()["state"]
        return state

    def _says(self, book: str, command: dict[str, Any]) -> None:
        self._keys += 1
        self._context.request.post(
            f"/api/v1/tables/{self._tables[book]}/commands",
            data=command,
            headers={"idempotency-key": f"tapper {self._keys}"},
        )

    def finish(self, book: str) -> None:
        """Decide everything without the page, until bets are open and may be placed."""
        page = self.open(book)
        page.evaluate("document.querySelector('pb-table').speed = 'off'")
        for _ in patiently():
            if self._decides(book, self._state(book)):
                continue
            # Bots bet and bank in their own time; what is pressed must have come to rest.
            offers = page.evaluate(_OFFERS_DEAL)
            page.wait_for_timeout(20)
            if (
                offers
                and page.evaluate(_OFFERS_DEAL)
                and not self._decides(book, self._state(book))
            ):
                return
        raise AssertionError(f"{book}: no deal on {page.inner_text('#bar')!r}")

    def _decides(self, book: str, state: dict[str, Any]) -> bool:
        name = state["you"]["name"]
        if request := [ask["command"] for ask in state["asks"] if ask["player"] == name]:
            self._says(book, request[-1])
            return True
        if state["window"] is not None and name in state["window"]["waiting"]:
            self._says(book, {"type": "done"})
            return True
        turn = state["turn"]
        if turn is None or turn["player"] != name:
            return False
        acts = [act["act"] for act in turn["acts"]]
        act = next(act for act in ("stand", "hit") if act in acts)
        self._says(book, {"type": act, "box": turn["box"], "hand": turn["hand"]})
        return True

    def wrong(self, case: Case) -> list[str]:
        """What three taps did besides the deal; a round that ended by itself may be dealt again."""
        for _ in range(5):
            sent, rounds = self._taps(case)
            wrong = [kind for kind in sent if kind not in ALLOWED]
            wrong += [f"{kind} twice" for kind, most in ALLOWED.items() if sent.count(kind) > most]
            if "deal" not in sent:
                wrong.append("no deal")
            elif not wrong or not rounds:
                break
        return wrong

    def stand_three_times(self, book: str, size: Size, apart: int) -> tuple[list[str], str, str]:
        """What three taps on *Stand* sent, and what the deal offered before and after them."""
        page = self.open(book)
        page.bring_to_front()
        page.set_viewport_size({"width": size.width, "height": size.height})
        page.evaluate("document.querySelector('pb-table').speed = 'off'")
        for _ in range(10):
            self.finish(book)
            before, number = page.inner_text("[data-focus=deal]"), self._state(book)["round"]
            page.click("[data-focus=deal]")
            for _ in patiently():
                state = self._state(book)
                answered = state["window"] is not None and self._decides(book, state)
                if not answered and (state["turn"] is not None or state["round"] > number):
                    break
            if state["turn"] is not None:
                break
        page.wait_for_function(_OFFERS_STAND)
        place = page.locator('[data-focus="stand "]').bounding_box()
        assert place is not None
        self._sent.clear()
        for tap in range(3):
            if tap:
                page.wait_for_timeout(apart)
            page.touchscreen.tap(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
        page.wait_for_timeout(60)
        sent = [command["type"] for command in self._sent]
        self.finish(book)
        return sent, before, page.inner_text("[data-focus=deal]")

    def _taps(self, case: Case) -> tuple[list[str], int]:
        """The commands that were sent, and how many rounds ended meanwhile."""
        page = self.open(case.book)
        page.bring_to_front()
        page.set_viewport_size({"width": case.size.width, "height": case.size.height})
        self.finish(case.book)
        page.evaluate("document.activeElement.blur()")
        page.evaluate(f"document.querySelector('pb-table').speed = '{case.speed}'")
        page.locator("[data-focus=deal]").scroll_into_view_if_needed()
        place = page.locator("[data-focus=deal]").bounding_box()
        assert place is not None
        x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
        number = self._state(case.book)["round"]
        self._sent.clear()
        began = page.evaluate("performance.now()")
        for due in RHYTHMS[case.rhythm]:
            passed = page.evaluate("performance.now()") - began
            if due > passed:
                page.wait_for_timeout(due - passed)
            if case.means == "touch":
                page.touchscreen.tap(x, y)
            elif case.means == "pointer":
                page.mouse.click(x, y)
            else:
                page.keyboard.press("Space")
        page.wait_for_timeout(60)
        kinds = [command["type"] for command in self._sent]
        return kinds, self._state(case.book)["round"] - number


def failures(browser: Browser, house: Server, cases: Iterable[Case]) -> dict[Case, list[str]]:
    """The combinations in which a tap did something besides the deal."""
    failed = {}
    for _, some in groupby(enumerate(cases), lambda each: each[0] // _ROUNDS):
        tapper = Tapper(browser, house)
        for _, case in some:
            if wrong := tapper.wrong(case):
                failed[case] = wrong
        tapper.close()
    return failed


def main() -> None:
    """Play every combination."""
    executable = chromium_here()
    if executable is None:
        sys.exit("no Chromium was found")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox"])
        wanted = set(sys.argv[1:])
        cases = [case for case in every_case() if not wanted or case.book in wanted]
        with Server(f"sqlite:///{folder}/house.sqlite3") as house:
            failed = failures(browser, house, cases)
        browser.close()
    for case, wrong in failed.items():
        width, height = case.size
        print(f"{case.book} {width}×{height} {case.speed} {case.rhythm} {case.means}:", *wrong)
    print(f"{len(cases)} combinations, {len(failed)} in which a tap did more than deal")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
