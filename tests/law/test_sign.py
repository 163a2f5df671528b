"""The table sign: every limit that a customer must be able to read."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.law.layout import sign
from pitboss.rulebooks import rulebook
from tests.support import rules

BOOK = Path(__file__).parents[2] / "examples" / "side_bets.toml"


def test_the_limits_of_every_side_bet_on_offer_are_on_the_sign() -> None:
    plain = {line.text for line in sign(rules("classic"))}
    offering = rules("classic", side_bets="perfect_pairs:25-12-6,over_13")
    added = {line.text: line.under for line in sign(offering) if line.text not in plain}
    pairs, over = offering.side_bet("perfect_pairs").amounts, offering.side_bet("over_13").amounts
    assert added == {
        f"Perfect pairs: {pairs.value}": pairs.under,
        f"Over 13: {over.value}": over.under,
    }


@pytest.mark.parametrize(
    ("bet", "lost"),
    [
        ("royal_match", ()),
        ("twenty_one_plus_three_by_rank", ("suited three of a kind",)),
        ("lucky_lucky", ("7-7-7 of one suit",)),
        (
            "lucky_ladies",
            ("two queens of hearts against a blackjack", "two queens of hearts", "matched 20"),
        ),
    ],
)
def test_one_deck_warns_of_the_prizes_that_need_the_same_card_twice_and_of_no_other(
    bet: str, lost: tuple[str, ...]
) -> None:
    """A king and queen of one suit are there, and so are a 6, 7 and 8."""
    for decks in (1, 2):
        rules = rulebook(str(BOOK)).elect(extra=bet, decks=decks)
        labels = [row.label for row in rules.side_bet(bet).rows.value.rows]
        warned = [line.text for line in sign(rules) if "cannot be won" in line.text]
        assert len(warned) == (len(lost) if decks == 1 else 0)
        for text, label in zip(warned, lost, strict=False):
            assert label in labels and text.endswith(f"for a {label} cannot be won")
