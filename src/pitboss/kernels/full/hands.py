"""The full kernel's hands: what two cards are, and what one more card makes of a hand."""

from __future__ import annotations

import numpy as np

from .jit import hot
from .layout import CLASSES, FOLLOWS, Int, Shorts, U, Words


@hot
def class_of(t: Shorts, card: Int) -> Int:
    """The class of a card: all tens are alike."""
    return np.int64(t[U(CLASSES + card)])


@hot
def two_cards(two: Words, one: Int, other: Int) -> Int:
    """What two cards are."""
    return np.int64(two[U(one * 52 + other)])


@hot
def after(t: Shorts, state: Int, card: Int) -> Int:
    """The state of a hand with one more card."""
    return np.int64(t[U(FOLLOWS + state * 10 + np.int64(t[U(CLASSES + card)]))])
