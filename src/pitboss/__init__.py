"""pitboss: blackjack by the book.

>>> import pitboss
>>> nz = pitboss.rulebook("nz")
>>> rules = nz.elect(decks=8)
>>> rules.dealer.stands_on
Provision(value=17, under='13.3')
>>> f"{pitboss.solve(rules).house_edge:.4%}"
'0.5385%'
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from pitboss._imported import IMPORTED_AT as IMPORTED_AT
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

if TYPE_CHECKING:
    from pitboss.simulator.run import simulate
    from pitboss.solver.pricing import solve

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
    "simulate",
    "solve",
]


_LAZY = {"solve": "pitboss.solver", "simulate": "pitboss.simulator"}

if not TYPE_CHECKING:  # for a type checker any name would do otherwise

    def __getattr__(name: str) -> Any:
        """Solver and simulator, loaded when first asked for: books and law do without kernels."""
        if name in _LAZY:
            return getattr(import_module(_LAZY[name]), name)
        raise AttributeError(f"module 'pitboss' has no attribute {name!r}")
