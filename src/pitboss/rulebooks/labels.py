"""Labels for values that books and commands write as identifiers."""

from __future__ import annotations

from typing import Final

LABELS: Final = {
    "all": "all bets",
    "anybody": "anyone",
    "anybodys": "any player's",
    "at_the_look": "when the dealer checks the hole card",
    "automatic": "automatic shuffler",
    "before_the_look": "before the dealer checks the hole card",
    "busted_plus_one": "busted bets plus one (BB+1)",
    "cap": "original bets only (OBO)",
    "continuous": "continuous shuffler",
    "controller_of_the_box": "the player in control of the box",
    "drawn_to_twelve": "the dealer draws to 12",
    "gross": "all payments and all collections (gross)",
    "hand": "by hand",
    "highest_bettor": "the highest bettor",
    "identity": "original and busted bets (OBBO)",
    "matched": "each chip once (matched)",
    "net": "the running result (net)",
    "offered_then_dealer_if_drawing": "offered to the players, then to the dealer if drawing",
    "offered_then_dealers_second": "offered to the players, then the dealer's second card",
    "only_bettor": "the only bettor",
    "pd_three_card": "player-dealer's three-card hand",
    "per_dollar": "per dollar bet",
    "per_wager": "per bet",
    "player_three_card": "player's three-card hand",
    "rebuild_or_void_hands": "reconstruct them, or void the hands",
    "ruling": "a supervisor rules",
}
"""The values that need more than their spelling."""


def label_of(value: str) -> str:
    """A value as people read it.

    >>> label_of("cap"), label_of("at_settlement")
    ('original bets only (OBO)', 'at settlement')
    """
    return LABELS.get(value, value.replace("_", " "))


_TITLES: Final = {
    "excess": "wagers over the maximum",
    "over_over": "two busts",
    "rebuilding": "reconstruction",
    "sharing": "back bettors",
    "surrendering": "surrender",
}
"""Titles for the parts of the schema whose names are not clear."""


def part_title(part: str) -> str:
    """A part of the schema as a heading: ``side_bets.madness_21.draw`` is madness 21, draw."""
    return _TITLES.get(part) or part.removeprefix("side_bets.").replace("_", " ").replace(".", ", ")
