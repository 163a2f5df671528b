"""The full kernel's working memory: the shoe, the round played from it, and the results."""

from __future__ import annotations

from typing import Annotated, Final, NamedTuple

import numpy as np

from pitboss.compiled.round_tables import MOST_HANDS
from pitboss.kernels.full.game import MOST_BOXES, MOST_LAID, Bytes, Ints, Longs
from pitboss.kernels.record import RecordLayout, Whole

# The status of a box.
OPEN: Final = 0
"""Its hands are compared, or fall to a blackjack."""
EARLY: Final = 1
"""It was settled before the dealer's turn."""
NATURAL: Final = 2
"""A blackjack that waits for the dealer's hand."""
SURRENDERED: Final = 3
"""Surrendered at its turn."""


class HandRecord(RecordLayout):
    """A hand of a box."""

    state: Whole
    doubled: Whole
    cleared: Whole
    card: Whole
    """Its first card"""
    begins: Whole
    """The place of its further cards in the shoe"""
    ends: Whole
    net: Whole
    net_of_double: Whole


class BoxRecord(RecordLayout):
    """A box of the round."""

    seat: Whole
    bet: Whole
    status: Whole
    many: Whole
    """How many hands it has"""
    second: Whole
    """Its second card"""
    insured: Whole
    exchanged: Whole
    side: Whole
    """How the deal ends for its side bets, or -1 without any"""
    third_end: Whole
    """How bets on a third card end, or -1 if the two cards do not wait for one"""
    prize: Whole
    """Which prize was drawn, or -1"""
    early_net: Whole
    main_net: Whole
    insurance: Whole
    sides_net: Whole
    money: Whole
    held: Whole
    """For a box played by a shortcut: where its winnings begin, and for how many wagers"""
    wagers: Whole
    hands: Annotated[list[HandRecord], HandRecord, MOST_HANDS]


class Presence(RecordLayout):
    """A seat's presence in this shoe: whether it bets now, since when, and whether always."""

    inside: Whole
    since: Whole
    sat_out: Whole


class Memory(RecordLayout):
    """The shoe being dealt, and the round being played from it."""

    ready: Whole
    """The number of cards in their final order."""
    total: Whole
    """The number of cards present, including reshuffled ones."""
    planned: Whole
    """The number of cards of a shoe to be ordered; more only if a round needs them"""
    begins_above: Whole
    """A round begins while more cards than this are left."""
    unseen: Whole
    """The number of cards burned, from the first of the shoe."""
    running: Whole
    """The count apart from the cards before the next: less what was burned or shuffled again"""
    ran_out: Whole
    """1 if the discards were shuffled again, 2 if the round is void"""
    began: Whole
    """Where the round began"""
    many: Whole
    """How many boxes the round has"""
    scripted: Whole
    """Whether the order of the cards was given"""
    carried: Whole
    """Whether the bets of the next round were made before the last shuffle"""
    carried_true: Whole
    """The true count at which they were made"""
    generator: Annotated[Longs, np.uint64, 4]
    boxes: Annotated[list[BoxRecord], BoxRecord, MOST_BOXES]
    present: Annotated[list[Presence], Presence, MOST_BOXES]
    pending: Annotated[Ints, np.int64, MOST_HANDS]
    """The hands of a split box that are still to be played"""
    counts: Annotated[Ints, np.int64, 52]
    """[card]: scratch space for a count of cards"""
    counted: Annotated[Ints, np.int64, MOST_LAID + 1]
    """[place]: the sum of all tags before it"""
    cards: Annotated[Bytes, np.uint8, MOST_LAID]


class Sums(NamedTuple):
    """The sums, all whole numbers."""

    rounds: Ints
    played: Ints
    """Shoes, void rounds, hands of own boxes"""
    observed: Ints
    """[bucket]: rounds begun or watched"""
    results: Ints
    """[bucket, units + the most lost]: own boxes by the result per unit, without insurance"""
    money: Ints
    """[depth, bucket, (rounds, wagers, units won, their squares)]: own boxes together"""
    seats: Ints
    """[seat, (boxes, wagers, units won, their squares)]"""
    insured: Ints
    """[bucket, (lost, won)]"""
    two_cards: Ints
    """[bucket, ending of the deal for side bets]"""
    sevens: Ints
    """[bucket, ending of bets on a third card]; this name and the last are part of digests"""
    prizes: Ints
    buster: Ints
    """[bucket, group x ends + ending of the dealer's hand]"""


class SeatResult(RecordLayout):
    """The result of a seat's round, wager by wager and in units."""

    bet: Whole
    hands: Whole
    insurance: Whole
    void: Whole
    side: Whole
    third_end: Whole
    prize: Whole
    dealers: Whole
    """How bets on the dealer's hand ended"""
    true: Whole
    sides: Whole
    """What all side bets together won"""
    nets: Annotated[Ints, np.int64, MOST_HANDS, 2]
    """[hand, (wager, double)]"""
