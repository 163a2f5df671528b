"""Section 12: splitting pairs."""

from __future__ import annotations

import pytest

from pitboss.law.counting import is_blackjack
from pitboss.law.play import (
    closed_under,
    may_double,
    may_hit,
    may_split,
    may_stand,
    order_of_hands,
    split_wager,
)
from pitboss.law.settlement import HandWager, Settled, settle, settle_against_blackjack
from pitboss.law.wagers import WagerKind
from pitboss.rulebooks.enumerations import Result
from tests.rulebooks.nz.helpers import check_choices
from tests.support import clause, hand, rules


@clause("nz:12.1")
@pytest.mark.parametrize("pair", ["8h 8s", "Kh Td", "Ac Ad"])
def test_equal_values_may_be_split(pair: str) -> None:
    assert may_split(rules("nz"), hand(pair))


@clause("nz:12.1")
def test_unequal_values_may_not() -> None:
    answer = may_split(rules("nz"), hand("9c 8c"))
    assert not answer
    assert answer.under == "12.1"


@clause("nz:12.2")
def test_the_second_wager_equals_the_first() -> None:
    assert split_wager(rules("nz"), wager=20_00, amount=20_00)
    for amount in (10_00, 25_00):
        answer = split_wager(rules("nz"), wager=20_00, amount=amount)
        assert not answer
        assert answer.under == "12.2"


@clause("nz:12.3")
def test_hands_are_played_from_left_to_right_the_new_one_next() -> None:
    assert order_of_hands((1,), split=1) == (1, 2)
    assert order_of_hands((1, 2), split=1) == (1, 3, 2)
    assert order_of_hands((1, 2), split=2) == (1, 2, 3)


@clause("nz:12.4#2")
def test_a_split_hand_is_drawn_to_stood_doubled_or_split() -> None:
    eleven, sixteen = hand("8h 3c", split=True), hand("8h 8c", split=True)
    for either in (eleven, sixteen):
        assert may_hit(rules("nz"), either)
        assert may_double(rules("nz"), either)
    assert may_stand(rules("nz"), sixteen)
    assert may_split(rules("nz"), sixteen, hands_on_box=2)
    answer = may_split(rules("nz"), eleven, hands_on_box=2)
    assert not answer
    assert answer.under == "12.1"


@clause("nz:12.4(a)#1")
@pytest.mark.parametrize("cards", ["8c 8h", "Kh Qc"])
def test_equal_values_may_be_split_once_more(cards: str) -> None:
    assert may_split(rules("nz"), hand(cards, split=True), hands_on_box=2)


@clause("nz:12.4(a)#1", "nz:12.4(a)#2")
def test_a_box_has_three_hands_at_most() -> None:
    eights = hand("8c 8d", split=True)
    assert may_split(rules("nz"), eights, hands_on_box=2)
    answer = may_split(rules("nz"), eights, hands_on_box=3)
    assert not answer
    assert answer.under == "12.4(a)#2"


@clause("nz:12.4(b)#1")
def test_aces_are_split_once() -> None:
    assert may_split(rules("nz"), hand("Ac Ad"))
    answer = may_split(rules("nz"), hand("Ac Ah", split=True), hands_on_box=2)
    assert not answer
    assert answer.under == "12.4(b)#1"


@clause("nz:12.4(b)#2", "nz:13.1(c)")
def test_a_split_ace_takes_one_card() -> None:
    answer = may_hit(rules("nz"), hand("Ac 2d", split=True))
    assert not answer
    assert answer.under == "12.4(b)#2"
    assert closed_under(rules("nz"), hand("Ac 2d", split=True), hands_on_box=2) == "12.4(b)#2"
    assert may_hit(rules("nz"), hand("8c 2d", split=True))
    assert may_hit(rules("nz"), hand("8c Ad", split=True))


@clause("nz:12.4(c)")
@pytest.mark.parametrize("cards", ["Ac Kh", "Kh Ac"])
def test_a_split_hand_is_no_blackjack(cards: str) -> None:
    assert is_blackjack(rules("nz"), hand(cards))
    assert not is_blackjack(rules("nz"), hand(cards, split=True))


@clause("nz:12.5#1")
def test_split_hands_are_played_out_by_section_13() -> None:
    must = may_stand(rules("nz"), hand("8d 3s", split=True))
    assert not must
    assert must.under == "13.1(d)"
    full = may_hit(rules("nz"), hand("8d 3s Tc", split=True))
    assert not full
    assert full.under == "13.1(a)"
    assert may_stand(rules("nz"), hand("8d 4s", split=True))
    assert may_hit(rules("nz"), hand("8d 4s", split=True))


@clause("nz:12.5#2")
@pytest.mark.parametrize("kind", [WagerKind.MAIN, WagerKind.SPLIT])
@pytest.mark.parametrize(
    ("cards", "dealer", "expected"),
    [
        ("8c Th", "Td 7c", Settled(Result.WIN, 10_00, 20_00, "5.1(b)")),
        ("8c Th", "Td 6c Kh", Settled(Result.WIN, 10_00, 20_00, "5.1(a)")),
        ("8c Th", "Td 8h", Settled(Result.STAND_OFF, 0, 10_00, "5.1(e)")),
        ("8c 4h", "Td 7c", Settled(Result.LOSE, 0, 0, "5.1(g)")),
        ("8c 4h Kd", "Td 7c", Settled(Result.LOSE, 0, 0, "5.1(f)")),
        ("Ad Kh", "Td 7c", Settled(Result.WIN, 10_00, 20_00, "5.1(b)")),
        ("Ad Kh", "Td 5c 6h", Settled(Result.STAND_OFF, 0, 10_00, "5.1(e)")),
    ],
)
def test_split_hands_win_one_to_one_and_lose_as_others_do(
    cards: str, dealer: str, expected: Settled, kind: str
) -> None:
    assert settle(rules("nz"), kind, 10_00, hand(cards, split=True), hand(dealer)) == expected


@clause("nz:12.6")
def test_a_dealer_blackjack_takes_the_original_wager_and_spares_the_others() -> None:
    main, *others = settle_against_blackjack(
        rules("nz"),
        [
            HandWager(WagerKind.MAIN, 1, 10_00),
            HandWager(WagerKind.SPLIT, 2, 10_00),
            HandWager(WagerKind.SPLIT, 3, 10_00),
        ],
    )
    assert main == Settled(Result.LOSE, 0, 0, "5.1(g)")
    assert others == [Settled(Result.RETURNED, 0, 10_00, "12.6")] * 2


@clause("nz:12.6")
@pytest.mark.parametrize(
    ("reading", "first_hand_bust", "second_hand_bust"),
    [
        ("identity", (0, 10_00), (0, 0)),
        ("cap", (0, 10_00), (0, 10_00)),
        ("busted_plus_one", (0, 0), (0, 0)),
    ],
)
def test_what_a_bust_before_the_blackjack_leaves_is_the_operators_reading(
    reading: str, first_hand_bust: tuple[int, int], second_hand_bust: tuple[int, int]
) -> None:
    table = rules("nz", dealer_bj_bust_reading=reading)
    for busted, returned in ((1, first_hand_bust), (2, second_hand_bust)):
        settled = settle_against_blackjack(
            table,
            [
                HandWager(WagerKind.MAIN, 1, 10_00, busted=busted == 1),
                HandWager(WagerKind.SPLIT, 2, 10_00, busted=busted == 2),
            ],
        )
        assert tuple(wager.returned for wager in settled) == returned


@clause("nz:12.6")
def test_busts_are_final_unless_elected_otherwise() -> None:
    choices = ("identity", "cap", "busted_plus_one")
    check_choices("dealer_bj_bust_reading", *choices, default="identity", under="12.6")
    main, split = settle_against_blackjack(
        rules("nz"),
        [
            HandWager(WagerKind.MAIN, 1, 10_00),
            HandWager(WagerKind.SPLIT, 2, 10_00, busted=True),
        ],
    )
    assert main == Settled(Result.LOSE, 0, 0, "5.1(g)")
    assert split == Settled(Result.LOSE, 0, 0, "5.1(f)")
