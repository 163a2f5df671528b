"""A person with a browser: what they press, and what they see."""

from __future__ import annotations

import itertools
import shutil
from typing import Any, NamedTuple

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as Overdue

from tests.web.serving import PASSWORD, Server

_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]

_QUIETLY = {"resultTypes": ["violations"], "preload": False}
"""Elements without problems are not listed, which took half of the time."""

_COLOURS = ["color-contrast", "link-in-text-block"]
_SIZES = ["target-size"]

_ASKED_OF_ALL = {
    "runOnly": _RULES,
    "rules": {rule: {"enabled": False} for rule in (*_COLOURS, *_SIZES)},
    **_QUIETLY,
}
_ASKED_OF_DIFFERENT = {"runOnly": {"type": "rule", "values": _COLOURS}, **_QUIETLY}
_ASKED_OF_SMALL = {"runOnly": {"type": "rule", "values": _SIZES}, **_QUIETLY}

_AXE = """async ([all, different, small]) => {
  const ids = new Map();
  const id = (text) => ids.get(text) ?? ids.set(text, ids.size).get(text);
  const styles = new Map();
  const insides = new Map();
  const looks = ["color", "backgroundColor", "backgroundImage", "opacity", "filter", "fontSize",
    "fontWeight", "textShadow", "visibility", "display", "position", "mixBlendMode"];
  const style = (one) => {
    const has = getComputedStyle(one);
    const name = [one.localName, one.getAttribute("class"), ...looks.map((look) => has[look])];
    return id(name.join("|"));
  };
  const inside = (one) => {
    styles.set(one, style(one));
    const within = [...one.children].map(inside);
    const text = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const found = id(`${styles.get(one)} ${text}: ${[...new Set(within)].sort()}`);
    insides.set(one, found);
    return found;
  };
  inside(document.body);
  const seen = new Map();
  const alike = [];
  const walk = (one, on) => {
    const here = id(`${insides.get(one)} on ${on}`);
    const before = seen.get(here) ?? 0;
    if (before === 3) {
      alike.push(one);
      return;
    }
    seen.set(here, before + 1);
    const under = id(`${styles.get(one)} over ${on}`);
    for (const child of one.children) walk(child, under);
  };
  walk(document.body, id(""));
  const rest = { include: [document.body], exclude: alike };
  const places = [...document.querySelectorAll(
    "a[href], button, input, select, textarea, summary, iframe, [tabindex], [contenteditable]",
  )].map((one) => [one, one.getBoundingClientRect()]).filter(([, place]) => place.width);
  const meet = (a, b) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const close = places.filter(([one, place]) => place.width < 24 || place.height < 24
    || places.some(([other, there]) => !one.contains(other) && !other.contains(one)
      && meet(place, there)));
  const found = [await axe.run(document, all), await axe.run(rest, different)];
  const tight = { include: close.map(([one]) => one) };
  return close.length ? [...found, await axe.run(tight, small)] : [...found, { violations: [] }];
}"""
"""A control is large enough if it is at least 24 pixels wide and high and nothing overlaps it. Only
the others are checked by axe, since checking all took half of the time on a large page.

Contrast takes nine tenths of the time, so it is checked for the first three of the elements that
look alike on the same background, with everything in them: a table has hundreds of such
rows."""

_BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")
"""The headless shell first: it uses a third less CPU time."""

_keys = itertools.count()

_UNTIL = """async () => {
  const end = performance.now() + 15000;
  while (!(TRUE)) {
    if (performance.now() > end) return false;
    await new Promise((again) => setTimeout(again, 10));
  }
  return true;
}"""

_TURN = "[aria-label='Your turn']"
_WINDOW = "[data-focus=done]"
_CUT = "[data-focus=cut]"
_ASKED = "[aria-label='Your decision']"
_BET = "[data-focus=deal]"
_OVER = ".felt.over .outcome"


def chromium_here() -> str | None:
    """The path of the Chromium installed on this machine, if there is one."""
    return next(filter(None, map(shutil.which, _BROWSERS)), None)


class Size(NamedTuple):
    """How large a screen is."""

    width: int
    height: int


PHONE = Size(360, 740)
DESKTOP = Size(1280, 800)


class Guest:
    """One person with one page; with a role, a member of staff who is signed in."""

    def __init__(self, house: Server, page: Page, role: str | None) -> None:
        self.house, self.page = house, page
        self.name = ""
        if role is not None:
            self.sign_in(house.named(role).name)

    def sign_in(self, name: str) -> None:
        """Sign in with an existing account."""
        self._session({"name": name, "password": PASSWORD})

    def _session(self, document: dict[str, Any]) -> None:
        answer = self.page.request.post("/api/v1/sessions", data=document)
        assert answer.status == 201, answer.text()
        self.name = answer.json()["name"]

    def come_in(self) -> None:
        """As a guest, without the page for it."""
        self._session({"guest": True})

    def open_table(self, book: str, *, bots: int = 0, **more: Any) -> str:
        document = {"book": book, "bots": bots, "name": f"A table of {book}", **more}
        answer = self.page.request.post("/api/v1/tables", data=document)
        assert answer.status == 201, answer.text()
        id: str = answer.json()["id"]
        return id

    def say(self, table: str, **message: Any) -> int:
        """Send a command without the page; returns the status of the answer."""
        answer = self.page.request.post(
            f"/api/v1/tables/{table}/commands",
            data=message,
            headers={"idempotency-key": f"key {next(_keys)}"},
        )
        return answer.status

    def begin(self, table: str) -> None:
        """As the dealer, have the cards prepared, shuffle, and cut for the house."""
        assert self.say(table, type="take_chair") == 200
        self.house.prepare(table, lambda type, **document: self.say(table, type=type, **document))
        for type in ("shuffle", "house_cut"):
            self.say(table, type=type)

    def state(self, table: str) -> dict[str, Any]:
        """The table as the server sends it to this person."""
        state: dict[str, Any] = self.page.request.get(f"/api/v1/tables/{table}").json()["state"]
        return state

    def go(self, path: str, until: str) -> None:
        self.page.goto(path)
        self.page.wait_for_selector(until)

    def shown(self) -> dict[str, Any]:
        """The state that the page of a table draws, without the clock."""
        self.until("document.querySelector('pb-table')?.state != null")
        state: dict[str, Any] = self.page.evaluate("document.querySelector('pb-table').state")
        state["seconds"] = None
        for part in ("turn", "window"):
            if state[part] is not None:
                state[part]["seconds"] = None
        return state

    def until(self, true: str) -> None:
        """Wait until an expression is true on the page; the page itself may not evaluate text."""
        assert self.page.evaluate(_UNTIL.replace("TRUE", true)), f"never: {true}"

    def press(self, *keys: str) -> None:
        """Press keys once the bar listens, and wait until the page shows the result."""
        self.until("!document.querySelector('pb-table').deaf.isDeaf")
        before = self.page.evaluate("document.querySelector('pb-table').state.sequence")
        for key in keys:
            self.page.keyboard.press(key)
        self.until(f"document.querySelector('pb-table').state.sequence > {before}")

    def keeps_up_with(self, other: Guest) -> None:
        """Wait until the page shows what the other person's page shows."""
        sequence = other.page.evaluate("document.querySelector('pb-table').state.sequence")
        self.until(f"document.querySelector('pb-table').state.sequence >= {sequence}")

    def sees(self, what: str) -> bool:
        return self.page.locator(what).count() > 0

    def cards(self) -> list[str]:
        """Every card on the table as it is announced, the dealer's first."""
        shown = self.page.locator(".lying pb-card")
        return [str(card.get_attribute("aria-label")) for card in shown.all()]

    def has_decided(self) -> bool:
        """Press a key for the current prompt, except bets; False if there is none."""
        keyboard = self.page.keyboard
        if self.sees(_CUT):
            keyboard.press("Space")
        elif self.sees(_WINDOW) or self.sees(_ASKED):
            keyboard.press("n")
        elif self.sees(_TURN):
            can_stand = self.sees(f"{_TURN} [data-key=s]:not(.refused)")
            keyboard.press("s" if can_stand else "h")
        else:
            return False
        self.page.wait_for_timeout(120)
        return True

    def has_bet(self, *, sides: bool = False) -> bool:
        """Bet and have the cards dealt, if betting is open.

        The button may still be drawn for a moment after the last press has closed the bets.
        """
        if not self.sees(_BET):
            return False
        if sides:
            self.lay_sides()
        try:
            self.page.locator(_BET).click(timeout=2_000)
        except Overdue:
            if self.sees(_BET):
                raise
            return False
        self.page.wait_for_timeout(120)
        return True

    def lay_sides(self) -> None:
        """Place the chosen amount on the player's box, and the minimum on its side spots."""
        page = self.page
        page.locator("[data-box].yours .pick, [data-box='4'] .pick").first.click()
        before = page.input_value("[data-focus='amount bet']")
        page.fill("[data-focus='amount bet']", "10")
        page.press("[data-focus='amount bet']", "Enter")
        for number in range(page.locator(".side-lay").count()):
            page.locator(".side-lay").nth(number).click()
        page.fill("[data-focus='amount bet']", before)
        page.press("[data-focus='amount bet']", "Enter")

    def is_over(self) -> bool:
        return self.sees(_OVER)

    def looks_at(self, size: Size, theme: str) -> None:
        """Take another screen."""
        self.page.set_viewport_size({"width": size.width, "height": size.height})
        self.page.emulate_media(color_scheme="dark" if theme == "dark" else "light")

    def is_too_wide(self) -> bool:
        """Whether the page scrolls sideways."""
        wide: bool = self.page.evaluate("document.documentElement.scrollWidth > innerWidth")
        return wide

    def faults(self) -> list[str]:
        """The problems that axe finds on the page, and whether it is wider than the screen."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(Axe().axe_script)
        documents = [_ASKED_OF_ALL, _ASKED_OF_DIFFERENT, _ASKED_OF_SMALL]
        every, colours, sizes = self.page.evaluate(_AXE, documents)
        looked_at = colours["passes"] or colours["incomplete"] or colours["violations"]
        assert every["passes"] and looked_at, "axe has looked at nothing"
        result = [*every["violations"], *sizes["violations"], *colours["violations"]]
        texts = [f"{v['id']}: {v['nodes'][0]['target']}" for v in result]
        if self.is_too_wide():
            texts.append("the page is wider than the screen")
        return texts


def has_dealt(dealer: Guest, table: str, cards: dict[int | None, list[str]]) -> dict[str, Any]:
    """The dealer calls these cards, then others, until a player must decide."""
    others = itertools.cycle(["2c", "3d", "2h", "3s"])
    for _ in range(100):
        state = dealer.state(table)
        to, window = state["dealer"]["card_to"], state["window"]
        if state["dealer"]["due"] is None or (window is not None and window["waiting"]):
            return state
        mine = None if to is None or state["dealer"]["due"] == "burn" else cards.get(to["box"])
        if to is None:
            message = {"type": "perform"}
        else:
            message = {"type": "call", "card": mine.pop(0) if mine else next(others)}
        assert dealer.say(table, **message) == 200
    raise AssertionError("the dealer does not come to an end")


def play_a_round(*people: Guest, sides: bool = False, bets: bool = True) -> None:
    """Have everyone bet once and decide until the round ends."""
    to_bet = list(people) if bets else []
    for _ in range(300):
        for person in people:
            if not person.has_decided() and person in to_bet and person.has_bet(sides=sides):
                to_bet.remove(person)
        if not to_bet and all(person.is_over() for person in people):
            return
        people[0].page.wait_for_timeout(100)
    raise AssertionError(f"the round does not end: {people[0].page.inner_text('#bar')}")
