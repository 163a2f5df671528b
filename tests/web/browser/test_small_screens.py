"""Nothing overlaps, on the smallest screen and on the largest."""

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

# The machine's own serif, and two generic families of very different widths.
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
    """The player bets on several boxes, gets eights on all, and splits as often as allowed."""
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
    document: dict[str, Any] = {"settings": {"min": "5"}} if book == "classic" else {}
    table = dealer.open_table(book, dealt_by="person", cards="called", **document)
    dealer.begin(table)
    boxes = [1, 2, 4, 6, 7]
    split_as_far_as_may_be(dealer, player, table, *boxes)
    player.go(f"/tables/{table}", f"[data-box='{boxes[-1]}'] .hand >> nth=2")
    covered = {}
    for font in FONTS:
        player.page.evaluate(_IN_FONT, font)
        for size in SIZES:
            player.looks_at(size, "light")
            for _ in range(40):  # until the page is laid out for this size
                player.page.wait_for_timeout(60)
                covered[size, font] = player.page.evaluate(_COVERED)
                if not covered[size, font]:
                    break
    assert covered == {(size, font): [] for font in FONTS for size in SIZES}


_FOUR = """() => {
  const rect = (e) => e.getBoundingClientRect();
  const bar = rect(document.querySelector("#bar"));
  const hands = [...document.querySelectorAll(".strip .hand")];
  const wrong = [];
  if (hands.length !== 4) wrong.push(`${hands.length} hands`);
  hands.forEach((hand, n) => {
    const own = rect(hand);
    const isAbove = own.bottom <= bar.top && own.top >= 0;
    if (!isAbove || own.left < 0 || own.right > innerWidth) wrong.push(`hand ${n} is out of sight`);
    for (const other of hands.slice(n + 1).map(rect)) {
      const beside = own.left >= other.right || other.left >= own.right;
      const above = own.top >= other.bottom || other.top >= own.bottom;
      if (!beside && !above) wrong.push(`hands meet at ${n}`);
    }
    const total = hand.querySelector(".total");
    const print = parseFloat(getComputedStyle(total).fontSize);
    if (print < 14) wrong.push(`total of hand ${n} is small`);
    const cards = [...hand.querySelectorAll("pb-card")];
    if (cards.length !== 4) wrong.push(`hand ${n} has ${cards.length} cards`);
    cards.forEach((card, k) => {
      const texts = [...card.querySelectorAll("text")];
      const index = Math.max(...texts.map((text) => rect(text).height));
      if (index < 12) wrong.push(`index of card ${k} is small`);
      const next = cards[k + 1] && rect(cards[k + 1]);
      if (next && next.left - rect(card).left < 14) wrong.push(`card ${k} of hand ${n} is covered`);
      const at = rect(card);
      const top = document.elementFromPoint(at.left + 7, at.top + 12);
      const isTop = top?.closest("pb-card") === card;
      if (!isTop) wrong.push(`card ${k} of hand ${n} lies under ${top?.className}`);
    });
    if (!hand.querySelector(".stake")) wrong.push(`hand ${n} has no stake`);
  });
  const acting = [...document.querySelectorAll(".strip .hand.acting pb-card")][0];
  const other = [...document.querySelectorAll(".strip .hand:not(.acting) pb-card")][0];
  const isLarger = !acting || rect(acting).width > 1.2 * rect(other).width;
  if (!isLarger) wrong.push("the acting hand is not larger");
  if (document.querySelectorAll(".others li").length !== 5) wrong.push("others are not told");
  return wrong;
}"""


def test_four_split_hands_of_four_cards_are_read_on_a_phone(arrive: Arrive) -> None:
    """With five boxes of others; while the last hand is played, and when all are settled."""
    dealer, player, others = arrive("dealer"), arrive(size=PHONE), arrive()
    for one in (player, others):
        one.come_in()
    settings = {"min": "5"}
    table = dealer.open_table("classic", dealt_by="person", cards="called", settings=settings)
    dealer.begin(table)
    theirs = (1, 2, 3, 6, 7)
    bets = [{"box": box, "amount": 5_00} for box in theirs]
    assert others.say(table, type="place", bets=bets) == 200
    assert player.say(table, type="place", bets=[{"box": 4, "amount": 10_00}]) == 200
    dealer.say(table, type="close_bets")
    cards: dict[int | None, list[str]] = {box: ["Th", "9d"] for box in theirs}
    few = ["2s", "3s", "2h", "3h", "2d", "3d", "2c", "3c", "2s", "3s", "2h", "3h"]
    cards |= {4: ["8s", "8h", "8d", "8c", *few], None: ["6s", "Td", "5c"]}
    state = dealer.state(table)
    for _ in range(80):
        state = has_dealt(dealer, table, cards)
        if (turn := state["turn"]) is None:
            for one in (player, others):
                one.say(table, type="done")
            continue
        where = {"box": turn["box"], "hand": turn["hand"]}
        if turn["box"] != 4:
            assert others.say(table, type="stand", **where) == 200
            continue
        hands = state["boxes"][3]["hands"]
        held = next(hand for hand in hands if hand["number"] == turn["hand"])
        if "split" in [act["act"] for act in turn["acts"]]:
            act = "split"
        elif len(held["cards"]) < 4:
            act = "hit"
        elif sum(not hand["closed"] for hand in hands) == 1:
            break
        else:
            act = "stand"
        assert player.say(table, type=act, **where) == 200
    player.go(f"/tables/{table}", ".strip .hand >> nth=3")
    wrong = {}
    for size in (Size(320, 640), PHONE, Size(390, 844)):
        player.looks_at(size, "light")
        player.page.wait_for_timeout(80)
        wrong[size] = player.page.evaluate(_FOUR)
        assert player.faults() == []
    assert wrong == {size: [] for size in wrong}
    turn = state["turn"]
    assert player.say(table, type="stand", box=4, hand=turn["hand"]) == 200
    while has_dealt(dealer, table, cards)["turn"] is not None:
        turn = dealer.state(table)["turn"]
        assert others.say(table, type="stand", box=turn["box"], hand=turn["hand"]) == 200
    player.page.wait_for_selector(".strip .outcome")
    for hand in player.page.locator(".strip .hand").all():
        numbers = [hand.locator(part).count() for part in (".total", ".stake", ".outcome")]
        assert numbers == [1, 1, 1], "total, stake and result, each by itself"
