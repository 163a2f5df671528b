"""The section of a par sheet on insurance, even money and side bets."""

from __future__ import annotations

from pitboss.rulebooks import Ledger
from pitboss.solver.side_bets import EvenMoneyPrice, SideBetOutcome, SideBetPrice

from .markup import paragraph, table
from .sheet import ParSheet


def beside(sheet: ParSheet) -> tuple[str, list[str], str] | None:
    """Everything priced besides the main wager, or None if there is nothing."""
    quotation, ledger = sheet.quotation, sheet.rules.book.ledger
    body = []
    if quotation.insurance is not None:
        body += _wager("Insurance", quotation.insurance, ledger)
    if sheet.even_money is not None:
        body.append(_even_money(sheet.even_money))
    for bet in quotation.side_bets:
        name = quotation.solution.rules.name_of(bet.price.name)
        body += _wager(name if bet.offered else f"{name} (not offered here)", bet.price, ledger)
    return ("Insurance and side bets", body, "") if body else None


def _wager(name: str, price: SideBetPrice, ledger: Ledger) -> list[str]:
    rows = [_line(line, ledger) for line in price.outcomes]
    every = "" if price.combinations is None else f"{price.combinations:,}"
    shown = table(
        ("Outcome", "Combinations", "Probability", "Pays", "Return", "Clause"),
        rows,
        columns="lrrrrc",
        caption=name,
        totals=("Total", every, "100%", "", f"{float(price.ev):+.7f}", ""),
        kind="whole",
    )
    exact = price.exact and f"exact value {price.exact}"
    supposed = f"with the main hand played by the policy {price.policy}"
    text = (
        f"Edge {float(price.house_edge):.5%}, {exact or supposed}; "
        f"hit frequency {float(price.hit_frequency):.5%}, standard deviation {price.sd:.4f}."
    )
    return [shown, paragraph(text, kind="small"), *_by_up_card(name, price)]


def _by_up_card(name: str, price: SideBetPrice) -> list[str]:
    """A bet that is placed after the deal, by the card that the dealer shows."""
    if not price.by_up_card:
        return []
    rows = [(up, f"{float(-ev):.5%}", str(ev)) for up, ev in price.by_up_card]
    caption = f"{name}, placed after the deal"
    headings = ("Up card", "Edge", "Exact value")
    return [table(headings, rows, columns="lrr", caption=caption, kind="whole")]


def _line(line: SideBetOutcome, ledger: Ledger) -> tuple[str, str, str, str, str, str]:
    pays = line.result.value if line.pays is None else f"{line.pays.pays:,} : {line.pays.per}"
    return (
        line.label.capitalize(),
        "" if line.combinations is None else f"{line.combinations:,}",
        f"{float(line.probability):.7%}",
        pays,
        f"{float(line.probability * line.net):+.7f}",
        ledger.short(line.under),
    )


def _even_money(price: EvenMoneyPrice) -> str:
    return table(
        ("Even money on a blackjack", "Value", "Exact value"),
        [
            ("Taken", f"{float(price.taken):+.6f}", str(price.taken)),
            ("Declined", f"{float(price.waiting):+.6f}", str(price.waiting)),
            ("Gain from taking it", f"{float(price.gain):+.6f}", str(price.gain)),
        ],
        columns="lrr",
        caption="Even money",
        kind="whole",
    )
