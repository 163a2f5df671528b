"""Super Sevens: sevens from the first card of the hand on."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum, unique
from typing import NamedTuple

from pitboss.cards import Card, Rank
from pitboss.law.settlement import Settled, not_won, won
from pitboss.money import Cents
from pitboss.rulebooks import TableRules


@unique
class Stage(StrEnum):
    """What decided the wager."""

    FIRST_CARD = "first_card"
    SECOND_CARD = "second_card"
    THIRD_CARD = "third_card"
    STAND = "stand"
    SPLIT = "split"


class Sevens(NamedTuple):
    """The wager settled, and by what."""

    settled: Settled
    stage: Stage


def settle(
    rules: TableRules,
    stake: Cents,
    hand: Sequence[Card],
    *,
    is_split: bool = False,
    is_closed: bool = False,
) -> Sevens | None:
    """The result as soon as there is one, or None while two sevens wait for a third card.

    ``hand`` are the cards as dealt; ``is_split`` when the two sevens are being split,
    ``is_closed`` when the hand takes no third card.
    """
    part = rules.present(rules.super_sevens, "super_sevens")
    if hand[0].rank is not Rank.SEVEN:
        return Sevens(not_won(stake, part.otherwise), Stage.FIRST_CARD)
    if len(hand) < 2:
        return None
    if hand[1].rank is not Rank.SEVEN:
        return Sevens(_paid(rules, stake, "one"), Stage.SECOND_CARD)
    pair = "two_suited" if hand[0].suit is hand[1].suit else "two"
    if is_split and part.split_settles.value:
        won_now = _paid(rules, stake, pair)
        split = Settled(won_now.result, won_now.paid, won_now.returned, part.split_settles.under)
        return Sevens(split, Stage.SPLIT)
    if len(hand) > 2:
        return Sevens(_paid(rules, stake, _of_three(hand, pair)), Stage.THIRD_CARD)
    return Sevens(_paid(rules, stake, pair), Stage.STAND) if is_closed else None


def _of_three(hand: Sequence[Card], pair: str) -> str:
    if hand[2].rank is not Rank.SEVEN:
        return pair
    return "three_suited" if len({card.suit for card in hand[:3]}) == 1 else "three"


def _paid(rules: TableRules, stake: Cents, row: str) -> Settled:
    odds = rules.present(rules.super_sevens, "super_sevens").odds
    return won(stake, odds.value[row], odds.value.under(row, odds.under))
