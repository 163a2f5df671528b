"""The full kernel's hands: what two cards are, and what one more card makes of a hand."""

from __future__ import annotations

import numpy as np

from .jit import hot
from .layout import (
    AT,
    CLASSES,
    FOLLOWS,
    Int,
    Ints,
    Shorts,
    U,
    Words,
)

_UPS, _UP_SIDES, _DEAL_ENDS = AT.ups, AT.up_sides, AT.deal_ends


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


@hot
def with_up_card(t: Shorts, w: Ints, side: Int, up: Int) -> Int:
    """How the deal ends for side bets, by the class of two cards and the dealer's first card."""
    if w[_UPS]:
        first = np.int64(t[U(w[_UP_SIDES] + up)])
        side = np.int64(t[U(w[_DEAL_ENDS] + side * w[_UPS] + first)])
    return side
