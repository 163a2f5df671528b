"""What ``import pitboss`` gives: light at first, the solver when it is asked for."""

from __future__ import annotations

import subprocess
import sys

import pytest

import pitboss
from pitboss.solver import solve
from tests.report.test_par_sheet import Page
from tests.support import rules


def test_importing_pitboss_loads_no_kernels() -> None:
    code = (
        "import sys, pitboss\n"
        "heavy = lambda: sorted({'numba', 'numpy'} & set(sys.modules))\n"
        "print(heavy())\n"
        "print(pitboss.solve.__name__, callable(pitboss.solve))\n"
        "print(heavy())\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines() == ["[]", "solve True", "['numba', 'numpy']"]


def test_solve_is_a_function() -> None:
    table = rules("classic")
    assert pitboss.solve(table, policy="cdz").ev == solve(table, policy="cdz").ev
    assert pitboss.solve is solve
    assert "solve" in pitboss.__all__


def test_another_name_is_told_as_missing() -> None:
    with pytest.raises(AttributeError, match="module 'pitboss' has no attribute 'resolve'"):
        pitboss.resolve  # type: ignore[attr-defined]  # noqa: B018


def test_a_solution_shows_itself_in_a_notebook() -> None:
    solution = pitboss.solve(rules("nz"), policy="basic")
    page = Page(solution._repr_html_())
    assert f"{solution.house_edge:.4%}" in page.words
    assert "Division 2 - Blackjack (nz)" in page.words
    assert solution.chart is not None
    shown = Page(solution.chart._repr_html_()).words.split()
    assert shown[:11] == ["hard", "2", "3", "4", "5", "6", "7", "8", "9", "10", "A"]
    sixteen = shown.index("16")
    row = next(row for row in solution.chart.hard if row.hand == "16")
    assert shown[sixteen + 1 : sixteen + 11] == [letter.value for letter in row.letters]
    assert shown.count("10,10") == 1
