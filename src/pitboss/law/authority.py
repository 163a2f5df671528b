"""Who may order a remedy, give a ruling or decide a dispute: whom the book names, or above."""

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


def decided_by(rules: TableRules) -> Authority:
    """Who decides a dispute: who rules on what the book does not cover, or else a supervisor."""
    authority = authority_for(rules, "ruling")
    if authority is not OF_THE_HOUSE:
        return authority
    return Authority(authority.title, rules.book.remedies.get("ruling", authority.under))


def may_decide(rules: TableRules, rank: str) -> Answer:
    """Whether a person of this rank may decide a dispute."""
    needed = decided_by(rules)
    if (
        rank in (StaffRank.SUPERVISOR, StaffRank.SHIFT_MANAGER)
        and StaffRank(rank).level >= needed.rank.level
    ):
        return Permit(needed.under)
    return Refusal(needed.under, f"a dispute is decided by a {needed.rank} or above")


def may_correct(rules: TableRules, *, next_round_had_begun: bool) -> Answer:
    """Whether money may be corrected, by whether the next round had begun before the dispute."""
    under = rules.book.cites.get("results_stand")
    if under is None:
        return Permit(NOT_IN_THE_TEXT)
    if next_round_had_begun:
        return Refusal(
            under, "the next round had begun before the dispute, so the result of this one stands"
        )
    return Permit(under)
