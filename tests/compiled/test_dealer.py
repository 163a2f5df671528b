"""The dealer's hands are those of the given rules, whatever was compiled before."""

from __future__ import annotations

import pytest

from pitboss.compiled.dealer import dealers_hands
from pitboss.rulebooks import BOOKS, rulebook
from pitboss.rulebooks.enumerations import Soft17


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("dealer.stands_on", 18),
        ("dealer.soft_17", Soft17.HIT),
        ("counting.ace_low", 2),
        ("counting.ace_high", 10),
        ("counting.bust_above", 22),
    ],
)
def test_what_changes_the_draw_makes_other_hands(path: str, value: object) -> None:
    rules = rulebook("classic").elect(soft_17="stand")
    assert dealers_hands(rules.with_provision(path, value)) != dealers_hands(rules)


@pytest.mark.parametrize("book", BOOKS)
def test_every_order_of_a_hand_is_counted(book: str) -> None:
    rules = rulebook(book).default_rules
    decks = 4 * 8
    left = [decks] * 9 + [4 * decks]
    cards = sum(left)
    hands = dealers_hands(rules)
    for up in range(10):
        chance = 0.0
        for hand, orders in hands.orders.items():
            way, out, gone = float(orders[up]), [0] * 10, 0
            out[up], gone = 1, 1
            for rank, number in enumerate(hand.counts):
                for _ in range(number - (rank == up)):
                    way *= (left[rank] - out[rank]) / (cards - gone)
                    out[rank] += 1
                    gone += 1
            chance += way
        blackjack = {0: left[9], 9: left[0]}.get(up, 0) / (cards - 1)
        assert chance + blackjack == pytest.approx(1, abs=1e-12)
