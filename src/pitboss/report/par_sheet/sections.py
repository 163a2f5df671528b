"""The sections of a par sheet: identification, return, results, strategy, rules and checks."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from pitboss import __version__
from pitboss.cards import Rank
from pitboss.law.play import doubles_for_less
from pitboss.report.charts import page_of, tables
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.schema import PARTS, SLOTS
from pitboss.solver import Policy, Solution, dealer_chances
from pitboss.solver.chart import UP_CARDS
from pitboss.solver.distribution import ResultSpread

from .bank import bank_that_runs_out
from .checks import BEFORE
from .figures import CONFIDENCE, SURE_TO, bands, percent, places, volatility_index
from .markup import Cell, Raw, bold, paragraph, section, table
from .sheet import ParSheet
from .wagers import beside

_RULES: Final = (
    "equipment", "counting", "deal", "dealer", "drawing", "doubling", "splitting", *PARTS,
    "insurance", "even_money", "comparison", "over_over", "settlement", "banking",
)  # fmt: skip
"""The parts of a book a reader needs to follow the figures."""


def sections(sheet: ParSheet) -> Iterator[str]:
    """The numbered sections of the sheet, in order."""
    parts = (
        _identification, _return, _bands, _spread, _by_up, beside, bank_that_runs_out, _chart,
        _elections, _rules, _checks, _readings,
    )  # fmt: skip
    present = (made for part in parts if (made := part(sheet)) is not None)
    for place, (heading, body, kind) in enumerate(present, start=1):
        yield section(str(place), heading, *body, kind=kind)


Part = tuple[str, list[str], str]


def _identification(sheet: ParSheet) -> Part:
    book = sheet.rules.book
    decks = sheet.rules.equipment.decks
    changed = [made for made in sheet.elections if made.is_changed]
    rows: list[tuple[Cell, Cell]] = [
        ("Game", f"{book.title} (book {book.id!r})"),
        ("Jurisdiction", book.jurisdiction),
        ("Document", f"{book.document}; {len(book.ledger)} clauses in the ledger"),
        ("Cards", f"{decks.value} decks of 52, full shoe ({book.cite(decks.under)})"),
        (
            "Operator's options",
            ", ".join(f"{made.key} = {made.value}" for made in changed)
            if changed
            else "all at the book's defaults",
        ),
        ("Software", f"pitboss {__version__}"),
        (
            "Arithmetic",
            f"64-bit floating point. From decimal {SURE_TO + 1} on, figures may depend on whether "
            "the processor has fused multiply-add (FMA); no such digit is printed",
        ),
        ("Inputs (SHA-256)", Raw(f'<span class="digest">{sheet.digest}</span>')),
    ]
    if sheet.date is not None:
        rows.append(("Date", sheet.date))
    scope = paragraph(
        "Figures are per unit of the initial main wager, with one box in play, off the top of a "
        "full shoe, insurance not taken. They are calculated, not simulated; side bets are exact "
        "fractions."
    )
    notes = [paragraph(f"Note: {note}.", kind="small") for note in sheet.quotation.notes]
    return "Identification", [table(("", ""), rows, columns="kl"), scope, *notes], ""


def _return(sheet: ParSheet) -> Part:
    best = sheet.optimal.ev
    rows = [
        (
            name,
            f"{1 + s.ev:.5%}",
            f"{s.house_edge:.5%}",
            f"{best - s.ev:.5%}",
            f"{s.spread.average_wager:.5f}",
            f"{s.house_edge / s.spread.average_wager:.5%}",
        )
        for name, s in zip(_named(), sheet.solutions, strict=True)
    ]
    headings = (
        "Play", "Return to player", "House edge", "Cost against optimal", "Average wager",
        "Element of risk",
    )  # fmt: skip
    return (
        "Return",
        [
            table(headings, rows, columns="lrrrrr"),
            paragraph(
                "Optimal: by the exact cards of the hand. Composition-dependent (cdz): the same, "
                "with split hands played as if never split and resplit whenever allowed; the "
                "convention of published tables. Basic: the best total-dependent strategy, that of "
                "the chart in this sheet. Average wager counts doubled and split wagers when made. "
                "A player who remembers the cards of every hand of a split box may return up to "
                f"{sheet.optimal.memory_at_most:.4%} more than optimal play as it is defined here.",
                kind="small",
            ),
        ],
        "",
    )


def _named() -> Iterator[str]:
    names = {Policy.OPTIMAL: "Optimal", Policy.CDZ: "Composition-dependent (cdz)"}
    yield from (names.get(policy, "Basic strategy") for policy in Policy)


def _spread(sheet: ParSheet) -> Part:
    best, basic = sheet.optimal.spread, sheet.basic.spread
    frequencies = table(
        ("Result of a round", "Optimal", "Basic strategy"),
        [
            (what, *(percent(getattr(each, name), 5, each.unsure) for each in (best, basic)))
            for what, name in (
                ("Player wins", "win"),
                ("Break even", "push"),
                ("Player loses", "lose"),
            )
        ],
        columns="lrr",
        caption="Hit frequency",
        kind="whole",
    )
    results = sorted(best.distribution.keys() | basic.distribution.keys(), reverse=True)
    rows = [
        (
            f"{result:+g}".replace("-", "−") if result else "0",
            *(
                percent(each.distribution.get(result, 0.0), 7, each.unsure)
                for each in (best, basic)
            ),
        )
        for result in results
        if max(best.distribution.get(result, 0.0), basic.distribution.get(result, 0.0)) > 0
    ]
    net = table(
        ("Net result, in main wagers", "Optimal", "Basic strategy"),
        rows,
        columns="lrr",
        caption="Distribution of results",
        kind="whole",
    )
    body = [frequencies, net]
    within = max(best.variance_within, basic.variance_within)
    body += _how_sure(max(best.unsure, basic.unsure), within)
    return "Results of a round", body, ""


def _how_sure(unsure: float, variance_within: float) -> list[str]:
    """A sentence on what is approximate in a distribution, or nothing if all of it is exact."""
    if not unsure:
        return []
    moments = "The average wager and the variance are exact."
    if variance_within:
        moments = f"The average wager is exact, the variance to within {variance_within:.1e}."
    return [
        paragraph(
            f"At most {unsure:.4%} of the distribution may be elsewhere: boxes of three or "
            "more hands are listed as if the hands were independent given the dealer's hand, "
            f"which is nearly so. {moments}",
            kind="small",
        )
    ]


def _bands(sheet: ParSheet) -> Part:
    spreads = [solution.spread for solution in sheet.solutions]
    rows = [
        ("Standard deviation of a round", *(_of_spread(each, each.sd) for each in spreads)),
        ("Variance of a round", *(_of_spread(each, each.variance) for each in spreads)),
        (
            "Volatility index (90%)",
            *(_of_spread(each, volatility_index(each.sd)) for each in spreads),
        ),
    ]
    figures = table(("", *_named()), rows, columns="lrrr", kind="whole")
    best = sheet.optimal
    all_bands = bands(best.house_edge, best.spread.sd)
    lines = [
        (f"{low.rounds:,}", f"{low.low:.3%}", f"{low.high:.3%}", f"{wide.low:.3%}",
         f"{wide.high:.3%}")
        for low, wide in zip(all_bands[::2], all_bands[1::2], strict=True)
    ]  # fmt: skip
    narrow, wider = (f"{confidence:.0%}" for confidence in CONFIDENCE)
    confidence = table(
        ("Rounds", f"{narrow} from", f"{narrow} to", f"{wider} from", f"{wider} to"),
        lines,
        columns="rrrrr",
        caption="Confidence bands of the return to player, optimal play",
        kind="whole",
    )
    body = [figures, confidence]
    body.append(
        paragraph(
            "The volatility index is 1.645 standard deviations. Over n equal wagers the return is "
            "within the index divided by the square root of n in 90 of 100 cases. Bands use the "
            "normal approximation and treat rounds as independent.",
            kind="small",
        )
    )
    return "Volatility", body, ""


def _of_spread(spread: ResultSpread, value: float) -> str:
    return f"{value:.{places(6, spread.variance_within)}f}"


def _by_up(sheet: ParSheet) -> Part:
    shoe = sheet.optimal.shoe
    there: list[Rank] = [up for up in UP_CARDS if up in sheet.optimal.by_up]
    values = table(
        ("Dealer's up card", "Probability", *_named()),
        [
            (
                _up(up),
                f"{shoe[up] / shoe.size:.5%}",
                *(f"{solution.by_up[up]:+.6f}" for solution in sheet.solutions),
            )
            for up in there
        ],
        columns="lrrrr",
        caption="Value of the round to the player",
        kind="whole",
    )
    return "By dealer up card", [values, _dealers_hands(sheet.optimal, there)], ""


def _dealers_hands(solution: Solution, there: list[Rank]) -> str:
    chances = {up: dealer_chances(solution.rules, solution.shoe, up) for up in there}
    totals = sorted({total for each in chances.values() for total in each.totals})
    rows = [
        (
            _up(up),
            *(_chance(each.totals.get(total, Fraction(0))) for total in totals),
            _chance(each.blackjack),
            _chance(each.bust),
        )
        for up, each in chances.items()
    ]
    return table(
        ("First card", *map(str, totals), "Blackjack", "Over 21"),
        rows,
        columns="l" + "r" * (len(totals) + 2),
        caption="Dealer's final hand, unconditional",
        kind="whole",
    )


def _chance(chance: Fraction) -> str:
    return f"{float(chance):.4%}" if chance else "–"


def _up(up: Rank) -> str:
    return "10, J, Q, K" if up is Rank.TEN else "Ace" if up is Rank.ACE else up.value


def _chart(sheet: ParSheet) -> Part:
    intro = paragraph(
        f"The best total-dependent strategy for exactly these rules. The edge against it is "
        f"{sheet.basic.house_edge:.5%}; optimal play would save "
        f"{sheet.optimal.ev - sheet.basic.ev:.5%} of the wager.{_for_less(sheet.optimal)}"
    )
    return "Basic strategy", [intro, tables(page_of(sheet.basic))], "page chart-page"


def _for_less(solution: Solution) -> str:
    """A sentence on whether a player who may double for less should."""
    amount = solution.rules.doubling.amount
    if not doubles_for_less(solution.rules):
        return ""
    clause, hands = solution.rules.cite(amount.under), len(solution.doubled_for_less)
    best = f"the best play on {hands} hands" if hands else "never the best play"
    return f" A player may double for less ({clause}); that is {best}."


def _elections(sheet: ParSheet) -> Part:
    rows = [
        (
            bold(made.key) if made.is_changed else made.key,
            made.says,
            bold(made.value) if made.is_changed else made.value,
            made.default,
            sheet.rules.book.ledger.short(made.under),
        )
        for made in sheet.elections
    ]
    headings = ("Key", "What it sets", "Set to", "Default", "Clause")
    return (
        "Operator's options",
        [
            paragraph("What the document leaves to the operator, as set here; changes in bold."),
            table(headings, rows, columns="klllc"),
        ],
        "page",
    )


def _rules(sheet: ParSheet) -> Part:
    body = []
    for part in _RULES:
        kind = (PARTS[part].__doc__ or "").strip().splitlines()[0]
        if getattr(sheet.rules, part) is None:
            where = sheet.rules.book.cite(sheet.rules.absence(part))
            text = f"{part.replace('_', ' ').capitalize()}: none ({where})."
            body.append(paragraph(text))
            continue
        body.append(_provisions(sheet.rules, part, kind))
    return "Rules, with their clauses", body, ""


def _provisions(rules: TableRules, part: str, caption: str) -> str:
    rows, short = [], rules.book.ledger.short
    for slot in SLOTS[part].values():
        provision = rules.provision(slot.path)
        rows.append((slot.question, slot.domain.show(provision.value), short(provision.under)))
    return table(("", "", ""), rows, columns="llc", caption=caption, kind="rules")


def _checks(sheet: ParSheet) -> Part:
    rows = [
        (check.what, f"{check.difference:.1e}" if check.difference else "0",
         f"{check.allowed:.0e}" if check.allowed else "0",
         "agrees" if check.agrees else bold("DISAGREES"))
        for check in sheet.checks
    ]  # fmt: skip
    before = [(what, where) for what, where in BEFORE]
    return (
        "Agreement",
        [
            table(
                ("Checks made for this sheet", "Difference", "Allowed", ""),
                rows,
                columns="lrrl",
            ),
            table(("Checks made by the test suite of this version", "Where"), before, columns="ll"),
            paragraph(
                "The inputs are the software's version, the document, every option and every "
                "provision with its clause, and the shoe; their digest identifies the game. The "
                "same inputs give the same sheet.",
                kind="small",
            ),
        ],
        "",
    )


def _readings(sheet: ParSheet) -> Part | None:
    readings = sheet.rules.book.readings
    if not readings:
        return None
    rows = [
        (reading.id, ", ".join(reading.about), reading.question, reading.we_take)
        for reading in readings
    ]
    headings = ("", "Clauses", "Question", "Interpretation")
    body = [table(headings, rows, columns="klll", kind="readings")]
    return "Interpretation of unclear clauses", body, "page"
