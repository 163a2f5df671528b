"""Nothing lies on anything else, on the smallest screen as on the largest."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.browser.conftest import Arrive
from tests.web.browser.visiting import DESKTOP, PHONE, Guest, Size, has_dealt

SIZES = [
    Size(320, 640),
    PHONE,
    Size(390, 844),
    Size(667, 375),
    DESKTOP,
    Size(1920, 1080),
]

# The machine's own serif, and two families of very different widths that every machine has.
FONTS = ("serif", "monospace", "sans-serif")

_IN_FONT = "(font) => document.documentElement.style.setProperty('--serif', font)"

_COVERED = """() => {
  const rect = (e) => e.getBoundingClientRect();
  const lies = (a, b, by = 2) => a.left < b.right - by && b.left < a.right - by
    && a.top < b.bottom - by && b.top < a.bottom - by;
  const [bar, room] = ["#bar", ".room"].map((what) => rect(document.querySelector(what)));
  const wrong = new Set();
  if (lies(bar, room)) wrong.add("the bar lies on the cloth");
  const boxes = [...document.querySelectorAll(".box")].map((box) => ({
    name: `box ${box.dataset.box}`,
    hands: [...box.querySelectorAll(".hand :is(pb-card, .count span, .outcome)")],
    circle: box.querySelector(".pick"),
    rest: [...box.querySelectorAll(".pick, .who > *, .side-spot.laid")]
      .filter((e) => e.checkVisibility()),
  }));
  const dealer = document.querySelector(".dealer .cards");
  for (const one of boxes) {
    const { bottom, top, left, right } = rect(one.circle);
    const end = Math.min(room.bottom, innerHeight);
    if (bottom > end || top < room.top) wrong.add(`${one.name} is out of sight`);
    if (left < 0 || right > innerWidth) wrong.add(`${one.name} is cut off`);
    for (const other of boxes) {
      if (other === one) continue;
      for (const mine of one.hands) {
        for (const theirs of [...other.hands, ...other.rest, dealer]) {
          if (lies(rect(mine), rect(theirs))) wrong.add(`${one.name} lies on ${other.name}`);
        }
      }
    }
    for (const name of one.rest.filter((e) => e !== one.circle)) {
      const under = one.hands.some((e) => lies(rect(e), rect(name)));
      if (under) wrong.add(`${one.name} lies on its own name`);
    }
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    for (const { left: l, right: r, top: t, bottom: b } of one.hands.map(rect)) {
      const away = Math.hypot(Math.max(l - x, 0, x - r), Math.max(t - y, 0, y - b));
      if (away < (right - left) / 2 - 2) wrong.add(`${one.name} lies on its own circle`);
    }
  }
  for (const text of document.querySelectorAll(".words text")) {
    const matrix = text.getScreenCTM();
    for (let n = 0; n < text.getNumberOfChars(); n++) {
      const { x, y, width, height } = text.getExtentOfChar(n);
      const middle = new DOMPoint(x + width / 2, y + height / 2).matrixTransform(matrix);
      const point = { left: middle.x, right: middle.x, top: middle.y, bottom: middle.y };
      for (const { name, hands } of boxes) {
        const under = hands.some((e) => lies(point, rect(e), 0));
        if (under) wrong.add(`${name} covers: ${text.textContent}`);
      }
    }
  }
  return [...wrong];
}"""


def split_as_far_as_may_be(dealer: Guest, player: Guest, table: str, *boxes: int) -> None:
    """The player bets on boxes, gets eights at all of them, and splits them to the last."""
    least = player.state(table)["limits"]["minimum"]
    for box in boxes:
        assert player.say(table, type="bet", box=box, amount=least) == 200
    dealer.say(table, type="close_bets")
    cards: dict[int | None, list[str]] = {box: [f"8{suit}" for suit in "shdc"] for box in boxes}
    cards[None] = ["6s", "Td"]
    for _ in range(100):
        state = has_dealt(dealer, table, cards)
        if (turn := state["turn"]) is None:
            player.say(table, type="done")
            continue
        if _is_last(state, turn["box"] == boxes[-1]):
            return
        acts = [act["act"] for act in turn["acts"]]
        held = state["boxes"][turn["box"] - 1]["hands"][turn["hand"] - 1]["cards"]
        draws = "stand" not in acts or (len(held) < 4 and turn["hand"] == 2)
        act = "split" if "split" in acts else "hit" if draws else "stand"
        player.say(table, type=act, box=turn["box"], hand=turn["hand"])
    raise AssertionError("the splits do not come to an end")


def _is_last(state: dict[str, Any], in_last_box: bool) -> bool:
    acts = [act["act"] for act in state["turn"]["acts"]]
    hands = state["boxes"][state["turn"]["box"] - 1]["hands"]
    return in_last_box and "split" not in acts and sum(not h["closed"] for h in hands) == 1


@pytest.mark.parametrize("book", ["classic", "leaflet"])
def test_a_table_full_of_split_hands_covers_nothing(arrive: Arrive, book: str) -> None:
    dealer, player = arrive("dealer"), arrive()
    player.come_in()
    told: dict[str, Any] = {"settings": {"min": "5"}} if book == "classic" else {}
    table = dealer.open_table(book, dealt_by="person", cards="called", **told)
    for type in ("take_chair", "shuffle", "house_cut"):
        dealer.say(table, type=type)
    boxes = [1, 2, 4, 6, 7]
    split_as_far_as_may_be(dealer, player, table, *boxes)
    player.go(f"/tables/{table}", f"[data-box='{boxes[-1]}'] .hand >> nth=2")
    covered = {}
    for font in FONTS:
        player.page.evaluate(_IN_FONT, font)
        for size in SIZES:
            player.looks_at(size, "light")
            player.page.wait_for_timeout(60)
            covered[size, font] = player.page.evaluate(_COVERED)
    assert covered == {(size, font): [] for font in FONTS for size in SIZES}
