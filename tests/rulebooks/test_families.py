"""Of a family of clauses on the result of a hand exactly one holds, whatever the two scores."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, Final, NamedTuple

import pytest

from pitboss.law.cases import OF_SCORES, Compare
from pitboss.law.counting import Score
from pitboss.law.hands import Hand
from pitboss.law.settlement import ComparisonResult, compare_scores
from pitboss.rulebooks import BOOKS, TableRules, rulebook
from pitboss.rulebooks.claims import Claim, SubjectWords, meaning
from pitboss.rulebooks.ledger import Family


def scores() -> Iterator[Score]:
    """Every score that decides: a blackjack, and the totals on two to five cards."""
    yield Score(True, 21, 2)
    for total in range(4, 31):
        for cards in range(2 if total < 22 else 3, 6):
            yield Score(False, total, cards)


class Settled(NamedTuple):
    """Two hands compared, and what that comes to."""

    pair: Compare
    verdict: ComparisonResult


def claims(rules: TableRules) -> SubjectWords:
    """The words of two scores and of their result, with the other clauses of the book."""
    by_id = {clause.id: clause.when for clause in rules.book.ledger}
    known: dict[str, Callable[[Settled], bool]] = {}

    def other(settled: Settled, clause: str) -> bool:
        if clause not in known:
            claim = by_id[clause]
            assert claim is not None
            known[clause] = meaning(claim, words)
        return known[clause](settled)

    def of_pair(asks: Callable[[Compare], Any]) -> Callable[[Settled], Any]:
        return lambda settled: asks(settled.pair)

    names = {word: of_pair(asks) for word, asks in OF_SCORES.names.items()}
    names["result"] = lambda settled: settled.verdict.result.value
    names["settled"] = lambda _: "end"
    names["bet"] = lambda _: "main"
    facts = {word: of_pair(asks) for word, asks in OF_SCORES.facts.items()}
    facts["wager settled"] = lambda _: True
    facts["hand closed"] = lambda _: False
    numbers = {word: of_pair(asks) for word, asks in OF_SCORES.numbers.items()}
    words = SubjectWords(facts, names, numbers, other)
    return words


PLAIN: Final = Hand(())
VARIANTS: Final[tuple[tuple[Hand, str | None], ...]] = (
    (PLAIN, "A"),
    (Hand((), is_split=True), None),
    (Hand((), is_doubled=True), None),
    (Hand((), exchanges=1), None),
)
"""What else may count: what was done with the hand, or the dealer's first card"""


def compared(rules: TableRules) -> Iterator[Settled]:
    """Every pair of scores, and the short hands among them again in each variant."""
    for player, dealer in product(scores(), scores()):
        short = player.cards < 4 and dealer.cards < 4
        for hand, up in ((PLAIN, None), *(VARIANTS if short else ())):
            if player.blackjack and hand is not PLAIN:
                continue
            pair = Compare(rules, player, dealer, up, hand)
            yield Settled(pair, compare_scores(rules, player, dealer, up=up, hand=hand))


def not_decided(rules: TableRules, family: Family) -> Iterator[str]:
    """The pairs of scores of which none, several or another clause of the family holds.

    That is where the family decides: it says so, or one of its clauses is cited.
    """
    by_id: dict[str, Claim | None] = {clause.id: clause.when for clause in rules.book.ledger}
    words = claims(rules)
    request = {c: meaning(claim, words) for c in family.clauses if (claim := by_id[c])}
    decides = None if family.when is None else meaning(family.when, words)
    for settled in compared(rules):
        cited = settled.verdict.under
        if cited not in family.clauses and not (decides and decides(settled)):
            continue
        holding = [clause for clause, holds in request.items() if holds(settled)]
        if holding != [cited]:
            _, player, dealer, up, hand = settled.pair
            what = f"{player} ({hand}) against {dealer} with {up} up"
            yield f"{what}: {holding} hold, {cited} is cited"


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
