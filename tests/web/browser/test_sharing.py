"""Two people at the box they share: only the one who is asked has buttons."""

from __future__ import annotations

import pytest

from tests.support import clause
from tests.web.browser.conftest import Arrive
from tests.web.browser.visiting import has_dealt


@clause("nz:14.3(c)#1", "nz:14.3(d)")
@pytest.mark.parametrize(
    "hand, act, label, key, event",
    [
        ("5s 6h", "double", "Double too", "y", "WagerPlaced"),
        ("5s 6h", "double", "Don't double", "n", "ShareDeclined"),
        ("8s 8h", "split", "Bet on hands 1 and 2", "y", "WagerPlaced"),
        ("8s 8h", "split", "Stay on hand 2 only", "m", "ShareDeclined"),
    ],
)
def test_whoever_bets_behind_another_is_asked_on_the_own_page(
    arrive: Arrive, hand: str, act: str, label: str, key: str, event: str
) -> None:
    dealer, ada, ben = arrive("dealer"), arrive(), arrive()
    for one in (ada, ben):
        one.come_in()
    table = dealer.open_table("nz", dealt_by="person", cards="called")
    dealer.begin(table)
    assert ada.say(table, type="sit", box=2) == 200
    for one in (ada, ben):
        assert one.say(table, type="bet", box=2, amount=10_00) == 200
    assert dealer.say(table, type="close_bets") == 200
    has_dealt(dealer, table, {2: hand.split(), None: ["6s"]})
    before = ben.state(table)["you"]["balance"]
    ben.go(f"/tables/{table}", "#bar .idle")
    ada.go(f"/tables/{table}", f"#bar [data-key={act[0] if act == 'double' else 'p'}]")
    ada.press("d" if act == "double" else "p")
    element = ben.page.locator(f"#bar [data-key={key}]")
    element.wait_for()
    assert label in element.inner_text()
    assert ben.state(table)["you"]["balance"] == before
    ada.page.locator("#bar .lead", has_text="Waiting for").wait_for()
    if key == "y" and act == "double":
        ben.page.fill("[data-focus='amount double']", "5")
        ben.page.keyboard.press("Enter")
    after = ben.shown()["sequence"]
    ben.press(key)
    events = ben.page.request.get(f"/api/v1/tables/{table}/events?after={after}").json()["events"]
    mine = [one for one in events if one["event"] == event]
    assert [one["player"] for one in mine] == [ben.state(table)["you"]["name"]]
    if key == "y":
        assert mine[0]["stake"] == (5_00 if act == "double" else 10_00)
    balance = ben.state(table)["you"]["balance"]
    assert balance == before - (mine[0]["stake"] if key == "y" else 0)
