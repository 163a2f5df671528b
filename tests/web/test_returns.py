"""The return against theory: correct tables raise hardly any alarm, and wrong ones raise one."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from functools import cache
from math import sqrt
from typing import Any

import msgspec
import numpy as np
import pytest
from benchmarks.false_alarms import alarms, rounds_to_see

from pitboss import solve
from pitboss.rulebooks import rulebook
from pitboss.solver import Shoe, Solution
from pitboss.web.lab.price_cache import Price, fingerprint
from pitboss.web.pit.returns import (
    CHANCE,
    MOST_OF_A_BOX,
    TOGETHER,
    TOTAL,
    ReturnSeries,
    RoundBet,
    RoundSums,
    boundary,
    parts_of,
)
from tests.web.serving import Server, patiently, signed_store

PRICE = Price(
    0.004, 1.15, "basic", {}, None, insurance=(0.07, 1.4), side_bet_figures={"buster": (0.08, 4.0)}
)


def test_stakes_count_as_they_lay_and_doubles_belong_to_the_main_bet() -> None:
    rules = rulebook("nobust").default_rules
    bets = [
        RoundBet("main", 1, 10_00, 0),
        RoundBet("double", 1, 10_00, 0),
        RoundBet("main", 2, 30_00, 60_00),
        RoundBet("main", 3, 50_00, None),  # returned: no bet was decided
        RoundBet("insurance", 1, 5_00, 15_00),
    ]
    parts = parts_of(rules, PRICE, bets)
    main = parts["main"]
    assert (main.number, main.stakes, main.won) == (3, 50_00, 20_00 - 30_00)
    assert main.expected == pytest.approx(40_00 * 0.004)
    apart = 10_00**2 + 30_00**2
    variance = 1.15**2 * ((1 - TOGETHER) * apart + TOGETHER * 40_00**2)
    assert main.variance == pytest.approx(variance)
    assert parts["insurance"].variance == pytest.approx((1.4 * 5_00) ** 2)
    assert parts[TOTAL].won == -10_00 - 10_00
    assert parts[TOTAL].variance == pytest.approx(variance + (1.4 * 5_00) ** 2)


def test_bets_on_the_dealers_cards_win_and_lose_together() -> None:
    rules = rulebook("nobust").default_rules
    bets = [RoundBet("buster", box, 10_00, 0) for box in (1, 2)]
    assert parts_of(rules, PRICE, bets)["buster"].variance == pytest.approx((4.0 * 20_00) ** 2)


def test_a_bet_without_a_known_price_is_not_judged() -> None:
    rules = rulebook("nobust").default_rules
    bets = [RoundBet("perfect_pairs", 1, 10_00, 0), RoundBet("main", 1, 10_00, 0)]
    assert parts_of(rules, PRICE, bets)[TOTAL].stakes == 10_00


@cache
def game(**changes: Any) -> Solution:
    return solve("classic", policy="basic", decks=1, **changes)


def test_a_correct_table_makes_notes_and_hardly_ever_an_alarm() -> None:
    spread = game().spread
    noted, alarmed = alarms(
        spread.distribution, edge=-spread.mean, sd=sqrt(spread.variance), largest=MOST_OF_A_BOX,
        tables=300, rounds=3_000,
    )  # fmt: skip
    assert np.mean(noted > 0) > 0.02  # of one look it would be 0.0027
    assert np.mean(alarmed > 0) <= CHANCE + 3 * sqrt(CHANCE / 300)


def seen_after(results: Mapping[float, float], theory: Solution, seed: int) -> int | None:
    """The rounds after which a table with these results raises an alarm, in thousands at most."""
    values, chances = (np.array(each) for each in zip(*results.items(), strict=True))
    draw, each = np.random.default_rng(seed), 2_000
    series, spread = ReturnSeries(), theory.spread
    for number in range(1, 2_001):
        times = draw.multinomial(each, chances / chances.sum())
        won = -round(float(times @ values) * 1000)
        part = RoundSums(
            each, each * 1000, won, -each * spread.mean * 1000,
            each * spread.variance * 1000**2, MOST_OF_A_BOX * 1000,
        )  # fmt: skip
        series.close(part, number, 0.0, CHANCE / 3)
        if series.alarmed:
            return number * each
    return None


def test_a_table_that_pays_6_to_5_is_seen() -> None:
    theory, wrong = game(), game(blackjack_pays="6:5")
    seen = [seen_after(wrong.spread.distribution, theory, seed) for seed in range(8)]
    about = rounds_to_see(theory.house_edge, wrong.house_edge, sqrt(theory.spread.variance))
    assert 100_000 < about < 200_000
    assert all(rounds is not None and rounds < 3 * about for rounds in seen)
    assert [seen_after(theory.spread.distribution, theory, seed) for seed in range(8)] == [None] * 8


def test_a_deck_without_one_of_its_tens_is_seen_but_late() -> None:
    theory = game()
    missing = game(shoe=Shoe((*Shoe.of_decks(1).counts[:-1], 15)))
    about = rounds_to_see(theory.house_edge, missing.house_edge, sqrt(theory.spread.variance))
    assert 500_000 < about < 2_000_000
    seen = [seen_after(missing.spread.distribution, theory, seed) for seed in range(4)]
    assert all(rounds is not None and rounds < 3 * about for rounds in seen)


def test_the_boundary_grows_more_slowly_than_any_power_and_allows_for_a_large_prize() -> None:
    # 0.5 ln(10100 / 100) + ln(1 / 0.0009) = 9.3207, and the square root of 2 · 10100 · 9.3207
    assert boundary(10_000, 100, 0, 0.0009) == pytest.approx(433.9, abs=0.1)
    assert boundary(10_000, 100, 300, 0.0009) == pytest.approx(433.9 + 932.1, abs=0.2)
    early, late = (boundary(number, 100, 0, 0.0009) / sqrt(number) for number in (10**4, 10**8))
    assert 4.3 < early < late < 5.4


def test_the_points_of_a_series_stay_few_and_the_first_alarm_stays() -> None:
    series = ReturnSeries()
    for number in range(1, 5_001):
        series.close(RoundSums(1, 100, 100, 0.4, 115.0**2, 800.0), number, float(number), 0.001)
    assert len(series.points) <= 128
    assert series.points[-1].round > 4_900
    assert series.noted is not None
    assert series.alarmed is not None
    assert series.noted < series.alarmed
    assert abs(series.z) > series.bound(0.001)


def test_the_pit_reads_the_returns_of_a_table_and_of_a_book(server: Server) -> None:
    boss, ada = server.named("supervisor"), server.guest()
    price = Price(0.004, 1.15, "basic", {}, None, side_bet_figures={"perfect_pairs": (0.06, 3.0)})
    key = fingerprint(rulebook("leaflet").default_rules)
    with closing(signed_store(server.url, key=server.key)) as store:
        store.keep(f"price/{key}", msgspec.json.encode(price).decode())
    table = ada.open("leaflet")
    seat = ada.sit(table)
    seat.must("sit", box=1)
    for _ in range(3):
        seat.must("bet", box=1, amount=1000)
        seat.must("bet", box=1, amount=500, kind="perfect_pairs")
        seat.must("deal")
        seat.finish()
    other = server.named("supervisor")
    change = {"settings": {"max": 900}, "reason": "a quiet night"}
    boss.post(f"/tables/{table}/changes", change, 202)
    other.post(f"/tables/{table}/changes/1/approvals", {})
    seat.must("bet", box=1, amount=1000)
    seat.must("deal")
    seat.finish()
    for _ in patiently():
        message = boss.get(f"/tables/{table}/returns")
        if message["rounds"] == 4:
            break
    assert message["rounds"] == 4  # limits move no price
    series = {each["kind"]: each for each in message["series"]}
    assert series["perfect_pairs"]["stakes"] == 1500
    assert series["main"]["rounds"] == 4
    assert series["total"]["won"] == sum(series[kind]["won"] for kind in series if kind != "total")
    assert series["total"]["status"] in ("in range", "note", "alarm")
    house = boss.get("/returns")
    (mine,) = [each for each in house["tables"] if each["table"] == table]
    assert mine["series"][0]["z"] == series["total"]["z"]
    assert "leaflet" in {each["book"] for each in house["books"]}
    ada.get("/returns", 403)
    ada.get(f"/tables/{table}/returns", 403)
