"""The plots of a run: convergence, results of a round, edge by count and by depth, bankrolls."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Final

import numpy as np

from pitboss.simulator.results import Result
from pitboss.statistics import (
    Bucket,
    Buckets,
    Distribution,
    Moments,
    edge_slope,
    merged,
    ruin_within,
)
from pitboss.statistics.ruin import Floats, bankroll_paths

from .axes import (
    HEIGHT,
    WIDTH,
    Frame,
    across,
    digits_for,
    frame,
    heading,
    level,
    many,
    percent,
    upwards,
)
from .drawing import Area, Dot, Hue, Label, Picture, Point, Polyline, Shape, box

_FURTHEST: Final = 4
"""Results larger than this many wagers are shown together."""
_RARE: Final = 2e-4
"""Counts rarer than this at either end are shown together."""
_BANKROLL: Final = 100
_ROUNDS: Final = 10_000
_PATHS: Final = 400
_DRAWN: Final = 40


def plots(result: Result) -> tuple[Picture, ...]:
    """The plots a run has figures for."""
    summary = result.summary
    pictures = []
    if len(result.trail) > 1:
        pictures.append(convergence(result))
    if summary.distribution is not None:
        pictures.append(results_of_a_box(summary.distribution))
    if summary.by_count is not None and len(summary.by_count.buckets) > 1:
        pictures.append(edge_by_count(summary.by_count))
        pictures += (
            edge_by_count(bet.by_count, wager=name.replace("_", " "))
            for name, bet in summary.side_bets.items()
            if bet.by_count is not None and len(bet.by_count.buckets) > 1
        )
    if summary.by_depth is not None and len(summary.by_depth.buckets) > 1:
        pictures.append(edge_by_depth(summary.by_depth))
    if summary.distribution is not None and result.count is None:
        pictures.append(bankrolls(summary.distribution))
    return tuple(pictures)


def _picture(title: str, shapes: list[Shape]) -> Picture:
    return Picture(title, WIDTH, HEIGHT, tuple(shapes))


def convergence(result: Result) -> Picture:
    """The value against rounds played, with two standard errors either side and the exact value."""
    marks = [_per_box(moments, result.seats) for moments in result.trail if moments.number > 1]
    last_mean, last_se = marks[-1][1:]
    ends = [mean + sign * 2 * se for _, mean, se in marks for sign in (-1, 1)]
    if result.exact is not None:
        ends.append(result.exact)
    room = 0.06 * (max(ends) - min(ends)) or 1e-6
    inside = frame(marks[0][0], marks[-1][0], min(ends) - room, max(ends) + room, logarithmic=True)
    digits = digits_for(inside.y.marks(5))
    line = f"after {marks[-1][0]:,} rounds: {percent(last_mean, 4)} ± {percent(last_se, 4)}"
    shapes: list[Shape] = [*heading("Convergence", line)]
    shapes += upwards(inside, lambda value: percent(value, digits))
    above = [inside.at(rounds, mean + 2 * se) for rounds, mean, se in marks]
    below = [inside.at(rounds, mean - 2 * se) for rounds, mean, se in marks]
    shapes.append(Area(points=(*above, *reversed(below)), hue=Hue.MEAN, opacity=0.18))
    if result.exact is not None:
        shapes.append(level(inside, result.exact, Hue.EXACT, dashed=True))
        shapes.append(_exact_label(inside, result.exact, marks[0][1]))
    shapes.append(
        Polyline(
            points=tuple(inside.at(rounds, mean) for rounds, mean, _ in marks),
            hue=Hue.MEAN,
            width=2.2,
        )
    )
    for rounds, mean, se in marks:
        text = f"{rounds:,} rounds: {percent(mean, 4)} ± {percent(se, 4)}"
        shapes.append(Dot(at=inside.at(rounds, mean), hue=Hue.MEAN, told=text))
    shapes += across(inside, many, "rounds; the band is two standard errors either side")
    return _picture("The value of a round against rounds played", shapes)


def _exact_label(inside: Frame, exact: float, first: float) -> Label:
    """Whether the label goes above or below the line, away from where the run began."""
    drop = -7 if first < exact else 16
    at = inside.at(inside.x.high, exact)
    return Label(
        at=Point(at.x - 4, at.y + drop),
        text=f"exact {percent(exact, 4)}",
        hue=Hue.EXACT,
        anchor="end",
        bold=True,
    )


def _per_box(moments: Moments, seats: int) -> tuple[int, float, float]:
    return moments.number, moments.mean / seats, moments.se / seats


def results_of_a_box(distribution: Distribution) -> Picture:
    """The distribution of a box's result."""
    shown = _shown(distribution)
    per = distribution.per
    step = _least_step(sorted(shown))
    highest = max(shown.values())
    inside = frame(min(shown) - step, max(shown) + step, 0.0, highest * 1.12)
    moments = distribution.moments
    lost, even = distribution.share_below(0), distribution.share(0)
    line = (
        f"lost {lost:.1%}, broke even {even:.1%}, won {1 - lost - even:.1%}; "
        f"standard deviation {moments.sd:.4f}"
    )
    shapes: list[Shape] = [*heading("Results of a box in one round", line)]
    shapes += upwards(inside, lambda value: percent(value, 0))
    wide = 0.7 * (inside.x(step) - inside.x(0.0))
    for net, share in shown.items():
        top = inside.at(net, share)
        hue = Hue.LOST if net < 0 else Hue.WON if net > 0 else Hue.FAINT
        text = f"{_wagers(net)}: {share:.4%}"
        # A bar is visible however rare its result is.
        height = max(1.0, inside.y.start - top.y)
        shapes.append(box(top.x - wide / 2, inside.y.start - height, wide, height, hue, text=text))
        if share >= 0.0005:
            label = f"{100 * share:.1f}" if share >= 0.01 else f"{100 * share:.2f}"
            at = Point(top.x, inside.y.start - height - 5)
            shapes.append(Label(at=at, text=label, size=11, hue=Hue.FAINT, anchor="middle"))
    every = map(float, range(-_FURTHEST, _FURTHEST + 1))
    whole = [net for net in every if min(shown) <= net <= max(shown)]

    def told_end(net: float) -> str:
        beyond = any(abs(each) > _FURTHEST * per for each in distribution.nets)
        if beyond and abs(net) == _FURTHEST:
            return f"{_wagers(net)} or {'more' if net > 0 else 'less'}"
        return _wagers(net)

    shapes += across(inside, told_end, "won or lost, in wagers; bars in percent", whole)
    return _picture("Distribution of a box's result in one round", shapes)


def _shown(distribution: Distribution) -> dict[float, float]:
    """Shares by wagers won, with both tails summed."""
    shown: dict[float, float] = {}
    for net, count in distribution:
        place = max(-_FURTHEST, min(_FURTHEST, net / distribution.per))
        shown[place] = shown.get(place, 0.0) + count / distribution.number
    return shown


def _least_step(places: list[float]) -> float:
    steps = [b - a for a, b in pairwise(places)]
    return min(steps) if steps else 1.0


def _wagers(net: float) -> str:
    return f"{net:+g}".replace("-", "−") if net else "0"


def edge_by_count(buckets: Buckets, *, wager: str = "") -> Picture:
    """The edge of the game, or of another wager, at each count, and how often it comes."""
    shown = merged(buckets, least_share=_RARE)
    line = f"{buckets.rounds:,} rounds"
    if sum(bucket.wagered > 0 for bucket in shown.buckets) > 1:
        _, slope, error = edge_slope(shown)
        line = f"each point of true count is worth {percent(slope, 3)} ± {percent(error, 3)}"
    title = f"{wager.capitalize() or 'Edge'} by {buckets.by}"
    return _edge_plot(shown, title, line, _wagers, f"{buckets.by} at the bet")


def edge_by_depth(buckets: Buckets) -> Picture:
    """The edge of rounds by the depth of the shoe at which they begin."""
    line = "rounds by share of the shoe already dealt"

    def label(share: float) -> str:
        return f"{100 * share:g}%"

    return _edge_plot(buckets, "Edge by depth", line, label, "dealt before the round", tallest=0.3)


def _edge_plot(
    buckets: Buckets,
    title: str,
    line: str,
    tell: Callable[[float], str],
    label: str,
    *,
    tallest: float = 0.92,
) -> Picture:
    at = [bucket.at for bucket in buckets.buckets]
    step = _least_step(at)
    known = [bucket for bucket in buckets.buckets if bucket.wagered and bucket.rounds > 1]
    bottom, top = _edge_range(known)
    inside = frame(at[0] - step * 0.7, at[-1] + step * 0.7, bottom, top, right=40)
    digits = digits_for(inside.y.marks(5))
    shapes: list[Shape] = [*heading(title, line)]
    shapes += upwards(inside, lambda value: percent(value, digits))
    shapes += _frequencies(buckets, inside, step, tell, tallest)
    shapes.append(level(inside, 0.0, Hue.FAINT, dashed=False, width=1.2))
    for bucket in known:
        low, high = bucket.edge - 2 * bucket.edge_se, bucket.edge + 2 * bucket.edge_se
        ends = (inside.at(bucket.at, low), inside.at(bucket.at, high))
        shapes.append(Polyline(points=ends, hue=Hue.MEAN, width=2, opacity=0.55))
    shapes.append(
        Polyline(
            points=tuple(inside.at(each.at, each.edge) for each in known), hue=Hue.MEAN, width=2.2
        )
    )
    shapes += (_edge_dot(bucket, inside, tell) for bucket in known)
    shapes += across(
        inside, tell, f"{label}; dots: edge ± two standard errors; bars: frequency", _some(at)
    )
    return _picture(f"{title}, and its frequency", shapes)


def _edge_dot(bucket: Bucket, inside: Frame, tell: Callable[[float], str]) -> Dot:
    words = f"{tell(bucket.at)}: {percent(bucket.edge, 3)} ± {percent(bucket.edge_se, 3)}"
    return Dot(at=inside.at(bucket.at, bucket.edge), hue=Hue.MEAN, radius=3.5, told=words)


def _edge_range(known: list[Bucket]) -> tuple[float, float]:
    """A range with room for zero, all edges, and the errors of the frequent ones."""
    ends = [0.0]
    for bucket in known:
        ends.append(bucket.edge)
        if bucket.edge_se < 0.02:
            ends += [bucket.edge - 2 * bucket.edge_se, bucket.edge + 2 * bucket.edge_se]
    room = 0.08 * (max(ends) - min(ends)) or 0.01
    return min(ends) - room, max(ends) + room


def _frequencies(
    buckets: Buckets, inside: Frame, step: float, tell: Callable[[float], str], tallest: float
) -> Iterator[Shape]:
    """Frequency bars behind the edges, with their own scale on the right."""
    shares = {bucket.at: buckets.frequency(bucket) for bucket in buckets.buckets}
    highest = max(shares.values())
    height = tallest * (inside.y.start - inside.y.end)
    wide = 0.72 * (inside.x(inside.x.low + step) - inside.x.start)
    for at, share in shares.items():
        tall = height * share / highest
        x = inside.x(at) - wide / 2
        words = f"{tell(at)}: {share:.2%} of rounds"
        yield box(x, inside.y.start - tall, wide, tall, Hue.BAR, text=words)
    for part in (0.5, 1.0):
        y = inside.y.start - height * part
        yield Label(
            at=Point(inside.x.end + 6, y + 4),
            text=percent(part * highest, 1),
            size=11,
            hue=Hue.FAINT,
        )


def _some(places: list[float]) -> list[float]:
    """As many positions as have room for a label."""
    every = -(-len(places) // 13)
    middle = min(range(len(places)), key=lambda i: abs(places[i]))
    return [place for i, place in enumerate(places) if (i - middle) % every == 0]


def bankrolls(
    distribution: Distribution,
    *,
    bankroll: int = _BANKROLL,
    rounds: int = _ROUNDS,
    paths: int = _PATHS,
    seed: int = 1,
) -> Picture:
    """Sample paths of a bankroll at one unit per round, and how many end in ruin."""
    every = max(1, rounds // 200)
    walked = bankroll_paths(distribution, rounds=rounds, paths=paths, seed=seed)
    ruined = walked.min(axis=1) <= -bankroll
    moments = distribution.moments
    expected = ruin_within(rounds, bankroll, ev=moments.mean, sd=moments.sd)
    line = (
        f"{paths} paths of {rounds:,} rounds: {ruined.mean():.0%} lost {bankroll} wagers; "
        f"by the formula {expected:.0%}"
    )
    held = bankroll + _until_ruin(walked, bankroll)[:, ::every]
    inside = frame(0.0, float(rounds), 0.0, float(np.quantile(held.max(axis=1), 0.98)) * 1.05)
    shapes: list[Shape] = [*heading(f"A bankroll of {bankroll} wagers", line)]
    shapes += upwards(inside, lambda value: f"{value:g}")
    places = np.arange(held.shape[1], dtype=float) * every
    low, high = np.quantile(held, [0.1, 0.9], axis=0)
    shapes.append(
        Area(
            points=(*_joined(inside, places, high), *reversed(_joined(inside, places, low))),
            hue=Hue.MEAN,
            opacity=0.14,
        )
    )
    for path, is_ruined in zip(held[:_DRAWN], ruined[:_DRAWN], strict=True):
        shapes.append(
            Polyline(
                points=_joined(inside, places, path),
                hue=Hue.LOST if is_ruined else Hue.MEAN,
                width=1,
                opacity=0.4,
            )
        )
    middle = np.quantile(held, 0.5, axis=0)
    shapes.append(Polyline(points=_joined(inside, places, middle), hue=Hue.INK, width=2.2))
    shapes += across(inside, many, "rounds; bold: median; shaded: middle 80%; orange: ruined")
    return _picture(f"A bankroll of {bankroll} wagers, one bet per round", shapes)


def _until_ruin(walked: Floats, bankroll: int) -> Floats:
    """The paths, each constant once the bankroll is gone."""
    gone = np.maximum.accumulate(walked <= -bankroll, axis=1)
    return np.where(gone, -float(bankroll), walked)


def _joined(inside: Frame, places: Floats, values: Floats) -> tuple[Point, ...]:
    return tuple(inside.at(float(x), float(y)) for x, y in zip(places, values, strict=True))
