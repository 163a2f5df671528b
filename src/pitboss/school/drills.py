"""Payouts and totals: what a dealer must know without thinking, asked under the elected rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Final

from msgspec import Struct

from pitboss.cards import DECK, Card
from pitboss.law import insurance, settlement
from pitboss.law.counting import is_blackjack, is_bust
from pitboss.law.hands import Hand
from pitboss.law.side_bets.registry import in_the_book
from pitboss.law.side_bets.settling import settle_row
from pitboss.law.stakes import most_payable
from pitboss.law.wagers import WagerKind
from pitboss.money import Cents, Odds, dollars
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.provisions import Provision
from pitboss.table.words.phrases import called, kind_name

_TWENTY: Final = Hand.of("Ks Qh")
_SEVENTEEN: Final = Hand.of("Td 7c")
_BLACKJACK: Final = Hand.of("As Kd")

_MULTIPLES: Final = (1, 2, 3, 4, 5, 6, 7, 9, 10, 13, 15, 20, 25)


class Payout(Struct, frozen=True):
    """A way to win: what it is called, and what a stake is paid under which clause."""

    name: str
    paid: Callable[[Cents], tuple[Cents, str]]


class DrillQuestion(Struct, frozen=True):
    """One question of a drill, its answer, and the clause."""

    asks: str
    answer: str
    under: str


def payouts(rules: TableRules) -> tuple[Payout, ...]:
    """Every odds value that the elected rules state, each paid by the law itself."""

    def compared(hand: Hand, odds: Provision[Odds]) -> Callable[[Cents], tuple[Cents, str]]:
        def paid(stake: Cents) -> tuple[Cents, str]:
            due = settlement.settle(rules, WagerKind.MAIN, stake, hand, _SEVENTEEN)
            return due.paid, odds.under

        return paid

    pays = rules.settlement
    ways = [
        Payout(rules.book.words["blackjack"], compared(_BLACKJACK, pays.blackjack_odds)),
        Payout("winning hand", compared(_TWENTY, pays.win_odds)),
    ]
    if rules.insurance.offered.value:

        def insured(stake: Cents) -> tuple[Cents, str]:
            due = insurance.settle(rules, stake, dealer_blackjack=True)
            return due.paid, due.under

        ways.append(Payout("winning insurance", insured))
    for kind in in_the_book(rules):
        bet = rules.side_bet(kind)
        ways += [
            Payout(f"{kind_name(rules, kind)}: {row.label}", _row(rules, kind, n))
            for n, row in enumerate(bet.rows.value.rows)
            if isinstance(row.pays, Odds)
        ]
    return tuple(ways)


def _row(rules: TableRules, kind: str, row: int) -> Callable[[Cents], tuple[Cents, str]]:
    def paid(stake: Cents) -> tuple[Cents, str]:
        due = settle_row(rules.side_bet(kind), row, stake)
        return due.paid, due.under

    return paid


def payout_questions(rules: TableRules, seed: int | str) -> Iterator[DrillQuestion]:
    """Payouts without end: stakes that the table's chips can make up, round and odd."""
    random, ways = Random(f"payouts {seed}"), payouts(rules)
    least, chip = rules.limits.minimum.value, min(rules.equipment.chips.value)
    while True:
        way = random.choice(ways)
        stake = least * random.choice(_MULTIPLES) + chip * random.choice((0, 0, 1, 3, 5))
        stake = most_payable(rules, stake)
        paid, under = way.paid(stake)
        yield DrillQuestion(f"{dollars(stake)} on a {way.name} pays", dollars(paid), under)


def total_questions(rules: TableRules, seed: int | str) -> Iterator[DrillQuestion]:
    """Hands of two to seven cards, without end; what a dealer calls them under this book."""
    random = Random(f"totals {seed}")
    while True:
        number = random.choice((2, 2, 3, 3, 4, 4, 5, 6, 7))
        cards = tuple(random.sample(DECK, number))
        while len(cards) > 2 and is_bust(rules, cards[:-1]):
            cards = cards[:-1]
        shown = " ".join(str(card) for card in cards)
        yield DrillQuestion(shown, spoken(rules, cards), rules.counting.ace_high.under)


def spoken(rules: TableRules, cards: tuple[Card, ...]) -> str:
    """What a hand is called: a blackjack by its name, a bust as such."""
    if is_blackjack(rules, Hand(cards)):
        return "blackjack"
    return "bust" if is_bust(rules, cards) else called(rules, cards)
