"""Bots play the solver's chart for the table; prices are calculated once and cached."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from pitboss.rulebooks import rulebook
from pitboss.store import Store, open_database
from pitboss.store.records import TableInfo
from pitboss.table import acts
from pitboss.table.events import HandSurrendered
from pitboss.table.procedure.duties import active
from pitboss.table.quickstart import open_table
from pitboss.table.state import Phase
from pitboss.web.lab.price_cache import Price, PriceCache, fingerprint
from pitboss.web.lab.price_worker import priced
from pitboss.web.live.bots import NAMES, BotChart, answer, decision
from pitboss.web.live.driver import Clocks, TableDriver
from pitboss.web.live.open_table import LiveTable
from tests.web.looping import done

_INFO = TableInfo(
    id="t1", name="T", book="classic", opened_by="Ann", dealt_by="machine", cards="shoe", bots=1,
    price="", status="open", sequence=0, hash="", owner=None, address=None, lease=0.0, created=0.0,
)  # fmt: skip
ROW = ("H",) * 10
CHART = BotChart(
    hard={str(n): ("S",) * 10 if n > 16 else ("D",) * 10 if n == 11 else ROW for n in range(5, 21)},
    soft={f"A,{n}": ("Ds",) * 10 for n in range(2, 10)},
    pairs={"8,8": ("P",) * 10},
)


@pytest.mark.parametrize(
    "shoe, wanted",
    [
        ("8s 9h 8c Ts", acts.Split),
        ("6s 9h 5c Ts", acts.Double),
        ("As 9h 6c Ts", acts.Double),
        ("Ts 9h 8c Ts", acts.Stand),
        ("Ts 9h 2c Ts", acts.Hit),
    ],
)
def test_a_bot_does_what_its_chart_says(shoe: str, wanted: type[acts.Act]) -> None:
    table = open_table("classic", shoe=shoe)
    table.wager(box=1, chips=10)
    table.deal()
    turn = active(table.state)
    assert turn is not None
    assert type(decision(table.state, *turn, CHART)) is wanted


@pytest.mark.parametrize(
    "shoe, act, wanted",
    [
        ("8s 9h 8c", acts.Split, acts.Split),
        ("6s 9h 5c", acts.Double, acts.Double),
        ("8s 9h 8c", acts.Double, acts.Decline),
        ("Ts 9h Tc", acts.Split, acts.Decline),
    ],
)
def test_a_bot_follows_where_its_chart_would_have_led(
    shoe: str, act: type[acts.ActOnHand], wanted: type[acts.Act]
) -> None:
    table = open_table("nz", shoe=shoe)
    for player in ("Ann", "Bot"):
        table.wager(box=1, chips=10, player=player)
    table.deal()
    table.do(act(box=1, player="Ann"))
    assert table.state.asked is not None
    given_act = answer(table.state, table.state.asked, "Bot", CHART)
    assert type(given_act) is wanted and table.ask(given_act) is None


def test_only_a_bots_hand_is_surrendered_for_it() -> None:
    """Ann and the bot both have 16 against a ten, and the bots' chart surrenders it."""
    chart = BotChart(hard={"16": ("Rh",) * 10}, soft={}, pairs={})
    table = open_table("classic", shoe="Tc Td Th 6c 6d Ts", surrender="early")
    table.wager(box=1, chips=10, player="Ann")
    table.wager(box=2, chips=10, player=NAMES[0])
    table.deal()
    assert table.state.phase is Phase.WINDOW
    house = TableDriver(LiveTable(_INFO, table), Clocks())
    house.chart = chart
    steps = 0
    while table.state.phase is Phase.WINDOW:
        step = house.next_step(frozenset({"Ann"}))
        assert step is not None
        steps += 1
        step.do(table)
    surrendered = [event.box for event in table.log.events if isinstance(event, HandSurrendered)]
    assert (surrendered, steps) == ([2], 2), "the bot surrenders, then the window closes"


def test_what_the_book_refuses_gives_way_to_the_next_wish() -> None:
    table = open_table("classic", shoe="6s 9h 5c Ts 3d Tc", double_on="none")
    table.wager(box=1, chips=10)
    table.deal()
    turn = active(table.state)
    assert turn is not None
    assert type(decision(table.state, *turn, CHART)) is acts.Hit


def test_the_price_of_a_table_is_the_solvers(tmp_path: Path) -> None:
    rules = rulebook("classic").elect(decks=6)
    document = priced({"book": "classic", "source": None, "settings": {"decks": 6}})
    assert 0.003 < document["house_edge"] < 0.006 and document["policy"] == "basic"
    kept = msgspec.json.encode(document).decode()
    price = msgspec.json.decode(kept, type=Price)
    assert price.chart is not None and len(price.chart.hard["16"]) == 10

    async def ask() -> Price | None:
        store = Store(open_database(f"sqlite:///{tmp_path / 'house.sqlite3'}"))
        key = fingerprint(rules)
        store.keep(f"price/{key}", kept)
        prices = PriceCache(store)
        prices.want(rules, key)
        for _ in range(200):
            if prices.price(key) is not None:
                break
            await asyncio.sleep(0.01)
        prices.stop()
        store.close()
        return prices.price(key)

    assert done(ask()) == price


def test_a_fingerprint_tells_rules_apart() -> None:
    book = rulebook("classic")
    one, two = fingerprint(book.elect(decks=6)), fingerprint(book.elect(decks=8))
    assert one != two and one == fingerprint(book.elect(decks="6"))
