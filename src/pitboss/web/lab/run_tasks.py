"""A simulator run in a worker: progress marks, and the same result as the command's."""

from __future__ import annotations

import json
import time
from typing import Any, Final

from pitboss.players.spreads import spread_of
from pitboss.report.simulations import simulation_file
from pitboss.simulator.chunks import RunMark, ThisThread, steps, stopped
from pitboss.simulator.results import Result
from pitboss.simulator.run import PreparedRun, goal_of, prepare_run, result_of
from pitboss.web.lab.rules_asked import rules_of
from pitboss.web.lab.worker import Control, Steps

_BETWEEN: Final = 0.25
"""Seconds between two marks."""


def run(document: dict[str, Any], control: Control) -> Steps:
    """Play rounds until there are enough, the time is used up, or the run is stopped."""
    yield {"preparing": True}
    rules = rules_of(document)
    spread = None if document.get("spread") is None else spread_of(document["spread"])
    fresh, count, here = document["fresh"], document.get("count"), ThisThread()
    prepared = prepare_run(
        rules,
        policy=document["policy"],
        seed=document["seed"],
        count=count,
        spread=spread,
        fresh=fresh,
    )
    yield None
    goal = goal_of(prepared, rounds=document["rounds"], until_se=None)
    course = steps(prepared.job, goal, here)
    shown, ran, points = 0.0, None, []
    while ran is None:
        try:
            mark = next(course)
        except StopIteration as end:
            ran = end.value
            break
        if mark.chunks & (mark.chunks - 1) == 0:
            points.append(_point(prepared, mark))
        why = _why_ended(mark, document, control)
        if why is not None:
            ran = stopped(course, KeyboardInterrupt(why))
        elif time.monotonic() - shown >= _BETWEEN:
            shown = time.monotonic()
            yield {"mark": _mark(prepared, mark, document["rounds"])}
        else:
            yield None
    result = result_of(rules, prepared, ran, here, fresh=fresh, count=count, spread=spread)
    yield _ended(result) | {"course": [*points, [result.rounds, result.ev, result.se]]}


def _point(prepared: PreparedRun, mark: RunMark) -> list[float]:
    """A point of the plot: rounds, value, standard error."""
    summary = prepared.read(mark.tally)
    ev = summary.rounds.mean / summary.seats
    return [mark.tally.rounds, ev, prepared.error_of(mark.tally)]


def _why_ended(mark: RunMark, document: dict[str, Any], control: Control) -> str | None:
    if control.is_stopped:
        return "stopped"
    if mark.cpu_seconds > document["seconds"]:
        return f"the limit of {document['seconds']:g} seconds of processor time has been reached"
    return None


def _mark(prepared: PreparedRun, mark: RunMark, wanted: int) -> dict[str, Any]:
    summary = prepared.read(mark.tally)
    ev, se = summary.rounds.mean / summary.seats, prepared.error_of(mark.tally)
    rate = mark.tally.rounds / max(mark.seconds, 1e-9)
    values = {
        "rounds": mark.tally.rounds,
        "ev": ev,
        "se": se,
        "rate": rate,
        "left": max(0.0, (wanted - mark.tally.rounds) / rate),
    }
    if prepared.exact is not None and se:
        values |= {"exact": prepared.exact, "z": (ev - prepared.exact) / se}
    return values


def _ended(result: Result) -> dict[str, Any]:
    """The result as the command prints it, the course of the run, and its files."""
    document = result.to_json()
    document["interrupted"] = result.stopped_by is not None
    trail = [[m.number, m.mean / result.seats, m.se / result.seats] for m in result.trail]
    files = {ending: simulation_file(result, ending) for ending in (".html", ".csv", ".json")}
    by_count = None
    if result.summary.by_count is not None:
        buckets = result.summary.by_count
        by_count = [
            [b.at, buckets.frequency(b), b.average_bet, b.edge, b.edge_se] for b in buckets.buckets
        ]
    return {
        "result": json.loads(json.dumps(document)),
        "stopped_by": result.stopped_by,
        "trail": trail,
        "by_count": by_count,
        "files": files,
    }
