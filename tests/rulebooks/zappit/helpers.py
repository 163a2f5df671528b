"""What the tests of this book share."""

from __future__ import annotations

from typing import Any

from pitboss.cards import cards
from pitboss.law.answers import Answer
from pitboss.law.hands import Hand
from pitboss.rulebooks import BadElection, TableRules
from tests.support import rules


def zappit(**elections: Any) -> TableRules:
    """The rules of a ZAPPIT table."""
    return rules("zappit", **elections)


def refused_under(answer: Answer) -> str | None:
    """The clause that refuses, or None if it is permitted."""
    return None if answer else answer.under


def is_not_open(clause: str, **choice: Any) -> None:
    """Assert that the operator's choice is outside the range of the clause."""
    # Not pytest.raises: it raises no Exception, and the mutation runner catches only those.
    try:
        zappit(**choice)
    except BadElection as refused:
        assert f"zappit {clause} allows" in str(refused)
    else:
        raise AssertionError(f"{choice} is open to the operator")


def frozen(text: str) -> Hand:
    """A hand that has refused the exposed card."""
    return Hand(cards(text), has_refused=True)
