"""Playing scenarios: the reason if one cannot be played; what comes before the deal."""

from __future__ import annotations

import pytest

from pitboss.scenarios.loader import read_text
from pitboss.scenarios.outcome import ScenarioOutcome, run_scenario

HEAD = """
format: 1
rulebook: {book}
scenarios:
- id: X
  title: "a try"
  rulebook: {book}
  settings: {{decks: 6}}
"""


def played(book: str, round_: str, settings: str = "decks: 6") -> ScenarioOutcome:
    """The outcome of the one scenario with these keys."""
    head = HEAD.format(book=book).replace("decks: 6", settings)
    file = read_text("own.yaml", head + round_)
    return run_scenario(file.scenarios[0])


ONE_WAGER = "  wagers: [{box: 1, player: P1, role: seated, kind: main, stake: 50}]\n"


def test_a_shoe_that_gives_no_card_is_told_in_a_sentence() -> None:
    text = ONE_WAGER + "  shoe: [Tc, END]\n  acts: []\n  expect: {}\n"
    outcome = played("nz", text)
    assert not outcome.passed
    assert outcome.differences == ("a card is due (deal), but the scenario lists no more",)


def test_a_deal_that_cannot_begin_is_told_in_a_sentence() -> None:
    text = ONE_WAGER + "  shoe: [Tc]\n  acts: [{event: reader_fault}]\n  expect: {}\n"
    outcome = played("zappit", text)
    assert len(outcome.differences) == 1
    assert outcome.differences[0].startswith("the deal was refused: the card reader")
    assert "11(j)" in outcome.differences[0]


def test_without_a_wager_there_is_no_round() -> None:
    text = "  wagers: [{box: 1, player: P1, role: seated, kind: main, stake: 1, refused: '5.2'}]\n"
    text += "  shoe: []\n  acts: []\n  expect: {wagers: [], net: {}, cards_used: 0}\n"
    assert played("rws", text).passed


def test_what_stands_above_an_explicit_deal_happens_while_bets_are_placed() -> None:
    text = ONE_WAGER + "  shoe: [Tc, 9d, 9c, Td]\n  acts:\n"
    text += "    - {event: reshuffle_ordered}\n"
    text += "    - {act: bet, box: 2, player: P2, role: seated, kind: main, stake: 50}\n"
    text += "    - {act: withdraw, box: 2, player: P2, kind: main}\n"
    text += "    - {act: deal}\n    - {box: 1, act: stand}\n"
    text += "  expect: {net: {P1: 0}, reshuffle: after_round}\n"
    assert played("nz", text).differences == ()


def test_an_event_that_names_another_card_than_the_shoe_gives_is_told_so() -> None:
    text = ONE_WAGER + "  shoe: [Tc, 9d, 9c, {card}, 8d]\n  acts:\n"
    text += "    - {event: exposed_card, card: 5h}\n    - {box: 1, act: stand}\n"
    text += "  expect: {}\n"
    right, wrong = (played("nz", text.replace("{card}", card)) for card in ("5h", "6h"))
    named = "the event names 5♥, but 6♥ leaves the shoe"
    assert named in wrong.differences[0]
    assert not any("the event names" in one for one in right.differences)


def test_what_is_refused_need_not_say_how_much() -> None:
    text = ONE_WAGER + "  shoe: [Tc, 9d, 9c, Td]\n  acts:\n"
    text += "    - {box: 1, player: P1, act: insurance, refused: '9.1'}\n"
    text += "    - {box: 1, act: stand}\n"
    text += "    - {box: 1, act: double, refused: '8.3'}\n"
    text += "    - {act: bet, box: 2, player: P2, kind: main, refused: '5.5(a)'}\n"
    text += "    - {act: cut, player: P1, refused: '7.5'}\n"
    text += "  expect: {net: {P1: 0}}\n"
    assert played("nz", text).differences == ()


HANDFULS = """  wagers:
    - {box: 1, player: P1, role: seated, kind: main, stake: 10}
    - {box: 1, player: P1, role: seated, kind: main, stake: 15}
  shoe: [Th, 9c, 9d, 9s]
  acts: [{box: 1, hand: 1, act: stand}]
  expect:
    wagers:
"""


def test_a_stake_may_be_listed_by_its_handfuls_if_they_add_up() -> None:
    line = "      - {{box: 1, hand: 1, player: P1, kind: main, stake: {}, result: win, {}}}\n"
    ten, fifteen = line.format(10, "paid: 10, returned: 20"), "paid: 15, returned: 30"
    assert played("nz", HANDFULS + ten + line.format(15, fifteen)).differences == ()
    wrong = played("nz", HANDFULS + ten + line.format(15, "paid: 15, returned: 25"))
    assert wrong.differences == (
        "P1's main on box 1 hand 1: expected win (paid 25, returned 45), "
        "got win (paid 25, returned 50) under 5.1(b)",
    )
    assert len(played("nz", HANDFULS + ten).differences) == 2


def test_a_seat_taken_by_two_players_at_once_is_told_in_a_sentence() -> None:
    text = "  seats: {1: P1, 9: P2}\n" + ONE_WAGER + "  shoe: []\n  acts: []\n  expect: {}\n"
    assert played("nz", text).differences[0].startswith("sit was refused: ")


def test_a_closed_hand_is_refused_by_what_closed_it_or_by_the_act_and_by_nothing_else() -> None:
    text = ONE_WAGER + "  shoe: [Ac, 9h, Ad, 6c, 7c, 8h]\n  acts:\n"
    text += "    - {box: 1, hand: 1, act: split}\n"
    for clause, right in (("3.21.2", True), ("3.22", True), ("3.19", False)):
        line = f"    - {{box: 1, hand: 2, act: double, amount: 50, refused: '{clause}'}}\n"
        outcome = played("rws", text + line + "  expect: {net: {P1: 50}}\n")
        assert outcome.passed is right, outcome.differences
    given_text = "must be refused under 3.19, not under 3.21.2"
    assert given_text in outcome.differences[0]


def test_a_clause_that_introduces_a_list_does_not_answer_for_its_items() -> None:
    text = ONE_WAGER + "  shoe: [Tc, Ad, 9c, Td]\n  acts:\n    - {box: 1, act: stand}\n"
    for clause, right in (("9.2", True), ("9.2#2", True), ("9.2(a)", False), ("9", False)):
        late = f"    - {{box: 1, player: P1, act: insurance, refused: '{clause}'}}\n"
        outcome = played("nz", text + late + "  expect: {}\n")
        assert not outcome.differences if right else "not under 9.2" in outcome.differences[0]


PAIRS_FIRST = """  bank: {box: 8, player: P8, wager: 80}
  wagers:
    - {box: 3, player: P3, role: seated, kind: main, stake: 20}
    - {box: 3, player: P3, role: seated, kind: perfect_pairs, stake: 10}
    - {box: 7, player: P7, role: seated, kind: main, stake: 10}
  shoe: [8d, Tc, 9d, 8c, 9c, 9h]
  acts: [{box: 3, hand: 1, act: stand}, {box: 7, hand: 1, act: stand}]
  expect:
    wagers:
"""


def test_pairs_settled_after_the_deal_are_listed_first_or_at_their_seat() -> None:
    at_7 = "      - {box: 7, hand: 1, player: P7, kind: main, stake: 10, result: win, paid: 10, "
    at_7 += "returned: 20}\n"
    at_3 = "      - {box: 3, hand: 1, player: P3, kind: main, stake: 20, result: lose, paid: 0, "
    at_3 += "returned: 0}\n"
    pair = "      - {box: 3, player: P3, kind: perfect_pairs, stake: 10, result: win, paid: 60, "
    pair += "returned: 70}\n"
    early = "decks: 6, perfect_pairs_settle: after_deal"
    for lines in (pair + at_7 + at_3, at_7 + at_3 + pair):
        assert played("nobust", PAIRS_FIRST + lines, settings=early).differences == ()
    (wrong,) = played("nobust", PAIRS_FIRST + at_7 + pair + at_3, settings=early).differences
    assert wrong.startswith("settled in the order P3's perfect_pairs on box 3; ")
    assert played("nobust", PAIRS_FIRST + pair + at_7 + at_3).differences != ()


@pytest.mark.parametrize(
    ("book", "shoe", "lines", "right", "wrong"),
    [
        (
            "nz",
            "6c, 9d, 5c, Td, 8c",
            "{box: 1, player: P2, act: double, amount: 5, %s}\n    - {box: 1, act: hit}",
            ("14.3(a)", "14.3(e)"),
            "11.1",
        ),
        (
            "rws",
            "8c, 9d, 8d, Tc, Td, 8h",
            "{box: 1, act: split}\n    - {box: 1, hand: 2, act: stand, %s}\n"
            "    - {box: 1, act: stand}\n    - {box: 1, hand: 2, act: stand}",
            ("3.21.2", "3.11"),
            "3.22",
        ),
        (
            "rws",
            "Tc, 9d, 8d, 8h",
            "{box: 1, act: stand}\n    - {box: 1, act: hit, %s}",
            ("3.20", "3.11"),
            "3.17",
        ),
        (
            "rws",
            "Ac, Td, Kd, 9h",
            "{box: 1, act: surrender, %s}",
            ("gap.surrender-blackjack", "3.17", "3.16"),
            "3.21",
        ),
        (
            "rws",
            "6c, 9d, 5c, Td, 8c",
            "{box: 1, player: P2, act: double, amounts: {P2: 5}, %s}\n    - {box: 1, act: hit}",
            ("3.8", "3.22.1"),
            "3.22",
        ),
    ],
)
def test_where_two_clauses_forbid_an_act_either_may_be_named(
    book: str, shoe: str, lines: str, right: tuple[str, ...], wrong: str
) -> None:
    text = ONE_WAGER + f"  shoe: [{shoe}]\n  acts:\n    - {lines}\n  expect: {{}}\n"
    for clause in right:
        assert played(book, text % f"refused: '{clause}'").differences == ()
    (given_text,) = played(book, text % f"refused: '{wrong}'").differences
    assert f"must be refused under {wrong}, not under " in given_text


def test_a_side_bet_returned_with_its_main_wager_need_not_be_listed_but_any_other_must() -> None:
    wagers = ONE_WAGER.rstrip("]\n") + ", {box: 2, player: P2, role: seated, kind: main, stake: 10}"
    wagers += ", {box: 2, player: P2, role: seated, kind: perfect_pairs, stake: 5}]\n"
    acts = "  acts: [{box: 2, player: P2, act: withdraw, kind: main}, {box: 1, act: stand}]\n"
    first = "{box: 1, hand: 1, player: P1, kind: main, stake: 50, result: win, paid: 50"
    first += ", returned: 100}"
    layout = "decks: 6, layout: 4"
    text = wagers + "  shoe: [Tc, 7d, 9c, Td]\n" + acts
    text += f"  expect: {{wagers: [{first}], net: {{P1: 50}}}}\n"
    assert played("nz", text, settings=layout).differences == ()
    stays = text.replace("{box: 2, player: P2, act: withdraw, kind: main}, ", "")
    stays = stays.replace("{box: 1, act: stand}", "{box: 1, act: stand}, {box: 2, act: stand}")
    stays = stays.replace("[Tc, 7d, 9c, Td]", "[Tc, Kc, 7d, 9c, 8c, Td]")
    differences = played("nz", stays, settings=layout).differences
    assert "P2's perfect_pairs on box 2 of 5 is on the table, but was not expected" in differences
    assert "net of P2: expected none, got 5" in differences
