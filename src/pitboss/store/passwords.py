"""Passwords: how they are kept, and which are too easily guessed to be taken."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

from argon2 import PasswordHasher

STRONG: Final = PasswordHasher(time_cost=2, memory_cost=19456, parallelism=1)
"""How passwords are hashed: some 30 ms and 19 MiB for every guess."""

WEAK: Final = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""A hash that costs nothing, for tests that are about something else."""

SHORTEST: Final = 8
"""Signs that a password has at least."""

_ROWS: Final = ("abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm")


@cache
def _common() -> frozenset[str]:
    told = (files("pitboss.store") / "common_passwords.txt").read_text("utf-8")
    return frozenset(line for line in told.splitlines() if line and not line.startswith("#"))


def too_easy(password: str, name: str) -> str | None:
    """Why a password is not taken; None where it is."""
    if len(password) < SHORTEST:
        return f"a password has {SHORTEST} signs or more"
    plain = "".join(password.casefold().split())
    bare = plain.strip("0123456789!?.*#$_-")
    if plain in _common() or bare in _common() or _is_a_row(plain):
        return "this is one of the passwords that everybody tries first; take another"
    if len(set(plain)) < 4:
        return "a password has four different signs or more"
    own = "".join(name.casefold().split())
    if own and (plain in (own, own[::-1]) or bare == own):
        return "a password is not one's own name"
    return None


def _is_a_row(plain: str) -> bool:
    """Whether it is nothing but neighbours on the keyboard or in the alphabet."""
    return any(plain in one * 2 or plain in one[::-1] * 2 for one in _ROWS)
