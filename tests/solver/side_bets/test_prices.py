"""Prices follow the book: change a provision or the shoe, and they change."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec import structs

from pitboss.cards import Card, Rank
from pitboss.law.side_bets.registry import in_the_book, on_offer
from pitboss.law.wagers import WagerKind
from pitboss.money import Odds
from pitboss.rulebooks import BOOKS, TableRules
from pitboss.rulebooks.enumerations import Otherwise, Result
from pitboss.rulebooks.schema import slot
from pitboss.rulebooks.side_bet_enumerations import AceCounts, DealerDraws
from pitboss.rulebooks.side_bet_language import RowsOf
from pitboss.rulebooks.side_bets import PayTable
from pitboss.solver.errors import CannotPrice
from pitboss.solver.shoe import Shoe
from pitboss.solver.side_bets import (
    NEVER,
    CardsLeft,
    price_even_money,
    price_insurance,
    price_side_bet,
)
from tests.support import rules

EVERY = "perfect_pairs,player_pair,over_under_13,super_sevens,madness_21,buster"

PRICED_BY = {
    "perfect_pairs": ("side_bets.perfect_pairs.rows", "side_bets.perfect_pairs.otherwise"),
    "player_pair": ("side_bets.player_pair.rows", "side_bets.player_pair.otherwise"),
    "over_13": ("side_bets.over_13.otherwise",),
    "under_13": ("side_bets.under_13.otherwise",),
    "super_sevens": (
        "side_bets.super_sevens.rows",
        "side_bets.super_sevens.otherwise",
        "equipment.decks",
    ),
    "madness_21": (
        "side_bets.madness_21.rows",
        "side_bets.madness_21.draw.stake",
        "side_bets.madness_21.otherwise",
    ),
    "buster": (
        "side_bets.buster.rows",
        "side_bets.buster.otherwise",
        "dealer.soft_17",
        "dealer.stands_on",
    ),
}
"""The provisions on which each price must depend."""


@pytest.mark.parametrize(
    ("bet", "path"), [(bet, path) for bet, paths in PRICED_BY.items() for path in paths]
)
def test_a_price_moves_with_every_provision_it_stands_on(bet: str, path: str) -> None:
    table = rules("classic", side_bets=EVERY)
    now = price_side_bet(table, bet).ev
    others = slot(path).domain.neighbours(table.provision(path).value)
    assert others
    for value in others:
        swapped = table.with_provision(path, value)
        assert price_side_bet(swapped, bet).ev != now, value


def test_over_and_under_13_count_the_ace_as_the_book_says() -> None:
    table = rules("rws", decks=6).with_provision("side_bets.over_13.ace_counts", AceCounts.ELEVEN)
    over = price_side_bet(table, "over_13")
    # An ace with anything but a two now counts more than thirteen.
    aces = 24 * 23 // 2 + 24 * (312 - 24 - 24)
    before = price_side_bet(rules("rws", decks=6), "over_13")
    assert over.hit_frequency - before.hit_frequency == Fraction(aces, 312 * 311 // 2)


def _paying(table: TableRules, odds: Odds) -> PayTable:
    """Player Pair at these odds."""
    rows = table.side_bet("player_pair").rows.value
    return structs.replace(rows, rows=(structs.replace(rows.rows[0], pays=odds),))


def test_a_number_in_a_term_moves_the_price() -> None:
    table = rules("classic", side_bets=EVERY)
    for bet in ("over_13", "under_13"):
        rows = table.side_bet(bet).rows.value
        changed = RowsOf().neighbours(rows)
        prices = {
            price_side_bet(table.with_provision(f"side_bets.{bet}.rows", other), bet).ev
            for other in changed
        }
        assert len(prices) == 3


def test_odds_of_another_part_move_nothing() -> None:
    table = rules("classic", side_bets=EVERY)
    swapped = table.with_provision("side_bets.player_pair.rows", _paying(table, Odds(12)))
    for kind in on_offer(table):
        same = price_side_bet(swapped, kind) == price_side_bet(table, kind)
        assert same is (kind != "player_pair")


@pytest.mark.parametrize(
    ("path", "value", "moves"),
    [
        ("insurance.odds", Odds(5, 2), Fraction(1, 2) * Fraction(96, 311)),
        ("insurance.amount", "exactly_half", 0),
    ],
)
def test_insurance_is_paid_by_the_book(path: str, value: Any, moves: Fraction) -> None:
    table = rules("classic")
    swapped = table.with_provision(path, value)
    left = CardsLeft.in_full(table)
    assert price_insurance(swapped, left).ev - price_insurance(table, left).ev == moves


def test_insurance_against_tens_too_is_the_mean_of_both() -> None:
    table = rules("classic").with_provision("insurance.against", frozenset({Rank.ACE, Rank.TEN}))
    price = price_insurance(table, CardsLeft.in_full(table))
    blackjacks, dealt = 2 * 24 * 96, (24 + 96) * 311
    assert price.ev == Fraction(3 * blackjacks, dealt) - 1


def test_even_money_is_dear_at_3_to_2_and_cheap_at_6_to_5() -> None:
    for pays, gain in (("3:2", Fraction(-4, 103)), ("6:5", Fraction(87, 515))):
        table = rules("zappit", decks=6, bj_pay=pays)
        price = price_even_money(table, CardsLeft.in_full(table))
        assert (price.taken, price.gain) == (Fraction(1), gain)
    dearer = rules("nz").with_provision("even_money.odds", Odds(3, 2))
    assert price_even_money(dearer, CardsLeft.in_full(dearer)).taken == Fraction(3, 2)


def test_a_book_without_early_payment_has_no_price_for_it() -> None:
    table = rules("classic")
    with pytest.raises(ValueError, match="classic has no even money"):
        price_even_money(table, CardsLeft.in_full(table))


def test_odds_that_do_not_divide_a_dollar_are_paid_in_full() -> None:
    table = rules("rws", decks=6)
    rows = _paying(table, Odds(34, 3))
    table = table.with_provision("side_bets.player_pair.rows", rows)
    price = price_side_bet(table, "player_pair")
    assert price.outcomes[0].pays == Odds(34, 3)
    assert price.ev == Fraction(23, 311) * Fraction(34, 3) - Fraction(288, 311)


def test_a_bet_that_stands_off_gives_the_stake_back() -> None:
    table = rules("rws").with_provision("side_bets.player_pair.otherwise", Otherwise.STAND_OFF)
    won, rest = price_side_bet(table, "player_pair").outcomes
    assert (won.result, won.net) == (Result.WIN, Fraction(11))
    assert (rest.result, rest.net, rest.pays) == (Result.STAND_OFF, Fraction(0), None)


@pytest.mark.parametrize(
    ("table", "bets"),
    [
        (("nz", {"layout": 4}), "perfect_pairs"),
        (("nz", {"layout": 1}), ""),
        (("nz", {"layout": 2}), "super_sevens"),
        (("nz", {"layout": 3}), "madness_21"),
        (("zappit", {}), ""),
        (("rws", {}), "player_pair over_13 under_13"),
        (("leaflet", {}), "perfect_pairs"),
        (("leaflet", {"perfect_pairs": False}), ""),
        (("nobust", {}), "perfect_pairs buster"),
        (("classic", {}), ""),
        (("classic", {"side_bets": "buster"}), "buster"),
    ],
)
def test_the_bets_on_offer_are_those_of_the_table(
    table: tuple[str, dict[str, Any]], bets: str
) -> None:
    book, elections = table
    assert " ".join(on_offer(rules(book, **elections))) == bets


@pytest.mark.parametrize(
    ("kind", "lines"),
    [
        (
            "perfect_pairs",
            "perfect pair 25 to 1, coloured pair 12 to 1, mixed pair 6 to 1, no pair lose",
        ),
        ("player_pair", "pair 11 to 1, no pair lose"),
        ("over_13", "over 13 1 to 1, 13 or less lose"),
        ("under_13", "under 13 1 to 1, 13 or more lose"),
        (
            "super_sevens",
            "three sevens of one suit 5000 to 1, three sevens 500 to 1, two sevens of one suit "
            "100 to 1, two sevens 50 to 1, one seven 3 to 1, no seven first lose",
        ),
        (
            "buster",
            "8 or more cards 500 to 1, 7 cards 100 to 1, 6 cards 25 to 1, 5 cards 5 to 1, "
            "4 cards 3 to 1, 3 cards 1 to 1, no bust lose",
        ),
    ],
)
def test_the_lines_of_a_pay_table_are_in_words_best_first(kind: str, lines: str) -> None:
    price = price_side_bet(rules("classic", side_bets=EVERY), kind)
    shown = (f"{line.label} {line.pays or line.result.value}" for line in price.outcomes)
    assert ", ".join(shown) == lines


def test_madness_21_has_a_line_for_every_prize() -> None:
    first, *_, last_prize, lost = price_side_bet(rules("nz"), "madness_21").outcomes
    assert (first.label, first.pays) == ("blackjack, prize 1000", Odds(1000))
    assert (last_prize.label, last_prize.pays) == ("blackjack, prize 5", Odds(5))
    assert (lost.label, lost.pays) == ("no blackjack", None)


@pytest.mark.parametrize("book", BOOKS)
def test_every_bet_of_every_book_has_a_price_and_cites_the_book(book: str) -> None:
    table = rules(book)
    for kind in in_the_book(table):
        price = price_side_bet(table, kind)
        assert price.name == kind
        assert sum(line.probability for line in price.outcomes) == 1
        assert -1 < price.ev < 0 < price.hit_frequency < 1
        assert price.exact == (None if kind == "super_sevens" else str(price.ev))
        assert all(line.under in table.book.ledger for line in price.outcomes)


def test_a_bet_that_is_not_on_offer_can_be_priced_but_not_one_the_book_does_not_have() -> None:
    table = rules("nz")
    price = price_side_bet(table, "super_sevens", policy=NEVER)
    assert (price.ev, price.policy) == (Fraction(-1468, 4043), "third card never")
    with pytest.raises(ValueError, match="nz has no buster"):
        price_side_bet(table, "buster")
    with pytest.raises(ValueError, match="insurance is not a side bet"):
        price_side_bet(table, WagerKind.INSURANCE)


def test_buster_has_no_price_of_its_own_where_the_hand_is_not_completed_for_it() -> None:
    table = rules("nobust").with_provision(
        "side_bets.buster.dealer_draws", DealerDraws.AS_PLAY_REQUIRES
    )
    with pytest.raises(CannotPrice, match="not completed for it"):
        price_side_bet(table, "buster")


# A shoe counted by points: what can be priced from it, and what cannot.

SIX_DECKS_LESS = "A:20 2:24 3:24 4:24 5:24 6:24 7:23 8:24 9:24 T:90"
RANKS_DECIDE = ("over_13", "under_13", "madness_21", "buster")


def _left(text: str, **elections: Any) -> tuple[TableRules, CardsLeft]:
    table = rules("classic", side_bets=EVERY, **elections)
    return table, CardsLeft.in_shoe(table, Shoe.parse(text))


@pytest.mark.parametrize("kind", RANKS_DECIDE)
def test_a_bet_on_points_is_priced_from_a_shoe_counted_by_points(kind: str) -> None:
    table, left = _left(SIX_DECKS_LESS)
    out = "As Ah Ad Ac 7s Ts Js Qs Ks Th Jh"
    known = CardsLeft.in_full(table).without(*(Card(text) for text in out.split()))
    assert left.size == known.size == 301
    assert price_side_bet(table, kind, left).ev == price_side_bet(table, kind, known).ev
    assert price_side_bet(table, kind, left).ev != price_side_bet(table, kind).ev


@pytest.mark.parametrize(
    ("kind", "rank"),
    [
        ("perfect_pairs", "[A7T]"),
        ("player_pair", "T"),
        ("super_sevens", "7"),
    ],
)
def test_a_bet_on_suits_or_on_kings_is_not(kind: str, rank: str) -> None:
    table, left = _left(SIX_DECKS_LESS)
    with pytest.raises(CannotPrice, match=f"depends on the suits or ranks of its {rank} cards"):
        price_side_bet(table, kind, left)


def test_a_class_of_which_nothing_is_missing_is_known_to_the_suit() -> None:
    table, left = _left("A:20 2:24 3:24 4:24 5:24 6:24 7:24 8:24 9:24 T:96")
    known = CardsLeft.in_full(table).without(*map(Card, ("As", "Ah", "Ad", "Ac")))
    for kind in ("player_pair", "super_sevens"):
        assert price_side_bet(table, kind, left).ev == price_side_bet(table, kind, known).ev
    with pytest.raises(CannotPrice, match="A cards"):
        price_side_bet(table, "perfect_pairs", left)


def test_a_full_shoe_counted_by_points_is_the_full_shoe() -> None:
    table = rules("classic", decks=2, side_bets=EVERY)
    left = CardsLeft.in_shoe(table, Shoe.of_decks(2))
    assert left == CardsLeft.in_full(table)


def test_a_shoe_that_may_run_out_prices_no_dealers_hand() -> None:
    table, left = _left("2:5")
    with pytest.raises(CannotPrice, match="a shoe of 5 cards may run out"):
        price_side_bet(table, "buster", left)


def test_a_shoe_without_what_is_needed_says_so() -> None:
    table, left = _left("2:3 T:4")
    with pytest.raises(CannotPrice, match="does not have A"):
        price_insurance(table, left)
    with pytest.raises(CannotPrice, match="no two cards in the shoe have 3 tens"):
        price_insurance(table, left, tens_in_hand=3)
    with pytest.raises(CannotPrice, match="too small for Super Sevens"):
        price_side_bet(table, "super_sevens", _left("7:4")[1])
    with pytest.raises(CannotPrice, match="the shoe has no A♠"):
        left.without(Card("As"))
    with pytest.raises(CannotPrice, match="fewer than 1 of A"):
        price_even_money(rules("nz"), left)
    with pytest.raises(CannotPrice, match="fewer than 2 of T"):
        price_insurance(table, _left("A:3 T:1")[1], tens_in_hand=2)
    with pytest.raises(CannotPrice, match="too few cards for over 13"):
        price_side_bet(table, "over_13", _left("T:1")[1])
