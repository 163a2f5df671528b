"""The page on which the person who started the server becomes the shift manager."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser

from tests.web.browser.conftest import Screen
from tests.web.browser.visiting import PHONE, Guest
from tests.web.serving import PASSWORD, Server


def test_the_code_on_the_terminal_is_all_it_takes(chromium: Browser, tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path / 'house.sqlite3'}") as server:
        code = server.console_code()
        screen = Screen(chromium, server.address, "off")
        screen.shows(PHONE, "light", moves=False)
        visitor, page = Guest(server, screen.page, None), screen.page
        visitor.go("/sign-in", "a[href='/first-manager']:visible")
        page.click("a[href='/first-manager']")
        page.wait_for_selector("#code")
        assert visitor.faults() == []
        page.fill("#code", "AAAA-AAAA")
        page.fill("#new-name", "Mia")
        page.fill("#new-word", PASSWORD)
        page.click("text=Sign up as the shift manager")
        page.wait_for_selector("text=the code is wrong")
        page.fill("#code", code.lower())
        page.click("text=Sign up as the shift manager")
        page.wait_for_url("**/pit")
        page.wait_for_selector("form.roles")
        visitor.go("/first-manager", "text=There is a shift manager already")
        assert page.locator("#code").count() == 0
        assert visitor.faults() == []
        screen.context.close()
        assert not [text for text in screen.wrong if "403" not in text]


def test_whoever_is_signed_in_needs_the_code_only(chromium: Browser, tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path / 'house.sqlite3'}") as server:
        code = server.console_code()
        screen = Screen(chromium, server.address, "off")
        visitor, page = Guest(server, screen.page, None), screen.page
        visitor.sign_in(server.named().name)
        visitor.go("/first-manager", "#code")
        assert page.locator("#new-name").count() == 0
        page.fill("#code", code)
        page.keyboard.press("Enter")
        page.wait_for_url("**/pit")
        page.wait_for_selector("form.roles")
        screen.context.close()
