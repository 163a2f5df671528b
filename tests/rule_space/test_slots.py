"""Every provision is priced as the table pays it, or refused by name."""

from __future__ import annotations

import pytest

from pitboss.rulebooks.schema import PARTS as SCHEMA
from pitboss.rulebooks.schema import slot
from tests.rule_space.drawing import ELSEWHERE, PARTS, SLOTS_DRAWN
from tests.rule_space.slots import CHANGES_NO_PRICE, cover
from tests.support import by_night


@pytest.mark.parametrize("path", [slot.path for slot in SLOTS_DRAWN])
def test_a_provision_is_priced_or_refused(path: str) -> None:
    """The price, the table played out and both kernels follow another value of it.

    By night, and by ``python -m tests.rule_space.slots``, they follow all the others.
    """
    assert list(cover(slot(path), played=by_night(1)))


def test_a_new_part_of_the_schema_decides_results_or_says_that_it_does_not() -> None:
    assert {*PARTS, *ELSEWHERE} == SCHEMA.keys()
    assert not {*PARTS} & ELSEWHERE.keys()


def test_what_changes_no_price_is_in_the_schema() -> None:
    assert {each.partition(" = ")[0] for each in CHANGES_NO_PRICE} <= {s.path for s in SLOTS_DRAWN}
