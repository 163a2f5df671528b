"""The Python API page: the public names, each with its docstring."""

from __future__ import annotations

from typing import Final

_HEAD = """# Python API

The public names, from their docstrings. [pitboss from Python](python.md) introduces them.
"""

PUBLIC: Final[dict[str, tuple[str, ...]]] = {
    "Books and rules": (
        "pitboss.rulebooks.any_rules.books",
        "pitboss.rulebooks.loader.rulebook",
        "pitboss.rulebooks.book.Rulebook",
        "pitboss.rulebooks.rules.TableRules",
        "pitboss.rulebooks.provisions.Provision",
    ),
    "Cards and money": (
        "pitboss.cards.Card",
        "pitboss.cards.cards",
        "pitboss.law.hands.Hand",
        "pitboss.money.Odds",
    ),
    "Exact values": (
        "pitboss.solver.pricing.solve",
        "pitboss.solver.solution.Solution",
        "pitboss.solver.pricing.chart",
        "pitboss.solver.chart.Chart",
        "pitboss.solver.shoe.Shoe",
        "pitboss.report.comparison.compare",
        "pitboss.report.comparison.Comparison",
        "pitboss.players.regret.regret",
        "pitboss.players.regret.Regret",
        "pitboss.coach.asking.advise",
        "pitboss.coach.advice.Advice",
    ),
    "Simulation": (
        "pitboss.simulator.run.simulate",
        "pitboss.simulator.results.Result",
        "pitboss.players.counts.CountSystem",
        "pitboss.players.spreads.Spread",
    ),
    "The live table": (
        "pitboss.table.quickstart.open_table",
        "pitboss.table.table.Table",
        "pitboss.table.table.NotPermitted",
    ),
    "Environments": (
        "pitboss.envs.single.BlackjackEnv",
        "pitboss.envs.vector.BlackjackVectorEnv",
        "pitboss.envs.aec.BlackjackAEC",
        "pitboss.envs.aec.BlackjackParallel",
        "pitboss.envs.learning.policy_of",
    ),
    "Histories": (
        "pitboss.history.single.read_round",
        "pitboss.history.sessions.write_history",
        "pitboss.history.sessions.read_history",
    ),
}
"""The names by section, each where it is defined."""


def python_api_page() -> str:
    """A section for each group of names; the generator reads the docstrings."""
    parts = [_HEAD]
    for title, names in PUBLIC.items():
        parts.append(f"## {title}\n")
        parts += (f"::: {name}\n" for name in names)
    return "\n".join(parts)
