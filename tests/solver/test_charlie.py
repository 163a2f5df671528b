"""What a charlie is worth, against published figures."""

from __future__ import annotations

import pytest

from pitboss.solver import solve
from tests.support import rules

PUBLISHED = {5: 1.46, 6: 0.16, 7: 0.01}
"""Per cent of the wager, with eight decks, a dealer who stands on soft 17, doubles after splits and
up to four hands, from which the house has 0.43: realonlinegambling.com/blackjack/odds, where split
hands do not count (here they do); that of seven cards is wizardofodds.com's, as quoted on
casinoblackjackplay.com/BlackjackRules/blackjack-5-card-rules."""


def _edge(charlie: int | str, policy: str = "cdz") -> float:
    return 100 * solve(rules("classic", decks=8, charlie=charlie), policy=policy).ev


@pytest.mark.parametrize("cards", PUBLISHED)
def test_a_charlie_is_worth_what_is_published(cards: int) -> None:
    worth = _edge(cards) - _edge("none")
    assert worth == pytest.approx(PUBLISHED[cards], abs=0.07 if cards == 5 else 0.015)


def test_the_game_without_it_is_the_published_one() -> None:
    """The house has 0.43 per cent there."""
    assert _edge("none") == pytest.approx(-0.43, abs=0.005)


@pytest.mark.parametrize("cards", PUBLISHED)
def test_a_chart_gains_by_it_too_though_it_counts_no_cards(cards: int) -> None:
    """Hands that have won are in the same rows as others, and have no say in them."""
    assert _edge("none", "basic") < _edge(cards, "basic") < _edge(cards)
