"""Write files atomically."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from tempfile import mkstemp


def write_whole(path: Path, contents: bytes) -> None:
    """Write a file atomically: readers see the old contents or the new, never a part."""
    path = path.resolve()  # a link is followed, not replaced
    if path.exists() and not path.is_file():
        path.write_bytes(contents)  # a pipe or a device is written to directly, never replaced
        return
    mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
    handle, name = mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(contents)
        os.chmod(name, mode)
        os.replace(name, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise


def _umask() -> int:
    """The process's umask, which can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
