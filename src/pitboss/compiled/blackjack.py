"""What a dealer blackjack takes, as numbers that can be added up hand by hand."""

from __future__ import annotations

from enum import IntEnum, unique
from itertools import product
from typing import Final, NamedTuple

from pitboss.law.dealer import looks_for_blackjack
from pitboss.law.settlement import HandWager, settle_against_blackjack
from pitboss.law.wagers import WagerKind
from pitboss.rulebooks import TableRules

from .errors import CannotPrice
from .ranks import card_of
from .watching import kept

_UNIT: Final = 100_00
_MOST_HANDS: Final = 4


@unique
class Beyond(IntEnum):
    """What a dealer blackjack takes of a split box with one unit on every hand."""

    EACH_HAND = 0
    """Every hand loses its unit."""
    ONE_IN_ALL = 1
    """All hands together lose one unit, bust or not."""
    BUSTED_AND_FIRST = 2
    """Busted hands lose their units; of the others only the first hand does."""
    BUSTED_AND_ONE = 3
    """Busted hands lose their units; the others together lose one unit."""


class TakenByBlackjack(NamedTuple):
    """What is lost to a dealer blackjack with one up card.

    A hand alone on its box loses one unit. If doubled it loses two units less what is spared:
    ``double_spared`` for a hand that is not bust, ``busted_double_spared`` for one that is.
    """

    looked_for: bool
    beyond: Beyond
    double_spared: float
    busted_double_spared: float


class BoxHand(NamedTuple):
    """A hand of a box, as it matters to a dealer blackjack."""

    busted: bool
    doubled: bool


def blackjack_takes(rules: TableRules, up: int) -> TakenByBlackjack:
    """What a dealer blackjack takes of a box without a blackjack."""
    if looks_for_blackjack(rules, card_of(up)):
        # It is found before anyone has doubled or split, so only the main wager can be taken.
        if _lost(rules, (BoxHand(False, False),)) != 1:
            raise CannotPrice(_not_priced(rules))
        return TakenByBlackjack(True, Beyond.ONE_IN_ALL, 1.0, 1.0)
    return _taken_last(rules)


@kept
def _taken_last(rules: TableRules) -> TakenByBlackjack:
    """What a dealer blackjack takes if it is found after everyone has played."""
    if any(_lost(rules, (BoxHand(busted, False),)) != 1 for busted in (False, True)):
        raise CannotPrice(_not_priced(rules))
    takes = (
        TakenByBlackjack(
            False,
            beyond,
            2 - _lost(rules, (BoxHand(False, True),)),
            2 - _lost(rules, (BoxHand(True, True),)),
        )
        for beyond in Beyond
    )
    for candidate in takes:
        if _tells_all(rules, candidate):
            return candidate
    raise CannotPrice(_not_priced(rules))


def _not_priced(rules: TableRules) -> str:
    return f"what a dealer blackjack takes in {rules.book.id} is not of a kind that is priced"


def _lost(rules: TableRules, box: tuple[BoxHand, ...]) -> float:
    """What the law collects from a box with these hands, in units."""
    wagers = []
    for number, hand in enumerate(box, start=1):
        kind = WagerKind.MAIN if number == 1 else WagerKind.SPLIT
        wagers.append(HandWager(kind, number, _UNIT, hand.busted))
        if hand.doubled:
            wagers.append(HandWager(WagerKind.DOUBLE, number, _UNIT, hand.busted))
    settled = settle_against_blackjack(rules, wagers)
    staked = sum(wager.stake for wager in wagers)
    return (staked - sum(each.returned for each in settled)) / _UNIT


def _tells_all(rules: TableRules, takes: TakenByBlackjack) -> bool:
    parts = [BoxHand(*each) for each in product((False, True), repeat=2)]
    return all(
        _lost(rules, box) == taken_from(takes, box)
        for hands in range(1, _MOST_HANDS + 1)
        for box in product(parts, repeat=hands)
    )


def taken_from(takes: TakenByBlackjack, box: tuple[BoxHand, ...]) -> float:
    """What a dealer blackjack takes of a box with these hands, in order."""
    lost = 0.0
    for hand in box:
        spared = takes.busted_double_spared if hand.busted else takes.double_spared
        lost += 2 - spared if hand.doubled else 1
    alive = sum(not hand.busted for hand in box)
    match takes.beyond:
        case Beyond.EACH_HAND:
            return lost
        case Beyond.ONE_IN_ALL:
            return lost - (len(box) - 1)
        case Beyond.BUSTED_AND_FIRST:
            return lost - alive + (not box[0].busted)
        case Beyond.BUSTED_AND_ONE:
            return lost - alive + (alive > 0)
