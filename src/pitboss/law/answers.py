"""Answers of the law: a permit, or a refusal with its reason; each with its clause."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

# gc=False: an answer refers to nothing that could refer back to it.


class Permit(Struct, frozen=True, gc=False):
    """A permit under a clause."""

    under: str

    def __bool__(self) -> Literal[True]:
        return True


class Refusal(Struct, frozen=True, gc=False):
    """A refusal: the rule or fact in one clause, and the clause of the book that forbids it."""

    under: str
    why: str

    def __bool__(self) -> Literal[False]:
        return False


Answer = Permit | Refusal
"""The answer to a yes-or-no question of law."""


def refusal_in(answer: object) -> Refusal | None:
    """The answer if it is a refusal, otherwise None."""
    return answer if isinstance(answer, Refusal) else None
