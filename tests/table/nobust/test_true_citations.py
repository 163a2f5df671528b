"""Every citation of a round is true: who banks, what a bust is, and what it comes to."""

from __future__ import annotations

import pytest

from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.table import Table
from tests.support import clause
from tests.table.helpers import bet, close_window, is_true, of, rigged, stand

SPLIT = "8h Th 8c 6d Tc 9s Td 9h 7c"


def banked(shoe: str, **elections: object) -> Table:
    """A table where P8 has the bank."""
    table = rigged("nobust", shoe, **elections)
    table.do(acts.Sit(box=8, player="P8"))
    table.do(acts.TakeBank(player="P8", box=8, wager=1000_00))
    return table


@clause("nobust:winners.7", "nobust:winners.5.a", "nobust:winners.5.b.i", "nobust:winners.8")
@pytest.mark.parametrize(
    ("dealers", "result", "under"),
    [
        ("Td 8d", "lose", "winners.7"),
        ("Td 6d 8h", "lose", "winners.5.a"),
        ("Td 6d 9d", "standoff", "winners.5.b.i"),
        ("Td Ad", "lose", "winners.8"),
    ],
)
def test_a_bust_is_only_a_bust_until_the_comparison_says_what_it_comes_to(
    dealers: str, result: str, under: str
) -> None:
    up, hole, *drawn = dealers.split()
    # A player with 18 keeps the player-dealer drawing.
    bust = "7c Ts 7d" if under == "winners.5.b.i" else "8c Ts 8d"
    first, second, third = bust.split()
    table = banked(" ".join([first, "Th", up, second, "8h", hole, third, *drawn]))
    for box in (1, 2):
        bet(table, box, f"P{box}", 50)
    table.do(acts.CloseBets())
    close_window(table)
    table.do(acts.Hit(box=1))
    stand(table, 2)
    assert of(e.HandBusted, table.log.events)[0].under == "Buster 4#2"
    [wager] = [w.wager for w in of(e.WagerPlaced, table.log.events) if w.player == "P1"]
    settled = [s for s in of(e.WagerSettled, table.log.events) if s.wager == wager]
    assert [(s.result, s.under) for s in settled] == [(result, under)]
    assert is_true(table)


@clause("nobust:type.2", "nobust:Insurance b#3")
@pytest.mark.parametrize(
    ("hole", "result", "under"), [("Kd", "win", "Insurance b#3"), ("9d", "lose", "type.2")]
)
def test_insurance_is_lost_by_the_clause_on_what_the_player_dealer_collects(
    hole: str, result: str, under: str
) -> None:
    table = banked(f"Th Ad 9h {hole}")
    bet(table, 1, "P1", 50)
    table.do(acts.CloseBets())
    table.do(acts.Insure(box=1, amount=25_00))
    close_window(table)
    stand(table, 1)
    [wager] = [w.wager for w in of(e.WagerPlaced, table.log.events) if w.kind == "insurance"]
    settled = [s for s in of(e.WagerSettled, table.log.events) if s.wager == wager]
    assert [(s.result, s.under) for s in settled] == [(result, under)]
    assert is_true(table)


@clause("nobust:dealing.1#1", "nobust:type.5", "nobust:type.6")
def test_the_bank_is_taken_first_kept_for_a_second_round_and_then_offered_around() -> None:
    table = banked("Th 9d 9h 8d Th 9d 9h 8d Th 9d 9h 8d")
    table.do(acts.Sit(box=2, player="P2"))
    for banker, box in (("P8", 8), ("P2", 2)):
        if table.state.banker is None:
            table.do(acts.TakeBank(player=banker, box=box, wager=1000_00))
        bet(table, 1, "P1", 50)
        table.do(acts.CloseBets())
        close_window(table)
        stand(table, 1)
        if banker == "P8":
            table.do(acts.TakeBank(player=banker, box=box, wager=1000_00))
            bet(table, 1, "P1", 50)
            table.do(acts.CloseBets())
            close_window(table)
            stand(table, 1)
            table.do(acts.DeclineBank(player="P1"))
    assert [(t.player, t.turn, t.under) for t in of(e.BankTaken, table.log.events)] == [
        ("P8", 1, "dealing.1#1"),
        ("P8", 2, "type.5"),
        ("P2", 1, "type.6"),
    ]
    assert is_true(table)
