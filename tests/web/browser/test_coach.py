"""The coach on the table page: off, after the round, before acting; and the page of one's play."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from tests.web.browser.conftest import Arrive
from tests.web.browser.visiting import DESKTOP, PHONE, Guest, Size

_TRUE = {True: "true", False: "false"}


@pytest.fixture
def player(gather: Arrive) -> Guest:
    player = gather()
    player.come_in()
    player.page.set_default_timeout(60_000)
    return player


def _advice(player: Guest) -> list[str]:
    asked: list[str] = []

    def note(request: Any) -> None:
        if "/advice" in request.url or "/me/" in request.url:
            asked.append(request.url)

    player.page.on("request", note)
    return asked


def _picture(player: Guest, name: str) -> None:
    """Take a picture if somebody wants to look at it."""
    if folder := os.environ.get("PITBOSS_PICTURES"):
        player.page.screenshot(path=str(Path(folder) / f"coach-{name}.png"))


def _until_a_turn(player: Guest) -> dict[str, Any]:
    """Bet until there is a hand to decide, and stand on the hands between."""
    for _ in range(60):
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
    asked = _advice(player)
    player.go(f"/tables/{table}", ".bar button")
    page = player.page
    _until_a_turn(player)
    assert asked == []
    assert page.locator(".coach").is_hidden()
    page.select_option("[data-focus=coach]", "after")
    page.wait_for_timeout(200)
    assert asked == [], "nothing is asked before the round is over"
    assert page.locator("[data-ev]").count() == 0
    number = player.shown()["round"]
    while player.shown()["round"] == number:
        player.has_decided()
        page.wait_for_timeout(100)
    page.wait_for_selector(".coach-rows li")
    assert f"Round {number}" in (page.locator(".coach").text_content() or "")
    _picture(player, "after")
    page.select_option("[data-focus=coach]", "before")
    shown = _until_a_turn(player)
    page.wait_for_selector(".coach-acts .best")
    acts = {one.get_attribute("data-act") for one in page.locator("[data-ev]").all()}
    assert acts == {one["act"] for one in shown["turn"]["acts"]}
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
    assert "Rounds" in (page.locator(".sessions li").first.text_content() or "")
    assert page.locator(".coach-table").count() >= 2
    assert player.faults() == []
    _picture(player, "me")


def test_a_mistake_is_listed_and_tried_again(player: Guest) -> None:
    table = player.open_table("classic", practice=True)
    player.go(f"/tables/{table}", ".bar button")
    for _ in range(4):
        shown = _until_a_turn(player)
        while player.shown()["round"] == shown["round"]:
            if player.sees(".bar [data-key=d]:not([disabled])"):
                player.page.keyboard.press("d")  # nearly always a mistake
            else:
                player.has_decided()
            player.page.wait_for_timeout(100)
    player.go("/me", ".worst li")
    page = player.page
    page.keyboard.press("j")
    page.keyboard.press("k")
    page.keyboard.press("t")
    first = page.locator(".worst li").first
    assert first.locator("> span").first.is_hidden(), "the answer is hidden"
    acts = [one.get_attribute("data-act") for one in first.locator("[data-act]").all()]
    assert {"hit", "stand"} <= set(acts)
    first.locator("[data-act=double]").click()
    assert "is better" in (first.locator("[role=status]").text_content() or "")
    _picture(player, "again")
