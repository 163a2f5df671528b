"""Passwords: how they are hashed, and which are refused as too easy to guess."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

from argon2 import PasswordHasher

STRONG: Final = PasswordHasher(time_cost=2, memory_cost=19456, parallelism=1)
"""How passwords are hashed: some 30 ms and 19 MiB for every guess."""

WEAK: Final = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""A cheap hash, for tests that are about something else."""

SHORTEST: Final = 8
"""The minimum number of characters in a password."""

LONGEST: Final = 200
"""The maximum number of characters in a password."""

_ROWS: Final = ("abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm")


@cache
def _common() -> frozenset[str]:
    text = (files("pitboss.store") / "common_passwords.txt").read_text("utf-8")
    return frozenset(line for line in text.splitlines() if line and not line.startswith("#"))


def too_easy(password: str, name: str) -> str | None:
    """Why a password is refused, or None."""
    if len(password) < SHORTEST:
        return f"a password needs at least {SHORTEST} characters"
    plain = "".join(password.casefold().split())
    bare = plain.strip("0123456789!?.*#$_-")
    if plain in _common() or bare in _common() or _is_a_row(plain):
        return "this password is too common; choose another"
    if len(set(plain)) < 4:
        return "a password needs at least four different characters"
    own = "".join(name.casefold().split())
    if own and (plain in (own, own[::-1]) or bare == own):
        return "a password may not be your own name"
    return None


def _is_a_row(plain: str) -> bool:
    """Whether it is only neighbouring keys or letters of the alphabet."""
    return any(plain in one * 2 or plain in one[::-1] * 2 for one in _ROWS)
