"""Nothing is cut off: at 320 pixels, at 200 % zoom, with text twice as large, on low screens."""

from __future__ import annotations

import pytest

from pitboss.rulebooks import BOOKS
from tests.web.browser.conftest import Arrive
from tests.web.browser.visiting import DESKTOP, Guest, Size
from tests.web.serving import patiently

SIZES = {
    "320 pixels": Size(320, 568),
    "1280×800 at 200 %": Size(640, 400),
    "1440×900 at 200 %": Size(720, 450),
    "text at 200 %": DESKTOP,
}
"""A zoom of 200 % is a screen of half the width and height, with two pixels for one."""

_FITS = """() => {
  const wrong = [];
  const name = (e) => `${e.localName}${e.id && `#${e.id}`}.${[...e.classList].join(".")} ` +
    `"${e.textContent.trim().slice(0, 24)}"`;
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) wrong.push(`the page is ${root.scrollWidth} wide`);
  const isSeen = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && !e.closest(".unseen, .skip, svg, .flying, .rack-card, [aria-hidden=true]");
  const scrolls = (e, end) => {
    for (let up = e.parentElement; up && up !== end; up = up.parentElement) {
      if (/auto|scroll/.test(getComputedStyle(up).overflowX)) return true;
    }
    return false;
  };
  for (const e of document.body.querySelectorAll("*")) {
    if (!isSeen(e)) continue;
    const { left, right, width, height } = e.getBoundingClientRect();
    if (width < 2 || height < 2) continue;
    const isOut = right > root.clientWidth + 1 || left < -1;
    if (isOut && !scrolls(e)) wrong.push(`${name(e)} leaves the screen`);
    const style = getComputedStyle(e);
    const hides = /hidden|clip/.test(style.overflowX) && e.scrollWidth > e.clientWidth + 1;
    const isPicture = e.matches(".hero, .room, .felt, .band, .gauge, .table-card, .book-card");
    const isCut = hides && style.textOverflow !== "ellipsis" && !isPicture;
    if (isCut && e !== document.body) wrong.push(`${name(e)} is cut off`);
    if (e.matches("button, a.button, a.quiet, summary, select") && e.scrollWidth > e.clientWidth + 1
      && e.clientWidth > 0) wrong.push(`${name(e)} is wider than its place`);
  }
  return [...new Set(wrong)].slice(0, 12);
}"""

_DEALER = """() => {
  const cards = [...document.querySelectorAll(".dealer pb-card")];
  const room = document.querySelector(".room").getBoundingClientRect();
  const hidden = cards.filter((card) => {
    const { left, top, right, bottom } = card.getBoundingClientRect();
    const isIn = top >= room.top && bottom <= room.bottom && left >= 0 && right <= innerWidth;
    const over = document.elementFromPoint(left + 5, top + 8);
    return !isIn || !over?.closest(".dealer");
  });
  return [cards.length, hidden.length];
}"""

_REFUSED = """async () => {
  const files = [...document.querySelectorAll("link[rel=modulepreload], script[src]")];
  const address = files.map((one) => one.href || one.src).find((each) => each.includes("why.js"));
  const { tellProblem } = await import(address);
  tellProblem({ why: "the player in control has a hand of 17 here, which may not be doubled" });
}"""
"""A refusal is shown as any is."""

_SCROLLED = "document.querySelector('.room').scrollTo(0, TOP)"


def misfits(one: Guest, checks: str = _FITS) -> dict[str, object]:
    """What does not fit, by screen."""
    document = {}
    for screen, size in SIZES.items():
        one.looks_at(size, "light")
        text = "200%" if screen.startswith("text") else ""
        one.page.evaluate(f"document.documentElement.style.fontSize = '{text}'")
        one.page.wait_for_timeout(60)  # until it is laid out
        if wrong := one.page.evaluate(checks):
            document[screen] = wrong
    one.page.evaluate("document.documentElement.style.fontSize = ''")
    return document


@pytest.fixture(scope="module")
def player(gather: Arrive) -> Guest:
    player = gather()
    player.come_in()
    return player


PAGES = {
    "/": "#books li",
    "/sign-in": "#new-name, .keep",
    "/books": ".library-card, .library",
    "/books/nz": ".clause",
    "/books/nz/rounds/NZ02": ".worked .steps li",
    "/books/nz/rounds/NZ02/play": ".rehearsal-bar button",
    "/lab/nz": "aside.sheet .acts",
    "/me": "#main h1",
    "/me/drills": "#main h1",
    "/me/drills/hands": ".drill-stage",
    "/me/drills/count": ".drill-stage",
    "/me/drills/bets": ".drill-stage",
}


def test_every_page_fits(player: Guest) -> None:
    player.page.set_default_timeout(60_000)  # the lab prices a book first
    wrong = {}
    for path, until in PAGES.items():
        player.looks_at(DESKTOP, "light")
        player.go(path, until)
        wrong[path] = misfits(player)
    assert wrong == {path: {} for path in PAGES}


def test_every_page_of_the_staff_fits(gather: Arrive, player: Guest) -> None:
    boss = gather("shift_manager")
    table = player.open_table("nz")
    wrong = {}
    for path, until in {
        "/pit": f"a[href='/tables/{table}']",
        "/audit": ".archive tbody tr",
        f"/audit/{table}": "#main h1",
        f"/tables/{table}": ".pick",
        f"/pit/tables/{table}": ".desk-table",
        "/pit/sheets": "#equipment form",
        f"/rules/{table}": ".desk-table",
    }.items():
        boss.looks_at(DESKTOP, "light")
        boss.go(path, until)
        wrong[path] = misfits(boss)
    assert not any(wrong.values()), wrong


@pytest.mark.parametrize("book", list(BOOKS))
def test_a_table_fits_and_the_dealers_cards_are_in_view(player: Guest, book: str) -> None:
    player.looks_at(DESKTOP, "light")
    player.go(f"/tables/{player.open_table(book, practice=True)}", "#bar button")
    wrong: dict[str, object] = {"before": misfits(player)}
    page = player.page
    page.click("[data-focus=deal]")
    for _ in patiently():
        if page.locator(".dealer pb-card").count():
            break
        player.has_decided()
        page.wait_for_timeout(20)
    wrong["dealt"] = misfits(player)
    for top in (0, 9999):
        for screen, size in SIZES.items():
            if screen.startswith("text"):
                continue
            player.looks_at(size, "light")
            page.wait_for_timeout(60)
            page.evaluate(_SCROLLED.replace("TOP", str(top)))
            page.wait_for_timeout(30)
            cards, hidden = page.evaluate(_DEALER)
            assert cards > 0
            if hidden:
                wrong[f"{screen}, cloth at {top}"] = f"{hidden} of the dealer's cards are hidden"
            page.evaluate(_REFUSED)
            page.wait_for_selector(".toast.bad")
            cards, hidden = page.evaluate(_DEALER)
            if hidden and size.height < 500:  # low screens have room beside the cloth
                wrong[f"{screen}, refused"] = f"{hidden} of the dealer's cards are covered"
            page.evaluate("document.querySelectorAll('.toast').forEach((one) => one.remove())")
    page.keyboard.press("?")
    page.wait_for_selector(".sheet .rule-list")
    wrong["rules"] = misfits(player)
    page.keyboard.press("Escape")
    assert wrong == {"before": {}, "dealt": {}, "rules": {}}
