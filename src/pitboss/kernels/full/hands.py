"""The full kernel's hands: what two cards are, and what one more card makes of a hand."""

from __future__ import annotations

import numpy as np

from .game import GameRecord, Int, Shorts, U
from .jit import hot, merged


@hot
def class_of(game: GameRecord, card: Int) -> Int:
    """The class of a card: all tens are alike."""
    return np.int64(game.classes[U(card)])


@hot
def two_cards(game: GameRecord, one: Int, other: Int) -> Int:
    """The meaning of two cards."""
    return np.int64(game.two[U(one * 52 + other)])


@hot
def after(game: GameRecord, state: Int, card: Int) -> Int:
    """The state of a hand with one more card."""
    return np.int64(game.follows[U(state * 10 + np.int64(game.classes[U(card)]))])


@hot
def dealers_after(game: GameRecord, state: Int, card: Int) -> Int:
    """The state of the dealer's hand with one more card."""
    return np.int64(game.dealer.follows[U(state * 10 + np.int64(game.classes[U(card)]))])


@merged
def with_up_card(game: GameRecord, deal_ends: Shorts, side: Int, up: Int) -> Int:
    """How the deal ends for side bets, by the class of two cards and the dealer's first card."""
    if game.sides.ups:
        first = np.int64(game.sides.up_class[U(up)])
        side = np.int64(deal_ends[U(side * game.sides.ups + first)])
    return side
