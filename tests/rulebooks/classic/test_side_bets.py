"""Side bets: which are offered, to whom, for how much, and at which scale."""

from __future__ import annotations

import pytest

from pitboss.cards import Card, cards
from pitboss.law.answers import Refusal
from pitboss.law.layout import spots
from pitboss.law.stakes import StakedBet
from pitboss.law.wagering import may_wager
from pitboss.law.wagers import WagerKind
from pitboss.rulebooks import BadElection
from pitboss.table import acts
from pitboss.table.events import WagerSettled
from tests.side_bets import buster, perfect_pairs, player_pair, super_sevens
from tests.support import clause, rules
from tests.table.helpers import bet, of, rigged

MAIN = WagerKind.MAIN

NAMED = [
    ("perfect_pairs", "perfect_pairs"),
    ("player_pair", "player_pair"),
    ("over_under_13", "over_13"),
    ("over_under_13", "under_13"),
    ("over_13", "over_13"),
    ("under_13", "under_13"),
    ("super_sevens", "super_sevens"),
    ("madness_21", "madness_21"),
    ("buster", "buster"),
]
"""The side bets as an operator names them, with the bets that a name offers."""


@clause("classic:side.1")
@pytest.mark.parametrize(("name", "kind"), NAMED)
def test_a_side_bet_is_offered_where_it_is_chosen(name: str, kind: str) -> None:
    table = [StakedBet(1, "P1", MAIN, 10_00)]
    answer = may_wager(
        rules("classic", side_bets=name), StakedBet(1, "P1", kind, 5_00), on_table=table
    )
    assert answer
    assert answer.under == "side.1"
    assert kind in spots(rules("classic", side_bets=name))


@clause("classic:side.1")
@pytest.mark.parametrize(("name", "kind"), NAMED)
def test_and_nowhere_else(name: str, kind: str) -> None:
    table = [StakedBet(1, "P1", MAIN, 10_00)]
    other = "buster" if name != "buster" else "perfect_pairs"
    for chosen in (rules("classic"), rules("classic", side_bets=other)):
        answer = may_wager(chosen, StakedBet(1, "P1", kind, 5_00), on_table=table)
        assert not answer
        assert answer.under == "side.1"
        assert kind not in spots(chosen)


@clause("classic:side.1")
def test_over_and_under_are_offered_one_by_one() -> None:
    over, under = (rules("classic", side_bets=name) for name in ("over_13", "under_13"))
    assert "under_13" not in spots(over)
    assert "over_13" not in spots(under)
    table = [StakedBet(1, "P1", MAIN, 10_00)]
    refused = may_wager(over, StakedBet(1, "P1", "under_13", 5_00), on_table=table)
    assert isinstance(refused, Refusal)
    assert refused.under == "side.1"


@clause("classic:side.5", "classic:side.7")
@pytest.mark.parametrize(
    "scale", ["super_sevens:3-50-100-500-5000", "buster:500-100-25-5-3-1", "perfect_pairs:6-12-25"]
)
def test_a_scale_that_is_given_backwards_is_refused(scale: str) -> None:
    with pytest.raises(BadElection, match="out of order: give"):
        rules("classic", side_bets=scale)


@clause("classic:side.1")
@pytest.mark.parametrize(("name", "kind"), NAMED)
@pytest.mark.parametrize(("stake", "allowed"), [(99, False), (1_00, True), (2000_00, True)])
def test_it_is_at_least_a_dollar_and_may_exceed_the_bet(
    name: str, kind: str, stake: int, allowed: bool
) -> None:
    table = [StakedBet(1, "P1", MAIN, 10_00)]
    answer = may_wager(
        rules("classic", side_bets=name), StakedBet(1, "P1", kind, stake), on_table=table
    )
    assert bool(answer) is allowed
    assert answer.under == "side.1"


@clause("classic:side.1")
@pytest.mark.parametrize(("name", "kind"), NAMED)
def test_it_needs_a_bet_of_the_same_player_on_the_box(name: str, kind: str) -> None:
    for table in ([], [StakedBet(2, "P1", MAIN, 10_00)], [StakedBet(1, "P2", MAIN, 10_00)]):
        answer = may_wager(
            rules("classic", side_bets=name), StakedBet(1, "P1", kind, 5_00), on_table=table
        )
        assert not answer
        assert answer.under == "side.1"


@clause("classic:side.1")
@pytest.mark.parametrize("name", ["perfect_pairs", "buster"])
def test_the_box_of_another_and_the_want_of_a_bet_are_two_reasons(name: str) -> None:
    table = [StakedBet(1, "P2", MAIN, 10_00)]
    bet = StakedBet(1, "P1", name, 5_00)
    chosen = rules("classic", side_bets=name)
    answer = may_wager(chosen, bet, on_table=table)
    assert isinstance(answer, Refusal)
    assert "another" in answer.why
    # The two cover each other, so the first is lifted to see the second.
    lifted = chosen.with_provision(f"side_bets.{name}.on_anothers_box", True)
    assert not may_wager(lifted, bet, on_table=table)


@clause("classic:side.1")
@pytest.mark.parametrize(
    ("name", "when"), [("super_sevens", "when_decided"), ("buster", "in_settlement")]
)
def test_bets_on_later_cards_wait_for_them(name: str, when: str) -> None:
    assert rules("classic", side_bets=name).side_bet(name).settled.value == when


@clause("classic:side.1")
@pytest.mark.parametrize(
    "name", ["perfect_pairs", "player_pair", "over_13", "under_13", "madness_21"]
)
def test_bets_on_the_first_cards_are_settled_after_the_deal(name: str) -> None:
    assert rules("classic", side_bets=name).side_bet(name).settled.value == "after_the_deal"


@clause("classic:side.1", "classic:side.6")
def test_madness_21_is_bet_in_whole_dollars() -> None:
    table, madness = [StakedBet(1, "P1", MAIN, 10_00)], rules("classic", side_bets="madness_21")
    for stake, allowed in ((1_00, True), (1_50, False), (2_00, True)):
        bet = StakedBet(1, "P1", "madness_21", stake)
        assert bool(may_wager(madness, bet, on_table=table)) is allowed


@clause("classic:side.1", "classic:side.2")
def test_perfect_pairs_may_have_a_scale_of_its_own() -> None:
    scaled = rules("classic", side_bets="perfect_pairs:30-10-5,buster")
    for second, paid in (("8s", 30_00), ("8c", 10_00), ("8h", 5_00)):
        assert perfect_pairs.settle(scaled, 1_00, Card("8s"), Card(second)).paid == paid


@clause("classic:side.1", "classic:side.3")
def test_player_pair_too() -> None:
    scaled = rules("classic", side_bets="player_pair:12")
    assert player_pair.settle(scaled, 1_00, Card("8s"), Card("8c")).paid == 12_00


@clause("classic:side.1", "classic:side.5")
def test_super_sevens_too() -> None:
    scaled = rules("classic", side_bets="super_sevens:4000-400-90-40-2")
    for sevens, paid in (("7s 7s 7s", 4000_00), ("7s 7s 7h", 400_00), ("7s 8s", 2_00)):
        settled = super_sevens.settle(scaled, 1_00, cards(sevens))
        assert settled is not None
        assert settled.settled.paid == paid


@clause("classic:side.1", "classic:side.7")
def test_buster_too() -> None:
    scaled = rules("classic", side_bets="buster:2-2-9-50-100-250")
    assert buster.settle(scaled, 1_00, cards("9h 7c 6d")).paid == 2_00
    assert buster.settle(scaled, 1_00, cards("2h 2c 2d 2s 3h 3c 4d 4s")).paid == 250_00


@clause("classic:side.1")
@pytest.mark.parametrize(
    ("side_bets", "under"),
    [
        ("lucky_ladies", "side.1"),
        ("perfect_pairs,perfect_pairs", "side.1"),
        ("perfect_pairs:a-b-c", "side.1"),
        ("perfect_pairs:25-12", "side.2"),
        ("player_pair:11-2", "side.3"),
        ("super_sevens:5000", "side.5"),
        ("buster:1-3-5", "side.7"),
        ("over_under_13:2", "side.1"),
        ("madness_21:5", "side.1"),
    ],
)
def test_an_unknown_bet_or_a_scale_that_does_not_fit_is_refused(side_bets: str, under: str) -> None:
    with pytest.raises(BadElection, match=f"classic {under}"):
        rules("classic", side_bets=side_bets)


@clause("classic:side.7")
def test_a_blackjack_that_is_paid_leaves_a_bet_on_the_dealers_cards_open() -> None:
    table = rigged("classic", "As 6h Ks Td 9c", side_bets="buster")
    bet(table, 1, "P1", 10)
    bet(table, 1, "P1", 10, "buster")
    settled = of(WagerSettled, table.do(acts.CloseBets()))
    assert [(w.wager, w.paid, w.when) for w in settled] == [
        (1, 15_00, "initial_deal"),
        (2, 10_00, "end"),  # the dealer busts with three cards
    ]
