"""The books: rule documents as cited data, with a ledger of every clause."""

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
    "TableRules",
    "Unsupported",
    "rulebook",
]
