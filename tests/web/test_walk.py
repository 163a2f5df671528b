"""The walk of a hit through the server stays short: counts, which no slow machine changes."""

from __future__ import annotations

from functools import cache

import pytest
from benchmarks.walk import HEADS_UP, Walk, walked

MODULES, CROSSINGS = 56, 228
"""A tenth more modules, a sixteenth more crossings than the longest of these walks: 51, 215."""

in_every_book = pytest.mark.parametrize("book", HEADS_UP)


@cache
def _walk(book: str) -> Walk:
    return walked(book)


@in_every_book
def test_a_hit_leads_through_few_modules(book: str) -> None:
    walk = _walk(book)
    assert walk.modules <= MODULES, "see where it leads: python -m benchmarks.walk --modules"
    assert walk.crossings <= CROSSINGS, "draw it: python -m benchmarks.walk --draw"


@in_every_book
def test_an_event_is_evolved_once(book: str) -> None:
    """Balances, postings, sentences and movements read the step that the table has taken."""
    assert set(_walk(book).evolved) == {1}


@in_every_book
def test_a_duty_is_worked_out_once_for_a_state(book: str) -> None:
    walk = _walk(book)
    assert 0 < walk.duties_worked_out <= walk.states_asked
