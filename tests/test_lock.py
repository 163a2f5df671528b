"""The lock file matches the package: every dependency, every file by its hash, no address."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
LOCK = (ROOT / "requirements.lock").read_text("utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def pinned() -> dict[str, str]:
    """The locked version of each package."""
    return dict(re.findall(r"(?m)^([a-z0-9][a-z0-9._-]*)==(\S+) \\$", LOCK))


def test_every_dependency_is_locked_in_a_version_that_is_asked_for() -> None:
    asked = [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["postgres"]]
    for requirement in asked:
        name, least = re.fullmatch(r"([\w-]+)(?:\[\w+\])?>=([\d.]+)", requirement).groups()  # type: ignore[union-attr]
        version = pinned()[name.lower()]
        assert _parts(version) >= _parts(least), requirement


def _parts(version: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", version)]


def test_every_file_is_known_by_its_hash() -> None:
    blocks = re.split(r"(?m)^(?=[a-z0-9])", LOCK)[1:]
    assert len(blocks) == len(pinned()) > 15
    for block in blocks:
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", block), block[:60]


def test_no_registry_is_named() -> None:
    assert not re.search(r"https?:|file:|--index-url|--extra-index|--find-links|--trusted", LOCK)


def test_what_each_dependency_is_for_is_told() -> None:
    told = (ROOT / "docs" / "reference" / "dependencies.md").read_text("utf-8")
    missing = [name for name in pinned() if name not in told]
    assert not missing
