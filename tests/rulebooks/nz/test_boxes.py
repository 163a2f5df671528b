"""Section 14: sharing a box, playing several, and the limits."""

from __future__ import annotations

import pytest

from pitboss.cards import Card
from pitboss.law.insurance import even_money, may_insure, may_take_even_money
from pitboss.law.play import closed_under, may_double, may_hit
from pitboss.law.settlement import settle
from pitboss.law.stakes import StakedBet
from pitboss.law.wagering import decider, may_decide, may_double_too, may_wager
from pitboss.law.wagers import WagerKind
from tests.rulebooks.nz.helpers import main
from tests.support import clause, hand, rules

SHARED = [main(1, "ana", 20_00), main(1, "ben", 10_00)]
SEATS = {1: "ana"}


@clause("nz:14.1")
def test_three_players_share_a_box_and_no_fourth() -> None:
    assert may_wager(rules("nz"), main(1, "cal", 30_00), on_table=SHARED, seats=SEATS)
    full = [*SHARED, main(1, "cal", 30_00)]
    answer = may_wager(rules("nz"), main(1, "dot", 10_00), on_table=full, seats=SEATS)
    assert not answer
    assert answer.under == "14.1"
    assert may_wager(rules("nz"), main(1, "cal", 10_00), on_table=full, seats=SEATS)


@clause("nz:14.1")
@pytest.mark.parametrize(("players", "welcome"), [(1, False), (2, True)])
def test_the_operator_may_permit_fewer(players: int, welcome: bool) -> None:
    answer = may_wager(
        rules("nz", players_per_box=players),
        main(1, "ben", 10_00),
        on_table=[main(1, "ana", 20_00)],
        seats=SEATS,
    )
    assert bool(answer) is welcome
    assert welcome or answer.under == "14.1"


@clause("nz:14.1")
def test_a_side_bet_on_a_shared_box_asks_for_an_own_wager_and_not_for_an_own_box() -> None:
    table, pairs = rules("nz", layout=4), StakedBet(1, "ben", "perfect_pairs", 5_00)
    assert may_wager(table, pairs, on_table=SHARED, seats=SEATS)
    answer = may_wager(table, pairs, on_table=SHARED[:1], seats=SEATS)
    assert not answer
    assert answer.under == "15B.2#1"


@clause("nz:14.2#1")
def test_the_wagers_on_a_box_together_do_not_exceed_the_maximum() -> None:
    table = [main(1, "ana", 300_00)]
    assert may_wager(rules("nz"), main(1, "ben", 200_00), on_table=table, seats=SEATS)
    for player, stake in (("ben", 201_00), ("ben", 250_00), ("ana", 201_00)):
        answer = may_wager(rules("nz"), main(1, player, stake), on_table=table, seats=SEATS)
        assert not answer
        assert answer.under == "14.2#1"
    assert may_wager(rules("nz"), main(2, "ana", 500_00), on_table=table, seats=SEATS)


@clause("nz:14.2#1")
def test_without_that_direction_each_player_is_held_to_the_maximum_alone() -> None:
    table = rules("nz", box_total_cap=False)
    there = [main(1, "ana", 300_00)]
    assert may_wager(table, main(1, "ben", 500_00), on_table=there, seats=SEATS)
    answer = may_wager(table, main(1, "ben", 501_00), on_table=there, seats=SEATS)
    assert not answer
    assert answer.under == "14.2#1"


@clause("nz:14.2#1")
def test_a_box_at_the_maximum_may_still_be_doubled() -> None:
    assert may_double(rules("nz"), hand("5h 6s"), wager=500_00, amount=500_00)


@clause("nz:14.2#2")
def test_the_operator_may_hold_a_player_to_less_than_the_maximum() -> None:
    assert may_wager(rules("nz"), main(1, "ana", 500_00))
    held = rules("nz", player_max=100)
    assert may_wager(held, main(1, "ana", 100_00))
    for stake, there in ((100_50, []), (10_00, [main(1, "ana", 95_00)])):
        answer = may_wager(held, main(1, "ana", stake), on_table=there)
        assert not answer
        assert answer.under == "14.2#2"
    assert may_wager(held, main(1, "ben", 100_00), on_table=[main(1, "ana", 95_00)], seats=SEATS)


@clause("nz:14.3(a)")
def test_the_seated_player_alone_decides_for_a_shared_box() -> None:
    behind = [main(1, "ben", 50_00), main(1, "ana", 20_00), main(1, "cal", 90_00)]
    assert decider(rules("nz"), 1, on_table=behind, seats=SEATS) == "ana"
    assert may_decide(rules("nz"), "ana", "ana")
    for other in ("ben", "cal"):
        answer = may_decide(rules("nz"), other, "ana")
        assert not answer
        assert answer.under == "14.3(a)"


@clause("nz:14.3(c)#1")
def test_when_the_seated_player_doubles_the_others_may_too() -> None:
    assert may_double_too(rules("nz"), decider_doubles=True)
    for amount in (5_00, 10_00):
        assert may_double(rules("nz"), hand("5h 6s"), wager=10_00, amount=amount)
    answer = may_double(rules("nz"), hand("5h 6s"), wager=10_00, amount=11_00)
    assert not answer
    assert answer.under == "11.2(a)"


@clause("nz:14.3(c)#2")
def test_however_many_double_the_hand_gets_one_card() -> None:
    doubled = hand("5h 6s 8c", doubled=True)
    assert closed_under(rules("nz"), doubled) == "13.1(b)"
    answer = may_hit(rules("nz"), doubled)
    assert not answer
    assert answer.under == "13.1(b)"


@clause("nz:14.3(d)")
def test_a_wager_not_paid_for_in_a_split_stays_on_the_hand_its_bettor_names() -> None:
    assert rules("nz").sharing.not_paying_a_split.value == "named_hand"
    assert rules("nz").sharing.not_paying_a_split.under == "14.3(d)"


@clause("nz:14.3(e)")
def test_when_the_seated_player_does_not_double_nobody_does() -> None:
    answer = may_double_too(rules("nz"), decider_doubles=False)
    assert not answer
    assert answer.under == "14.3(e)"


@clause("nz:14.3(f)")
def test_each_bettor_on_a_box_insures_the_own_wager() -> None:
    ace = Card("Ah")
    assert may_insure(rules("nz"), up=ace, main=20_00, amount=10_00)
    assert may_insure(rules("nz"), up=ace, main=10_00, amount=5_00)
    answer = may_insure(rules("nz"), up=ace, main=10_00, amount=10_00)
    assert not answer
    assert answer.under == "9.3(a)"


@clause("nz:14.3(g)")
def test_one_takes_even_money_while_another_on_the_box_waits() -> None:
    blackjack = hand("As Kd")
    assert may_take_even_money(rules("nz"), blackjack, up=Card("Ah"))
    assert even_money(rules("nz"), 20_00).paid == 20_00
    assert settle(rules("nz"), WagerKind.MAIN, 10_00, blackjack, hand("Ah 9c")).paid == 15_00


@clause("nz:14.4#1")
def test_a_player_may_wager_on_more_boxes_than_one() -> None:
    seated = [main(3, "ana", 10_00)]
    for box in (1, 4, 7):
        assert may_wager(rules("nz"), main(box, "ana", 10_00), on_table=seated, seats={3: "ana"})


@clause("nz:14.4#1")
def test_the_only_bettor_decides_for_a_box_where_nobody_sits() -> None:
    alone = [main(3, "ana", 10_00), main(4, "ana", 10_00)]
    assert decider(rules("nz"), 4, on_table=alone, seats={3: "ana"}) == "ana"
    two = [*alone, main(4, "ben", 20_00)]
    assert decider(rules("nz"), 4, on_table=two, seats={3: "ana"}) is None
    assert decider(rules("nz"), 5, on_table=two, seats={3: "ana"}) is None


@clause("nz:14.4#1")
def test_a_second_bettor_is_refused_at_a_box_where_nobody_sits() -> None:
    alone = [main(3, "ana", 10_00), main(4, "ana", 10_00)]
    answer = may_wager(rules("nz"), main(4, "ben", 20_00), on_table=alone, seats={3: "ana"})
    assert not answer
    assert answer.under == "14.4#1"


@clause("nz:14.5#1", "nz:14.5#2")
def test_at_a_full_table_a_player_wagers_behind_others_who_decide() -> None:
    full = {1: "ana", 2: "ben"}
    there = [main(1, "ana", 10_00), main(2, "ben", 10_00)]
    table = rules("nz", boxes=2)
    behind = main(2, "ana", 50_00)
    assert may_wager(table, behind, on_table=there, seats=full)
    assert decider(table, 1, on_table=[*there, behind], seats=full) == "ana"
    assert decider(table, 2, on_table=[*there, behind], seats=full) == "ben"
    answer = may_decide(table, "ana", "ben")
    assert not answer
    assert answer.under == "14.3(a)"


@clause("nz:14.6")
@pytest.mark.parametrize("box", [1, 2])
def test_every_box_played_has_the_minimum(box: int) -> None:
    there = [main(1, "ana", 10_00)] if box == 2 else []
    assert may_wager(rules("nz"), main(box, "ana", 5_00), on_table=there, seats=SEATS)
    for stake in (2_00, 4_99):
        answer = may_wager(rules("nz"), main(box, "ana", stake), on_table=there, seats=SEATS)
        assert not answer
        assert answer.under == "14.6"


@clause("nz:14.6")
def test_a_higher_minimum_binds_as_well() -> None:
    assert may_wager(rules("nz", min=25), main(1, "ana", 25_00))
    assert not may_wager(rules("nz", min=25), main(1, "ana", 24_00))


@clause("nz:14.7", "nz:14.4#2")
@pytest.mark.parametrize(("choice", "most"), [({}, 3), ({"max_boxes_per_player": 1}, 1)])
def test_the_operator_limits_the_boxes_of_a_player(choice: dict[str, int], most: int) -> None:
    table = rules("nz", **choice)
    played = [main(box, "ana", 10_00) for box in range(1, most + 1)]
    assert may_wager(table, played[-1], on_table=played[:-1], seats=SEATS)
    answer = may_wager(table, main(6, "ana", 10_00), on_table=played, seats=SEATS)
    assert not answer
    assert answer.under == "14.7"
    assert may_wager(table, main(6, "ben", 10_00), on_table=played, seats=SEATS)
