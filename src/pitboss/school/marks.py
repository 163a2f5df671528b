"""Marks: what each gesture was worth, and the sheet of a sitting."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum, unique
from typing import Final

from msgspec import Struct

from pitboss.money import Cents
from pitboss.school.expected import Skill, Step
from pitboss.school.gestures import Gesture


@unique
class GestureVerdict(StrEnum):
    """How a gesture was judged."""

    RIGHT = "right"
    WRONG = "wrong"
    CORRECTED = "corrected"
    """Right, directly after it was wrong"""


class Mark(Struct, frozen=True, omit_defaults=True):
    """The judgement of one gesture, under the clause of what was due."""

    n: int
    at: float
    gesture: Gesture
    verdict: GestureVerdict
    skill: Skill
    due: Gesture
    under: str
    cents: Cents = 0
    """What the house lost by a wrong amount; negative if a player did"""

    @property
    def is_wrong(self) -> bool:
        """Whether it counts as an error."""
        return self.verdict is GestureVerdict.WRONG


WEIGHTS: Final = {
    Skill.MONEY: 5, Skill.MOMENT: 5, Skill.FACE: 5, Skill.MISSED_BET: 5,
    Skill.ORDER: 2, Skill.LEFT_OUT: 2, Skill.TARGET: 2, Skill.CALL: 2, Skill.HANDLING: 2,
}  # fmt: skip
"""How much an error counts: money, a hidden card and a wrong stop are critical."""

CRITICAL: Final = 5
PASS_AT: Final = 90.0


class MarkSheet(Struct, frozen=True):
    """A sitting in figures: opportunities, errors by skill, and the mark out of 100."""

    steps: int
    errors: int
    critical: int
    by_skill: dict[str, tuple[int, int]]
    """Right at the first try, of how many opportunities"""
    by_clause: dict[str, int]
    """Errors by clause, the most frequent first"""
    mark: float
    seconds_a_step: float

    @property
    def is_passed(self) -> bool:
        """Whether the mark alone suffices to pass."""
        return self.mark >= PASS_AT


def sheet_of(marks: Sequence[Mark], done: Iterable[Step]) -> MarkSheet:
    """Add up the marks of a sitting; every step that was due is one opportunity."""
    offered: dict[Skill, int] = {}
    for step in done:
        offered[step.skill] = offered.get(step.skill, 0) + 1
    wrong = [mark for mark in marks if mark.is_wrong]
    corrected = [mark for mark in marks if mark.verdict is GestureVerdict.CORRECTED]
    clauses: dict[str, int] = {}
    missed: dict[Skill, int] = {}
    for mark in wrong:
        clauses[mark.under] = clauses.get(mark.under, 0) + 1
        missed[mark.skill] = missed.get(mark.skill, 0) + 1
    weight = sum(WEIGHTS[skill] * number for skill, number in offered.items())
    # What is done right directly after an error counts half.
    halves = sum(WEIGHTS[mark.skill] for mark in corrected) / 2
    lost = sum(WEIGHTS[mark.skill] for mark in wrong) - halves
    times = [mark.at for mark in marks]
    span = (times[-1] - times[0]) / max(1, len(times) - 1) if times else 0.0
    skills = {**offered, **{skill: offered.get(skill, 0) for skill in missed}}
    return MarkSheet(
        steps=sum(offered.values()),
        errors=len(wrong),
        critical=sum(WEIGHTS[mark.skill] == CRITICAL for mark in wrong),
        by_skill={
            skill.value: (max(0, number - missed.get(skill, 0)), number)
            for skill, number in sorted(skills.items())
        },
        by_clause=dict(sorted(clauses.items(), key=lambda row: (-row[1], row[0]))),
        mark=100.0 if not weight else max(0.0, 100.0 * (1 - lost / weight)),
        seconds_a_step=span,
    )
