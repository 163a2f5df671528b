"""The kinds of wager, and the clause under which one of each kind is void."""

from __future__ import annotations

from enum import StrEnum, unique
from sys import intern

from pitboss.rulebooks import TableRules


@unique
class WagerKind(StrEnum):
    """What a wager on the cards is for; a side bet's kind is its id, a plain text."""

    MAIN = "main"
    SPLIT = "split"
    DOUBLE = "double"
    INSURANCE = "insurance"


_BY_NAME = {kind.value: kind for kind in WagerKind}


def is_side_bet(kind: str) -> bool:
    """Whether a wager of this kind is placed with the main wager before the cards."""
    # Checked at every card: a member avoids a lookup by name.
    return not isinstance(kind, WagerKind) and kind not in _BY_NAME


def kind_of(name: str) -> str:
    """The kind of that name: a member of :class:`WagerKind`, or the id of a side bet."""
    return _BY_NAME.get(name) or intern(name)


def void_under(rules: TableRules, kind: str, ordered: str, *, whole_round: bool = False) -> str:
    """The clause by which a wager of this kind is void, where ``ordered`` voids its hand or round.

    Some books have clauses of their own for insurance and a side bet, whatever voids the hand, and
    one on the wagers of a hand that is voided by their general clause.
    """
    cites, remedies = rules.book.cites, rules.book.remedies
    own = "insurance" if kind is WagerKind.INSURANCE else kind if is_side_bet(kind) else ""
    if own:
        clause = cites.get(f"void_{own}_of_round") if whole_round else None
        clause = clause or cites.get(f"void_{own}")
        if clause is not None:
            return clause
    if not whole_round and ordered == remedies.get("void_hand"):
        return cites.get("void_wagers", ordered)
    return ordered
