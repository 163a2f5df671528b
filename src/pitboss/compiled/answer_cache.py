"""Answers kept from one run to the next, while everything that they came from is the same."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

from pitboss._imported import IMPORTED_AT

from .cache import PACKAGE, kept_folder

_COUNTED_ON: Final = ("numba", "llvmlite", "numpy")


def package_digest() -> str:
    """A digest of every module and every book of this package, and of what it reckons with.

    Whatever may change an answer changes this: a rule, a clause, a mended mistake, a new numba.
    Where a source was written after this process began to import, what is on disk may not be what
    is running: then the digest is one that nobody has had before or will have again.
    """
    versions = [sys.version, *(version(name) for name in _COUNTED_ON)]
    digest = sha256(repr(versions).encode())
    for source in sorted(PACKAGE.rglob("*")):
        if source.suffix in (".py", ".toml"):
            found = source.stat()
            if max(found.st_mtime_ns, found.st_ctime_ns) >= IMPORTED_AT:
                digest.update(uuid4().bytes)
            digest.update(f"{source.relative_to(PACKAGE)}\0".encode())
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def answer(question: list[Any], work_out: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """What was worked out for this question before, or is now; both are plain data.

    A file that is damaged, or that answers another question, counts as none.
    """
    asked = json.dumps(question, sort_keys=True)
    try:
        file = kept_folder("answers", package_digest()) / sha256(asked.encode()).hexdigest()
    except OSError:
        return work_out()  # a home that cannot be written to: nothing is kept
    known = _read(file, asked)
    if known is not None:
        return known
    worked_out = work_out()
    _write(file, {"asked": asked, "answer": worked_out})
    return worked_out


def _read(file: Path, asked: str) -> dict[str, Any] | None:
    try:
        held = json.loads(file.read_text())
        if held["asked"] == asked and isinstance(held["answer"], dict):
            return held["answer"]
    except (OSError, ValueError, KeyError, TypeError):
        pass
    return None


def _write(file: Path, held: dict[str, Any]) -> None:
    part = file.with_name(f"{file.name}.{os.getpid()}")
    try:
        part.write_text(json.dumps(held))
        part.replace(file)  # whoever reads at this moment sees the whole of it or nothing
    except OSError:
        part.unlink(missing_ok=True)
