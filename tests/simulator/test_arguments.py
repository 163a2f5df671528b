"""What cannot be simulated or priced is refused in a sentence before any kernel sees it."""

from __future__ import annotations

from fractions import Fraction
from math import inf, nan
from typing import Any

import numpy as np
import pytest

import pitboss
from pitboss.players.charts import BadChart
from pitboss.players.counts import SYSTEMS, BadCount, TrueCount
from pitboss.players.deviations import LOWEST, Deviation
from pitboss.players.function_policies import BadPolicy
from pitboss.players.spreads import BadSpread, SideStake, Spread
from pitboss.simulator.run import BadRun
from pitboss.solver.chart import Chart, Letter, Row

HI_LO: Any = SYSTEMS["hi-lo"]
TAGS = HI_LO.tags


def tags(factor: Any) -> Any:
    """Hi-lo with every tag multiplied."""
    return HI_LO._replace(tags=tuple(factor * tag for tag in TAGS))


def bets(*pairs: Any) -> Any:
    """A spread of these pairs, unread."""
    return Spread(tuple(pairs))


COUNTS: tuple[Any, ...] = (
    HI_LO._replace(tags=TAGS[:10]), HI_LO._replace(tags=4 * TAGS), tags(2**40), tags(2**55),
    tags(2**70), tags(1.5), tags(nan), tags(Fraction(1, 10**15)), HI_LO._replace(start=10**17),
    HI_LO._replace(start=nan), HI_LO._replace(true=TrueCount.RUNNING, start_per_deck=10**17),
    HI_LO._replace(true="sideways"), HI_LO._replace(decks=None), 3, np.zeros(52),
)  # fmt: skip
SPREADS: tuple[Any, ...] = (
    bets((LOWEST, -5)), bets((LOWEST, 10**15)), bets((LOWEST, 2**62)), bets((LOWEST, 2**70)),
    bets((LOWEST, 1.5)), bets((LOWEST, nan)), bets((0.5, 1)), bets((10**30, 1)), bets(),
    bets((4, 8), (-10, 1)), bets((1, 1), (1, 2)), Spread(3), Spread(bets=None),  # type: ignore[arg-type]
    Spread(company=-1), Spread(company=1.5), Spread(insure_at=2**63), Spread(insure_at=nan),  # type: ignore[arg-type]
    Spread(enter_at=2**62, company=1), Spread(leave_below=-(2**62), company=1),
    Spread(deviations=(3,)), Spread(deviations=(Deviation("16", "T", 77, 2),)),  # type: ignore[arg-type]
    Spread(side_bets=(SideStake("perfect_pairs", Fraction(10**18)),)),
    Spread(side_bets=(SideStake("perfect_pairs", Fraction(-3)),)),
    Spread(side_bets=(SideStake("perfect_pairs", nan),)),  # type: ignore[arg-type]
    Spread(side_bets=(SideStake("perfect_pairs", Fraction(1, 10**17)),)),
    Spread(side_bets=(SideStake("perfect_pairs", Fraction(1), 2**62),)),
    {nan: 1}, {0: 10**9}, np.zeros(3), [1, 2], 5,
)  # fmt: skip
OPTIONS: tuple[tuple[str, Any], ...] = (
    *(("seed", seed) for seed in (-1, 1.5, nan, None, "x", True, np.array([1, 2]))),
    *(("seats", seats) for seats in (0, 10**9, 1.5, nan, None, "2", np.array([1, 2]))),
    *(("rounds", rounds) for rounds in (0, nan, inf, "x", 10**16, np.array([1, 2]))),
    *(("bank", bank) for bank in (0, -5, 10**30, nan, "x", Fraction(1, 10**17), True)),
    *(("threads", threads) for threads in (0, 1.5, 10**9, "2")),
    *(("cluster", cluster) for cluster in (5, np.zeros(3))),
    ("fresh", np.zeros(3)), ("control", "yes"), ("side_bets", "perfect_pairs"), ("side_bets", 3),
    ("until_se", nan),
)  # fmt: skip


@pytest.mark.parametrize("count", COUNTS)
def test_a_count_that_no_kernel_can_keep_is_refused(count: Any) -> None:
    with pytest.raises(BadCount, match=r"^.{20}"):
        pitboss.simulate("nz", rounds=1000, threads=1, count=count)


@pytest.mark.parametrize("spread", SPREADS)
def test_a_spread_that_no_file_could_have_said_is_refused(spread: Any) -> None:
    with pytest.raises((BadSpread, BadRun), match=r"^.{20}"):
        pitboss.simulate("nz", rounds=1000, threads=1, spread=spread)


@pytest.mark.parametrize(("name", "value"), OPTIONS)
def test_an_option_of_another_kind_is_refused(name: str, value: Any) -> None:
    with pytest.raises(BadRun, match=r"^.{20}"):
        pitboss.simulate("nobust", **{"rounds": 1000, "threads": 1, name: value})


def chart(**changed: Any) -> Chart:
    """The best chart of a book with some of its parts changed."""
    best = pitboss.chart("nz")
    parts = {name: getattr(best, name) for name in ("hard", "soft", "pairs", "exchange")}
    return Chart("nz", (), **{**parts, **changed})


@pytest.mark.parametrize("call", [pitboss.simulate, pitboss.regret])
def test_a_chart_with_gaps_or_unknown_rows_is_refused(call: Any) -> None:
    hard = chart().hard
    wrong: tuple[dict[str, Any], ...] = (
        {"hard": (), "soft": (), "pairs": ()}, {"hard": hard[:3]}, {"soft": None}, {"pairs": 7},
        {"hard": tuple(Row(row.hand, row.letters[:4]) for row in hard)},
        {"hard": tuple(Row("99", row.letters) for row in hard)},
        {"hard": tuple(Row(row.hand, ("Q",) * 10) for row in hard)},  # type: ignore[arg-type]
        {"hard": tuple(Row(row.hand, (Letter.SPLIT,) * 10) for row in hard)},
        {"hard": (*hard, hard[0])},
    )  # fmt: skip
    for changed in wrong:
        with pytest.raises(BadChart):
            call("nz", policy=chart(**changed))
    for policy in (np.zeros((10, 10)), None, 3, lambda hand, up: 77, lambda hand, up: np.zeros(3)):
        with pytest.raises(BadPolicy):
            call("nz", policy=policy)
    assert pitboss.regret("nz", chart()).against_chart == 0


@pytest.mark.parametrize(
    "counts",
    [
        (1.5,) * 10, (nan,) * 10, (-1,) * 10, (2**70,) * 10, (True,) * 10, "abcdefghij", None,
        np.full(10, 24), (24,) * 9, [24] * 10,
    ],

)  # fmt: skip
def test_a_shoe_is_ten_whole_counts(counts: Any) -> None:
    with pytest.raises(pitboss.BadShoe, match=r"^a shoe (needs|cannot have) "):
        pitboss.Shoe(counts)


def test_decks_of_a_shoe_are_whole() -> None:
    for decks in (0, 1.5, True, 10**12, "6"):
        with pytest.raises(pitboss.BadShoe, match="a shoe cannot have"):
            pitboss.Shoe.of_decks(decks)  # type: ignore[arg-type]
