"""A result as plain HTML tables, for a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.frames import html_table

if TYPE_CHECKING:
    from .results import Result


def result_html(result: Result) -> str:
    """The figures of a run, its side bets, and the edge by count if cards were counted."""
    parts = [html_table((), figures(result))]
    if result.side_bets:
        rows = (
            (name.replace("_", " "), f"{bet.ev:+.5f}", f"{bet.se:.5f}", f"{bet.moments.number:,}")
            for name, bet in result.side_bets.items()
        )
        parts.append(html_table(("side bet", "value", "error", "times"), rows))
    if (counts := result.summary.by_count) is not None:
        rows = (
            (
                f"{bucket.at:+g}",
                f"{counts.frequency(bucket):.3%}",
                f"{bucket.edge:+.4%}",
                f"{bucket.average_bet:.2f}",
            )
            for bucket in counts.buckets
        )
        parts.append(html_table((counts.by, "rounds", "edge", "bet"), rows))
    return "".join(parts)


def figures(result: Result) -> list[tuple[str, str]]:
    """The labelled figures of a run."""
    shoe = "full shoe every round" if result.fresh else "as the book shuffles"
    rows = [
        ("game", result.title or result.book),
        ("rules", result.rules),
        ("policy", result.policy),
        ("shoe", shoe),
        ("rounds", f"{result.rounds:,}" + (f" on {result.seats} boxes" * (result.seats > 1))),
        ("value", f"{result.ev:+.6f} ± {result.se:.6f}"),
        ("standard deviation", f"{result.sd:.4f}"),
    ]
    if result.bank is not None:
        rows.append(("bank", f"{result.bank:g} main wagers"))
    if result.exact is not None:
        rows.append(("exact", f"{result.exact:+.6f} (z = {result.z:+.2f})"))
    if result.controlled is not None:
        better = result.controlled
        figure = (
            f"{better.value:+.6f} ± {better.se:.6f}: worth {better.gain:.2f} times as many rounds"
        )
        rows.append(("controlled by first cards", figure))
    if result.count is not None:
        worth = result.worth
        rows += [
            ("count", result.count + _starts_at(result)),
            ("average bet", f"{result.average_bet:.3f}"),
            ("edge", f"{result.edge:+.4%}"),
        ]
        if worth.ev > 0:
            rows += [("N0", f"{worth.n0:,.0f} rounds"), ("SCORE", f"{worth.score:.2f}")]
    rows += [
        ("seed", str(result.seed)),
        ("speed", f"{result.rounds_per_cpu_second:,.0f} rounds per CPU second"),
        ("digest", result.digest[:16]),
    ]
    if result.stopped_by is not None:
        rows.append(("ended early", result.stopped_by))
    return rows


def result_text(result: Result) -> str:
    """The figures of a run as a Python prompt shows them."""
    return "\n".join(f"{label:<20} {figure}" for label, figure in figures(result))


def _starts_at(result: Result) -> str:
    start = result.count_starts_at
    return "" if start is None else f", a running count from {start:+g} on"
