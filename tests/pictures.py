"""Take the pictures of the documentation from the pages of a running server.

python -m tests.pictures           write docs/pictures again; needs Chromium
python -m tests.pictures coach     only those of the coach
"""

from __future__ import annotations

import io
import itertools
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from pitboss.report.charts import chart_file, page_of
from pitboss.rulebooks import rulebook
from pitboss.solver import solve
from tests.web.browser.visiting import DESKTOP, PHONE, Guest, Size, chromium_here, has_dealt
from tests.web.serving import OPEN, PASSWORD, Server, Visitor

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"

_LARGE = 200_000
"""Bytes above which a picture gets a palette"""

_TABLES: tuple[dict[str, Any], ...] = (
    {"name": "Corner", "book": "classic", "bots": 3},
    {"name": "Window", "book": "zappit", "bots": 2},
    {"name": "Island", "book": "rws", "bots": 2},
    {"name": "Card room", "book": "nobust", "bots": 3},
)
_CALLED: dict[str, Any] = {
    "name": "Harbour",
    "book": "nz",
    "dealt_by": "person",
    "cards": "called",
    "settings": {"layout": "4"},
}
_CARDS: dict[int | None, list[str]] = {
    1: ["9c", "2d", "Th"],
    3: ["8s", "8h", "3d"],
    5: ["Kd", "Qh"],
    None: ["6s"],
}


class Casino(Server):
    """``pitboss serve`` as a visitor meets it: the usual pace, and a solver that prices tables."""

    pace = ()

    def person(self, name: str, role: str = "player") -> Visitor:
        """Sign up a person of this name; the console gives them their role."""
        message = {"name": name, "password": PASSWORD}
        guest = self.guest()
        guest.post("/people", message, 201)
        if role != "player":
            self.give_role(name, role)
        return Visitor(self, message)


def main() -> None:
    """Write every picture."""
    FOLDER.mkdir(exist_ok=True)
    only_coach = sys.argv[1:] == ["coach"]
    if not only_coach:
        _write("chart.svg", chart_file(page_of(solve(_zappit(), policy="basic")), ".svg"))
    text = chromium_here()
    if text is None:
        raise SystemExit("the pictures need Chromium: apt-get install chromium")
    with (
        tempfile.TemporaryDirectory() as folder,
        _documented(folder),
        Casino(f"sqlite:///{folder}/house.sqlite3") as casino,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=text, args=["--no-sandbox"])
        try:
            if only_coach:
                casino.person("Mia", "shift_manager")
                _take_coach(casino, browser, casino.person("Dee", "dealer"))
            else:
                _take_all(casino, browser)
        finally:
            OPEN.close()
            browser.close()


@contextmanager
def _documented(folder: str) -> Iterator[None]:
    """The documentation, built where the server that starts now finds it."""
    os.environ["PITBOSS_DOCS"] = f"{folder}/site"
    subprocess.run([sys.executable, "-m", "pitboss", "docs"], check=True)
    yield
    del os.environ["PITBOSS_DOCS"]


def _zappit() -> Any:
    return rulebook("zappit").elect()


def _take_all(casino: Casino, browser: Browser) -> None:
    manager = casino.person("Mia", "shift_manager")
    dealer = casino.person("Dee", "dealer")
    ada, ben, cal = (casino.person(name) for name in ("Ada", "Ben", "Cal"))
    for document in _TABLES:
        _play_a_round(ada, ada.post("/tables", document, 201)["id"])
    harbour = manager.post("/tables", _CALLED, 201)["id"]
    _deal_at_harbour(_Caller(dealer), harbour, ada, ben, cal)
    _wait_for_prices(manager)
    page = _page(casino, browser, "Ada", DESKTOP)
    _go(page, f"/tables/{harbour}", "#bar [data-key=d]")
    _shoot("table.png", page)
    _go(page, "/", "text=Harbour")
    _shoot("lobby.png", page)
    phone = _page(casino, browser, "Ada", PHONE, dark=True)
    _go(phone, f"/tables/{harbour}", "#bar [data-key=d]")
    _shoot("phone.png", phone)
    pit = _page(casino, browser, "Mia", DESKTOP)
    _go(pit, "/pit", "text=Harbour")
    _shoot("pit.png", pit)
    _go(page, "/docs/reference/ledgers/nz.html#124b2", "[id='124b2']")
    _shoot("docs.png", page)
    _take_lab(page, phone)
    _take_coach(casino, browser, dealer)


_HANDS: tuple[tuple[str, str, str, str], ...] = (
    ("Th 7d", "Ts 5c", "hit", "8h"),
    ("9c 3d", "2s Kc", "stand", ""),
    ("Ac 7s", "9d 8c", "stand", ""),
    ("8h 3c", "6s Td", "double", "Tc"),
    ("Kd 2h", "3c 9s", "stand", ""),
    ("Jc 5h", "Td 7c", "hit", "4s"),
    ("Ad 6c", "5d Kh", "stand", ""),
    ("Th 6d", "Ts 5c", "", ""),
)
"""The cards of a player and of the dealer, what the player does, and the card that follows."""


def _take_coach(casino: Casino, browser: Browser, dealer: Visitor) -> None:
    """The coach before acting, My play, and a drill."""
    eva, caller = casino.person("Eva"), _Caller(dealer)
    message = {"name": "Study", "book": "classic", "dealt_by": "person", "cards": "called"}
    table = dealer.post("/tables", message, 201)["id"]
    for type in ("take_chair", "shuffle", "house_cut"):
        caller.say(table, type=type)
    page = _page(casino, browser, "Eva", Size(1280, 860))
    phone = _page(casino, browser, "Eva", PHONE, dark=True)
    for one in (page, phone):
        one.set_default_timeout(120_000)
        _go(one, f"/tables/{table}", ".bar")
        one.select_option("[data-focus=coach]", "before")
    eva.say(table, "sit", box=4)
    for number, (own, up, act, card) in enumerate(_HANDS, 1):
        eva.say(table, "bet", box=4, amount=25_00, kind="main")
        caller.say(table, type="close_bets")
        cards: dict[int | None, list[str]] = {4: own.split(), None: up.split()}
        has_dealt(caller, table, cards)
        if not act:
            break
        more: dict[str, Any] = {"amount": 25_00} if act == "double" else {}
        eva.say(table, act, box=4, hand=1, **more)
        has_dealt(caller, table, {4: [card] if card else [], None: ["9h", "8s"]})
        state = eva.state(table)
        while state["round"] == number:
            if (turn := state["turn"]) is not None:
                eva.say(table, "stand", box=4, hand=turn["hand"])
            has_dealt(caller, table, {None: ["9h", "8s"]})
            state = eva.state(table)
    page.wait_for_selector(".coach-acts .best")
    page.locator(".reckoned summary").click()
    _shoot("coach.png", page)
    phone.wait_for_selector(".bar [data-worth]")
    _shoot("coach-phone.png", phone)
    _go(page, "/me", ".heat-map")
    page.set_viewport_size({"width": 1280, "height": 1500})
    _shoot("me.png", page)
    page.set_viewport_size({"width": 1280, "height": 900})
    _go(page, "/me/drills/hands", "#drill-begin")
    page.select_option("#drill-book", "classic")
    page.check("[value=pairs]")
    page.click("#drill-begin")
    page.click(".drill-acts [data-act=split]")
    page.wait_for_selector(".drill-verdict .best")
    _shoot("drills.png", page)


def _take_lab(page: Page, phone: Page) -> None:
    """The lab with two options changed, and on a phone."""
    address = "/lab/classic?soft_17=hit&blackjack_pays=6:5"
    page.set_viewport_size({"width": 1440, "height": 1000})
    for one, path in ((page, address), (phone, address)):
        one.set_default_timeout(180_000)
        one.goto(path)
        one.wait_for_selector("[data-sum=difference]", state="attached")
    page.wait_for_selector(".sheet [data-act]")
    _wait_for_near(page)
    _shoot("lab.png", page)
    _wait_for_near(phone)
    _shoot("lab-phone.png", phone)


def _wait_for_near(page: Page) -> None:
    """Wait until every choice shows what it would change."""
    digest = page.get_attribute("[data-edge]", "data-digest")
    while page.request.get(f"/api/v1/lab/prices/{digest}?wait=near").json()["waiting"]:
        pass
    page.wait_for_timeout(2000)


class _Caller(Guest):
    """A dealer who calls the cards without looking at a page."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self._calls = itertools.count()

    def say(self, table: str, **message: Any) -> int:
        answer = self.visitor.http.post(
            f"/tables/{table}/commands",
            json=message,
            headers={"Idempotency-Key": f"{table} call {next(self._calls)}"},
        )
        return answer.status_code

    def state(self, table: str) -> dict[str, Any]:
        return self.visitor.state(table)


def _play_a_round(player: Visitor, table: str) -> None:
    seat = player.sit(table)
    least = seat.state["limits"]["minimum"]
    seat.must("sit", box=1)
    seat.must("bet", box=1, amount=least, kind="main")
    bet_in = seat.state["round"]
    seat.must("deal")
    for _ in range(400):
        # Unlike the tests' own polling, this stays below the limits of a usual server.
        with suppress(TimeoutError):
            seat.hear(lambda message: message["type"] == "events", seconds=1)
        if seat.state["round"] > bet_in:
            break
        seat.decide()
    seat.close()


def _deal_at_harbour(dealer: _Caller, table: str, *players: Visitor) -> None:
    """Deal until the player on box 3 has split her eights and has eleven on the first."""
    ada, ben, cal = players
    for type in ("take_chair", "shuffle", "house_cut"):
        dealer.say(table, type=type)
    for player, box, stake in ((cal, 1, 10_00), (ada, 3, 25_00), (ben, 5, 50_00)):
        player.say(table, "sit", box=box)
        player.say(table, "bet", box=box, amount=stake, kind="main")
    ada.say(table, "bet", box=3, amount=5_00, kind="perfect_pairs")
    dealer.say(table, type="close_bets")
    cards = {box: list(held) for box, held in _CARDS.items()}
    has_dealt(dealer, table, cards)
    cal.say(table, "double", box=1, hand=1, amount=10_00)
    has_dealt(dealer, table, cards)
    ada.say(table, "split", box=3, hand=1)
    has_dealt(dealer, table, cards)


def _wait_for_prices(visitor: Visitor) -> None:
    until = time.monotonic() + 300
    while any(table["edge"] is None for table in visitor.get("/tables")["tables"]):
        if time.monotonic() > until:
            raise SystemExit("the solver has not priced the tables within five minutes")
        time.sleep(1)


def _page(casino: Casino, browser: Browser, name: str, size: Size, *, dark: bool = False) -> Page:
    context = browser.new_context(
        base_url=casino.address,
        viewport={"width": size.width, "height": size.height},
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce",
    )
    page = context.new_page()
    answer = page.request.post("/api/v1/sessions", data={"name": name, "password": PASSWORD})
    assert answer.status == 201, answer.text()
    return page


def _go(page: Page, path: str, until: str) -> None:
    page.goto(path)
    page.wait_for_selector(until)
    page.wait_for_timeout(500)


def _shoot(name: str, page: Page) -> None:
    """Save the page, with a palette if that makes it small enough for a repository."""
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    contents = _png(picture)
    if len(contents) > _LARGE:
        contents = _png(picture.quantize(256, kmeans=2, dither=Image.Dither.NONE))
    _write(name, contents)


def _png(picture: Image.Image) -> bytes:
    written = io.BytesIO()
    picture.save(written, "PNG", optimize=True)
    return written.getvalue()


def _write(name: str, contents: bytes) -> None:
    (FOLDER / name).write_bytes(contents)
    print(f"docs/pictures/{name}: {len(contents):,} bytes")


if __name__ == "__main__":
    main()
