"""What a person at a prompt asks of a solution: formats, up cards, bets without a price."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.cards import Rank
from pitboss.report.price_list import quote
from pitboss.solver import Shoe, solve

SHORT = Shoe.parse("A:20 2:24 3:24 4:22 5:19 6:24 7:24 8:24 9:24 T:90")
BOTH = "over_13,perfect_pairs:25-12-6"


def test_the_edge_of_a_side_bet_formats_as_that_of_the_game_does() -> None:
    price = solve("classic").side_bet("perfect_pairs")
    assert price.house_edge == Fraction(-price.ev)
    assert f"{price.house_edge:.3%}" == f"{float(price.house_edge):.3%}"
    assert f"{price.ev:+.6f} {price.hit_frequency:.2%}".startswith("-0.")
    assert f"{price.ev}" == price.exact


def test_an_up_card_is_asked_for_as_people_write_it() -> None:
    by_up = solve("classic").by_up
    assert by_up["10"] == by_up["T"] == by_up["K"] == by_up[Rank.TEN]
    assert by_up["a"] == by_up[Rank.ACE]
    with pytest.raises(KeyError, match="is not an up card"):
        by_up["11"]
    with pytest.raises(KeyError, match="no 2 for the dealer to show"):
        solve("classic", shoe="A:20 2:0 3:24 4:22 5:19 6:24 7:24 8:24 9:24 T:90").by_up["2"]


def test_a_bet_without_a_price_does_not_take_the_others_with_it() -> None:
    solution = solve("classic", shoe=SHORT, side_bets=BOTH)
    assert list(solution.side_bets) == ["over_13"]
    assert list(solution.unpriced_side_bets) == ["perfect_pairs"]
    assert "suit" in solution.unpriced_side_bets["perfect_pairs"]
    shown = repr(solution)
    assert "Over 13" in shown
    assert "Perfect Pairs has no price here" in shown
    full = solve("classic", side_bets=BOTH)
    assert set(full.side_bets) == {"over_13", "perfect_pairs"}
    assert full.unpriced_side_bets == {}


def test_a_note_says_where_a_blackjack_is_paid_without_a_check(tmp_path: Path) -> None:
    book = tmp_path / "ace-only.toml"
    book.write_text(
        'id = "ace-only"\ntitle = "T"\njurisdiction = "J"\ndocument = "D"\nbased_on = "classic"\n'
        '[clauses]\n"1" = "The dealer checks under an ace only."\n'
        '[deal]\nlooks_under = { is = ["A"], under = "1" }\n'
    )
    [note] = quote(solve(str(book))).notes
    assert note.startswith("against a ten the dealer does not check for a blackjack (ace-only 1)")
    book.write_text(
        book.read_text() + 'blackjack_waits = { is = ["T"], under = "not in the text" }\n'
        'blackjack_paid = { is = "at_its_turn", under = "not in the text" }\n'
    )
    waits = tmp_path / "waits.toml"
    waits.write_text(book.read_text())
    assert quote(solve(str(waits))).notes == ()
    assert quote(solve("classic")).notes == ()
    assert quote(solve("classic", hole_card="none")).notes == ()
