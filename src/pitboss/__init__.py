"""pitboss: blackjack by the book.

>>> import pitboss
>>> nz = pitboss.rulebook("nz")
>>> rules = nz.elect(decks=8)
>>> rules.dealer.stands_on
Provision(value=17, under='13.3')
"""

from pitboss.cards import Card, Rank, Suit, cards
from pitboss.law.hands import Hand
from pitboss.money import Odds
from pitboss.rulebooks import (
    BOOKS,
    BadBook,
    BadElection,
    Provision,
    Rulebook,
    RulebookError,
    TableRules,
    rulebook,
)

__version__ = "0.1.0"

__all__ = [
    "BOOKS",
    "BadBook",
    "BadElection",
    "Card",
    "Hand",
    "Odds",
    "Provision",
    "Rank",
    "Rulebook",
    "RulebookError",
    "Suit",
    "TableRules",
    "__version__",
    "cards",
    "rulebook",
]
