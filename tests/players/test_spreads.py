"""Bets by the count: read from files, and refused with a sentence."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.acts import HandAct
from pitboss.players.counts import TRUE_COUNTS
from pitboss.players.deviations import Deviation
from pitboss.players.spreads import BadSpread, SideStake, Spread, read_spread, spread_of

WHOLE = """
bets = { "-10" = 1, "1" = 2, "3" = 8 }
insure_at = 3
enter_at = 1
leave_below = -1
company = 2
[[deviations]]
hand = "16"
up = "T"
act = "stand"
at = 0
[[deviations]]
hand = "13"
up = "2"
act = "hit"
below = -1
[side_bets.perfect_pairs]
stake = 0.5
from = 4
"""


def test_everything_that_hangs_on_the_count(tmp_path: Path) -> None:
    path = tmp_path / "spread.toml"
    path.write_text(WHOLE)
    assert read_spread(path) == Spread(
        bets=((-10, 1), (1, 2), (3, 8)),
        insure_at=3,
        enter_at=1,
        leave_below=-1,
        company=2,
        deviations=(
            Deviation("16", "T", HandAct.STAND, 0),
            Deviation("13", "2", HandAct.HIT, -1, below=True),
        ),
        side_bets=(SideStake("perfect_pairs", Fraction(1, 2), 4),),
    )


def test_bets_alone_in_three_forms(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("true_count,bet\n-10,1\n\n2, 4\n")
    (tmp_path / "a.json").write_text(json.dumps({"bets": {"2": 4, "-10": 1}}))
    (tmp_path / "a.toml").write_text('bets = { "-10" = 1, "2" = 4 }')
    read = [read_spread(tmp_path / f"a.{ending}") for ending in ("csv", "json", "toml")]
    assert read[1:] == [Spread.of({2: 4, -10: 1})] * 2
    assert read[0] == Spread.of({2: 4, -10: 1})._replace(by="true")
    assert read[0].seat().bets(TRUE_COUNTS) == [1] * 12 + [4] * 9


def test_who_sits_out() -> None:
    assert not Spread.of({-10: 1, 4: 2}).sits_out()
    assert Spread.of({-10: 1, -2: 0, 1: 2}).sits_out()
    assert Spread.of({1: 2}).sits_out()
    assert spread_of({"enter_at": 1}).sits_out()


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"bet": {"0": 1}}, "unknown key 'bet' in a spread; the keys: bets"),
        ({"bets": 3}, "bets must be units by count"),
        ({"bets": {"0": 0}}, "a bet at some count"),
        ({"bets": {"0": -1}}, "the bet at 0 is -1 units"),
        ({"bets": {"0": 1.5}}, "the bet at 0 is 1.5, not a whole number"),
        ({"bets": {"x": 1}}, "a count is 'x', not a whole number"),
        ({"bets": {"1001": 1}}, "counts go from -1000 to 1000"),
        ({"insure_at": 10**9}, "counts go from -1000 to 1000"),
        ({"by": "feeling"}, 'by must be "true" or "running"'),
        ({"company": -1}, "number of other players"),
        ({"insure_at": "soon"}, "insure_at is 'soon'"),
        ({"deviations": 1}, "deviations must be a list"),
        ({"deviations": [{"hand": "16"}]}, "needs hand, up, act, and at or below"),
        (
            {"deviations": [{"hand": "16", "up": "T", "act": "stand", "at": 0, "below": 1}]},
            "either at or below",
        ),
        (
            {"deviations": [{"hand": "16", "up": "T", "act": "fold", "at": 0}]},
            "'fold' is not an act; the acts: stand, hit",
        ),
        ({"side_bets": {"insurance": {"stake": 1}}}, "'insurance' is not a side bet"),
        ({"side_bets": {"perfect_pairs": {"stake": 0}}}, "is 0, not a number of units above 0"),
        ({"side_bets": {"perfect_pairs": {"form": 1}}}, "needs a stake"),
        ({"side_bets": []}, "a table for each"),
        ([], "a spread needs bets"),
    ],
)
def test_what_cannot_be_read_is_one_sentence(value: object, text: str) -> None:
    with pytest.raises(BadSpread) as refused:
        spread_of(value)
    assert text in str(refused.value)


@pytest.mark.parametrize(
    ("name", "text", "given_text"),
    [
        ("a.txt", "", "a spread must be a .toml, .json or .csv file"),
        ("a.csv", "count,bet\n", "must begin with the line true_count,bet or running_count,bet"),
        ("a.csv", "true_count,bet\n1\n", "'1' is not a true count and a bet"),
        ("a.toml", "bets = {", "a.toml cannot be read"),
        ("a.json", "{", "a.json cannot be read"),
    ],
)
def test_files_that_are_no_spreads(tmp_path: Path, name: str, text: str, given_text: str) -> None:
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(BadSpread) as refused:
        read_spread(path)
    assert given_text in str(refused.value)
    with pytest.raises(BadSpread, match="cannot be read: No such file"):
        read_spread(tmp_path / "none.toml")
