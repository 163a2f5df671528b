"""What a dealer's Blackjack takes of doubled and split bets."""

from __future__ import annotations

from pitboss.law.settlement import HandWager, settle_against_blackjack
from pitboss.law.wagers import WagerKind
from tests.support import clause, rules

MAIN, SPLIT, DOUBLE = WagerKind.MAIN, WagerKind.SPLIT, WagerKind.DOUBLE


def _settled(*wagers: HandWager) -> list[tuple[str, int]]:
    settled = settle_against_blackjack(rules("leaflet"), wagers)
    return [(one.result.value, one.returned) for one in settled]


@clause("leaflet:dealerbj.1#1")
def test_of_split_bets_only_one_loses() -> None:
    assert _settled(HandWager(MAIN, 1, 10_00), HandWager(SPLIT, 2, 10_00)) == [
        ("lose", 0),
        ("returned", 10_00),
    ]
    assert _settled(
        HandWager(MAIN, 1, 10_00), HandWager(SPLIT, 3, 10_00), HandWager(SPLIT, 2, 10_00)
    ) == [("lose", 0), ("returned", 10_00), ("returned", 10_00)]


@clause("leaflet:dealerbj.1#1")
def test_busted_bets_are_gone_and_one_of_the_remaining_loses() -> None:
    assert _settled(
        HandWager(MAIN, 1, 10_00, busted=True),
        HandWager(SPLIT, 3, 10_00),
        HandWager(SPLIT, 2, 10_00),
        HandWager(DOUBLE, 2, 10_00),
    ) == [("lose", 0), ("returned", 10_00), ("lose", 0), ("returned", 10_00)]


@clause("leaflet:dealerbj.1#1")
def test_a_busted_double_is_gone_as_well() -> None:
    assert _settled(
        HandWager(MAIN, 1, 10_00),
        HandWager(SPLIT, 2, 10_00, busted=True),
        HandWager(DOUBLE, 2, 10_00, busted=True),
    ) == [("lose", 0), ("lose", 0), ("lose", 0)]


@clause("leaflet:dealerbj.1#2")
def test_of_a_doubled_bet_the_first_loses_and_the_added_one_returns() -> None:
    assert _settled(HandWager(MAIN, 1, 10_00), HandWager(DOUBLE, 1, 10_00)) == [
        ("lose", 0),
        ("returned", 10_00),
    ]


@clause("leaflet:dealerbj.1#1", "leaflet:dealerbj.1#2")
def test_each_bet_is_returned_by_its_sentence() -> None:
    _, split, double = settle_against_blackjack(
        rules("leaflet"),
        (HandWager(MAIN, 1, 10_00), HandWager(SPLIT, 2, 10_00), HandWager(DOUBLE, 2, 10_00)),
    )
    assert split.under == "dealerbj.1#1"
    assert double.under == "dealerbj.1#2"


@clause("leaflet:object.1")
def test_a_plain_bet_loses() -> None:
    assert _settled(HandWager(MAIN, 1, 10_00)) == [("lose", 0)]
