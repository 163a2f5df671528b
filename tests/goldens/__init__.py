"""Goldens: what pitboss says and does in many small cases, kept as digests.

A kind is a function that yields cases: a name, and the lines of the case. The digests of all cases
of a kind are kept in ``tests/goldens/kept/<kind>.txt``. A change of a digest is a change that
a user sees: look at it with ``python -m tests.golden --against HEAD``, and keep it with
``python -m tests.golden``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

Case = tuple[str, list[str]]
"""The name of a case, and its lines."""

KEPT: Final = Path(__file__).parent / "kept"


def digest(lines: Iterable[str]) -> str:
    """The digest of a case: a few letters."""
    return sha256("\n".join(lines).encode()).hexdigest()[:10]


def plain(value: Any) -> str:
    """A value as one line of JSON, with nine digits of floats: the last depend on the machine."""
    return json.dumps(_rounded(value), sort_keys=True, ensure_ascii=False, default=str)


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return float(f"{value:.9g}")
    if isinstance(value, dict):
        return {str(key): _rounded(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(one) for one in value]
    return value


def kept(kind: str) -> dict[str, str]:
    """The digests that are kept, by case."""
    lines = (KEPT / f"{kind}.txt").read_text("utf-8").splitlines()
    return {name: code for code, _, name in (line.partition(" ") for line in lines)}


def keep(kind: str, cases: Iterable[Case]) -> int:
    """Keep the digests of these cases; how many there are."""
    lines = [f"{digest(lines)} {name}" for name, lines in cases]
    KEPT.mkdir(exist_ok=True)
    (KEPT / f"{kind}.txt").write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return len(lines)


def differing(kind: str, cases: Iterable[Case]) -> Iterator[str]:
    """The cases that are new, changed or gone, each with its beginning."""
    before = kept(kind)
    for name, lines in cases:
        was = before.pop(name, None)
        if was != digest(lines):
            yield f"{name}: {'new' if was is None else 'changed'}\n" + "\n".join(lines[:40])
    yield from (f"{name}: gone" for name in before)


Kind = Callable[[], Iterator[Case]]
