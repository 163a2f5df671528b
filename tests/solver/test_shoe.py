"""A shoe in writing: what it says, and what is not a shoe."""

from __future__ import annotations

import pytest

from pitboss.cards import Rank
from pitboss.solver.errors import BadShoe
from pitboss.solver.shoe import Shoe


def test_a_shoe_is_read_by_rank_and_what_is_not_named_is_not_in_it() -> None:
    shoe = Shoe.parse("T:96 A:20, 9:1")
    assert shoe.counts == (20, 0, 0, 0, 0, 0, 0, 0, 1, 96)
    assert (shoe.size, shoe[Rank.TEN], shoe[Rank.TWO]) == (117, 96, 0)
    assert str(shoe) == "A:20 9:1 T:96"
    assert Shoe.parse(str(shoe)) == shoe


def test_a_deck_has_sixteen_tens() -> None:
    assert Shoe.of_decks(2).counts == (8,) * 9 + (32,)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "the shoe is empty"),
        ("A:0 T:0", "the shoe is empty"),
        ("K:4", "'K:4' names no rank"),
        ("10:4", "'10:4' names no rank"),
        ("A:4 2:4 A:1", "rank A stands twice"),
        ("A:-1", "'A:-1' gives no whole number"),
        ("A:1.5", "'A:1.5' gives no whole number"),
        ("A:", "'A:' gives no whole number"),
        ("A", "'A' gives no whole number"),
        ("A:four", "'A:four' gives no whole number"),
        ("A:²", "'A:²' gives no whole number"),
    ],
)
def test_what_is_not_a_shoe_is_refused_in_one_sentence(text: str, says: str) -> None:
    with pytest.raises(BadShoe, match=f"^{says}") as refused:
        Shoe.parse(text)
    assert "\n" not in str(refused.value)


def test_counts_are_ten_and_not_below_nothing() -> None:
    with pytest.raises(BadShoe, match="10 ranks, not 3"):
        Shoe((1, 2, 3))
    with pytest.raises(BadShoe, match="cannot hold -1 cards of rank 2"):
        Shoe((4, -1, 4, 4, 4, 4, 4, 4, 4, 16))
    with pytest.raises(BadShoe, match="cannot hold 0 decks"):
        Shoe.of_decks(0)
