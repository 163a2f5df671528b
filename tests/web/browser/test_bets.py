"""Bets as at a real table: chips on spots, undo, double, rebet; and why an act is refused."""

from __future__ import annotations

import re
from typing import Any

import pytest

from pitboss.rulebooks import BOOKS
from tests.web.browser.conftest import Arrive
from tests.web.browser.test_keys import Moment, dealt
from tests.web.browser.visiting import PHONE, Guest, play_a_round


def laid(player: Guest, table: str) -> dict[tuple[int, str], int]:
    """This player's amount on each spot, from the server."""
    return {
        (box["number"], wager["kind"]): wager["amount"]
        for box in player.state(table)["boxes"]
        for wager in box["wagers"]
        if wager["bettor"] == player.name
    }


def on_the_cloth(player: Guest, boxes: list[int]) -> dict[int, str]:
    """The amounts that the page shows on the circles."""
    page = player.page
    return {
        box: page.locator(f"[data-box='{box}'] .pick .amount").inner_text()
        for box in boxes
        if page.locator(f"[data-box='{box}'] .pick .amount").count()
    }


def amount(player: Guest, value: str) -> None:
    player.page.fill("[data-focus='amount bet']", value)
    player.page.press("[data-focus='amount bet']", "Enter")


ANSWERED_LATE = """() => {
  const table = document.querySelector("pb-table");
  const sent = table.try.bind(table);
  table.try = async (command) => {
    const refused = await sent(command);
    await new Promise((go_on) => setTimeout(go_on, 500));
    return refused;
  };
}"""


def test_chips_count_once_between_the_state_and_the_answer(arrive: Arrive) -> None:
    player = arrive()
    player.come_in()
    table = player.open_table("leaflet")
    player.go(f"/tables/{table}", "[data-focus=deal]")
    page = player.page
    page.evaluate(ANSWERED_LATE)
    page.click("[data-focus='chip 2500']")
    for key in ("3", "3"):
        page.keyboard.press(key)
    page.click("[data-focus=bet]")
    page.wait_for_selector("[data-box='3'].yours .pick pb-chips")
    player.until("document.querySelector('pb-table').state.boxes[2].wagers.length > 0")
    assert laid(player, table) == {(3, "main"): 5000}
    assert on_the_cloth(player, [3]) == {3: "50"}, "the answer is still to come"
    page.keyboard.press("3")
    assert on_the_cloth(player, [3]) == {3: "75"}, "a further chip waits"
    page.wait_for_timeout(600)
    assert on_the_cloth(player, [3]) == {3: "75"}
    assert page.locator("[data-box='3'].waiting-chips").count() == 1


def test_chips_on_three_boxes_and_a_side_spot_by_keys(arrive: Arrive) -> None:
    player = arrive()
    player.come_in()
    table = player.open_table("leaflet")
    player.go(f"/tables/{table}", "[data-focus=deal]")
    page = player.page
    page.focus("[data-focus='chip 2500']")
    page.keyboard.press("Enter")
    page.evaluate("document.activeElement.blur()")
    for key in ("2", "3", "4", "4", "u"):
        page.keyboard.press(key)
    assert on_the_cloth(player, [1, 2, 3, 4]) == {2: "25", 3: "25", 4: "25"}
    assert not laid(player, table), "they wait, dashed, until they are placed"
    assert page.locator(".box.waiting-chips").count() == 3
    page.focus("[data-focus='spot 3 perfect_pairs']")
    page.keyboard.press("Enter")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("x")
    assert on_the_cloth(player, [2, 3, 4]) == {2: "50", 3: "50", 4: "50"}
    page.click("[data-focus=bet]")
    page.wait_for_selector(".box.waiting-chips", state="detached")
    due = {(2, "main"): 5000, (3, "main"): 5000, (3, "perfect_pairs"): 5000, (4, "main"): 5000}
    assert laid(player, table) == due
    ledger = page.request.get(f"/api/v1/tables/{table}/ledger").json()["postings"]
    assert sum(line["amount"] for line in ledger) == -sum(due.values())
    page.keyboard.press("Space")
    play_a_round(player, bets=False)
    page.reload()
    page.wait_for_selector("[data-focus=deal]")
    assert "Rebet 200 & deal" in page.inner_text("[data-focus=deal]"), "kept over a reload"
    page.keyboard.press("b")
    assert on_the_cloth(player, [2, 3, 4]) == {2: "50", 3: "50", 4: "50"}
    page.keyboard.press("Backspace")
    page.wait_for_selector(".box.waiting-chips", state="detached")
    page.keyboard.press("b")
    page.click("[data-focus=bet]")
    page.wait_for_selector(".box.waiting-chips", state="detached")
    assert laid(player, table) == due
    page.wait_for_selector("[aria-label='Take back Box 3: Perfect Pairs 50']")
    page.keyboard.press("Backspace")
    page.wait_for_selector(".felt.over")
    assert laid(player, table) == {}


def test_chips_by_touch_and_one_too_many_falls_back_with_its_clause(arrive: Arrive) -> None:
    player = arrive(size=PHONE)
    player.come_in()
    table = player.open_table("rws")
    player.go(f"/tables/{table}", "[data-focus=deal]")
    page = player.page
    page.click("[data-focus='chip 50000']")
    page.click("[data-box='3'] .pick")
    page.click("[data-box='5'] .pick")
    amount(player, "100")
    page.click("[data-focus='side player_pair']")
    page.click("[data-focus='chip 50000']")
    page.click("[data-focus=undo], [data-focus=Undo]")
    assert "left to the limit" in str(page.get_attribute("[data-box='3'] .pick", "aria-label"))
    page.click("[data-box='3'] .pick")
    page.click("[data-box='3'] .pick")
    page.wait_for_selector("[data-box='3'] .pick.refused")
    assert page.locator("[data-box='3'] .pick .amount").inner_text() == "1,000"
    page.click(".toast.bad .why-button")
    page.wait_for_selector("dialog .gist")
    page.keyboard.press("Escape")
    page.locator("[data-box='3'] .pick").click(delay=700)
    assert page.locator("[data-box='3'] .pick .amount").inner_text() == "500", "a long press"
    page.drag_and_drop("[data-focus='chip 50000']", "[data-box='1'] .pick")
    assert page.locator("[data-box='1'] .pick .amount").inner_text() == "500", "and a drag"
    page.click("[data-focus=Clear]")
    assert page.locator(".box .pick pb-chips").count() == 0
    assert player.faults() == []


def test_several_bets_are_placed_all_or_none(arrive: Arrive) -> None:
    player = arrive()
    player.come_in()
    table = player.open_table("classic")
    bets = [{"box": 2, "amount": 1000}, {"box": 3, "amount": 500}]
    assert player.say(table, type="place", bets=bets) == 409
    assert laid(player, table) == {}
    player.go(f"/tables/{table}", "[data-focus=deal]")
    player.page.keyboard.press("2")
    amount(player, "5")
    player.page.keyboard.press("3")
    player.page.click("[data-focus=bet]")
    player.page.wait_for_selector("[data-box='3'] .pick.refused")
    assert laid(player, table) == {}
    assert on_the_cloth(player, [2, 3]) == {2: "10", 3: "5"}


@pytest.mark.parametrize("book", BOOKS)
def test_every_act_of_the_game_is_on_the_bar_and_says_why_not(arrive: Arrive, book: str) -> None:
    """What is refused is dimmed; pressed by pointer or by key it shows the clause."""
    dealer, player = arrive("dealer"), arrive()
    player.come_in()
    table = dealer.open_table(book, dealt_by="person", cards="called")
    if player.state(table)["bank"] is not None:
        banker = arrive()
        banker.come_in()
        dealer.begin(table)
        assert banker.say(table, type="sit", box=5) == 200
        assert banker.say(table, type="take_bank", box=5, amount=500_00) == 200
    least = player.state(table)["limits"]["minimum"]
    moment = Moment("h", "Ts 4h", "6s Td", "")
    document: dict[str, Any] = {"amount": max(least, 10_00)}
    dealt(dealer, player, table, moment, **document)
    player.go(f"/tables/{table}", "[aria-label='Your turn']")
    page = player.page
    known = player.shown()["acts"]
    keys = {one["key"] for one in known}
    assert {"h", "s", "d", "p"} <= keys and ("z" in keys) is (book == "zappit")
    for one in known:
        assert page.locator(f"#bar [data-key={one['key']}]").count() == 1, one
    before = player.shown()["sequence"]
    page.keyboard.press("p")
    page.wait_for_selector(".toast.bad .why-button")
    page.locator(".toast.bad .shut").first.click()
    page.locator("#bar .refused[data-key=p]").click()
    page.locator(".toast.bad .why-button").first.click()
    page.wait_for_selector("dialog .gist")
    page.keyboard.press("Escape")
    assert player.shown()["sequence"] == before


def test_rules_and_pays_are_on_one_sheet(arrive: Arrive) -> None:
    player = arrive(size=PHONE)
    player.come_in()
    options = {"resplit_aces": "true", "max": "750", "decks": "6"}
    table = player.open_table("leaflet", settings=options)
    player.go(f"/tables/{table}", "[data-focus=deal]")
    player.page.keyboard.press("?")
    player.page.wait_for_selector(".sheet .rule-list")
    player.page.evaluate("window.print = () => {}")
    player.page.click("[data-focus=print]")
    card = player.page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", card)) == 1, "a rack card is one page"
    wide, high = map(float, re.findall(rb"/MediaBox \[0 0 (\S+) (\S+)\]", card)[0])
    assert (round(wide / 72 * 25.4), round(high / 72 * 25.4)) == (148, 210), "of A5"
    assert player.page.locator(".rack-card").count() == 0
    text = player.page.inner_text(".sheet")
    for word in ("Blackjack pays 3 to 2", "The dealer", "Splitting", "Perfect Pairs", "25 to 1"):
        assert word in text
    marked = player.page.locator(".sheet .changed").all_inner_texts()
    assert sorted(text.split("\n")[:3] for text in marked) == [
        ["Decks in the shoe", "house option, default 8", "6"],
        ["How many hands of aces at most?", "house option, default 2", "3"],
        ["Maximum bet", "house option, default 500", "750"],
    ]
    link = str(player.page.get_attribute(".sheet a", "href"))
    assert link.startswith("/lab/leaflet?") and "resplit_aces=true" in link
    book = player.page.get_attribute("dialog a:text-is('Read the book')", "href")
    assert book == "/books/leaflet"
    assert player.faults() == []
    player.page.keyboard.press("Escape")
    player.page.evaluate("document.querySelector('[data-focus=\"sheet perfect_pairs\"]').click()")
    player.page.wait_for_selector("dialog .pays")
    player.page.wait_for_selector("dialog .gist")
