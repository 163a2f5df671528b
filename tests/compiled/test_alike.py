"""What is compiled as alike is asked of the law, and refused where the law tells it apart."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from pitboss.compiled import alike, outcomes
from pitboss.compiled.errors import CannotPrice
from pitboss.compiled.game import game
from pitboss.compiled.hand_states import HandDistinction, dealer_walk, hand_walk
from pitboss.compiled.watching import forget
from pitboss.law import settlement
from pitboss.law.answers import Permit, Refusal
from pitboss.law.counting import Score, is_blackjack
from pitboss.law.settlement import ComparisonResult, compare_scores
from pitboss.money import Odds
from pitboss.rulebooks import BOOKS, Provision, TableRules
from pitboss.rulebooks.enumerations import Compared
from tests.support import rules


@pytest.fixture(autouse=True)
def _compiled_anew() -> Iterator[None]:
    forget()
    game.cache_clear()
    yield
    forget()
    game.cache_clear()


@pytest.mark.parametrize("book", BOOKS)
def test_the_hands_of_our_books_are_alike_from_four_cards_on(book: str) -> None:
    classes = game(rules(book)).outcomes
    assert (classes.alike_from, classes.dealers_alike_from) == (4, 4)


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_hands_are_told_apart_up_to_the_charlie(cards: int) -> None:
    made = rules("classic", charlie=cards)
    classes = game(made).outcomes
    assert (classes.alike_from, classes.dealers_alike_from) == (cards, 4)
    assert hand_walk(made, classes, HandDistinction.BY_TOTALS).size.max() == cards


def _longest_wins(rules: TableRules, player: Score, dealer: Score) -> ComparisonResult:
    """A rule that no book has: a dealer's hand of six cards wins."""
    if dealer.cards >= 6 and not player.blackjack:
        return ComparisonResult(Compared.LOSE, "x")
    return compare_scores(rules, player, dealer)


def test_the_dealers_hands_are_told_apart_as_the_law_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outcomes, "compare_scores", _longest_wins)
    monkeypatch.setattr(settlement, "compare_scores", _longest_wins)
    made = rules("classic", decks=1)
    classes = game(made).outcomes
    assert classes.dealers_alike_from == 6
    walk = dealer_walk(made, classes)
    ends = set(walk.outcome[walk.outcome >= 0].tolist())
    assert classes.of[Score(False, 17, 6)] in ends, "such a hand has an outcome of its own"
    assert classes.of[Score(False, 17, 6)] != classes.of[Score(False, 17, 5)]


def _suited(rules: TableRules, kind: str, hand: Any) -> Provision[Odds]:
    """A rule that no book has: a blackjack of one suit pays two to one."""
    paid = settlement.odds_of(rules, blackjack=is_blackjack(rules, hand))
    if len({card.suit for card in hand.cards}) == 1 and is_blackjack(rules, hand):
        return Provision(Odds(2, 1), paid.under)
    return paid


def _of_five(rules: TableRules, kind: str, hand: Any) -> Provision[Odds]:
    """A rule that no book has: a 21 of five cards pays three to two."""
    paid = settlement.odds_of(rules, blackjack=is_blackjack(rules, hand))
    return Provision(Odds(3, 2), paid.under) if len(hand.cards) == 5 else paid


@pytest.mark.parametrize(
    ("text", "rule", "refusal"),
    [
        ("win_odds", _suited, "the odds it is paid is not the same for"),
        ("win_odds", _of_five, "only a blackjack may have odds of its own"),
        (
            "must_draw",
            lambda _, held: Permit("x") if str(held[-1]).startswith("K") else Refusal("x", "no"),
            "whether the dealer draws to it is not the same for",
        ),
        (
            "permitted",
            lambda _, hand: hand.cards[0].suit == hand.cards[1].suit,
            "what it may do is not the same for",
        ),
    ],
)
def test_a_rule_on_more_than_values_is_refused(
    monkeypatch: pytest.MonkeyPatch, text: str, rule: Any, refusal: str
) -> None:
    game(rules("classic"))
    monkeypatch.setattr(alike, text, rule)
    forget()
    game.cache_clear()
    with pytest.raises(CannotPrice, match=refusal):
        game(rules("classic"))


def test_a_long_bust_that_is_saved_is_refused_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def saved(rules: TableRules, player: Score, dealer: Score) -> ComparisonResult:
        if player.total > 21 and player.cards == 5:
            return ComparisonResult(Compared.STAND_OFF, "x")
        return compare_scores(rules, player, dealer)

    monkeypatch.setattr(outcomes, "compare_scores", saved)
    with pytest.raises(CannotPrice, match="classic saves a bust of 5 cards"):
        game(rules("classic"))
