"""People at the tables, each with their own browser."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.rulebooks import rulebook
from tests.web.browser.conftest import Arrive
from tests.web.browser.visiting import DESKTOP, PHONE, Guest, Size, play_a_round


def test_a_newcomer_plays_a_round_with_one_click_and_the_space_bar(arrive: Arrive) -> None:
    newcomer = arrive(size=PHONE)
    newcomer.go("/", "#practice")
    newcomer.page.click("#practice")
    newcomer.page.wait_for_selector("[data-focus=deal]")
    newcomer.page.keyboard.press("Space")
    newcomer.page.wait_for_selector(".box.yours .pick pb-chips")
    for _ in range(200):
        newcomer.has_decided()
        if newcomer.is_over():
            break
        newcomer.page.wait_for_timeout(50)
    table = newcomer.page.url.rpartition("/")[2]
    alone = newcomer.state(table)
    assert alone["seconds"] is None, "nothing acts for somebody who practises"
    seated = [box["seat"]["name"] for box in alone["boxes"] if box["seat"] is not None]
    assert seated == [alone["you"]["name"]], "no bots"
    won = newcomer.state(table)["you"]["balance"] - 1000_00
    words = "You win" if won > 0 else "You lose" if won < 0 else "You break even"
    text = newcomer.page.locator(".banner").inner_text()
    assert text == (f"{words} {abs(won) // 100}" if won else words)
    assert newcomer.page.locator("#live").inner_text()
    newcomer.go("/", "#practice")
    newcomer.page.click("#practice")
    newcomer.page.wait_for_selector(".pick")
    assert newcomer.page.url.endswith(table), "the same practice table again"


def test_the_digit_of_a_box_chooses_it_and_whoever_sits_there_may_get_up(arrive: Arrive) -> None:
    player = arrive()
    player.come_in()
    player.go(f"/tables/{player.open_table('classic')}", "[data-focus=deal]")
    player.page.keyboard.press("5")
    player.page.keyboard.press("Space")
    player.page.wait_for_selector("[data-box='5'].yours .pick pb-chips")
    play_a_round(player, bets=False)
    player.page.click("[data-focus='leave 5']")
    player.page.wait_for_selector("[data-focus='sit 5']")


def test_a_refusal_is_told_with_its_clause(arrive: Arrive) -> None:
    player = arrive()
    player.come_in()
    table = player.open_table("classic", settings={"max": "500"})
    player.go(f"/tables/{table}", "[data-focus=bet]")
    player.page.click("[data-focus=bet]")
    player.page.wait_for_selector(".box.yours .pick pb-chips")
    player.page.fill("[data-focus='amount bet']", "500")
    player.page.press("[data-focus='amount bet']", "Tab")
    player.page.click(".box.yours .pick")
    player.page.wait_for_selector(".box.yours .pick.refused")
    assert player.page.locator(".box.yours .pick .amount").inner_text() == "10", "it falls back"
    player.page.click(".toast.bad .why-button")
    player.page.wait_for_selector("dialog .gist")
    assert player.page.locator("dialog .gist").first.inner_text()


def test_a_dealer_deals_a_sealed_shoe_by_pressing_deal(arrive: Arrive) -> None:
    dealer, player = arrive("dealer", size=PHONE), arrive()
    player.come_in()
    table = dealer.open_table("classic", dealt_by="person")
    dealer.go(f"/tables/{table}", "[data-focus='take chair']")
    dealer.page.click("[data-focus='take chair']")
    player.go(f"/tables/{table}", "[data-focus=deal]")
    player.page.keyboard.press("Space")
    dealer.page.wait_for_selector(".pick pb-chips")
    dealer.page.click("[data-focus='close bets']")
    for _ in range(400):
        if player.is_over():
            break
        if not player.has_decided() and dealer.sees("[data-focus=perform]"):
            dealer.press("Space")
        player.page.wait_for_timeout(20)
    last = player.shown()["last"]
    assert last["round"] == 1 and len(last["dealer"]["cards"]) >= 2
    document = player.page.request.post("/api/v1/audit/verify", data={"table": table}).json()
    assert document["ok"] and document["sealed_shoes"] == 1


def test_the_cards_are_prepared_step_by_step_and_the_burned_one_is_shown(arrive: Arrive) -> None:
    """Each person does their own steps; only the player who asks sees the burn card."""
    dealer, boss, player = arrive("dealer", size=PHONE), arrive("supervisor"), arrive(size=PHONE)
    player.come_in()
    table = dealer.open_table("nz", dealt_by="person", settings={"shuffler": "hand"})
    dealer.go(f"/tables/{table}", "[data-focus='take chair']")
    dealer.page.click("[data-focus='take chair']")
    player.say(table, type="sit", box=2)
    for one in (boss, player):
        one.go(f"/tables/{table}", ".pick")
    done = []
    people = {"dealer": dealer, "supervisor": boss, "player": player}
    while steps := dealer.state(table)["preparation"]:
        step = steps[0]
        acting = people[step["by"]]
        acting.page.click(f".preparing [data-focus='prepare {step['step']} 1']")
        acting.page.wait_for_selector(f"[data-focus='prepare {step['step']} 1']", state="detached")
        done.append((step["step"], step["by"], step["clause"]))
    opening = rulebook("nz").opening
    hand = [s for s in opening.steps if s.applies({"card_supply": "normal", "shuffler": "hand"})]
    assert done == [(s.step, s.by, s.under) for s in hand]
    assert not player.page.locator("[data-focus=burned]").is_visible()
    dealer.page.click("[data-focus=shuffle]")
    player.page.wait_for_selector(".cutting")
    player.press("Space")
    player.page.wait_for_selector(".cutting", state="detached")
    dealer.keeps_up_with(player)
    dealer.press("Space")
    player.page.click("[data-focus=burned]")
    text = player.page.locator(".toast").inner_text()
    assert re.search("Burn card: (ace|[a-z]+) of ", text), text
    dealer.page.wait_for_selector(f"text={player.name} is shown the burn card.")
    assert not dealer.page.locator("[data-focus=burned]").is_visible()


def test_somebody_signs_up_and_out_and_in_again(arrive: Arrive) -> None:
    visitor = arrive(size=PHONE)
    page = visitor.page
    visitor.go("/pit", "#new-name")
    for fields in ("new", "known"):
        page.fill(f"#{fields}-name", "Sigrid Sommer")
        page.fill(f"#{fields}-word", "a long password")
        page.click(f".card-form:has(#{fields}-name) [type=submit]")
        page.wait_for_selector("text=This page is for supervisors")
        page.click("text=Sign out")
        page.wait_for_selector("#practice")
        assert page.request.get("/api/v1/me").status == 401
        visitor.go("/pit", "#known-name")
    page.fill("#known-name", "Sigrid Sommer")
    page.fill("#known-word", "another password")
    page.click(".card-form:has(#known-name) [type=submit]")
    page.wait_for_selector(".toast.bad")


def test_motion_and_theme_are_chosen_and_kept(arrive: Arrive) -> None:
    visitor = arrive(moves=True)
    visitor.go("/", "#practice")
    fan = "getComputedStyle(document.body).getPropertyValue('background-color')"
    light = visitor.page.evaluate(fan)
    visitor.page.click("[aria-label='Dark theme']")
    visitor.page.click("[aria-label='Reduce motion']")
    visitor.page.reload()
    visitor.page.wait_for_selector("[aria-label='Reduce motion'][aria-pressed=true]")
    assert visitor.page.evaluate(fan) != light
    visitor.page.click("#practice")
    visitor.page.wait_for_selector(".gauge .fill", state="attached")
    moving = "getComputedStyle(document.querySelector('.gauge .fill')).transitionProperty"
    assert visitor.page.evaluate(moving) == "none"
    visitor.page.click("[aria-label='Reduce motion']")
    assert visitor.page.evaluate(moving) == "width"


def order(boss: Guest, table: str, label: str, reason: str) -> None:
    """Press one of the buttons of a table in the pit, and give the reason."""
    page = boss.page
    boss.go("/pit", f"a[href='/tables/{table}']")
    card = page.locator(".pit-card", has=page.locator(f"[href='/tables/{table}']"))
    card.locator(f"[aria-label^='{label}']").click()
    page.fill("#reason, #ruling-reason", reason)
    page.click("dialog [type=submit]")
    page.wait_for_selector("dialog", state="detached")


def test_the_pit_has_cards_changed_and_closes_a_table_to_wagers(arrive: Arrive) -> None:
    player, boss = arrive(size=PHONE), arrive("supervisor")
    player.come_in()
    table = player.open_table("nz")
    player.go(f"/tables/{table}", "[data-focus=deal]")
    play_a_round(player)
    for label, word in (("Reshuffle", "shuffle"), ("Replace cards", "new cards")):
        order(boss, table, label, "a card is bent")
        player.page.wait_for_selector(f".talk li:has-text('{word}')", state="attached")
    play_a_round(player)
    shoe = player.shown()["shoe"]["number"]
    assert shoe > 1, "the cards were changed before the next round"
    order(boss, table, "Suspend betting", "the layout is torn")
    player.page.wait_for_selector("text=A supervisor has suspended betting at this table")
    assert player.say(table, type="bet", box=2, amount=5000) == 409
    boss.page.locator("[aria-label^='Resume betting']").first.wait_for()
    order_card = boss.page.locator(".pit-card", has=boss.page.locator(f"[href='/tables/{table}']"))
    order_card.locator("[aria-label^='Resume betting']").click()
    player.page.wait_for_selector("[data-focus=deal]")
    order(boss, table, "Close", "the evening is over")
    player.page.wait_for_selector("text=This table is closed")


def test_an_order_without_a_clause_is_not_given_and_says_so(arrive: Arrive) -> None:
    boss = arrive("supervisor", size=PHONE)
    page = boss.page
    tables = {book: boss.open_table(book) for book in ("rws", "zappit")}
    boss.go("/pit", f"a[href='/tables/{tables['rws']}']")
    for book, table in tables.items():
        card = page.locator(".pit-card", has=page.locator(f"[href='/tables/{table}']"))
        for order in ("Reshuffle", "Replace cards"):
            button = card.locator(f"[aria-label^='{order}']")
            assert button.is_enabled() is (book == "zappit")
        reason = "this book has no clause for it. Close the table and open a new one."
        assert (reason in card.inner_text()) is (book == "rws")


def test_a_record_is_read_verified_exported_and_its_shoe_checked(
    arrive: Arrive, tmp_path: Path
) -> None:
    player, auditor = arrive(), arrive("supervisor")
    player.come_in()
    table = player.open_table("leaflet")
    player.go(f"/tables/{table}", "[data-focus=deal]")
    play_a_round(player, sides=True)
    order(auditor, table, "Close", "to read its record")
    page = auditor.page
    auditor.go(f"/audit/{table}", ".steps li")
    events = page.request.get(f"/api/v1/tables/{table}/rounds/1").json()["events"]
    for place, event in enumerate(events[:6]):
        step = page.locator(".step")
        assert event["says"] in step.locator(".says").inner_text()
        assert step.locator(".hash").inner_text() == event["hash"]
        facts = step.locator("dl").inner_text()
        assert event["actor"] in facts and (event["clause"] or "none") in facts, place
        page.click("[data-focus=next]")
    page.click("#verify")
    page.wait_for_selector(".verdict.good")
    assert "Log verified" in page.inner_text(".verdict")
    page.click("#fairness")
    page.wait_for_selector("text=Shoe verified")
    with page.expect_download() as download:
        page.click("[download]")
    log = tmp_path / "table.jsonl"
    download.value.save_as(log)
    verify = [sys.executable, "-m", "pitboss", "verify", str(log)]
    done = subprocess.run(verify, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "1 round" in done.stdout, done.stdout + done.stderr


@pytest.fixture(scope="module")
def tour(gather: Arrive) -> tuple[Guest, Guest, str]:
    """A member of staff, a player, and the table both watch."""
    boss, player = gather("supervisor"), gather()
    player.come_in()
    table = player.open_table("rws")
    player.go(f"/tables/{table}", "[data-focus=deal]")
    play_a_round(player, sides=True)
    return boss, player, table


@pytest.fixture(scope="module")
def by_hand(tour: tuple[Guest, Guest, str]) -> str:
    """A table that a person deals: a machine makes none of the errors of a hand."""
    return tour[0].open_table("rws", dealt_by="person", cards="called")


SMALLEST = Size(320, 640)


@pytest.mark.parametrize(
    ("size", "theme"),
    [(SMALLEST, "light"), (DESKTOP, "dark")],
    ids=["smallest, light", "desktop, dark"],
)
def test_axe_finds_nothing_on_any_page(
    tour: tuple[Guest, Guest, str], by_hand: str, size: Size, theme: str
) -> None:
    boss, player, table = tour
    for one in (boss, player):
        one.looks_at(size, theme)
    faults = {"a round that is over": player.faults()}
    player.page.locator(".outcome .why-button").first.click()
    player.page.wait_for_selector("dialog .gist")
    faults["why?"] = player.faults()
    player.page.keyboard.press("Escape")
    boss.go("/", "#tables li")
    faults["lobby"] = boss.faults()
    boss.page.locator("[aria-label^='Open a ']").last.click()
    boss.page.wait_for_selector("dialog .control")
    faults["a table of one's own"] = boss.faults()
    boss.go("/sign-in", "#guest")
    faults["sign in"] = boss.faults()
    boss.go(f"/audit/{table}", ".steps li")
    faults["record"] = boss.faults()
    boss.go("/pit", ".pit-card")
    faults["pit"] = boss.faults()
    card = boss.page.locator(f".pit-card:has([href='/tables/{by_hand}'])")
    card.locator("[aria-label^='Report an irregularity']").click()
    boss.page.locator("dialog .choice:enabled").first.click()
    boss.page.wait_for_selector("dialog .preview h3")
    faults["ruling"] = boss.faults()
    assert faults == {page: [] for page in faults}
