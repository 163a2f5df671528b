"""The dealer's page: one obvious control for what is due, from the first inspection on."""

from __future__ import annotations

import os

from tests.web.browser.conftest import Arrive
from tests.web.browser.visiting import Guest

STEPS = ("spread", "turn", "wash", "stack", "riffle")


def picture(person: Guest, name: str) -> None:
    """A picture to look at, if a folder for it is named."""
    if folder := os.environ.get("PITBOSS_LOOK"):
        person.page.screenshot(path=f"{folder}/{name}.png")


def primary(person: Guest) -> list[str]:
    """The highlighted controls of the bar."""
    shown: list[str] = person.page.evaluate(
        "[...document.querySelectorAll('button.big.primary')].map((one) => one.dataset.focus)"
    )
    return shown


def test_the_dealer_is_led_from_the_inspection_to_the_deal(arrive: Arrive) -> None:
    dealer, boss, ada = arrive("dealer"), arrive("supervisor"), arrive()
    ada.come_in()
    table = dealer.open_table("nz", dealt_by="person", cards="called")
    for person in (dealer, boss, ada):
        person.page.goto(f"/tables/{table}")
        person.shown()
    ada.say(table, type="sit", box=1)
    assert dealer.say(table, type="take_chair") == 200
    dealer.page.wait_for_selector("[data-focus='prepare inspect 1'].primary")
    picture(dealer, "inspect")
    dealer.press("Space")
    boss.page.click("[data-focus='prepare inspect 1']")
    for step in STEPS:
        dealer.page.wait_for_selector(f"[data-focus='prepare {step} 1'].primary")
        assert primary(dealer) == [f"prepare {step} 1"]
        dealer.press("Space")
        if step == "spread":
            ada.page.click("[data-focus='prepare view 1']")
    dealer.page.wait_for_selector("[data-focus=shuffle].primary")
    assert primary(dealer) == ["shuffle"]
    picture(dealer, "shuffle")
    dealer.press("Space")
    dealer.page.wait_for_selector("[data-focus='pass cut']")
    assert primary(dealer) == []  # the cut is on offer: nothing is the dealer's to do
    assert ada.say(table, type="decline_cut") == 200
    dealer.page.wait_for_selector("[data-focus='house cut'].primary")
    dealer.press("Space")
    dealer.page.wait_for_selector("[data-focus='rank A']")
    assert dealer.say(table, type="call", card="2c") == 200  # the first card is burned
    dealer.page.wait_for_selector("[data-focus='close bets'].primary")
    ada.page.click(".say-bet summary")
    ada.page.click("[data-focus='say bet']")
    dealer.page.wait_for_selector(f"[data-focus='place_declared {ada.name} 1 main']")
    picture(dealer, "spoken")
    ada.page.wait_for_selector("[data-focus='say bet']")  # the form stays open
    picture(ada, "player")
    dealer.page.click(f"[data-focus='place_declared {ada.name} 1 main']")
    dealer.until("document.querySelector('pb-table').state.boxes[0].wagers.length === 1")
    assert dealer.shown()["declared"] == []
