"""The user's cache directory, with a folder per kind and version of the sources."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path
from typing import Final

PACKAGE: Final = Path(__file__).parent.parent
_A_WEEK: Final = 7 * 24 * 3600


def kept_folder(kind: str, digest: str) -> Path:
    """The folder of one kind for sources with this digest; raise ``OSError`` on failure."""
    base = os.environ.get("PITBOSS_CACHE") or os.environ.get("XDG_CACHE_HOME")
    home = (Path(base) if base else Path.home() / ".cache") / "pitboss"
    kept = home / f"{kind}-{digest}"
    for old in home.glob(f"{kind}-*"):
        # Another version may be running now, but not one that has been unused for a week.
        if old != kept and is_old(old):
            shutil.rmtree(old, ignore_errors=True)
    kept.mkdir(parents=True, exist_ok=True)
    return kept


def is_old(path: Path) -> bool:
    """Whether it has been unused for a week."""
    return time.time() - path.stat().st_mtime > _A_WEEK
