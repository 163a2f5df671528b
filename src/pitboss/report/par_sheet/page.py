"""The par sheet as one self-contained HTML file, laid out for A4."""

from __future__ import annotations

from html import escape
from typing import Final

from pitboss import __version__
from pitboss.report.charts import STYLE as CHART_STYLE
from pitboss.report.html_files import html_file
from pitboss.report.par_sheet.figures import volatility_index
from pitboss.report.par_sheet.sections import sections
from pitboss.report.par_sheet.sheet import ParSheet

STYLE: Final = """\
:root { color-scheme: light; }
* { box-sizing: border-box; }
html { background: #e9ebee; }
body { font: 10pt/1.42 "Helvetica Neue", Helvetica, Arial, "Liberation Sans", sans-serif;
  color: #16191d; background: #fff; max-width: 200mm; margin: 8mm auto; padding: 14mm 15mm;
  font-variant-numeric: tabular-nums; }
h1 { font-size: 21pt; line-height: 1.15; margin: 0 0 1mm; letter-spacing: -.01em; }
h2 { font-size: 12.5pt; margin: 7mm 0 2.2mm; padding-bottom: 1.2mm;
  border-bottom: .4mm solid #16191d; break-after: avoid; }
h2 span { display: inline-block; min-width: 8mm; color: #5b6470; font-weight: 400; }
h3 { font-size: 10pt; margin: 5mm 0 1.5mm; break-after: avoid; }
p { margin: 0 0 2.2mm; max-width: 165mm; }
p.small, footer { font-size: 8.3pt; color: #4a525c; }
header { border-bottom: .8mm solid #16191d; padding-bottom: 4mm; margin-bottom: 5mm; }
header p { margin: 0; color: #4a525c; font-size: 10.5pt; }
header .kind { text-transform: uppercase; letter-spacing: .14em; font-size: 8.3pt;
  margin-bottom: 3mm; }
dl.figures { display: grid; grid-template-columns: repeat(4, 1fr); gap: 0; margin: 0 0 5mm;
  border: .25mm solid #b9bfc7; }
dl.figures div { padding: 2.6mm 3.5mm; border-left: .25mm solid #b9bfc7; }
dl.figures div:first-child { border-left: 0; }
dl.figures dt { font-size: 8.3pt; color: #4a525c; }
dl.figures dd { margin: .5mm 0 0; font-size: 15pt; font-weight: 700; }
table { border-collapse: collapse; width: 100%; margin: 0 0 4mm; font-size: 8.8pt; }
caption { text-align: left; font-weight: 700; padding: 0 0 1.2mm; font-size: 9.4pt;
  break-after: avoid; }
th, td { padding: .9mm 2mm .9mm 0; vertical-align: top; text-align: left;
  border-bottom: .15mm solid #d4d8dd; }
th { font-size: 8.1pt; color: #4a525c; font-weight: 600; vertical-align: bottom;
  border-bottom: .3mm solid #7d8590; }
th.r, td.r { text-align: right; padding: .9mm 0 .9mm 3.5mm; white-space: nowrap; }
th.r + .l, td.r + .l, th.r + .c, td.r + .c { padding-left: 5mm; }
td.c { white-space: nowrap; color: #4a525c; }
td.l { overflow-wrap: break-word; }
td.k { white-space: nowrap; padding-right: 4mm; }
table.rules { table-layout: fixed; }
table.rules td:nth-child(1) { width: 58%; }
table.rules td:nth-child(2) { width: 26%; }
table.rules td:nth-child(3) { width: 16%; }
table.readings td { padding-right: 4mm; }
table.readings td:nth-child(2) { width: 24%; }
table.readings td:nth-child(3) { width: 29%; }
table + p.small { margin-top: -2mm; margin-bottom: 5mm; }
tfoot td { border-bottom: 0; border-top: .3mm solid #7d8590; font-weight: 700; }
tr { break-inside: avoid; }
thead { display: table-header-group; }
table.whole, table.rules { break-inside: avoid; }
.digest { font-family: "SFMono-Regular", Menlo, Consolas, "Liberation Mono", monospace;
  font-size: 7.6pt; overflow-wrap: anywhere; }
section.chart-page .chart { font-size: 8.4pt; gap: 0 7mm; justify-content: space-between; }
section.chart-page .chart table { width: auto; margin: 0 0 4mm; font-size: inherit; }
section.chart-page .chart th, section.chart-page .chart td { width: 6.3mm; padding: .55mm 0;
  border: 0; font-size: inherit; }
section.chart-page .chart tbody th { width: 11mm; }
section.chart-page .chart caption { font-size: 9.4pt; }
section.chart-page .chart thead td { background: none; }
section.chart-page .key { font-size: 8.6pt; }
section.chart-page .key b { width: 7mm; padding: .3mm 0; }
@media print {
  html, body { background: #fff; }
  body { margin: 0; padding: 0; max-width: none; font-size: 9.6pt; }
  section.page { break-before: page; }
  section.page > h2 { margin-top: 0; }
}
@page { size: A4 portrait; margin: 16mm 16mm 18mm; }
"""
"""The style sheet, used together with the chart's own."""


def page_foot(words: str) -> str:
    """The footer of each printed page, with the page number, where the browser supports it."""
    face = 'font: 7.5pt "Helvetica Neue", Helvetica, Arial, "Liberation Sans", sans-serif'
    safe = words.replace("\\", "").replace('"', "'").replace("<", "")
    return (
        f'@page {{ @bottom-left {{ content: "{safe}"; {face}; color: #5b6470; }}\n'
        f"  @bottom-right {{ content: counter(page) ' / ' counter(pages); {face};"
        " color: #5b6470; } }\n"
    )


def html(sheet: ParSheet) -> str:
    """The sheet as a page; the same game always gives the same bytes."""
    book = sheet.rules.book
    title = f"Par sheet: {book.title}"
    foot = f"{book.title} ({book.id}) · pitboss {__version__} · inputs {sheet.digest[:16]}"
    return html_file(
        title=title,
        style=f"{CHART_STYLE}{STYLE}{page_foot(foot)}",
        body=[
            "<header>",
            '<p class="kind">Par sheet</p>',
            f"<h1>{escape(book.title)}</h1>",
            f"<p>{escape(book.jurisdiction)}</p>",
            "</header>",
            _key_figures(sheet),
            *sections(sheet),
        ],
    )


def _key_figures(sheet: ParSheet) -> str:
    best, spread = sheet.optimal, sheet.optimal.spread
    figures = (
        ("Edge, optimal play", f"{best.house_edge:.4%}"),
        ("Edge, basic strategy", f"{sheet.basic.house_edge:.4%}"),
        ("Standard deviation", f"{spread.sd:.4f}"),
        ("Volatility index", f"{volatility_index(spread.sd):.4f}"),
    )
    items = (f"<div><dt>{name}</dt><dd>{value}</dd></div>" for name, value in figures)
    return f'<dl class="figures">{"".join(items)}</dl>'
