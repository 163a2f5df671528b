"""Everything is said and done as it was: see ``tests/goldens`` and ``python -m tests.golden``."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import golden, goldens
from tests.goldens import differing
from tests.support import by_night

BY_DAY = ("play-", "commands-", "documents", "environments", "coaching")
"""The kinds that are quick and need no clock; the others are compared by night"""

KINDS = [kind for kind in golden.KINDS if by_night(1) > 1 or kind.startswith(BY_DAY)]


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_has_changed_unnoticed(kind: str) -> None:
    first = next(differing(kind, golden.KINDS[kind]()), None)
    assert first is None, f"{first}\n\n{golden.HELP}"


def test_a_case_is_new_changed_or_gone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(goldens, "KEPT", tmp_path)
    assert goldens.keep("kind", [("one", ["a", "b"]), ("two", ["c"]), ("three", [])]) == 3
    assert not list(differing("kind", [("one", ["a", "b"]), ("two", ["c"]), ("three", [])]))
    found_list = list(differing("kind", [("one", ["a", "d"]), ("three", []), ("four", ["e"])]))
    assert found_list == ["one: changed\na\nd", "four: new\ne", "two: gone"]


def test_floats_are_kept_to_nine_digits() -> None:
    assert goldens.plain({1: [0.1 + 0.2, 1e9 / 7]}) == '{"1": [0.3, 142857143.0]}'
