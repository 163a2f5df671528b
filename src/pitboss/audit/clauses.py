"""A clause with everything that answers it, as data: for the command line and the pages alike."""

from __future__ import annotations

from typing import Any

from pitboss.audit.trace import ClauseTrace
from pitboss.jsonable import plain
from pitboss.law.layout import pays_in_words
from pitboss.rulebooks import Reading, TableRules
from pitboss.rulebooks.data import as_data
from pitboss.rulebooks.schema import SIDE_BETS, slot


def is_row(path: str) -> bool:
    """Whether a citation is that of a row of a side bet: ``side_bets.buster.rows (7 cards)``."""
    return path.startswith(f"{SIDE_BETS}.") and path.endswith(")")


def is_provision(path: str, rules: TableRules) -> bool:
    """Whether a citation is that of a provision these rules have."""
    part = path.rpartition(".")[0]
    return " " not in path and part in rules.parts and path in rules.book.statements


def said_by(path: str, rules: TableRules) -> str | None:
    """The provision at ``path`` with its value, such as ``splitting.hands_at_most = 3``."""
    if is_row(path):
        return said_by_row(path, rules)
    if not is_provision(path, rules):
        return None
    return f"{path} = {slot(path).domain.show(rules.provision(path).value)}"


def said_by_row(path: str, rules: TableRules) -> str | None:
    """A row of a side bet as a sentence: ``Buster: bust, 7 cards pays 100 to 1``."""
    bet = rules.side_bet(path.split(".")[1])
    label = path.partition(" (")[2].removesuffix(")")
    rows = bet.rows.value
    for row in rows.rows:
        if row.label == label:
            return f"{bet.name}: {rows.when(row)} pays {pays_in_words(row)}"
    return None


def provision_data(path: str, rules: TableRules) -> dict[str, Any]:
    """A provision with its value; a row of a side bet as its sentence."""
    value = said_by_row(path, rules) if is_row(path) else value_data(path, rules)
    return {"path": path, "value": value}


def value_data(path: str, rules: TableRules) -> Any:
    """The value of a provision as JSON has it."""
    return plain(as_data(slot(path).domain, rules.provision(path).value))


def clause_data(entry: ClauseTrace, rules: TableRules) -> dict[str, Any]:
    """A clause in our words, with what it sets, what carries it out and what covers it."""
    clause = entry.clause
    return {
        "id": clause.id,
        "document": rules.book.ledger.origin(clause.id),
        "kind": clause.kind.value,
        "gist": clause.gist,
        "answer": clause.answer.value,
        "by": list(clause.by),
        "why_not": clause.why_not,
        "provisions": [
            provision_data(path, rules) for path in entry.provisions if said_by(path, rules)
        ],
        "witnesses": list(entry.witnesses),
    }


def reading_data(reading: Reading) -> dict[str, Any]:
    """Where the document is unclear: what we take it to mean, and why."""
    return {
        "id": reading.id,
        "question": reading.question,
        "we_take": reading.we_take,
        "why": reading.why,
        "otherwise": reading.otherwise,
        "election": reading.election,
    }
