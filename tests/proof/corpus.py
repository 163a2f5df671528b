"""The rounds that prove a ledger: worked rounds, golden rounds, random rounds with mishaps."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from pitboss.rulebooks import BadElection, Rulebook, TableRules, rulebook
from pitboss.rulebooks.amounts import SideBetsDomain
from pitboss.rulebooks.domains import Among, Share, WholeNumber, YesNo
from pitboss.scenarios.format import Scenario
from pitboss.web.rules.rules_views import rules_view
from tests.witnesses import scenario_files, scenarios


@cache
def _all() -> tuple[Scenario, ...]:
    return tuple(one for path in scenario_files() for one in scenarios(path))


def worked(book: str) -> tuple[Scenario, ...]:
    """The worked rounds of a book."""
    return tuple(one for one in _all() if one.rulebook == book)


def elected(book: Rulebook) -> Iterator[TableRules]:
    """The book's tables: by its defaults, then with each election changed."""
    yield book.elect()
    for key, election in book.elections.items():
        for value in _otherwise(election.domain):
            if value == election.default:
                continue
            try:
                yield book.elect_all({key: value})
            except BadElection:  # it needs another election as well
                continue


def _otherwise(domain: Any) -> Iterator[Any]:
    match domain:
        case WholeNumber(least, most) | Share(least, most):
            yield from (least, most)
        case Among(choices):
            yield from choices
        case YesNo():
            yield from (True, False)
        case SideBetsDomain(names):
            yield ",".join(names)


def tables(book: str) -> list[TableRules]:
    """The rules under which random rounds of a book are played."""
    return list(elected(rulebook(book)))


def offered(rules: TableRules) -> tuple[str, ...]:
    """The side bets of a table, as its page lists them."""
    return tuple(str(one["kind"]) for one in rules_view(rules)["side_bets"])


def offering(book: str) -> list[TableRules]:
    """The fewest tables of a book at which each of its side bets is offered."""
    found_rules, seen = [rulebook(book).elect()], set(offered(rulebook(book).elect()))
    for rules in tables(book):
        if not seen.issuperset(offered(rules)):
            seen |= set(offered(rules))
            found_rules.append(rules)
    return found_rules
