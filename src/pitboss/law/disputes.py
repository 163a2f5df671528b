"""A dispute over a finished round: who decides it, and whether its result may be corrected."""

from __future__ import annotations

from pitboss.law.answers import Answer, Permit, Refusal
from pitboss.law.authority import OF_THE_HOUSE, authority_for
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.authority import Authority, StaffRank
from pitboss.rulebooks.provisions import NOT_IN_THE_TEXT


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
