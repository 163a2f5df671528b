"""The full kernel's inputs: a book with its elections, a strategy, a count and seats.

Whatever has a bounded size is in one record, ``GameRecord``, which a kernel receives as a pointer;
tables whose size depends on the game are arrays. What changes while a round is played is in
:mod:`~pitboss.kernels.full.memory`.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compiled.round_tables import STAKES
from pitboss.kernels.record import Real, RecordLayout, Whole
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
"""An array index; as an unsigned type it needs no check for negative values."""

MOST_BOXES: Final = 16
MOST_CARDS: Final = 8 * 52
MOST_LAID: Final = 2 * MOST_CARDS + 64 * MOST_BOXES
"""A shoe with its discards behind it, and the cards of a void round"""
MOST_STATES: Final = 4096
MOST_DEALERS_STATES: Final = 128
MOST_STAGES: Final = 1 + 55
"""The hand as dealt, and after each pair of cards that may be exchanged"""

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

# Flags of a player's hand, beyond what of it is at stake (one and two).
AT_STAKE: Final = 3
IS_OVER: Final = 4
IS_NATURAL: Final = 8

# The meaning of two cards: the state of the hand, its flags, whether they may be split,
# their class for all side bets, and what these wait for.
TWO_STATE: Final = MOST_STATES - 1
TWO_FACTS: Final = 12
TWO_NATURAL: Final = IS_NATURAL << TWO_FACTS
TWO_PAIR: Final = 1 << 16
TWO_CLASS: Final = 17
TWO_CLASSES: Final = 8191
TWO_WAITS: Final = 30

# A card as a code: its class, and in the bits from ``CODE_TAG`` on what it adds to the count.
CODE_CLASS: Final = 15
CODE_TAG: Final = 8


class BankRecord(RecordLayout):
    """A player's bank, and what it covers."""

    wager: Whole
    """0 means that the house covers everything"""
    pays_paid: Whole
    """How payments and collections change what the bank can still pay and collect"""
    pays_collected: Whole
    collects_paid: Whole
    collects_collected: Whole
    blocks_losses: Whole
    """Whether a bank that can pay nothing does not collect either"""
    returns: Whole
    losers_first: Whole
    order: Annotated[Ints, np.int64, MOST_BOXES + 1, MOST_BOXES]
    """[boxes, place]: the boxes in the order of settlement"""


class SideBetsRecord(RecordLayout):
    """The fixed-size part of the side bets that are placed."""

    on_dealer: Whole
    """Whether there are side bets on the dealer's hand"""
    ups: Whole
    """How many classes the dealer's first card has for side bets; 0 if none depends on it"""
    groups: Whole
    """How many meanings two cards have for bets on the dealer's hand"""
    ends: Whole
    """How many endings the dealer's hand has"""
    up_class: Annotated[Shorts, np.uint16, 52]
    """[card]: its class as the dealer's first card"""
    third_class: Annotated[Shorts, np.uint16, 52 * 52]
    """[card x 52 + card]: its class among the pairs that wait for a third card"""


class DealerRecord(RecordLayout):
    """The dealer's hand as a table."""

    single: Annotated[Shorts, np.uint16, 10]
    """[class]: the hand of one card"""
    follows: Annotated[Shorts, np.uint16, 10 * MOST_DEALERS_STATES]
    """[state x 10 + class]"""
    facts: Annotated[Shorts, np.uint16, MOST_DEALERS_STATES]
    """[state]: the outcome plus one, or 0 if another card is due; and the flags above"""
    second_is_due: Annotated[Shorts, np.uint16, 10 * STAKES]
    """[class x stakes + stake]"""
    further_is_due: Annotated[Shorts, np.uint16, STAKES]
    """[stake]"""


class CountRecord(RecordLayout):
    """The count that is kept."""

    start: Whole
    truncates: Whole
    shift: Real
    factor: Annotated[Floats, np.float64, 2 * MOST_CARDS + 1]
    """[cards left]: the factor from running count to true count"""
    tags: Annotated[Ints, np.int64, 52]
    """[card]: what it adds to the count"""
    codes: Annotated[Ints, np.int64, 52]
    """[card]: its class and what it adds to the count in one number"""


class RungRecord(RecordLayout):
    """A step of a ladder, by which the count decides."""

    at: Whole
    """The true count from which it applies"""
    act: Whole
    late: Whole
    """The act if it is too late to surrender"""


class SeatPlan(RecordLayout):
    """How a seat plays."""

    policy: Whole
    """The index where the policy's decisions begin"""
    insures_at: Whole
    enters_at: Whole
    leaves_below: Whole
    own: Whole
    sides: Whole


class GameRecord(RecordLayout):
    """The fixed-size part of the book, the strategy and the count."""

    has_hole: Whole
    settles_at_look: Whole
    surrenders_first: Whole
    natural_at_stake: Whole
    gives_back_busts: Whole
    states: Whole
    outcomes: Whole
    contexts: Whole
    lowest: Whole
    """The most that a box can lose"""
    natural_wins: Whole
    natural_ties: Whole
    even_money: Whole
    insurance_wins: Whole
    insurance_loses: Whole
    surrendered: Whole
    surrendered_to_blackjack: Whole
    shoe_size: Whole
    burned: Whole
    burned_again: Whole
    shuffles_at_once: Whole
    """Whether a cut card that comes out first causes a shuffle after the bets are made"""
    goes_on: Whole
    """Whether the discards are shuffled when the shoe runs out; otherwise the round is void"""
    serves_on: Whole
    """Whether later rounds are dealt from them too"""
    joins_late: Whole
    late_most: Whole
    """The maximum bet of a player who missed the first round of a shoe"""
    sat_out_most: Whole
    short_ways: Whole
    """Which shortcuts are enabled, see :mod:`~pitboss.kernels.full.short.shortcuts`"""
    bank: Annotated[BankRecord, BankRecord]
    count: Annotated[CountRecord, CountRecord]
    sides: Annotated[SideBetsRecord, SideBetsRecord]
    seats: Annotated[list[SeatPlan], SeatPlan, MOST_BOXES]
    dealer: Annotated[DealerRecord, DealerRecord]
    classes: Annotated[Shorts, np.uint16, 52]
    """[card]: its class"""
    up_card: Annotated[Shorts, np.uint16, 10]
    """[class]: what follows from the dealer's first card, a sum of the flags above"""
    exchange_context: Annotated[Shorts, np.uint16, 100]
    """[class x 10 + class]"""
    rungs: Annotated[list[RungRecord], RungRecord, MOST_LADDERS * RUNGS]
    """[ladder x rungs + rung]"""
    hands_at_most: Annotated[Bytes, np.uint8, MOST_STAGES * 100]
    """[(stage x 10 + class) x 10 + up card]: how many hands a pair is split into"""
    begins_above: Annotated[Ints, np.int64, MOST_CARDS + 1]
    """[cards in a stack that was shuffled]: a round begins while more cards are left"""
    depths: Annotated[Bytes, np.uint8, MOST_CARDS + 1]
    """[cards dealt]: the part of the shoe that a round begins in"""
    two: Annotated[Words, np.uint32, 52 * 52]
    """[card x 52 + card]: the meaning of two cards"""
    facts: Annotated[Shorts, np.uint16, MOST_STATES]
    """[state]: what of a player's hand is at stake, and the flags above"""
    follows: Annotated[Shorts, np.uint16, 10 * MOST_STATES]
    """[state x 10 + class]"""


class Acts(NamedTuple):
    """The acts: [((policy x contexts + context) x 10 + up card) x states + state]."""

    acts: Bytes
    unsplit: Bytes
    """The same for a hand that may not be split"""


class SideTables(NamedTuple):
    """Side bets, as far as the size of a table depends on them."""

    deal_ends: Shorts
    """[class of two cards x ups + class of the dealer's first]: how the deal ends"""
    third: Shorts
    """[pair that waits for a third card x 52 + third card]: how bets on one end"""
    closed: Shorts
    """[such a pair]: the same without a third card"""
    groups: Shorts
    """[ending of the deal]: what the two cards mean to bets on the dealer's hand"""
    follows: Shorts
    """[state x 52 + card]: the dealer's hand, as far as side bets depend on it"""
    ends: Shorts
    """[state]: how it ends"""
    draws: Shorts
    """[(bucket x groups + group) x 52 + first card]: what the dealer draws for, as a stake"""
    prizes: Shorts
    """[draw]: which prize it is"""


class SidesWon(NamedTuple):
    """What side bets win, in units, by bucket of the true count and ending."""

    two_cards: Ints
    third_cards: Ints
    prizes: Ints
    dealers: Ints


class Payments(NamedTuple):
    """What hands win, in units."""

    won: Ints
    """[state x outcomes + outcome]"""
    to_blackjack: Ints
    """[code of a box, hand, (wager, double)]"""


class OneTable(NamedTuple):
    """Rounds of one box as one table, see :mod:`~pitboss.kernels.full.short.one_box`."""

    rounds: Words
    """[row + class]; empty if no round may be played this way"""
    won: Ints
    """[end]: what such a round wins with a wager of one, in units"""


class Tables(NamedTuple):
    """A book with its elections, a strategy and seats, as the full kernel takes them."""

    game: GameRecord
    acts: Acts
    sides: SideTables
    sides_won: SidesWon
    pays: Payments
    spread: Ints
    """[seat, bucket of the true count]: how many wagers are bet"""
    one: OneTable
