"""``pitboss effects``, ``index`` and ``bankroll``: documents, pages, refusals."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.players.effects import effects
from pitboss.players.index_plays import index_plays
from pitboss.players.spreads import Spread, read_spread
from pitboss.simulator.run import simulate
from pitboss.solver import solve
from pitboss.statistics import Worth, risk_of_ruin, ruin_within
from tests.commands import Command


def test_effects_tells_what_the_solver_says(command: Command) -> None:
    document = command("effects", "classic", "--decks", "1", "--policy", "cdz", "--json").json
    found_effects = effects("classic", decks=1, policy="cdz")
    assert document["ev"] == found_effects.ev == solve("classic", decks=1, policy="cdz").ev
    assert {row["card"]: row["effect"] for row in document["effects"]} == found_effects.by_card
    assert document["correlations"][0].keys() == {"count", "betting", "insurance"}
    page = command("effects", "classic", "--decks", "1", "--policy", "cdz").out
    assert f"{found_effects.by_card['5']:+.4%}" in page


def test_index_lists_plays_and_writes_them_for_a_spread(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "plays.toml"
    ran = command("index", "classic", "--decks", "6", "--most", "8", "-o", str(file), "--json")
    document = ran.json
    assert (document["count"], document["depth"], document["insure_at"]) == ("hi-lo", 0.5, 3)
    assert len(document["plays"]) == 8
    first = document["indices"][0]
    assert first.keys() == {"hand", "up", "act", "at", "gain"}
    assert [first[key] for key in ("hand", "up", "gain")] == [
        document["plays"][0][key] for key in ("hand", "up", "gain")
    ]
    assert {"act": first["act"], "at": first["at"]} in document["plays"][0]["ladder"]
    assert document["from"] == "likeliest shoes"
    assert {play["hand"] for play in document["plays"]} == {
        d.hand for d in read_spread(file).deviations
    }


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("index", "classic", "--count", "ko"), "ko keeps a running count"),
        (("index", "classic", "--depth", "1.5"), "above zero and at most 0.99"),
        (("index", "classic", "--depth", "nan"), "above zero and at most 0.99"),
        (("index", "classic", "--most", "0"), "from 1 to 1e6"),
        (("index", "classic", "-o", "plays.txt", "--decks", "6"), ".toml"),
        (("bankroll", "classic", "--bankroll", "-5"), "--bankroll"),
        (("bankroll", "classic", "--bankroll", "nan"), "'nan' is not a number above zero"),
        (("bankroll", "classic", "--bankroll", "9", "--least", "1e400"), "'1e400' is not"),
        (("bankroll", "classic", "--bankroll", "9", "--kelly", "2"), "applies only with --count"),
        (("bankroll", "classic", "--bankroll", "9", "--depth", "0.75"), "follows the whole shoe"),
        (
            ("bankroll", "nz", "--bankroll", "9", "--count", "ko", "--sit-out"),
            "--sit-out needs other players at the table: add --others 1",
        ),
        (
            ("bankroll", "nz", "--bankroll", "9", "--count", "ko", "--others", "9"),
            "nz takes 1 to 7 boxes here, not 10",
        ),
        (
            ("bankroll", "nz", "--bankroll", "9", "--count", "ko", "--spread", "x", "--kelly", "1"),
            "--kelly cannot be combined with --spread",
        ),
        (
            ("drill", "classic", "--count", "zen"),
            "applies only with --kind count, bets or deviations",
        ),
        (("drill", "classic", "--kind", "bets", "--cards", "2"), "applies only with --kind count"),
        (("play", "classic", "--standard", "seen"), "--standard applies only with --coach"),
        (("play", "classic", "--stake", "0.5"), "below the minimum of 10 (classic limits.1)"),
        (("play", "classic", "--seed", "-1"), "--seed '-1' is not a whole number"),
        (("solve", "classic", "--decks", "\u0661"), "is out of range: classic cards.1"),
        (("effects", "classic", "--shoe", "A:4 T:2"), "could run out"),
    ],
)
def test_nonsense_is_refused_in_a_sentence(
    command: Command, words: tuple[str, ...], why: str
) -> None:
    ran = command(*words)
    assert ran.code == 2
    assert why in ran.err


def test_bankroll_of_a_flat_bet(command: Command) -> None:
    document = command("bankroll", "classic", "--bankroll", "400", "--rounds", "500", "--json").json
    solution = solve("classic")
    ev, sd = 10 * solution.ev, 10 * solution.spread.sd
    assert (document["ev"], document["sd"]) == (pytest.approx(ev), pytest.approx(sd))
    assert document["risk_of_ruin"] == risk_of_ruin(400, ev=ev, sd=sd) == 1.0
    assert document["ruin_within_rounds"] == pytest.approx(ruin_within(500, 400, ev=ev, sd=sd))
    assert document["n0"] is None


def test_paths_of_a_bankroll(command: Command) -> None:
    words = ("bankroll", "classic", "--bankroll", "400", "--rounds", "5000")
    document = command(*words, "--json").json
    paths = document["paths"]
    assert [row["rounds"] for row in paths] == list(range(500, 5001, 500))
    assert paths[-1]["ruined"] == document["ruin_within_rounds"]
    for row in paths:
        left = [row[f"p{share}"] for share in (5, 25, 50, 75, 95)]
        assert left == sorted(left)
        for share, amount in zip((5, 25, 50, 75, 95), left, strict=True):
            assert (amount == 0) == (row["ruined"] >= share / 100)
    assert "median" in command(*words).out


def test_bankroll_by_the_count(command: Command) -> None:
    table = ("bankroll", "classic", "--decks", "2", "--bankroll", "10000")
    words = (*table, "--count", "hi-lo", "--bet-most", "80")
    document = command(*words, "--json").json
    bets = [row["bet"] for row in document["bets"]["by_count"]]
    assert bets == sorted(bets)
    assert (min(bets), max(bets)) == (10, 80)
    assert document["ev"] > 0
    assert 0 < document["risk_of_ruin"] < 1
    assert document["score"] > 0
    shares = [row["share"] for row in document["bets"]["by_count"]]
    assert sum(shares) == pytest.approx(1)
    assert document["bets"]["plays"] == "index" and document["bets"]["sat_out"] == 0
    depths = document["depths"]
    assert [row["dealt"] for row in depths] == [pytest.approx((n + 0.5) / 20) for n in range(16)]
    assert sum(row["share"] for row in depths) == pytest.approx(1)
    assert sum(row["share"] * row["ev"] for row in depths) == pytest.approx(document["ev"])
    assert depths[0]["ev"] < 0 < depths[-1]["ev"]


def test_bankroll_by_the_count_is_that_of_the_simulator(command: Command) -> None:
    """The same bets and plays, at two cut cards; a single depth gives several times the SCORE."""
    scores = []
    for penetration in ("50%", "80%"):
        table = ("classic", "--decks", "2", "--set", f"penetration={penetration}")
        words = ("--bankroll", "10000", "--bet-most", "80", "--count", "hi-lo", "--json")
        document = command("bankroll", *table, *words).json
        rows = document["bets"]["by_count"]
        plays = index_plays("classic", decks=2, penetration=penetration)
        bets = {row["true_count"]: round(row["bet"] / 10) for row in rows}
        spread = Spread.of(bets)._replace(
            deviations=tuple(each for play in plays.plays[:40] for each in play.deviations),
            insure_at=plays.insure_at,
        )
        played = simulate(
            "classic", decks=2, penetration=penetration, count="hi-lo", spread=spread,
            rounds=4_000_000, side_bets=[],
        )  # fmt: skip
        error = played.se / played.ev
        assert document["ev"] / 10 == pytest.approx(played.ev, rel=0.015 + 3 * error)
        assert document["sd"] / 10 == pytest.approx(played.sd, rel=0.01)
        assert document["score"] == pytest.approx(played.worth.score, rel=0.03 + 6 * error)
        assert document["n0"] == pytest.approx(played.worth.n0, rel=0.03 + 9 * error)
        ruin = Worth(document["ev"], document["sd"]).risk_of_ruin(10_000)
        assert document["risk_of_ruin"] == pytest.approx(ruin, rel=0.05)
        scores.append(document["score"])
    assert scores[1] > 2 * scores[0]


def test_a_spread_of_ones_own(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "spread.csv"
    file.write_text("true_count,bet\n-10,1\n2,4\n")
    table = ("bankroll", "classic", "--decks", "1", "--bankroll", "1000", "--count", "hi-lo")
    document = command(*table, "--spread", str(file), "--json").json
    bets = {row["true_count"]: row["bet"] for row in document["bets"]["by_count"]}
    assert (bets[1], bets[2]) == (pytest.approx(10), pytest.approx(40))
    assert document["bets"]["plays"] == "spread" and document["bets"]["others"] == 0
    file.write_text("true_count,bet\n-10,0\n2,4\n")
    ran = command(*table, "--spread", str(file))
    assert ran.code == 2 and "sitting out needs other players at the table" in ran.err


def test_index_of_a_shoe_too_short_for_a_pair_at_some_counts(command: Command) -> None:
    """Half of one deck has fewer than two aces at low counts, and nothing to split."""
    document = command("index", "classic", "--decks", "1", "--most", "3", "--json").json
    assert len(document["plays"]) == 3
