"""The lock files match the package: every dependency, every file by its hash, no address."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from tests.locks import LOCKS, pinned

ROOT = Path(__file__).parents[1]
TOML = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROJECT = TOML["project"]


def text(lock: str) -> str:
    return (ROOT / lock).read_text("utf-8")


@pytest.mark.parametrize("lock", LOCKS)
def test_every_dependency_is_locked_in_a_version_that_is_asked_for(lock: str) -> None:
    request = [*PROJECT["dependencies"], *TOML["dependency-groups"]["build"]]
    for extra in LOCKS[lock]:
        request += PROJECT["optional-dependencies"][extra]
    versions = pinned(text(lock))
    for requirement in request:
        match = re.fullmatch(r"([\w-]+)(?:\[\w+\])?(?:>=|==)([\d.]+)(?:,<([\d.]+))?", requirement)
        assert match is not None, requirement
        name, least, below = match.groups()
        for version in versions[name.lower()].split(", "):
            assert _parts(version) >= _parts(least), requirement
            assert below is None or _parts(version) < _parts(below), requirement


def _parts(version: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", version)]


def test_what_we_build_on_from_inside_has_an_upper_bound() -> None:
    for name in ("numba", "uvicorn", "websockets"):
        [requirement] = [one for one in PROJECT["dependencies"] if one.startswith(f"{name}>=")]
        assert re.search(r",<\d", requirement), requirement


def test_the_locks_agree() -> None:
    first, *others = (pinned(text(lock)) for lock in LOCKS)
    for other in others:
        assert other.items() <= first.items()


@pytest.mark.parametrize("lock", LOCKS)
def test_every_file_is_known_by_its_hash(lock: str) -> None:
    blocks = re.split(r"(?m)^(?=[a-z0-9])", text(lock))[1:]
    assert len(blocks) >= len(pinned(text(lock))) > 15
    for block in blocks:
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", block), block[:60]


@pytest.mark.parametrize("lock", LOCKS)
def test_no_registry_is_named(lock: str) -> None:
    address = r"https?:|file:|--index-url|--extra-index|--find-links|--trusted"
    assert not re.search(address, text(lock))


def test_what_each_dependency_is_for_is_told() -> None:
    given_text = (ROOT / "docs" / "reference" / "dependencies.md").read_text("utf-8")
    missing = [name for name in pinned(text("requirements.lock")) if name not in given_text]
    assert not missing
