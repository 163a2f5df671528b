"""What the card room may choose, and the defaults."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from pitboss.rulebooks import BadElection
from tests.support import clause, rules


@clause(
    "nobust:deck.2",
    "nobust:table.5",
    "nobust:Buster 3",
    "nobust:collection.1",
    "nobust:gap.fee-refund",
    "nobust:gap.shuffle",
    "nobust:winners.5.b.i",
    "nobust:Splits b#1",
    "nobust:Splits b#2",
    "nobust:dealing.7",
    "nobust:type.3",
    "nobust:type.4",
    "nobust:gap.pp-settle",
)
def test_what_holds_unless_elected() -> None:
    assert rules("nobust").elections == {
        "decks": 6,
        "min": 10_00,
        "max": 300_00,
        "buster_min": 1_00,
        "buster_max": None,
        "fee_player": 1_00,
        "fee_player_dealer": 2_00,
        "fee_refund_on_no_action": False,
        "penetration": Fraction(3, 4),
        "bust_push_rule": "pd_three_card",
        "split_tens": "same_rank",
        "max_hands": 3,
        "peek": False,
        "bank_limit": "net",
        "exhausted_bank": "returns",
        "perfect_pairs_settle": "final",
    }


@clause(
    "nobust:deck.2",
    "nobust:table.5",
    "nobust:Buster 3",
    "nobust:collection.1",
    "nobust:gap.fee-refund",
    "nobust:gap.shuffle",
    "nobust:winners.5.b.i",
    "nobust:Splits b#1",
    "nobust:Splits b#2",
    "nobust:dealing.7",
    "nobust:type.3",
    "nobust:type.4",
    "nobust:gap.pp-settle",
)
@pytest.mark.parametrize(
    ("key", "choice", "made"),
    [
        ("decks", 1, 1),
        ("decks", 8, 8),
        ("min", "0.01", 1),
        ("max", "0.01", 1),
        ("max", 100_000, 100_000_00),
        ("buster_min", "0.01", 1),
        ("buster_max", "none", None),
        ("buster_max", 25, 25_00),
        ("fee_player", 0, 0),
        ("fee_player_dealer", 0, 0),
        ("fee_refund_on_no_action", True, True),
        ("penetration", "50%", Fraction(1, 2)),
        ("penetration", "85%", Fraction(17, 20)),
        ("bust_push_rule", "pd_three_card", "pd_three_card"),
        ("bust_push_rule", "player_three_card", "player_three_card"),
        ("split_tens", "same_rank", "same_rank"),
        ("split_tens", "same_value", "same_value"),
        ("max_hands", 2, 2),
        ("max_hands", 3, 3),
        ("peek", True, True),
        ("bank_limit", "net", "net"),
        ("bank_limit", "gross", "gross"),
        ("bank_limit", "matched", "matched"),
        ("exhausted_bank", "returns", "returns"),
        ("exhausted_bank", "collects", "collects"),
        ("perfect_pairs_settle", "final", "final"),
        ("perfect_pairs_settle", "after_deal", "after_deal"),
    ],
)
def test_what_the_card_room_may_elect(key: str, choice: object, made: object) -> None:
    assert rules("nobust", **{"min": "0.01", key: choice}).elections[key] == made


@clause(
    "nobust:deck.2",
    "nobust:table.5",
    "nobust:Buster 3",
    "nobust:collection.1",
    "nobust:gap.fee-refund",
    "nobust:gap.shuffle",
    "nobust:winners.5.b.i",
    "nobust:Splits b#1",
    "nobust:Splits b#2",
    "nobust:dealing.7",
    "nobust:type.3",
    "nobust:type.4",
    "nobust:gap.pp-settle",
)
@pytest.mark.parametrize(
    ("key", "choice", "under"),
    [
        ("decks", 0, "deck.2"),
        ("decks", 9, "deck.2"),
        ("min", 0, "table.5"),
        ("max", 0, "table.5"),
        ("buster_min", 0, "Buster 3"),
        ("buster_max", -1, "Buster 3"),
        ("fee_player", -1, "collection.1"),
        ("fee_player_dealer", -1, "collection.1"),
        ("fee_refund_on_no_action", "sometimes", "gap.fee-refund"),
        ("penetration", "49%", "gap.shuffle"),
        ("penetration", "86%", "gap.shuffle"),
        ("bust_push_rule", "nobody", "winners.5.b.i"),
        ("split_tens", "never", "Splits b"),
        ("max_hands", 1, "Splits b"),
        ("max_hands", 4, "Splits b"),
        ("peek", "sometimes", "dealing.7"),
        ("bank_limit", "none", "type.3"),
        ("exhausted_bank", "pays", "type.4"),
        ("perfect_pairs_settle", "never", "gap.pp-settle"),
    ],
)
def test_what_the_card_room_may_not_elect(key: str, choice: object, under: str) -> None:
    with pytest.raises(BadElection, match=re.escape(f"nobust {under} allows")):
        rules("nobust", **{key: choice})
