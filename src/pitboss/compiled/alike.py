"""What compiled tables take for alike, asked of the law.

A compiled hand is how many cards of each class it holds: not their suits, not whether a ten is a
king, not their order. The law is asked about hands that differ in nothing else, and about the odds
of hands of every length. Rules in which such hands differ are refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

from pitboss.cards import Card, cards
from pitboss.law.counting import Count, Score, count, score, up_card
from pitboss.law.dealer import must_draw
from pitboss.law.hands import Hand
from pitboss.law.settlement import compare, odds_of, win_odds
from pitboss.law.wagers import WagerKind
from pitboss.money import Odds
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.enumerations import Compared

from .errors import CannotPrice
from .permissions import permitted
from .ranks import card_of
from .watching import kept

Classes = tuple[int, ...]

_OTHERS: Final = (cards("Ah 2h 3h 4h 5h 6h 7h 8h 9h Kh"), cards("Ac 2c 3c 4c 5c 6c 7c 8c 9c Qc"))
"""For each class a card of another suit, and of another rank if it is a ten"""
_DEALERS: Final = (Hand(cards("Tc 7d")), Hand(cards("Tc 8d 4h")))
"""A dealer's hand that is compared, and one that has bust"""
_LONGEST: Final = 21


class _Answers(NamedTuple):
    """The law's answers for a hand, each as a question of its own."""

    counted: Count
    scored: Score
    acts: int
    acts_after_split: tuple[int, ...]
    dealer_draws: bool
    results: tuple[Compared, ...]
    odds: Odds
    odds_after_split: Odds


_ABOUT: Final = (
    "what it counts", "what it is compared by", "what it may do", "what it may do after a split",
    "whether the dealer draws to it", "its result", "the odds it is paid",
    "the odds it is paid after a split",
)  # fmt: skip


@kept
def check_alike(rules: TableRules) -> None:
    """Raise :class:`CannotPrice` if the law tells apart what compiled tables take for alike."""
    for classes in _hands():
        alike = tuple(card_of(rank) for rank in classes)
        answers = _asked(rules, alike)
        for others in _variants(classes):
            for about, one, other in zip(_ABOUT, answers, _asked(rules, others), strict=True):
                if one != other:
                    raise CannotPrice(
                        f"{rules.book.id}: {about} is not the same for {_shown(alike)} and "
                        f"{_shown(others)}; rules that depend on more than the values of the "
                        "cards are not priced"
                    )
    _check_odds(rules)


def _hands() -> Iterator[Classes]:
    """Every two cards, and three that make 21 or are of a kind, which books like to reward."""
    yield from combinations_with_replacement(range(10), 2)
    for three in combinations_with_replacement(range(10), 3):
        points = sum(three) + 3
        if points == 21 or (0 in three and points == 11) or len(set(three)) == 1:
            yield three


def _variants(classes: Classes) -> Iterator[tuple[Card, ...]]:
    """The same classes in one other suit, and in several and another order."""
    yield tuple(_OTHERS[0][rank] for rank in classes)
    yield tuple(_OTHERS[place % 2][rank] for place, rank in enumerate(classes))[::-1]


def _asked(rules: TableRules, held: tuple[Card, ...]) -> _Answers:
    hand, after_split = Hand(held), Hand(held, is_split=True)
    return _Answers(
        count(rules, held),
        score(rules, hand),
        permitted(rules, hand),
        tuple(permitted(rules, Hand(each, is_split=True)) for each in _after_splits(rules, held)),
        bool(must_draw(rules, held)),
        tuple(compare(rules, hand, dealer).result for dealer in _DEALERS),
        win_odds(rules, WagerKind.MAIN, hand).value,
        win_odds(rules, WagerKind.SPLIT, after_split).value,
    )


def _after_splits(rules: TableRules, held: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """The cards as those of a split hand, with each class in turn as the card that was split.

    Which card was split makes a difference, and has tables of its own (rws 1.27); of two cards, one
    of them an ace, each table holds only its own.
    """
    if len({card.is_ace for card in held}) > 1:
        return
    ordered = sorted(held, key=lambda card: up_card(rules, card).value)
    for first in dict.fromkeys(up_card(rules, card) for card in ordered):
        at = next(i for i, card in enumerate(ordered) if up_card(rules, card) is first)
        yield (ordered[at], *ordered[:at], *ordered[at + 1 :])


def _check_odds(rules: TableRules) -> None:
    """Only a blackjack has odds of its own, whatever the number of cards."""
    natural = Hand((card_of(0), card_of(9)))
    plain = [Hand((card_of(9), card_of(8)))]
    plain += [Hand((card_of(0),) * many) for many in range(3, _LONGEST + 1)]
    plain += [Hand((*(card_of(0),) * (many - 1), card_of(9))) for many in range(3, 13)]
    for hand, blackjack in ((natural, True), *((each, False) for each in plain)):
        for kind in (WagerKind.MAIN, WagerKind.DOUBLE):
            paid = win_odds(rules, kind, hand)
            if paid.value != odds_of(rules, blackjack=blackjack and kind is WagerKind.MAIN).value:
                raise CannotPrice(
                    f"{rules.book.id}: {_shown(hand.cards)} is paid {paid.value} "
                    f"({rules.cite(paid.under)}); only a blackjack may have odds of its own"
                )


def _shown(held: tuple[Card, ...]) -> str:
    return " ".join(str(card) for card in held)
