"""The tables on which environments are compared with the table of the book."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.rulebooks import BOOKS

SHAPES: tuple[dict[str, Any], ...] = (
    {},
    {"bets": (1, 2, 4, 8), "side_bets": None},
    {"episode": "shoe", "boxes": 3},
    {"observation": "vector"},
    {"observation": "decision"},
)

TABLES: tuple[tuple[str, dict[str, Any]], ...] = (
    *((book, {}) for book in BOOKS),
    *((book, {"bets": (1, 2, 5), "side_bets": None}) for book in BOOKS),
    *((book, {"boxes": 3}) for book in BOOKS),
    *(("nz", {"side_bets": None, "settings": {"layout": layout}}) for layout in (2, 3, 4)),
    ("nz", {"episode": "shoe", "bets": (1, 2), "boxes": 2, "settings": {"decks": 4}}),
    ("classic", {"settings": {"surrender": "early", "hole_card": "peek", "decks": 2}}),
    ("classic", {"settings": {"hole_card": "none", "dealer_blackjack_takes": "busted_plus_one"}}),
    ("classic", {"settings": {"push_22": True, "double_after_split": False, "decks": 1}}),
    ("zappit", {"settings": {"shuffler": "continuous"}}),
    ("nobust", {"settings": {"peek": True, "split_tens": "same_value"}, "side_bets": None}),
    ("nobust", {"boxes": 4, "bank": 3, "bets": (1, 3), "side_bets": None}),
    ("nobust", {"boxes": 4, "bank": 3, "bets": (1, 3), "settings": {"bank_limit": "gross"}}),
    ("nobust", {"boxes": 3, "bank": 1, "settings": {"exhausted_bank": "collects"}}),
)

DEEP: tuple[tuple[str, dict[str, Any]], ...] = (
    ("classic", {"settings": {"decks": 1, "penetration": "95%"}, "boxes": 3}),
    ("classic", {"settings": {"decks": 1, "penetration": "95%"}, "boxes": 6, "side_bets": None}),
    ("nz", {"settings": {"decks": 4, "cut_depth": 0}, "boxes": 4}),
)
"""Dealt so deep that shoes run out, and the discards are shuffled"""


def chosen(random: np.random.Generator, mask: NDArray[Any]) -> int:
    """One of the acts that a mask permits."""
    return int(random.choice(np.flatnonzero(mask)))
