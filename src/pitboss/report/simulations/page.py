"""A run on one page, as HTML or PNG: figures, plots and tables."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Final

from pitboss import __version__
from pitboss.report.html_files import html_file
from pitboss.report.par_sheet.markup import Cell, table
from pitboss.simulator.notebook import figures
from pitboss.simulator.results import Result
from pitboss.statistics import Buckets

from .as_svg import svg
from .axes import WIDTH, minus, percent
from .drawing import DARK, LIGHT, Hue, Label, Picture, Point, Shape
from .plots import plots

_RISKS: Final = (0.01, 0.05, 0.135)
_IN_THE_HEADING: Final = ("game", "rules", "digest")


def _variables(colours: dict[Hue, str]) -> str:
    return " ".join(f"--{hue}: {colour};" for hue, colour in colours.items())


_STYLE: Final = f"""\
:root {{ color-scheme: light dark; {_variables(LIGHT)} }}
@media (prefers-color-scheme: dark) {{ :root {{ {_variables(DARK)} }} }}
* {{ box-sizing: border-box; }}
body {{ font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif;
  max-width: 92rem; margin: 2.2rem auto; padding: 0 1.5rem; background: var(--paper);
  color: var(--ink); font-variant-numeric: tabular-nums; }}
h1 {{ font-size: 1.6rem; line-height: 1.25; margin: 0 0 .3rem; }}
h2 {{ font-size: 1.1rem; margin: 2rem 0 .6rem; }}
header p, footer {{ color: var(--faint); margin: 0; }}
dl {{ display: grid; grid-template-columns: repeat(auto-fill, minmax(13.5rem, 1fr)); gap: 0;
  margin: 1.5rem 0; }}
dl div {{ padding: .55rem .85rem; border-left: 2px solid var(--grid); }}
dt {{ color: var(--faint); font-size: .84rem; }}
dd {{ margin: 0; font-weight: 600; overflow-wrap: anywhere; }}
.plots {{ display: grid; grid-template-columns: repeat(auto-fit, minmax(min(30rem, 100%), 1fr));
  gap: 1.25rem; }}
figure {{ margin: 0; border: 1px solid var(--grid); border-radius: 6px; overflow: hidden; }}
svg {{ display: block; width: 100%; height: auto; }}
.tables {{ display: flex; flex-wrap: wrap; gap: 0 3rem; align-items: flex-start; }}
.tables > div {{ max-width: 100%; overflow-x: auto; }}
table {{ border-collapse: collapse; font-size: .9rem; }}
th, td {{ padding: .22rem 1rem .22rem 0; text-align: left; border-bottom: 1px solid var(--grid); }}
th {{ color: var(--faint); font-weight: 600; }}
.r {{ text-align: right; padding: .22rem 0 .22rem 1.4rem; white-space: nowrap; }}
footer {{ margin-top: 2.5rem; font-size: .84rem; overflow-wrap: anywhere; }}
@media print {{ :root {{ {_variables(LIGHT)} }} body {{ max-width: none; margin: 0; }}
  figure {{ break-inside: avoid; }} }}
"""


def html(result: Result) -> str:
    """The run as one self-contained HTML file, for light and dark screens and for print."""
    title = _title(result)
    return html_file(
        title=title,
        style=_STYLE,
        body=[
            "<header>",
            f"<h1>{escape(title)}</h1>",
            f"<p>{escape(result.rules)}</p>",
            "</header>",
            "<dl>",
            *(
                f"<div><dt>{escape(name)}</dt><dd>{escape(minus(text))}</dd></div>"
                for name, text in figures(result)
                if name not in _IN_THE_HEADING
            ),
            "</dl>",
            '<div class="plots">',
            *(f"<figure>{svg(picture)}</figure>" for picture in plots(result)),
            "</div>",
            '<div class="tables">',
            *(f"<div><h2>{escape(name)}</h2>{body}</div>" for name, body in _tables(result)),
            "</div>",
            f"<footer>Digest {result.digest} · pitboss {__version__}</footer>",
        ],
    )


def _title(result: Result) -> str:
    return f"{result.title or result.book}: {result.rounds:,} rounds"


def _tables(result: Result) -> Iterator[tuple[str, str]]:
    if result.side_bets:
        rows: list[tuple[Cell, ...]] = [
            (
                name.replace("_", " "),
                percent(bet.ev, 3),
                percent(bet.se, 3),
                f"{bet.moments.sd:.3f}",
                f"{bet.moments.number:,}",
            )
            for name, bet in result.side_bets.items()
        ]
        headings = ("Wager", "Value", "Error", "Deviation", "Times")
        yield "Side bets", table(headings, rows, columns="lrrrr")
    summary = result.summary
    if summary.by_count is not None:
        by = summary.by_count.by
        yield f"By {by}", _buckets_table(summary.by_count, by.capitalize(), "+g")
    if summary.by_depth is not None:
        yield "By depth", _buckets_table(summary.by_depth, "Dealt before", ".0%")
    worth = result.worth
    if worth.ev > 0:
        cells: list[tuple[Cell, ...]] = [
            ("N0", f"{worth.n0:,.0f} rounds"),
            ("DI", f"{worth.di:.2f}"),
            ("SCORE", f"{worth.score:.2f}"),
            *(
                (f"bankroll for a risk of {risk:.1%}", f"{worth.required_bankroll(risk):,.0f}")
                for risk in _RISKS
            ),
        ]
        yield "Worth", table(("", "in units"), cells, columns="lr")


def _buckets_table(buckets: Buckets, label: str, form: str) -> str:
    rows: list[tuple[Cell, ...]] = [
        (
            f"{bucket.at:{form}}",
            f"{bucket.rounds:,}",
            f"{buckets.frequency(bucket):.3%}",
            f"{bucket.average_bet:.2f}",
            percent(bucket.edge, 3) if bucket.wagered else "",
            percent(bucket.edge_se, 3) if bucket.wagered and bucket.rounds > 1 else "",
        )
        for bucket in buckets.buckets
    ]
    headings = (label, "Rounds", "Share", "Bet", "Edge", "Error")
    return table(headings, rows, columns="rrrrrr")


_MARGIN: Final = 28
_LINE: Final = 21


def sheet(result: Result) -> Picture:
    """The run as one picture: figures above, plots in two columns."""
    pictures = plots(result)
    shown = [(name, words) for name, words in figures(result) if name not in _IN_THE_HEADING]
    width = 2 * WIDTH + 3 * _MARGIN
    shapes: list[Shape] = [
        Label(at=Point(_MARGIN + 16, 52), text=_title(result), size=24, bold=True),
        Label(at=Point(_MARGIN + 16, 78), text=result.rules, size=14, hue=Hue.FAINT),
    ]
    rows = -(-len(shown) // 2)
    for i, (name, words) in enumerate(shown):
        x = _MARGIN + 16 + i // rows * (WIDTH + _MARGIN)
        y = 114.0 + i % rows * _LINE
        shapes.append(Label(at=Point(x, y), text=name, size=14, hue=Hue.FAINT))
        shapes.append(Label(at=Point(x + 170, y), text=words, size=14, bold=True))
    top = 114.0 + rows * _LINE + 8
    height = top
    for i, picture in enumerate(pictures):
        y = top + i // 2 * (picture.height + _MARGIN)
        shapes += picture.moved(_MARGIN + i % 2 * (WIDTH + _MARGIN), y)
        height = y + picture.height + _MARGIN
    return Picture(_title(result), width, height, tuple(shapes))
