"""A cache of answers, valid while everything they were calculated from is unchanged."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

from pitboss._imported import IMPORTED_AT

from .cache import PACKAGE, kept_folder, note_unwritable

_COUNTED_ON: Final = ("numba", "llvmlite", "numpy")


def package_digest() -> str:
    """A digest of every module and book in this package, and of the libraries it calculates with.

    Anything that may change an answer changes it: a rule, a clause, a fixed bug, a new numba. If a
    source was written after this process began to import, the files may differ from the running
    code; the digest is then unique.
    """
    versions = [sys.version, *(version(name) for name in _COUNTED_ON)]
    digest = sha256(repr(versions).encode())
    for source in sorted(PACKAGE.rglob("*")):
        if source.suffix in (".py", ".toml"):
            status = source.stat()
            if max(status.st_mtime_ns, status.st_ctime_ns) >= IMPORTED_AT:
                digest.update(uuid4().bytes)
            digest.update(f"{source.relative_to(PACKAGE)}\0".encode())
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def answer(question: list[Any], work_out: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """The cached answer to a question, or a new one, which is then cached; both are plain data.

    A damaged file, or one that answers another question, is ignored.
    """
    text = json.dumps(question, sort_keys=True)
    try:
        file = kept_folder("answers", package_digest()) / sha256(text.encode()).hexdigest()
    except OSError as error:
        note_unwritable(error)
        return work_out()
    known = _read(file, text)
    if known is not None:
        return known
    worked_out = work_out()
    _write(file, {"asked": text, "answer": worked_out})
    return worked_out


def _read(file: Path, text: str) -> dict[str, Any] | None:
    try:
        held = json.loads(file.read_text())
        if held["asked"] == text and isinstance(held["answer"], dict):
            return held["answer"]
    except (OSError, ValueError, KeyError, TypeError):
        pass
    return None


def _write(file: Path, held: dict[str, Any]) -> None:
    part = file.with_name(f"{file.name}.{os.getpid()}")
    try:
        part.write_text(json.dumps(held))
        part.replace(file)  # a concurrent reader sees all of it or nothing
    except OSError as error:
        note_unwritable(error)
        with suppress(OSError):
            part.unlink(missing_ok=True)
