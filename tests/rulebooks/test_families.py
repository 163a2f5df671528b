"""Of a family of clauses on the result of a hand exactly one holds, whatever the two scores."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from pitboss.law.cases import OF_SCORES, Compare
from pitboss.law.counting import Score
from pitboss.law.settlement import compare_scores
from pitboss.rulebooks import BOOKS, TableRules, rulebook
from pitboss.rulebooks.claims import Claim, Words, meaning
from pitboss.rulebooks.ledger import Family


def scores() -> Iterator[Score]:
    """Every score that decides: a blackjack, and the totals on two to five cards."""
    yield Score(True, 21, 2)
    for total in range(4, 31):
        for cards in range(2 if total < 22 else 3, 6):
            yield Score(False, total, cards)


def claims(rules: TableRules) -> Words:
    """The words of two scores, with the other clauses of the book."""
    by_id = {clause.id: clause.when for clause in rules.book.ledger}
    known: dict[str, Callable[[Compare], bool]] = {}

    def other(pair: Compare, clause: str) -> bool:
        if clause not in known:
            claim = by_id[clause]
            assert claim is not None
            known[clause] = meaning(claim, words)
        return known[clause](pair)

    names = {**OF_SCORES.names, "result": lambda pair: None}  # there is none before the settlement
    facts = {**OF_SCORES.facts, "wager settled": lambda pair: True}
    words = Words(facts, names, OF_SCORES.numbers, other)
    return words


def not_decided(rules: TableRules, family: Family) -> Iterator[str]:
    """The pairs of scores of which none, several or another clause of the family holds."""
    by_id: dict[str, Claim | None] = {clause.id: clause.when for clause in rules.book.ledger}
    words = claims(rules)
    asked = {c: meaning(claim, words) for c in family.clauses if (claim := by_id[c])}
    for player in scores():
        for dealer in scores():
            pair = Compare(rules, player, dealer)
            holding = [clause for clause, holds in asked.items() if holds(pair)]
            cited = compare_scores(rules, player, dealer).under
            if holding != [cited]:
                yield f"{player} against {dealer}: {holding} hold, {cited} is cited"


FAMILIES = [
    (book, family) for book in BOOKS for family in rulebook(book).ledger.families if family.compares
]


@pytest.mark.parametrize(("book", "family"), FAMILIES, ids=[book for book, _ in FAMILIES])
def test_exactly_one_clause_decides_any_two_scores_and_is_the_one_cited(
    book: str, family: Family
) -> None:
    wrong = list(not_decided(rulebook(book).elect(), family))
    assert not wrong, "\n".join([f"{len(wrong)} pairs", *wrong[:8]])


def test_it_holds_where_a_dealer_22_pushes() -> None:
    [family] = [f for f in rulebook("classic").ledger.families if f.compares]
    assert not list(not_decided(rulebook("classic").elect(push_22=True), family))
