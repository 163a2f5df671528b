"""Rules 5 and 6: the player's hand and the player-dealer's both bust."""

from __future__ import annotations

import pytest

from pitboss.law.settlement import compare, settle
from pitboss.law.wagers import WagerKind
from pitboss.rulebooks.enumerations import Compared, Result
from tests.support import clause, hand, rules

VERDICTS = {
    "a": (Compared.LOSE, "winners.5.a"),
    "b": (Compared.LOSE, "winners.5.b"),
    "i": (Compared.STAND_OFF, "winners.5.b.i"),
    "c": (Compared.LOSE, "winners.5.c"),
    "d": (Compared.LOSE, "winners.5.d"),
    "6": (Compared.LOSE, "winners.6"),
}
"""The letters of the tables below: the rule that decides."""

DEALERS_TOTALS = (22, 23, 24, 25, 26)

DEALER = {
    3: ("Td 6d 6h", "Td 6d 7d", "Td 6d 8d", "Td 6d 9d", "Td 6d Kd"),
    4: ("5d 6h 4h 7d", "5d 6h 4h 8d", "5d 6h 4h 9d", "5d 6h 4h Td", "5d 6h 5h Td"),
    5: ("2d 3d 4d 5d 8d", "2d 3d 4d 5d 9d", "2d 3d 4d 5d Td", "2d 3d 5d 5h Td", "2d 4d 5d 5h Td"),
}
"""The player-dealer's busted hands, by their number of cards, for each of those totals."""

THREE_CARDS = {
    22: "Tc 5c 7c",
    23: "Tc 6c 7c",
    24: "Tc 6c 8c",
    25: "Tc 6c 9c",
    26: "Tc 6c Kc",
    27: "Tc 8c 9c",
    28: "Tc 9c 9s",
    29: "Tc Kc 9c",
    30: "Tc Kc Qc",
}
FOUR_OR_MORE = {
    22: "5c 4c 6c 7c",
    23: "5c 4c 6c 8c",
    24: "2c 3c 4c 5c Tc",
    25: "5c 4c 6c Tc",
    26: "5c 4c 7c Tc",
    30: "5c 6c 9c Tc",
}

# The player's total, and for the player-dealer's 22, 23, 24, 25 and 26 the rule that decides.
DEALER_HAS_THREE = {
    22: "ccccc",
    23: "a6iib",
    24: "aa6ib",
    25: "aaa6b",
    26: "aaaa6",
    27: "aaaaa",
    28: "aaaaa",
    29: "aaaaa",
    30: "aaaaa",
}
DEALER_HAS_MORE = {**DEALER_HAS_THREE, 23: "a6bbb", 24: "aa6bb", 25: "aaa6b"}
PLAYERS_THREE_PUSH = {**DEALER_HAS_THREE, 23: "a6iii", 24: "aa6ii", 25: "aaa6i"}


def check(table: dict[int, str], total: int, dealer_cards: int, **elected: str) -> None:
    for rule, dealers_total, dealer in zip(
        table[total], DEALERS_TOTALS, DEALER[dealer_cards], strict=True
    ):
        verdict = compare(rules("nobust", **elected), hand(THREE_CARDS[total]), hand(dealer))
        assert verdict == VERDICTS[rule], f"{total} against {dealers_total}"


@clause(
    "nobust:winners.5",
    "nobust:winners.5.a",
    "nobust:winners.5.b",
    "nobust:winners.5.b.i",
    "nobust:winners.5.c",
    "nobust:winners.6",
)
@pytest.mark.parametrize("total", THREE_CARDS)
def test_three_cards_against_three_of_the_player_dealer(total: int) -> None:
    check(DEALER_HAS_THREE, total, 3)


@clause(
    "nobust:winners.5",
    "nobust:winners.5.a",
    "nobust:winners.5.b",
    "nobust:winners.5.b.i",
    "nobust:winners.5.c",
    "nobust:winners.6",
)
@pytest.mark.parametrize("total", THREE_CARDS)
@pytest.mark.parametrize("dealer_cards", [4, 5])
def test_nothing_pushes_against_more_cards_of_the_player_dealer(
    total: int, dealer_cards: int
) -> None:
    check(DEALER_HAS_MORE, total, dealer_cards)


@clause("nobust:winners.5.b.i", "nobust:winners.5.b", "nobust:winners.5.c")
@pytest.mark.parametrize("total", THREE_CARDS)
@pytest.mark.parametrize("dealer_cards", [3, 4, 5])
def test_a_room_may_let_the_players_three_cards_push(total: int, dealer_cards: int) -> None:
    check(PLAYERS_THREE_PUSH, total, dealer_cards, bust_push_rule="player_three_card")


@clause("nobust:winners.5.d")
@pytest.mark.parametrize("held", FOUR_OR_MORE.values())
@pytest.mark.parametrize("dealer_cards", [3, 4, 5])
@pytest.mark.parametrize("reading", ["pd_three_card", "player_three_card"])
def test_four_or_more_cards_lose_always(held: str, dealer_cards: int, reading: str) -> None:
    for dealer in DEALER[dealer_cards]:
        verdict = compare(rules("nobust", bust_push_rule=reading), hand(held), hand(dealer))
        assert verdict == VERDICTS["d"]


@clause("nobust:winners.5", "nobust:winners.5.b.i")
def test_a_pushing_hand_gets_all_its_wagers_back_doubled_or_split() -> None:
    dealer = hand("Td 6d 8d")
    doubled = hand("9c 6c 8c", doubled=True)
    for kind in (WagerKind.MAIN, WagerKind.DOUBLE):
        settled = settle(rules("nobust"), kind, 50_00, doubled, dealer)
        assert (settled.result, settled.paid, settled.returned) == (Result.STAND_OFF, 0, 50_00)
    split = hand("8c 6c 9c", split=True)
    settled = settle(rules("nobust"), WagerKind.SPLIT, 50_00, split, dealer)
    assert (settled.result, settled.paid, settled.returned) == (Result.STAND_OFF, 0, 50_00)


@clause("nobust:winners.5", "nobust:winners.5.c", "nobust:winners.5.d", "nobust:winners.6")
@pytest.mark.parametrize("held", ["Tc 5c 7c", "5c 4c 6c 8c", "Tc 6c 8c", "Tc 6c 9c"])
def test_a_losing_hand_gets_nothing_back(held: str) -> None:
    settled = settle(rules("nobust"), WagerKind.MAIN, 50_00, hand(held), hand("Td 6d 8d"))
    assert (settled.result, settled.paid, settled.returned) == (Result.LOSE, 0, 0)
