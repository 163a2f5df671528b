"""Solutions and charts as a Python prompt shows them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Final

from pitboss.cards import Rank
from pitboss.rulebooks.in_brief import play_in_brief

if TYPE_CHECKING:
    from .chart import Chart
    from .side_bets import SideBetPrice
    from .solution import Solution

_WIDTH: Final = 99


def solution_text(solution: Solution) -> str:
    """The price in ten lines, or a few more if there are many side bets."""
    return "\n".join(_lines(solution))


def _lines(solution: Solution) -> Iterator[str]:
    rules, policy = solution.rules, solution.policy
    yield f"{rules.book.title}: {solution.brief}"
    yield from wrap(play_in_brief(rules), _WIDTH, initial_indent="  ", subsequent_indent="  ")
    yield _line("house edge", f"{solution.house_edge:.4%}", f"of the wager, {policy} play")
    yield _line("value", f"{solution.ev:+.6f}", policy.meaning)
    if not solution.is_full:
        yield _line("cards", str(solution.shoe.size), "in the shoe")
    values = list(solution.by_up.items())
    for part in (values[:5], values[5:]):
        against = "  ".join(f"{_up(up)} {value:+.4f}" for up, value in part)
        yield f"  {'against':<20} {against}"
    yield from _side_bets(solution)
    chart = "" if solution.chart is None else "  .chart"
    yield f'  .hand("8,8", "10")  .hands  .side_bets{chart}  .to_dicts()  .to_pandas()'


def _side_bets(solution: Solution) -> Iterator[str]:
    from .errors import CannotPrice

    try:
        if solution.insurance is not None:
            yield _bet("insurance", solution.insurance)
    except CannotPrice as error:
        yield f"  insurance has no price here: {error}"
    for name, price in solution.side_bets.items():
        yield _bet(solution.rules.name_of(name), price)
    for name, reason in solution.unpriced_side_bets.items():
        yield f"  {solution.rules.name_of(name)} has no price here: {reason}"


def _bet(name: str, price: SideBetPrice) -> str:
    exact = price.exact or f"main hand by {price.policy} play"
    return _line(name, f"{float(price.house_edge):.4%}", exact if len(exact) < 40 else "")


def _line(name: str, figure: str, remark: str) -> str:
    return f"  {name:<20} {figure:>10}  {remark}".rstrip()


def chart_text(chart: Chart, ups: Sequence[Rank]) -> str:
    """A chart as a grid of letters, its legend under it."""
    made = ", ".join([chart.book or "any book", *(f"{key}={v}" for key, v in chart.settings)])
    lines = [f"basic strategy: {made}"]
    for name, rows in chart.sections():
        lines.append(f"{name:<6}" + "".join(f"{_up(up):>3}" for up in ups))
        lines += [f"{row.hand:<6}" + "".join(f"{each:>3}" for each in row.letters) for row in rows]
    lines.append("  ".join(f"{letter} {letter.meaning}" for letter in chart.letters()))
    return "\n".join(lines)


def _up(up: Rank) -> str:
    return "10" if up is Rank.TEN else up.value
