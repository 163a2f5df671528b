"""Who may order a remedy or give a ruling: the person the book names, or anyone above."""

from __future__ import annotations

from typing import Final

from pitboss.law.answers import Answer, Permit, Refusal
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.authority import Authority, StaffRank
from pitboss.rulebooks.provisions import NOT_IN_THE_TEXT

OF_THE_HOUSE: Final = Authority("supervisor", NOT_IN_THE_TEXT)
"""Who orders what the book leaves to no one by name: the house asks for a supervisor."""


def authority_for(rules: TableRules, what: str) -> Authority:
    """Who may order this, in the book's words, and the clause that says so."""
    return rules.book.authority.get(what, OF_THE_HOUSE)


def clock_may_rule(rules: TableRules) -> bool:
    """Whether a standing order of the house may rule on a player who does not answer."""
    return authority_for(rules, "ruling").rank.level <= StaffRank.SUPERVISOR.level


def may_order(rules: TableRules, what: str, rank: StaffRank) -> Answer:
    """Whether a person of this rank may order it."""
    needed = authority_for(rules, what)
    if rank.level >= needed.rank.level:
        return Permit(needed.under)
    return Refusal(needed.under, f"only a {needed.title} or above may order this")
