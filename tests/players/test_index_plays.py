"""Index numbers against published ones, and as a spread lists them."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.acts import HandAct
from pitboss.players.counts import HI_LO, BadCount
from pitboss.players.deviations import Deviation
from pitboss.players.index_plays import (
    COUNTS,
    Index,
    IndexPlays,
    Rung,
    count_shares,
    index_plays,
    likeliest_shoe,
)
from pitboss.players.spreads import read_spread

# Don Schlesinger, "Attacking the Shoe", Blackjack Forum, September 1986, and Blackjack Attack,
# chapter 5: the Illustrious 18 for the hi-lo count, multiple decks, dealer stands on soft 17.
ILLUSTRIOUS = [
    ("16", "T", HandAct.STAND, 0), ("15", "T", HandAct.STAND, 4), ("T,T", "5", HandAct.SPLIT, 5),
    ("T,T", "6", HandAct.SPLIT, 4), ("10", "T", HandAct.DOUBLE, 4), ("12", "3", HandAct.STAND, 2),
    ("12", "2", HandAct.STAND, 3), ("11", "A", HandAct.DOUBLE, 1), ("9", "2", HandAct.DOUBLE, 1),
    ("10", "A", HandAct.DOUBLE, 4), ("9", "7", HandAct.DOUBLE, 3), ("16", "9", HandAct.STAND, 5),
    ("13", "2", HandAct.STAND, -1), ("12", "4", HandAct.STAND, 0), ("12", "5", HandAct.STAND, -2),
    ("12", "6", HandAct.STAND, -1), ("13", "3", HandAct.STAND, -2),
]  # fmt: skip
INSURANCE = 3
# The same chapter: the Fab 4 surrenders.
FAB = [
    ("14", "T", HandAct.SURRENDER, 3), ("15", "T", HandAct.SURRENDER, 0),
    ("15", "9", HandAct.SURRENDER, 2), ("15", "A", HandAct.SURRENDER, 1),
]  # fmt: skip


@pytest.fixture(scope="module")
def plain() -> IndexPlays:
    return index_plays("classic", decks=6)


@pytest.fixture(scope="module")
def surrendering() -> IndexPlays:
    return index_plays("classic", decks=6, surrender="late")


def _starts(plays: IndexPlays, hand: str, up: str, act: HandAct) -> int:
    (play,) = (play for play in plays.plays if (play.hand, play.up) == (hand, up))
    (at,) = (rung.at for rung in play.ladder if rung.act is act)
    return at


def test_the_illustrious_18_are_met_within_one(plain: IndexPlays) -> None:
    off = [_starts(plain, hand, up, act) - at for hand, up, act, at in ILLUSTRIOUS]
    assert all(abs(far) <= 1 for far in off)
    assert sum(far == 0 for far in off) >= 10
    assert plain.insure_at == INSURANCE


def test_the_fab_4_are_met(surrendering: IndexPlays) -> None:
    assert [_starts(surrendering, hand, up, act) for hand, up, act, _ in FAB] == [
        at for *_, at in FAB
    ]


def test_the_value_rises_with_the_count_by_half_a_per_cent(plain: IndexPlays) -> None:
    evs = dict(zip(COUNTS, plain.evs, strict=True))
    assert list(plain.evs) == sorted(plain.evs)
    assert (evs[4] - evs[-4]) / 8 == pytest.approx(0.005, abs=0.001)
    assert sum(plain.shares) == pytest.approx(1)
    assert plain.shares == count_shares(HI_LO, 6, 0.5)


def test_plays_come_by_gain_and_a_gain_is_never_a_loss(plain: IndexPlays) -> None:
    gains = [play.gain for play in plain.plays]
    assert gains == sorted(gains, reverse=True)
    assert min(gains) >= -1e-12


@pytest.mark.parametrize("true", [-6, 0, 4])
def test_the_likeliest_shoe_has_the_count(true: int) -> None:
    shoe = likeliest_shoe(HI_LO, 6, 0.5, true)
    assert shoe.sum() == pytest.approx(156)
    low, high = shoe[1:6].sum(), shoe[0] + shoe[9]
    assert (high - low) / 3 == pytest.approx(true)


def test_a_ladder_becomes_deviations_of_which_the_last_that_applies_decides() -> None:
    rungs = (Rung(-10, HandAct.HIT), Rung(-2, HandAct.STAND), Rung(5, HandAct.SPLIT))
    play = Index("8,8", "T", HandAct.STAND, rungs, rungs, HandAct.STAND, 0.0, {})
    assert play.deviations == (
        Deviation("8,8", "T", HandAct.SPLIT, 5),
        Deviation("8,8", "T", HandAct.HIT, -2, below=True),
    )
    give_up = (Rung(-10, HandAct.HIT), Rung(0, HandAct.SURRENDER))
    drawn = (Rung(-10, HandAct.HIT), Rung(4, HandAct.STAND))
    play = Index("15", "T", HandAct.SURRENDER, give_up, drawn, HandAct.HIT, 0.0, {})
    decided = {
        true: [each.act for each in play.deviations if each.applies(true)][-1]
        for true in (-1, 0, 5)
    }
    assert decided == {-1: HandAct.HIT, 0: HandAct.SURRENDER, 5: HandAct.SURRENDER}
    unsurrendered = [d for d in play.deviations if d.act is not HandAct.SURRENDER]
    assert [d.act for d in unsurrendered if d.applies(5)][-1] is HandAct.STAND


def test_the_file_is_a_spread(surrendering: IndexPlays, tmp_path: Path) -> None:
    file = tmp_path / "plays.toml"
    file.write_text(surrendering.to_toml(20))
    spread = read_spread(file)
    assert spread.insure_at == INSURANCE
    assert spread.deviations == tuple(
        each for play in surrendering.plays[:20] for each in play.deviations
    )


@pytest.mark.parametrize(("count", "depth"), [("ko", 0.5), ("hi-lo", 1.0)])
def test_running_counts_and_whole_shoes_are_refused(count: str, depth: float) -> None:
    with pytest.raises(BadCount):
        index_plays("classic", count=count, depth=depth)
