"""The exact judge, and the example that learns a strategy, at small size."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest
from PIL import Image

import pitboss
from pitboss.cards import Rank
from pitboss.players.function_policies import BadPolicy, PolicyHand

ROOT = Path(__file__).parents[2]


def mimic(hand: PolicyHand, up: Rank) -> str:
    """Play as the dealer does."""
    return "stand" if hand.total >= 17 else "hit"


def test_the_best_play_has_no_regret() -> None:
    lost = pitboss.regret("nz", "optimal")
    assert lost.regret == 0 and lost.against_chart < 0
    assert pitboss.regret("nz", "basic").against_chart == 0


def test_a_chart_of_another_book_loses_a_little() -> None:
    lost = pitboss.regret("nz", pitboss.chart("rws"))
    assert 0 < lost.against_chart < lost.regret < 0.001


def test_regret_of_a_function_is_what_the_simulator_measures() -> None:
    lost = pitboss.regret("leaflet", mimic)
    played = pitboss.simulate("leaflet", rounds=2e5, policy=mimic, seed=1, fresh=True)
    assert abs(played.ev - lost.value) < 4 * played.se
    assert lost.regret > 0.04


def test_a_policy_that_cannot_be_priced_exactly_is_refused() -> None:
    def timid(hand: PolicyHand, up: Rank) -> str:
        if hand.is_split:
            return "stand" if "stand" in hand.permitted else "hit"
        return "split" if hand.is_pair else mimic(hand, up)

    with pytest.raises(BadPolicy, match="simulate it instead"):
        pitboss.regret("leaflet", timid)


def _example() -> ModuleType:
    path = ROOT / "examples" / "learn_a_strategy.py"
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_example_learns(tmp_path: Path) -> None:
    points = list(_example().curve("leaflet", rounds=1e5, tables=2048))
    lost = [point.regret for point in points]
    assert lost[0] > lost[-1] > 0
    assert len(lost) == 2 and lost[-1] < 0.03


def test_a_curve_is_drawn(tmp_path: Path) -> None:
    from pitboss.report.curves import SIZE, Curve, draw_curves

    path = tmp_path / "curve.png"
    draw_curves(path, [Curve("nz", [(1, 2.0), (10, 0.1)])], x="s", y="%", line=(0.1, "0.1%"))
    with Image.open(path) as image:
        assert image.size == SIZE and len(set(image.convert("L").tobytes())) > 20
