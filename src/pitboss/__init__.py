"""pitboss: blackjack by the book.

Every function takes a book's id ("nz"), a book, or the rules of a table.

    books()                          the books that come with pitboss
    rulebook("nz")                   a book: its clauses, elections and provisions
    rulebook("nz").elect(decks=8)    the rules of a table, every value with its clause
    solve("nz", decks=8)             exact value, every hand, insurance and side bets
    chart("nz")                      the best strategy by totals
    compare("nz", "rws")             where books differ, and what each difference is worth
    simulate("nz", rounds=1e8)       rounds by the million; counts, spreads, side bets
    regret("nz", policy)             what a policy loses against the best play, exactly
    advise("nz", hand="T6", up="T")  every act on one hand, by the cards seen so far
    open_table("nz")                 a live table: acts in, events with their clauses out
    cards("As Td")                   cards as players write them

Each answer shows itself at a prompt and in a notebook; tables have to_dicts() and to_pandas().
A question that cannot be answered is a ValueError; an act that the book refuses is NotPermitted.

>>> import pitboss
>>> rules = pitboss.rulebook("nz").elect(decks=8)
>>> rules.dealer.stands_on
Provision(value=17, under='13.3')
>>> f"{pitboss.solve(rules).house_edge:.4%}"
'0.5385%'
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from pitboss._imported import IMPORTED_AT as IMPORTED_AT
from pitboss.cards import Card, NotACard, Rank, Suit
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
    books,
    rulebook,
)

if TYPE_CHECKING:
    from pitboss.cards import cards
    from pitboss.coach.asking import advise
    from pitboss.players.regret import regret
    from pitboss.report.comparison import compare
    from pitboss.simulator.run import BadRun, simulate
    from pitboss.solver import BadHand, BadShoe, CannotPrice, Shoe, chart, solve
    from pitboss.table.quickstart import open_table
    from pitboss.table.table import NotPermitted

__version__ = "0.1.0"

__all__ = [
    "BOOKS",
    "BadBook",
    "BadElection",
    "BadHand",
    "BadRun",
    "BadShoe",
    "CannotPrice",
    "Card",
    "Hand",
    "NotACard",
    "NotPermitted",
    "Odds",
    "Provision",
    "Rank",
    "Rulebook",
    "RulebookError",
    "Shoe",
    "Suit",
    "TableRules",
    "__version__",
    "advise",
    "books",
    "cards",
    "chart",
    "compare",
    "open_table",
    "regret",
    "rulebook",
    "simulate",
    "solve",
]

_LAZY = {
    "BadHand": "pitboss.solver.hand_notation",
    "BadRun": "pitboss.simulator.run",
    "BadShoe": "pitboss.solver",
    "CannotPrice": "pitboss.solver",
    "NotPermitted": "pitboss.table.table",
    "Shoe": "pitboss.solver",
    "advise": "pitboss.coach.asking",
    "chart": "pitboss.solver",
    "compare": "pitboss.report.comparison",
    "open_table": "pitboss.table.quickstart",
    "regret": "pitboss.players.regret",
    "simulate": "pitboss.simulator.run",
    "solve": "pitboss.solver",
}

if not TYPE_CHECKING:  # for a type checker any name would do otherwise

    def __getattr__(name: str) -> Any:
        """Table, solver and simulator, loaded when first asked for: books do without kernels."""
        if name in _LAZY:
            return getattr(import_module(_LAZY[name]), name)
        raise AttributeError(f"module 'pitboss' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
