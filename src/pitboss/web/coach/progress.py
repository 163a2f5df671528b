"""Progress from judged decisions: by day, by kind of hand, by cell of the chart, as a file."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, timedelta
from io import StringIO
from typing import Any, Final

LINES: Final = (7, 30)
"""The progress lines: for each day, this many days up to it."""
COLUMNS: Final = (
    "at", "book", "table", "round", "box", "hand", "kind", "cell", "cards", "up", "stake",
    "taken", "best", "ev", "ev_best", "cost", "grade", "standard",
)  # fmt: skip

Row = dict[str, Any]


class _DecisionSum:
    """Decisions added up."""

    def __init__(self) -> None:
        self.decisions = self.right = 0
        self.cost = self.lost = 0.0

    def add(self, row: Row) -> None:
        self.decisions += 1
        self.right += row["grade"] == "right"
        self.cost += row["cost"]
        self.lost += row["lost"]

    def more(self, other: _DecisionSum) -> None:
        self.decisions, self.right = self.decisions + other.decisions, self.right + other.right
        self.cost, self.lost = self.cost + other.cost, self.lost + other.lost

    def told(self, name: str) -> Row:
        number = max(1, self.decisions)
        return {
            "name": name,
            "decisions": self.decisions,
            "right": self.right,
            "accuracy": round(self.right / number, 4),
            "cost": round(self.cost, 2),
            "cost_per_100": round(100 * self.cost / number, 2),
            "lost_per_100": round(100 * self.lost / number, 4),
        }


def day_of(row: Row) -> str:
    """The day of a decision or a round."""
    return datetime.fromtimestamp(row["at"], UTC).date().isoformat()


def by(rows: Iterable[Row], name: str) -> list[Row]:
    """Decisions added up by one of their columns, or by ``day``."""
    return [total.told(key) for key, total in sorted(_sums(rows, name).items())]


def _sums(rows: Iterable[Row], name: str) -> dict[str, _DecisionSum]:
    sums: dict[str, _DecisionSum] = defaultdict(_DecisionSum)
    for row in rows:
        sums[day_of(row) if name == "day" else str(row[name])].add(row)
    return sums


def lines(rows: Sequence[Row]) -> list[Row]:
    """For each day with a decision, the totals of the 7 and 30 days up to it."""
    days = {date.fromisoformat(day): total for day, total in _sums(rows, "day").items()}
    points = []
    for day in sorted(days):
        point: Row = {"day": day.isoformat()}
        for length in LINES:
            whole = _DecisionSum()
            for other, total in days.items():
                if day - timedelta(days=length) < other <= day:
                    whole.more(total)
            figures = whole.told("")
            for name in ("decisions", "accuracy", "cost_per_100", "lost_per_100"):
                point[f"{name}_{length}"] = figures[name]
        points.append(point)
    return points


def progress_of(rows: Sequence[Row]) -> Row:
    """Everything that shows progress, for all decisions and for each kind of hand."""
    kinds = sorted({row["kind"] for row in rows})
    cells = [{**row, "cell": f"{row['book']}/{row['cell']}"} for row in rows]
    return {
        "days": by(rows, "day"),
        "kinds": by(rows, "kind"),
        "cells": by(cells, "cell"),
        "lines": lines(rows),
        "lines_by_kind": {
            kind: lines([row for row in rows if row["kind"] == kind]) for kind in kinds
        },
    }


def as_csv(rows: Iterable[Row]) -> str:
    """One line per decision; text is quoted so that a spreadsheet keeps it as text."""
    text = StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for row in rows:
        when = datetime.fromtimestamp(row["at"], UTC).isoformat(timespec="seconds")
        writer.writerow([when if name == "at" else row[name] for name in COLUMNS])
    return text.getvalue()
