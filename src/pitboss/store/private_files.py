"""Files that only their owner may read: created so, and tightened if they were not."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

FILE_MODE: Final = 0o600
FOLDER_MODE: Final = 0o700
"""Read and written by the owner only."""

BESIDE: Final = (
    "",
    "-wal",
    "-shm",
    "-journal",
    ".lock",
    ".key",
    ".key.next",
    ".head",
    ".head.lock",
)
"""The endings of the files that belong to a SQLite database."""


def make_folder(folder: Path) -> None:
    """Create a folder for private files with those above it; one that exists stays as it is."""
    missing = []
    while not folder.exists():
        missing.append(folder)
        folder = folder.parent
    for each in reversed(missing):
        each.mkdir(mode=FOLDER_MODE, exist_ok=True)


def create_private(path: Path) -> None:
    """Create an empty private file, unless there is one."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT, FILE_MODE))


def write_private(path: Path, content: bytes) -> None:
    """Replace a private file by one with this content, or leave it as it was."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        number = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, FILE_MODE)
        with os.fdopen(number, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(number)
        draft.replace(path)
    except OSError:
        with suppress(OSError):
            draft.unlink()
        raise


def append_private(path: Path, line: bytes) -> None:
    """Add a line to a private file, durably."""
    number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, FILE_MODE)
    with os.fdopen(number, "ab") as file:
        file.write(line)
        file.flush()
        os.fsync(number)


def tighten(paths: Iterable[Path], own_folder: Path | None = None) -> Iterator[str]:
    """Make existing files private, and our own folder; yield a sentence for each that cannot be."""
    wanted = [(path, FILE_MODE) for path in paths]
    if own_folder is not None:
        wanted.append((own_folder, FOLDER_MODE))
    for path, mode in wanted:
        try:
            number = stat.S_IMODE(path.stat().st_mode)
            if number & 0o077:
                path.chmod(number & mode)
        except FileNotFoundError:
            continue
        except OSError as error:
            yield f"others can read {str(path)!r}, and it cannot be made private: {error.strerror}"


def is_exposed(path: Path) -> bool:
    """Whether a file exists that others may read."""
    try:
        return bool(path.stat().st_mode & 0o077)
    except OSError:
        return False


def others_may_write(folder: Path) -> bool:
    """Whether other users may create files in a folder."""
    try:
        status = folder.stat()
    except OSError:
        return False
    by_group = bool(status.st_mode & 0o020) and status.st_gid != os.getegid()
    by_owner = status.st_uid not in (os.geteuid(), 0)
    return bool(status.st_mode & 0o002) or by_group or by_owner
