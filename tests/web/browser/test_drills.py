"""Drills in a browser: hands, the count, and bets with plays by the count."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.web.browser.conftest import Arrive
from tests.web.browser.visiting import DESKTOP, PHONE, Guest

_COUNTED = {**dict.fromkeys("23456", 1), **dict.fromkeys("TJQKA", -1)}


@pytest.fixture
def player(gather: Arrive) -> Guest:
    player = gather()
    player.come_in()
    player.page.set_default_timeout(60_000)
    return player


def _picture(player: Guest, name: str) -> None:
    """Take a screenshot if a folder for it is given."""
    if folder := os.environ.get("PITBOSS_PICTURES"):
        path = Path(folder) / f"drill-{name}.png"
        player.page.screenshot(path=str(path), full_page=True)


def _looked_at(player: Guest, name: str) -> None:
    """No page is too wide or inaccessible, on any screen, in light or dark."""
    for size, theme in ((PHONE, "dark"), (DESKTOP, "light")):
        player.looks_at(size, theme)
        assert not player.is_too_wide()
        _picture(player, f"{name}-{theme}")
    assert player.faults() == []


def _asked(player: Guest) -> int:
    return int(player.page.locator(".tally").get_attribute("data-asked") or 0)


def _until_asked(player: Guest, number: int) -> None:
    player.page.wait_for_selector(f".tally[data-asked='{number}']")


def test_hands_are_answered_by_keys_and_splits_are_played_out(player: Guest) -> None:
    page = player.page
    player.go("/me/drills", "#drill-begin")
    page.select_option("#drill-book", "classic")
    page.check("[value=pairs]")
    page.wait_for_selector(".elections")
    page.locator(".elections-place summary").first.click()
    _picture(player, "setup")
    page.click("#drill-begin")
    page.wait_for_selector(".drill-acts [data-act=split]")
    assert page.locator("[data-ev]").count() == 0, "no value before the answer"
    page.keyboard.press("p")
    _until_asked(player, 1)
    assert page.locator(".drill-verdict [data-act=split][data-ev]").count() == 1
    assert page.locator(".drill-verdict .best").count() == 1
    number = 1
    for _ in range(12):
        if not page.locator(".drill-hand.turn").count():
            break
        if number == 2:
            _looked_at(player, "hands")
        page.keyboard.press("s")
        number += 1
        _until_asked(player, number)
    page.reload()
    page.wait_for_selector(".drill-acts button")
    assert _asked(player) == number, "a drill goes on after a reload"


@pytest.mark.parametrize(
    ("kind", "book", "act"),
    [
        ("soft", "classic", "double"),
        ("surrender", "rws", "surrender"),
        ("insurance", "leaflet", "insure"),
        ("zap", "zappit", "zap"),
    ],
)
def test_each_kind_of_hand_is_asked_for_under_its_book(
    player: Guest, kind: str, book: str, act: str
) -> None:
    page = player.page
    player.go("/me/drills", "#drill-begin")
    if not page.locator("#drill-book").is_visible():
        page.locator(".drill-choices summary").first.click()
    page.select_option("#drill-book", book)
    for one in page.locator(".kinds :checked").all():
        one.uncheck()
    page.check(f"[value={kind}]")
    page.click("#drill-begin")
    page.wait_for_selector(f".drill-acts [data-act={act}]")
    text = page.inner_text(".drill-stage")
    assert kind != "soft" or "soft " in text, text
    assert ("Before you play" in text) is (kind in ("insurance", "surrender")), text
    page.click(f".drill-acts [data-act={act}]")
    page.wait_for_selector(f".drill-verdict [data-act={act}][data-ev]")
    assert page.locator(".drill-verdict .best").count() == 1


def test_the_count_is_asked_for_running_then_true(player: Guest) -> None:
    page = player.page
    player.go("/me/drills/count", "#drill-begin")
    page.select_option("#drill-cards", "round")
    page.click("#drill-begin")
    page.wait_for_selector("#drill-running")
    faces = [str(c.get_attribute("face")) for c in page.locator(".drill-cloth pb-card").all()]
    assert len(faces) >= 8, "three boxes and the dealer"
    running = sum(_COUNTED.get(face[0], 0) for face in faces)
    assert page.locator(".rack").is_hidden()
    page.fill("#drill-running", str(running))
    page.keyboard.press("Enter")
    page.wait_for_selector(".rack")
    label = page.locator(".rack").get_attribute("aria-label") or ""
    decks = int(label.split("for ")[1].split()[0])
    left = round((decks * 52 - len(faces)) / 26) / 2
    page.fill("#drill-decks", str(left))
    page.fill("#drill-truecount", str(int(running // left)))
    _looked_at(player, "count")
    page.press("#drill-truecount", "Enter")
    _until_asked(player, 1)
    element = page.locator(".drill-verdict .verdict-line")
    assert element.get_attribute("data-right") == "true", element.text_content()
    assert " s." in (element.text_content() or "")
    page.locator(".drill-choices summary").first.click()
    page.select_option("#drill-count", "own")
    assert page.locator(".own-tag").count() == 13
    tags = {rank: 1.5 + n / 2 for n, rank in enumerate("23456789TJQKA")}
    for rank, tag in tags.items():
        page.fill(f"[aria-label='Tag of {rank.replace('T', '10')}']", f"{tag:g}")
    page.select_option("#drill-true", "running")
    page.select_option("#drill-cards", "two")
    page.click("#drill-begin")
    player.until("document.querySelectorAll('.drill-cloth pb-card').length === 2")
    faces = [str(c.get_attribute("face")) for c in page.locator(".drill-cloth pb-card").all()]
    page.fill("#drill-running", f"{sum(tags[face[0]] for face in faces):g}")
    page.keyboard.press("Enter")
    page.wait_for_selector(".verdict-line.right")
    page.locator(".drill-choices summary").first.click()
    page.select_option("#drill-count", "red-7")
    page.select_option("#drill-cards", "one")
    page.click("#drill-begin")
    page.wait_for_selector("label:has-text('Running count (Red 7)')")
    page.wait_for_selector("text=The count starts at −")
    page.fill("#drill-running", "99")
    page.keyboard.press("Enter")
    page.wait_for_selector(".verdict-line.wrong")


def test_a_bet_and_a_play_are_judged_by_ramp_and_ladder(player: Guest) -> None:
    page = player.page
    player.go("/me/drills/bets", "#drill-begin")
    page.select_option("#drill-book", "classic")
    page.select_option("#drill-ramp", "hand")
    page.fill("#drill-bets", "-10: 1, 2: 5")
    page.keyboard.press("Tab")
    page.click("#drill-begin")
    page.wait_for_selector("#drill-units")
    page.fill("#drill-units", "3")
    page.keyboard.press("Enter")
    _until_asked(player, 1)
    text = page.locator(".drill-verdict").text_content() or ""
    assert "by the ramp" in text and "units here" in text and "exactly" in text
    if page.locator(".drill-acts").count():
        _looked_at(player, "bets")
        page.locator(".drill-acts button").first.click()
        _until_asked(player, 2)
        text = page.locator(".drill-verdict").text_content() or ""
        assert "against" in text and ("ladder" in text or "by the hand" in text)
        assert page.locator(".drill-verdict [data-ev]").count() >= 2
