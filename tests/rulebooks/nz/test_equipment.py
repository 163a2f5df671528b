"""Section 3: the table, its cloth, the cards and the shuffler."""

from __future__ import annotations

from collections import Counter

import pytest

from pitboss.cards import DECK
from pitboss.law import shoe
from pitboss.law.layout import Inscription, inscriptions, spots
from pitboss.law.wagering import may_wager
from tests.rulebooks.nz.helpers import main, objection
from tests.side_bets import madness_21
from tests.support import clause, rules


@clause("nz:3.1#1")
def test_the_table_has_seven_boxes() -> None:
    for box in (1, 7):
        assert may_wager(rules("nz"), main(box, "ana", 10_00))
    for nowhere in (0, 8):
        answer = may_wager(rules("nz"), main(nowhere, "ana", 10_00))
        assert not answer
        assert answer.under == "3.1#1"


@clause("nz:3.1#1")
def test_a_smaller_table_has_fewer() -> None:
    assert may_wager(rules("nz", boxes=5), main(5, "ana", 10_00))
    assert not may_wager(rules("nz", boxes=5), main(6, "ana", 10_00))


@clause("nz:3.2(a)", "nz:3.2(c)")
@pytest.mark.parametrize(
    ("layout", "marked"),
    [
        (1, ["main", "insurance"]),
        (2, ["main", "insurance", "super_sevens"]),
        (3, ["main", "insurance", "madness_21"]),
        (4, ["main", "insurance", "perfect_pairs"]),
    ],
)
def test_the_cloth_marks_the_areas_of_its_drawing(layout: int, marked: list[str]) -> None:
    assert list(spots(rules("nz", layout=layout))) == marked


@clause("nz:3.2(c)")
def test_the_plain_drawing_is_used_unless_another_is_chosen() -> None:
    assert list(spots(rules("nz"))) == ["main", "insurance"]


@clause("nz:3.2(b)", "nz:3.2(b)(i)", "nz:3.2(b)(ii)", "nz:3.2(b)(iii)")
def test_the_cloth_bears_three_inscriptions() -> None:
    assert inscriptions(rules("nz")) == (
        Inscription("Blackjack pays 3 to 2", "5.4#2"),
        Inscription("Dealer must draw to 16 and stand on 17", "13.3"),
        Inscription("Insurance pays 2 to 1", "9.4"),
    )


@clause("nz:3.3(a)#1")
@pytest.mark.parametrize(("decks", "size"), [(4, 208), (5, 260), (8, 416)])
def test_the_shoe_holds_every_card_of_its_decks(decks: int, size: int) -> None:
    table = rules("nz", decks=decks)
    assert shoe.size(table) == size
    assert Counter(shoe.composition(table)) == dict.fromkeys(DECK, decks)


@clause("nz:3.3(a)#1")
def test_six_decks_are_used_unless_others_are_chosen() -> None:
    assert shoe.size(rules("nz")) == 312


@clause("nz:3.3(a)#2")
def test_super_sevens_needs_six_decks_or_more() -> None:
    for decks in (6, 7, 8):
        assert not objection(layout=2, decks=decks)
    for decks in (4, 5):
        assert not objection(layout=3, decks=decks)
        assert "(nz 3.3(a))" in objection(layout=2, decks=decks)


@clause("nz:3.3(b)")
def test_one_cutting_card_is_used_or_two() -> None:
    assert rules("nz").equipment.cutting_cards.value == 1
    assert rules("nz", cutting_cards=2).equipment.cutting_cards.value == 2


@clause("nz:3.3(e)")
def test_cards_are_shuffled_by_hand_unless_a_shuffler_is_chosen() -> None:
    assert rules("nz").equipment.shuffler.value == "hand"
    for shuffler in ("automatic", "continuous"):
        for decks in (4, 8):
            chosen = rules("nz", shuffler=shuffler, decks=decks)
            assert chosen.equipment.shuffler.value == shuffler


@clause("nz:3.5(a)(ii)")
def test_each_of_the_listed_prizes_is_one_draw() -> None:
    table = rules("nz", layout=3)
    drawn = Counter(madness_21.prize(table, draw) for draw in range(3750))
    assert len(drawn) == 23
    assert (drawn[1000_00], drawn[100_00], drawn[10_00], drawn[5_00]) == (1, 10, 400, 290)
    assert drawn.total() == 3750
    assert sum(amount * times for amount, times in drawn.items()) == 52_031_00
