"""Where the default database is."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from pitboss.store import default_url


@pytest.mark.skipif(sys.platform == "darwin", reason="a Mac has a library folder of its own")
def test_the_default_database_is_in_the_users_data_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    assert default_url() == f"sqlite:///{tmp_path}/home/.local/share/pitboss/house.sqlite3"
    monkeypatch.setenv("XDG_DATA_HOME", "")
    assert default_url() == f"sqlite:///{tmp_path}/home/.local/share/pitboss/house.sqlite3"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert default_url() == f"sqlite:///{tmp_path}/data/pitboss/house.sqlite3"
