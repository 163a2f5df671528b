"""The comparison of two commits sees a difference, and names it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.identical import BadCommit, answers, differences, tree_of

ROOT = Path(__file__).resolve().parents[1]


def test_a_changed_a_missing_and_a_new_answer_are_differences() -> None:
    before = {"same": "1", "changed": "1", "missing": "1"}
    after = {"same": "1", "changed": "2", "new": "1"}
    assert differences(before, after) == ["changed", "missing", "new"]


def test_a_fresh_game_has_one_hash() -> None:
    """Games with a seed are the same each time, and no two of them are the same."""
    games = answers(ROOT, "games", 5)
    assert games == answers(ROOT, "games", 5)
    assert len(games) == len(set(games.values())) > 6


def test_what_is_no_commit_is_refused() -> None:
    with pytest.raises(BadCommit), tree_of("no-such-commit"):
        pass
