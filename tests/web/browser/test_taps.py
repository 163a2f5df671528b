"""The tap that surrendered: what deals is never where an act is, and a bar that changed is deaf."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser

from pitboss.rulebooks import BOOKS
from tests.web.browser.conftest import Arrive
from tests.web.browser.taps import RHYTHMS, SIZES, SPEEDS, Tapper, failures, selected_cases
from tests.web.browser.visiting import DESKTOP, Guest
from tests.web.serving import Server


def test_the_selection_covers_every_book_size_speed_and_rhythm() -> None:
    cases = list(selected_cases())
    assert {case.book for case in cases} == set(BOOKS)
    assert {case.size for case in cases} == set(SIZES)
    assert {case.speed for case in cases} == set(SPEEDS)
    assert {case.rhythm for case in cases} == set(RHYTHMS)
    assert {case.means for case in cases} == {"touch", "pointer", "keyboard"}


def test_three_taps_at_one_place_deal_and_do_nothing_else(chromium: Browser, house: Server) -> None:
    assert failures(chromium, house, selected_cases()) == {}


@pytest.mark.parametrize("apart", [250, 430])
def test_three_taps_on_stand_choose_no_other_chip(
    chromium: Browser, house: Server, apart: int
) -> None:
    tapper = Tapper(chromium, house)
    try:
        for size in (SIZES[0], SIZES[1], SIZES[5]):
            sent, before, after = tapper.stand_three_times("classic", size, apart)
            assert sent == ["stand"]
            assert after.removeprefix("Re").lower() == before.removeprefix("Re").lower(), size
    finally:
        tapper.close()


_MOMENTS = """() => {
  const DEALS = ["deal", "perform"];
  const GOES_ON = ["bet", "squeeze", "cut", "done", "close bets"];
  const table = document.querySelector("pb-table");
  const real = window.real ??= structuredClone(table.state);
  const you = real.you.name;
  const span = { least: 100, most: 1234550, costs: 100 };
  const clause = "1";
  const rich = { ...real, seconds: null, asks: [], window: null, turn: null, ready: [],
    you: { ...real.you, balance: 100000000, refill: null, boxes: [4] },
    limits: { ...real.limits, minimum: 100050, maximum: 100000000 } };
  if (rich.bank) rich.bank = { ...rich.bank, open: false, banker: null };
  const wager = { id: "w1", kind: "main", bettor: you, amount: 123450, result: null, returned: 0,
    paid: 0, hand: 1, word: null, clause: null };
  const hand = { number: 1, cards: ["8s", "8h"], count: "16", blackjack: false, sideways: false,
    doubled: false, split: false, surrendered: false, void: false, late: false, zapped: [],
    closed: false, result: null, acting: true };
  const mine = (more) => rich.boxes.map((box) => box.number === 4 ? { ...box, yours: true,
    seat: { name: you }, decider: you, wagers: [wager], hands: [], ...more } : box);
  const acts = real.acts.map(({ act, label, key }) =>
    ({ act, label, key, clause, player: you, box: 4, ...span }));
  const play = { ...rich, phase: "play", boxes: mine({ hands: [hand], acting: true }),
    dealer: { ...rich.dealer, cards: ["As", "??"], count: "soft 11" } };
  const ask = (label, key, type, more = {}) => ({ player: you, label, key, clause, costs: 0,
    command: { type, box: 4, amount: 2000000 }, ...more });
  const dealer = { ...rich, dealt_by: "person", you: { ...rich.you, role: "dealer", boxes: [] },
    dealer: { ...rich.dealer, name: you, due: "settle_side_bets", card_to: null } };
  const moments = {
    betting: rich,
    placed: { ...rich, boxes: mine(), may: { squeeze: true, take_back: true } },
    turn: { ...play, turn: { player: you, box: 4, hand: 1, acts } },
    waiting: { ...play, turn: { player: "Bot Ada", box: 3, hand: 1, acts: [] } },
    window: { ...play, phase: "window", window: { acts: [...acts.filter(({ act }) =>
      ["insure", "even_money", "surrender"].includes(act)), { act: "bet", kind: "buster",
      label: "Perfect Pairs", key: "u", clause, player: you, box: 4, ...span }], waiting: [you] } },
    asks: { ...play,
      asks: [ask("Take the bank", "y", "take_bank", span), ask("Decline", "n", "no")] },
    cut: { ...rich, shoe: { ...rich.shoe, offer: { player: you, least: 52, most: 260, clause } },
      asks: [ask("Decline the cut", "n", "decline_cut")] },
    performing: { ...dealer, phase: "settlement", boxes: mine() },
    closing: dealer,
  };
  const rect = (e) => {
    const { left, top, right, bottom } = e.getBoundingClientRect();
    return { left, top, right, bottom };
  };
  const within = (a, b) => ({ left: Math.max(a.left, b.left), top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom) });
  const seen = { go: [], on: [], rest: [], fields: [], cloth: [] };
  const wrong = [];
  for (const [name, state] of Object.entries(moments)) {
    const message = { type: "snapshot", state, sequence: state.sequence };
    sockets.at(-1).onmessage({ data: JSON.stringify(message) });
    const bar = document.querySelector("#bar");
    for (const e of bar.querySelectorAll("button:not(.why-button), input")) {
      const around = e.closest(".rest") ?? bar;
      const id = e.dataset.focus ?? "";
      const button = DEALS.includes(id) ? "go" : GOES_ON.includes(id) ? "on" : "rest";
      const place = e.localName === "input" ? "fields" : button;
      if (e.checkVisibility()) {
        const own = rect(e);
        const label = `${name}: ${e.dataset.focus ?? e.className}`;
        const shown = place === "rest" ? within(own, rect(around)) : own;
        const isSeen = shown.right > shown.left && shown.bottom > shown.top;
        if (isSeen) seen[place].push([label, shown]);
        if (own.left < 0 || own.right > innerWidth) wrong.push(`${label} leaves the screen`);
        const isBelow = ["go", "on"].includes(place) && own.bottom > innerHeight;
        if (isBelow) wrong.push(`${label} is out of sight`);
        const isCut = e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1;
        if (e.localName === "button" && isCut) wrong.push(`${label} is cut off`);
      }
    }
    const room = rect(document.querySelector(".room"));
    for (const e of document.querySelectorAll(".pick, .sit, button.side-spot")) {
      const label = `${name}: ${e.dataset.focus}`;
      if (e.checkVisibility()) seen.cloth.push([label, within(rect(e), room)]);
    }
    if (!bar.querySelector("button")) wrong.push(`${name} offers nothing`);
  }
  const lies = (a, b, from, to) => a[from] < b[to] - 0.5 && b[from] < a[to] - 0.5;
  const meet = (a, b) => lies(a, b, "left", "right") && lies(a, b, "top", "bottom");
  for (const both of ["go on", "go rest", "go fields", "go cloth", "on rest"]) {
    const [one, other] = both.split(" ");
    for (const [name, place] of seen[one]) {
      for (const [far, there] of seen[other]) {
        if (meet(place, there)) wrong.push(`${name} is where ${far} is`);
      }
    }
  }
  const counts = Object.entries(seen).map(([name, places]) => [name, places.length]);
  return [Object.fromEntries(counts), [...new Set(wrong)]];
}"""

_SOCKETS = """
window.sockets = [];
window.WebSocket = class extends WebSocket {
  constructor(...told) {
    super(...told);
    sockets.push(this);
  }
};
"""


@pytest.fixture(scope="module")
def player(gather: Arrive) -> Guest:
    player = gather(scripts=True)
    player.come_in()
    player.page.add_init_script(_SOCKETS)
    return player


@pytest.mark.parametrize("book", list(BOOKS))
def test_what_deals_never_stands_where_an_act_is(player: Guest, book: str) -> None:
    """With the longest labels, over every kind of moment of the bar."""
    player.go(f"/tables/{player.open_table(book, practice=True)}", "#bar button")
    player.page.wait_for_timeout(100)
    wrong: dict[Any, list[str]] = {}
    for size in SIZES:
        player.looks_at(size, "light")
        player.page.wait_for_timeout(60)  # until the page is laid out for this size
        counts, wrong[size] = player.page.evaluate(_MOMENTS)
        assert counts["go"] >= 4 and counts["on"] >= 5 and counts["rest"] > 30, counts
    assert wrong == {size: [] for size in SIZES}
    player.looks_at(DESKTOP, "light")
