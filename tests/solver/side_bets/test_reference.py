"""Exact fractions counted by another program, and figures that others have printed."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from pitboss.cards import Rank, cards
from pitboss.law.counting import count
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.side_bet_enumerations import StakeOfWinner
from pitboss.solver.side_bets import (
    ALWAYS,
    NEVER,
    CardsLeft,
    SideBetPrice,
    ThirdCardPolicy,
    gain_of_third_card,
    price_after_failure,
    price_even_money,
    price_insurance,
    price_side_bet,
)
from tests.solver.side_bets.dealers_hands import CompletedHand, chances
from tests.support import rules

REFERENCE = Path(__file__).parents[1] / "reference"
SOFT_17 = {"H17": "hit", "S17": "stand"}
POLICIES = {
    "always": ALWAYS,
    "never": NEVER,
    "against 8 9 T A": ThirdCardPolicy(
        "basic", frozenset({Rank.EIGHT, Rank.NINE, Rank.TEN, Rank.ACE})
    ),
}


class Row(NamedTuple):
    """One line of the reference: the wager, the question and the answer."""

    wager: str
    case: str
    decks: int
    value: Fraction

    def __str__(self) -> str:
        return f"{self.wager} {self.case} {self.decks}d"


def _rows() -> list[Row]:
    with (REFERENCE / "side_bets.csv").open(encoding="utf-8", newline="") as lines:
        return [
            Row(row["wager"], row["case"], int(row["decks"]), Fraction(row["value"]))
            for row in csv.DictReader(lines)
        ]


@pytest.mark.parametrize("row", _rows(), ids=str)
def test_the_price_is_the_fraction_that_another_program_counts(row: Row) -> None:
    assert _asked(row) == row.value


def _asked(row: Row) -> Fraction:
    """Our answer, from the book that has the wager, for the row's number of decks."""
    wager, _, soft = row.wager.partition(" ")
    match wager:
        case "insurance":
            table = rules("classic", decks=row.decks)
            tens = int(row.case[-1]) if "holding" in row.case else None
            return price_insurance(table, CardsLeft.in_full(table), tens_in_hand=tens).ev
        case "even_money":
            table = rules("zappit", bj_pay=row.case.removeprefix("gain at "))
            return price_even_money(table, CardsLeft.in_full(table, decks=row.decks)).gain
        case "dealer":
            return _dealers(row.case, row.decks, SOFT_17[soft])
    table = _table(row, soft)
    left = CardsLeft.in_full(table, decks=row.decks)
    if row.case.startswith("gain of a third card: "):
        sevens, _, up = row.case.partition(": ")[2].partition(" against ")
        one, other = cards(sevens)
        return gain_of_third_card(table, "super_sevens", left, (one, other), up=cards(up)[0])
    if row.case == "ev after a failure":
        return price_after_failure(table, table.side_bet("madness_21"), left).ev
    policy = POLICIES.get(row.case.removeprefix("ev third card "), ALWAYS)
    return _said(price_side_bet(table, wager, left, policy=policy), row.case)


def _table(row: Row, soft: str) -> TableRules:
    match row.wager, row.case:
        case "perfect_pairs", case:
            return rules("nz", pp_scale=1 if case.endswith("30-10-5") else 2)
        case "madness_21", "ev if the stake were not kept":
            return rules("nz").with_provision(
                "side_bets.madness_21.draw.stake", StakeOfWinner.TAKEN
            )
        case (("madness_21" | "super_sevens"), _):
            return rules("nz")
        case (("player_pair" | "over_13" | "under_13"), _):
            return rules("rws")
        case "buster H17", ("ev at 1-3-5-25-100-500" | "hit frequency"):
            return rules("nobust")
        case _, case:
            scale = f":{case.removeprefix('ev at ')}" if case.startswith("ev at ") else ""
            return rules("classic", side_bets=f"buster{scale}", soft_17=SOFT_17[soft])


def _said(price: SideBetPrice, case: str) -> Fraction:
    if case.startswith("ev"):
        return price.ev
    if case == "hit frequency":
        return price.hit_frequency
    label = case.removeprefix("chance of ")
    (fraction,) = (line.probability for line in price.outcomes if line.label == label)
    return fraction


@cache
def _ends(decks: int, soft_17: str) -> dict[CompletedHand, Fraction]:
    table = rules("classic", decks=decks, soft_17=soft_17)
    return chances(table, CardsLeft.in_full(table))


def _dealers(case: str, decks: int, soft_17: str) -> Fraction:
    total, _, number = case.removeprefix("chance of ").partition(" in ")
    table = rules("classic")
    fits = {"": range(2, 22), "more cards": range(3, 22), "3 cards": [3], "2 cards": [2]}[number]
    return sum(
        (
            chance
            for hand, chance in _ends(decks, soft_17).items()
            if count(table, hand.cards).total == int(total) and len(hand.cards) in fits
        ),
        Fraction(0),
    )


class Figure(NamedTuple):
    """One printed number."""

    source: str
    wager: str
    what: str
    of: dict[str, Any]

    def __str__(self) -> str:
        return f"{self.wager} {self.what} {self.of.get('scale', '')} {self.of['decks']}d"


def _figures() -> Iterator[Figure]:
    printed = tomllib.loads((REFERENCE / "published_side_bets.toml").read_text("utf-8"))
    for figure in printed["figure"]:
        source, wager = figure.pop("source"), figure.pop("wager")
        for what, numbers in figure.items():
            yield from (Figure(source, wager, what, of) for of in numbers)


@pytest.mark.parametrize("figure", list(_figures()), ids=str)
def test_the_price_is_what_others_have_printed(figure: Figure) -> None:
    ours: float | Fraction
    of = figure.of
    match figure.what:
        case "combinations":
            assert [line.combinations for line in _priced(figure).outcomes] == of["is"]
            return
        case "ev":
            ours = _priced(figure).ev
        case "edge":
            ours = 100 * _priced(figure).house_edge
        case "hits":
            ours = 100 * _priced(figure).hit_frequency
        case "sd":
            ours = _priced(figure).sd
        case "twenty_two":
            ours = _dealers("chance of 22", of["decks"], "hit")
        case _:
            table = rules("classic")
            ours = sum(
                chance
                for hand, chance in _ends(of["decks"], "hit").items()
                if count(table, hand.cards).total > 21 and len(hand.cards) == of["cards"]
            )
    printed = Decimal(of["is"])
    last = Fraction(Decimal(1).scaleb(int(printed.as_tuple().exponent)))
    assert abs(Fraction(ours) - Fraction(printed)) <= last / 2, figure.source


def _priced(figure: Figure) -> SideBetPrice:
    scale = f":{figure.of['scale']}" if "scale" in figure.of else ""
    more = {"soft_17": figure.of["soft_17"]} if "soft_17" in figure.of else {}
    table = rules(
        "classic",
        decks=figure.of["decks"],
        hole_card="none",
        side_bets=f"{figure.wager}{scale}",
        **more,
    )
    return price_side_bet(table, figure.wager)
