"""A real Chromium, and people who use the pages of a real server with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.postgres import missing
from tests.web.browser.visiting import DESKTOP, Guest, Size, chromium_here
from tests.web.serving import LastingServer, Server

_SWITCHES = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    text = chromium_here()
    if text is None:
        missing("Chromium", "apt-get install chromium")
        raise AssertionError
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=text, args=list(_SWITCHES))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the server looks for its documentation, which is not built yet."""
    return tmp_path_factory.mktemp("site") / "site"


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory, site: Path) -> Iterator[Server]:
    """A server whose shift manager has already signed up."""
    opened = LastingServer(f"sqlite:///{tmp_path_factory.mktemp('pages') / 'house.sqlite3'}")
    with pytest.MonkeyPatch.context() as patch:  # not for the servers that start after this one
        patch.setenv("PITBOSS_DOCS", str(site))
        opened.start()
    try:
        opened.named("shift_manager")
        yield opened
    finally:
        if opened.is_up:
            opened.stop()


_CHOSEN = """if (location.protocol === 'http:') localStorage['pitboss.speed'] ??= 'SPEED';
{
  const quick = new CSSStyleSheet();
  quick.replaceSync(".bar { --deaf: 0ms }");
  document.adoptedStyleSheets = [quick];
}"""
"""A program presses at once what a person would read first; the pause itself is tested by taps."""


class Screen:
    """One page in its own browser context; one of the usual kind is cleared and reused."""

    def __init__(self, browser: Browser, address: str, speed: str) -> None:
        self.context = browser.new_context(base_url=address)
        self.context.add_init_script(_CHOSEN.replace("SPEED", speed))
        self.page = self.context.new_page()
        self.wrong: list[str] = []
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self._developer = self.context.new_cdp_session(self.page)
        self._address = address

    def shows(self, size: Size, theme: str, moves: bool) -> None:
        """Set the screen size and the media preferences."""
        self.page.set_default_timeout(15_000)
        self.page.set_viewport_size({"width": size.width, "height": size.height})
        self.page.emulate_media(
            color_scheme="dark" if theme == "dark" else "light",
            reduced_motion="no-preference" if moves else "reduce",
        )

    def clear(self) -> None:
        """Clear the session and every stored choice."""
        for other in self.context.pages:
            if other is not self.page:
                other.close()
        self.page.goto("about:blank")
        self.context.clear_cookies()
        everything = {"origin": self._address, "storageTypes": "all"}
        self._developer.send("Storage.clearDataForOrigin", everything)


@pytest.fixture(scope="session")
def screens() -> list[Screen]:
    """Unused contexts: a new one takes a second of CPU time."""
    return []


Arrive = Callable[..., Guest]


@pytest.fixture
def arrive(chromium: Browser, house: Server, screens: list[Screen]) -> Iterator[Arrive]:
    """Open a browser for a person; no error may occur in any of their pages."""
    yield from _arriving(chromium, house, screens)


@pytest.fixture(scope="module")
def gather(chromium: Browser, house: Server, screens: list[Screen]) -> Iterator[Arrive]:
    """The same for people who stay for all tests of a module."""
    yield from _arriving(chromium, house, screens)


def _arriving(chromium: Browser, house: Server, screens: list[Screen]) -> Iterator[Arrive]:
    usual: list[Screen] = []
    altered: list[Screen] = []

    def one(
        role: str | None = None,
        size: Size = DESKTOP,
        theme: str = "light",
        moves: bool = False,
        speed: str = "off",
        scripts: bool = False,
    ) -> Guest:
        """``moves`` is what the system wishes, ``speed`` what was chosen on the table's page.

        ``scripts`` says that the test puts scripts of its own into the page.
        """
        if moves or scripts or speed != "off":
            screen = Screen(chromium, house.address, speed)
            altered.append(screen)
        else:
            screen = screens.pop() if screens else Screen(chromium, house.address, speed)
            usual.append(screen)
        screen.shows(size, theme, moves)
        return Guest(house, screen.page, role)

    yield one
    wrong = [text for screen in (*usual, *altered) for text in screen.wrong]
    for screen in altered:
        screen.context.close()
    if wrong:
        for screen in usual:
            screen.context.close()
    else:
        for screen in usual:
            screen.clear()
            screens.append(screen)
    assert not wrong
