"""What the House chooses: the defaults, and the ends of every range."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from pitboss.rulebooks import BadElection
from tests.support import clause, rules


@clause("rws:2.2.1#1", "rws:1.7", "rws:gap.shuffle", "rws:2.1.1", "rws:2.1.1.a#2", "rws:3.4")
@clause("rws:3.12#1", "rws:3.17#2", "rws:gap.surrender-blackjack", "rws:gap.dealer-idle")
@clause("rws:5.1.1#1", "rws:5.7")
@pytest.mark.parametrize(
    ("key", "default"),
    [
        ("decks", 8),
        ("dealing_device", "shoe"),
        ("penetration", Fraction(75, 100)),
        ("layout", "A"),
        ("boxes", 7),
        ("min", 50_00),
        ("max", 1000_00),
        ("over_limit_initial_bet", "in_action"),
        ("side_bets_after_take_back", True),
        ("side_min", 10_00),
        ("side_max", 500_00),
        ("allow_squeeze", False),
        ("allow_hit_hard_21", False),
        ("allow_surrender_blackjack", False),
        ("dealer_draws_when_no_live_bet", False),
        ("decision_timeout", 30),
    ],
)
def test_what_holds_where_the_house_chooses_nothing(key: str, default: object) -> None:
    assert rules("rws").elections[key] == default


@clause("rws:2.2.1#1", "rws:1.7", "rws:gap.shuffle", "rws:2.1.1", "rws:2.1.1.a#2", "rws:3.4")
@clause("rws:3.12#1", "rws:3.17#2", "rws:gap.surrender-blackjack", "rws:gap.dealer-idle")
@clause("rws:5.1.1#1", "rws:5.7")
@pytest.mark.parametrize(
    ("key", "choice", "elected"),
    [
        ("decks", 4, 4),
        ("decks", 5, 5),
        ("decks", 8, 8),
        ("dealing_device", "shoe", "shoe"),
        ("dealing_device", "continuous_shuffler", "continuous_shuffler"),
        ("penetration", "50%", Fraction(50, 100)),
        ("penetration", "85%", Fraction(85, 100)),
        ("layout", "A", "A"),
        ("layout", "B", "B"),
        ("layout", "C", "C"),
        ("boxes", 1, 1),
        ("boxes", 9, 9),
        ("min", "0.01", 1),
        ("max", 25000, 25000_00),
        ("over_limit_initial_bet", "in_action", "in_action"),
        ("over_limit_initial_bet", "all_chips", "all_chips"),
        ("side_bets_after_take_back", False, False),
        ("side_min", "0.01", 1),
        ("side_max", 25000, 25000_00),
        ("allow_squeeze", True, True),
        ("allow_hit_hard_21", True, True),
        ("allow_surrender_blackjack", True, True),
        ("dealer_draws_when_no_live_bet", True, True),
        ("decision_timeout", 10, 10),
        ("decision_timeout", 60, 60),
    ],
)
def test_what_the_house_may_choose(key: str, choice: object, elected: object) -> None:
    assert rules("rws", **{key: choice}).elections[key] == elected


@clause("rws:2.2.1#1", "rws:1.7", "rws:gap.shuffle", "rws:2.1.1", "rws:2.1.1.a#2", "rws:3.4")
@clause("rws:3.12#1", "rws:3.17#2", "rws:gap.surrender-blackjack", "rws:gap.dealer-idle")
@pytest.mark.parametrize(
    ("key", "choice", "under"),
    [
        ("decks", 3, "rws 2.2.1"),
        ("decks", 9, "rws 2.2.1"),
        ("dealing_device", "hand", "rws 1.7"),
        ("penetration", "49%", "rws gap.shuffle"),
        ("penetration", "86%", "rws gap.shuffle"),
        ("layout", "D", "rws 2.1.1"),
        ("boxes", 0, "rws 2.1.1.a"),
        ("boxes", 10, "rws 2.1.1.a"),
        ("min", 0, "rws 3.4"),
        ("max", "some", "rws 3.4"),
        ("side_min", 0, "rws 3.4"),
        ("side_max", 0, "rws 3.4"),
        ("allow_squeeze", "perhaps", "rws 3.12"),
        ("allow_hit_hard_21", "perhaps", "rws 3.17"),
        ("allow_surrender_blackjack", "perhaps", "rws gap.surrender-blackjack"),
        ("dealer_draws_when_no_live_bet", "perhaps", "rws gap.dealer-idle"),
        ("decision_timeout", 9, "rws, not in the text"),
        ("decision_timeout", 61, "rws, not in the text"),
    ],
)
def test_what_the_house_may_not_choose(key: str, choice: object, under: str) -> None:
    with pytest.raises(BadElection, match=re.escape(f"{under} allows")):
        rules("rws", **{key: choice})
