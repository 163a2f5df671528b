"""The form that opens a table: controls by kind, limits first, the exact edge as they change."""

from __future__ import annotations

import re

import pytest

from pitboss.rulebooks import BOOKS, rulebook
from pitboss.solver import solve
from tests.web.browser.conftest import Arrive
from tests.web.browser.visiting import DESKTOP, PHONE, Guest, Size

SMALLEST = Size(320, 640)
QUICK = {"max_hands": "1", "double_on": "none", "insurance": "false"}
"""House options whose price is calculated in a moment."""


@pytest.fixture(scope="module")
def opener(gather: Arrive) -> Guest:
    """A person who opens one form after another."""
    player = gather()
    player.come_in()
    player.page.set_default_timeout(60_000)
    return player


def _form(player: Guest, book: str) -> None:
    player.go("/", "#books li")
    player.page.click(f"[aria-label='Open a {rulebook(book).title} table']")
    player.page.wait_for_selector("dialog .control")


@pytest.mark.parametrize("book", BOOKS)
def test_every_option_has_a_control_and_none_is_a_text(opener: Guest, book: str) -> None:
    _form(opener, book)
    page = opener.page
    groups = page.locator("dialog .elections")
    assert groups.first.get_attribute("data-group") == "Limits and chips"
    assert groups.first.get_attribute("open") is not None, "limits come first, and are open"
    shown = [one.get_attribute("data-option") for one in page.locator("dialog .control").all()]
    assert sorted(map(str, shown)) == sorted(rulebook(book).open_elections)
    assert page.locator("dialog .control input[type=text]").count() == 0
    words = page.locator("dialog .option-groups").text_content() or ""
    assert not re.search(r"[a-z]_[a-z]", words), "words, not identifiers"
    page.evaluate("for (const one of document.querySelectorAll('dialog details')) one.open = true")
    for size, theme in ((SMALLEST, "dark"), (PHONE, "light"), (DESKTOP, "light")):
        opener.looks_at(size, theme)
        assert opener.faults() == []


def _choose(player: Guest, key: str, value: str) -> None:
    """Set an option by its control, whatever kind that is."""
    page = player.page
    control = page.locator(f"[data-option={key}]")
    group = page.locator(f".elections:has([data-option={key}])")
    if group.get_attribute("open") is None:
        group.locator("summary").click()
    kind = control.get_attribute("data-kind")
    if kind == "yes_no":
        switch = control.locator("[role=switch]")
        if switch.is_checked() != (value == "true"):
            switch.click(force=True)
    elif control.locator(f"input[type=radio][value='{value}']").count():
        control.locator(f"input[type=radio][value='{value}']").click(force=True)
    else:
        control.locator("input[type=number]").fill(value)
        control.locator("input[type=number]").press("Tab")


def test_the_edge_follows_and_the_table_is_as_chosen(opener: Guest) -> None:
    page = opener.page
    opener.looks_at(PHONE, "light")
    _form(opener, "classic")
    chosen = {**QUICK, "decks": "2", "soft_17": "hit"}
    for key, value in chosen.items():
        _choose(opener, key, value)
    edge = solve(rulebook("classic").elect_all(chosen), policy="optimal").house_edge
    page.wait_for_selector(f".edge-line[aria-busy=false] [data-edge^='{edge:.12f}']")
    assert page.inner_text(".edge-line strong") == f"{edge:.4%}"
    page.fill("#open-name", "The small room")
    _choose(opener, "max", "5")
    page.click("dialog [type=submit]")
    page.click(".toast.bad .why-button")
    page.wait_for_selector("dialog .gist")
    page.keyboard.press("Escape")
    _choose(opener, "max", "200")
    page.click("dialog [type=submit]")
    page.wait_for_url(re.compile("/tables/"))
    state = opener.shown()
    assert state["name"] == "The small room" and state["limits"]["maximum"] == 200_00
    assert state["shoe"]["size"] == 104
    assert ("soft_17", "hit") in [(e["key"], e["value"]) for e in state["elections"]]


OWN = """
id = "evening"
title = "The evening game"
jurisdiction = "Example City"
document = "House rules"
based_on = "classic"

[words]
cloth = "violet"

[clauses]
"3" = "A blackjack pays six to five."

[settlement]
blackjack_odds = { is = "6:5", under = "3" }
"""


def test_a_supervisor_adds_a_book_and_plays_it(arrive: Arrive) -> None:
    boss = arrive("supervisor")
    page = boss.page
    boss.go("/", "#own-book")
    page.set_input_files(
        "#own-book", {"name": "evening.toml", "mimeType": "text/plain", "buffer": OWN.encode()}
    )
    page.wait_for_selector("#books li[data-book=evening][data-cloth=violet]")
    assert boss.faults() == []
    boss.go("/books/evening", "text=A blackjack pays six to five.")
    boss.go("/", "#books li[data-book=evening]")
    page.click("[aria-label='Practise The evening game']")
    page.wait_for_selector(".felt[data-book=evening] >> text=Blackjack pays 6 to 5")


def test_the_chips_in_use_are_those_on_the_tray(opener: Guest) -> None:
    page = opener.page
    opener.looks_at(DESKTOP, "light")
    _form(opener, "nz")
    for chip in ("2.50", "25"):
        page.locator("[data-option=chips] .chip-choice", has_text=re.compile(f"^{chip}$")).click()
    page.click("dialog [type=submit]")
    page.wait_for_url(re.compile("/tables/"))
    page.wait_for_selector(".chip-tray .chip", state="attached")
    chips = opener.shown()["limits"]["rail"]
    assert 5_00 in chips and not {2_50, 25_00} & set(chips)
    drawn = {str(one.get_attribute("class")) for one in page.locator(".chip-tray .chip").all()}
    assert drawn == {f"chip v{value}" for value in chips}
