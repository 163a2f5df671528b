"""The solver equals exhaustive play of the table engine on tiny shoes, for every book."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest

from pitboss.compiled.blackjack import Beyond, blackjack_takes
from pitboss.compiled.game import game
from pitboss.compiled.ranks import ACE, TEN
from pitboss.rulebooks import TableRules
from pitboss.solver import Shoe
from pitboss.solver.contraction import Floats
from pitboss.solver.game_value import solve_stage
from tests.solver.exhaustive import Exhaustive
from tests.solver.following import Following, by_lot
from tests.support import rules

PAIRS = "T:8 8:5 A:2"
"""Eights are split into up to four hands, and bust; both blackjacks come."""
MORE_PAIRS = "T:10 8:6 A:2"
DRAWS = "T:5 6:4 5:3 A:2"
"""Many ways to draw, to double and to bust."""
STIFF = "T:8 6:6 A:2"

NEAR = 1e-12


class Case(NamedTuple):
    """A table and a tiny shoe; ``hands`` limits splits that would make the tree too large."""

    book: str
    shoe: str
    elected: dict[str, Any] = {}
    hands: int | None = None

    @property
    def rules(self) -> TableRules:
        """The rules of the table."""
        table = rules(self.book, **self.elected)
        if self.hands is None:
            return table
        return table.with_provision("splitting.hands_at_most", self.hands)

    def __str__(self) -> str:
        elected = " ".join(f"{key}={value}" for key, value in self.elected.items())
        limit = f" {self.hands} hands" if self.hands else ""
        return f"{self.book} {elected}{limit} [{self.shoe}]"


def _classic(shoe: str, **elected: Any) -> Case:
    return Case("classic", shoe, elected)


CASES = [
    # What a dealer blackjack takes, in every way the books have.
    Case("nz", PAIRS),
    Case("nz", PAIRS, {"dealer_bj_bust_reading": "cap"}),
    Case("nz", PAIRS, {"dealer_bj_bust_reading": "busted_plus_one"}),
    Case("rws", PAIRS, {}, 3),
    Case("leaflet", PAIRS, {"pair_by": "value"}),
    Case("nobust", PAIRS, {"split_tens": "same_value"}),
    Case("zappit", MORE_PAIRS),
    _classic(PAIRS, hole_card="none", max_hands=3),
    _classic(PAIRS, hole_card="none", dealer_blackjack_takes="original", max_hands=3),
    _classic(PAIRS, hole_card="none", dealer_blackjack_takes="busted_plus_one", max_hands=3),
    _classic(MORE_PAIRS, max_hands=4),
    # Each book with many decisions.
    Case("nz", DRAWS, {}, 2),
    Case("rws", DRAWS, {"allow_hit_hard_21": True}, 2),
    Case("leaflet", DRAWS, {"pair_by": "value", "soft_double": True}, 2),
    Case("nobust", STIFF, {"split_tens": "same_value", "peek": True}, 2),
    Case("nobust", STIFF, {"split_tens": "same_value", "bust_push_rule": "player_three_card"}),
    Case("zappit", STIFF, {"split_aces_one_card": True, "zap_then_split": False}),
    Case("zappit", STIFF, {"zap_then_double": False, "bj_pay": "6:5"}),
    # A ten and a king are not a pair.
    Case("leaflet", STIFF, {}, 2),
    Case("nobust", "T:8 9:3", {}, 2),
    # The generic table.
    _classic(DRAWS, max_hands=2),
    _classic(DRAWS, max_hands=2, hole_card="none", dealer_blackjack_takes="busted_plus_one"),
    _classic(STIFF, max_hands=3, soft_17="hit", surrender="late"),
    _classic(STIFF, max_hands=2, surrender="early"),
    _classic(STIFF, max_hands=2, surrender="early", hole_card="none"),
    _classic(STIFF, max_hands=2, surrender="early_not_ace", push_22=True),
    _classic(STIFF, max_hands=3, resplit_aces=True, draw_to_split_aces=True, push_22=True),
    _classic(DRAWS, max_hands=2, double_on="10-11", double_after_split=False, soft_17="hit"),
]

POLICIES = ("cdz", "optimal", "by lot")


def _shoe(case: Case) -> Floats:
    return np.array(Shoe.parse(case.shoe).counts, float)


def _following(case: Case, policy: str) -> Following:
    compiled = game(case.rules)
    given = by_lot(compiled, seed=7) if policy == "by lot" else None
    return Following(compiled, _shoe(case), best_splits=policy == "optimal", given=given)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_strategy_is_worth_what_its_play_brings(case: Case, policy: str) -> None:
    following = _following(case, policy)
    played = Exhaustive(case.rules, Shoe.parse(case.shoe), following).value
    assert played == pytest.approx(following.stage.ev, abs=NEAR)


@pytest.mark.parametrize(
    "case",
    [
        Case("nz", DRAWS),
        Case("zappit", DRAWS),
        Case("rws", DRAWS),
        Case("leaflet", DRAWS),
        Case("nobust", DRAWS),
        Case("nobust", DRAWS, {"peek": True, "bust_push_rule": "player_three_card"}),
        _classic(DRAWS),
        _classic(DRAWS, surrender="late", soft_17="hit"),
        _classic(DRAWS, surrender="early"),
        _classic(DRAWS, hole_card="none", surrender="early_not_ace"),
        _classic(DRAWS, hole_card="none", dealer_blackjack_takes="original", push_22=True),
    ],
    ids=str,
)
def test_without_splits_no_play_at_all_is_better(case: Case) -> None:
    table = case._replace(hands=1).rules
    stage = solve_stage(game(table), game(table).first, _shoe(case), best_splits=True)
    best = Exhaustive(table, Shoe.parse(case.shoe)).value
    assert best == pytest.approx(stage.ev, abs=NEAR)


@pytest.mark.parametrize("case", [_classic(STIFF, max_hands=2), Case("nz", PAIRS, {}, 2)], ids=str)
def test_whoever_remembers_the_other_hands_does_at_least_as_well(case: Case) -> None:
    compiled = game(case.rules)
    best = Exhaustive(case.rules, Shoe.parse(case.shoe)).value
    optimal = solve_stage(compiled, compiled.first, _shoe(case), best_splits=True).ev
    cdz = solve_stage(compiled, compiled.first, _shoe(case), best_splits=False).ev
    assert best >= optimal - NEAR
    assert optimal >= cdz - NEAR
    assert best - optimal < 0.02, "memory is worth little, so the two are of one game"


def test_the_cases_meet_every_way_in_which_a_blackjack_takes_wagers() -> None:
    met = {blackjack_takes(case.rules, up).beyond for case in CASES for up in (ACE, TEN)}
    assert met == set(Beyond)


def test_a_blackjack_after_busts_is_told_apart_by_what_it_takes() -> None:
    """If no split hand busts against a blackjack, the readings are worth the same."""
    worth = {}
    for reading in ("cap", "identity", "busted_plus_one"):
        case = Case("nz", PAIRS, {"dealer_bj_bust_reading": reading})
        worth[reading] = _following(case, "by lot").stage.ev
    assert worth["cap"] > worth["identity"] + 1e-3 > worth["busted_plus_one"] + 2e-3


@pytest.mark.parametrize("choose", ["the best", "the solver's"])
def test_remembering_positions_changes_nothing(choose: str) -> None:
    case = _classic("T:5 6:3 A:2", max_hands=2)
    policy = _following(case, "optimal") if choose == "the solver's" else None
    kept = Exhaustive(case.rules, Shoe.parse(case.shoe), policy)
    anew = Exhaustive(case.rules, Shoe.parse(case.shoe), policy, memory=False)
    assert kept.value == pytest.approx(anew.value, abs=NEAR)
