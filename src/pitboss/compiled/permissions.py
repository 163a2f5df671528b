"""What may be done with every hand, asked of the law once and stored as bits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card, cards
from pitboss.law.counting import count, is_bust
from pitboss.law.hands import Hand
from pitboss.law.play import may_double, may_hit, may_split, may_stand, may_surrender, may_zap
from pitboss.rulebooks import TableRules

from .ranks import TEN, Counts, card_of, cards_of

STAND: Final = 1
HIT: Final = 2
DOUBLE: Final = 4

Bits = NDArray[np.uint8]


class Stage(NamedTuple):
    """A moment of play: the first two cards as dealt, or those that came after a zap."""

    zapped: bool = False


def permitted(
    rules: TableRules, rows: Sequence[Counts], *, stage: Stage, split: int | None = None
) -> Bits:
    """Whether each hand may stand, hit and double; after a split, hands with the split class."""
    bits = np.zeros(len(rows) + 1, np.uint8)
    # For three or more cards the law considers only the total and the card that was split.
    asked: dict[tuple[int, bool], int] = {}
    for row, counts in enumerate(rows):
        if split is not None and not counts[split]:
            continue
        held = cards_of(counts)
        if split is not None:
            others = (*counts[:split], counts[split] - 1, *counts[split + 1 :])
            held = (card_of(split), *cards_of(others))
        hand = _hand(held, stage, split=split is not None)
        if len(held) < 3:
            bits[row] = _permitted(rules, hand)
            continue
        counted = count(rules, held)
        if counted not in asked:
            asked[counted] = _permitted(rules, hand)
        bits[row] = asked[counted]
    bits[-1] = STAND
    return bits


def _hand(held: tuple[Card, ...], stage: Stage, *, split: bool = False) -> Hand:
    return Hand(held, is_split=split, times_zapped=int(stage.zapped))


def _permitted(rules: TableRules, hand: Hand) -> int:
    if is_bust(rules, hand.cards):
        return STAND
    hit, stand = bool(may_hit(rules, hand)), bool(may_stand(rules, hand))
    double = bool(may_double(rules, hand))
    return STAND * stand + HIT * hit + DOUBLE * double


def hands_at_most(rules: TableRules, rank: int, *, stage: Stage) -> int:
    """Into how many hands a pair of the class may be split; one if it may not."""
    pair = (card_of(rank), card_of(rank))
    if not may_split(rules, _hand(pair, stage), hands_on_box=1):
        return 1
    most = 2
    while may_split(rules, _hand(pair, stage, split=True), hands_on_box=most):
        most += 1
    return most


def pairs_tens_by_rank(rules: TableRules) -> bool:
    """Whether a ten and a king are not a pair."""
    return not may_split(rules, Hand(cards("Ts Ks"))) and bool(
        may_split(rules, Hand(cards("Ts Td")))
    )


def surrendered(rules: TableRules, first: int, second: int, up: int, *, stage: Stage) -> bool:
    """Whether the first two cards may be surrendered against the up card."""
    hand = _hand((card_of(first), card_of(second)), stage)
    return bool(may_surrender(rules, hand, up=card_of(up)))


def zapped(rules: TableRules, first: int, second: int) -> bool:
    """Whether the first two cards may be exchanged."""
    return bool(may_zap(rules, Hand((card_of(first), card_of(second)))))


def split_aces_draw(rules: TableRules) -> bool:
    """Whether a split ace with two cards may take a third or be doubled."""
    return any(
        may_hit(rules, Hand((card_of(0), card_of(rank)), is_split=True))
        or may_double(rules, Hand((card_of(0), card_of(rank)), is_split=True))
        for rank in range(TEN + 1)
    )
