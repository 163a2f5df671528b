"""The clauses of a user's own book: stated until a provision of that book cites them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import structs

from pitboss.rulebooks.book import Rulebook
from pitboss.rulebooks.ledger import Answer, Ledger
from pitboss.rulebooks.schema import SIDE_BETS

_CODE: Final = {
    "elections": "rulebooks.elections.elect",
    "requires": "rulebooks.elections.elect",
    "remedies": "table.procedure.irregularities.report",
    "authority": "law.authority.may_order",
}
"""The code behind those tables of a book that are not provisions."""

_OF_SIDE_BETS: Final = {
    "offered": "law.wagering.may_wager",
    "amounts": "law.wagering.may_wager",
    "needs": "law.wagering.may_wager",
    "on_anothers_box": "law.wagering.may_wager",
    "at_most_the_main": "law.wagering.may_wager",
    "placed": "table.procedure.betting.bet",
    "settled": "law.side_bets.registry.settled_when",
    "void_with_the_hand": "law.side_bets.registry.void_with_the_hand",
    "dealer_draws": "law.dealer.card_would_matter",
    "one_scale_in_the_house": "law.side_bets.registry.one_scale",
    "button": "law.side_bets.prizes.may_press",
}
"""What carries out a provision of a side bet; its rows are carried out by the settlement."""


def carried_out(book: Rulebook, raw: Mapping[str, Any], base: Rulebook | None) -> Ledger:
    """The ledger, with the book's own clauses enforced if a line of its own file cites them.

    An inherited provision does not count: it states the other book's clause.
    """
    own = raw.get("clauses", {})
    result: dict[str, dict[str, None]] = {}
    for path, under in book.citations():
        if under in own and _is_stated(raw, path):
            result.setdefault(under, {}).update(dict.fromkeys(_carriers(path, base)))
    clauses = tuple(
        structs.replace(clause, answer=Answer.ENFORCED, by=tuple(result[clause.id]))
        if clause.id in result
        else clause
        for clause in book.ledger
    )
    return structs.replace(book.ledger, clauses=clauses)


def _is_stated(raw: Mapping[str, Any], path: str) -> bool:
    """Whether a line of the file is at this path."""
    table, _, name = path.partition(" ")[0].partition(".")
    if table != SIDE_BETS:
        return table in raw and (not name or name in raw[table])
    held: Any = raw[SIDE_BETS]
    for key in name.split("."):
        if key not in held:
            return False
        held = held[key]
    return True


def _carriers(path: str, base: Rulebook | None) -> Iterator[str]:
    """The code that implements a line; for a provision, that of its clause in the base book."""
    table, _, name = path.partition(" ")[0].partition(".")
    paths = [path.partition(" ")[0]]
    if base is not None and table == "elections":
        paths = [at for at, statement in base.statements.items() if statement.elected == name]
    for at in paths:
        statement = base.statements.get(at) if base is not None else None
        if base is not None and statement is not None and statement.under in base.ledger:
            for clause in base.ledger.find(statement.under):
                yield from clause.by
    if table == SIDE_BETS:
        yield _OF_SIDE_BETS.get(name.rpartition(".")[2], "law.side_bets.settling.settle")
        return
    yield _CODE.get(table, "rulebooks.elections.elect")
