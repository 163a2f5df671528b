"""The pit's figures: what each kind of bet has won, and its theo by its own edge."""

from __future__ import annotations

import pytest

from pitboss.rulebooks import rulebook
from pitboss.web.lab.price_cache import Price
from pitboss.web.pit.theory import DecidedBets, Handle, theory
from tests.web.serving import Server

PRICE = Price(
    house_edge=0.005,
    sd=1.15,
    policy="basic",
    side_bets={"perfect_pairs": 0.06},
    chart=None,
    insurance=(0.074, 1.4),
    side_bet_figures={"perfect_pairs": (0.06, 3.0)},
)


def test_each_kind_of_stake_counts_with_its_own_edge() -> None:
    handle = Handle(
        rounds=100,
        kinds={
            "main": DecidedBets(100, 1000_00, 100 * 10_00**2, 40_00),
            "double": DecidedBets(10, 100_00, 10 * 10_00**2, -20_00),
            "insurance": DecidedBets(5, 25_00, 5 * 5_00**2, 10_00),
            "perfect_pairs": DecidedBets(50, 50_00, 50 * 1_00**2, 7_00),
        },
    )
    document = theory(rulebook("leaflet").default_rules, handle, PRICE)
    assert document["win"] == 37_00 and document["wagered"] == 1175_00
    # 1000 x 0.5 % + 25 x 7.4 % + 50 x 6 %; the doubles are in the main bets' edge.
    assert document["theoretical"] == 5_00 + 1_85 + 3_00
    variance = 100 * 10**2 * 1.15**2 + 5 * 5**2 * 1.4**2 + 50 * 1**2 * 3.0**2
    assert document["sigma"] == round(100 * variance**0.5)
    assert document["luck"] == round((37 - 9.85) / variance**0.5, 2)
    rows = {row["kind"]: row for row in document["by_kind"]}
    assert rows["double"]["in_main"] and rows["double"]["theoretical"] is None
    assert rows["perfect_pairs"]["label"] == "Perfect Pairs"


def test_without_a_price_of_a_bet_there_is_no_theory() -> None:
    handle = Handle(rounds=1, kinds={"main": DecidedBets(1, 10_00, 10_00**2, 10_00)})
    rules = rulebook("classic").default_rules
    assert theory(rules, handle, None)["theoretical"] is None
    assert theory(rules, Handle(), PRICE)["theoretical"] is None, "nothing was bet"
    strange = Handle(rounds=1, kinds={"insurance": DecidedBets(1, 5_00, 5_00**2, 5_00)})
    bare = Price(0.005, 1.15, "basic", {}, None)
    assert theory(rules, strange, bare)["theoretical"] is None


@pytest.mark.parametrize("book", ["leaflet", "nobust"])
def test_the_figures_are_those_of_the_ledger(server: Server, book: str) -> None:
    """The house, or the bank if players bank, has won what the bets have lost."""
    boss, ada = server.named("supervisor"), server.guest()
    table = ada.open(book, bots=2)
    seat = ada.sit(table)
    seat.must("sit", box=1)
    for _ in range(4):
        seat.catch_up()
        while seat.decide() or (seat.state["bank"] or {"banker": 1})["banker"] is None:
            seat.catch_up()
        bank = seat.state["bank"]
        if bank is None or bank["banker"]["player"] != ada.name:
            seat.must("bet", box=1, amount=20_00)
            if book == "leaflet":
                seat.must("bet", box=1, amount=1_00, kind="perfect_pairs")
        seat.must("deal")
        seat.finish()
    message = next(one for one in boss.get("/pit")["tables"] if one["id"] == table)
    assert message["rounds"] >= 4 and message["wagered"] == sum(
        r["stakes"] for r in message["by_kind"]
    )
    assert message["players"][0] and message["opened_by"] == ada.name
    if book == "leaflet":
        assert (message["win"], message["banked"]) == (message["hold"], False)
        assert {"main", "perfect_pairs"} <= {row["kind"] for row in message["by_kind"]}
    else:
        assert (message["fees"], message["banked"]) == (message["hold"], True), (
            "the house has the fees"
        )
