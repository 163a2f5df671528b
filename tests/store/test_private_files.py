"""The database, its key and what lies beside them are readable by their owner only."""

from __future__ import annotations

import os
import pwd
import shutil
import stat
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pitboss.cli.main import cli
from pitboss.store import Store, open_database
from pitboss.store.errors import BadDatabase
from pitboss.store.sqlite import Sqlite
from tests.web.serving import PASSWORD, Server

AS_ANOTHER = 'for file; do head -c 1 "$file" > /dev/null 2>&1 && echo "$file"; done; exit 0'
"""Print the files that can be read."""


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def shared() -> Iterator[Path]:
    """A folder of ours into which others may look."""
    with tempfile.TemporaryDirectory(prefix="pitboss-shared-") as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


def add(path: Path, name: str = "Mia") -> Result:
    """A command that writes to the database."""
    return CliRunner().invoke(
        cli,
        ["admin", "add", name, "--password-file", "-", "--database", f"sqlite:///{path}"],
        input=f"{PASSWORD}\n",
    )


@contextmanager
def as_nobody() -> Iterator[None]:
    """As a user who may not write, if we may write anything."""
    is_root = os.geteuid() == 0
    if is_root:
        os.seteuid(pwd.getpwnam("nobody").pw_uid)
    try:
        yield
    finally:
        if is_root:
            os.seteuid(0)


def test_a_log_beside_a_database_where_nothing_may_be_written_is_one_sentence(shared: Path) -> None:
    """A copy of a server's folder without the file that SQLite makes again for itself."""
    live, copy = shared / "live", shared / "copy"
    copy.mkdir()
    with closing(Store(open_database(f"sqlite:///{live / 'house.db'}"))):
        for name in ("house.db", "house.db-wal"):
            shutil.copy(live / name, copy / name)
            (copy / name).chmod(0o444)
    copy.chmod(0o555)
    with as_nobody(), pytest.raises(BadDatabase, match="copy both files to another folder"):
        Sqlite(copy / "house.db", read_only=True)
    copy.chmod(0o755)


def readable_by_others(files: list[Path]) -> list[str]:
    """The files whose mode allows others in, or which another user has really read."""
    texts = [str(path) for path in files if mode_of(path) & 0o077]
    if os.geteuid() == 0:
        nobody = pwd.getpwnam("nobody")
        ran = subprocess.run(
            ["/bin/sh", "-c", AS_ANOTHER, "sh", *map(str, files)],
            capture_output=True,
            text=True,
            check=True,
            user=nobody.pw_uid,
            group=nobody.pw_gid,
            extra_groups=[],
            cwd="/",
        )
        texts += ran.stdout.splitlines()
    return texts


def test_a_running_server_keeps_its_files_to_itself(shared: Path) -> None:
    witness = shared / "heads.jsonl"
    before = os.umask(0o022)
    try:
        with Server(f"sqlite:///{shared}/house.sqlite3", "--witness", str(witness)) as server:
            server.guest()
            files = sorted(shared.iterdir())
            names = {path.name.removeprefix("house.sqlite3") for path in files}
            assert {"", "-wal", "-shm", ".key", ".lock", ".head"} <= names
            assert readable_by_others(files) == []
        assert readable_by_others(sorted(shared.iterdir())) == []
    finally:
        os.umask(before)
    assert mode_of(shared) == 0o755, "the folder is not ours to change"
    assert witness.read_text().count("\n") >= 1


def test_what_was_readable_is_tightened(shared: Path) -> None:
    path = shared / "house.sqlite3"
    assert add(path).exit_code == 0
    for file in shared.iterdir():
        file.chmod(0o644)
    exposed = readable_by_others(sorted(shared.iterdir()))
    assert len(exposed) == (2 if os.geteuid() == 0 else 1) * len(list(shared.iterdir()))
    result = add(path, "Ben")
    assert result.exit_code == 0 and "other users could read the signing key" in result.output
    assert readable_by_others(sorted(shared.iterdir())) == []
    assert "could read" not in add(path, "Cy").output


def test_a_folder_that_is_made_is_private(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "down" / "house.sqlite3"
    before = os.umask(0o022)
    try:
        assert add(path).exit_code == 0
    finally:
        os.umask(before)
    assert mode_of(path.parent) == mode_of(path.parent.parent) == 0o700


def test_our_own_folder_is_tightened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    own = tmp_path / "pitboss"
    own.mkdir(mode=0o755)
    added = CliRunner().invoke(
        cli, ["admin", "add", "Mia", "--password-file", "-"], input=f"{PASSWORD}\n"
    )
    assert added.exit_code == 0, added.output
    assert mode_of(own) == 0o700
    assert readable_by_others(sorted(own.iterdir())) == []


def test_a_folder_in_which_others_write_is_named_and_left_alone(shared: Path) -> None:
    shared.chmod(0o1777)
    result = add(shared / "house.sqlite3")
    assert result.exit_code == 0 and result.output.count("other users may create files in") == 1
    assert mode_of(shared) == 0o1777
    assert readable_by_others(sorted(shared.iterdir())) == []


def test_what_is_not_a_key_is_named_and_left_alone(tmp_path: Path) -> None:
    other = tmp_path / "hosts"
    other.write_text("127.0.0.1 localhost\n")
    other.chmod(0o644)
    for key, why in ((other, "it is not a pitboss key; name the"), (tmp_path, "Is a directory")):
        before = mode_of(key)
        arguments = ["--password-file", "-", "--database", f"sqlite:///{tmp_path}/h.sqlite3"]
        refused = CliRunner().invoke(
            cli, ["admin", "add", "Mia", *arguments, "--key", str(key)], input=f"{PASSWORD}\n"
        )
        assert refused.exit_code == 2 and why in refused.output, refused.output
        assert "http" not in refused.output and "Errno" not in refused.output
        assert mode_of(key) == before
        assert [path.name for path in tmp_path.iterdir()] == ["hosts"]
