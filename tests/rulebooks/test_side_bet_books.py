"""A book of side bets without a line of code: priced as printed, simulated, and played."""

from __future__ import annotations

import tomllib
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import pytest

from pitboss.kernels.full.job import prepare, tables_for
from pitboss.law.side_bets.registry import in_the_book, on_offer
from pitboss.players.seats import NEVER, Seat, Setting
from pitboss.rulebooks import TableRules, rulebook
from pitboss.simulator import simulate
from pitboss.solver.side_bets import price_side_bet
from tests.rigs.agreement import agree
from tests.rigs.random_play import play_randomly
from tests.rigs.random_strategies import wild_decisions
from tests.rigs.table_wagers import with_side_bets
from tests.support import by_night

BOOK = Path(__file__).parents[2] / "examples" / "side_bets.toml"
KINDS = list(tomllib.loads(BOOK.read_text("utf-8"))["side_bets"])
"""The bets of the book itself, which is not opened until a test runs: that takes a while."""


def offering(bets: str, **elections: object) -> TableRules:
    """A table of the example with these bets."""
    return rulebook(str(BOOK)).elect(extra=bets, **elections)


class Printed(NamedTuple):
    """A house edge in per cent, as printed, and where."""

    bet: str
    decks: int
    edge: str
    source: str
    soft_17: str = "stand"


_JACOBSON = "Eliot Jacobson at 888casino.com/blog"
_PILARSKI = "Mark Pilarski, as quoted at iluvbetting.com and betfirm.com"
_WIZARD = "Wizard of Odds"
_MIRROR = "Wizard of Odds, by its copy at nilapub.com"
_21_3 = "Wizard of Odds, by its copy at jndiario.com/games/blackjack/side-bets/21plus3"

PRINTED = [
    *(
        Printed("twenty_one_plus_three", decks, edge, _21_3)
        for decks, edge in ((1, "13.30"), (2, "7.26"), (4, "4.24"), (6, "3.24"), (8, "2.74"))
    ),
    Printed("twenty_one_plus_three_by_rank", 6, "4.1427", f"{_21_3}, the sum of its returns"),
    *(
        Printed("royal_match", decks, edge, _PILARSKI)
        for decks, edge in ((1, "10.86"), (2, "8.33"), (4, "7.08"), (6, "6.67"), (8, "6.46"))
    ),
    Printed("royal_match:10-3", 1, "3.77", f"{_PILARSKI}, where 3 to 1 is misprinted as 4"),
    Printed("match_the_dealer:38-23-19-8-4", 2, "3.3124", _WIZARD),
    Printed("match_the_dealer:24-16-12-8-4", 4, "4.8403", f"{_WIZARD}, the sum of its returns"),
    Printed("match_the_dealer", 6, "4.06", _WIZARD),
    Printed("lucky_lucky", 6, "2.66", _MIRROR),
    Printed("lucky_lucky:200-100-50-30-10-3-2", 6, "5.31", "live-dealers-casino.com"),
    Printed("lucky_ladies", 6, "24.7089", _WIZARD),
    Printed("lucky_ladies", 1, "38.16", "onlineblackjack.org"),
    Printed("lucky_ladies", 8, "24.05", "onlineblackjack.org"),
    Printed("bet_the_set", 6, "2.5723", _JACOBSON),
    Printed("bet_the_set:25-10", 2, "10.6796", _JACOBSON),
    Printed("buster_kicker", 6, "6.20", _MIRROR),
]


@pytest.mark.parametrize("printed", PRINTED, ids=lambda p: f"{p.bet} {p.decks}d")
def test_a_price_is_what_others_have_printed(printed: Printed) -> None:
    table = offering(printed.bet, decks=printed.decks, soft_17=printed.soft_17)
    edge = 100 * price_side_bet(table, printed.bet.partition(":")[0]).house_edge
    last = Fraction(Decimal(1).scaleb(int(Decimal(printed.edge).as_tuple().exponent)))
    assert abs(edge - Fraction(printed.edge)) <= last / 2, printed.source


def test_a_figure_that_is_misprinted_is_not_ours() -> None:
    """Bet the Set at 15 and 10 is printed as 10.3199; the deals say 33 in 311."""
    price = price_side_bet(offering("bet_the_set:15-10", decks=6), "bet_the_set")
    assert price.house_edge == Fraction(33, 311)


def test_every_bet_of_the_book_has_a_printed_figure() -> None:
    assert {printed.bet.partition(":")[0] for printed in PRINTED} | {"bust_bonus"} == set(KINDS)


BUST_BONUS = {
    "A": "-0.090437",
    "2": "-0.076644",
    "3": "-0.084754",
    "4": "-0.071892",
    "5": "-0.089206",
    "6": "-0.079793",
    "7": "-0.061881",
    "8": "-0.048772",
    "9": "-0.103441",
    "T": "-0.088547",
}
"""Stephen How at discountgambling.net, 14 May 2013: six decks, the dealer hits soft 17."""


def test_a_bet_after_the_deal_is_priced_by_the_up_card() -> None:
    """He lets the bet be made after the check for blackjack; ours is made before, and loses to one.

    Given no blackjack the two are the same bet.
    """
    price = price_side_bet(offering("bust_bonus", decks=6, soft_17="hit"), "bust_bonus")
    assert dict(price.by_up_card).keys() == BUST_BONUS.keys()
    blackjack = {"A": Fraction(96, 311), "T": Fraction(24, 311)}
    for up, ev in price.by_up_card:
        beaten = blackjack.get(up, Fraction(0))
        given = (ev + beaten) / (1 - beaten)
        assert abs(given - Fraction(BUST_BONUS[up])) <= Fraction(1, 2_000_000)
    shares = {up: Fraction(4 if up == "T" else 1, 13) for up in BUST_BONUS}
    assert sum(shares[up] * ev for up, ev in price.by_up_card) == price.ev


@pytest.mark.parametrize("kind", KINDS)
def test_a_bet_is_simulated_as_priced(kind: str) -> None:
    table = offering(kind)
    run = simulate(table, rounds=400_000, seed=11, side_bets=[kind])
    simulated = run.side_bets[kind]
    price = float(price_side_bet(table, kind).ev)
    assert abs(simulated.ev - price) <= 4 * simulated.se


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("hole_card", ["peek", "none"])
def test_kernel_and_table_agree_on_every_wager(kind: str, hole_card: str) -> None:
    table = offering(kind, hole_card=hole_card)
    seats = (Seat(), Seat(insures_at=NEVER))
    setting = with_side_bets(table, Setting(seats=seats))
    made = tables_for(table, setting)
    decisions = wild_decisions(made.game, made.walk, 7)
    prepared = prepare(table, decisions, setting, compiled_as=made, scripted=True)
    done = agree(table, decisions, prepared, rounds=by_night(500), seed=3)
    assert done.wagers > 2 * done.boxes - done.boxes // 30


def test_several_bets_at_once_are_each_what_they_are_alone() -> None:
    table = offering("twenty_one_plus_three,lucky_ladies,buster_kicker,royal_match")
    setting = with_side_bets(table, Setting(seats=(Seat(), Seat())))
    made = tables_for(table, setting)
    decisions = wild_decisions(made.game, made.walk, 2)
    prepared = prepare(table, decisions, setting, compiled_as=made, scripted=True)
    rounds = by_night(400)
    assert agree(table, decisions, prepared, rounds=rounds, seed=1).rounds >= rounds


def test_they_are_played_by_people_who_do_anything() -> None:
    table = offering(",".join(KINDS))
    assert set(KINDS) == set(on_offer(table))
    assert play_randomly(table, rounds=60, seed=5).rounds >= 60


def test_a_book_that_is_based_on_another_has_its_side_bets_too() -> None:
    assert set(in_the_book(rulebook("classic").elect())) <= set(in_the_book(offering("none")))
