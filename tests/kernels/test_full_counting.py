"""Known results of counting: the worth of a true count, insurance, index plays, a spread."""

from __future__ import annotations

from functools import cache, reduce
from math import hypot
from operator import add
from typing import Final

import numpy as np
import pytest

import pitboss
from pitboss.acts import HandAct
from pitboss.compiled.errors import CannotPrice
from pitboss.kernels.full.job import DEPTHS, prepare, tables_for
from pitboss.players.counts import TRUE_COUNTS
from pitboss.players.deviations import Deviation
from pitboss.players.seats import Seat, Setting
from pitboss.players.spreads import Spread
from pitboss.rulebooks import TableRules, rulebook
from pitboss.simulator.results import Result
from pitboss.simulator.run import prepare_run
from tests.rigs.random_strategies import wild_decisions

ROUNDS: Final = 5_000_000
SPREAD: Final = ((-10, 1), (1, 2), (2, 4), (3, 8), (4, 12))


def _stand(hand: str, up: str, at: int) -> Deviation:
    return Deviation(hand, up, HandAct.STAND, at)


def _double(hand: str, up: str, at: int) -> Deviation:
    return Deviation(hand, up, HandAct.DOUBLE, at)


def _hit_below(hand: str, up: str, at: int) -> Deviation:
    return Deviation(hand, up, HandAct.HIT, at, below=True)


# The "Illustrious 18" for several decks, Hi-Lo (D. Schlesinger, Blackjack Attack), insurance apart.
ILLUSTRIOUS: Final = (
    _stand("16", "T", 0), _stand("15", "T", 4), _stand("16", "9", 5),
    _stand("12", "3", 2), _stand("12", "2", 3),
    _hit_below("12", "4", 0), _hit_below("12", "5", -2), _hit_below("12", "6", -1),
    _hit_below("13", "2", -1), _hit_below("13", "3", -2),
    _double("10", "T", 4), _double("10", "A", 4), _double("11", "A", 1),
    _double("9", "2", 1), _double("9", "7", 3),
    Deviation("T,T", "5", HandAct.SPLIT, 5), Deviation("T,T", "6", HandAct.SPLIT, 4),
)  # fmt: skip


@cache
def _rules() -> TableRules:
    return rulebook("classic").elect(decks=6, penetration="75%")


@cache
def _run(spread: Spread, rounds: int = ROUNDS) -> Result:
    return pitboss.simulate(_rules(), rounds=rounds, seed=11, count="hi-lo", spread=spread)


def test_a_true_count_is_worth_about_half_a_percent() -> None:
    count = _run(Spread()).summary.by_count
    assert count is not None
    buckets = [bucket for bucket in count.buckets if -4 <= bucket.at <= 5]
    counts = np.array([bucket.at for bucket in buckets])
    edges = np.array([bucket.moments.mean for bucket in buckets])
    weights = np.sqrt([bucket.rounds for bucket in buckets])
    slope, _ = np.polyfit(counts, edges, 1, w=weights)
    # "Each increase of one in the true count is worth about half a percent" (Schlesinger, Wong).
    assert 0.0045 < slope < 0.0062
    by_count = dict(zip(counts.tolist(), edges.tolist(), strict=True))
    assert by_count[-1] < 0 < by_count[3]


def test_insurance_is_worth_taking_from_three_on() -> None:
    insurance = _run(Spread(insure_at=-10)).side_bets["insurance"].by_count
    assert insurance is not None
    by_count = {int(each.at): each.moments for each in insurance.buckets}
    # Insurance pays if more than a third of the cards are tens: +3 in six decks.
    assert by_count[1].mean < -3 * by_count[1].se
    rich = reduce(add, (each for count, each in by_count.items() if count >= 3))
    assert rich.mean > 3 * rich.se


def test_a_spread_of_twelve_wins_and_index_plays_win_more() -> None:
    flat = _run(Spread())
    spread = _run(Spread(SPREAD), 3 * ROUNDS)
    played = _run(Spread(SPREAD, insure_at=3, deviations=ILLUSTRIOUS), 3 * ROUNDS)
    assert flat.ev < -0.003
    # Six decks dealt to three quarters, 1 to 12, everything played: one to two and a half units won
    # in a hundred rounds, with a standard deviation of three to four units in each.
    assert spread.ev > 0.004
    assert 0.010 < played.ev < 0.028
    assert 2.5 < played.sd < 4.5
    assert played.ev - spread.ev > 2 * hypot(played.se, spread.se)


def test_bets_follow_the_count() -> None:
    buckets = _run(Spread(SPREAD), 3 * ROUNDS).summary.by_count
    assert buckets is not None
    for bucket in buckets.buckets:
        bet = [bet for from_, bet in SPREAD if from_ <= bucket.at][-1]
        assert bucket.wagered == bet * bucket.rounds * bucket.moments.per


def test_one_who_looks_on_bets_at_good_counts_only() -> None:
    wong = Spread(((-10, 1),), enter_at=2, leave_below=1, company=1)
    result = _run(wong, 2_000_000)
    assert result.summary.by_count is not None
    counts = [bucket.at for bucket in result.summary.by_count.buckets if bucket.rounds]
    assert min(counts) == 1  # a player who sat down at two stays at one
    assert result.summary.sat_out > 3 * result.summary.rounds.number
    assert result.ev > _run(Spread()).ev + 0.008


def test_rounds_are_told_apart_by_their_place_in_the_shoe() -> None:
    job = prepare_run(_rules(), seed=3, count="hi-lo", spread=Spread()).job
    tally = job.play(np.random.default_rng(1).integers(1, 2**63, 4).astype(np.uint64))
    by_depth = tally["money"][..., 0].sum(axis=1)
    assert len(by_depth) == DEPTHS
    assert by_depth.sum() == tally.rounds
    assert (by_depth[:15] > 0).all()
    assert not by_depth[16:].any(), "nothing is dealt behind the cutting card at three quarters"
    assert tally["observed"].sum() == tally.rounds
    # At the start of a shoe nothing is known: the count is 0.
    assert not np.delete(tally["money"][0, :, 0], TRUE_COUNTS.bucket(0)).sum() > by_depth[0]


def test_nobody_may_look_on_alone() -> None:
    seat = Seat(enters_at=2)
    made = tables_for(_rules(), Setting(seats=(seat,)))
    decisions = wild_decisions(made.game, made.walk, 1)
    with pytest.raises(CannotPrice, match="needs another seat"):
        prepare(_rules(), decisions, Setting(seats=(seat,)), compiled_as=made)
