"""The enumerations that provisions choose from, one for each question a book answers."""

from __future__ import annotations

from enum import StrEnum, unique


@unique
class Shuffler(StrEnum):
    """How the cards are shuffled."""

    HAND = "hand"
    AUTOMATIC = "automatic"
    CONTINUOUS = "continuous"


@unique
class CuttingCardFirst(StrEnum):
    """What happens if the cut card is the first card of a round."""

    SHUFFLE_AT_ONCE = "shuffle_at_once"
    FINISH_THE_ROUND = "finish_the_round"


@unique
class CuttingCardInRound(StrEnum):
    """What happens if the cut card comes out during a round."""

    SHUFFLE_AFTER_ROUND = "shuffle_after_round"
    SHUFFLE_AT_ONCE = "shuffle_at_once"


@unique
class Exhausted(StrEnum):
    """What happens if the shoe runs out during a round."""

    SHUFFLE_DISCARDS = "shuffle_discards"
    SHUFFLE_DISCARDS_AND_BURN = "shuffle_discards_and_burn"
    VOID_ROUND = "void_round"
    RULING = "ruling"


@unique
class Cutter(StrEnum):
    """Who is offered the cut first."""

    FIRST_ARRIVAL = "first_arrival"
    THAT_BOX = "that_box"
    FARTHEST_RIGHT = "farthest_right"
    FARTHEST_LEFT = "farthest_left"


@unique
class Direction(StrEnum):
    """Around the table, seen from above; box 1 is on the dealer's left."""

    CLOCKWISE = "clockwise"
    COUNTERCLOCKWISE = "counterclockwise"


@unique
class LastCutter(StrEnum):
    """Who cuts if every player declines."""

    EMPLOYEE = "employee"
    DEALER = "dealer"


@unique
class Decider(StrEnum):
    """Who is in control of a box with an empty seat."""

    ONLY_BETTOR = "only_bettor"
    HIGHEST_BETTOR = "highest_bettor"


@unique
class BetsClose(StrEnum):
    """When betting closes: from then on no wager may be placed or withdrawn."""

    AT_THE_CALL = "at_the_call"
    AT_THE_FIRST_CARD = "at_the_first_card"


@unique
class MidShoe(StrEnum):
    """What a player who joins or sits out during a shoe may bet."""

    FREE = "free"
    MINIMUM_AFTER_LATE_START = "minimum_after_late_start"
    MINIMUM_AFTER_SITTING_OUT = "minimum_after_sitting_out"
    MINIMUM_AFTER_EITHER = "minimum_after_either"
    BARRED_AFTER_SITTING_OUT = "barred_after_sitting_out"


@unique
class HoleCard(StrEnum):
    """Whether the dealer's second card is part of the initial deal."""

    NONE = "none"
    FACE_DOWN = "face_down"


@unique
class BlackjackPaid(StrEnum):
    """When a player's blackjack that the dealer cannot tie is paid."""

    AFTER_THE_DEAL = "after_the_deal"
    AT_ITS_TURN = "at_its_turn"
    AT_THE_END = "at_the_end"


@unique
class Soft17(StrEnum):
    """Whether the dealer hits or stands on soft 17."""

    STAND = "stand"
    HIT = "hit"


@unique
class DrawsInVain(StrEnum):
    """Whether the dealer draws when no result can change."""

    NEVER = "never"
    SECOND_CARD = "second_card"
    ALWAYS = "always"


@unique
class No21(StrEnum):
    """On which totals of 21 a player may not draw."""

    ANY_21 = "any_21"
    SOFT_21 = "soft_21"


@unique
class BustTaken(StrEnum):
    """When the wagers on a bust hand are collected."""

    AT_ONCE = "at_once"
    AT_SETTLEMENT = "at_settlement"


@unique
class DoubleAces(StrEnum):
    """How an ace among the two cards affects doubling."""

    COUNTED = "counted"
    COUNTED_AS_ONE = "counted_as_one"
    BARRED = "barred"


@unique
class ExtraWager(StrEnum):
    """How much may be added to double or split."""

    UP_TO_THE_WAGER = "up_to_the_wager"
    EQUAL = "equal"


@unique
class PairsBy(StrEnum):
    """What makes two cards a pair for splitting."""

    VALUE = "value"
    RANK = "rank"


@unique
class SplitAces(StrEnum):
    """How many cards a split ace may receive."""

    ONE_CARD = "one_card"
    ANY = "any"


@unique
class SurrenderTime(StrEnum):
    """When a hand may be surrendered."""

    BEFORE_ANY_PLAY = "before_any_play"
    FIRST_DECISION = "first_decision"


@unique
class InsuranceAmount(StrEnum):
    """How much may be wagered on insurance."""

    UP_TO_HALF = "up_to_half"
    UP_TO_HALF_ROUNDED_UP = "up_to_half_rounded_up"
    EXACTLY_HALF = "exactly_half"


@unique
class InsuranceSettled(StrEnum):
    """When insurance is paid or collected."""

    AT_THE_LOOK = "at_the_look"
    AT_THE_SECOND_CARD = "at_the_second_card"
    IN_SETTLEMENT = "in_settlement"


@unique
class BothOver(StrEnum):
    """Whose three-card hand makes a push when player and dealer both bust."""

    PD_THREE_CARD = "pd_three_card"
    PLAYER_THREE_CARD = "player_three_card"


@unique
class BlackjackTakes(StrEnum):
    """What a dealer blackjack takes of the main, split and doubled wagers."""

    ALL = "all"
    IDENTITY = "identity"
    CAP = "cap"
    BUSTED_PLUS_ONE = "busted_plus_one"


@unique
class SettlementOrder(StrEnum):
    """The order in which the boxes are settled."""

    FROM_THE_RIGHT = "from_the_right"
    FROM_THE_LEFT = "from_the_left"
    LOSERS_THEN_WINNERS_FROM_THE_RIGHT = "losers_then_winners_from_the_right"


@unique
class BankLimit(StrEnum):
    """What the player-dealer's wager limits."""

    NET = "net"
    GROSS = "gross"
    MATCHED = "matched"


@unique
class ExhaustedBank(StrEnum):
    """What becomes of a wager that loses once the bank can pay nothing more."""

    RETURNS = "returns"
    COLLECTS = "collects"


@unique
class SideSettled(StrEnum):
    """When a side bet is settled."""

    WHEN_DECIDED = "when_decided"
    AFTER_THE_DEAL = "after_the_deal"
    IN_SETTLEMENT = "in_settlement"


@unique
class FailureBasis(StrEnum):
    """The basis of the fixed payment after an equipment failure."""

    PER_WAGER = "per_wager"
    PER_DOLLAR = "per_dollar"


@unique
class FaceUp(StrEnum):
    """What happens to a card found face up in the shoe."""

    REMOVED = "removed"
    USED = "used"
    RULING = "ruling"


@unique
class Misdrawn(StrEnum):
    """What happens to a card drawn in error and not exposed."""

    NEXT_CARD = "next_card"
    DEALING_ERROR = "dealing_error"
    RULING = "ruling"


@unique
class ExposedCard(StrEnum):
    """What happens to a card drawn in error and exposed.

    If it may become the dealer's second card, a refusal binds the hand; if the dealer takes it
    only when drawing, a refusal binds the player on every box.
    """

    OFFERED_THEN_DEALERS_SECOND = "offered_then_dealers_second"
    OFFERED_THEN_DEALER_IF_DRAWING = "offered_then_dealer_if_drawing"
    DEALING_ERROR = "dealing_error"
    RULING = "ruling"


@unique
class ExtraDealerCard(StrEnum):
    """What happens to a card the dealer draws to a completed hand."""

    REMOVED = "removed"
    RULING = "ruling"


@unique
class DealingError(StrEnum):
    """The remedy for cards dealt out of order."""

    REBUILD_OR_VOID_HANDS = "rebuild_or_void_hands"
    PLAYERS_CHOOSE = "players_choose"
    LATE_CARD_OR_DEAD_HAND = "late_card_or_dead_hand"
    RULING = "ruling"


@unique
class AbsentPlayer(StrEnum):
    """What happens to the hand of an absent player."""

    DRAWN_TO_TWELVE = "drawn_to_twelve"
    STANDS = "stands"
    RULING = "ruling"


@unique
class Interruption(StrEnum):
    """What happens to a round that a failure interrupts."""

    VOID_UNLESS_AN_OUTCOME_EXISTS = "void_unless_an_outcome_exists"
    VOID_AFFECTED_HANDS = "void_affected_hands"
    VOID_ROUND = "void_round"
    RULING = "ruling"


@unique
class Uncovered(StrEnum):
    """Which hand keeps a bettor's wager when they do not join a split."""

    NAMED_HAND = "named_hand"
    FIRST_HAND = "first_hand"


@unique
class InsuranceCloses(StrEnum):
    """When insurance closes."""

    BEFORE_ANY_FURTHER_CARD = "before_any_further_card"
    BEFORE_THE_LOOK = "before_the_look"


@unique
class Result(StrEnum):
    """The result of a wager."""

    WIN = "win"
    LOSE = "lose"
    STAND_OFF = "standoff"
    RETURNED = "returned"
    SURRENDERED = "surrendered"
    VOID = "void"


@unique
class Compared(StrEnum):
    """The possible results of comparing two hands."""

    WIN = "win"
    LOSE = "lose"
    STAND_OFF = "standoff"


@unique
class MainNeeded(StrEnum):
    """Whose main wager a side bet on the box needs."""

    OWN = "own"
    ANYBODYS = "anybodys"


@unique
class Otherwise(StrEnum):
    """What happens to a side bet that does not win."""

    LOSE = "lose"
    STAND_OFF = "standoff"


@unique
class UnnamedHand(StrEnum):
    """Which hand an uncovered wager stays on if its bettor names none."""

    FIRST = "first"
    SECOND = "second"
