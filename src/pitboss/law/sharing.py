"""A box with several bettors: each answers for his own chips when its player doubles or splits."""

from __future__ import annotations

from pitboss.law.answers import Answer, Permit, Refusal
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.enumerations import Uncovered


def may_cover(rules: TableRules, *, decider_splits: bool, splits: int, covered: int) -> Answer:
    """Whether another bettor may pay for a split, the box having been split so often before.

    Nobody does unless the decider splits. Where the wager of one who does not pay stays on the
    first hand, whoever has not paid for each split so far has no part in a later one.
    """
    stays = rules.sharing.not_paying_a_split
    if not decider_splits:
        return Refusal(
            rules.sharing.others_double_alone.under,
            "the player who decides for the box does not split",
        )
    if stays.value is Uncovered.FIRST_HAND and covered < splits:
        return Refusal(stays.under, "who declined a split has no part in a later one")
    return Permit(stays.under)
