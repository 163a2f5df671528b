"""Super Sevens, whose price depends on when two sevens take a third card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import perm
from typing import Final

from msgspec import Struct

from pitboss.cards import Card, Rank
from pitboss.compiled.ranks import CLASSES, Counts, card_of
from pitboss.law.counting import is_blackjack, up_card
from pitboss.law.dealer import looks_for_blackjack, takes_hole_card
from pitboss.law.hands import Hand
from pitboss.law.side_bets.super_sevens import settle
from pitboss.law.wagers import WagerKind
from pitboss.money import Cents
from pitboss.rulebooks import TableRules
from pitboss.solver.errors import CannotPrice
from pitboss.solver.side_bets.cards_left import CardsLeft, Face, agreed
from pitboss.solver.side_bets.prices import Ending, SideBetPrice, whole_stake

_DEALT: Final = 5  # three cards to the box, and the dealer's first two


class SevensPolicy(Struct, frozen=True):
    """Against which first cards of the dealer two sevens take a third card.

    They do where the main hand draws or doubles, and do not where it stands, splits or surrenders.
    """

    name: str
    third_card_against: frozenset[Rank]


ALWAYS: Final = SevensPolicy("third card always", frozenset(CLASSES))
"""Two sevens draw against everything, for the sake of this wager."""

NEVER: Final = SevensPolicy("third card never", frozenset())
"""Two sevens are split, or stand, against everything."""


def price_super_sevens(rules: TableRules, left: CardsLeft, policy: SevensPolicy) -> SideBetPrice:
    """Super Sevens when the main hand is played by the policy."""
    stake = whole_stake(rules.present(rules.super_sevens, "super_sevens"))
    if left.size < _DEALT:
        raise CannotPrice(f"a shoe of {left.size} cards is too small for Super Sevens")
    ways: Counter[Ending] = Counter()
    for ending, deals in _endings(rules, left, policy, stake):
        ways[ending] += deals
    return SideBetPrice.of_combinations(
        WagerKind.SUPER_SEVENS, _in_fewest_cards(ways, left.size), stake=stake, policy=policy.name
    )


def gain_of_third_card(
    rules: TableRules, left: CardsLeft, sevens: tuple[Card, Card], *, up: Card
) -> Fraction:
    """What a third card adds to the wager when two sevens lie against this first card.

    A player weighs it against the best play of the main hand. ``left`` is the shoe before these
    three cards; a dealer who looks has looked, and has no blackjack.
    """
    stake = whole_stake(rules.present(rules.super_sevens, "super_sevens"))
    before = settle(rules, stake, sevens, is_closed=True)
    assert before is not None, "a hand that takes no third card is decided"
    first, rest = CLASSES.index(up_card(rules, up)), left.without(*sevens, up)
    gain = every = 0
    for face in rest.faces:
        after = agreed(
            WagerKind.SUPER_SEVENS,
            lambda third: settle(rules, stake, (*sevens, third)),
            (face,),
        )
        assert after is not None, "a third card decides"
        deals = face.number * _goes_on(rules, rest.without(face.cards[0]).by_points, first)
        gain += deals * (after.settled.returned - before.settled.returned)
        every += deals
    return Fraction(gain, every * stake)


def _endings(
    rules: TableRules, left: CardsLeft, policy: SevensPolicy, stake: Cents
) -> Iterator[tuple[Ending, int]]:
    """Every ending with the number of deals of five cards, in order, that lead to it."""

    def so_far(*hand: Card) -> Ending | None:
        decided = settle(rules, stake, hand)
        return None if decided is None else Ending(_label(hand), decided.settled)

    def stopped(*hand: Card) -> Ending | None:
        decided = settle(rules, stake, hand, is_closed=True)
        return None if decided is None else Ending(_label(hand), decided.settled)

    third_cards: dict[tuple[Rank, ...], int] = {}
    waiting: list[tuple[tuple[Face, ...], int]] = [((), 1)]
    while waiting:
        before, deals = waiting.pop()
        for face in left.faces:
            hand, number = (*before, face), deals * (face.number - before.count(face))
            if not number:
                continue
            ending, rest = agreed(WagerKind.SUPER_SEVENS, so_far, hand), left.size - len(hand)
            if ending is None:
                waiting.append((hand, number))
            elif len(hand) < 3:
                yield ending, number * perm(rest, _DEALT - len(hand))
            else:
                points = tuple(card.points for card in hand)
                if points not in third_cards:
                    third_cards[points] = _draws(rules, left, policy, points)
                drawn = third_cards[points]
                closed = agreed(WagerKind.SUPER_SEVENS, stopped, before)
                assert closed is not None, "a hand that takes no third card is decided"
                yield ending, number * drawn
                yield closed, number * (perm(rest, _DEALT - len(hand)) - drawn)


def _draws(rules: TableRules, left: CardsLeft, policy: SevensPolicy, hand: tuple[Rank, ...]) -> int:
    """In how many deals of the dealer's first two cards the hand comes to its third card."""
    counts = [n - hand.count(rank) for rank, n in zip(CLASSES, left.by_points, strict=True)]
    deals = 0
    for up, number in enumerate(counts):
        if number and CLASSES[up] in policy.third_card_against:
            others = (*counts[:up], number - 1, *counts[up + 1 :])
            deals += number * _goes_on(rules, others, up)
    return deals


def _goes_on(rules: TableRules, counts: Counts, up: int) -> int:
    """With how many of the cards as the dealer's second anybody draws at all.

    A dealer who looks and finds a blackjack ends the round before.
    """
    if not (takes_hole_card(rules) and looks_for_blackjack(rules, card_of(up))):
        return sum(counts)
    return sum(
        number
        for second, number in enumerate(counts)
        if not is_blackjack(rules, Hand((card_of(up), card_of(second))))
    )


def _label(hand: tuple[Card, ...]) -> str:
    number = next((i for i, card in enumerate(hand) if card.rank is not Rank.SEVEN), len(hand))
    suited = number > 1 and len({card.suit for card in hand[:number]}) == 1
    sevens = ("no seven first", "one seven", "two sevens", "three sevens")[number]
    return f"{sevens} of one suit" if suited else sevens


def _in_fewest_cards(ways: Counter[Ending], size: int) -> Counter[Ending]:
    """The same, counted in deals of as few cards as tell the endings apart."""
    for cards in range(3, _DEALT):
        alike = perm(size - cards, _DEALT - cards)
        if all(deals % alike == 0 for deals in ways.values()):
            return Counter({ending: deals // alike for ending, deals in ways.items()})
    return ways
