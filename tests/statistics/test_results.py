"""A result reports its tallies per box and per unit, with the right error."""

from __future__ import annotations

import json
from math import isclose, sqrt

from pitboss.simulator.results import Result, SideBetResult, Summary, bucket_rows
from pitboss.statistics import Buckets, Distribution, Moments

FLAT = Distribution.of({-2: 480, 0: 90, 2: 380, 3: 50}, per=2)

CONTRACT = (
    "book", "settings", "rounds", "seed", "seats", "policy", "ev", "se", "sd", "side_bets",
    "rounds_per_cpu_second", "cpu_seconds", "digest",
)  # fmt: skip


def counted() -> Buckets:
    """Two counts: one unit is bet below, eight above, of which one wins."""
    return Buckets.of_arrays(
        "true count",
        [-1.0, 0.0, 3.0],
        rounds=[500, 400, 100],
        wagered=[0, 800, 1600],
        totals=[0, -10, 60],
        squares=[0, 2000, 30_000],
        per=2,
    )


def result(summary: Summary | None = None, **changed: object) -> Result:
    document: dict[str, object] = {
        "book": "nz",
        "settings": {"decks": 6},
        "policy": "basic",
        "seed": 7,
        "fresh": False,
        "digest": "ab" * 32,
        "cpu_seconds": 0.5,
        "seconds": 0.4,
        **changed,
    }
    found_summary = summary or Summary(
        rounds=FLAT.moments,
        wagered=2000,
        distribution=FLAT,
        staked=2240,
        side_bets={"perfect_pairs": SideBetResult(Moments(1000, -60, 14_000))},
    )
    return Result(summary=found_summary, **document)  # type: ignore[arg-type]


def test_a_flat_run_is_its_distribution() -> None:
    run = result()
    assert run.rounds == 1000
    assert isclose(run.ev, (-960 + 760 + 150) / 2000)
    assert run.edge == run.ev
    assert run.average_bet == 1
    assert run.average_wager == 1.12
    assert isclose(run.se, run.sd / sqrt(1000))
    assert run.rounds_per_cpu_second == 2000


def test_document_has_every_key_of_the_contract() -> None:
    document = result().to_json()
    assert all(key in document for key in CONTRACT)
    assert document["side_bets"]["perfect_pairs"]["ev"] == -0.06
    assert document["side_bets"]["perfect_pairs"]["se"] > 0
    assert json.loads(json.dumps(document, allow_nan=False)) == document
    assert "exact" not in document
    assert "score" not in document


def test_exact_value_is_compared_with() -> None:
    run = result(exact=-0.02)
    assert isclose(run.z or 0.0, (run.ev + 0.02) / run.se)
    assert run.agrees()
    assert not result(exact=0.5).agrees()
    assert result().agrees() is None
    assert {"exact", "error", "z"} <= run.to_json().keys()


def test_several_seats_share_their_luck() -> None:
    """The value is for a box; its error is of whole rounds, which seats win or lose together."""
    together = Moments(1000, -100, 20_000, per=2)
    run = result(
        Summary(rounds=together, wagered=6000, seats=3, box=Moments(3000, -100, 9_000, per=2))
    )
    assert isclose(run.ev, -100 / 2 / 3000)
    assert isclose(run.se, together.se / 3)
    assert isclose(run.sd, Moments(3000, -100, 9_000, per=2).sd)
    assert run.average_bet == 1


def test_error_is_by_shoes_where_they_were_counted() -> None:
    shoes = Moments(25, -50, 50_000, per=2)
    run = result(Summary(rounds=FLAT.moments, wagered=2000, shoes=shoes))
    assert isclose(run.se, shoes.sd * sqrt(25) / 1000)


def test_rounds_that_were_watched_dilute_the_worth_and_not_the_value() -> None:
    buckets = counted()
    played = Moments(500, 50, 32_000, per=2)
    run = result(Summary(rounds=played, wagered=2400, by_count=buckets, sat_out=500), count="hi-lo")
    assert isclose(run.ev, 50 / 2 / 500)
    assert isclose(run.worth.ev, 50 / 2 / 1000)
    assert isclose(run.edge, 50 / 2400)
    document = run.to_json()
    assert document["rounds_sat_out"] == 500
    assert isclose(document["n0"] * document["score"], 1e6)
    json.dumps(document, allow_nan=False)


def test_rows_by_count_leave_open_what_nobody_bet_on() -> None:
    rows = bucket_rows(counted())
    assert [row["at"] for row in rows] == [-1, 0, 3]
    assert rows[0]["edge"] is None
    assert isclose(rows[2]["edge"], 60 / 1600)
    assert isclose(sum(row["frequency"] for row in rows), 1)


def test_side_bet_says_what_a_count_is_worth() -> None:
    on_a_line = Buckets.of_arrays(
        "true count",
        [-1.0, 0.0, 1.0, 2.0],
        rounds=[1000] * 4,
        wagered=[1000] * 4,
        totals=[-90, -60, -30, 0],
        squares=[1000] * 4,
        per=1,
    )
    bet = SideBetResult(on_a_line.moments, by_count=on_a_line)
    document = bet.to_json()
    assert isclose(document["edge_per_count"], 0.03, rel_tol=1e-3)
    assert document["edge_per_count_se"] > 0
    assert "edge_per_count" not in SideBetResult(on_a_line.moments).to_json()


def test_notebook_shows_figures_and_escapes_them() -> None:
    page = result(
        Summary(
            rounds=FLAT.moments, wagered=2000, by_count=counted(), side_bets=result().side_bets
        ),
        title="Blackjack <b>",
        rules="nz · 6 decks",
        count="hi-lo",
        exact=-0.02,
        stopped_by="interrupted",
    )._repr_html_()
    for words in (
        "Blackjack &lt;b&gt;",
        "nz · 6 decks",
        "hi-lo",
        "perfect pairs",
        "true count",
        "interrupted",
    ):
        assert words in page
