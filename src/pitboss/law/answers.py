"""Answers of the law: yes, or no and why; each with the clause that says so."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

# gc=False, as elsewhere: an answer refers to nothing that could refer back to it.


class Permit(Struct, frozen=True, gc=False):
    """Yes, under this clause."""

    under: str

    def __bool__(self) -> Literal[True]:
        return True


class Refusal(Struct, frozen=True, gc=False):
    """No: what is so, and the clause that forbids it."""

    under: str
    why: str

    def __bool__(self) -> Literal[False]:
        return False


Answer = Permit | Refusal
"""What the law says to a question that is answered by yes or no."""


def refusal_in(answer: object) -> Refusal | None:
    """The refusal, where that is what the law has answered."""
    return answer if isinstance(answer, Refusal) else None
