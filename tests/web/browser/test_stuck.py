"""No player gets stuck: with the bank, without money, practising or signing up."""

from __future__ import annotations

import re

from tests.web.browser.conftest import Arrive
from tests.web.browser.visiting import DESKTOP, PHONE, Size
from tests.web.serving import PASSWORD

SMALLEST = Size(320, 640)


def test_whoever_takes_the_bank_deals_and_sees_how_it_ends(arrive: Arrive) -> None:
    player = arrive(size=PHONE)
    player.come_in()
    table = player.open_table("nobust", practice=True)
    player.say(table, type="sit", box=1)
    player.go(f"/tables/{table}", "[data-focus=cut], [aria-label='Your decision']")
    page = player.page
    if player.sees("[data-focus=cut]"):
        page.keyboard.press("Space")
    page.wait_for_selector("[aria-label='Your decision'] [data-key]")
    assert "Take the bank: 200" in page.inner_text("#bar"), "twenty times the minimum"
    page.fill("[data-focus='amount bank']", "5000")
    page.press("[data-focus='amount bank']", "Tab")
    page.wait_for_selector("#bar >> text=Take the bank: 998")  # the balance, less the fee of 2
    page.fill("[data-focus='amount bank']", "100")
    page.press("[data-focus='amount bank']", "Tab")
    page.click("[aria-label='Your decision'] .act:has-text('Take the bank') button.big")
    page.wait_for_selector(".banker")
    page.wait_for_selector("#bar [data-focus=deal]")
    facts = page.inner_text(".bank-facts")
    assert re.search(r"Bank\s+100", facts) and re.search(r"Bet against it\s+[12]0", facts), facts
    for size, theme in ((SMALLEST, "light"), (DESKTOP, "dark"), (PHONE, "light")):
        player.looks_at(size, theme)
        assert player.faults() == []
    page.keyboard.press("Space")
    page.wait_for_selector(".bank-ended")
    own = player.shown()["last"]["results"][
        player.state(page.url.rpartition("/")[2])["you"]["name"]
    ]
    word = "wins" if own["bank"] > 0 else "loses" if own["bank"] < 0 else "breaks even"
    text = page.inner_text(".bank-ended")
    assert f"Your bank {word}" in text and "Fee 2." in text
    assert own["net"] == own["bank"] - 2_00


def test_whoever_is_broke_takes_more_with_one_key(arrive: Arrive) -> None:
    player = arrive(size=PHONE)
    player.come_in()
    table = player.open_table("classic", settings={"min": "1500", "max": "3000"})
    player.go(f"/tables/{table}", "[data-focus=refill]")
    page = player.page
    assert not player.sees("[data-focus=deal]"), "what they cannot afford is not offered"
    assert player.faults() == []
    page.dblclick("[data-focus=refill]")
    page.wait_for_selector("[data-focus=deal]")
    player.until("document.querySelector('pb-table').state.you.balance === 200000")
    assert player.page.request.get("/api/v1/me").json()["balance"] == 2000_00
    page.fill("[data-focus='amount bet']", "3000")
    page.press("[data-focus='amount bet']", "Tab")
    page.wait_for_selector("text=Bet 2,000 & deal")


def test_a_guest_keeps_the_account_with_its_seat(arrive: Arrive) -> None:
    player = arrive(size=PHONE)
    player.come_in()
    table = player.open_table("classic")
    player.go(f"/tables/{table}", "[data-focus='sit 2']")
    page = player.page
    page.click("[data-focus='sit 2']")
    page.wait_for_selector("[data-box='2'].yours", state="attached")
    page.click(".me a:has-text('Sign up')")
    page.wait_for_selector("#keep-word")
    assert player.faults() == []
    page.fill("#keep-word", PASSWORD)
    page.click(".keep [type=submit]")
    page.wait_for_selector("[data-box='2'].yours", state="attached")
    page.wait_for_selector("text=Sign out")
    assert page.inner_text(".person-name") == player.name


def test_nobody_sees_an_error_before_they_come_in(arrive: Arrive) -> None:
    visitor = arrive()
    texts: list[str] = []
    visitor.page.on("console", lambda line: texts.append(f"{line.type}: {line.text}"))
    visitor.go("/", "#books li")
    assert [line for line in texts if line.startswith("error")] == []
