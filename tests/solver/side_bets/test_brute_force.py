"""Every deal, dealt one by one and settled by the law, against the counted price."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations

import pytest

from pitboss.cards import DECK, Card, Rank, cards
from pitboss.compiled.ranks import PER_DECK, card_of
from pitboss.law import insurance
from pitboss.law.counting import is_blackjack, up_card
from pitboss.law.dealer import AtStake, looks_for_blackjack, next_card_is_due
from pitboss.law.hands import Hand
from pitboss.law.settlement import Settled
from pitboss.rulebooks import TableRules
from pitboss.solver.side_bets import (
    ALWAYS,
    NEVER,
    CardsLeft,
    ThirdCardPolicy,
    gain_of_third_card,
    price_insurance,
    price_side_bet,
)
from pitboss.solver.side_bets.cards_left import Face
from tests.side_bets import (
    buster,
    madness_21,
    over_under_13,
    perfect_pairs,
    player_pair,
    super_sevens,
)
from tests.support import rules

ONE_DECK = {"decks": 1, "side_bets": "perfect_pairs,player_pair,over_under_13,madness_21,buster"}
TWO_CARDS: dict[str, Callable[[TableRules, Card, Card], Settled]] = {
    "perfect_pairs": lambda r, a, b: perfect_pairs.settle(r, 1_00, a, b),
    "player_pair": lambda r, a, b: player_pair.settle(r, 1_00, a, b),
    "over_13": lambda r, a, b: over_under_13.settle(r, "over_13", 1_00, a, b),
    "under_13": lambda r, a, b: over_under_13.settle(r, "under_13", 1_00, a, b),
}


@pytest.mark.parametrize("kind", TWO_CARDS)
def test_a_bet_on_two_cards_is_the_mean_over_all_deals_of_a_deck(kind: str) -> None:
    table = rules("classic", **ONE_DECK)
    results = [TWO_CARDS[kind](table, a, b).returned - 1_00 for a, b in permutations(DECK, 2)]
    price = price_side_bet(table, kind)
    mean = Fraction(sum(results), 1_00 * len(results))
    squares = Fraction(sum(result**2 for result in results), 1_00**2 * len(results))
    assert price.ev == mean
    assert price.variance == squares - mean**2
    assert price.hit_frequency == Fraction(sum(r > 0 for r in results), len(results))
    assert sum(line.combinations or 0 for line in price.outcomes) == price.combinations == 1326


def test_madness_21_is_the_mean_over_all_deals_and_all_draws() -> None:
    table = rules("classic", **ONE_DECK)
    blackjacks = [Hand(two) for two in permutations(DECK, 2) if is_blackjack(table, Hand(two))]
    paid = sum(
        madness_21.settle(
            table, 1_00, blackjacks[0], prize_per_dollar=madness_21.prize(table, draw)
        ).returned
        for draw in range(3750)
    )
    chance = Fraction(len(blackjacks), 52 * 51)
    assert price_side_bet(table, "madness_21").ev == chance * Fraction(paid, 3750_00) - 1


def test_insurance_is_the_mean_over_all_second_cards() -> None:
    table = rules("classic", **ONE_DECK)
    dealt = [two for two in permutations(DECK, 2) if two[0].rank is Rank.ACE]
    back = sum(
        insurance.settle(table, 1_00, dealer_blackjack=is_blackjack(table, Hand(two))).returned
        for two in dealt
    )
    price = price_insurance(table, CardsLeft.in_full(table))
    assert price.ev == Fraction(back, 1_00 * len(dealt)) - 1 == Fraction(-1, 17)


@pytest.mark.parametrize("soft_17", ["stand", "hit"])
def test_buster_is_the_mean_over_the_dealers_hands_drawn_card_by_card(soft_17: str) -> None:
    table = rules("classic", soft_17=soft_17, **ONE_DECK)
    left = list(PER_DECK)

    def drawn(hand: tuple[Card, ...], size: int) -> Fraction:
        if len(hand) > 1 and not next_card_is_due(table, hand, AtStake(side_bet="buster")):
            return Fraction(buster.settle(table, 1_00, hand).returned - 1_00, 1_00)
        value = Fraction(0)
        for rank in range(10):
            if held := left[rank]:
                left[rank] -= 1
                value += Fraction(held, size) * drawn((*hand, card_of(rank)), size - 1)
                left[rank] += 1
        return value

    assert price_side_bet(table, "buster").ev == drawn((), 52)


def _known(text: str) -> CardsLeft:
    """A small shoe whose every card is known."""
    held = Counter(cards(text))
    table = rules("classic")
    return CardsLeft(tuple(Face(up_card(table, c), (c,), n) for c, n in held.items()))


SEVENS = "7s 7s 7s 7h 7d As Th Kd 9c"
AGAINST = ThirdCardPolicy("some", frozenset({Rank.ACE, Rank.SEVEN}))


@pytest.mark.parametrize("hole_card", ["none", "peek"])
@pytest.mark.parametrize("policy", [ALWAYS, NEVER, AGAINST], ids=lambda p: p.name)
def test_super_sevens_is_the_mean_over_all_deals_of_a_small_shoe(
    policy: ThirdCardPolicy, hole_card: str
) -> None:
    table = rules("classic", side_bets="super_sevens", hole_card=hole_card)
    shoe = cards(SEVENS)
    results = []
    for first, second, up, hole, third in permutations(shoe, 5):
        draws = up_card(table, up) in policy.against
        if looks_for_blackjack(table, up) and is_blackjack(table, Hand((up, hole))):
            draws = False
        hand = (first, second, third) if draws else (first, second)
        decided = super_sevens.settle(table, 1_00, hand, is_closed=True)
        assert decided is not None
        results.append(decided.settled.returned - 1_00)
    price = price_side_bet(table, "super_sevens", _known(SEVENS), policy=policy)
    assert price.ev == Fraction(sum(results), 1_00 * len(results))
    assert (price.policy, price.exact) == (policy.name, None)


@pytest.mark.parametrize("hole_card", ["none", "peek"])
@pytest.mark.parametrize("up", ["As", "Th", "9c"])
def test_the_gain_of_a_third_card_is_the_mean_over_what_may_come(up: str, hole_card: str) -> None:
    table = rules("classic", side_bets="super_sevens", hole_card=hole_card)
    rest = list(cards(SEVENS))
    sevens = (Card("7s"), Card("7s"))
    for seen in (*sevens, Card(up)):
        rest.remove(seen)
    results = []
    for hole, third in permutations(rest, 2):
        if looks_for_blackjack(table, Card(up)) and is_blackjack(table, Hand((Card(up), hole))):
            continue
        after = super_sevens.settle(table, 1_00, (*sevens, third))
        before = super_sevens.settle(table, 1_00, sevens, is_closed=True)
        assert after is not None and before is not None
        results.append(after.settled.paid - before.settled.paid)
    gain = gain_of_third_card(table, "super_sevens", _known(SEVENS), sevens, up=Card(up))
    assert gain == Fraction(sum(results), 1_00 * len(results))
