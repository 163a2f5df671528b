"""``simulate``: the same digits on any workers, agreement with exact values, refusals."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import pitboss
from pitboss.cards import Rank
from pitboss.compiled.errors import CannotPrice
from pitboss.players.function_policies import PolicyHand
from pitboss.players.policies import solved
from pitboss.players.spreads import BadSpread, Spread, spread_of
from pitboss.rulebooks import BOOKS, TableRules, rulebook
from pitboss.simulator.chunks import RunMark
from pitboss.simulator.results import Result
from pitboss.simulator.run import BadRun, simulate

SIX_DECKS = rulebook("classic").elect(decks=6)


def _rules(book: str, **choices: Any) -> TableRules:
    return rulebook(book).elect(**choices)


@pytest.mark.parametrize("book", BOOKS)
def test_fresh_rounds_agree_with_the_exact_value(book: str) -> None:
    rules = _rules(book)
    result = simulate(rules, rounds=2_000_000, seed=11, fresh=True)
    assert result.exact == solved(rules).ev
    assert result.rounds >= 2_000_000
    assert result.agrees(within=4)
    assert result.se < 0.001
    for name, price in solved(rules).side_bets.items():
        bet = result.side_bets[name]
        assert bet.moments.number == result.rounds
        assert abs(bet.moments.z(float(price.ev))) < 4, name


@pytest.mark.parametrize("layout", [2, 3, 4])
def test_side_bets_that_wait_for_more_than_two_cards(layout: int) -> None:
    """Super Sevens for a third card and Madness 21 for a prize; Perfect Pairs for neither."""
    rules = _rules("nz", layout=layout)
    result = simulate(rules, rounds=1_000_000, seed=5, fresh=True)
    ((name, price),) = solved(rules).side_bets.items()
    bet = result.side_bets[name]
    assert bet.moments.number == result.rounds
    assert abs(bet.moments.z(float(price.ev))) < 4
    assert bet.ev != 0


@pytest.mark.parametrize(
    "document",
    [
        {},
        {"fresh": True, "control": True},
        {"seats": 3, "count": "hi-lo", "spread": Spread.of({-10: 1, 2: 4})},
    ],
    ids=["fast", "by first cards", "full"],
)
def test_the_same_digits_on_any_number_of_threads(document: dict[str, Any]) -> None:
    runs = [
        simulate(SIX_DECKS, rounds=700_000, seed=3, threads=threads, **document)
        for threads in (1, 2, 5)
    ]
    assert len({(run.digest, run.rounds, run.ev, run.trail) for run in runs}) == 1
    assert [run.workers for run in runs] == ["1 thread", "2 threads", "5 threads"]
    other = simulate(SIX_DECKS, rounds=700_000, seed=4, threads=2, **document)
    assert other.digest != runs[0].digest


def test_several_boxes_are_not_so_many_independent_runs() -> None:
    one = simulate(SIX_DECKS, rounds=400_000, seed=3, fresh=True, side_bets=())
    five = simulate(SIX_DECKS, rounds=400_000, seed=3, fresh=True, seats=5)
    assert five.seats == 5
    assert five.agrees(within=4)
    # Boxes that share a dealer's hand win and lose together, by a correlation of about 0.37.
    assert five.se > 1.3 * one.se / 5**0.5
    assert five.se < one.se


def test_a_count_tells_good_shoes_from_bad_ones() -> None:
    spread = Spread.of({-10: 1, 2: 8})._replace(insure_at=3)
    result = simulate(SIX_DECKS, rounds=2_000_000, seed=2, count="hi-lo", spread=spread)
    counts = {bucket.at: bucket for bucket in result.summary.by_count.buckets}  # type: ignore[union-attr]
    assert counts[4].edge - counts[-4].edge > 0.02
    assert (counts[1].average_bet, counts[2].average_bet) == (1, 8)
    assert result.side_bets["insurance"].ev > 0
    assert result.average_bet > 1.2
    assert result.exact is None
    assert result.count == "hi-lo"
    depths = result.summary.by_depth
    assert depths is not None
    assert depths.rounds == result.rounds


def test_who_looks_on_is_dealt_nothing() -> None:
    spread = Spread.of({-10: 1})._replace(enter_at=2, leave_below=0, company=1)
    result = simulate(SIX_DECKS, rounds=300_000, seed=2, count="hi-lo", spread=spread)
    assert result.seats == 1
    assert 0 < result.rounds < result.summary.sat_out
    assert result.summary.sat_out + result.rounds >= 300_000


def test_money_on_a_side_bet_is_in_the_value_and_a_count_without_money_is_not() -> None:
    rules = _rules("leaflet")
    by_itself = simulate(rules, rounds=300_000, seed=2, side_bets=["perfect_pairs"], fresh=True)
    staked = simulate(
        rules,
        rounds=300_000,
        seed=2,
        spread=spread_of({"side_bets": {"perfect_pairs": {"stake": 2}}}),
        fresh=True,
    )
    pairs = by_itself.side_bets["perfect_pairs"].ev
    assert staked.side_bets["perfect_pairs"].ev == pairs
    assert staked.ev == pytest.approx(by_itself.ev + 2 * pairs, abs=1e-12)


def test_until_the_error_is_small_enough() -> None:
    result = simulate(SIX_DECKS, until_se=5e-4, seed=3)
    assert result.se <= 5e-4
    assert result.se > 4e-4, "and no longer than that takes"
    again = simulate(SIX_DECKS, until_se=5e-4, seed=3, threads=1)
    assert again.digest == result.digest


def test_first_cards_as_a_control() -> None:
    result = simulate(SIX_DECKS, rounds=1_000_000, seed=3, fresh=True, control=True)
    better = result.controlled
    assert better is not None
    assert result.exact is not None
    assert 1.1 < better.gain < 1.5
    assert abs(better.z(result.exact)) < 4
    assert better.plain_se == pytest.approx(result.se, rel=1e-3)
    with pytest.raises(BadRun, match="fresh rounds of one box"):
        simulate(SIX_DECKS, rounds=1, control=True)


def test_the_package_may_be_called() -> None:
    def stands(hand: PolicyHand, up: Rank) -> str:
        return "stand" if "stand" in hand.permitted else "hit"

    result = pitboss.simulate(SIX_DECKS, policy=stands, rounds=500_000, seed=1, fresh=True)
    assert isinstance(result, Result)
    assert result.policy == "stands"
    assert result.agrees(within=4)
    assert result.ev < -0.1
    assert "stands" in result._repr_html_()


def test_a_deviation_is_followed() -> None:
    """Hitting every hard 20 against a six shows at any count."""
    deviation = {"hand": "20", "up": "6", "act": "hit", "at": -9}
    mad = spread_of({"deviations": [deviation]})
    plain = simulate(SIX_DECKS, rounds=500_000, seed=2, spread=Spread())
    other = simulate(SIX_DECKS, rounds=500_000, seed=2, spread=mad)
    assert other.ev < plain.ev - 0.005


def test_progress_is_told() -> None:
    marks: list[RunMark] = []
    result = simulate(SIX_DECKS, rounds=2_000_000, seed=3, tell=marks.append)
    assert marks[-1].tally.rounds == result.rounds


def test_an_interrupted_run_says_so() -> None:
    def interrupt(mark: RunMark) -> None:
        raise KeyboardInterrupt

    result = simulate(SIX_DECKS, rounds=10**9, seed=3, tell=interrupt)
    assert result.stopped_by == "interrupted"
    assert result.rounds > 0


@pytest.mark.parametrize(
    ("document", "text"),
    [
        ({"rounds": 0}, "rounds is 0; it must be a whole number"),
        ({"until_se": 0.0}, "it must be above zero"),
        ({"until_se": float("nan")}, "it must be above zero"),
        ({"threads": 0}, "threads is 0; it must be a whole number"),
        ({"seed": -1}, "at least zero"),
        ({"seats": 0}, "1 to 7 boxes"),
        ({"seats": 8}, "1 to 7 boxes"),
        ({"seats": 5, "spread": Spread()._replace(company=3)}, "not 8"),
        ({"spread": {2: 1}}, "sitting out needs other players"),
    ],
)
def test_runs_that_cannot_be(document: dict[str, Any], text: str) -> None:
    with pytest.raises(BadRun) as refused:
        simulate(SIX_DECKS, **document)
    assert text in str(refused.value)


def test_side_bets_that_are_not_on_offer() -> None:
    with pytest.raises(BadSpread, match="classic does not offer buster"):
        simulate(SIX_DECKS, side_bets=["buster"])
    with pytest.raises(BadSpread, match="classic has no side bet 'bustre'"):
        simulate(SIX_DECKS, side_bets=["bustre"])
    assert not simulate(_rules("leaflet"), rounds=1000, side_bets=()).side_bets


def test_a_policy_from_a_file_is_named(tmp_path: Path) -> None:
    from pitboss.report.charts import comma_separated

    chart = solved(SIX_DECKS).chart
    assert chart is not None
    (tmp_path / "mine.csv").write_text(comma_separated(chart), "utf-8")
    named = simulate(SIX_DECKS, rounds=100_000, policy=str(tmp_path / "mine.csv"))
    basic = simulate(SIX_DECKS, rounds=100_000)
    assert (named.policy, named.digest) == ("mine.csv", basic.digest)


def test_what_no_kernel_plays_is_refused() -> None:
    with pytest.raises(CannotPrice):
        simulate(rulebook("classic").elect().with_provision("splitting.pairs_only", False))
