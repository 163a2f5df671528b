"""The table sign: every limit that a customer must be able to read."""

from __future__ import annotations

from pitboss.law.layout import sign
from tests.support import rules


def test_the_limits_of_every_side_bet_on_offer_are_on_the_sign() -> None:
    plain = {line.text for line in sign(rules("classic"))}
    offering = rules("classic", side_bets="perfect_pairs:25-12-6,over_13")
    added = {line.text: line.under for line in sign(offering) if line.text not in plain}
    pairs, over = offering.side_bet("perfect_pairs").amounts, offering.side_bet("over_13").amounts
    assert added == {
        f"Perfect pairs: {pairs.value}": pairs.under,
        f"Over 13: {over.value}": over.under,
    }
