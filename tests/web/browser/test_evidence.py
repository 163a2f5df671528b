"""The evidence of a void round and a dispute of it, as its player and the staff see them."""

from __future__ import annotations

from tests.web.browser.conftest import Arrive
from tests.web.browser.test_audit import SMALLEST
from tests.web.browser.test_keys import Moment, dealt
from tests.web.browser.visiting import DESKTOP, PHONE, Guest
from tests.web.serving import Server


def _faults(one: Guest) -> list[str]:
    texts = []
    for size, theme in ((SMALLEST, "dark"), (PHONE, "light"), (DESKTOP, "light")):
        one.looks_at(size, theme)
        texts += one.faults()
    return texts


def test_a_void_round_is_printed_disputed_and_answered(arrive: Arrive, house: Server) -> None:
    boss, second = house.named("supervisor"), house.named("shift_manager")
    dealer, player = arrive("dealer"), arrive()
    decider, approver = arrive("supervisor"), house.named("shift_manager")
    player.come_in()
    table = dealer.open_table("nz", dealt_by="person", cards="called")
    dealt(dealer, player, table, Moment("h", "Ts 4h", "6s", ""))
    report = {"what": "void_hand", "box": 2, "hand": 1, "reason": "the cards fell"}
    ruling = boss.post(f"/tables/{table}/rulings", report, 202)
    second.post(f"/tables/{table}/rulings/{ruling['id']}/approvals", {})
    while dealer.state(table)["phase"] != "betting":
        assert dealer.say(table, type="perform") == 200

    page = player.page
    player.go(f"/audit/{table}", "#evidence")
    page.click("#evidence")
    page.wait_for_selector("#save-pack")
    shown = page.inner_text(".evidence")
    assert "10♠" in shown and "the cards fell" in shown
    assert boss.name in shown and second.name in shown, "both who approved"
    assert _faults(player) == []
    page.emulate_media(media="print")
    assert not page.is_visible("#top") and not page.is_visible("#print")
    assert page.is_visible("#fingerprint")
    page.emulate_media(media="screen")
    page.click("#dispute")
    page.fill("#statement", "I had fourteen.\nI would have hit.")
    page.click("text=Open the dispute")
    page.wait_for_selector("#withdraw")
    where = page.evaluate("location.pathname")
    assert _faults(player) == []

    decider.go("/disputes", f"a[href='{where}']")
    assert not decider.page.is_visible("text=Older disputes")
    assert _faults(decider) == []
    decider.go(where, "#clause")
    decider.page.check("[value=upheld]")
    decider.page.fill("#clause", "16.5(a)")
    decider.page.fill("#decision-reason", "The cards could have been put back.")
    decider.page.fill("#amount", "12.50")
    assert _faults(decider) == []
    decider.page.click("button:has-text('Decide')")
    decider.page.wait_for_selector("text=Awaiting a second approval")
    approver.post(f"{where}/approvals", {})

    player.go("/", "#answered")
    page.click("#answered")
    page.click(f"a[href='{where}']")
    page.wait_for_selector("text=12.50 was paid")
    assert _faults(player) == []
    player.go("/", ".hero")
    player.until("document.querySelector('#answered') === null")
    steps = boss.get(where)["steps"]
    assert [step["kind"] for step in steps] == ["proposed", "approved", "read"]
    page.goto(f"{where}/papers")
    page.wait_for_selector("#save-pack")
