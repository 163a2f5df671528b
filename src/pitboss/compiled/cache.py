"""The user's cache directory, with a folder per kind and version of the sources."""

from __future__ import annotations

import os
import shutil
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

PACKAGE: Final = Path(__file__).parent.parent
_A_WEEK: Final = 7 * 24 * 3600
_NOTED: Final = "PITBOSS_CACHE_NOTED"
"""Set in the environment once the note was written, so that no process started later repeats it."""


def kept_folder(kind: str, digest: str) -> Path:
    """The folder of one kind for sources with this digest; raise ``OSError`` on failure."""
    home = _home()
    kept = home / f"{kind}-{digest}"
    for old in home.glob(f"{kind}-*"):
        # Another version may be running now, but not one that has been unused for a week.
        with suppress(OSError):  # another process may be removing it too
            if old != kept and is_old(old):
                shutil.rmtree(old, ignore_errors=True)
    kept.mkdir(parents=True, exist_ok=True)
    return kept


def _home() -> Path:
    base = os.environ.get("PITBOSS_CACHE") or os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "pitboss"


def note_unwritable(error: OSError) -> None:
    """Say once, on standard error, that nothing can be cached; the work continues."""
    if os.environ.get(_NOTED):
        return
    os.environ[_NOTED] = "1"
    why = error.strerror or str(error)
    with suppress(OSError, ValueError, AttributeError):
        line = "\r\033[K" if sys.stderr.isatty() else ""
        print(
            f"{line}pitboss: the cache {str(_home())!r} cannot be written ({why}), so kernels are "
            "compiled again each time; set PITBOSS_CACHE to a folder that can be written",
            file=sys.stderr,
            flush=True,
        )


def check_cache() -> None:
    """Write the note now if nothing can be cached, before processes start that would each do so."""
    part = _home() / f"writable.{os.getpid()}"
    try:
        part.parent.mkdir(parents=True, exist_ok=True)
        part.touch()
        part.unlink()
    except OSError as error:
        note_unwritable(error)


def is_old(path: Path) -> bool:
    """Whether it has been unused for a week."""
    return time.time() - path.stat().st_mtime > _A_WEEK
