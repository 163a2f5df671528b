"""Answers of the law: yes, or no and why; each with the clause that says so."""

from __future__ import annotations

from typing import Literal, NamedTuple


class Permit(NamedTuple):
    """Yes, under this clause."""

    under: str

    def __bool__(self) -> Literal[True]:
        return True


class Refusal(NamedTuple):
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
