"""Every key does what the button with its label does, and each button shows its clause."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from tests.web.browser.conftest import Arrive
from tests.web.browser.visiting import Guest, has_dealt


class Moment(NamedTuple):
    """The cards dealt, the key pressed, and the event it causes."""

    key: str
    hand: str
    dealer: str
    event: str


LATE = {"surrender": "late"}
MOMENTS = {
    "classic": [
        Moment("h", "Ts 4h", "6s Td", "HandHit"),
        Moment("s", "Ts 4h", "6s Td", "HandStood"),
        Moment("d", "5s 6h", "6s Td", "HandDoubled"),
        Moment("p", "8s 8h", "6s Td", "HandSplit"),
        Moment("i", "Ts 9h", "As Td", "WagerPlaced"),
        Moment("r", "Ts 6h", "Ts 7d", "HandSurrendered"),
    ],
    "zappit": [Moment("z", "Ts 6h", "6s Td", "HandZapped")],
    "nz": [Moment("e", "As Kh", "Ah", "EvenMoneyTaken")],
}


@pytest.mark.parametrize("book", MOMENTS)
def test_a_key_does_what_its_button_says(arrive: Arrive, book: str) -> None:
    dealer, player = arrive("dealer"), arrive()
    player.come_in()
    document: dict[str, Any] = {"settings": LATE} if book == "classic" else {}
    for moment in MOMENTS[book]:
        table = dealer.open_table(book, dealt_by="person", cards="called", **document)
        dealt(dealer, player, table, moment)
        player.go(f"/tables/{table}", f"#bar [data-key={moment.key}]")
        player.page.locator(f"#bar [data-key={moment.key}] + .why-button").click()
        player.page.wait_for_selector("dialog .gist")
        player.page.keyboard.press("Escape")
        after = player.shown()["sequence"]
        player.press(moment.key)
        events = player.page.request.get(f"/api/v1/tables/{table}/events?after={after}").json()
        assert moment.event in [one["event"] for one in events["events"]], moment


def dealt(dealer: Guest, player: Guest, table: str, moment: Moment, amount: int = 10_00) -> None:
    """A round of one box up to its player's decision."""
    dealer.begin(table)
    assert player.say(table, type="bet", box=2, amount=amount) == 200
    assert dealer.say(table, type="close_bets") == 200
    cards: dict[int | None, list[str]] = {2: moment.hand.split(), None: moment.dealer.split()}
    state = has_dealt(dealer, table, cards)
    if state["window"] is not None and state["window"]["waiting"] and moment.key in "hsdpz":
        player.say(table, type="done")
        has_dealt(dealer, table, cards)


def test_space_confirms_after_the_pointer_and_after_an_amount(arrive: Arrive) -> None:
    """Neither a clicked button nor a completed field captures the keys."""
    player = arrive()
    player.come_in()
    player.go(f"/tables/{player.open_table('classic')}", "[data-focus=deal]")
    page = player.page
    page.click("[data-focus='chip 2500']")
    assert "Bet 25 & deal" in page.inner_text("[data-focus=deal]"), "25 means 25"
    page.keyboard.press("3")
    page.wait_for_selector("[data-box='3'].waiting-chips .pick")
    page.click("[data-focus='amount bet']")
    page.keyboard.type("0")
    page.keyboard.press("Enter")
    page.keyboard.press("3")
    player.press("Space")
    page.wait_for_selector("[data-box='3'].yours .pick pb-chips")
    bet = page.locator("[data-box='3'] .pick .amount").inner_text()
    assert bet == "275"
