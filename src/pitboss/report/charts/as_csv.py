"""A chart as comma-separated values, in the notation of ``pitboss solve``."""

from __future__ import annotations

import csv
from io import StringIO

from pitboss.solver.chart import UP_CARDS, Chart


def comma_separated(chart: Chart) -> str:
    """A line for each hand: the part of the chart, the hand, a letter for each up card, the rules.

    The rules are in every line, so that a chart in a spreadsheet still says what it is for.
    """
    rules = " ".join([chart.book, *(f"{key}={value}" for key, value in sorted(chart.settings))])
    file = StringIO()
    lines = csv.writer(file, lineterminator="\n")
    lines.writerow(["chart", "hand", *(up.value for up in UP_CARDS), "rules"])
    for name, rows in chart.sections():
        for row in rows:
            lines.writerow([name, row.hand, *(letter.value for letter in row.letters), rules])
    return file.getvalue()
