"""The dealer school: a round dealt by hand, every gesture judged by the book's own clauses."""

from pitboss.school.expected import Group, Skill, Step
from pitboss.school.gestures import Do, Gesture, NotAGesture, read_gesture
from pitboss.school.marks import Mark, Sheet, Verdict, sheet_of
from pitboss.school.players import Script
from pitboss.school.robot import Practice, by_machine, deal_by_robot
from pitboss.school.session import Lesson, Session

__all__ = [
    "Do",
    "Gesture",
    "Group",
    "Lesson",
    "Mark",
    "NotAGesture",
    "Practice",
    "Script",
    "Session",
    "Sheet",
    "Skill",
    "Step",
    "Verdict",
    "by_machine",
    "deal_by_robot",
    "read_gesture",
    "sheet_of",
]
