"""How far the player-dealer's wager reaches."""

from __future__ import annotations

from itertools import product

import pytest

from pitboss.law.banking import Bank, remaining_cover
from pitboss.rulebooks.enumerations import Result
from tests.rulebooks.nobust.helpers import (
    Due,
    amounts,
    at_the_bank,
    loses,
    pushes,
    surrenders,
    wins,
)
from tests.support import clause, rules

EVERY_SORT = (wins(50_00), loses(50_00), pushes(50_00), surrenders(50_00), wins(10_00, 25))

# A table of three seats: two losers, then a winner with a lost pairs wager and a six-card Buster.
THREE_SEATS = [loses(80_00), loses(60_00), wins(20_00), loses(10_00), wins(10_00, 25)]


@clause("nobust:type.2", "nobust:dealing.1#2")
def test_losers_pay_the_player_dealer_and_winners_are_paid_out_of_the_bank() -> None:
    bank, outcomes = at_the_bank(rules("nobust"), 200_00, [loses(20_00), wins(30_00)])
    assert (bank.collected, bank.paid, bank.result) == (20_00, 30_00, -10_00)
    assert [(o.paid, o.returned) for o in outcomes] == [(0, 0), (30_00, 60_00)]
    assert [o.under for o in outcomes] == ["of the wager"] * 2


@clause("nobust:type.2")
def test_a_push_moves_nothing_and_a_surrender_half() -> None:
    bank, outcomes = at_the_bank(rules("nobust"), 200_00, [pushes(50_00), surrenders(50_00)])
    assert [(o.paid, o.returned) for o in outcomes] == [(0, 50_00), (0, 25_00)]
    assert bank.result == 25_00


@clause("nobust:type.7", "nobust:type.3", "nobust:winners.9#2", "nobust:dealing.11#2")
@pytest.mark.parametrize("exhausted", ["returns", "collects"])
@pytest.mark.parametrize("limit", ["net", "gross", "matched"])
def test_what_players_win_the_player_dealer_loses_and_never_more_than_the_bank(
    limit: str, exhausted: str
) -> None:
    table = rules("nobust", bank_limit=limit, exhausted_bank=exhausted)
    for dues in product(EVERY_SORT, repeat=4):
        bank, outcomes = at_the_bank(table, 80_00, dues)
        players = sum(o.returned - stake for o, (stake, _) in zip(outcomes, dues, strict=True))
        assert players + bank.result == 0
        assert -80_00 <= bank.result <= 80_00
        for outcome, (stake, due) in zip(outcomes, dues, strict=True):
            assert 0 <= outcome.paid <= due.paid
            assert min(stake, due.returned) <= outcome.returned <= stake + due.paid


@clause("nobust:type.3", "nobust:winners.9#2", "nobust:dealing.11#2")
def test_losing_wagers_beyond_the_bank_are_returned() -> None:
    dues = [loses(50_00), loses(50_00), loses(50_00)]
    bank, outcomes = at_the_bank(rules("nobust"), 100_00, dues)
    assert [(o.paid, o.returned) for o in outcomes] == [(0, 0), (0, 0), (0, 50_00)]
    assert outcomes[2].under == "type.3"
    assert bank.result == 100_00


@clause("nobust:type.3", "nobust:winners.9#2")
def test_of_a_losing_wager_the_bank_takes_as_much_as_it_may_still_win() -> None:
    bank, outcomes = at_the_bank(rules("nobust"), 100_00, [loses(80_00), loses(60_00)])
    assert outcomes[1] == (Result.LOSE, 0, 40_00, "type.3")
    assert bank.result == 100_00


@clause("nobust:type.3")
def test_of_a_surrendered_wager_no_more_is_taken_than_the_bank_may_still_win() -> None:
    bank, outcomes = at_the_bank(rules("nobust"), 100_00, [loses(90_00), surrenders(50_00)])
    assert outcomes[1] == (Result.SURRENDERED, 0, 40_00, "type.3")
    assert bank.result == 100_00


@clause("nobust:type.3", "nobust:winners.9#1")
def test_a_bank_that_may_win_no_more_still_pays() -> None:
    dues = [loses(100_00), loses(50_00), wins(150_00), loses(30_00)]
    assert amounts(rules("nobust"), 100_00, dues) == [
        (0, 0),
        (0, 50_00),
        (150_00, 300_00),
        (0, 0),
    ]


@clause("nobust:type.4", "nobust:winners.9#1", "nobust:type.3", "nobust:dealing.11#2")
def test_an_exhausted_bank_pays_in_part_and_then_nothing() -> None:
    dues = [wins(50_00), wins(50_00), wins(50_00)]
    bank, outcomes = at_the_bank(rules("nobust"), 80_00, dues)
    assert [(o.paid, o.returned) for o in outcomes] == [
        (50_00, 100_00),
        (30_00, 80_00),
        (0, 50_00),
    ]
    assert outcomes[1].under == "type.3"
    assert [o.result for o in outcomes] == [Result.WIN, Result.WIN, Result.RETURNED]
    assert bank.result == -80_00


@clause("nobust:type.4", "nobust:winners.9#1")
def test_a_bank_is_exhausted_only_when_its_last_cent_is_paid() -> None:
    dues = [wins(79_99), wins(50_00), wins(50_00)]
    assert amounts(rules("nobust"), 80_00, dues)[1:] == [(1, 50_01), (0, 50_00)]


@clause("nobust:type.4")
@pytest.mark.parametrize("later", EVERY_SORT)
@pytest.mark.parametrize("limit", ["net", "matched"])
def test_once_the_bank_is_exhausted_every_later_wager_is_returned(limit: str, later: Due) -> None:
    table = rules("nobust", bank_limit=limit)
    bank, outcomes = at_the_bank(table, 80_00, [wins(80_00), later, later])
    stake = later[0]
    assert [o[:3] for o in outcomes[1:]] == [(Result.RETURNED, 0, stake)] * 2
    assert bank.result == -80_00


@clause("nobust:type.2", "nobust:type.4", "nobust:dealing.8")
def test_a_bank_that_still_collects_is_exhausted_only_until_the_next_loser() -> None:
    dues = [wins(80_00), wins(10_00), loses(50_00), wins(60_00), surrenders(20_00), pushes(5_00)]
    collecting = rules("nobust", exhausted_bank="collects")
    bank, outcomes = at_the_bank(collecting, 80_00, dues)
    assert [(o.result, o.paid, o.returned) for o in outcomes] == [
        (Result.WIN, 80_00, 160_00),
        (Result.RETURNED, 0, 10_00),
        (Result.LOSE, 0, 0),
        (Result.WIN, 50_00, 110_00),
        (Result.SURRENDERED, 0, 10_00),
        (Result.STAND_OFF, 0, 5_00),
    ]
    assert bank.result == -70_00
    as_read = at_the_bank(rules("nobust"), 80_00, dues)[0]
    assert (as_read.paid, as_read.collected) == (80_00, 0)


@clause("nobust:type.4")
@pytest.mark.parametrize("limit", ["gross", "matched"])
def test_other_limits_settle_alike_whatever_an_exhausted_bank_does(limit: str) -> None:
    """A gross limit always collects; a matched one has nothing left to collect with."""
    read, other = (
        rules("nobust", bank_limit=limit, exhausted_bank=each) for each in ("returns", "collects")
    )
    for dues in product(EVERY_SORT, repeat=4):
        assert at_the_bank(read, 80_00, dues) == at_the_bank(other, 80_00, dues)


@clause("nobust:type.4", "nobust:type.3")
def test_insurance_of_a_pushed_natural_may_exhaust_the_bank() -> None:
    dues = [pushes(30_00), wins(15_00, 2), loses(40_00), wins(20_00, 2)]
    assert amounts(rules("nobust"), 25_00, dues) == [
        (0, 30_00),
        (25_00, 40_00),
        (0, 40_00),
        (0, 20_00),
    ]


@clause("nobust:winners.9#1", "nobust:type.3")
def test_chips_collected_before_pay_later_winners() -> None:
    dues = [loses(50_00), wins(200_00)]
    assert amounts(rules("nobust"), 50_00, dues) == [(0, 0), (100_00, 300_00)]
    # In the other order there is less to pay from, and the loser is returned.
    assert amounts(rules("nobust"), 50_00, dues[::-1]) == [(50_00, 250_00), (0, 50_00)]


@clause("nobust:Buster 7#1", "nobust:Perfect Pairs 9")
def test_bonus_wagers_are_paid_and_collected_by_the_player_dealer() -> None:
    for due, result in (
        (loses(10_00), 10_00),
        (wins(10_00, 25), -250_00),
        (wins(10_00, 12), -120_00),
        (wins(10_00, 3), -30_00),
    ):
        assert at_the_bank(rules("nobust"), 1000_00, [due])[0].result == result


@clause("nobust:Buster 7#2", "nobust:type.3", "nobust:Perfect Pairs 9")
def test_bonus_wagers_share_the_limit_of_the_game_wagers() -> None:
    bank, outcomes = at_the_bank(rules("nobust"), 100_00, THREE_SEATS)
    assert [(o.paid, o.returned) for o in outcomes] == [
        (0, 0),
        (0, 40_00),
        (20_00, 40_00),
        (0, 0),
        (190_00, 200_00),
    ]
    assert bank.result == -100_00


@clause("nobust:Buster 7#2")
def test_a_bonus_wager_that_the_bank_does_not_cover_is_returned() -> None:
    dues = [wins(100_00), wins(10_00, 500), loses(10_00)]
    assert amounts(rules("nobust"), 100_00, dues)[1:] == [(0, 10_00), (0, 10_00)]


@clause("nobust:type.3", "nobust:winners.9#1")
def test_a_gross_limit_bounds_payments_and_collections_each() -> None:
    table = rules("nobust", bank_limit="gross")
    assert amounts(table, 100_00, THREE_SEATS) == [
        (0, 0),
        (0, 40_00),
        (20_00, 40_00),
        (0, 10_00),
        (80_00, 90_00),
    ]
    paid_out = [wins(100_00), wins(50_00), loses(60_00), loses(60_00)]
    assert amounts(table, 100_00, paid_out) == [
        (100_00, 200_00),
        (0, 50_00),
        (0, 0),
        (0, 20_00),
    ]
    assert remaining_cover(table, Bank(100_00, paid=30_00, collected=90_00)) == (70_00, 10_00)


@clause("nobust:type.3", "nobust:type.4")
def test_a_matched_limit_uses_each_chip_once_for_a_win_or_a_loss() -> None:
    table = rules("nobust", bank_limit="matched")
    assert amounts(table, 100_00, THREE_SEATS) == [
        (0, 0),
        (0, 40_00),
        (0, 20_00),
        (0, 10_00),
        (0, 10_00),
    ]
    assert amounts(table, 100_00, [loses(30_00), wins(50_00), wins(50_00)]) == [
        (0, 0),
        (50_00, 100_00),
        (20_00, 70_00),
    ]
    assert remaining_cover(table, Bank(100_00, paid=30_00, collected=50_00)) == (20_00, 20_00)


@clause("nobust:type.3")
def test_a_net_limit_bounds_the_running_result() -> None:
    table = rules("nobust", bank_limit="net")
    assert remaining_cover(table, Bank(100_00)) == (100_00, 100_00)
    assert remaining_cover(table, Bank(100_00, paid=30_00, collected=90_00)) == (160_00, 40_00)
