"""What stands on a par sheet, gathered before it is laid out."""

from __future__ import annotations

import hashlib
import json
from functools import cached_property
from typing import Any

from msgspec import Struct

from pitboss import __version__
from pitboss.compiled.errors import CannotPrice
from pitboss.jsonable import plain
from pitboss.report.bank_sizes import BankSize, bank_sizes
from pitboss.report.price_list import Quotation, quote
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.data import as_data, pair
from pitboss.rulebooks.schema import slot
from pitboss.solver import Policy, Solution, dealer_chances, solve
from pitboss.solver.side_bets import CardsLeft, EvenMoneyPrice, SideBetPrice, price_even_money

from .checks import BEFORE, Check, checks
from .figures import SURE_TO, bands, rounded, volatility_index


class ElectionMade(Struct, frozen=True):
    """One of the operator's options as set, with the book's default."""

    key: str
    says: str
    value: str
    default: str
    under: str

    @property
    def is_changed(self) -> bool:
        """Whether the operator chose something other than the default."""
        return self.value != self.default


class ParSheet(Struct, frozen=True, dict=True):
    """A table's rules with every figure calculated from them."""

    rules: TableRules
    date: str | None
    solutions: tuple[Solution, ...]
    """Under each policy, best first"""
    quotation: Quotation
    even_money: EvenMoneyPrice | None

    @property
    def optimal(self) -> Solution:
        """The game under optimal play."""
        return self.solutions[0]

    @property
    def basic(self) -> Solution:
        """The game under the best total-dependent play, which the chart shows."""
        return self.solutions[-1]

    @cached_property
    def checks(self) -> tuple[Check, ...]:
        """The sheet's figures that are calculated in two ways."""
        return tuple(checks(self.solutions, self.quotation))

    @cached_property
    def banks(self) -> tuple[BankSize, ...] | str:
        """The game against small banks or, if that cannot be simulated, why not."""
        if self.rules.banking is None:
            return ()
        try:
            return tuple(bank_sizes(self.rules))
        except CannotPrice as error:
            return str(error)

    @cached_property
    def elections(self) -> tuple[ElectionMade, ...]:
        """Every option of the operator with its clause."""
        return tuple(
            ElectionMade(
                key,
                election.says,
                election.domain.show(self.rules.elections[key]),
                election.shown_default,
                election.under,
            )
            for key, election in self.rules.book.open_elections.items()
        )

    @cached_property
    def inputs(self) -> dict[str, Any]:
        """Everything the figures depend on: the software, the document and every provision."""
        rules = self.rules
        provisions = {
            each.path: [each.domain.show(provision.value), provision.under]
            for part in rules.parts
            for each in rules.slots(part)
            for provision in [rules.provision(each.path)]
        }
        return {
            "pitboss": __version__,
            "book": rules.book.id,
            "document": rules.book.document,
            "elections": {made.key: made.value for made in self.elections},
            "provisions": provisions,
            "shoe": str(self.optimal.shoe),
        }

    @property
    def digest(self) -> str:
        """The SHA-256 of the inputs: sheets with the same digest describe the same game."""
        text = json.dumps(self.inputs, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    def to_json(self) -> dict[str, Any]:
        """The whole sheet as data."""
        rules, quotation = self.rules, self.quotation
        elections = rules.book.elections
        document: dict[str, Any] = {
            "identification": {
                "book": rules.book.id,
                "title": rules.book.title,
                "jurisdiction": rules.book.jurisdiction,
                "document": rules.book.document,
                "clauses": len(rules.book.ledger),
                "software": f"pitboss {__version__}",
                "date": self.date,
                "inputs_sha256": self.digest,
            },
            "elections": [
                {
                    "key": made.key,
                    "value": as_data(elections[made.key].domain, rules.elections[made.key]),
                    "default": as_data(elections[made.key].domain, elections[made.key].default),
                    "changed": made.is_changed,
                    "clause": made.under,
                }
                for made in self.elections
            ],
            "provisions": {
                path: {
                    "value": as_data(slot(path).domain, rules.provision(path).value),
                    "under": rules.provision(path).under,
                }
                for path in self.inputs["provisions"]
            },
            "shoe": self.inputs["shoe"],
            "cards": self.optimal.shoe.by_rank(),
            "main": {solution.policy.value: _main_json(solution) for solution in self.solutions},
            "dealer": _dealer_json(self.optimal),
            "insurance": quotation.insurance and wager_json(quotation.insurance),
            "even_money": self.even_money
            and {
                "taken": str(self.even_money.taken),
                "waiting": str(self.even_money.waiting),
                "gain": str(self.even_money.gain),
                "value_of_gain": float(self.even_money.gain),
            },
            "side_bets": {
                bet.price.name: {**wager_json(bet.price), "offered": bet.offered}
                for bet in quotation.side_bets
            },
            "bank": self.banks
            if isinstance(self.banks, str)
            else [s.to_json() for s in self.banks],
            "chart": _chart_json(self.basic),
            "notes": list(quotation.notes),
            "checks": [check.to_json() for check in self.checks],
            "checked_before": [{"what": what, "where": where} for what, where in BEFORE],
            "decimals": SURE_TO,
            "beyond_depends_on": ["fma"],
        }
        exact: dict[str, Any] = rounded(plain(document))
        return exact


def par_sheet(rules: TableRules, *, date: str | None = None) -> ParSheet:
    """Calculate a par sheet; ``date`` is printed on it as given."""
    solutions = tuple(solve(rules, policy=policy) for policy in Policy)
    even = None
    if rules.even_money is not None and rules.even_money.offered.value:
        even = price_even_money(rules, CardsLeft.in_full(rules))
    return ParSheet(rules, date, solutions, quote(solutions[0]), even)


def _main_json(solution: Solution) -> dict[str, Any]:
    spread = solution.spread
    return {
        "ev": solution.ev,
        "house_edge": solution.house_edge,
        "return_to_player": 1 + solution.ev,
        "sd": spread.sd,
        "variance": spread.variance,
        "average_wager": spread.average_wager,
        "memory_at_most": solution.memory_at_most,
        "edge_of_all_wagered": solution.house_edge / spread.average_wager,
        "volatility_index": volatility_index(spread.sd),
        "win": spread.win,
        "push": spread.push,
        "lose": spread.lose,
        "distribution": {str(result): chance for result, chance in spread.distribution.items()},
        "distribution_within": spread.unsure,
        "variance_within": spread.variance_within,
        "by_up": {up.value: value for up, value in solution.by_up.items()},
        "bands": [band.to_json() for band in bands(solution.house_edge, spread.sd)],
    }


def _dealer_json(solution: Solution) -> dict[str, Any]:
    values = {}
    for up in solution.by_up:
        chances = dealer_chances(solution.rules, solution.shoe, up)
        values[up.value] = {
            **{str(total): float(chance) for total, chance in chances.totals.items()},
            "blackjack": float(chances.blackjack),
            "bust": float(chances.bust),
        }
    return values


def wager_json(price: SideBetPrice) -> dict[str, Any]:
    """The price of a wager as data, with every line of its pay table."""
    return {
        "ev": float(price.ev),
        **({"exact": price.exact} if price.exact else {"policy": price.policy}),
        "hit_frequency": float(price.hit_frequency),
        "sd": price.sd,
        "combinations": price.combinations,
        "outcomes": [
            {
                "label": line.label,
                "combinations": line.combinations,
                "probability": str(line.probability),
                "chance": float(line.probability),
                "result": line.result.value,
                "pays": line.pays and pair(line.pays),
                "net": str(line.net),
                "wins": float(line.net),
                "clause": line.under,
            }
            for line in price.outcomes
        ],
    }


def _chart_json(solution: Solution) -> dict[str, Any]:
    assert solution.chart is not None
    return {
        name: {row.hand: [letter.value for letter in row.letters] for row in rows}
        for name, rows in solution.chart.sections()
    }
