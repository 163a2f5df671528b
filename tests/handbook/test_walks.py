"""The pages for maintainers name files that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs" / "maintaining").rglob("*.md"))


def named(page: str) -> list[str]:
    """The files of the package that a page names."""
    return re.findall(r"(?<![\w/.<])((?:[a-z_]+/)+[\w-]+\.(?:py|toml|js))\b", page)


def test_the_walks_name_files_that_exist() -> None:
    files = named((ROOT / "docs" / "maintaining" / "walks.md").read_text("utf-8"))
    assert len(files) > 50
    assert not [file for file in files if not (ROOT / "src" / "pitboss" / file).is_file()]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_recipe_names_files_that_exist(page: Path) -> None:
    for file in named(page.read_text("utf-8")):
        roots = (ROOT / "src" / "pitboss", ROOT / "src" / "pitboss" / "web" / "static", ROOT)
        places = [root / file for root in (*roots, ROOT / "tests", ROOT / "src")]
        assert any(place.is_file() for place in places), file
