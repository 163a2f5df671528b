"""Section 16: irregularities."""

from __future__ import annotations

from itertools import product

import pytest
from msgspec import structs

from pitboss.law.irregularities import (
    Irregularity,
    Resolution,
    may_reconstruct,
    outcome_is_established,
    resolution,
)
from pitboss.law.play import closed_under, may_double, may_hit, may_split, may_stand
from pitboss.law.shoe import RunOut, has_cutting_card, when_exhausted
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
from tests.rulebooks.nz.helpers import check_choices
from tests.support import clause, hand, rules


@clause("nz:16.1")
def test_a_card_face_up_in_the_shoe_is_removed() -> None:
    ordered = resolution(rules("nz"), Irregularity.FACE_UP_IN_SHOE)
    assert ordered == Resolution(FaceUp.REMOVED, "16.1")


@clause("nz:16.2")
def test_a_card_drawn_in_error_and_not_seen_is_the_next_card() -> None:
    ordered = resolution(rules("nz"), Irregularity.DRAWN_UNSEEN)
    assert ordered == Resolution(Misdrawn.NEXT_CARD, "16.2")


@clause("nz:16.3#1")
def test_a_card_too_many_on_the_dealers_hand_is_removed() -> None:
    ordered = resolution(rules("nz"), Irregularity.EXTRA_DEALER_CARD)
    assert ordered == Resolution(ExtraDealerCard.REMOVED, "16.3#1")


@clause("nz:16.4#1", "nz:16.4#3")
def test_an_exposed_card_is_offered_and_becomes_the_dealers_second() -> None:
    ordered = resolution(rules("nz"), Irregularity.EXPOSED_CARD)
    assert ordered == Resolution(ExposedCard.OFFERED_THEN_DEALERS_SECOND, "16.4#3")


@clause("nz:16.4#2")
def test_whoever_refuses_it_gets_no_more_cards() -> None:
    eight = hand("4c 4s")
    refused = structs.replace(eight, has_refused=True)
    assert may_hit(rules("nz"), eight)
    for ask in (may_hit, may_double, may_split):
        answer = ask(rules("nz"), refused)
        assert not answer
        assert answer.under == "16.4#2"
    assert closed_under(rules("nz"), refused) == "16.4#2"


@clause("nz:16.4#2")
def test_whoever_refuses_it_stands_even_on_11_or_less() -> None:
    eight = hand("4c 4s")
    assert not may_stand(rules("nz"), eight)
    assert may_stand(rules("nz"), structs.replace(eight, has_refused=True))


@clause("nz:16.5#1")
@pytest.mark.parametrize(("in_deal", "interim", "final"), list(product([True, False], repeat=3)))
def test_a_misdealt_round_is_rebuilt_at_any_time(in_deal: bool, interim: bool, final: bool) -> None:
    answer = may_reconstruct(
        rules("nz"), in_initial_deal=in_deal, interim_settled=interim, final_settled=final
    )
    assert answer
    assert answer.under == "16.5#1"


@clause("nz:16.5#1", "nz:16.5(a)")
def test_hands_that_cannot_be_rebuilt_are_void() -> None:
    ordered = resolution(rules("nz"), Irregularity.DEALING_ERROR)
    assert ordered == Resolution(DealingError.REBUILD_OR_VOID_HANDS, "16.5")


@clause("nz:16.6")
def test_an_absent_players_hand_is_drawn_to_twelve_unless_not_directed() -> None:
    check_choices("absent_player", "direct", "not_directed", default="direct", under="16.6")
    ordered = resolution(rules("nz"), Irregularity.ABSENT_PLAYER)
    assert ordered == Resolution(AbsentPlayer.DRAWN_TO_TWELVE, "16.6")
    left = resolution(rules("nz", absent_player="not_directed"), Irregularity.ABSENT_PLAYER)
    assert left == Resolution(AbsentPlayer.STANDS, "16.6")


@clause("nz:16.7#1")
def test_a_shoe_that_runs_out_is_filled_with_the_shuffled_discards() -> None:
    assert when_exhausted(rules("nz")) == RunOut(Exhausted.SHUFFLE_DISCARDS, "16.7#1")


@clause("nz:16.10#2")
def test_a_continuous_shuffler_misses_no_cutting_card() -> None:
    assert not has_cutting_card(rules("nz", shuffler="continuous"))
    for shuffler in ("hand", "automatic"):
        assert has_cutting_card(rules("nz", shuffler=shuffler))


@clause("nz:16.13")
def test_a_failed_shuffler_voids_the_hands_or_the_round_as_elected() -> None:
    check_choices("csm_failure", "hands", "round", default="hands", under="16.13")
    shuffler = rules("nz", shuffler="continuous")
    hands = resolution(shuffler, Irregularity.INTERRUPTION)
    assert hands == Resolution(Interruption.VOID_AFFECTED_HANDS, "16.13")
    everything = resolution(shuffler.but(csm_failure="round"), Irregularity.INTERRUPTION)
    assert everything == Resolution(Interruption.VOID_ROUND, "16.13")


@clause("nz:16.13")
def test_a_decided_wager_does_not_save_the_round() -> None:
    answer = outcome_is_established(rules("nz", shuffler="continuous"), [True, False])
    assert not answer
    assert answer.under == "16.13"
