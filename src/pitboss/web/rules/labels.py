"""Labels for values that files and commands write as identifiers."""

from __future__ import annotations

from typing import Final

from pitboss.rulebooks.labels import label_of

_VALUES: Final = {
    "7-1": "box 7 to box 1",
    "1-7": "box 1 to box 7",
    "a": "missed the first round (a)",
    "b": "sat out a round (b)",
    "after_deal": "after the deal",
    "batch_machine": "automated shuffling device",
    "both": "either, (a) or (b)",
    "collect_then_pay": "collect losers, then pay winners",
    "direct": "draw to 12",
    "early_not_ace": "early, except against an ace",
    "final": "with the final hands",
    "hands": "affected hands",
    "manual": "by hand",
    "not_directed": "leave the hand",
    "original": "original bets only (OBO)",
    "peek": "hole card, dealer peeks",
    "pre_checked": "pre-checked",
    "pre_shuffled": "pre-shuffled",
    "round": "whole round",
    "same_rank": "same rank only",
    "same_value": "any ten-value cards",
    "seat_by_seat": "seat by seat",
}
"""Labels for values that occur only in house options."""

_VALUES_OF: Final = {
    "burn": {"0": "no card", "1": "one card"},
    "double_on": {
        "any": "any two cards",
        "9-11": "9, 10 or 11",
        "10-11": "10 or 11",
        "none": "no doubling",
    },
    "hole_card": {"none": "no hole card"},
    "layout": {"A": "layout A", "B": "layout B", "C": "layout C"},
    "midshoe_limit": {"off": "no one"},
    "surrender": {
        "none": "no surrender",
        "late": "late: after the check for blackjack",
        "early": "early: before the check",
        "early_not_ace": "early, except against an ace",
    },
}
"""Labels for values whose meaning depends on the option."""


def option_label(value: object, key: str = "") -> str:
    """The label of a house option's value."""
    word = str(value)
    return _VALUES_OF.get(key, {}).get(word) or _VALUES.get(word) or label_of(word)


def role_label(role: str) -> str:
    """A role with its article: ``a shift manager``, ``an auditor``."""
    return f"{'an' if role[:1] in 'aeiou' else 'a'} {role.replace('_', ' ')}"
