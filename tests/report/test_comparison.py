"""Single changes: priced one at a time, exactly zero if the game stays the same."""

from __future__ import annotations

from itertools import permutations

import pytest

from pitboss.compiled.game import game
from pitboss.report.comparison import changed, compare, differences, same_game
from pitboss.rulebooks import BOOKS
from pitboss.rulebooks.schema import PARTS
from pitboss.solver import solve
from tests.support import rules


def test_one_election_apart_the_single_change_is_the_whole_difference() -> None:
    one, other = rules("classic"), rules("classic", soft_17="hit")
    comparison = compare(one, other, policy="cdz")
    (difference,) = comparison.differences
    assert difference.paths == ("dealer.soft_17",)
    assert [str(phrase) for phrase in difference.said] == ["stand (dealer.2)", "hit (dealer.2)"]
    edge = solve(other, policy="cdz").house_edge - solve(one, policy="cdz").house_edge
    assert difference.worth == (edge,)
    (total,) = comparison.totals
    assert (total.difference, total.single_changes, total.elsewhere) == (edge, edge, 0.0)
    assert total.interaction == 0


def test_two_elections_apart_what_they_do_together_is_told() -> None:
    """Hitting soft 17 has a different cost if a dealer 22 pushes."""
    tables = [rules("classic"), rules("classic", soft_17="hit", push_22=True)]
    (total,) = compare(*tables, policy="cdz").totals
    alone = [rules("classic", soft_17="hit"), rules("classic", push_22=True)]
    base = solve(tables[0], policy="cdz").house_edge
    single = sum(solve(each, policy="cdz").house_edge - base for each in alone)
    assert total.single_changes == pytest.approx(single, abs=1e-15)
    assert abs(total.interaction) > 1e-5
    assert total.difference == pytest.approx(single + total.interaction, abs=1e-15)


def test_what_does_not_reach_the_game_is_worth_exactly_nothing() -> None:
    tables = [rules("classic"), rules("classic", insurance=False, max=500, penetration="50%")]
    comparison = compare(*tables, policy="cdz")
    assert {path for each in comparison.differences for path in each.paths} == {
        "insurance.offered",
        "limits.maximum",
        "shoe.cutting_card",
    }
    assert all(each.worth == (0.0,) and not each.matters for each in comparison.differences)


def test_answers_that_belong_together_change_hands_together() -> None:
    tables = [rules("classic"), rules("classic", hole_card="none")]
    comparison = compare(*tables, policy="cdz")
    moving = [each for each in comparison.differences if each.matters]
    assert [each.paths for each in moving] == [
        ("deal.hole_card", "deal.looks_under", "deal.blackjack_waits", "deal.blackjack_paid")
    ]
    (total,) = comparison.totals
    assert total.interaction == pytest.approx(0, abs=1e-15)


def test_a_part_that_one_book_does_without_is_one_change() -> None:
    nz = rules("nz")
    with_surrender = changed(nz, rules("rws"), ["surrendering"])
    base = solve(nz, policy="cdz")
    (difference,) = differences([nz, with_surrender], base)
    assert difference.paths == ("surrendering",)
    assert (difference.said[0].value, difference.said[0].under) == ("none", "8.3#3")
    assert "gives up: 50%" in difference.said[1].value
    worth = solve(with_surrender, policy="cdz").house_edge - base.house_edge
    assert difference.worth == (worth,)
    assert worth < 0


@pytest.mark.parametrize("pair", [*permutations(BOOKS, 2)], ids=" with ".join)
def test_a_part_taken_away_is_missing_under_the_other_books_clause(pair: tuple[str, str]) -> None:
    one, other = rules(pair[0]), rules(pair[1])
    for part in PARTS:
        hybrid = changed(one, other, [part])
        if getattr(other, part) is None:
            assert hybrid.absence(part) == other.absence(part)
        else:
            assert part not in dict(hybrid.absent)
        assert set(dict(hybrid.absent)) == {p for p in PARTS if getattr(hybrid, p) is None}


def test_a_part_taken_away_has_its_price_as_one_added() -> None:
    comparison = compare(rules("rws"), rules("nz"), policy="cdz")
    (surrender,) = [one for one in comparison.differences if one.paths == ("surrendering",)]
    assert surrender.said[1].value == "none" and surrender.said[1].under == "8.3#3"
    assert surrender.worth[0] is not None and surrender.worth[0] > 0


def test_a_hybrid_without_a_price_says_so() -> None:
    one = rules("classic")
    other = one.with_provision("counting.blackjack_after_split", True)
    with pytest.raises(ValueError, match="a blackjack after a split is not supported"):
        solve(other)
    (difference,) = differences([one, other], solve(one, policy="cdz"))
    assert difference.paths == ("counting.blackjack_after_split",)
    assert difference.worth == (None,)
    why = "a blackjack after a split is not supported"
    assert why in difference.to_json(("one", "other"))["why"]
    assert difference.matters


def test_the_same_game_is_told_from_another() -> None:
    base = game(rules("classic"))
    assert same_game(base, game(rules("classic", max=500)))
    for other in ({"soft_17": "hit"}, {"blackjack_pays": "6:5"}, {"max_hands": 3}, {"decks": 6}):
        assert same_game(base, game(rules("classic", **other))) is (other == {"decks": 6})
