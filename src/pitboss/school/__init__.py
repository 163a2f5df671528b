"""The dealer school: a round dealt by hand, every gesture judged by the book's own clauses."""

from pitboss.school.expected import Group, Skill, Step
from pitboss.school.gestures import Do, Gesture, NotAGesture, read_gesture
from pitboss.school.marks import GestureVerdict, Mark, MarkSheet, sheet_of
from pitboss.school.players import Script
from pitboss.school.robot import Practice, by_machine, deal_by_robot
from pitboss.school.session import DealerSession, Lesson

__all__ = [
    "DealerSession",
    "Do",
    "Gesture",
    "GestureVerdict",
    "Group",
    "Lesson",
    "Mark",
    "MarkSheet",
    "NotAGesture",
    "Practice",
    "Script",
    "Skill",
    "Step",
    "by_machine",
    "deal_by_robot",
    "read_gesture",
    "sheet_of",
]
