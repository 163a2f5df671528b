"""A game compiled for pricing: a table's rules as arrays."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from pitboss.acts import HandAct
from pitboss.law.counting import Score
from pitboss.law.hands import Hand
from pitboss.law.insurance import even_money_odds, may_take_even_money
from pitboss.law.play import has_act, surrenders_before_play
from pitboss.law.settlement import blackjack_is_paid, surrender
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.enumerations import BlackjackPaid

from .alike import check_alike
from .blackjack import TakenByBlackjack, blackjack_takes
from .dealer import dealers_outcomes
from .dealer_rows import DealerRows, arranged
from .errors import check_supported
from .multisets import BUST_ABOVE, Floats, Ints, Multisets
from .outcomes import Outcomes, winnings
from .permissions import Flags as Flags
from .permissions import StageKey, pairs_tens_by_rank
from .player_hands import hand_totals, player_hands
from .ranks import ACE, TEN, card_of
from .split_rows import SplitRows, all_split_rows
from .stages import StageTables as StageTables
from .stages import stage_tables
from .watching import kept

_UNIT = 100_00


class Payoffs(NamedTuple):
    """What each hand wins against each dealer outcome, and what a dealer blackjack takes."""

    by_outcome: Floats
    """[hand, outcome]: its win, less its win against the remaining outcome"""
    of_rest: Floats
    """[hand]: its win against the remaining outcome"""
    is_over: Flags
    """[hand]: whether it has bust; the row after the last is a hand lost for good"""
    double_spared: Floats
    """[up card]: how much less than two a doubled hand loses to a blackjack"""
    busted_double_spared: Floats
    beyond: Ints
    """[up card]: a :class:`~pitboss.compiled.blackjack.Beyond`"""


class CompiledGame(NamedTuple):
    """A table's rules compiled for pricing."""

    rules: TableRules
    multisets: Multisets
    outcomes: Outcomes
    dealer: DealerRows
    payoffs: Payoffs
    first: StageTables
    after_exchange: StageTables | None
    tens_pair_by_rank: bool
    looked_for: Flags
    """[up card]: whether the dealer checks for blackjack before play"""
    surrender_keeps: float
    surrender_keeps_against_blackjack: Floats
    """[up card]: zero if a dealer blackjack is found before anyone may surrender"""
    even_money: Floats
    """[up card]: what even money pays; nan if it is not offered"""


@lru_cache(maxsize=32)
def game(rules: TableRules) -> CompiledGame:
    """Compile the rules of a table, or raise :class:`CannotPrice` if they are not supported.

    Each table is cached by the provisions it depends on, so for rules that differ little from
    others already compiled, only what differs is compiled.
    """
    check_supported(rules)
    check_alike(rules)
    taken = _all_taken(rules)
    keeps, keeps_against_blackjack, even_money = _ends_at_once(rules)
    return CompiledGame(
        rules=rules,
        multisets=player_hands(rules),
        outcomes=dealers_outcomes(rules),
        dealer=arranged(rules),
        payoffs=_payoffs(rules)._replace(
            double_spared=np.array([each.double_spared for each in taken]),
            busted_double_spared=np.array([each.busted_double_spared for each in taken]),
            beyond=np.array([each.beyond for each in taken], np.int64),
        ),
        first=stage_tables(rules, StageKey()),
        after_exchange=stage_tables(rules, StageKey(True))
        if has_act(rules, HandAct.EXCHANGE)
        else None,
        tens_pair_by_rank=pairs_tens_by_rank(rules),
        looked_for=np.array([each.looked_for for each in taken]),
        surrender_keeps=keeps,
        surrender_keeps_against_blackjack=keeps_against_blackjack,
        even_money=even_money,
    )


@kept
def _all_taken(rules: TableRules) -> tuple[TakenByBlackjack, ...]:
    return tuple(blackjack_takes(rules, up) for up in range(10))


@kept
def _ends_at_once(rules: TableRules) -> tuple[float, Floats, Floats]:
    """What surrender keeps, what it keeps against a blackjack, and what even money pays."""
    taken = _all_taken(rules)
    return (
        _surrender_keeps(rules, dealer_blackjack=False),
        np.array([_keeps_against_blackjack(rules, each.looked_for) for each in taken]),
        np.array([_even_money(rules, up) for up in range(10)]),
    )


ONE_DECK: Final = 4
"""Cards of each class but tens"""


def dealer_within(game: CompiledGame, shoe: Floats) -> DealerRows:
    """The dealer's hands that this shoe can make, a fifth fewer with one deck."""
    return arranged(game.rules, ONE_DECK) if shoe[:TEN].max() <= ONE_DECK else game.dealer


def split_rows_within(game: CompiledGame, shoe: Floats) -> tuple[SplitRows, ...]:
    """[class]: the dealer's hands that this shoe can make, for the hands of a split pair."""
    return all_split_rows(game.rules, ONE_DECK if shoe[:TEN].max() <= ONE_DECK else None)


@kept
def _payoffs(rules: TableRules) -> Payoffs:
    """What each hand wins against each outcome, without what a dealer blackjack takes."""
    classes, hands = dealers_outcomes(rules), player_hands(rules).hands
    cards = np.minimum(hands.size, classes.alike_from)
    scores = np.stack([hand_totals(rules).total, cards], axis=1)
    different, group = np.unique(scores, axis=0, return_inverse=True)
    won = [
        [float(each) for each in winnings(rules, Score(False, *score), classes)]
        for score in different.tolist()
    ]
    by_outcome = np.full((len(hands.size) + 1, len(classes.scores)), -1.0)
    by_outcome[:-1] = np.array(won)[group.ravel()]
    of_rest = by_outcome[:, classes.rest].copy()
    kept_apart = [k for k in range(len(classes.scores)) if k != classes.rest]
    return Payoffs(
        by_outcome[:, kept_apart] - of_rest[:, None],
        of_rest,
        np.append(hands.low > BUST_ABOVE, True),
        np.zeros(10),
        np.zeros(10),
        np.zeros(10, np.int64),
    )


def _surrender_keeps(rules: TableRules, *, dealer_blackjack: bool) -> float:
    if rules.surrendering is None:
        return 0.0
    return surrender(rules, _UNIT, dealer_blackjack=dealer_blackjack).returned / _UNIT


def _keeps_against_blackjack(rules: TableRules, looked_for: bool) -> float:
    if looked_for and not surrenders_before_play(rules):
        return 0.0
    return _surrender_keeps(rules, dealer_blackjack=True)


def _even_money(rules: TableRules, up: int) -> float:
    blackjack = Hand((card_of(ACE), card_of(TEN)))
    if blackjack_is_paid(rules, card_of(up)).when is BlackjackPaid.AFTER_THE_DEAL:
        return float("nan")  # the blackjack is settled before anyone may act
    odds = even_money_odds(rules)
    if odds is None or not may_take_even_money(rules, blackjack, up=card_of(up)):
        return float("nan")
    return odds.pays / odds.per
