"""The rules of a table as elected, with the dates from which they apply, and the earlier ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.law.layout import inscriptions, sign
from pitboss.law.open_changes import changed_rules
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.provisions import NOT_IN_THE_TEXT, number
from pitboss.store.records import StoredEvent, TableInfo
from pitboss.table import events as e
from pitboss.table.log import read_event
from pitboss.web.live.notices import options_view
from pitboss.web.rules.house_options import house_options, shown_option
from pitboss.web.rules.rules_views import rules_sheet, side_bets


def _clause(under: str) -> str | None:
    return None if under == NOT_IN_THE_TEXT else number(under)


def options_in_force(rules: TableRules) -> list[dict[str, Any]]:
    """Every option with the value in force, its clause, and whether it is the book's default."""
    changes = []
    for option in house_options(rules.book):
        election = rules.book.elections[option["key"]]
        value = rules.elections[option["key"]]
        changes.append(
            {
                "option": election.key,
                "says": election.says,
                "value": shown_option(rules.book, election.key, value),
                "default": option["default"],
                "is_default": value == election.default,
                "clause": _clause(election.under),
                "group": option["group"],
            }
        )
    return changes


def rules_in_force(
    info: TableInfo, opened: TableRules, opening: StoredEvent, entries: Sequence[StoredEvent]
) -> dict[str, Any]:
    """The rules in force, from when, and those before; ``entries`` are the changes."""
    rules, periods = opened, [_period(opened, opening.at, 1, opening.n, ())]
    for entry in entries:
        event = read_event(entry.event)
        if not isinstance(event, e.RulesChanged):
            continue
        rules = changed_rules(rules, {change.option: change.after for change in event.options})
        periods[-1]["until"] = entry.at
        periods.append(_period(rules, entry.at, event.round, entry.n, event.options))
    return {
        "table": info.id,
        "name": info.name,
        "status": info.status,
        "book": info.book,
        "title": rules.book.title,
        "jurisdiction": rules.book.jurisdiction,
        "document": rules.book.document,
        "in_force": periods[-1],
        "layout": [{"text": i.text, "clause": _clause(i.under)} for i in inscriptions(rules)],
        "side_bets": side_bets(rules),
        "options": options_in_force(rules),
        "parts": rules_sheet(rules),
        "earlier": periods[-2::-1],
    }


def _period(
    rules: TableRules, at: float, round: int, n: int, options: tuple[e.OptionChange, ...]
) -> dict[str, Any]:
    """Rules in force from a time on, with the sign and what changed."""
    return {
        "from": at,
        "until": None,
        "from_round": round,
        "entry": n,
        "sign": [{"text": line.text, "clause": _clause(line.under)} for line in sign(rules)],
        "changed": options_view(options),
    }
