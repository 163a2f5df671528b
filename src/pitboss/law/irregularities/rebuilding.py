"""Cards dealt out of order, and when they may be put back into it."""

from __future__ import annotations

from pitboss.law.answers import Answer, Permit, Refusal
from pitboss.rulebooks import TableRules


def may_reconstruct(
    rules: TableRules, *, in_initial_deal: bool, interim_settled: bool, final_settled: bool
) -> Answer:
    """Whether cards dealt out of order may be put back in their order.

    An error of the initial deal may be mended until the interim settlement, a later one until
    the final settlement.
    """
    rebuilding = rules.rebuilding
    if rebuilding is None:
        return Refusal(rules.absence("rebuilding"), "the book does not rebuild a round")
    if not rebuilding.allowed.value:
        return Refusal(rebuilding.allowed.under, "the book does not rebuild a round")
    settled = final_settled or (in_initial_deal and interim_settled)
    if settled and not rebuilding.after_settlement.value:
        return Refusal(rebuilding.after_settlement.under, "wagers have been settled since")
    return Permit(rebuilding.allowed.under)
