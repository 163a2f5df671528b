"""In the documents no number of cards wins: a long hand is compared like any other."""

from __future__ import annotations

import pytest

from pitboss.law.play import may_hit
from pitboss.law.settlement import compare
from tests.support import clause, hand, rules

CLAUSES = {
    "nz": "5.1(g)", "zappit": "6(m)(2)", "rws": "3.23.3", "leaflet": "object.1",
    "nobust": "winners.3",
}  # fmt: skip


@clause("zappit:gap.compare", *(f"{book}:{under}" for book, under in CLAUSES.items()))
@pytest.mark.parametrize("book", CLAUSES)
def test_seven_cards_below_the_dealers_total_lose(book: str) -> None:
    """They lose with five and with six cards, too, which may also be hit."""
    for held in ("2c 2d 2h 3c 3d", "2c 2d 2h 3c 3d 3h", "2c 2d 2h 3c 3d 3h 2s"):
        lost = compare(rules(book), hand(held), hand("Th 8c"))
        assert lost == ("lose", CLAUSES[book])
        assert may_hit(rules(book), hand(held))
