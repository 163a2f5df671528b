"""A player's own chart, read from a file that ``pitboss chart -o`` writes."""

from __future__ import annotations

import csv
from typing import Any, Final

from pitboss.acts import HandAct
from pitboss.cards import Rank
from pitboss.compiled.ranks import ACE, CLASSES
from pitboss.numbers import shortened
from pitboss.solver.chart import UP_CARDS, Chart, Letter, Row
from pitboss.solver.totals import ByTotals

HARD: Final = tuple(str(total) for total in range(20, 4, -1))
SOFT: Final = tuple(f"A,{pips}" for pips in range(9, 1, -1))
PAIRS: Final = tuple(f"{rank},{rank}" for rank in (CLASSES[0], *reversed(CLASSES[1:])))
_FIRSTS: Final = HandAct.EXCHANGE.word
_SECTIONS: Final = {"hard": HARD, "soft": SOFT, "pairs": PAIRS, _FIRSTS: HARD + PAIRS}
_HEADING: Final = ["chart", "hand", *(up.value for up in UP_CARDS)]
_RULES: Final = "rules"
"""An optional last column, which names the rules a chart was made for"""


class BadChart(ValueError):
    """A chart that cannot be read or followed; the message names the row."""


def read_chart(text: str) -> Chart:
    """Read a chart from the CSV that ``pitboss chart BOOK -o FILE.csv`` writes."""
    try:
        lines = [line for line in csv.reader(text.splitlines()) if any(map(str.strip, line))]
    except csv.Error as error:
        raise BadChart(f"it is not CSV: {error}") from None
    if lines and lines[0][-1].strip() == _RULES:
        lines = [_without_rules(line) for line in lines]
    if not lines or [cell.strip() for cell in lines[0]] != _HEADING:
        raise BadChart(f"the chart must begin with the line {','.join(_HEADING)}")
    rows: dict[str, dict[str, Row]] = {name: {} for name in _SECTIONS}
    for line in lines[1:]:
        section, row = _row([cell.strip() for cell in line])
        if row.hand in rows[section]:
            raise BadChart(f"the chart has two rows for {section} {row.hand}")
        rows[section][row.hand] = row
    for section in ("hard", "soft", "pairs"):
        missing = [hand for hand in _SECTIONS[section] if hand not in rows[section]]
        if missing:
            raise BadChart(f"the chart has no row for {section} {missing[0]}")
    ordered = {
        section: tuple(rows[section][hand] for hand in hands if hand in rows[section])
        for section, hands in _SECTIONS.items()
    }
    return Chart("", (), ordered["hard"], ordered["soft"], ordered["pairs"], ordered[_FIRSTS])


def check_chart(chart: Chart) -> None:
    """Raise ``BadChart`` for a chart that no file could have: unknown hands, letters, gaps."""
    for section, hands in _SECTIONS.items():
        rows: Any = chart.section(section)
        if not isinstance(rows, tuple | list) or not all(isinstance(row, Row) for row in rows):
            raise BadChart(f"the part {section} of a chart must be a list of rows")
        for row in rows:
            _row([section, str(row.hand), *map(str, row.letters)])
        if section != _FIRSTS and sorted(row.hand for row in rows) != sorted(hands):
            raise BadChart(
                f"the part {section} of a chart needs a row for each of {', '.join(hands)}"
            )


def _without_rules(line: list[str]) -> list[str]:
    """A line without its last column; a line edited by hand may not have it."""
    has_rules = len(line) > len(_HEADING) or line[-1].strip() not in frozenset(Letter)
    return line[:-1] if has_rules else line


def _row(cells: list[str]) -> tuple[str, Row]:
    section, hand, *letters = [*cells, "", ""][: max(len(cells), 2)]
    if section not in _SECTIONS:
        parts = ", ".join(_SECTIONS)
        raise BadChart(f"{shortened(section)} is not a part of a chart; the parts: {parts}")
    if hand not in _SECTIONS[section]:
        raise BadChart(f"{shortened(hand)} is not a hand in the part {section}")
    if len(letters) != len(UP_CARDS):
        raise BadChart(f"the row {section} {hand} has {len(letters)} letters, not ten")
    return section, Row(hand, tuple(_letter(section, hand, letter) for letter in letters))


def _letter(section: str, hand: str, letter: str) -> Letter:
    try:
        choice = Letter(letter)
    except ValueError:
        known = ", ".join(Letter)
        raise BadChart(f"{section} {hand} has {shortened(letter)}; the letters: {known}") from None
    if choice in (Letter.SPLIT, Letter.SURRENDER_OR_SPLIT) and hand not in PAIRS:
        raise BadChart(f"{section} {hand} has {letter} but is not a pair")
    if choice is Letter.EXCHANGE and section != _FIRSTS:
        raise BadChart(
            f"{section} {hand} has {letter}; hands to {_FIRSTS} belong in the part {_FIRSTS}"
        )
    return choice


_HITS: Final = {
    letter: letter.acts[-1] is HandAct.HIT
    for letter in Letter
    if letter.acts[-1] in (HandAct.HIT, HandAct.STAND)
}
"""Whether a letter hits or stands, if it says."""

_ACTS: Final = {letter: letter.acts[0] for letter in Letter}


def by_totals(chart: Chart) -> ByTotals:
    """The strategy of a chart.

    Only pairs make hands without a row: two twos are hard four and two aces soft twelve. If such a
    pair is not split, it plays as its row says, and hits otherwise.
    """
    strategy = ByTotals.of_nothing()
    for row in chart.hard:
        _follow(strategy, row, soft=0, total=int(row.hand))
    for row in chart.soft:
        _follow(strategy, row, soft=1, total=11 + int(row.hand[2:]))
    for row in chart.pairs:
        rank = _pair(row)
        for up, letter in _columns(row):
            strategy.pairs[rank, up] = _ACTS[letter]
            hits = _HITS.get(letter, True)
            strategy.pairs_hit[rank, up] = hits
            after = _ACTS[letter]
            if letter is Letter.SURRENDER_OR_SPLIT:
                after = HandAct.SPLIT
            elif after is HandAct.SURRENDER:
                after = HandAct.HIT if hits else HandAct.STAND
            strategy.pairs_after_exchange[rank, up] = after
            if rank == ACE:
                strategy.hits[1, 12, up] = hits
            elif rank == 1:
                strategy.hits[0, 4, up] = hits
    _exchange(strategy, chart)
    return strategy


def _follow(strategy: ByTotals, row: Row, *, soft: int, total: int) -> None:
    for up, letter in _columns(row):
        strategy.hits[soft, total, up] = _HITS[letter]
        strategy.doubles[soft, total, up] = _ACTS[letter] is HandAct.DOUBLE
        if _ACTS[letter] is HandAct.SURRENDER:
            strategy.first[soft, total, up] = HandAct.SURRENDER


def _exchange(strategy: ByTotals, chart: Chart) -> None:
    rest = {row.hand: row for row in (*chart.hard, *chart.pairs)}
    for row in chart.exchange:
        for at, (up, letter) in enumerate(_columns(row)):
            if letter is not Letter.EXCHANGE:
                other = rest[row.hand].letters[at]
                if letter is not other:
                    raise BadChart(
                        f"{_FIRSTS} {row.hand} has {letter} against {UP_CARDS[at]}, but the rest "
                        f"of the chart {other}; only {Letter.EXCHANGE} may differ"
                    )
            elif "," in row.hand:
                strategy.pairs[_pair(row), up] = HandAct.EXCHANGE
            else:
                strategy.first[0, int(row.hand), up] = HandAct.EXCHANGE


def _pair(row: Row) -> int:
    """The class of a pair's row."""
    return CLASSES.index(Rank(row.hand[0]))


def _columns(row: Row) -> list[tuple[int, Letter]]:
    """The letters, indexed by the class of the up card."""
    return [(CLASSES.index(up), each) for up, each in zip(UP_CARDS, row.letters, strict=True)]
