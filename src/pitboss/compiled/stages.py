"""A stage of the game as tables: what may be done with the first two cards and what follows."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from pitboss.acts import HandAct
from pitboss.law.counting import Score, is_blackjack
from pitboss.law.dealer import looks_for_blackjack
from pitboss.law.hands import Hand
from pitboss.law.play import has_act
from pitboss.law.settlement import blackjack_is_paid
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.enumerations import BlackjackPaid

from .dealer import dealers_outcomes
from .multisets import Ints, Multisets
from .outcomes import MOST_CARDS, alike_from, natural
from .permissions import (
    STAND,
    Bits,
    Flags,
    StageKey,
    hand_of,
    hands_at_most,
    offered,
    permitted,
)
from .player_hands import HandTotals, hand_totals, player_hands
from .ranks import ACE, TEN, Counts, card_of, cards_of
from .watching import kept

_ASKED: Final = (None, ACE, TEN)
"""Hands for which the law is asked whether their number of cards makes a difference: as dealt, and
split from the classes that have rules of their own"""


class StageTables(NamedTuple):
    """What may be done with the first two cards, or with those that replaced them."""

    permitted: Bits
    """[0 for the hand as dealt or 1 + class split, hand]: stand, hit and double as bits"""
    hands_at_most: Ints
    """[class]"""
    natural_wins: float
    natural_ties: float
    has_natural: bool
    natural_is_safe: Flags
    """[up card]: whether a blackjack is paid before the dealer checks for blackjack"""
    offered: Flags
    """[act, class, class, up card]: for the acts that the law permits by those"""

    def offers(self, act: HandAct, a: int, b: int) -> bool:
        """Whether an act on two cards is permitted against any up card."""
        return bool(self.offered[act, a, b].any())


@kept
def stage_tables(rules: TableRules, stage: StageKey) -> StageTables:
    """Compile a stage of the game."""
    wins, ties = natural(rules, dealers_outcomes(rules))
    blackjack = hand_of((card_of(ACE), card_of(TEN)), stage)
    most = [hands_at_most(rules, rank, stage=stage) for rank in range(10)]
    return StageTables(
        all_permitted(rules, stage),
        np.array(most, np.int64),
        float(wins),
        float(ties),
        is_blackjack(rules, blackjack),
        np.array([_natural_is_safe(rules, up, stage) for up in range(10)]),
        offered(rules, stage=stage),
    )


@kept
def all_permitted(rules: TableRules, stage: StageKey) -> Bits:
    """[0 for the hand as dealt or 1 + class split, hand]: stand, hit and double as bits."""
    after_split = [permitted_hands(rules, stage, rank) for rank in range(10)]
    return np.array([permitted_hands(rules, stage, None), *after_split])


@kept
def permitted_hands(rules: TableRules, stage: StageKey, split: int | None) -> Bits:
    """Whether each hand may stand, hit and double; after a split, hands with the split class."""
    hands, totals = player_hands(rules), hand_totals(rules)
    rows, held = hands.rows, hands.hands.counts
    bits = np.zeros(len(rows) + 1, np.uint8)
    concerned = np.arange(len(rows)) if split is None else np.nonzero(held[:, split])[0]
    # For three or more cards the law considers the total, the card that was split, and their
    # number up to the one from which on, as it was asked, it makes no difference.
    longer = concerned[hands.hands.size[concerned] > 2]
    size = np.minimum(hands.hands.size, drawn_alike_from(rules, stage))
    alike = MOST_CARDS * (2 * totals.total + totals.soft) + size
    _, first, group = np.unique(alike[longer], return_index=True, return_inverse=True)
    numbers = [permitted(rules, _held(rows[row], stage, split)) for row in longer[first]]
    bits[longer] = np.array(numbers, np.uint8)[group]
    for row in concerned[hands.hands.size[concerned] <= 2]:
        bits[row] = permitted(rules, _held(rows[row], stage, split))
    bits[-1] = STAND
    return bits


@kept
def drawn_alike_from(rules: TableRules, stage: StageKey) -> int:
    """From how many cards on the law permits the same to every hand of one total."""
    hands, totals = player_hands(rules), hand_totals(rules)
    return max(_drawn_alike_from(rules, stage, split, hands, totals) for split in _ASKED)


@kept
def hands_alike_from(rules: TableRules) -> int:
    """The same for first cards and for those that replaced them."""
    stages = (StageKey(), StageKey(True)) if has_act(rules, HandAct.EXCHANGE) else (StageKey(),)
    return max(drawn_alike_from(rules, stage) for stage in stages)


def _drawn_alike_from(
    rules: TableRules, stage: StageKey, split: int | None, hands: Multisets, totals: HandTotals
) -> int:
    held, size = hands.hands.counts, hands.hands.size
    longer = np.nonzero((size > 2) & (True if split is None else held[:, split] > 0))[0]
    total = 2 * totals.total[longer] + totals.soft[longer]
    _, first = np.unique(MOST_CARDS * total + size[longer], return_index=True)
    return alike_from(
        {
            Score(False, int(total[k]), int(size[longer[k]])): permitted(
                rules, _held(hands.rows[longer[k]], stage, split)
            )
            for k in first
        }
    )


def _held(counts: Counts, stage: StageKey, split: int | None) -> Hand:
    """The hand of these cards; after a split the split card comes first."""
    if split is None:
        return hand_of(cards_of(counts), stage)
    others = (*counts[:split], counts[split] - 1, *counts[split + 1 :])
    return hand_of((card_of(split), *cards_of(others)), stage, split=True)


def _natural_is_safe(rules: TableRules, up: int, stage: StageKey) -> bool:
    when = blackjack_is_paid(rules, card_of(up)).when
    if when is BlackjackPaid.AT_ITS_TURN:
        return not looks_for_blackjack(rules, card_of(up))
    return when is BlackjackPaid.AFTER_THE_DEAL and not stage.exchanged
