"""A solution is a value: equal, hashed and pickled by what was priced."""

from __future__ import annotations

import copy
import pickle

import pitboss


def test_solutions_of_one_game_are_equal() -> None:
    solved, again = pitboss.solve("nz"), pitboss.solve("nz")
    assert solved == again
    assert hash(solved) == hash(again)
    assert len({solved, again}) == 1
    assert pickle.loads(pickle.dumps(solved)) == solved
    assert copy.copy(solved) == copy.deepcopy(solved) == solved
    assert pitboss.compare("nz", "rws") == pitboss.compare("nz", "rws")


def test_solutions_of_other_games_are_not() -> None:
    solved = pitboss.solve("classic", decks=6)
    others = (
        pitboss.solve("classic", decks=8),
        pitboss.solve("classic", decks=6, policy="basic"),
        pitboss.solve("classic", decks=6, push_22=True),
        pitboss.solve("classic", decks=6, shoe=pitboss.Shoe.of_decks(6).without(pitboss.Rank.ACE)),
    )
    for other in others:
        assert solved != other
    assert solved != solved.ev
    assert len({solved, *others}) == 5
