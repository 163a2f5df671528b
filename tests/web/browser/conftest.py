"""A real Chromium, and people who look at the pages of a real server through it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from tests.postgres import missing
from tests.web.browser.visiting import DESKTOP, Guest, Size
from tests.web.serving import Server

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
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        missing("Chromium", "apt-get install chromium")
        raise AssertionError
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=list(_SWITCHES))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the house looks for its documentation, which is not built yet."""
    return tmp_path_factory.mktemp("site") / "site"


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory, site: Path) -> Iterator[Server]:
    """A house whose first person, whom nobody meets, runs it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PITBOSS_DOCS", str(site))
        with Server(f"sqlite:///{tmp_path_factory.mktemp('pages') / 'house.sqlite3'}") as opened:
            opened.named("shift_manager")
            yield opened


Arrive = Callable[..., Guest]


@pytest.fixture
def arrive(chromium: Browser, house: Server) -> Iterator[Arrive]:
    """Have somebody open a browser; nothing may go wrong in any of their pages."""
    yield from _arriving(chromium, house)


@pytest.fixture(scope="module")
def gather(chromium: Browser, house: Server) -> Iterator[Arrive]:
    """The same for people who stay for all tests of a module."""
    yield from _arriving(chromium, house)


def _arriving(chromium: Browser, house: Server) -> Iterator[Arrive]:
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def one(
        role: str | None = None,
        size: Size = DESKTOP,
        theme: str = "light",
        moves: bool = False,
        speed: str = "off",
    ) -> Guest:
        """``moves`` is what the system wishes, ``speed`` what was chosen on the table's page."""
        context = chromium.new_context(
            base_url=house.address,
            viewport={"width": size.width, "height": size.height},
            color_scheme="dark" if theme == "dark" else "light",
            reduced_motion="no-preference" if moves else "reduce",
        )
        contexts.append(context)
        context.add_init_script(f"localStorage['pitboss.speed'] ??= '{speed}'")
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        return Guest(house, page, role)

    yield one
    for context in contexts:
        context.close()
    assert not wrong
