"""The pit: a table is paused, a ruling holds the round, and the figures are by wager."""

from __future__ import annotations

from tests.web.browser.conftest import Arrive
from tests.web.browser.visiting import DESKTOP, PHONE, Guest, Size, play_a_round
from tests.web.serving import Server

SMALLEST = Size(320, 640)


def _card(boss: Guest, table: str) -> str:
    return f".pit-card:has([href='/tables/{table}'])"


def _to_a_turn(player: Guest, table: str) -> None:
    """Bet until there is a hand to decide on."""
    player.go(f"/tables/{table}", "[data-focus=deal]")
    turn = "[aria-label='Your turn']"
    for _ in range(200):
        if player.sees(turn):
            return
        if not player.has_bet():
            player.has_decided()
        player.page.wait_for_timeout(30)
    raise AssertionError("no turn comes")


def test_a_supervisor_pauses_a_table_and_its_players_are_told(arrive: Arrive) -> None:
    player, boss = arrive(size=PHONE), arrive("supervisor")
    player.come_in()
    table = player.open_table("classic")
    _to_a_turn(player, table)
    assert player.page.locator(".clock").is_visible()
    boss.go("/pit", _card(boss, table))
    card = boss.page.locator(_card(boss, table))
    card.locator("[aria-label^='Pause']").click()
    boss.page.fill("#reason", "a glass fell over")
    boss.page.click("dialog [type=submit]")
    player.page.wait_for_selector(".paused-bar >> text=A glass fell over")
    assert not player.page.locator(".clock").is_visible(), "the clock is stopped"
    for size, theme in ((SMALLEST, "dark"), (DESKTOP, "light"), (PHONE, "light")):
        player.looks_at(size, theme)
        assert player.faults() == []
    card.locator(".paused-tag").wait_for()
    card.locator("[aria-label^='Resume ']").first.click()
    player.page.wait_for_selector("[aria-label='Your turn']")
    assert player.page.locator(".clock").is_visible()


def test_a_ruling_holds_the_round_and_is_rejected_withdrawn_or_approved(arrive: Arrive) -> None:
    player, boss, other = arrive(size=PHONE), arrive("supervisor"), arrive("shift_manager")
    player.come_in()
    table = player.open_table("classic")
    _to_a_turn(player, table)
    report = f"{_card(boss, table)} [aria-label^='Report an irregularity']"
    review = f"{_card(boss, table)} [aria-label^='Review pending ruling']"

    def rule() -> None:
        boss.go("/pit", report)
        boss.page.click(report)
        player.page.wait_for_selector(".paused-bar >> text=A supervisor is preparing a ruling")
        assert not boss.sees("dialog .choice[disabled]"), "only what can have happened is offered"
        boss.page.click("dialog [data-what=void_round]")
        boss.page.wait_for_selector("dialog .preview[data-ready]")
        boss.page.fill("#ruling-reason", "the cards fell")
        boss.page.click("dialog [type=submit]")
        player.page.wait_for_selector(".paused-bar >> text=A ruling awaits its second approval")

    rule()
    boss.page.click(review)
    boss.page.click("dialog .withdraw")
    player.page.wait_for_selector("[aria-label='Your turn']")
    rule()
    other.go("/pit", review)
    other.page.click(review)
    other.page.wait_for_selector("dialog .waiting-ruling .preview table")
    for size, theme in ((SMALLEST, "dark"), (DESKTOP, "light")):
        other.looks_at(size, theme)
        assert other.faults() == []
    other.page.fill("dialog .decision input", "nothing fell")
    other.page.click("dialog .reject")
    player.page.wait_for_selector("[aria-label='Your turn']")
    rule()
    other.go("/pit", review)
    other.page.click(review)
    other.page.click("dialog .approve")
    player.page.wait_for_selector("text=Round void: bets returned")
    other.page.wait_for_selector(f"{_card(other, table)} >> text=the cards fell")


def test_the_pit_shows_people_and_figures_by_wager(arrive: Arrive, house: Server) -> None:
    player, boss = arrive(), arrive("supervisor")
    player.come_in()
    table = player.open_table("leaflet", settings={"decks": "6"})
    practice = player.open_table("leaflet", practice=True)
    player.go(f"/tables/{table}", "[data-focus=deal]")
    play_a_round(player, sides=True)
    boss.go("/pit", f"{_card(boss, table)} .figures")
    card = boss.page.locator(_card(boss, table))
    message = next(
        one for one in boss.page.request.get("/api/v1/pit").json()["tables"] if one["id"] == table
    )
    assert f"opened by {player.name}" in card.inner_text()
    assert f"{abs(message['win']) / 100:g}" in card.locator(".figures").inner_text()
    card.locator("summary").click()
    kinds = [row.get_attribute("data-kind") for row in card.locator("tbody tr").all()]
    assert {"main", "perfect_pairs"} <= set(kinds)
    assert not boss.sees(_card(boss, practice)), "practice is out of the way"
    lab = f"[href='{message['lab']}'][aria-label*='in the lab']"
    assert message["lab"] == "/lab/leaflet?decks=6" and card.locator(lab).is_visible()
    listed = f".table-card:has([aria-label='Enter {message['name']}'])"
    boss.go("/", f"{listed} .hold-figure")
    boss.page.click(f"{listed} {lab}")
    boss.page.wait_for_selector("[data-option=decks].changed")
    boss.go("/pit", f"{_card(boss, table)} .figures")
    for size, theme in ((SMALLEST, "dark"), (DESKTOP, "light")):
        boss.looks_at(size, theme)
        assert boss.faults() == []
