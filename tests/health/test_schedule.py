"""Which process runs which files of tests."""

from __future__ import annotations

from collections import deque
from typing import Final

from tests.schedule import FOLDERS, ROOT, folder_of, next_file, typical

SECONDS: Final = {
    "tests/web/browser/test_long.py": 30.0,
    "tests/web/browser/test_short.py": 10.0,
    "tests/web/test_server.py": 20.0,
    "tests/solver/test_exact.py": 60.0,
    "tests/solver/test_quick.py": 5.0,
}


def chosen(*prepared: str, full: tuple[str, ...] = (), done: tuple[str, ...] = ()) -> str | None:
    left = [file for file in SECONDS if file not in done]
    return next_file(left, SECONDS, prepared=prepared, full=full)


def test_pages_come_first_and_the_longest_of_them() -> None:
    assert chosen() == "tests/web/browser/test_long.py"
    assert chosen("tests/web/browser/") == "tests/web/browser/test_long.py"
    assert chosen(full=("tests/web/browser/",)) == "tests/web/test_server.py"


def test_what_others_are_prepared_for_is_left_to_them() -> None:
    assert chosen(full=tuple(FOLDERS)) == "tests/solver/test_exact.py"
    calculations = ("tests/solver/test_exact.py", "tests/solver/test_quick.py")
    assert chosen(full=tuple(FOLDERS), done=calculations) is None


def test_who_is_prepared_prepares_for_more_only_when_nothing_else_is_left() -> None:
    pages = ("tests/web/browser/test_long.py", "tests/web/browser/test_short.py")
    assert chosen("tests/web/browser/", done=pages) == "tests/solver/test_exact.py"
    others = (*pages, "tests/solver/test_exact.py", "tests/solver/test_quick.py")
    assert chosen("tests/web/browser/", done=others) == "tests/web/test_server.py"


def test_a_file_of_which_nothing_is_known_comes_between_long_and_short_ones() -> None:
    files = ["tests/a.py", "tests/b.py", "tests/c.py"]
    seconds = {"tests/a.py": 0.1, "tests/c.py": 9.0}
    order, left = list[str](), deque(files)
    while file := next_file(left, seconds, prepared=(), full=()):
        order.append(file)
        left.remove(file)
    assert order == ["tests/c.py", "tests/b.py", "tests/a.py"]


def test_a_folder_within_another_is_its_own() -> None:
    assert folder_of("tests/web/browser/test_lab.py") == "tests/web/browser/"
    assert folder_of("tests/web/lab/test_lab.py") == "tests/web/"
    assert folder_of("tests/law/test_play.py") is None


def test_the_files_whose_seconds_are_kept_exist() -> None:
    seconds = typical()
    assert len(seconds) >= 30
    assert [file for file in seconds if not (ROOT / file).is_file()] == []
    assert {folder for file in seconds if (folder := folder_of(file))} == set(FOLDERS)
