"""Running counts as players keep them: buckets, bets and index plays by the running count."""

from __future__ import annotations

from pathlib import Path

import pytest

import pitboss
from pitboss.players.counts import SYSTEMS, TRUE_COUNTS, CountSpan
from pitboss.players.spreads import BadSpread, Spread, read_spread
from pitboss.simulator.run import BadRun, simulate
from tests.support import rules

KO = SYSTEMS["ko"]


@pytest.mark.parametrize(
    ("decks", "starts"), [(1, 0), (2, -4), (6, -20), (8, -28)]
)  # Vancura and Fuchs, Knock-Out Blackjack: 4 less 4 for each deck
def test_the_initial_running_count_by_decks(decks: int, starts: int) -> None:
    span = KO.span(decks)
    assert span.start == starts
    assert span.is_running
    assert span.lowest <= starts - 12 and span.highest >= 4 + 12
    assert SYSTEMS["hi-lo"].span(decks) == TRUE_COUNTS == CountSpan(-10, 10)


def test_every_first_round_of_a_shoe_begins_at_the_initial_running_count() -> None:
    run = simulate(rules("classic", decks=6), count="ko", rounds=50_000, fresh=True, seed=3)
    by_count = run.summary.by_count
    assert by_count is not None
    assert by_count.by == "running count"
    assert [(bucket.at, bucket.rounds) for bucket in by_count.buckets] == [(-20, run.rounds)]
    assert run.count_starts_at == -20
    document = run.to_json()
    assert (document["counted"], document["count_starts_at"]) == ("running count", -20)


def test_the_edge_rises_with_the_running_count_and_bets_follow_it() -> None:
    spread = Spread.of({-20: 1, -4: 4, 2: 10})
    run = simulate(
        rules("classic", decks=6), count="ko", spread=spread, rounds=3_000_000, seed=5, side_bets=()
    )
    by_count = run.summary.by_count
    assert by_count is not None
    bets = {bucket.at: bucket.average_bet for bucket in by_count.buckets}
    assert min(bets) < -25 and max(bets) > 8
    expected = {at: 10 if at >= 2 else 4 if at >= -4 else 1 for at in bets}
    assert bets == expected, "the first bet is made below the initial count as well"
    high = [bucket for bucket in by_count.buckets if bucket.at >= 4]
    low = [bucket for bucket in by_count.buckets if bucket.at <= -20]
    edges = [sum(b.moments.total for b in part) / sum(b.wagered for b in part)
             for part in (low, high)]  # fmt: skip
    # At the pivot and above the player has the edge, whatever the decks; below it the house.
    assert edges[0] < -0.005 < 0.005 < edges[1]


def test_a_running_and_a_true_count_are_not_mixed_up(tmp_path: Path) -> None:
    path = tmp_path / "spread.csv"
    path.write_text("running_count,bet\n-20,1\n0,5\n")
    assert read_spread(path).by == "running"
    table = rules("classic", decks=6)
    with pytest.raises(BadSpread, match="by running count, but the system keeps a true count"):
        simulate(table, count="hi-lo", spread=path, rounds=1)
    path.write_text("true_count,bet\n-10,1\n2,5\n")
    with pytest.raises(BadSpread, match="by true count, but the system keeps a running count"):
        simulate(table, count="ko", spread=path, rounds=1)
    with pytest.raises(BadRun, match="ko starts at -20 here; begin the bets there or lower"):
        simulate(table, count="ko", spread={-10: 1, 2: 5}, rounds=1)
    with pytest.raises(BadSpread, match="running counts go from -39 to 23 here"):
        simulate(table, count="ko", spread={-20: 1, 24: 5}, rounds=1)
    with pytest.raises(BadSpread, match="true counts go from -10 to 10 here"):
        simulate(table, count="hi-lo", spread={-10: 1, 11: 5}, rounds=1)


def test_insurance_and_index_plays_by_the_running_count() -> None:
    spread = Spread.of({-20: 1})._replace(insure_at=3)
    run = simulate(
        rules("classic", decks=6), count="ko", spread=spread, rounds=2_000_000, seed=9, side_bets=()
    )
    insured = run.side_bets["insurance"].by_count
    assert insured is not None
    assert insured.by == "running count"
    assert min(bucket.at for bucket in insured.buckets if bucket.rounds) < 3, "by the bet's count"
    assert run.side_bets["insurance"].ev > 0, "KO says +3, and insurance gains there"


def test_the_command_shows_running_counts() -> None:
    page = pitboss.simulate(
        pitboss.rulebook("classic").elect(decks=2), count="ko", rounds=100_000, seed=1
    )._repr_html_()
    assert "running count" in page and "from -4 on" in page
