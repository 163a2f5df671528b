"""In which order cards are dealt and boxes play, and when wagers are settled, in every book."""

from __future__ import annotations

import pytest

from pitboss.cards import Card
from pitboss.law.dealing import CardPlace, DealtCard, order_of_deal, order_of_turns
from pitboss.law.insurance import may_still_insure
from pitboss.law.insurance import settled_when as insurance_settled_when
from pitboss.law.settlement import blackjack_is_paid
from pitboss.law.side_bets.registry import settled_when
from pitboss.law.wagering import hand_without_split_wager
from pitboss.rulebooks.enumerations import BlackjackPaid, InsuranceSettled, SideSettled
from tests.support import clause, rules


def dealt(book: str, *boxes: int) -> list[str]:
    """The initial deal as a list of where each card goes; a hole card as ``hole``."""

    def shown(card: DealtCard) -> str:
        if card.place is CardPlace.BOX:
            assert card.face_up
            return f"box {card.box}"
        return "dealer" if card.face_up else "hole"

    return [shown(card) for card in order_of_deal(rules(book), boxes)]


@clause("nz:8.2#2", "nz:8.2(a)", "nz:8.2(b)", "nz:8.2(c)", "nz:1.0 'Initial Deal'")
@clause("rws:3.11#1", "rws:3.11#2", "rws:1.15")
@pytest.mark.parametrize("book", ["nz", "rws", "leaflet"])
def test_without_a_hole_card_the_dealer_has_one_card_in_the_deal(book: str) -> None:
    assert dealt(book, 5, 2) == ["box 2", "box 5", "dealer", "box 2", "box 5"]


@clause("zappit:6(e)", "zappit:6(e)(1)", "zappit:6(e)(2)", "zappit:6(e)(3)", "zappit:6(e)(4)")
@clause("nobust:dealing.4#4", "nobust:dealing.4#5", "nobust:dealing.5#1", "nobust:dealing.5#2")
@clause("classic:deal.1")
@pytest.mark.parametrize("book", ["zappit", "nobust", "classic"])
def test_with_a_hole_card_the_dealer_has_two_the_second_face_down(book: str) -> None:
    assert dealt(book, 6, 3) == ["box 3", "box 6", "dealer", "box 3", "box 6", "hole"]


@clause("nz:8.3#1", "zappit:6(h)#1", "rws:3.11#1", "leaflet:play.2", "nobust:table.4")
@clause("classic:deal.1")
@pytest.mark.parametrize("book", ["nz", "zappit", "rws", "leaflet", "nobust", "classic"])
def test_boxes_act_from_the_dealers_left(book: str) -> None:
    assert order_of_turns(rules(book), [7, 1, 4]) == (1, 4, 7)


@clause("nz:15B.6", "rws:3.13", "rws:1.17#1", "leaflet:gap.pp-settle")
@pytest.mark.parametrize(
    ("book", "kind", "under"),
    [
        ("nz", "perfect_pairs", "15B.6"),
        ("rws", "player_pair", "3.13"),
        ("rws", "over_13", "3.13"),
        ("rws", "under_13", "3.13"),
        ("leaflet", "perfect_pairs", "gap.pp-settle"),
    ],
)
def test_bets_on_two_cards_are_settled_after_the_deal(book: str, kind: str, under: str) -> None:
    assert settled_when(rules(book), kind) == (SideSettled.AFTER_THE_DEAL, under)


@clause("nobust:gap.pp-settle")
def test_the_card_room_settles_pairs_at_the_end_or_after_the_deal() -> None:
    at_the_end = settled_when(rules("nobust"), "perfect_pairs")
    assert at_the_end == (SideSettled.IN_SETTLEMENT, "gap.pp-settle")
    early = settled_when(rules("nobust", perfect_pairs_settle="after_deal"), "perfect_pairs")
    assert early == (SideSettled.AFTER_THE_DEAL, "gap.pp-settle")


def test_bets_decided_by_later_cards_wait_for_them() -> None:
    sevens = settled_when(rules("nz", layout=2), "super_sevens")
    assert sevens == (SideSettled.WHEN_DECIDED, "15.6#1")
    assert settled_when(rules("nobust"), "buster").when is SideSettled.IN_SETTLEMENT


@clause("nz:9.5", "zappit:7(d)", "rws:3.14.2.b#2", "leaflet:payments.3", "classic:insurance.3")
@pytest.mark.parametrize(
    ("book", "when", "under"),
    [
        ("nz", InsuranceSettled.AT_THE_SECOND_CARD, "9.5"),
        ("zappit", InsuranceSettled.AT_THE_LOOK, "7(d)"),
        ("rws", InsuranceSettled.AT_THE_SECOND_CARD, "3.14.2.b#2"),
        ("leaflet", InsuranceSettled.AT_THE_SECOND_CARD, "payments.3"),
        ("nobust", InsuranceSettled.IN_SETTLEMENT, "dealing.8"),
        ("classic", InsuranceSettled.AT_THE_LOOK, "insurance.3"),
    ],
)
def test_insurance_is_settled_when_the_book_says(
    book: str, when: InsuranceSettled, under: str
) -> None:
    assert insurance_settled_when(rules(book)) == (when, under)


@clause("nz:9.2#2", "rws:3.14.2.a#2", "leaflet:insurance.1", "nobust:Insurance b#1")
@pytest.mark.parametrize(
    ("book", "under"),
    [
        ("nz", "9.2#2"),
        ("rws", "3.14.2.a#2"),
        ("leaflet", "insurance.1"),
        ("nobust", "Insurance b#1"),
    ],
)
def test_without_a_look_insurance_closes_with_the_next_card(book: str, under: str) -> None:
    assert may_still_insure(rules(book))
    answer = may_still_insure(rules(book), further_card_dealt=True)
    assert not answer
    assert answer.under == under


@clause("zappit:7(b)#3", "classic:insurance.1")
@pytest.mark.parametrize(("book", "under"), [("zappit", "7(b)#3"), ("classic", "insurance.1")])
def test_with_a_look_insurance_closes_before_it(book: str, under: str) -> None:
    assert may_still_insure(rules(book))
    answer = may_still_insure(rules(book), dealer_has_looked=True)
    assert not answer
    assert answer.under == under


@clause("nz:14.3(d)")
def test_a_bettor_who_does_not_pay_for_a_split_names_his_hand() -> None:
    assert hand_without_split_wager(rules("nz"), split_hand=1, new_hand=2, named=2) == 2
    assert hand_without_split_wager(rules("nz"), split_hand=1, new_hand=2) == 1
    other = rules("nz", split_default_hand="second")
    assert hand_without_split_wager(other, split_hand=1, new_hand=2) == 2


@clause("rws:3.21.1")
def test_a_standing_player_who_does_not_follow_stays_on_the_first_hand() -> None:
    assert hand_without_split_wager(rules("rws"), split_hand=1, new_hand=2, named=2) == 1


@clause("rws:3.15#2", "rws:3.14.1#2")
@pytest.mark.parametrize("up", ["As", "Td", "Kc"])
def test_a_blackjack_waits_against_an_ace_or_ten(up: str) -> None:
    assert blackjack_is_paid(rules("rws"), Card(up)) == (BlackjackPaid.AT_THE_END, "3.15#2")
