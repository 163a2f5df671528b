"""Settle side bets by the law, for the tests of the books: cards in, settlement out."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import NamedTuple

from pitboss.cards import Card
from pitboss.law.hands import Hand
from pitboss.law.settlement import Settled
from pitboss.law.side_bets import prizes
from pitboss.law.side_bets.deciding import DecidingCards
from pitboss.law.side_bets.settling import DecidingStage as DecidingStage
from pitboss.law.side_bets.settling import settle, stage
from pitboss.law.side_bets.terms import read_by, total
from pitboss.rulebooks import TableRules


class Sevens(NamedTuple):
    """A bet settled as soon as it is decided, and by what."""

    settled: Settled
    stage: DecidingStage


def on_two_cards(table: TableRules, kind: str, stake: int, first: Card, second: Card) -> Settled:
    """A bet that the first two cards decide."""
    done = settle(table, kind, stake, DecidingCards((first, second)))
    assert done is not None
    return done.settled


def as_decided(
    table: TableRules,
    kind: str,
    stake: int,
    hand: Sequence[Card],
    *,
    is_split: bool = False,
    is_closed: bool = False,
) -> Sevens | None:
    """A bet that is settled as soon as it is decided; None while it waits."""
    seen = DecidingCards(tuple(hand), (), is_split or is_closed, is_split)
    done = settle(table, kind, stake, seen)
    return None if done is None else Sevens(done.settled, stage(table, kind, seen))


def on_dealers_hand(table: TableRules, kind: str, stake: int, dealer: Sequence[Card]) -> Settled:
    """A bet that the dealer's completed hand decides."""
    done = settle(table, kind, stake, DecidingCards(dealer=tuple(dealer), done=True))
    assert done is not None
    return done.settled


def with_prize(
    table: TableRules, kind: str, stake: int, hand: Hand, *, prize_per_dollar: int | None
) -> Settled:
    """A bet that pays by a draw; without a prize the equipment has failed."""
    seen = DecidingCards(hand.cards[:2])
    done = settle(table, kind, stake, seen, prize_per_dollar=prize_per_dollar)
    assert done is not None
    return done.settled


def total_for(table: TableRules, kind: str, held: Sequence[Card]) -> int:
    """What cards count for a bet on their total."""
    return total(held, read_by(table, table.side_bet(kind)))[0]


perfect_pairs = SimpleNamespace(
    settle=lambda table, stake, a, b: on_two_cards(table, "perfect_pairs", stake, a, b)
)
player_pair = SimpleNamespace(
    settle=lambda table, stake, a, b: on_two_cards(table, "player_pair", stake, a, b)
)
over_under_13 = SimpleNamespace(settle=on_two_cards)
super_sevens = SimpleNamespace(
    settle=lambda table, stake, hand, **how: as_decided(table, "super_sevens", stake, hand, **how)
)
buster = SimpleNamespace(
    settle=lambda table, stake, dealer: on_dealers_hand(table, "buster", stake, dealer)
)
madness_21 = SimpleNamespace(
    settle=lambda table, stake, hand, **how: with_prize(table, "madness_21", stake, hand, **how),
    settle_after_failure=lambda table, stake, hand: with_prize(
        table, "madness_21", stake, hand, prize_per_dollar=None
    ),
    prize=lambda table, draw: prizes.prize(table.side_bet("madness_21"), draw),
    may_press=lambda table, presser, **how: prizes.may_press(
        table.side_bet("madness_21"), presser, **how
    ),
    may_be_drawn=lambda table, prize: prizes.may_be_drawn(table.side_bet("madness_21"), prize),
)
