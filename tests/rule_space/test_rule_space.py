"""Price, table and simulator agree under rules that no book of ours has, or all refuse them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from pitboss.cards import Rank
from pitboss.compiled.errors import CannotPrice
from pitboss.rulebooks import BOOKS, TableRules, Unsupported, rulebook
from pitboss.rulebooks.domains import Among, WholeNumber, YesNo
from pitboss.rulebooks.enumerations import BlackjackPaid, Compared, Otherwise
from pitboss.rulebooks.supported import unsupported
from pitboss.solver import solve
from pitboss.table.table import Table
from tests.rule_space.drawing import draw
from tests.rule_space.holding import NEAR, hold
from tests.support import rules

ACE_ONLY, NONE = frozenset({Rank.ACE}), frozenset[Rank]()


def _classic(**elected: Any) -> TableRules:
    made = rules("classic", **elected)
    for path, value in (("limits.minimum", 100_00), ("limits.maximum", None)):
        made = made.with_provision(path, value)
    return made


NAMED: dict[str, TableRules] = {
    "late surrender without a hole card": _classic(hole_card="none", surrender="late"),
    "early surrender that is not final": _classic(
        hole_card="none", surrender="early"
    ).with_provision("surrendering.is_final", False),
    "split aces doubled, one card": _classic().with_provision("doubling.split_aces", True),
    "looks under aces only": _classic().with_provision("deal.looks_under", ACE_ONLY),
    "a blackjack waits for aces only": _classic(hole_card="none").with_provision(
        "deal.blackjack_waits", ACE_ONLY
    ),
    "a blackjack never waits": _classic(hole_card="none").with_provision(
        "deal.blackjack_waits", NONE
    ),
    "a blackjack is paid before the look": _classic().with_provision(
        "deal.blackjack_paid", BlackjackPaid.AFTER_THE_DEAL
    ),
    "a 21 may be doubled": _classic(draw_to_split_aces=True).with_provision("doubling.on_21", True),
    "a blackjack stands off": _classic().with_provision("comparison.blackjack", Compared.STAND_OFF),
    "the lower total wins": _classic().with_provision("comparison.lower", Compared.WIN),
    "Buster stands off": _classic(side_bets="buster").with_provision(
        "side_bets.buster.otherwise", Otherwise.STAND_OFF
    ),
    "No Bust with a dealer who stands on 15": rules(
        "nobust", decks=1, split_tens="same_value", peek=True, bust_push_rule="player_three_card"
    )
    .with_provision("limits.minimum", 100_00)
    .with_provision("dealer.stands_on", 15),
    "prizes drawn in a shoe that runs out": rules("nz", decks=4, layout=3, cut_depth=0),
    "pairs that may not be split": _classic(hole_card="none").with_provision(
        "splitting.barred", frozenset({Rank.FOUR, Rank.EIGHT, Rank.TEN})
    ),
}


@pytest.mark.parametrize("named", NAMED)
def test_rules_on_which_they_once_disagreed(named: str) -> None:
    for seed in (1, 2):
        held = hold(NAMED[named], lot=Random(seed), rounds=40)
        assert held.trees and held.widest < NEAR


def test_the_spread_knows_that_a_blackjack_is_paid_before_the_dealers() -> None:
    paid = _classic(max_hands=2).with_provision("deal.blackjack_paid", BlackjackPaid.AFTER_THE_DEAL)
    solution = solve(paid, shoe="T:8 8:5 A:3 3:2 6:4")
    assert solution.spread.unsure < NEAR
    assert abs(solution.spread.mean - solution.ev) < NEAR


@pytest.mark.parametrize("number", range(10))
def test_rules_drawn_at_random(number: int) -> None:
    """The first of those that ``python -m benchmarks.rule_space`` draws."""
    drawn = draw(number, seed=1)
    try:
        held = hold(drawn.rules, lot=Random(f"{number}:1"), rounds=30)
    except CannotPrice as refused:
        assert str(refused) == unsupported(drawn.rules)
        with pytest.raises(Unsupported) as caught:
            Table(drawn.rules)
        assert str(caught.value) == str(refused)
    else:
        assert held.widest < NEAR, drawn.told


def test_a_shoe_too_short_for_another_card_of_a_split_hand() -> None:
    """All hands of a split bust, and the last one has drawn the last card of a tiny shoe."""
    drawn = draw(506, seed=2026)
    assert hold(drawn.rules, lot=Random("506:2026"), rounds=30).widest < NEAR, drawn.told


def test_what_is_refused_is_refused_by_all_in_one_sentence() -> None:
    odd = rules("classic").with_provision("splitting.pairs_only", False)
    sentence = (
        "splitting.pairs_only: splitting two cards that are not a pair is not supported; "
        "only 'yes' is (classic split.1)"
    )
    with pytest.raises(CannotPrice) as price:
        solve(odd)
    with pytest.raises(Unsupported) as table:
        Table(odd)
    assert str(price.value) == str(table.value) == unsupported(odd) == sentence


def _choices(book: str) -> Iterator[dict[str, Any]]:
    for key, election in rulebook(book).elections.items():
        match election.domain:
            case YesNo():
                values: tuple[Any, ...] = (True, False)
            case Among(among):
                values = among
            case WholeNumber(least, most):
                values = (least, most)
            case _:
                continue
        for value in values:
            yield {key: value}


@pytest.mark.parametrize("book", BOOKS)
def test_no_election_of_our_books_is_refused(book: str) -> None:
    for choice in _choices(book):
        try:
            made = rulebook(book).elect_all(choice)
        except Unsupported as refused:
            pytest.fail(f"{book} {choice}: {refused}")
        except ValueError:
            continue  # needs another election as well
        assert unsupported(made) is None
