"""The text around a chart: title, settings, source and headings."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from pitboss.acts import ACT_OF, HandAct
from pitboss.cards import Rank
from pitboss.rulebooks.in_brief import play_in_brief
from pitboss.solver import Chart, Solution
from pitboss.solver.chart import Letter, Row

SOURCE: Final = "Best total-dependent strategy, exact"

_HEADINGS: Final = {
    "hard": "Hard hands",
    "soft": "Soft hands",
    "pairs": "Pairs",
    **{act.word: act.words.section for act in HandAct},
}


class Section(Struct, frozen=True):
    """One part of a chart with its heading."""

    name: str
    heading: str
    rows: tuple[Row, ...]


class Page(Struct, frozen=True):
    """A chart and the lines printed with it, from which every format is made."""

    chart: Chart
    title: str
    lines: tuple[str, ...]
    """Under the title: book, decks and elections; the rules of play; where the chart comes from"""
    notes: tuple[str, ...] = ()
    """Under the chart"""

    def sections(self) -> tuple[Section, ...]:
        """The parts of the chart in the order a player looks up a hand, those of one act first."""
        parts = sorted(self.chart.sections(), key=lambda part: part[0] not in ACT_OF)
        return tuple(Section(name, _HEADINGS[name], rows) for name, rows in parts)

    def columns(self) -> tuple[tuple[Section, ...], ...]:
        """The parts in two columns, split so that the taller one is as short as possible."""
        sections = self.sections()
        ways = [(sections[:n], sections[n:]) for n in range(1, len(sections))]
        return min(ways, key=_tallest) if ways else (sections,)

    def legend(self) -> tuple[Letter, ...]:
        """The letters that occur in the chart."""
        return self.chart.letters()


def _tallest(columns: tuple[tuple[Section, ...], ...]) -> int:
    heading = 2  # a heading and its up cards take about as much room as two rows
    return max(sum(len(part.rows) + heading for part in column) for column in columns)


def page_of(solution: Solution) -> Page:
    """The page for the chart of a solution under the basic policy."""
    chart = solution.chart
    if chart is None:
        raise ValueError(f"a chart needs the policy 'basic', not {solution.policy.value!r}")
    book = solution.rules.book
    return Page(
        chart=chart,
        title=f"{book.title}: basic strategy",
        lines=(
            solution.brief,
            play_in_brief(solution.rules),
            f"{SOURCE} · {_edge(solution.house_edge)}",
        ),
        notes=tuple(ACT_OF[name].words.note for name, _ in chart.sections() if name in ACT_OF),
    )


def _edge(house_edge: float) -> str:
    whose = "player's" if house_edge < 0 else "house"
    return f"{whose} edge {abs(house_edge):.3%}"


def up_card(up: Rank) -> str:
    """An up card as charts print it.

    >>> up_card(Rank.TEN), up_card(Rank.ACE)
    ('10', 'A')
    """
    return "10" if up is Rank.TEN else up.value


def hand(row: Row) -> str:
    """The hand of a row as charts print it.

    >>> hand(Row("T,T", (Letter.STAND,) * 10))
    '10,10'
    """
    return row.hand.replace("T", "10")
