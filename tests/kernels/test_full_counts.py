"""Counting systems: their tags, the true count in plain arithmetic and in the kernel's tables."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from pathlib import Path

import pytest

from pitboss.cards import CARDS, DECK
from pitboss.players.counts import (
    HI_LO,
    SYSTEMS,
    BadCount,
    CountSystem,
    DecksSeen,
    TrueCount,
    count_system,
    count_tables,
    read_count,
)

BALANCED = {"hi-lo", "hi-opt-1", "hi-opt-2", "omega-2", "zen", "halves", "ace-five"}


def _tag(system: CountSystem, card: str) -> Fraction:
    return system.tags[CARDS[card].index]


def test_hi_lo_counts_small_cards_up_and_big_ones_down() -> None:
    assert [int(_tag(HI_LO, f"{rank}s")) for rank in "23456789TJQKA"] == [
        1, 1, 1, 1, 1, 0, 0, 0, -1, -1, -1, -1, -1,
    ]  # fmt: skip


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_deck_comes_to_nothing_in_a_balanced_count_only(name: str) -> None:
    assert (sum(SYSTEMS[name].tags) == 0) == (name in BALANCED)


def test_an_unbalanced_count_ends_where_it_should() -> None:
    # KO begins at 4 less 4 for each deck, and so ends at +4 (Vancura and Fuchs).
    ko = SYSTEMS["ko"]
    for decks in (1, 2, 6, 8):
        assert ko.start_of(decks) + decks * sum(ko.tags) == 4


def test_red_sevens_count_and_black_ones_do_not() -> None:
    red = SYSTEMS["red-7"]
    assert [int(_tag(red, seven)) for seven in ("7h", "7d", "7s", "7c")] == [1, 1, 0, 0]


def test_a_count_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('name = "mine"\n[tags]\n"2-6" = 1\n"T-K" = -1\nA = -1\n', "utf-8")
    mine = count_system(file)
    assert mine == HI_LO._replace(name="mine")
    file.write_text('[tags]\n"5" = 0.5\n"J-K" = "-1/3"\n7h = 2\n', "utf-8")
    odd = count_system(file)
    assert _tag(odd, "5c") == Fraction(1, 2)
    assert _tag(odd, "Qd") == Fraction(-1, 3)
    assert [int(_tag(odd, card)) for card in ("7h", "7s", "Ts")] == [2, 0, 0]


@pytest.mark.parametrize(
    ("document", "why"),
    [
        ({}, "needs tags"),
        ({"tags": {"11": 1}}, "neither a rank"),
        ({"tags": {"2": "much"}}, "not a number"),
        ({"tags": {"2": 1}, "divide": True}, "unknown key 'divide'"),
        ({"tags": {"2": 1}, "true": "ceil"}, "'ceil'"),
    ],
)
def test_a_count_that_cannot_be_read_says_why(document: dict[str, object], why: str) -> None:
    with pytest.raises(BadCount, match=why):
        read_count(document)


def test_a_true_count_by_its_rules() -> None:
    def true(running: int, left: int, how: TrueCount, seen: DecksSeen = DecksSeen.EXACT) -> int:
        return HI_LO._replace(true=how, decks=seen).true_count(Fraction(running), left)

    assert true(-5, 104, TrueCount.FLOOR) == -3
    assert true(-5, 104, TrueCount.TRUNCATE) == -2
    assert true(5, 104, TrueCount.ROUND) == 3
    assert true(5, 104, TrueCount.RUNNING) == 5
    assert true(6, 90, TrueCount.FLOOR, DecksSeen.HALF) == 4  # a deck and a half
    assert true(6, 90, TrueCount.FLOOR, DecksSeen.WHOLE) == 3  # two decks


@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize("how", TrueCount)
@pytest.mark.parametrize("seen", DecksSeen)
def test_the_kernels_true_count_is_the_one_in_fractions(
    name: str, how: TrueCount, seen: DecksSeen
) -> None:
    system = SYSTEMS[name]._replace(true=how, decks=seen)
    made = count_tables(system, 6)
    ace_up = made.tags[CARDS["As"].index]
    parts = Fraction(int(ace_up)) / _tag(system, "As") if _tag(system, "As") else Fraction(1)
    if not _tag(system, "As"):
        card = next(card for card in DECK if system.tags[card.index])
        parts = Fraction(int(made.tags[card.index])) / system.tags[card.index]
    for left in (1, 13, 26, 52, 77, 104, 130, 156, 311, 312):
        for running in range(-40, 41):
            exact = running * made.factor[left]
            if made.truncates and exact < 0:
                message = -floor(made.shift - exact)
            else:
                message = floor(exact + made.shift)
            assert message == system.true_count(running / parts, left), (left, running)
