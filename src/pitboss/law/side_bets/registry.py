"""The side bets of a table: which there are, which are offered, and when they are settled."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from pitboss.law.answers import Answer, Permit, Refusal
from pitboss.law.phases import BEFORE_PLAY, IN_THE_DEAL, Phase
from pitboss.law.timing import Moment, moment_of
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.enumerations import SideSettled
from pitboss.rulebooks.schema import SideBet
from pitboss.rulebooks.side_bet_enumerations import VoidWithTheHand
from pitboss.rulebooks.side_bets import AFTER_THE_DEAL, PLAYERS, CardAt


def in_the_book(rules: TableRules) -> tuple[str, ...]:
    """The side bets in the book, offered at this table or not."""
    return tuple(bet.id for bet in rules.side_bets.bets)


def on_offer(rules: TableRules) -> tuple[str, ...]:
    """The side bets that this table offers."""
    return tuple(bet.id for bet in rules.side_bets.bets if bet.offered.value)


def settled_when(rules: TableRules, kind: str) -> Moment[SideSettled]:
    """The moment at which the book settles a side bet."""
    return moment_of(rules.side_bet(kind).settled)


def is_placed_late(rules: TableRules, kind: str) -> bool:
    """Whether a wager of this kind is a side bet that is placed after the deal."""
    bet = rules.side_bets.get(kind)
    return bet is not None and bet.placed is not None


def placed_late(rules: TableRules) -> tuple[str, ...]:
    """The side bets on offer that are placed after the deal."""
    return tuple(kind for kind in on_offer(rules) if is_placed_late(rules, kind))


def placed_under(rules: TableRules, kind: str) -> str:
    """The clause by which a side bet is placed after the deal."""
    placed = rules.side_bet(kind).placed
    assert placed is not None, "only asked of a bet that is placed late"
    return placed.under


def may_be_placed(rules: TableRules, kind: str, phase: Phase) -> Answer:
    """Whether a side bet that is placed after the deal may be placed in this phase."""
    bet, under = rules.side_bet(kind), placed_under(rules, kind)
    if phase in BEFORE_PLAY:
        return Permit(under)
    if phase in IN_THE_DEAL or phase is Phase.BETTING:
        return Refusal(under, f"{bet.name} may be bet only after the deal")
    return Refusal(under, f"{bet.name} may be bet only before the first decision")


def void_with_the_hand(rules: TableRules, kind: str, *, is_open: bool) -> bool:
    """Whether a side bet is void with its hand, open or already settled."""
    void_with_the_hand = rules.side_bet(kind).void_with_the_hand.value
    return is_open or void_with_the_hand is VoidWithTheHand.EVEN_IF_SETTLED


class Decisive(NamedTuple):
    """Which cards decide a side bet."""

    third_card: bool
    """Whether it may depend on a third card of the box"""
    up_card: bool
    """Whether it depends on the dealer's first card"""
    dealers: bool
    """Whether it depends on the dealer's cards beyond the first"""


@lru_cache(maxsize=512)
def decisive(bet: SideBet) -> Decisive:
    """Which cards decide this side bet."""
    seen = bet.rows.value.looks_at
    later = seen - AFTER_THE_DEAL - set(PLAYERS)
    return Decisive(CardAt.PLAYER_3 in seen, CardAt.DEALER_1 in seen and not later, bool(later))


def one_scale(rules: TableRules, others: Iterable[TableRules]) -> Answer:
    """Whether a table may open with the others: all that offer a wager pay by one scale.

    Only tables under the same book count, and only if that book requires it.
    """
    under, beside = rules.equipment.boxes.under, list(others)
    for bet in rules.side_bets.bets:
        provision = bet.one_scale_in_the_house
        if provision is None or not provision.value or not bet.offered.value:
            continue
        under = provision.under
        for other in beside:
            theirs = other.side_bets.get(bet.id) if other.book.id == rules.book.id else None
            if theirs is not None and theirs.offered.value and theirs.rows != bet.rows:
                scale = theirs.rows.value
                return Refusal(under, f"{bet.name} must pay as at the tables already open: {scale}")
    return Permit(under)
