"""The words a book may use for a side bet."""

from __future__ import annotations

from enum import StrEnum, unique


@unique
class VoidWithTheHand(StrEnum):
    """What happens to a side bet when its hand is void."""

    WHILE_OPEN = "while_open"
    EVEN_IF_SETTLED = "even_if_settled"


@unique
class AceCounts(StrEnum):
    """What an ace counts for a side bet on a total."""

    ONE = "1"
    ELEVEN = "11"
    EITHER = "1 or 11"


@unique
class AceRanks(StrEnum):
    """Where an ace ranks for a side bet on the order of cards."""

    HIGH = "high"
    LOW = "low"
    EITHER = "high or low"


@unique
class DealerDraws(StrEnum):
    """Which cards the dealer takes for a side bet on the dealer's cards."""

    TO_THE_END = "to_the_end"
    THIRD_CARD = "third_card"
    SECOND_CARD = "second_card"
    AS_PLAY_REQUIRES = "as_play_requires"


@unique
class Button(StrEnum):
    """Who presses the button that draws a prize."""

    CONTROLLER_OF_THE_BOX = "controller_of_the_box"
    ANYBODY = "anybody"


@unique
class StakeOfWinner(StrEnum):
    """What happens to the stake of a bet that wins a drawn prize."""

    KEPT = "kept"
    TAKEN = "taken"


@unique
class Placed(StrEnum):
    """When a side bet is placed, if not together with the main wager."""

    AFTER_THE_DEAL = "after_the_deal"
