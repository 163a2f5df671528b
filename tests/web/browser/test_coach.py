"""The coach on the table page: off, after the round, before acting; and the My play page."""

from __future__ import annotations

import csv
import os
import re
from pathlib import Path
from typing import Any

import pytest

from tests.web.browser.conftest import Arrive
from tests.web.browser.test_keys import Moment, dealt
from tests.web.browser.visiting import DESKTOP, PHONE, Guest, Size, has_dealt

_TRUE = {True: "true", False: "false"}


@pytest.fixture
def player(gather: Arrive) -> Guest:
    player = gather()
    player.come_in()
    player.page.set_default_timeout(60_000)
    return player


def _advice(player: Guest) -> list[str]:
    texts: list[str] = []

    def note(request: Any) -> None:
        is_a_choice = request.url.endswith("/me/preferences")  # sent without a request
        if "/advice" in request.url or ("/me/" in request.url and not is_a_choice):
            texts.append(request.url)

    player.page.on("request", note)
    return texts


def _picture(player: Guest, name: str) -> None:
    """Take a screenshot if a folder for it is given."""
    if folder := os.environ.get("PITBOSS_PICTURES"):
        player.page.screenshot(path=str(Path(folder) / f"coach-{name}.png"))


def _keys(shown: dict[str, Any], player: Guest) -> list[str | None]:
    """The keys of the bar, in their order."""
    assert shown["turn"] is not None
    return [
        one.get_attribute("data-key") for one in player.page.locator(".bar .act > button").all()
    ]


def _until_a_turn(player: Guest) -> dict[str, Any]:
    """Bet until there is a hand to decide, and stand on the hands before it."""
    for _ in range(300):
        shown = player.shown()
        turn = shown["turn"]
        if turn is not None and turn["player"] == shown["you"]["name"]:
            return shown
        if shown["phase"] == "betting":
            player.has_bet()
        else:
            player.has_decided()
        player.page.wait_for_timeout(100)
    raise AssertionError("no hand was to be decided")


def test_off_after_and_before(player: Guest) -> None:
    table = player.open_table("classic", practice=True)
    advice = _advice(player)
    player.go(f"/tables/{table}", ".bar button")
    page = player.page
    _until_a_turn(player)
    assert advice == []
    assert page.locator(".coach").is_hidden()
    page.select_option("[data-focus=coach]", "after")
    page.wait_for_timeout(200)
    assert advice == [], "nothing is asked before the round is over"
    assert page.locator("[data-ev]").count() == 0
    number = player.shown()["round"]
    while player.shown()["round"] == number:
        player.has_decided()
        page.wait_for_timeout(100)
    page.wait_for_selector(".coach-rows li")
    assert f"Round {number}" in (page.locator(".coach").text_content() or "")
    assert f"Rounds {number} · decisions" in (page.locator(".session-line").text_content() or "")
    _picture(player, "after")
    keys = _keys(_until_a_turn(player), player)
    page.select_option("[data-focus=coach]", "before")
    shown = _until_a_turn(player)
    page.wait_for_selector(".coach-acts .best")
    assert _keys(shown, player) == keys, "buttons keep their order and their key"
    acts = {one.get_attribute("data-act") for one in page.locator("[data-ev]").all()}
    assert acts == {one["act"] for one in shown["turn"]["acts"]}
    page.locator(".reckoned summary").click()
    numbers = [int(one.text_content() or 0) for one in page.locator(".unseen-cards dd").all()]
    unseen = int(page.locator("[data-unseen]").get_attribute("data-unseen") or 0)
    assert len(numbers) == 10 and sum(numbers) == unseen == 6 * 52 - 3
    for size, theme, name in (
        (DESKTOP, "light", "desktop"), (PHONE, "dark", "phone"), (Size(320, 640), "light", "small"),
    ):  # fmt: skip
        player.looks_at(size, theme)
        page.locator(".coach details").first.evaluate(
            f"one => {{ one.open = {_TRUE[size == DESKTOP]} }}"
        )
        assert page.locator(".coach summary").first.is_visible()
        assert page.locator(".coach-acts .best").is_visible() is (size == DESKTOP)
        assert not player.is_too_wide()
        under = page.locator(".bar [data-worth]").first
        shows = under.evaluate("one => getComputedStyle(one, '::after').content")
        assert (shows not in ("none", "normal")) is (size != DESKTOP), "the value under its word"
        _picture(player, name)
    page.keyboard.press("a")
    assert page.locator(".coach-acts .best").is_visible()
    page.reload()  # on a narrow screen one line, opened by a tap
    page.wait_for_selector(".coach summary")
    assert page.locator(".coach-acts .best").is_hidden()
    page.locator(".coach summary").first.click()
    assert page.locator(".coach-acts .best").is_visible()
    player.looks_at(DESKTOP, "light")
    player.go("/me", ".sessions li")
    session = page.locator(".sessions li").first.text_content() or ""
    assert "Rounds" in session and "Classic blackjack" in session
    assert page.locator(".coach-table").count() >= 2
    assert player.faults() == []
    _picture(player, "me")


@pytest.fixture
def dealer(gather: Arrive) -> Guest:
    return gather(role="dealer")


def test_a_rigged_hand_is_priced_and_a_mistake_tried_and_shown_again(
    player: Guest, dealer: Guest
) -> None:
    page = player.page
    table = dealer.open_table("classic", dealt_by="person", cards="called")
    player.go(f"/tables/{table}", ".bar")
    page.select_option("[data-focus=coach]", "before")
    dealt(dealer, player, table, Moment("h", "Th 6d", "Ts 5c", ""))
    page.wait_for_selector(".coach-acts .best")
    values = {
        str(one.get_attribute("data-act")): float(one.get_attribute("data-ev") or 0)
        for one in page.locator("[data-ev]").all()
    }
    assert (round(values["hit"], 4), round(values["stand"], 4)) == (-0.5347, -0.5410)
    page.keyboard.press("s")
    page.wait_for_timeout(200)
    has_dealt(dealer, table, {None: ["9h"]})
    page.select_option("[data-focus=coach]", "after")
    assert player.say(table, type="bet", box=2, amount=10_00) == 200
    assert dealer.say(table, type="close_bets") == 200
    has_dealt(dealer, table, {2: ["Th", "7d"], None: ["Ts", "5c"]})
    page.wait_for_selector("[aria-label='Your turn']")
    page.keyboard.press("h")
    page.wait_for_timeout(200)
    assert page.locator("[data-ev]").count() == 0
    has_dealt(dealer, table, {2: ["8h"], None: ["9h"]})
    page.wait_for_selector(".coach-rows .mistake")
    page.keyboard.press("t")
    assert page.locator(".coach-rows [data-act=stand]").count() == 1, "T tries again at the table"
    _picture(player, "again-at-table")
    boss = player.house.named("supervisor")
    boss.say(table, "close_table", why="what was played there can still be seen")
    player.go("/me", ".worst li")
    first = page.locator(".worst > li").first
    text = first.text_content() or ""
    assert "T 7 against T: hit" in text and "costs 1.62" in text and "stand is better" in text
    assert "Permitted:" in text and first.locator(".permitted .why-button").count() >= 2
    page.keyboard.press("j")
    page.keyboard.press("k")
    page.keyboard.press("t")
    assert first.locator("> span").first.is_hidden(), "the answer is hidden"
    first.locator("[data-act=hit]").click()
    assert "stand is better: −0.4185" in (first.locator("[role=status]").text_content() or "")
    first.locator("[data-act=stand]").click()
    assert "Right: stand" in (first.locator("[role=status]").text_content() or "")
    for size, theme in ((PHONE, "dark"), (DESKTOP, "light")):
        player.looks_at(size, theme)
        assert player.faults() == []
        _whole_picture(player, f"me-{theme}")
    assert page.locator("[data-cell='hard/17/T'][data-heat='4']").count() == 1
    assert page.locator(".line-7").count() == page.locator(".line-30").count() == 2
    _filters_its_rounds(player, table)
    with page.expect_download() as download:
        page.click("#progress-file")
    rows = list(csv.DictReader(Path(download.value.path()).read_text().splitlines()))
    assert [row["table"] for row in rows].count(table) == 2
    assert float(rows[-1]["cost"]) == max(float(row["cost"]) for row in rows)
    page.select_option("#progress-kind", "hard")
    assert page.locator(".line-7").count() == page.locator(".line-30").count() == 2
    page.locator("[data-round] a").first.click()
    page.wait_for_selector("[data-decision]")
    assert page.url.endswith(f"/me/rounds/{table}/2")
    listed = page.locator("[data-decision] [data-ev]").all()
    values_then = [round(float(one.get_attribute("data-ev") or 0), 4) for one in listed]
    assert values_then[:2] == [-0.4185, -0.5801]
    page.click("[data-step=back]")
    page.click("[data-step=next]")
    assert page.locator("pb-round pb-card").count() >= 3
    for size, theme in ((PHONE, "dark"), (DESKTOP, "light")):
        player.looks_at(size, theme)
        assert player.faults() == []
        _whole_picture(player, f"round-{theme}")


def _filters_its_rounds(player: Guest, table: str) -> None:
    """Rounds are found by day, book and table."""
    page = player.page
    listed = page.locator(".my-rounds [data-round]")
    for field, wanted in (("table", table), ("book", "classic")):
        with page.expect_response(re.compile(f"/me/rounds.*{field}={wanted}")) as answer:
            page.select_option(f"#rounds-{field}", wanted)
        assert answer.value.json()["all"] == 2
    assert [one.get_attribute("data-round") for one in listed.all()] == [f"{table}/2", f"{table}/1"]
    page.fill("#rounds-day", "2001-01-01")
    page.wait_for_selector(".my-rounds [role=status]:text-is('No rounds.')")
    assert listed.count() == 0
    page.fill("#rounds-day", "")
    page.wait_for_selector(".my-rounds [role=status]:text-is('2 rounds')")
    assert listed.count() == 2


def _whole_picture(player: Guest, name: str) -> None:
    if folder := os.environ.get("PITBOSS_PICTURES"):
        path = Path(folder) / f"coach-{name}.png"
        player.page.screenshot(path=str(path), full_page=True)
