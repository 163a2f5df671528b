"""Paragraph 5: what is done when something has gone wrong."""

from __future__ import annotations

import pytest

from pitboss.law.irregularities import (
    Irregularity,
    may_reconstruct,
    needs_ruling,
    outcome_is_established,
    resolution,
)
from pitboss.law.shoe import when_exhausted
from pitboss.rulebooks.enumerations import (
    AbsentPlayer,
    DealingError,
    Exhausted,
    ExposedCard,
    ExtraDealerCard,
    FaceUp,
    Interruption,
    Misdrawn,
)
from tests.rulebooks.rws.helpers import refused
from tests.support import clause, rules


@clause("rws:5.3")
def test_the_house_draws_to_12_for_one_who_has_walked_away() -> None:
    stated_resolution = resolution(rules("rws"), Irregularity.ABSENT_PLAYER)
    assert stated_resolution == (AbsentPlayer.DRAWN_TO_TWELVE, "5.3")


@clause("rws:5.4", "rws:5.4.1")
@pytest.mark.parametrize("decided", [(True,), (False, True), (True, False, False)])
def test_an_interrupted_round_goes_on_if_any_bet_is_decided(decided: tuple[bool, ...]) -> None:
    assert outcome_is_established(rules("rws"), decided)


@clause("rws:5.4", "rws:5.4.2")
@pytest.mark.parametrize("decided", [(), (False,), (False, False)])
def test_an_interrupted_round_is_void_if_no_bet_is_decided(decided: tuple[bool, ...]) -> None:
    assert refused(outcome_is_established(rules("rws"), decided)) == "5.4"


@clause("rws:5.4")
def test_what_follows_an_interruption_depends_on_an_outcome() -> None:
    stated_resolution = resolution(rules("rws"), Irregularity.INTERRUPTION)
    assert stated_resolution == (Interruption.VOID_UNLESS_AN_OUTCOME_EXISTS, "5.4")


@clause("rws:5.5.3")
def test_a_round_that_the_shoe_cannot_finish_is_void() -> None:
    assert when_exhausted(rules("rws")) == (Exhausted.VOID_ROUND, "5.5.3")


@clause("rws:5.7")
def test_the_players_choose_after_a_dealing_error() -> None:
    stated_resolution = resolution(rules("rws"), Irregularity.DEALING_ERROR)
    assert stated_resolution == (DealingError.PLAYERS_CHOOSE, "5.7")


@clause("rws:5.7")
def test_a_card_drawn_in_error_and_seen_is_a_dealing_error() -> None:
    stated_resolution = resolution(rules("rws"), Irregularity.EXPOSED_CARD)
    assert stated_resolution == (ExposedCard.DEALING_ERROR, "5.7")


@clause("rws:1.24", "rws:5.9#1")
def test_an_error_of_the_initial_deal_is_rebuilt_before_the_interim_settlement() -> None:
    assert may_reconstruct(
        rules("rws"), in_initial_deal=True, interim_settled=False, final_settled=False
    )


@clause("rws:1.24", "rws:5.9#1", "rws:5.10.1")
def test_a_later_error_is_rebuilt_before_a_final_settlement() -> None:
    assert may_reconstruct(
        rules("rws"), in_initial_deal=False, interim_settled=True, final_settled=False
    )


@clause("rws:5.10", "rws:5.10.1")
@pytest.mark.parametrize(
    ("in_initial_deal", "final_settled"), [(True, False), (True, True), (False, True)]
)
def test_nothing_is_rebuilt_after_the_settlement(
    in_initial_deal: bool, final_settled: bool
) -> None:
    assert not may_reconstruct(
        rules("rws"),
        in_initial_deal=in_initial_deal,
        interim_settled=True,
        final_settled=final_settled,
    )


@clause("rws:5.9#1", "rws:5.10.1")
def test_the_clause_named_is_the_one_on_rebuilding() -> None:
    before = may_reconstruct(
        rules("rws"), in_initial_deal=True, interim_settled=False, final_settled=False
    )
    after = may_reconstruct(
        rules("rws"), in_initial_deal=True, interim_settled=True, final_settled=False
    )
    assert (before.under, after.under) == ("5.9#1", "5.10.1")


@clause("rws:5.10.2#1", "rws:5.10.2#2")
def test_a_card_drawn_to_the_dealers_finished_hand_is_thrown_out() -> None:
    stated_resolution = resolution(rules("rws"), Irregularity.EXTRA_DEALER_CARD)
    assert stated_resolution == (ExtraDealerCard.REMOVED, "5.10.2#2")


@clause("rws:5.11")
def test_a_card_face_up_in_the_shoe_is_used() -> None:
    stated_resolution = resolution(rules("rws"), Irregularity.FACE_UP_IN_SHOE)
    assert stated_resolution == (FaceUp.USED, "5.11")


@clause("rws:5.7")
def test_a_card_drawn_unseen_is_a_dealing_error_too() -> None:
    stated_resolution = resolution(rules("rws"), Irregularity.DRAWN_UNSEEN)
    assert stated_resolution == (Misdrawn.DEALING_ERROR, "5.7")


@clause("rws:5.7")
@pytest.mark.parametrize("what", Irregularity)
def test_nothing_that_the_rules_settle_needs_a_ruling(what: Irregularity) -> None:
    assert not needs_ruling(rules("rws"), what)
