"""Insurance, and what it costs or gains to be paid early for a blackjack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from fractions import Fraction

from msgspec import Struct

from pitboss.cards import Rank
from pitboss.compiled.ranks import ACE, CLASSES, TEN, Counts, card_of
from pitboss.law.counting import is_blackjack
from pitboss.law.hands import Hand
from pitboss.law.insurance import even_money, settle
from pitboss.law.settlement import settle as settle_main
from pitboss.law.wagers import WagerKind
from pitboss.rulebooks import TableRules
from pitboss.solver.errors import CannotPrice
from pitboss.solver.side_bets.cards_left import CardsLeft
from pitboss.solver.side_bets.prices import Ending, SideBetPrice, whole_stake


def price_insurance(
    rules: TableRules, left: CardsLeft, *, tens_in_hand: int | None = None
) -> SideBetPrice:
    """Insurance, given the dealer's first card and how many of the player's two cards are tens.

    Without ``tens_in_hand`` the first card is all that is known; with it the hand has no ace.
    """
    unseen = left.by_points
    if tens_in_hand is not None:
        small = [rank for rank in range(ACE + 1, TEN) for _ in range(unseen[rank])]
        hand = [TEN] * tens_in_hand + small[: 2 - tens_in_hand]
        if len(hand) != 2:
            raise CannotPrice(f"no two cards in the shoe have {tens_in_hand} tens and no ace")
        unseen = _without(unseen, *hand)
    stake = whole_stake(rules.insurance)
    ways: Counter[Ending] = Counter()
    for dealer, deals in _first_two(unseen, rules.insurance.against.value):
        blackjack = is_blackjack(rules, dealer)
        label = "dealer blackjack" if blackjack else "no dealer blackjack"
        ways[Ending(label, settle(rules, stake, dealer_blackjack=blackjack))] += deals
    return SideBetPrice.of_combinations(WagerKind.INSURANCE, ways, stake=stake)


class EvenMoneyPrice(Struct, frozen=True):
    """A blackjack paid early against one that waits, for one unit staked."""

    taken: Fraction
    waiting: Fraction

    @property
    def gain(self) -> Fraction:
        """The gain from taking it, negative if it costs."""
        return self.taken - self.waiting


def price_even_money(rules: TableRules, left: CardsLeft) -> EvenMoneyPrice:
    """A blackjack against the first cards for which it may be paid early, no other card known."""
    part = rules.present(rules.even_money, "even_money")
    stake = whole_stake(part, rules.settlement)
    blackjack = Hand((card_of(ACE), card_of(TEN)))
    waiting = every = 0
    for dealer, deals in _first_two(_without(left.by_points, ACE, TEN), part.against.value):
        waited = settle_main(rules, WagerKind.MAIN, stake, blackjack, dealer)
        waiting += deals * (waited.returned - stake)
        every += deals
    early = even_money(rules, stake).returned - stake
    return EvenMoneyPrice(Fraction(early, stake), Fraction(waiting, every * stake))


def _without(counts: Counts, *hand: int) -> Counts:
    held = Counter(hand)
    for rank, number in held.items():
        if counts[rank] < number:
            raise CannotPrice(f"the shoe has fewer than {number} of {CLASSES[rank]}")
    return tuple(number - held[rank] for rank, number in enumerate(counts))


def _first_two(counts: Counts, against: Collection[Rank]) -> Iterator[tuple[Hand, int]]:
    """The dealer's first two cards with one of these up, and the number of ways to deal them."""
    any_found = False
    for up, number in enumerate(counts):
        if CLASSES[up] not in against:
            continue
        for second, others in enumerate(counts):
            if deals := number * (others - (second == up)):
                any_found = True
                yield Hand((card_of(up), card_of(second))), deals
    if not any_found:
        shown = " or ".join(sorted(against)) or "such a card"
        raise CannotPrice(f"the shoe does not have {shown} and a second card")
