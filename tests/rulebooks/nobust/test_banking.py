"""Who banks, for how long, and to whom the bank is offered next."""

from __future__ import annotations

import pytest

from pitboss.law.banking import may_bank, may_bank_at, offers
from tests.support import clause, rules

SEATS = {1: "Ann", 3: "Bob", 4: "Cy", 6: "Dot"}


@clause("nobust:type.5", "nobust:dealing.12#2")
@pytest.mark.parametrize("turns", [0, 1])
def test_one_person_may_bank_two_rounds_in_a_row(turns: int) -> None:
    answer = may_bank(rules("nobust"), turns_in_a_row=turns)
    assert answer
    assert answer.under == "type.5"


@clause("nobust:type.5", "nobust:dealing.12#2", "nobust:gap.no-banker")
@pytest.mark.parametrize("turns", [2, 3])
def test_nobody_banks_a_third_round_in_a_row(turns: int) -> None:
    answer = may_bank(rules("nobust"), turns_in_a_row=turns)
    assert not answer
    assert answer.under == "type.5"


@clause("nobust:type.6", "nobust:dealing.12#2")
@pytest.mark.parametrize(
    ("last", "next_"), [(3, (4, 6, 1)), (1, (3, 4, 6)), (6, (1, 3, 4)), (4, (6, 1, 3))]
)
def test_the_bank_is_offered_clockwise_from_the_last_banker(
    last: int, next_: tuple[int, ...]
) -> None:
    assert offers(rules("nobust"), seats=SEATS, last=last) == next_


@clause("nobust:type.6")
def test_a_banker_who_has_left_is_counted_from_all_the_same() -> None:
    assert offers(rules("nobust"), seats=SEATS, last=5) == (6, 1, 3, 4)
    assert offers(rules("nobust"), seats=SEATS, last=8) == (1, 3, 4, 6)


@clause("nobust:type.1")
def test_the_bank_goes_to_one_of_the_players_and_to_nobody_else() -> None:
    assert sorted(offers(rules("nobust"), seats=SEATS, last=3)) == [1, 4, 6]


@clause("nobust:gap.no-banker")
def test_a_bank_that_everyone_declines_does_not_come_back_to_the_last_banker() -> None:
    for last in SEATS:
        assert last not in offers(rules("nobust"), seats=SEATS, last=last)
    assert offers(rules("nobust"), seats={3: "Bob"}, last=3) == ()


@clause("nobust:dealing.2#1")
def test_the_bank_needs_a_circle_of_its_own_unless_others_may_wager_there() -> None:
    table = rules("nobust")
    assert may_bank_at(table, "Bob", seated="Bob", bettors=["Bob"])
    answer = may_bank_at(table, "Bob", seated="Bob", bettors=["Bob", "Ann"])
    assert not answer
    assert answer.under == "dealing.2#1"
    shared = table.with_provision("boxes.on_anothers_seat", True)
    assert may_bank_at(shared, "Bob", seated="Bob", bettors=["Bob", "Ann"])
