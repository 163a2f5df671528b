"""What may be done with every hand, asked of the law once and stored as bits."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.acts import BY_CARDS, HandAct
from pitboss.cards import Card, cards
from pitboss.law.counting import is_bust
from pitboss.law.hands import Hand
from pitboss.law.play import MAY, may_double, may_hit, may_split, may_stand
from pitboss.rulebooks import TableRules

from .ranks import TEN, card_of
from .watching import kept

STAND: Final = 1
HIT: Final = 2
DOUBLE: Final = 4

Bits = NDArray[np.uint8]
Flags = NDArray[np.bool_]


class StageKey(NamedTuple):
    """A moment of play: the first two cards as dealt, or those that replaced them."""

    exchanged: bool = False


def hand_of(held: tuple[Card, ...], stage: StageKey, *, split: bool = False) -> Hand:
    """A hand of these cards at that moment."""
    return Hand(held, is_split=split, exchanges=int(stage.exchanged))


def permitted(rules: TableRules, hand: Hand) -> int:
    """Whether a hand may stand, hit and double, as bits."""
    if is_bust(rules, hand.cards):
        return STAND
    hit, stand = bool(may_hit(rules, hand)), bool(may_stand(rules, hand))
    double = bool(may_double(rules, hand))
    return STAND * stand + HIT * hit + DOUBLE * double


@kept
def hands_at_most(rules: TableRules, rank: int, *, stage: StageKey) -> int:
    """Into how many hands a pair of the class may be split; one if it may not."""
    pair = (card_of(rank), card_of(rank))
    if not may_split(rules, hand_of(pair, stage), hands_on_box=1):
        return 1
    most = 2
    while may_split(rules, hand_of(pair, stage, split=True), hands_on_box=most):
        most += 1
    return most


@kept
def pairs_tens_by_rank(rules: TableRules) -> bool:
    """Whether a ten and a king are not a pair."""
    return not may_split(rules, Hand(cards("Ts Ks"))) and bool(
        may_split(rules, Hand(cards("Ts Td")))
    )


@kept
def offered(rules: TableRules, *, stage: StageKey) -> Flags:
    """[act, class, class, up card]: whether the acts on two cards are permitted.

    Of the other acts, which need more than the cards and the up card, no row is filled in.
    """
    allowed = np.zeros((len(HandAct), 10, 10, 10), bool)
    for act in BY_CARDS:
        if getattr(rules, act.words.part) is None:
            continue
        for a in range(10):
            for b in range(10):
                hand = hand_of((card_of(a), card_of(b)), stage)
                for up in range(10):
                    allowed[act, a, b, up] = bool(MAY[act](rules, hand, card_of(up)))
    return allowed


@kept
def split_aces_draw(rules: TableRules) -> bool:
    """Whether a split ace with two cards may take a third or be doubled."""
    return any(
        may_hit(rules, Hand((card_of(0), card_of(rank)), is_split=True))
        or may_double(rules, Hand((card_of(0), card_of(rank)), is_split=True))
        for rank in range(TEN + 1)
    )
