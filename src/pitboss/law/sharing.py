"""A box with back bettors: each answers for their own chips when it is doubled or split."""

from __future__ import annotations

from pitboss.law.answers import Answer, Permit, Refusal
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.enumerations import Uncovered


def may_cover(rules: TableRules, *, decider_splits: bool, splits: int, covered: int) -> Answer:
    """Whether a back bettor may join a split, after ``splits`` earlier ones on the box.

    No one may unless the player in control splits. If a wager that does not join stays on the first
    hand, a bettor who has not joined every split so far may not join a later one.
    """
    stays = rules.sharing.not_paying_a_split
    if not decider_splits:
        return Refusal(
            rules.sharing.others_double_alone.under,
            "no one may split unless the player in control does",
        )
    if stays.value is Uncovered.FIRST_HAND and covered < splits:
        return Refusal(stays.under, "a bettor who declined a split may not join a later one")
    return Permit(stays.under)
