"""The books: rule documents as cited data, with a ledger of every clause."""

from pitboss.rulebooks import rules as _rules
from pitboss.rulebooks.any_rules import BookList, RulesLike, books, rules_of, rules_of_each
from pitboss.rulebooks.book import Reading, Rulebook
from pitboss.rulebooks.elections import Election
from pitboss.rulebooks.errors import (
    BadBook,
    BadElection,
    NoSuchBook,
    NoSuchClause,
    RulebookError,
    Unsupported,
)
from pitboss.rulebooks.ledger import Answer, Clause, Kind, Ledger
from pitboss.rulebooks.loader import BOOKS, rulebook
from pitboss.rulebooks.provisions import Provision
from pitboss.rulebooks.rules import TableRules

__all__ = [
    "BOOKS",
    "Answer",
    "BadBook",
    "BadElection",
    "BookList",
    "Clause",
    "Election",
    "Kind",
    "Ledger",
    "NoSuchBook",
    "NoSuchClause",
    "Provision",
    "Reading",
    "Rulebook",
    "RulebookError",
    "RulesLike",
    "TableRules",
    "Unsupported",
    "books",
    "rulebook",
    "rules_of",
    "rules_of_each",
]

# The annotations of TableRules name the book, and ``help`` evaluates them in its module.
vars(_rules)["Rulebook"] = Rulebook
