"""A citation is a claim: the cited clause's own condition held, for an event as for a refusal."""

from __future__ import annotations

import pytest

from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.table import Table
from tests.support import clause
from tests.table.helpers import bet, close_window, dealt, is_true, of, rigged, stand, wager


def settled(table: Table) -> list[tuple[str, str]]:
    """How each wager was settled, and by which clause."""
    return [(event.result, event.under) for event in of(e.WagerSettled, table.log.events)]


@clause("nz:5.1(d)", "nz:5.1(g)")
@pytest.mark.parametrize(
    ("shoe", "under"), [("Th Ah 9c Kd", "5.1(g)"), ("7h Ah 4c Ts Kd", "5.1(d)")]
)
def test_nz_a_dealer_blackjack_beats_a_21_and_a_lower_total_by_two_clauses(
    shoe: str, under: str
) -> None:
    table = rigged("nz", shoe)
    bet(table, 1, "P1", 50)
    table.do(acts.CloseBets())
    close_window(table)
    if len(shoe.split()) > 4:
        table.do(acts.Hit(box=1))
    else:
        stand(table, 1)
    assert [cited for _, cited in settled(table)] == [under]
    assert is_true(table)


@clause("nz:5.1(a)", "nz:5.1(b)", "nz:5.1(c)")
@pytest.mark.parametrize(
    ("shoe", "under"),
    [
        ("Ah 9h Th Kc 9c 8d", "5.1(b)"),
        ("Ah 9h Th Kc 9c 6d 5s", "5.1(c)"),
        ("Ah 9h Th Kc 9c 6d 9s", "5.1(a)"),
    ],
)
def test_nz_a_blackjack_beats_a_lower_hand_a_21_and_a_bust_by_three_clauses(
    shoe: str, under: str
) -> None:
    table = dealt("nz", shoe, {1: 50, 2: 50})
    close_window(table)
    stand(table, 2)
    assert settled(table)[-1] == ("win", under)
    assert is_true(table)


@clause("nz:9.6", "nz:15.7(a)", "nz:16.5#3")
def test_nz_the_wagers_of_a_void_hand_are_void_each_by_its_own_clause() -> None:
    table = rigged("nz", "7h Ah 7c 9d", decks=6, layout=2)
    bet(table, 1, "P1", 10)
    bet(table, 1, "P1", 1, "super_sevens")
    table.do(acts.CloseBets())
    table.do(acts.Insure(box=1, amount=500))
    table.do(acts.Report(what="void_hand", box=1, hand=1, why="cards mixed up"))
    assert [(w.kind, w.result, w.under) for w in table.state.wagers] == [
        ("main", "void", "16.5#3"),
        ("super_sevens", "void", "15.7(a)"),
        ("insurance", "void", "9.6"),
    ]
    assert of(e.HandVoided, table.log.events)[0].under == "16.5(a)"
    assert is_true(table)


@clause("nz:16.4#3", "nz:8.5#1")
@pytest.mark.parametrize(("refuses", "under"), [(True, "16.4#3"), (False, "8.5#1")])
def test_nz_an_exposed_card_goes_to_the_dealer_by_its_own_clause_once_it_is_refused(
    refuses: bool, under: str
) -> None:
    table = dealt("nz", "Th 7h 9c 5s 8d Ts", {1: 10})
    card = table.draw()
    assert card is not None
    table.do(acts.Report(what="exposed_card", card=card.text))
    table.do(acts.RefuseCard(box=1) if refuses else acts.Stand(box=1))
    seconds = [card for card in of(e.CardDealt, table.log.events) if card.box is None][1:]
    assert (seconds[0].card, seconds[0].under) == (card.text, under)
    assert is_true(table)


@clause("nz:11.1#1", "nz:11.1#2", "nz:11.2")
def test_nz_a_double_is_allowed_by_the_clause_on_its_two_cards_and_placed_by_that_on_amounts() -> (
    None
):
    table = dealt("nz", "4h 5s 4c 7d 6h 9h 2d Th Kh", {1: 50})
    table.do(acts.Split(box=1))
    table.do(acts.Double(box=1, hand=1))
    table.do(acts.Double(box=1, hand=2))
    assert {double.under for double in of(e.HandDoubled, table.log.events)} == {"11.1#2"}
    placed = [w for w in of(e.WagerPlaced, table.log.events) if w.kind == "double"]
    assert {double.under for double in placed} == {"11.2(a)"}
    assert is_true(table)


@clause("nz:15B.7#1", "nz:15B.7#2")
@pytest.mark.parametrize("scale", [1, 2])
def test_nz_a_pair_is_paid_by_the_scale_in_force(scale: int) -> None:
    table = rigged("nz", "8h Th 8d", layout=4, pp_scale=scale)
    bet(table, 1, "P1", 10)
    bet(table, 1, "P1", 5, "perfect_pairs")
    table.do(acts.CloseBets())
    assert wager(table, 1, "perfect_pairs").under == f"15B.7#{scale}"
    assert is_true(table)


@clause("classic:settle.1", "classic:settle.5")
@pytest.mark.parametrize(("push", "under"), [(False, "settle.1"), (True, "settle.5")])
def test_a_dealer_22_pushes_by_its_own_clause_and_otherwise_is_a_bust(
    push: bool, under: str
) -> None:
    table = rigged("classic", "Th 6h 9c Td 6c", push_22=push)
    bet(table, 1, "P1", 50)
    table.do(acts.CloseBets())
    stand(table, 1)
    assert [cited for _, cited in settled(table)] == [under]
    assert is_true(table)


@clause("classic:dealer.1", "classic:dealer.2")
@pytest.mark.parametrize(("soft_17", "drawn"), [("hit", ["dealer.2"]), ("stand", [])])
def test_the_dealer_draws_to_soft_17_by_the_clause_on_soft_17(
    soft_17: str, drawn: list[str]
) -> None:
    table = rigged("classic", "Th 6h 9c Ad 3c", soft_17=soft_17)
    bet(table, 1, "P1", 50)
    table.do(acts.CloseBets())
    stand(table, 1)
    third = [card.under for card in of(e.CardDealt, table.log.events) if card.box is None][2:]
    assert third == drawn
    ends = of(e.DealerHandCompleted, table.log.events)[0].under
    assert ends == ("dealer.1" if drawn else "dealer.2")
    assert is_true(table)
