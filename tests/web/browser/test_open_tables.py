"""A supervisor's pages of an open table: its changes, its return, its rules and the sheets."""

from __future__ import annotations

from tests.web.browser.conftest import Arrive
from tests.web.browser.visiting import DESKTOP, PHONE


def test_two_people_change_the_limits_and_the_player_reads_the_notice(arrive: Arrive) -> None:
    player, boss, other = arrive(size=PHONE), arrive("supervisor"), arrive("shift_manager")
    player.come_in()
    table = player.open_table("nz")
    player.go(f"/tables/{table}", ".pick")
    boss.go(f"/pit/tables/{table}", "#option-max")
    boss.page.fill("#option-max", "1000")
    boss.page.fill("[name=rounds]", "3")
    boss.page.fill("[name=reason]", "a full house")
    boss.page.click("text=Propose the change")
    boss.page.wait_for_selector("text=awaits a second approval")
    assert boss.page.locator("text=Needs another person’s approval").is_disabled()
    other.go(f"/pit/tables/{table}", ".pending-change")
    other.page.click("text=Approve and announce")
    other.page.wait_for_selector("text=is announced, from round 4")
    notice = player.page.locator(".notice")
    notice.locator("text=max 500 becomes 1000, from round 4 on").wait_for()
    for size, theme in ((PHONE, "dark"), (DESKTOP, "light")):
        player.looks_at(size, theme)
        assert player.faults() == []
    for size, theme in ((PHONE, "light"), (DESKTOP, "dark")):
        other.looks_at(size, theme)
        assert other.faults() == []
    other.page.click("text=Reject…")
    other.page.fill("#reason", "the party left")
    other.page.click("dialog [type=submit]")
    other.page.wait_for_selector("text=dropped by")
    notice.wait_for(state="hidden")


def test_the_sheets_and_the_rules_can_be_read_written_and_printed(arrive: Arrive) -> None:
    boss = arrive("shift_manager")
    table = boss.open_table("zappit")
    boss.go("/pit/sheets", "#cards form")
    form = boss.page.locator("#cards form")
    for name, text in (("item", f"Set of {boss.name}"), ("decks", "6"), ("colour", "red")):
        form.locator(f"[name={name}]").fill(text)
    form.locator("[type=submit]").click()
    line = boss.page.locator("#cards tr", has_text=f"Set of {boss.name}").last
    line.locator("text=6 decks, red").wait_for()
    line.locator("text=Strike…").click()
    boss.page.fill("#reason", "the wrong set")
    boss.page.click("dialog [type=submit]")
    boss.page.locator("#cards tr.struck", has_text=f"Set of {boss.name}").wait_for()
    for path, until in (("/pit/sheets", "#equipment form"), (f"/rules/{table}", ".desk-table")):
        for size, theme in ((PHONE, "light"), (DESKTOP, "dark")):
            boss.looks_at(size, theme)
            boss.go(path, until)
            assert boss.faults() == []
        boss.page.emulate_media(media="print")
        assert not boss.page.locator(".not-printed").first.is_visible()
        assert not boss.page.locator("#top").is_visible()
        boss.page.emulate_media(media="screen")
