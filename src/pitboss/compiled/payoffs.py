"""The win of each hand in whole units, and when the dealer's next card is due."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.law.counting import Score, count
from pitboss.law.dealer import AtStake, card_would_matter
from pitboss.law.hands import Hand
from pitboss.law.insurance import even_money_odds
from pitboss.law.settlement import bust_is_collected, gives_back_busts, is_decided, surrender
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.enumerations import BustTaken

from .blackjack import blackjack_takes
from .hand_states import HandWalk, units
from .outcomes import Outcomes, natural, winnings
from .ranks import card_of

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]

_STAKE: Final = 100_00
_HARD: Final = (card_of(1), card_of(1))
"""A dealer's hand that must draw"""


class Dues(NamedTuple):
    """Wins and losses, net of the stake; ``per`` units make one wager."""

    per: int
    won: Numbers
    """[state, outcome]: the win of a hand against each class of the dealer's hands"""
    natural_wins: int
    natural_ties: int
    even_money: int
    """What even money pays, if the book offers it"""
    surrendered: int
    surrendered_to_blackjack: int
    double_spared: Numbers
    """[up card]: how much less than two wagers a doubled hand loses to a blackjack"""
    busted_double_spared: Numbers
    beyond: Numbers
    """[up card]: a :class:`~pitboss.compiled.blackjack.Beyond`"""
    surrender_hangs: bool
    """Whether a dealer blackjack found later takes the rest of a surrendered wager"""
    stays: Flags
    """[state]: whether the wager stays on the layout to the end; a bust may be collected at once"""
    is_decided: Flags
    """[state]: whether every dealer hand except a blackjack gives the same result"""
    gives_back_busts: bool
    second_is_due: Flags
    """[up card, a wager is open, an extra wager was taken that a blackjack gives back]"""
    further_is_due: Flags
    """[a wager is open on a hand that is not decided]; for a dealer's hand that must draw"""


def dues(rules: TableRules, walk: HandWalk, classes: Outcomes) -> Dues:
    """Calculate every hand's win, and when the dealer draws."""
    hands = [tuple(card_of(c) for c in hand) for hand in walk.hands]
    won = [
        winnings(rules, Score(False, count(rules, hand).total, len(hand)), classes)
        for hand in hands
    ]
    wins, ties = natural(rules, classes)
    taken = [blackjack_takes(rules, up) for up in range(10)]
    spared = [Fraction(each.double_spared) for each in taken]
    busted_spared = [Fraction(each.busted_double_spared) for each in taken]
    early = even_money_odds(rules)
    even = Fraction(early.pays, early.per) if early is not None else Fraction(0)
    kept, kept_of_blackjack = _surrendered(rules)
    amounts = (wins, ties, even, kept, kept_of_blackjack, *spared, *busted_spared)
    unit = units(*amounts, *(amount for row in won for amount in row))
    at_once = bust_is_collected(rules).when is BustTaken.AT_ONCE
    return Dues(
        per=unit.per,
        won=np.array([[unit.of(amount) for amount in row] for row in won], np.int64),
        natural_wins=unit.of(wins),
        natural_ties=unit.of(ties),
        even_money=unit.of(even),
        surrendered=unit.of(kept),
        surrendered_to_blackjack=unit.of(kept_of_blackjack),
        double_spared=np.array([unit.of(each) for each in spared], np.int64),
        busted_double_spared=np.array([unit.of(each) for each in busted_spared], np.int64),
        beyond=np.array([each.beyond for each in taken], np.int64),
        surrender_hangs=kept != kept_of_blackjack,
        stays=~walk.is_over if at_once else np.ones(len(hands), bool),
        # An ace and a ten are a plain 21 here, after a split or an exchange.
        is_decided=np.array([is_decided(rules, Hand(hand, is_split=True)) for hand in hands]),
        gives_back_busts=gives_back_busts(rules),
        second_is_due=_second_is_due(rules),
        further_is_due=_further_is_due(rules),
    )


def _surrendered(rules: TableRules) -> tuple[Fraction, Fraction]:
    """The loss from surrender, without and with a dealer blackjack."""
    if rules.surrendering is None:
        return Fraction(0), Fraction(0)
    kept, of_blackjack = (
        Fraction(surrender(rules, _STAKE, dealer_blackjack=any_found).returned, _STAKE) - 1
        for any_found in (False, True)
    )
    return kept, of_blackjack


def _second_is_due(rules: TableRules) -> Flags:
    some = (Hand((card_of(9), card_of(8))),)
    due = np.zeros((10, 2, 2), bool)
    for up in range(10):
        for lies in (False, True):
            for capped in (False, True):
                stake = AtStake(hands=some if lies else (), busts_capped=capped)
                due[up, int(lies), int(capped)] = bool(
                    card_would_matter(rules, (card_of(up),), stake)
                )
    return due


def _further_is_due(rules: TableRules) -> Flags:
    hands = ((), an_open_hand(rules))
    return np.array([bool(card_would_matter(rules, _HARD, AtStake(hands=each))) for each in hands])


def an_open_hand(rules: TableRules) -> tuple[Hand, ...]:
    """One hand that the dealer's cards decide, or none if they never decide."""
    plain = (Hand((card_of(9), card_of(rank)), is_split=True) for rank in range(1, 10))
    return tuple(islice((hand for hand in plain if not is_decided(rules, hand)), 1))
