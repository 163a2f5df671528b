"""The documentation under /docs: built by one command, searched under the server's own policy."""

from __future__ import annotations

import json
import re
from pathlib import Path

import httpx
from click.testing import CliRunner
from playwright.sync_api import Page

from pitboss.cli.main import cli
from tests.web.browser.conftest import Arrive
from tests.web.browser.visiting import PHONE
from tests.web.serving import Server

_FETCHED = re.compile(r'<(?:script|img|link|iframe|source)\b[^>]*?(?:src|href)="([^"]+)"')


def test_the_documentation_is_built_served_and_searched(
    arrive: Arrive, house: Server, site: Path
) -> None:
    missing = httpx.get(f"{house.address}/docs/")
    assert missing.status_code == 404 and "Run './pitboss docs'" in missing.text
    ran = CliRunner().invoke(cli, ["docs", "-o", str(site), "--json"])
    assert ran.exit_code == 0, ran.output
    pages = list(site.rglob("*.html"))
    assert json.loads(ran.output)["pages"] > 45
    for path in pages:
        text = path.read_text("utf-8")
        assert "<script>" not in text and not re.search(r'<[^<>]* style="', text), path.name
        assert not [one for one in _FETCHED.findall(text) if "://" in one], path.name
    wrong: list[str] = []
    page = _watched(arrive().page, house, wrong)
    page.goto("/docs")
    page.get_by_role("button", name="Search").click()
    page.get_by_role("combobox", name="Search").fill("surrender")
    page.get_by_role("option", name="surrender.1").click()
    page.wait_for_url("**/docs/reference/ledgers/classic.html*")
    phone = _watched(arrive(size=PHONE, theme="dark").page, house, wrong)
    for name in ("index.html", "reference/python-api.html", "notebooks/learn-a-strategy.html"):
        phone.goto(f"/docs/{name}")
        assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE.width, name
    assert not wrong


def _watched(page: Page, house: Server, wrong: list[str]) -> Page:
    """A page without errors, which loads nothing from other servers."""
    ours = (house.address, "data:")
    page.on("request", lambda one: None if one.url.startswith(ours) else wrong.append(one.url))
    page.on("console", lambda worker: wrong.append(worker.text) if worker.type == "error" else None)
    return page
