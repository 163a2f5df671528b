"""A hand that was declared void gets its sentence where its player reads: on a phone too."""

from __future__ import annotations

from tests.web.browser.conftest import Arrive
from tests.web.browser.test_keys import Moment, dealt
from tests.web.browser.visiting import PHONE
from tests.web.serving import Server


def test_a_voided_hand_is_told_during_the_round_and_after_it(arrive: Arrive, house: Server) -> None:
    supervisor, manager = house.named("supervisor"), house.named("shift_manager")
    dealer, player = arrive("dealer"), arrive(size=PHONE)
    player.come_in()
    table = dealer.open_table("nz", dealt_by="person", cards="called")
    dealt(dealer, player, table, Moment("h", "Ts 4h", "6s", ""))
    player.go(f"/tables/{table}", "[aria-label='Your turn']")
    report = {"what": "void_hand", "box": 2, "hand": 1, "reason": "the cards fell"}
    ruling = supervisor.post(f"/tables/{table}/rulings", report, 202)
    manager.post(f"/tables/{table}/rulings/{ruling['id']}/approvals", {})
    page = player.page
    lead = page.locator("#bar .lead", has_text="Hand void: 10 returned.")
    lead.wait_for()
    place, bar = lead.bounding_box(), page.locator("#bar").bounding_box()
    assert place is not None and bar is not None
    assert bar["y"] <= place["y"] and place["y"] + place["height"] <= PHONE.height, "in sight"
    text = lead.evaluate("one => [one.scrollHeight, one.clientHeight]")
    assert text[0] <= text[1], "all of it"
    lead.locator(".why-button").click()
    page.wait_for_selector("dialog .gist")
    page.keyboard.press("Escape")
    while dealer.state(table)["phase"] != "betting":
        assert dealer.say(table, type="perform") == 200
    page.locator(".felt.over .banner", has_text="Hand void: 10 returned").wait_for()
    banner, cards = page.locator(".banner").bounding_box(), page.locator(".dealer pb-card").first
    there = cards.bounding_box()
    assert banner is not None and there is not None
    assert banner["y"] >= there["y"] + 0.8 * there["height"], "not over the dealer's cards"
