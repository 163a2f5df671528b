"""Prices in parts equal those of ``solve``; each is calculated once, when first requested."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.solver import Prices, Shoe, engine, solve
from tests.support import rules

SHORT = Shoe.parse("A:20 2:24 3:24 4:22 5:19 6:24 7:24 8:24 9:24 T:90")


@pytest.mark.parametrize("book", ["classic", "rws"])
@pytest.mark.parametrize("shoe", [None, SHORT])
def test_every_part_is_what_solve_says(book: str, shoe: Shoe | None) -> None:
    prices = Prices(rules(book), shoe=shoe)
    optimal = solve(rules(book), shoe=shoe)
    basic = solve(rules(book), shoe=shoe, policy="basic")
    assert prices.main.ev == pytest.approx(optimal.ev, abs=1e-14)
    assert prices.hands == prices.main.hands
    assert prices.insurance == optimal.insurance
    if shoe is None:  # the price of a pair needs the suits of every card
        assert prices.side_bets.keys() == optimal.side_bets.keys()
    assert prices.chart == basic.chart
    assert prices.by_chart.ev == pytest.approx(basic.ev, abs=1e-14)


def test_nothing_is_worked_out_before_it_is_asked_for_and_nothing_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    contracted: list[int] = []
    contract: Any = vars(engine)["contract"]

    def counting(shoe: Any, need: Any, *others: Any) -> None:
        contracted.append(int(need.sum()))
        contract(shoe, need, *others)

    monkeypatch.setattr(engine, "contract", counting)
    prices = Prices(rules("classic"), policy="cdz")
    assert not contracted
    assert not prices.known_parts
    assert prices.main is prices.main
    assert prices.hands is prices.hands
    assert len(contracted) == 1
    assert prices.known_parts == ("main", "hands")
    assert prices.chart == prices.by_chart.chart
    assert len(contracted) == 1, "the chart takes the dealer's chances from the main game"


def test_elections_and_a_shoe_in_words() -> None:
    prices = Prices("classic", shoe=str(SHORT), policy="cdz", soft_17="hit")
    assert prices.main.ev == solve("classic", shoe=SHORT, policy="cdz", soft_17="hit").ev
