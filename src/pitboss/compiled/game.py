"""A game compiled for pricing: a table's rules as arrays."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compiled.blackjack import blackjack_takes
from pitboss.compiled.dealer import DealersHands, dealers_hands
from pitboss.compiled.errors import check_supported
from pitboss.compiled.outcomes import (
    MANY_CARDS,
    Outcomes,
    is_lost_for_good,
    natural,
    outcomes,
    winnings,
)
from pitboss.compiled.permissions import (
    Bits,
    Stage,
    hands_at_most,
    pairs_tens_by_rank,
    permitted,
    split_aces_draw,
    surrendered,
    zapped,
)
from pitboss.compiled.ranks import ACE, TEN, Counts, card_of, cards_of, low_points
from pitboss.law.counting import Score, count
from pitboss.law.dealer import looks_for_blackjack
from pitboss.law.hands import Hand
from pitboss.law.insurance import even_money_odds, may_take_even_money
from pitboss.law.play import surrenders_before_play
from pitboss.law.settlement import blackjack_is_paid, surrender
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.enumerations import BlackjackPaid

from .dealer_rows import DealerRows, dealer_rows
from .multisets import BUST_ABOVE, Floats, Ints, Multisets, multisets

Flags = NDArray[np.bool_]

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


class StageTables(NamedTuple):
    """What may be done with the first two cards, or with those after a zap."""

    permitted: Bits
    """[0 for the hand as dealt or 1 + class split, hand]: stand, hit and double as bits"""
    hands_at_most: Ints
    """[class]"""
    natural_wins: float
    natural_ties: float
    has_natural: bool
    natural_is_safe: Flags
    """[up card]: whether a blackjack is paid before the dealer checks for blackjack"""
    surrenders: Flags
    """[class, class, up card]"""
    zaps: Flags
    """[class, class]"""


class Game(NamedTuple):
    """A table's rules compiled for pricing."""

    rules: TableRules
    multisets: Multisets
    outcomes: Outcomes
    dealer: DealerRows
    payoffs: Payoffs
    first: StageTables
    after_zap: StageTables | None
    tens_pair_by_rank: bool
    looked_for: Flags
    """[up card]: whether the dealer checks for blackjack before play"""
    surrender_keeps: float
    surrender_keeps_against_blackjack: Floats
    """[up card]: zero if a dealer blackjack is found before anyone may surrender"""
    even_money: Floats
    """[up card]: what even money pays; nan if it is not offered"""


@lru_cache(maxsize=32)
def game(rules: TableRules) -> Game:
    """Compile the rules of a table, or raise :class:`CannotPrice` if they are not supported."""
    check_supported(rules)
    dealer = dealers_hands(rules)
    classes = outcomes(rules, dealer.scores())
    most = max(hands_at_most(rules, rank, stage=Stage()) for rank in range(10))
    tables = multisets(
        busts=_live_busts(rules, classes),
        further=max(0, 2 * (most - 2) + 1),
        aces_draw=split_aces_draw(rules),
    )
    taken = [blackjack_takes(rules, up) for up in range(10)]
    payoffs = _payoffs(rules, classes, tables.rows)._replace(
        double_spared=np.array([each.double_spared for each in taken]),
        busted_double_spared=np.array([each.busted_double_spared for each in taken]),
        beyond=np.array([each.beyond for each in taken], np.int64),
    )
    after_zap = None if rules.zapping is None else _stage(rules, tables, classes, Stage(True))
    return Game(
        rules,
        tables,
        classes,
        dealer_rows(dealer, classes),
        payoffs,
        _stage(rules, tables, classes, Stage()),
        after_zap,
        pairs_tens_by_rank(rules),
        np.array([each.looked_for for each in taken]),
        _surrender_keeps(rules, dealer_blackjack=False),
        np.array([_keeps_against_blackjack(rules, each.looked_for) for each in taken]),
        np.array([_even_money(rules, up) for up in range(10)]),
    )


ONE_DECK: Final = 4
"""Cards of each class but tens"""


def dealer_within(game: Game, shoe: Floats) -> DealerRows:
    """The dealer's hands that this shoe can make, a fifth fewer with one deck."""
    return _of_one_deck(game.rules) if shoe[:TEN].max() <= ONE_DECK else game.dealer


@lru_cache(maxsize=32)
def _of_one_deck(rules: TableRules) -> DealerRows:
    dealer = dealers_hands(rules)
    made = {
        hand: orders for hand, orders in dealer.orders.items() if max(hand.counts[:TEN]) <= ONE_DECK
    }
    return dealer_rows(DealersHands(made), outcomes(rules, dealer.scores()))


def _live_busts(rules: TableRules, classes: Outcomes) -> tuple[Counts, ...]:
    """Hands over 21 that may still be saved."""
    live = {
        (total, cards)
        for total in range(BUST_ABOVE + 1, BUST_ABOVE + 11)
        for cards in (3, MANY_CARDS)
        if not is_lost_for_good(winnings(rules, Score(False, total, cards), classes))
    }
    # Hands of four or more cards would need many more compositions.
    assert not any(cards == MANY_CARDS for _, cards in live), "such rules are refused"
    return tuple(
        counts
        for counts in _three_cards()
        if low_points(counts) > BUST_ABOVE and (low_points(counts), 3) in live
    )


def _three_cards() -> list[Counts]:
    found = []
    for a in range(10):
        for b in range(a, 10):
            for c in range(b, 10):
                counts = [0] * 10
                for rank in (a, b, c):
                    counts[rank] += 1
                found.append(tuple(counts))
    return found


def _payoffs(rules: TableRules, classes: Outcomes, rows: tuple[Counts, ...]) -> Payoffs:
    by_outcome = np.zeros((len(rows) + 1, len(classes.scores)))
    won_by: dict[Score, list[float]] = {}
    for row, counts in enumerate(rows):
        total = count(rules, cards_of(counts)).total
        score = Score(False, total, min(sum(counts), MANY_CARDS))
        if score not in won_by:
            won_by[score] = [float(won) for won in winnings(rules, score, classes)]
        by_outcome[row] = won_by[score]
    by_outcome[-1] = -1.0
    of_rest = by_outcome[:, classes.rest].copy()
    kept = [k for k in range(len(classes.scores)) if k != classes.rest]
    is_over = np.array([low_points(counts) > BUST_ABOVE for counts in rows] + [True])
    return Payoffs(
        by_outcome[:, kept] - of_rest[:, None],
        of_rest,
        is_over,
        np.zeros(10),
        np.zeros(10),
        np.zeros(10, np.int64),
    )


def _stage(rules: TableRules, tables: Multisets, classes: Outcomes, stage: Stage) -> StageTables:
    bits = [permitted(rules, tables.rows, stage=stage)]
    bits += [permitted(rules, tables.rows, stage=stage, split=rank) for rank in range(10)]
    wins, ties = natural(rules, classes)
    zapping = rules.zapping
    has_natural = not stage.zapped or (zapping is not None and zapping.makes_blackjack.value)
    surrenders = np.zeros((10, 10, 10), bool)
    zaps = np.zeros((10, 10), bool)
    for a in range(10):
        for b in range(10):
            zaps[a, b] = not stage.zapped and zapped(rules, a, b)
            for up in range(10):
                surrenders[a, b, up] = surrendered(rules, a, b, up, stage=stage)
    most = [hands_at_most(rules, rank, stage=stage) for rank in range(10)]
    return StageTables(
        np.array(bits),
        np.array(most, np.int64),
        float(wins),
        float(ties),
        has_natural,
        np.array([_natural_is_safe(rules, up, stage) for up in range(10)]),
        surrenders,
        zaps,
    )


def _surrender_keeps(rules: TableRules, *, dealer_blackjack: bool) -> float:
    if rules.surrendering is None:
        return 0.0
    return surrender(rules, _UNIT, dealer_blackjack=dealer_blackjack).returned / _UNIT


def _keeps_against_blackjack(rules: TableRules, looked_for: bool) -> float:
    if looked_for and not surrenders_before_play(rules):
        return 0.0
    return _surrender_keeps(rules, dealer_blackjack=True)


def _natural_is_safe(rules: TableRules, up: int, stage: Stage) -> bool:
    when = blackjack_is_paid(rules, card_of(up)).when
    if when is BlackjackPaid.AT_ITS_TURN:
        return not looks_for_blackjack(rules, card_of(up))
    return when is BlackjackPaid.AFTER_THE_DEAL and not stage.zapped


def _even_money(rules: TableRules, up: int) -> float:
    blackjack = Hand((card_of(ACE), card_of(TEN)))
    if blackjack_is_paid(rules, card_of(up)).when is BlackjackPaid.AFTER_THE_DEAL:
        return float("nan")  # the blackjack is settled before anyone may act
    odds = even_money_odds(rules)
    if odds is None or not may_take_even_money(rules, blackjack, up=card_of(up)):
        return float("nan")
    return odds.pays / odds.per
