"""The audit pages: every round, searched and stepped through, and the ledgers."""

from __future__ import annotations

from tests.web.browser.conftest import Arrive
from tests.web.browser.visiting import DESKTOP, PHONE, Guest, Size, play_a_round
from tests.web.serving import Server

SMALLEST = Size(320, 640)


def _faults(one: Guest) -> list[str]:
    texts = []
    for size, theme in ((SMALLEST, "dark"), (PHONE, "light"), (DESKTOP, "light")):
        one.looks_at(size, theme)
        texts += one.faults()
    return texts


def test_a_round_is_found_among_many_and_the_ledgers_are_read(
    arrive: Arrive, house: Server
) -> None:
    player, auditor = arrive(), arrive("auditor")
    player.come_in()
    table = player.open_table("leaflet")
    visitor = house.guest()
    other = visitor.sit(table)
    other.must("bet", box=7, amount=10_00)
    other.must("deal")
    other.finish()
    other.close()
    player.go(f"/tables/{table}", "[data-focus=deal]")
    for _ in range(2):
        play_a_round(player)
    page = auditor.page
    auditor.go("/audit", ".archive tbody tr")
    assert _faults(auditor) == []
    page.fill("#find-table", player.name)
    auditor.until("document.querySelectorAll('.archive tbody tr').length === 1")
    page.click(".archive tbody a")
    page.wait_for_selector(".rounds li >> nth=2")
    page.wait_for_selector(".steps li")
    newest = page.locator(".rounds li").first.inner_text()
    assert "Round 3" in newest and player.name in newest and visitor.name not in newest
    page.fill("#find-player", visitor.name.lower())
    auditor.until("document.querySelectorAll('.rounds li').length === 1")
    page.fill("#find-player", "")
    page.check("#find-ruled")
    page.wait_for_selector("text=No round matches.")
    page.uncheck("#find-ruled")
    auditor.until("document.querySelectorAll('.rounds li').length === 3")
    page.click("[data-round='1']")
    page.wait_for_selector("h2:has-text('Round 1')")
    page.click("#ledger")
    page.wait_for_selector(".ledger tbody tr")
    assert "The house" in page.inner_text(".ledger")
    assert _faults(auditor) == []
    auditor.go("/audit", "#person")
    page.fill("#person", player.name)
    page.click("text=Show")
    page.wait_for_selector(".ledger >> text=Opening balance")
    assert _faults(auditor) == []
