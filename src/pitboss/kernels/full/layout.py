"""What the full kernel looks at and writes to: where every number lies in its arrays.

A kernel is fast, and quickly compiled, if it is handed few arrays. So all tables lie one after
another in one of them (``t``), the strategy in a second (``p``), and numbers, with what is known of
the shoe, the boxes and the hands while a round is played, in a third (``w``).
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.players.deviations import MOST_LADDERS, RUNGS

Bytes = NDArray[np.uint8]
Shorts = NDArray[np.uint16]
Words = NDArray[np.uint32]
Ints = NDArray[np.int64]
Longs = NDArray[np.uint64]
Floats = NDArray[np.float64]

Int = Any
"""A whole number inside the kernel, whatever its width; the compiler checks those itself."""

U = np.uint64
"""A place in an array: told that it is not negative, the compiler need not look."""

# The tables, each from its place on in ``t``.
CLASSES: Final = 0
"""[card]: its class"""
OPENING: Final = CLASSES + 52
"""[class x 10 + class]: the state of two cards"""
UP_CARD: Final = OPENING + 100
"""[class]: what follows from the dealer's first card, a sum of the flags below"""
DEALER_SINGLE: Final = UP_CARD + 10
"""[class]: the dealer's hand of one card"""
MOST_DEALERS_STATES: Final = 128
DEALER_FOLLOWS: Final = DEALER_SINGLE + 10
"""[state x 10 + class]"""
DEALER_FACTS: Final = DEALER_FOLLOWS + 10 * MOST_DEALERS_STATES
"""[state]: one more than the outcome, or 0 where another card is due; and the flags below"""
SECOND_IS_DUE: Final = DEALER_FACTS + MOST_DEALERS_STATES
"""[class x 32 + stake]"""
FURTHER_IS_DUE: Final = SECOND_IS_DUE + 320
"""[stake]"""
ZAP_CONTEXT: Final = FURTHER_IS_DUE + 32
"""[class x 10 + class]"""
MOST_STATES: Final = 4096
FACTS: Final = ZAP_CONTEXT + 100
"""[state]: what of a player's hand is at stake, and the flags below"""
FOLLOWS: Final = FACTS + MOST_STATES
"""[state x 10 + class]; as long as there are states. Behind it are the tables of side bets, at the
places that the numbers name."""

# Flags of an up card.
LOOKS: Final = 1
PAID_AFTER_DEAL: Final = 2
PAID_AT_TURN: Final = 4
WINDOW: Final = 8
INSURES: Final = 16
EVEN_MONEY: Final = 32

# Flags of a dealer's hand, beyond its outcome.
OUTCOME: Final = 63
BLACKJACK: Final = 64
OVER: Final = 128

# Flags of a player's hand, beyond what of it is at stake (one and two).
AT_STAKE: Final = 3
IS_OVER: Final = 4
IS_NATURAL: Final = 8

# What two cards are: the state of the hand, the flags of a player's hand, whether they may be
# split, their class for all side bets, and what these wait for.
TWO_STATE: Final = MOST_STATES - 1
TWO_FACTS: Final = 12
TWO_NATURAL: Final = IS_NATURAL << TWO_FACTS
TWO_PAIR: Final = 1 << 16
TWO_CLASS: Final = 17
TWO_CLASSES: Final = 8191
TWO_WAITS: Final = 30


class Numbers(NamedTuple):
    """Single numbers, in the order in which they lie in their array."""

    has_hole: int
    settles_at_look: int
    surrenders_first: int
    natural_at_stake: int
    gives_back_busts: int
    states: int
    outcomes: int
    contexts: int
    unsplit: int
    """Where in the strategy the decisions without splits begin, and so on"""
    hands_at_most: int
    rungs: int
    late_rungs: int
    per: int
    """So many units make one wager"""
    lowest: int
    """The most that a box can lose"""
    natural_wins: int
    natural_ties: int
    even_money: int
    insurance_wins: int
    insurance_loses: int
    surrendered: int
    surrendered_to_blackjack: int
    has_sides: int
    on_dealer: int
    """Whether there are side bets on the dealer's hand"""
    ups: int
    """How many classes the dealer's first card has for side bets; 0 where none looks at it"""
    up_sides: int
    """Where in the tables [card] has that class, and so on"""
    deal_ends: int
    """[class of two cards x ups + class of the dealer's first]: how the deal ends"""
    third_class: int
    """[card x 52 + card]: which of the pairs that wait for a third card it is like"""
    third: int
    """[such a class x 52 + third card]: how bets on a third card end"""
    closed: int
    """[such a class]: the same without a third card"""
    groups: int
    """[ending of the deal]: what the two cards mean to bets on the dealer's hand"""
    many_groups: int
    dealers_follows: int
    """[state x 52 + card]: the dealer's hand, as far as side bets look at it"""
    dealers_ends: int
    """[state]: how it ends"""
    many_ends: int
    draws: int
    """[(bucket x groups + group) x 52 + first card]: what the dealer draws for, as a stake"""
    size: int
    burned: int
    burned_again: int
    shuffles_at_once: int
    """Whether the cutting card, coming out first, brings a shuffle after the bets are made"""
    goes_on: int
    """Whether the discards are shuffled when the shoe runs out; else the round is void"""
    serves_on: int
    """Whether later rounds are dealt from them too"""
    bank: int
    """The bank's wager; 0 stands for a house that covers everything"""
    bank_pays_paid: int
    """How what was paid, and collected, changes what the bank can still pay, and collect"""
    bank_pays_collected: int
    bank_collects_paid: int
    bank_collects_collected: int
    bank_blocks_losses: int
    """Whether a bank that can pay nothing does not collect either"""
    bank_returns: int
    losers_first: int
    count_start: int
    count_truncates: int
    joins_late: int
    late_most: int
    """The most that one may bet who missed the first round of a shoe"""
    sat_out_most: int


AT: Final = Numbers(*range(len(Numbers._fields)))
"""Where each of the numbers lies."""

MOST_BOXES: Final = 16

# The shoe being dealt.
READY: Final = len(Numbers._fields)
"""So many cards are in their final order."""
SIZE: Final = READY + 1
"""So many cards are there, those shuffled again among them."""
RAN_OUT: Final = READY + 2
"""1 if the discards were shuffled again, 2 if the round is void"""
BEGAN: Final = READY + 3
"""Where the round began"""
RUNNING: Final = READY + 4
"""The count, apart from the cards before the next one: less what was burned or shuffled again"""
BOXES: Final = READY + 5
"""How many boxes the round has"""
SCRIPTED: Final = READY + 6
"""Whether the order of the cards was given"""

CARRIED: Final = READY + 7
"""Whether the bets of the next round were made before the last shuffle, and at which true count"""
CARRIED_TRUE: Final = READY + 8

BEGINS_ABOVE: Final = READY + 9
"""A round begins while more cards than that are left."""
UNSEEN: Final = READY + 10
"""So many cards were burned, from the first of the shoe on."""
PLANNED: Final = READY + 11
"""So many cards of a shoe are put in order, now or later; more only where a round needs them."""
COUNTS: Final = READY + 12
"""[card]: a count of cards, for whoever needs one"""

PENDING: Final = COUNTS + 52
"""The hands of a split box that are still to be played"""
TAGS: Final = PENDING + 8
"""[card]: what it adds to the count"""
CODES: Final = TAGS + 52
"""[card]: its class, and in the bits from ``CODE_TAG`` on what it adds to the count"""
CODE_CLASS: Final = 15
CODE_TAG: Final = 8
LADDERS: Final = CODES + 52
"""[ladder x rungs + rung]: the true count from which a rung holds"""

SEATS: Final = LADDERS + MOST_LADDERS * RUNGS
"""A row for each seat"""
POLICY: Final = 0
"""Where the policy's decisions begin"""
INSURES_AT: Final = 1
ENTERS_AT: Final = 2
LEAVES_BELOW: Final = 3
OWN: Final = 4
SIDES: Final = 5
INSIDE: Final = 6
"""What the seat has done since the shoe began: whether it bets now, since when, and if always"""
SINCE: Final = 7
SAT_OUT: Final = 8
SEAT_ROW: Final = 10

BOX: Final = SEATS + MOST_BOXES * SEAT_ROW
"""A row for each box of the round"""
SEAT: Final = 0
BET: Final = 1
STATUS: Final = 2
HANDS: Final = 3
SECOND: Final = 4
INSURED: Final = 5
SIDE: Final = 6
"""How the deal ends for its side bets, or -1 without any"""
THIRD_END: Final = 7
"""How bets on a third card end, or -1 where the two cards do not wait for one"""
PRIZE_DRAWN: Final = 8
EARLY_NET: Final = 9
MAIN_NET: Final = 10
MONEY: Final = 11
INSURANCE: Final = 12
ZAPPED: Final = 13
SIDES_NET: Final = 14
BOX_ROW: Final = 16

# How a box stands.
OPEN: Final = 0
"""Its hands are compared, or fall to a blackjack."""
EARLY: Final = 1
"""It was settled before the dealer's turn."""
NATURAL: Final = 2
"""A blackjack that waits for the dealer's hand."""
SURRENDERED: Final = 3
"""Given up at its turn."""

HAND: Final = BOX + MOST_BOXES * BOX_ROW
"""A row for each hand, as many for each box as it may have"""
STATE: Final = 0
DOUBLED: Final = 1
CLEARED: Final = 2
CARD: Final = 3
"""Its first card"""
BEGINS: Final = 4
"""Where its further cards lie in the shoe"""
ENDS: Final = 5
NET: Final = 6
NET_OF_DOUBLE: Final = 7
HAND_ROW: Final = 8
HANDS_OF_BOX: Final = 6 * HAND_ROW
"""The rows of all hands that a box may have"""
ROOM: Final = HAND + MOST_BOXES * HANDS_OF_BOX

# A record: one row for each seat of a round.
RECORD_BET: Final = 0
RECORD_HANDS: Final = 1
RECORD_INSURANCE: Final = 2
RECORD_VOID: Final = 3
RECORD_CLASS: Final = 4
RECORD_THIRD: Final = 5
RECORD_PRIZE: Final = 6
RECORD_DEALERS: Final = 7
RECORD_TRUE: Final = 8
RECORD_SIDES: Final = 9
"""What all side bets together won"""
RECORD_HAND: Final = 10
"""Two columns for each hand: its wager and its double"""


class Tables(NamedTuple):
    """A book with its elections, a strategy and seats, as the full kernel takes them."""

    t: Shorts
    """Tables by card, class and state"""
    two: Words
    """[card x 52 + card]: what two cards are"""
    p: Bytes
    """What is done: [((policy x contexts + context) x 10 + up card) x states + state], and behind
    it where the numbers say so: the same without splits, how many hands are made of a pair
    [(stage x 10 + class) x 10 + up card], and what is done on each rung, in time and too late"""
    w: Ints
    """The numbers, and room for a round; what a run changes is a copy"""
    won: Ints
    """[state x outcomes + outcome]"""
    to_blackjack: Ints
    """[code of a box, hand, (wager, double)]"""
    spread: Ints
    """[seat, bucket of the true count]: how many wagers are bet"""
    factor: Floats
    shift: float
    prizes: Shorts
    """[draw]: which prize it is"""
    two_cards_won: Ints
    """[bucket, ending of the deal]: what the side bets win, in units; so with the next three"""
    third_won: Ints
    prizes_won: Ints
    dealers_won: Ints
    begins_above: Ints
    """[cards in a stack that was shuffled]: a round begins while more cards are left"""
    bank_order: Ints
    """[boxes, place]: the boxes in the order of settlement"""
    depths: Bytes
    """[cards dealt]: the part of the shoe that a round begins in"""
    rounds: Words
    """[row + class]: rounds of one box as one table, see :mod:`~pitboss.kernels.full.one_box`;
    empty where none may be played so"""
    rounds_won: Ints
    """[end]: what such a round wins with a wager of one, in units"""


class Sums(NamedTuple):
    """What is added up, all of it whole numbers."""

    rounds: Ints
    played: Ints
    """Shoes, void rounds, hands of own boxes"""
    observed: Ints
    """[bucket]: rounds begun or looked on at"""
    results: Ints
    """[bucket, units + the most lost]: own boxes by what a wager of one came to, insurance apart"""
    money: Ints
    """[depth, bucket, (rounds, wagers, units won, their squares)]: own boxes together"""
    seats: Ints
    """[seat, (boxes, wagers, units won, their squares)]"""
    insured: Ints
    """[bucket, (lost, won)]"""
    two_cards: Ints
    """[bucket, ending of the deal for side bets]"""
    sevens: Ints
    """[bucket, ending of bets on a third card]; digests know it by this name, and the last too"""
    prizes: Ints
    buster: Ints
    """[bucket, group x ends + ending of the dealer's hand]"""
