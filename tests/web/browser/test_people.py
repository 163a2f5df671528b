"""People as the pages show them: badges, names in any script, sessions, and where nothing is."""

from __future__ import annotations

import json
import re

from tests.web.browser.conftest import Arrive
from tests.web.browser.visiting import PHONE, Guest
from tests.web.serving import PASSWORD

HEBREW = "\u05e8\u05d5\u05ea \u05db\u05d4\u05df"


def person_named(guest: Guest, name: str) -> None:
    """Sign up under a name of one's own."""
    message = {"name": name, "password": PASSWORD}
    answer = guest.page.request.post("/api/v1/people", data=message)
    assert answer.status in (201, 409), answer.text()
    guest.sign_in(name)


def test_an_unknown_path_is_a_page_with_ways_on(arrive: Arrive) -> None:
    visitor = arrive(size=PHONE, scripts=True)  # a page with status 404 is an error to a browser
    for path in ("/nonsense", "/tables/nonsense", "/books/nonsense"):
        answer = visitor.page.goto(path)
        assert answer is not None and answer.status == 404
        visitor.page.wait_for_selector("#top a.brand")
        assert visitor.page.title() == "Page not found \u00b7 Pitboss"
        assert "nonsense" in visitor.page.locator("main .lead").inner_text()
        assert visitor.faults() == []
    visitor.page.click("main .ways a:has-text('Lobby')")
    visitor.page.wait_for_selector("#practice")


def test_a_stream_that_is_refused_says_why_and_does_not_reconnect(arrive: Arrive) -> None:
    """A browser is not told why a stream is refused; the page asks, whatever opened it."""
    player = arrive(scripts=True)
    player.come_in()
    document = player.page.request.get("/", headers={"accept": "text/html"}).text()
    player.page.route(
        f"{player.house.address}/tables/nonsense",
        lambda route: route.fulfill(body=document, content_type="text/html"),
    )
    player.go("/tables/nonsense", ".no-page h1")
    assert player.page.locator(".no-page .lead").inner_text() == "Table not found."


def test_a_guest_chooses_a_name_and_reads_what_becomes_of_the_account(arrive: Arrive) -> None:
    guest = arrive()
    guest.page.goto("/sign-in")
    guest.page.wait_for_selector("#guest-terms")
    assert "180 days" in guest.page.locator("#guest-terms").inner_text()
    guest.come_in()
    table = guest.open_table("classic")
    assert guest.say(table, type="sit", box=1) == 200
    guest.go("/sign-in", "#keep-name")
    assert guest.faults() == []
    name = f"Quentin {guest.name[-6:]}"
    guest.page.fill("#keep-name", name)
    guest.page.fill("#keep-word", PASSWORD)
    guest.page.click(".keep [type=submit]")
    guest.page.wait_for_selector(".toast:has-text('leave the seat')")
    assert guest.say(table, type="leave", box=1) == 200
    guest.page.click(".keep [type=submit]")
    guest.page.wait_for_selector(f".person-name:text-is('{name}')")
    guest.go("/me", "#sign-out-everywhere")
    assert guest.faults() == []


def test_sessions_are_ended_on_the_page_of_your_own_play(arrive: Arrive) -> None:
    here, there = arrive("player"), arrive(size=PHONE)
    there.sign_in(here.name)
    here.go("/me", ".my-devices tbody tr:nth-child(4)")  # two of them are a program's
    rows = here.page.locator(".my-devices tbody tr")
    assert rows.count() == 4 and "this device" in here.page.locator(".my-devices").inner_text()
    rows.filter(has_not_text="this device").first.get_by_role("button").click()
    here.until("document.querySelectorAll('.my-devices tbody tr').length == 3")
    here.page.click("#sign-out-everywhere")
    here.page.wait_for_selector("#practice")
    assert here.page.request.get("/api/v1/me").status == 401
    assert there.page.request.get("/api/v1/me").status == 401


def test_badges_show_bots_and_staff_at_the_table_and_in_the_pit(arrive: Arrive) -> None:
    boss, player = arrive("supervisor"), arrive()
    player.come_in()
    table = player.open_table("classic", bots=1)
    staff = arrive("dealer")
    free = player.state(table)["boxes"]
    box = next(one["number"] for one in free if one["seat"] is None)
    assert staff.say(table, type="sit", box=box) == 200
    player.go(f"/tables/{table}", ".seat .badge")
    badges = {
        one.get_attribute("data-badge") for one in player.page.query_selector_all(".seat .badge")
    }
    assert badges == {"bot", "dealer"}
    section = player.page.locator(f"[data-box='{box}']").first
    assert section.get_attribute("aria-label") == f"Box {box}, {staff.name}, dealer"
    boss.go("/pit", ".pit-card .people .badge")
    card = boss.page.locator(f".pit-card:has(a[href='/tables/{table}'])")
    assert set(card.locator(".people .badge").all_inner_texts()) == {"bot", "dealer"}
    assert boss.faults() == []
    boss.go(f"/audit/{table}", ".page-head .name")
    assert player.name in boss.page.locator(".page-head").inner_text()


def test_a_name_from_right_to_left_moves_nothing_around_it(arrive: Arrive) -> None:
    boss, player = arrive("shift_manager"), arrive()
    person_named(player, f"{HEBREW} 7")
    name = player.name
    table = player.open_table("classic", name=f"{HEBREW} \u202etable")
    assert player.state(table)["name"] == f"{HEBREW} table"
    assert player.say(table, type="sit", box=1) == 200
    boss.go("/pit", ".pit-card .people bdi")
    card = boss.page.locator(f".pit-card:has(a[href='/tables/{table}'])")
    assert name in card.locator(".people .name bdi").all_inner_texts()
    assert card.locator("h2 bdi").count() == 1
    reason = "\u202eneved\u202c \u05e9\u05dc\u05d5\u05dd"
    answer = boss.page.request.post(
        f"/api/v1/tables/{table}/commands",
        data={"type": "pause", "why": reason},
        headers={"idempotency-key": f"pause {table}"},
    )
    assert answer.status == 200
    text = json.dumps(boss.page.request.get("/api/v1/pit").json(), ensure_ascii=False)
    assert not re.search("[\u202a-\u202e\u2066-\u2069\u200e\u200f]", text)
    player.go(f"/tables/{table}", ".box.yours .seat")
    boss.go(f"/tables/{table}", ".seat bdi")
    assert boss.page.locator(".seat bdi").first.inner_text() == name
