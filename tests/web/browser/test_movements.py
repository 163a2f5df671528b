"""The page shows the events one after another: order, totals, money, speed, clock, motion off."""

from __future__ import annotations

import re
from typing import Any

import pytest

from pitboss.cards import cards
from pitboss.law.counting import is_blackjack
from pitboss.law.hands import Hand
from pitboss.rulebooks import BOOKS, rulebook
from pitboss.table.words.phrases import called
from tests.web.browser.conftest import Arrive
from tests.web.browser.visiting import Guest, has_dealt

# Everything that the page shows, frame by frame: what has landed with its total, the newest line of
# the log, the balance, the results, what is read out, and whether anything is animated.
_WATCH = """
window.landed = [];
window.frames = [];
window.settled = [];
const seen = new Set();
// After each task of the page, since a slow machine draws several of them in one frame.
new MutationObserver(() => {
  const come = [...document.querySelectorAll("pb-card[data-n][data-landed]")]
    .map((card) => Number(card.dataset.n)).filter((n) => !seen.has(n));
  come.forEach((n) => seen.add(n));
  landed.push(...come.sort((one, other) => one - other));
  for (const box of document.querySelectorAll(".box")) {
    const { box: number } = box.dataset;
    if (box.querySelector(".hand .outcome") && !settled.includes(number)) settled.push(number);
  }
}).observe(document, { subtree: true, childList: true, attributeFilter: ["data-landed"] });
function look() {
  const table = document.querySelector("pb-table");
  if (table?.state) {
    const hands = [...document.querySelectorAll(".dealer, .box .hand")].map((hand) => [
      hand.closest(".box")?.dataset.box ?? "dealer",
      [...hand.querySelectorAll("pb-card[data-landed]")]
        .map((card) => card.getAttribute("face")).join(" "),
      hand.querySelector(".total")?.textContent ?? "",
    ]);
    const frame = {
      hands,
      line: Number(document.querySelector(".talk li")?.dataset.n ?? 0),
      balance: Number(document.querySelector(".purse")?.dataset.balance),
      outcomes: document.querySelectorAll(".box .outcome").length,
      banner: document.querySelector(".banner")?.textContent ?? "",
      said: document.getElementById("live").textContent,
      animations: document.getAnimations().length,
      left: document.querySelector(".clock:not([hidden])")?.style.getPropertyValue("--left") ?? "",
      turn: Boolean(document.querySelector("[aria-label='Your turn']")),
    };
    if (JSON.stringify(frame) !== JSON.stringify(frames.at(-1))) frames.push(frame);
  }
  requestAnimationFrame(look);
}
requestAnimationFrame(look);
"""

_RESTS = "document.querySelector('.felt')?.getAttribute('aria-busy') === 'false'"


def watched(player: Guest) -> Guest:
    player.page.add_init_script(_WATCH)
    return player


def seated_at(player: Guest, book: str, boxes: int, **more: Any) -> str:
    """A table of a book with bets on these boxes, as many as one player may have."""
    bots = 7 - boxes
    table = player.open_table(book, bots=bots, **more)
    player.go(f"/tables/{table}", "[data-focus=deal], [data-key=n], .idle")
    for _ in range(400):
        if player.has_decided():
            continue
        if player.sees("[data-focus=deal]") and player.shown()["shoe"]["cut"]:
            break
        player.page.wait_for_timeout(50)
    least = player.state(table)["limits"]["minimum"]
    free = [b["number"] for b in player.state(table)["boxes"] if b["seat"] is None]
    bets = [{"box": box, "amount": least} for box in free[:boxes]]
    assert player.say(table, type="place", bets=bets) == 200
    player.until(_RESTS)
    return table


def finished(player: Guest) -> None:
    """Answer every prompt until the round has ended and everything has been shown."""
    for _ in range(400):
        if player.is_over():
            break
        player.until(_RESTS)
        player.has_decided()
        player.page.wait_for_timeout(30)
    player.until(_RESTS)
    assert player.is_over()


def log_of(player: Guest, table: str) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = player.page.request.get(
        f"/api/v1/tables/{table}/rounds/1"
    ).json()["events"]
    return events


def totals(book: str, frame: dict[str, Any]) -> list[str]:
    """The hands of a frame whose total is not that of the cards that have landed."""
    rules = rulebook(book).elect()
    wrong = []
    for where, text, total in frame["hands"]:
        faces = [face for face in text.split() if face != "??"]
        held = cards(" ".join(faces))
        name = str(rules.book.words["blackjack"]).capitalize()
        due = called(rules, held) if held else ""
        is_natural = len(held) == 2 and is_blackjack(rules, Hand(held))
        allowed = {due, name} if is_natural else {due}
        if total not in allowed and not (where == "dealer" and total == "Dealer" and not held):
            wrong.append(f"{where}: {text} shows {total!r}")
    return wrong


def no_spoilers(player: Guest, table: str, book: str) -> None:
    """Assert that nothing was shown, logged or announced before its event, in any frame."""
    frames = player.page.evaluate("frames")
    events = log_of(player, table)
    wrong = [text for frame in frames for text in totals(book, frame)]
    assert not wrong, wrong[:5]
    sentences: dict[str, int] = {}
    for event in events:
        sentences.setdefault(event["says"], event["n"])
    first = events[0]["n"]
    start = next(frame["balance"] for frame in frames if frame["line"])
    assert start == 1000_00
    due, wagers = {0: start}, {}
    for event in events:
        balance = due[max(due)]
        if event["event"] == "WagerPlaced":
            wagers[event["wager"]] = event["player"]
        if wagers.get(event.get("wager")) == player.name:
            if event["event"] in ("WagerPlaced", "WagerRaised"):
                balance -= event["stake"]
            elif event["event"] == "WagerSettled":
                balance += event["returned"]
        elif event["event"] == "FeeCollected" and event["player"] == player.name:
            balance -= event["amount"]
        due[event["n"]] = balance
    settled = [e["n"] for e in events if e["event"] == "WagerSettled"]
    closed = events[-1]["n"]
    for frame in frames:
        line = frame["line"]
        if line in due and line >= first:
            assert frame["balance"] == due[line], (line, frame["balance"], due[line])
            if line < settled[0]:
                assert frame["outcomes"] == 0
            if line < closed:
                assert not frame["banner"]
        numbers = [n for says, n in sentences.items() if says and says in frame["said"]]
        assert all(n <= line for n in numbers), (frame["said"], line)


@pytest.mark.parametrize("book", BOOKS)
def test_cards_land_in_the_order_of_the_log_and_nothing_is_told_before(
    arrive: Arrive, book: str
) -> None:
    player = watched(arrive(moves=True, speed="fast"))
    player.come_in()
    table = seated_at(player, book, 2)
    player.say(table, type="deal")
    finished(player)
    dealt = [e["n"] for e in log_of(player, table) if e["event"] == "CardDealt"]
    assert player.page.evaluate("landed") == dealt
    assert len(dealt) >= 12
    no_spoilers(player, table, book)


def test_without_motion_the_same_order_and_no_animation(arrive: Arrive) -> None:
    player = watched(arrive(moves=False, speed="fast"))
    player.come_in()
    table = seated_at(player, "classic", 2)
    player.say(table, type="deal")
    finished(player)
    dealt = [e["n"] for e in log_of(player, table) if e["event"] == "CardDealt"]
    assert player.page.evaluate("landed") == dealt
    frames = player.page.evaluate("frames")
    assert {frame["animations"] for frame in frames} == {0}
    assert len([f for f in frames if f["hands"]]) >= 5, "one thing after another"
    no_spoilers(player, table, "classic")


def test_the_time_to_decide_is_whole_when_the_acts_appear(arrive: Arrive) -> None:
    player = watched(arrive(moves=True, speed="normal"))
    player.come_in()
    table = seated_at(player, "classic", 7)
    for _ in range(5):
        player.say(table, type="deal")
        player.until(_RESTS)
        player.until(
            "document.querySelector(\"[aria-label='Your turn'], [data-focus=done], .over\")"
        )
        if player.sees("[aria-label='Your turn'], [data-focus=done]"):
            break
        player.say(table, type="place", bets=[{"box": n, "amount": 1000} for n in range(1, 8)])
    first = player.page.evaluate("frames.find((f) => f.left !== '')")
    assert float(first["left"]) > 0.97
    turn = 30 if player.sees("[aria-label='Your turn']") else 15
    left = float(player.page.get_attribute(".clock", "data-left") or 0)
    assert left > turn - 1.5, "the movements took none of it"


class Called:
    """A table dealt by a dealer who calls the cards."""

    def __init__(self, dealer: Guest, *players: Guest, book: str, **more: Any) -> None:
        self.dealer, self.players = dealer, players
        self.table = dealer.open_table(book, dealt_by="person", cards="called", **more)
        dealer.begin(self.table)

    def bets(self, *boxes: int, amount: int = 10_00) -> None:
        """Each player has the next boxes: in some books at most two, side by side."""
        each = len(boxes) // len(self.players)
        for n, player in enumerate(self.players):
            own = boxes[n * each : (n + 1) * each]
            bets = [{"box": box, "amount": amount} for box in own]
            assert player.say(self.table, type="place", bets=bets) == 200
        assert self.dealer.say(self.table, type="close_bets") == 200

    def play(self, dealt: dict[int | None, list[str]]) -> None:
        """Everyone stands until the round ends."""
        for _ in range(40):
            state = has_dealt(self.dealer, self.table, dealt)
            if (turn := state["turn"]) is not None:
                document = {"type": "stand", "box": turn["box"], "hand": turn["hand"]}
                assert any(player.say(self.table, **document) == 200 for player in self.players)
            elif state["window"] is not None:
                for player in self.players:
                    player.say(self.table, type="done")
            elif state["round"] > 1:
                return
        raise AssertionError("the round does not end")


ORDERS: list[tuple[str, dict[str, str]]] = [
    ("zappit", {"settle_order": "collect_then_pay"}),
    ("zappit", {"settle_order": "seat_by_seat"}),
    ("nz", {"settlement_direction": "7-1"}),
    ("nz", {"settlement_direction": "1-7"}),
]


@pytest.mark.parametrize(("book", "settings"), ORDERS)
def test_chips_are_taken_and_paid_in_the_order_of_the_log(
    arrive: Arrive, book: str, settings: dict[str, str]
) -> None:
    dealer, player = arrive("dealer"), watched(arrive(moves=True, speed="fast"))
    other = arrive()
    player.come_in()
    other.come_in()
    game = Called(dealer, player, other, book=book, settings=settings)
    player.go(f"/tables/{game.table}", ".pick")
    game.bets(1, 2, 5, 6)
    hands: dict[int | None, list[str]] = {
        1: ["Ts", "9s"], 2: ["Th", "7h"], 5: ["Td", "8d"], 6: ["Tc", "Jc"], None: ["9h", "9d"]
    }  # fmt: skip
    game.play(hands)
    player.page.wait_for_selector(".felt.over")
    player.until(_RESTS)
    events = log_of(player, game.table)
    placed = {e["wager"]: e["box"] for e in events if e["event"] == "WagerPlaced"}
    order = [str(placed[e["wager"]]) for e in events if e["event"] == "WagerSettled"]
    assert player.page.evaluate("settled") == order
    lie = {
        box: (
            player.page.locator(f"[data-box='{box}'] .pick pb-chips").count(),
            [
                p.get_attribute("data-paid")
                for p in player.page.locator(f"[data-box='{box}'] .payout").all()
            ],
            [
                p.get_attribute("amount")
                for p in player.page.locator(f"[data-box='{box}'] .payout pb-chips").all()
            ],
        )
        for box in (1, 2, 5, 6)
    }
    none: list[str | None] = []
    win, lose, push = (1, ["1000"], ["1000"]), (0, none, none), (1, none, none)
    assert lie == {1: win, 2: lose, 5: push, 6: win}


def busy_for(player: Guest, game: Called, dealt: dict[int | None, list[str]]) -> int:
    """Milliseconds of movement in one round, by a clock that the test controls."""
    page = player.page
    page.clock.install()
    player.go(f"/tables/{game.table}", ".pick")
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)
    busy = "document.querySelector('.felt').getAttribute('aria-busy') === 'true'"

    def moved() -> int:
        """Advance the clock until every event is shown."""
        sequence, total = game.dealer.state(game.table)["sequence"], 0
        while page.evaluate("document.querySelector('pb-table').state.sequence") < sequence:
            total += 20 if page.evaluate(busy) else 0
            page.clock.run_for(20)
            assert total < 20_000
        return total

    game.bets(4)
    moved()
    state = has_dealt(game.dealer, game.table, dealt)
    total = moved()
    turn = state["turn"]
    player.say(game.table, type="stand", box=turn["box"], hand=turn["hand"])
    has_dealt(game.dealer, game.table, dealt)
    return total + moved()


DRAWS_ONE: dict[int | None, list[str]] = {4: ["Ts", "Th"], None: ["9h", "5d", "5c"]}


@pytest.mark.parametrize(("speed", "least", "most"), [
    ("normal", 2000, 2800), ("fast", 100, 1100), ("off", 0, 100),
])  # fmt: skip
def test_each_speed_has_its_time(arrive: Arrive, speed: str, least: int, most: int) -> None:
    dealer, player = arrive("dealer"), arrive(moves=True, speed=speed)
    player.come_in()
    game = Called(dealer, player, book="classic")
    took = busy_for(player, game, {box: list(dealt) for box, dealt in DRAWS_ONE.items()})
    assert least <= took <= most, took


def test_space_goes_to_the_end_and_does_nothing_else(arrive: Arrive) -> None:
    player = arrive(moves=True, speed="slow")
    player.come_in()
    table = seated_at(player, "classic", 7)
    player.say(table, type="deal")
    player.page.wait_for_selector("pb-card.coming", state="attached")
    message = player.page.evaluate("""() => {
      document.dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true }));
      return [document.querySelector(".felt").getAttribute("aria-busy"),
        document.querySelectorAll(".coming, .flying > *").length];
    }""")
    assert message == ["false", 0]
    server = player.state(table)
    assert player.shown()["boxes"] == server["boxes"]
    assert player.shown()["sequence"] == server["sequence"], "nothing was done by it"


def test_speed_and_coach_are_kept_for_the_person_in_every_browser(arrive: Arrive) -> None:
    player, elsewhere = arrive("player", moves=True, speed="normal"), arrive()
    table = player.open_table("classic")
    player.go(f"/tables/{table}", "[data-focus=speed]")
    for choice, value in (("speed", "fast"), ("coach", "after"), ("coach-by", "seen")):
        with player.page.expect_response("**/me/preferences"):
            player.page.select_option(f"[data-focus={choice}]", value)
    elsewhere.sign_in(player.name)
    player.page.reload()
    elsewhere.page.goto(f"/tables/{table}")
    for page in (player.page, elsewhere.page):
        for choice, value in (("speed", "fast"), ("coach", "after"), ("coach-by", "seen")):
            page.wait_for_selector(f"[data-focus={choice}]")
            assert page.input_value(f"[data-focus={choice}]") == value


def test_there_is_no_sound_before_it_is_switched_on(arrive: Arrive) -> None:
    player = arrive(moves=True, speed="fast")
    player.page.add_init_script("""
      window.contexts = [];
      const Real = window.AudioContext;
      window.AudioContext = class extends Real {
        constructor(...told) {
          super(...told);
          contexts.push(this);
        }
      };
    """)
    player.come_in()
    table = seated_at(player, "classic", 1)
    assert player.page.evaluate("contexts.length") == 0
    player.page.click("[data-focus=sound]")
    assert player.page.evaluate("contexts.length") == 1
    player.say(table, type="deal")
    finished(player)
    assert player.page.evaluate("contexts.length") == 1
    player.page.click("[data-focus=sound]")
    player.until("contexts[0].state === 'closed'")
    assert re.search("false", player.page.get_attribute("[data-focus=sound]", "aria-pressed") or "")


# A dealer's blackjack ends the round in the same message as the insurance that was offered before.
_ENDS_AT_ONCE = """
async () => {
  const base = document.querySelector("script[type=module]").src.replace("/main.js", "");
  const { bar } = await import(`${base}/actions.js`);
  const { Layout } = await import(`${base}/layout.js`);
  const table = document.querySelector("pb-table");
  const { state } = table;
  const { name } = state.you;
  const insure = { act: "insure", player: name, box: 1, least: 100, most: 500, label: "Insure" };
  const layout = new Layout();
  layout.reset({
    ...state, phase: "window", window: { acts: [insure], waiting: [name] }, ready: [],
    dealer: { ...state.dealer, cards: ["As", "??"] },
    you: { ...state.you, balance: 10000 },
  });
  const words = () => {
    const drawn = document.createElement("div");
    drawn.append(...bar(layout.state, table).flat());
    return drawn.textContent;
  };
  const offered = words();
  const event = { event: "RoundClosed", n: 1, number: state.round };
  layout.land({ event, show: { phase: "betting", round: state.round + 1, clear: true } });
  return [offered, words()];
}
"""


def test_what_was_offered_before_a_round_ended_is_offered_no_more(arrive: Arrive) -> None:
    player = arrive()
    player.come_in()
    seated_at(player, "classic", 1)
    offered, then = player.page.evaluate(_ENDS_AT_ONCE)
    assert "The dealer shows the ace of spades" in offered and "Insure" in offered
    assert "Insure" not in then


@pytest.mark.parametrize("book", ["zappit", "nobust"])
def test_a_round_is_shown_again_step_by_step(arrive: Arrive, book: str) -> None:
    """Forwards, backwards and by the slider, the cloth is what the log says."""
    player = arrive(moves=True, speed="fast")
    player.come_in()
    table = seated_at(player, book, 2)
    player.say(table, type="deal")
    finished(player)
    shown = player.cards()
    events = log_of(player, table)
    player.go(f"/audit/{table}", "pb-round .felt[aria-busy=false]")
    page = player.page
    dealt = [n for n, event in enumerate(events) if event["event"] == "CardDealt"]

    def cards_at(step: int) -> list[int]:
        page.evaluate(
            "(n) => { const s = document.querySelector('[data-focus=slide]');"
            " s.value = n; s.dispatchEvent(new Event('input')); }",
            step,
        )
        player.until(
            "document.querySelector('pb-round .felt').getAttribute('aria-busy') === 'false'"
        )
        elements = page.locator("pb-round pb-card[data-landed]").all()
        return sorted(int(card.get_attribute("data-n") or 0) for card in elements)

    for k in (1, 3, len(dealt)):
        assert cards_at(dealt[k - 1]) == [events[n]["n"] for n in dealt[:k]] or book == "zappit"
    page.click("[data-focus=prev]")
    page.click("[data-focus=next]")
    player.until("document.querySelector('pb-round .felt').getAttribute('aria-busy') === 'false'")
    settled = next(n for n, event in enumerate(events) if event["event"] == "CardsCollected")
    cards_at(settled)
    again = [c.get_attribute("aria-label") for c in page.locator("pb-round pb-card").all()]
    assert sorted(map(str, again)) == sorted(shown)
    assert player.faults() == []
