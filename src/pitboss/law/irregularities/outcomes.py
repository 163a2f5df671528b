"""Established outcomes: an interrupted round continues once any wager is won or lost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pitboss.cards import DECK, Card
from pitboss.law.answers import Answer, Permit, Refusal
from pitboss.law.counting import is_blackjack, is_bust, may_become_blackjack
from pitboss.law.dealer import must_draw
from pitboss.law.hands import Hand
from pitboss.law.settlement import settle
from pitboss.law.side_bets.deciding import DecidingCards, decide
from pitboss.law.side_bets.registry import decisive
from pitboss.law.side_bets.settling import settle_row
from pitboss.law.wagers import WagerKind, is_side_bet
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.enumerations import Interruption, Result
from pitboss.rulebooks.schema import SideBet

CONCLUSIVE = frozenset({Result.WIN, Result.LOSE, Result.SURRENDERED})
"""The results that are an outcome; a tie or a returned wager is not."""


def outcome_is_established(rules: TableRules, decided: Iterable[bool]) -> Answer:
    """Whether an interrupted round continues: one decided wager is enough."""
    provision = rules.irregularities.interruption
    if provision.value is Interruption.VOID_UNLESS_AN_OUTCOME_EXISTS and any(decided):
        return Permit(provision.under)
    return Refusal(provision.under, "no wager has been decided")


def dealer_is_complete(rules: TableRules, dealer: tuple[Card, ...]) -> bool:
    """Whether the dealer's hand is complete: it stands, has blackjack, or has bust."""
    return len(dealer) > 1 and not must_draw(rules, dealer)


def is_conclusive(rules: TableRules, kind: str, hand: Hand, dealer: tuple[Card, ...]) -> bool:
    """Whether an open wager is won or lost by now, settled or not, whatever cards follow."""
    if is_side_bet(kind):
        return _on_first_cards(rules, kind, DecidingCards(hand.cards[:2], dealer[:1]))
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


def _on_first_cards(rules: TableRules, kind: str, seen: DecidingCards) -> bool:
    """Whether the cards of the deal decide a side bet, or do so whatever cards complete it.

    A bet that later cards or a draw decide has no outcome before it is settled.
    """
    bet = rules.side_bet(kind)
    later = decisive(bet)
    if not seen.player or later.third_card or later.dealers or bet.draw is not None:
        return False
    results = set(_results(rules, bet, seen))
    return len(results) == 1 and results <= CONCLUSIVE


def _results(rules: TableRules, bet: SideBet, seen: DecidingCards) -> Iterator[Result]:
    """The results with every card that may still complete the deal."""
    row = decide(rules, bet, seen)
    if row is not None:
        yield settle_row(bet, row, 100).result
    elif len(seen.player) < 2:
        for second in DECK:
            yield from _results(rules, bet, DecidingCards((*seen.player, second), seen.dealer))
    else:
        for up in DECK:
            yield from _results(rules, bet, DecidingCards(seen.player, (up,)))
