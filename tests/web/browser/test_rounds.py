"""A round of every book, dealt by a person who calls real cards, with everything in it.

Two players, a dealer, a supervisor and a second one, each with their own browser: a side
bet, insurance or surrender, a split, a page that is loaded again, a connection that is lost, and an
irregularity that is ruled on from the pit.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import pytest

from pitboss.rulebooks import BOOKS
from tests.web.browser.conftest import Arrive
from tests.web.browser.visiting import PHONE, Guest

_SOCKETS = """
window.sockets = [];
window.WebSocket = class extends WebSocket {
  constructor(...told) {
    super(...told);
    sockets.push(this);
  }
};
"""


@dataclass
class Story:
    """The special features of a book's round."""

    what: str
    """The irregularity that is reported."""
    named: dict[str, str] = field(default_factory=dict)
    settings: dict[str, str] = field(default_factory=dict)
    dealer: str = "As 9c"
    before_play: str = "i"
    """What the second player presses before the hands are played."""
    remedy: str = ""
    is_approved: bool = False
    """Whether a second approval is due."""
    is_cut_by_players: bool = False
    banks: bool = False
    """Whether the second player banks, and the first one presses."""


GOES_ON = {"ruling": "the hand is played on"}
STORIES = {
    "classic": Story("ruling", GOES_ON, {"side_bets": "perfect_pairs", "min": "5"}),
    "nz": Story(
        "void_hand", {"box": "5"}, {"layout": "4"}, is_approved=True, is_cut_by_players=True
    ),
    "zappit": Story("exposed_card", {"card": "9d"}, is_cut_by_players=True),
    "rws": Story("dealing_error", dealer="9h Td", before_play="r", remedy="as_it_is"),
    "leaflet": Story("ruling", GOES_ON),
    "nobust": Story("ruling", GOES_ON, banks=True),
}


class Company(NamedTuple):
    """Everyone at the table."""

    anna: Guest
    ben: Guest
    dealer: Guest
    supervisor: Guest
    manager: Guest


@pytest.fixture(scope="module")
def company(gather: Arrive) -> Company:
    anna, ben, dealer = gather(scripts=True), gather(size=PHONE), gather("dealer", size=PHONE)
    for player in (anna, ben):
        player.come_in()
    anna.page.add_init_script(_SOCKETS)
    staff = (gather(role, size=PHONE) for role in ("supervisor", "shift_manager"))
    return Company(anna, ben, dealer, *staff)


class Round:
    """The cards that come, and the people who wait for them."""

    def __init__(self, company: Company, story: Story) -> None:
        self.company, self.story = company, story
        self.dealer = company.dealer
        self.cards: dict[int | None, list[str]] = {
            2: ["8s", "8d", "Ts", "9d"],
            5: ["Th", "6s"],
            None: story.dealer.split(),
        }
        self._others = itertools.cycle(["2c", "5c", "7h", "3s", "6d", "Jc", "4h", "Qd", "8c"])

    def deal(self) -> None:
        """The dealer performs duties until a player must act."""
        for _ in range(60):
            state = self.dealer.shown()
            due, to = state["dealer"]["due"], state["dealer"]["card_to"]
            window = state["window"]
            if due is None and state["turn"] and state["turn"]["player"].startswith("Bot"):
                self.dealer.page.wait_for_timeout(20)
            elif due is None or (window is not None and window["waiting"]):
                return
            elif to is None or state["held"]:
                self.dealer.press("Space")
            else:
                mine = self.cards.get(to["box"]) if due == "deal" else None
                card = mine.pop(0) if mine else next(self._others)
                self.dealer.press(card[0].lower(), card[1])
            if due == "collect":
                return
        raise AssertionError("the dealer does not come to an end")


def seated(company: Company, book: str, story: Story) -> str:
    """A table of the book that is dealt by the dealer, with both players in their seats."""
    anna, ben, dealer = company.anna, company.ben, company.dealer
    table = dealer.open_table(book, settings=story.settings, dealt_by="person", cards="called")
    if story.banks:
        # Seated players are offered the bank before the bots.
        for player, box in ((anna, 2), (ben, 5)):
            player.say(table, type="sit", box=box)
    dealer.go(f"/tables/{table}", "[data-focus='take chair']")
    dealer.page.click("[data-focus='take chair']")
    dealer.page.wait_for_selector(".chair")
    dealer.house.prepare(table, lambda type, **document: dealer.say(table, type=type, **document))
    for player, box in ((anna, 2), (ben, 5)):
        player.go(f"/tables/{table}", f"[data-box='{box}'] .pick")
        if not story.banks:
            player.page.click(f"[data-focus='sit {box}']")
        player.page.wait_for_selector(f"[data-box='{box}'].yours .pick")
    return table


def shuffled_and_cut(company: Company) -> bool:
    """The dealer shuffles; the player who is offered the cut, if any, drags the cut card."""
    dealer = company.dealer
    dealer.page.click("[data-focus=shuffle]")
    dealer.until("document.querySelector('pb-table').state.shoe.number > 0")
    is_dragged = False
    while (offer := dealer.shown()["shoe"]["offer"]) is not None:
        player = next((p for p in company[:2] if p.name == offer["player"]), None)
        if player is None:
            break
        player.page.wait_for_selector(".cutting")
        at = player.page.locator(".cutting").bounding_box()
        assert at is not None
        player.page.mouse.move(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
        player.page.mouse.down()
        player.page.mouse.move(at["x"] + at["width"] * 0.8, at["y"] + at["height"] / 2, steps=4)
        player.page.mouse.up()
        player.page.keyboard.press("ArrowRight")
        depth = int(player.page.input_value(".cutting"))
        middle = (offer["least"] + offer["most"]) // 2
        assert middle < depth < offer["most"], "the cutting card was dragged"
        player.press("Space")
        dealer.keeps_up_with(player)
        event = dealer.page.locator(".talk li", has_text=str(depth))
        assert event.count() > 0, "the cut is where the card was dragged to"
        is_dragged = True
    if not dealer.shown()["shoe"]["cut"]:
        dealer.page.click("[data-focus='house cut']")
        dealer.until("document.querySelector('pb-table').state.shoe.cut")
    return is_dragged


def bets_are_placed(company: Company, story: Story) -> None:
    anna, ben, dealer = company.anna, company.ben, company.dealer
    if story.banks:
        anna.page.wait_for_selector("[data-key=n]")
        anna.press("n")
        ben.page.wait_for_selector("[data-key=y]")
        ben.press("y")
        assert "Bank: you" in ben.page.inner_text(".bank-sign")
    for player in (anna,) if story.banks else (anna, ben):
        player.page.wait_for_selector("[data-focus=deal]")
    anna.lay_sides()
    for player in (anna,) if story.banks else (anna, ben):
        player.page.click("[data-focus=deal]")
        player.page.wait_for_selector(".box.yours .pick pb-chips")
    sides = len(anna.shown()["side_bets"])
    anna.until(f"document.querySelectorAll('.box.yours .side-spot.laid').length === {sides}")
    dealer.keeps_up_with(anna)
    dealer.keeps_up_with(ben)
    dealer.page.click("[data-focus='close bets']")
    dealer.until("document.querySelector('pb-table').state.phase !== 'betting'")


def ruled(company: Company, story: Story, table: str) -> None:
    """The irregularity, remedy, effect and reason, and the second approval if due."""
    page = company.supervisor.page
    company.supervisor.go("/pit", f"a[href='/tables/{table}']")
    card = page.locator(".pit-card", has=page.locator(f"[href='/tables/{table}']"))
    card.locator("[aria-label^='Report an irregularity']").click()
    page.click(f"dialog [data-what={story.what}]")
    if story.remedy:
        page.check(f"dialog [value={story.remedy}]")
    for name, value in story.named.items():
        field = page.locator(f"#need-{name}")
        if field.evaluate("e => e.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
            field.blur()
    page.wait_for_selector("dialog .preview .follows li .why-button")
    money = page.locator("dialog .preview table")
    if story.is_approved:
        # The preview for the previous box may still be shown for a moment.
        money.filter(has_text=company.ben.name).wait_for()
    else:
        assert company.ben.name not in money.inner_text()
    page.locator("dialog .preview .follows .why-button").first.click()
    page.wait_for_selector("dialog .gist")
    page.keyboard.press("Escape")
    page.fill("#ruling-reason", "as the camera shows")
    page.click("dialog [type=submit]")
    if not story.is_approved:
        page.wait_for_selector("text=Ruling applied")
        return
    page.wait_for_selector("text=Ruling sent for a second approval")
    second = company.manager.page
    company.manager.go("/pit", f"a[href='/tables/{table}']")
    card = second.locator(".pit-card", has=second.locator(f"[href='/tables/{table}']"))
    card.locator("[aria-label^='Review pending ruling']").click()
    second.wait_for_selector("dialog .waiting-ruling td.up >> nth=0")
    second.click("dialog .approve")
    second.wait_for_selector("text=Ruling approved and applied")


@pytest.mark.parametrize("book", list(BOOKS))
def test_a_round_with_everything_in_it(company: Company, book: str) -> None:
    story = STORIES[book]
    anna, ben, dealer, *_ = company
    table = seated(company, book, story)
    game = Round(company, story)
    assert shuffled_and_cut(company) is story.is_cut_by_players
    game.deal()
    bets_are_placed(company, story)
    game.deal()

    # Insurance or surrender.
    guest = anna if story.banks else ben
    for player in (anna, ben):
        player.keeps_up_with(dealer)
        if player.name not in (player.shown()["window"] or {"waiting": ()})["waiting"]:
            continue
        if player is guest:
            player.press(story.before_play)
        if player.name in player.shown()["window"]["waiting"]:
            player.page.keyboard.press("n")
    dealer.until("!document.querySelector('pb-table').state.window?.waiting?.length")
    taken = _box(dealer.shown(), 2 if story.banks else 5)
    if story.before_play == "r":
        assert taken["hands"][0]["surrendered"]
    else:
        assert [w["amount"] for w in taken["wagers"] if w["kind"] == "insurance"]
    game.deal()

    # A split, with pages that lose the connection during it.
    anna.keeps_up_with(dealer)
    anna.press("p")
    dealer.keeps_up_with(anna)
    game.deal()
    anna.keeps_up_with(dealer)
    assert anna.page.locator(".box.yours .hand").count() == 2
    before, cards = anna.shown(), anna.cards()
    anna.page.reload()
    anna.page.wait_for_selector(".box.yours .hand")
    assert (anna.shown(), anna.cards()) == (before, cards)
    watched = (anna, dealer) if story.banks else (anna,)
    assert [person.faults() for person in watched] == [[] for _ in watched]
    assert not ben.is_too_wide()
    anna.page.evaluate("sockets.at(-1).close()")
    ruled(company, story, table)
    anna.until("sockets.length > 1 && sockets.at(-1).readyState === 1")

    # To the end.
    pressed: set[str] = set()
    for _ in range(40):
        if dealer.shown()["round"] > 1:
            break
        for player in (anna, ben):
            player.keeps_up_with(dealer)
            state = player.shown()
            if any(ask["player"] == player.name for ask in state["asks"]):
                player.press("y")
            elif state["turn"] is not None and state["turn"]["player"] == player.name:
                acts = {act["act"]: act["key"] for act in state["turn"]["acts"]}
                wanted = [act for act in ("refuse_card", "zap", "stand", "hit") if act in acts]
                player.press(acts[wanted[0]])
                pressed.add(wanted[0])
            dealer.keeps_up_with(player)
        game.deal()
    anna.page.wait_for_selector(".felt.over .box.yours .outcome .why-button")
    assert dealer.shown()["round"] == 2
    assert ("zap" in pressed) is (book == "zappit")
    _is_settled(company, story, table)


def _box(state: dict[str, Any], number: int) -> dict[str, Any]:
    document: dict[str, Any] = state["boxes"][number - 1]
    return document


def _is_settled(company: Company, story: Story, table: str) -> None:
    """Everyone sees the same, every payment has its clause, and the ledger is verified."""
    anna, ben, dealer, supervisor, _ = company
    for player in (anna, ben):
        player.keeps_up_with(dealer)
    assert anna.cards() == ben.cards() == dealer.cards()
    last = anna.shown()["last"]
    own = [w for w in _last(last, 2)["wagers"] if w["bettor"] == anna.name]
    assert all(w["result"] and w["clause"] for w in own)
    sides = len(anna.shown()["side_bets"])
    assert anna.page.locator(".box.yours .side-spot .why-button").count() >= sides
    for payment in (".box.yours .outcome", ".box.yours .side-spot")[: 2 if sides else 1]:
        anna.page.locator(f"{payment} .why-button").first.click()
        anna.page.wait_for_selector("dialog .gist")
        anna.page.keyboard.press("Escape")
    for player in (anna, ben):
        me = player.page.request.get("/api/v1/me").json()
        assert player.shown()["you"]["balance"] == me["balance"]
    verified = supervisor.page.request.post("/api/v1/audit/verify", data={"table": table})
    assert verified.json()["ok"], verified.text()
    ledger = supervisor.page.request.get(f"/api/v1/tables/{table}/ledger").json()
    assert ledger["sum"] == 0
    events = supervisor.page.request.get(f"/api/v1/tables/{table}/rounds/1").json()["events"]
    assert any(story.what in str(e) or "as the camera shows" in str(e) for e in events)
    if story.is_approved:
        assert _last(last, 5)["hands"][0]["void"]


def _last(last: dict[str, Any], number: int) -> dict[str, Any]:
    return next(box for box in last["boxes"] if box["number"] == number)
