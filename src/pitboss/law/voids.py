"""Under which clause a wager is void: its hand was voided, or the whole round."""

from __future__ import annotations

from pitboss.law.wagers import WagerKind, is_side_bet
from pitboss.rulebooks import TableRules


def void_under(rules: TableRules, kind: str, ordered: str, *, whole_round: bool = False) -> str:
    """The clause by which a wager of this kind is void, where ``ordered`` voids its hand or round.

    Some books have clauses of their own for insurance and a side bet, whatever voids the hand, and
    one on the wagers of a hand that is voided by their general clause.
    """
    cites, remedies = rules.book.cites, rules.book.remedies
    own = "insurance" if kind is WagerKind.INSURANCE else kind if is_side_bet(kind) else ""
    if own:
        text = cites.get(f"void_{own}_of_round") if whole_round else None
        text = text or cites.get(f"void_{own}")
        if text is not None:
            return text
    if not whole_round and ordered == remedies.get("void_hand"):
        return cites.get("void_wagers", ordered)
    return ordered
