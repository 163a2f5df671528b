"""Established outcomes: an interrupted round continues once any wager is won or lost."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.cards import DECK, Card
from pitboss.law.answers import Answer, Permit, Refusal
from pitboss.law.counting import is_blackjack, is_bust, may_become_blackjack
from pitboss.law.dealer import must_draw
from pitboss.law.hands import Hand
from pitboss.law.settlement import settle
from pitboss.law.side_bets import over_under_13, perfect_pairs, player_pair
from pitboss.law.wagers import WagerKind
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.enumerations import Interruption, Result

CONCLUSIVE = frozenset({Result.WIN, Result.LOSE, Result.SURRENDERED})
"""The results that are an outcome; a tie or a returned wager is not."""

_ON_TWO_CARDS = {
    WagerKind.PERFECT_PAIRS: perfect_pairs.settle,
    WagerKind.PLAYER_PAIR: player_pair.settle,
}
_THIRTEEN = (WagerKind.OVER_13, WagerKind.UNDER_13)


def outcome_is_established(rules: TableRules, decided: Iterable[bool]) -> Answer:
    """Whether an interrupted round continues: one decided wager is enough."""
    said = rules.irregularities.interruption
    if said.value is Interruption.VOID_UNLESS_AN_OUTCOME_EXISTS and any(decided):
        return Permit(said.under)
    return Refusal(said.under, "no wager has been decided")


def dealer_is_complete(rules: TableRules, dealer: tuple[Card, ...]) -> bool:
    """Whether the dealer's hand is complete: it stands, has blackjack, or has bust."""
    return len(dealer) > 1 and not must_draw(rules, dealer)


def is_conclusive(rules: TableRules, kind: WagerKind, hand: Hand, dealer: tuple[Card, ...]) -> bool:
    """Whether an open wager is won or lost by now, settled or not, whatever cards follow."""
    if kind.is_side_bet:
        return _on_first_cards(rules, kind, hand.cards)
    if kind is WagerKind.INSURANCE:
        return len(dealer) > 1
    if is_bust(rules, hand.cards):
        return True
    if not dealer:
        return False
    if is_blackjack(rules, hand):
        return not _may_have_blackjack(rules, dealer)
    if not dealer_is_complete(rules, dealer):
        return False
    if is_blackjack(rules, Hand(dealer)):
        return kind is WagerKind.MAIN
    return settle(rules, kind, 100, hand, Hand(dealer)).result in CONCLUSIVE


def _may_have_blackjack(rules: TableRules, dealer: tuple[Card, ...]) -> bool:
    if len(dealer) > 1:
        return is_blackjack(rules, Hand(dealer[:2]))
    return bool(may_become_blackjack(rules, dealer[0]))


def _on_first_cards(rules: TableRules, kind: WagerKind, cards: tuple[Card, ...]) -> bool:
    """Whether the first two cards decide a side bet, or the first one does for every second."""
    if not cards or (kind not in _ON_TWO_CARDS and kind not in _THIRTEEN):
        return False
    seconds = (cards[1],) if len(cards) > 1 else DECK
    results = {_two_cards(rules, kind, cards[0], second) for second in seconds}
    return len(results) == 1 and results <= CONCLUSIVE


def _two_cards(rules: TableRules, kind: WagerKind, first: Card, second: Card) -> Result:
    if kind in _THIRTEEN:
        return over_under_13.settle(rules, kind, 100, first, second).result
    return _ON_TWO_CARDS[kind](rules, 100, first, second).result
