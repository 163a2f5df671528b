"""Every citation of random rounds is true: the long run is ``python -m tests.citations``."""

from __future__ import annotations

import pytest

from pitboss.rulebooks import BOOKS
from tests.citations import judged

TABLES = 8
"""How many tables are played per book, of 25 rounds each"""


@pytest.mark.parametrize("book", BOOKS)
def test_every_citation_of_random_rounds_is_true(book: str) -> None:
    findings = judged(book, 0, TABLES)
    assert not findings.false
    assert not findings.unclaimed
