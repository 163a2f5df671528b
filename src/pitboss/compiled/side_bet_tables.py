"""The side bets as tables over cards: what two cards, a third one or the dealer's hand win.

Every entry is asked of the law once. Bets on the first two cards are put together: two pairs of
cards are of one class where no bet placed tells them apart, so that a kernel counts one class for
each box and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK, Card, Rank
from pitboss.law.hands import Hand
from pitboss.law.settlement import Settled
from pitboss.law.side_bets import (
    buster,
    madness_21,
    over_under_13,
    perfect_pairs,
    player_pair,
    super_sevens,
)
from pitboss.law.side_bets.offered import on_offer
from pitboss.law.wagers import WagerKind
from pitboss.rulebooks import TableRules

from .errors import CannotPrice

STAKE: Final = 100_00
"""The stake about which the law is asked; winnings are told for a stake of one."""

MOST_CARDS: Final = 21
"""No dealer's hand has more cards."""

Won = tuple[Fraction, ...]
"""What a stake of one wins or loses, by class of outcome."""

_SEVENS: Final = tuple(card for card in DECK if card.rank is Rank.SEVEN)
_NOT_YET: Final = Fraction(0)


class SideBetTables(NamedTuple):
    """The side bets placed, as tables; winnings are for a stake of one on each of them."""

    kinds: tuple[WagerKind, ...]
    two_cards: NDArray[np.uint8]
    """[first card x 52 + second]: the class of the two cards, for all bets together"""
    won: Mapping[WagerKind, Won]
    """For each bet what each class wins; nothing yet where more than two cards decide"""
    waits: NDArray[np.uint8]
    """[class]: 1 where sevens wait for a third card, 2 where a prize is drawn, 3 for both"""
    third: NDArray[np.uint8]
    """[suits of two sevens x 52 + third card]: how Super Sevens end, as an index into sevens_won"""
    closed: NDArray[np.uint8]
    """[suits of two sevens]: the same where the hand takes no third card"""
    split: NDArray[np.uint8]
    """[suits of two sevens]: the same where they are split"""
    sevens_won: Won
    prizes: NDArray[np.uint16]
    """[draw]: which of the prizes it is, as an index into prizes_won"""
    prizes_won: Won
    buster: NDArray[np.uint8]
    """[over, number of cards]: how the dealer's hand ends Buster, as an index into buster_won"""
    buster_won: Won


def side_bet_tables(rules: TableRules, kinds: Sequence[WagerKind]) -> SideBetTables:
    """The tables of these side bets, which must be offered."""
    for kind in kinds:
        if kind not in on_offer(rules):
            raise CannotPrice(f"{rules.book.id} does not offer {kind.value} with these options")
    classes: dict[tuple[object, ...], int] = {}
    two_cards = np.zeros(52 * 52, np.uint8)
    for a in DECK:
        for b in DECK:
            key = tuple(_by_two_cards(rules, kind, a, b) for kind in kinds)
            two_cards[a.index * 52 + b.index] = classes.setdefault(key, len(classes))
    won = {kind: tuple(_so_far(key[place]) for key in classes) for place, kind in enumerate(kinds)}
    waits = [
        sum(
            (1 if kind is WagerKind.SUPER_SEVENS else 2)
            for place, kind in enumerate(kinds)
            if key[place] is None
        )
        for key in classes
    ]
    third, closed, split, sevens_won = _sevens(rules, kinds)
    prizes, prizes_won = _prizes(rules, kinds)
    ends, buster_won = _buster(rules, kinds)
    return SideBetTables(
        tuple(kinds),
        two_cards,
        won,
        np.array(waits, np.uint8),
        third,
        closed,
        split,
        sevens_won,
        prizes,
        prizes_won,
        ends,
        buster_won,
    )


def _so_far(won: object) -> Fraction:
    return won if isinstance(won, Fraction) else _NOT_YET


def _net(settled: Settled) -> Fraction:
    return Fraction(settled.returned - STAKE, STAKE)


def _by_two_cards(rules: TableRules, kind: WagerKind, a: Card, b: Card) -> Fraction | None:
    """What two cards win; None where they do not decide."""
    match kind:
        case WagerKind.PERFECT_PAIRS:
            return _net(perfect_pairs.settle(rules, STAKE, a, b))
        case WagerKind.PLAYER_PAIR:
            return _net(player_pair.settle(rules, STAKE, a, b))
        case WagerKind.OVER_13 | WagerKind.UNDER_13:
            return _net(over_under_13.settle(rules, kind, STAKE, a, b))
        case WagerKind.SUPER_SEVENS:
            done = super_sevens.settle(rules, STAKE, (a, b))
            return None if done is None else _net(done.settled)
        case WagerKind.MADNESS_21:
            if madness_21.wins(rules, Hand((a, b))):
                return None
            return _net(madness_21.settle(rules, STAKE, Hand((a, b)), prize_per_dollar=0))
        case _:
            return _NOT_YET  # the dealer's hand decides


class _Listed:
    """Winnings by number, each listed once."""

    def __init__(self) -> None:
        self.numbers: dict[Fraction, int] = {}

    def of(self, won: Fraction) -> int:
        return self.numbers.setdefault(won, len(self.numbers))

    def all(self) -> Won:
        return tuple(self.numbers)


def _sevens(
    rules: TableRules, kinds: Sequence[WagerKind]
) -> tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint8], Won]:
    third, closed, split = (
        np.zeros(16 * 52, np.uint8),
        np.zeros(16, np.uint8),
        np.zeros(16, np.uint8),
    )
    listed = _Listed()
    if WagerKind.SUPER_SEVENS in kinds:

        def won(hand: tuple[Card, ...], *, is_split: bool = False, is_closed: bool = False) -> int:
            done = super_sevens.settle(rules, STAKE, hand, is_split=is_split, is_closed=is_closed)
            assert done is not None
            return listed.of(_net(done.settled))

        for a in _SEVENS:
            for b in _SEVENS:
                suits = a.index // 13 * 4 + b.index // 13
                closed[suits] = won((a, b), is_closed=True)
                split[suits] = won((a, b), is_split=True)
                for c in DECK:
                    third[suits * 52 + c.index] = won((a, b, c))
    return third, closed, split, listed.all() or (_NOT_YET,)


def _prizes(rules: TableRules, kinds: Sequence[WagerKind]) -> tuple[NDArray[np.uint16], Won]:
    part = rules.madness_21
    if WagerKind.MADNESS_21 not in kinds or part is None:
        return np.zeros(1, np.uint16), (_NOT_YET,)
    listed = _Listed()
    natural = Hand((DECK[0], DECK[9]))
    draws = range(part.prizes.value.entries)
    numbers = []
    for draw in draws:
        per_dollar = madness_21.prize(rules, draw)
        done = madness_21.settle(rules, STAKE, natural, prize_per_dollar=per_dollar)
        numbers.append(listed.of(_net(done)))
    return np.array(numbers, np.uint16), listed.all()


def _buster(rules: TableRules, kinds: Sequence[WagerKind]) -> tuple[NDArray[np.uint8], Won]:
    ends = np.zeros((2, MOST_CARDS + 1), np.uint8)
    if WagerKind.BUSTER not in kinds:
        return ends, (_NOT_YET,)
    listed = _Listed()

    def ask(hand: tuple[Card, ...]) -> int:
        return listed.of(_net(buster.settle(rules, STAKE, hand)))

    ace, ten = DECK[0], DECK[9]
    ends[0, :] = ask((ten, ten))
    for number in range(3, MOST_CARDS + 1):
        # A bust hand of that many cards: three tens, and aces that count one.
        ends[1, number] = ask((ten, ten, ten, *(ace,) * (number - 3)))
    ends[1, :3] = ends[0, :3]
    return ends, listed.all()
