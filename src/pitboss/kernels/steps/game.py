"""The step kernel's inputs: a book, and what is played for.

The book is the full kernel's record. Beyond it, a table that stops at every decision needs the
permitted acts, and what each side bet wins by itself.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np

from pitboss.kernels.full.game import Bytes, GameRecord, Ints, Longs, Shorts
from pitboss.kernels.record import RecordLayout, Whole

from .codes import MOST_ACTS, MOST_SIDES


class Terms(RecordLayout):
    """What is played for: boxes, bets, side bets, and how long an episode lasts."""

    boxes: Whole
    bets: Whole
    """How many bets there are to choose from"""
    sides: Whole
    """How many side bets there are"""
    is_flat: Whole
    """Whether nothing is decided before the cards"""
    by_shoe: Whole
    """Whether an episode lasts until the cards are shuffled, not one round"""
    per: Whole
    """The number of units in one wager"""
    stakes: Annotated[Ints, np.int64, MOST_ACTS]
    """[bet]: how many wagers it is"""
    on_dealer: Annotated[Ints, np.int64, MOST_SIDES]
    """[side bet]: whether the dealer's hand decides it"""
    hands_at_most: Annotated[Ints, np.int64, 2 * 10]
    """[stage x 10 + class]: how many hands a pair may be split into"""
    full: Annotated[Bytes, np.uint8, 10]
    """[class]: cards of a full shoe"""


class Sides(NamedTuple):
    """The side bets: how they end, as in the full kernel, and what each wins by itself."""

    deal_ends: Shorts
    third: Shorts
    closed: Shorts
    groups: Shorts
    follows: Shorts
    ends: Shorts
    draws: Ints
    """[side bet, group, dealer's first card]: what the dealer draws for, as a stake"""
    two_cards: Ints
    """[side bet, ending], in units, and so on"""
    third_cards: Ints
    prizes: Ints
    """[side bet, draw]"""
    dealers: Ints


class Book(NamedTuple):
    """A book for a shape of play, as the step kernel takes it."""

    sides: Sides
    game: GameRecord
    terms: Terms
    looks: Longs
    """[state]: the hand as it is shown: total, whether soft, pair, number of cards, two cards"""
    acts: Shorts
    """[(context x 10 + up card) x states + state]: the permitted acts, as bits"""
    window: Shorts
    """[up card x states + state]: the same before the dealer checks for blackjack"""
    won: Ints
    """[state x outcomes + outcome], in units"""
    to_blackjack: Ints
    """[code of a box, hand, (wager, double)], in units"""
