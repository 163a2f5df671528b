"""A counter's shoe, calculated: counts, values, bets and the cut card, against exact and played."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from math import sqrt

import numpy as np
import pytest

import pitboss
from pitboss.coach.counted.game import CountedGame, ShoeWorth
from pitboss.coach.counted.tags import Tags, count_chances
from pitboss.players.counts import HI_LO, SYSTEMS, CountSystem
from pitboss.players.spreads import Spread
from pitboss.rulebooks import TableRules
from pitboss.simulator.results import Result
from pitboss.simulator.run import simulate
from pitboss.solver import Policy, solve

_RISING = {-10: 1, 1: 2, 2: 4, 3: 6, 4: 8}


def worth_of(
    rules: TableRules, spread: Spread, system: CountSystem = HI_LO, rounds: int = 200_000
) -> ShoeWorth:
    made = CountedGame(
        rules, system, deviations=spread.deviations, insure_at=spread.insure_at,
        others=spread.company, rounds=rounds,
    )  # fmt: skip
    return made.worth(spread)


def played_by(rules: TableRules, spread: Spread, count: str = "hi-lo") -> Result:
    return simulate(rules, count=count, spread=spread, rounds=2_500_000, side_bets=[], seed=3)


def agree(ours: ShoeWorth, played: Result) -> None:
    """How a shoe is dealt and bet is known closely; what it wins, as far as it was played."""
    seen = played.rounds + played.summary.sat_out
    average = played.summary.wagered / (seen * played.summary.rounds.per)
    assert ours.average_bet == pytest.approx(average, rel=0.007)
    assert ours.sat_out == pytest.approx(played.summary.sat_out / seen, abs=0.005)
    assert ours.worth.sd == pytest.approx(played.worth.sd, rel=0.01)
    error = played.worth.sd / sqrt(seen)
    assert abs(ours.worth.ev - played.worth.ev) < 4 * error + 0.015 * abs(ours.worth.ev)


def test_chances_of_a_count_are_those_of_every_order() -> None:
    shoe = Tags((-1, 0, 1), (2, 1, 3), 1)
    chances = count_chances(shoe, 4, 6)
    cards = [-1, -1, 0, 1, 1, 1]
    orders = list(permutations(cards))
    for seen in range(5):
        sums = Counter(sum(order[:seen]) for order in orders)
        following = Counter((sum(order[:seen]), order[seen]) for order in orders)
        for total in range(-6, 7):
            assert chances.at[seen, total + 6] == pytest.approx(sums[total] / len(orders))
            for place, tag in enumerate(shoe.tags):
                if sums[total]:
                    share = following[total, tag] / sums[total]
                    assert chances.following[seen, total + 6, place] == pytest.approx(share)


@pytest.mark.parametrize("count", ["hi-lo", "halves", "red-7"])
def test_a_full_shoe_is_worth_the_same_at_every_depth(count: str) -> None:
    """Under one chart the mean value over all counts is exactly that of the full shoe."""
    rules = pitboss.rulebook("classic").elect(decks=2)
    system = SYSTEMS[count]
    values = CountedGame(rules, system).values
    full = solve(rules, policy=Policy.BASIC).ev
    chances = count_chances(values.shoe, 80, 120)
    sums = np.arange(-120, 121).astype(float)
    for seen in (0, 20, 52, 78):
        mean = chances.at[seen] @ values.at(seen, values.shoe.excess(seen, sums))
        assert mean == pytest.approx(full, abs=5e-5)
    at = dict(zip(values.grid.tolist(), values.by_chart.tolist(), strict=True))
    assert at[0.0] == pytest.approx(full, abs=1e-9) and at[-5.0] < full < at[5.0]


def test_one_deck_dealt_deep() -> None:
    rules = pitboss.rulebook("classic").elect(decks=1, penetration="75%")
    spread = Spread.of(_RISING)
    ours, played = worth_of(rules, spread), played_by(rules, spread)
    agree(ours, played)
    by_count = played.summary.by_count
    assert by_count is not None
    shares = {row.at: row.share for row in ours.by_count}
    for bucket in by_count.buckets:
        # Rounds that use few cards leave room for another, so low counts are the more frequent.
        error = 4 * sqrt(by_count.frequency(bucket) / by_count.rounds)
        assert shares[int(bucket.at)] == pytest.approx(
            by_count.frequency(bucket), rel=0.015, abs=error + 3e-4
        )
    assert ours.rounds_in_shoe == pytest.approx(7.58, abs=0.02)
    assert 0.95 < ours.steady.variance / ours.worth.variance < 1


def test_bets_made_before_the_cut_card_comes_out_first() -> None:
    """In nz they stand in the first round of the new shoe, at the count of the old one."""
    rules = pitboss.rulebook("nz").elect(decks=4, cut_depth=40)
    spread = Spread.of(_RISING)
    agree(worth_of(rules, spread), played_by(rules, spread))


def test_who_sits_out_and_comes_back() -> None:
    rules = pitboss.rulebook("classic").elect(decks=2, penetration="70%")
    spread = Spread.of(_RISING)._replace(company=1, enter_at=1, leave_below=-1)
    agree(worth_of(rules, spread), played_by(rules, spread))


def test_a_book_that_limits_who_comes_late() -> None:
    rules = pitboss.rulebook("nz").elect(decks=4, midshoe_limit="both")
    spread = Spread.of({-10: 1, 2: 4})._replace(company=1, enter_at=1, leave_below=0)
    agree(worth_of(rules, spread), played_by(rules, spread))


def test_a_running_count_and_insurance() -> None:
    rules = pitboss.rulebook("classic").elect(decks=2, penetration="75%")
    spread = Spread.of({-20: 1, 0: 2, 2: 4, 4: 8})._replace(insure_at=3)
    agree(worth_of(rules, spread, SYSTEMS["ko"]), played_by(rules, spread, "ko"))


def test_a_count_rounded_to_half_decks() -> None:
    system = HI_LO._replace(decks=type(HI_LO.decks)("half"), true=type(HI_LO.true)("truncate"))
    rules = pitboss.rulebook("classic").elect(decks=2, penetration="75%")
    spread = Spread.of(_RISING)
    played = simulate(rules, count=system, spread=spread, rounds=2_500_000, side_bets=[], seed=3)
    agree(worth_of(rules, spread, system), played)
    assert system.start_of(2) == Fraction(0)
