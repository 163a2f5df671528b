"""What a clause claims of a round is data, read strictly, and every word asks the law."""

from __future__ import annotations

import pytest

from pitboss.audit.conditions import ASKED, FACTS, NUMBERS, in_words
from pitboss.law.cases import OF_HANDS, OF_SCORES
from pitboss.rulebooks import BOOKS, rulebook
from pitboss.rulebooks import claim_words as words
from pitboss.rulebooks.claims import BadClaim, SubjectWords, meaning, read_claim
from pitboss.rulebooks.errors import BadBook
from pitboss.rulebooks.ledger_loader import LedgerReader
from pitboss.table import acts
from pitboss.table import events as e

SUBJECT = SubjectWords(
    facts={"player over": lambda has: "over" in has, "dealer over": lambda has: "bust" in has},
    names={"up card": lambda has: "A" if "ace" in has else "5"},
    numbers={"player total": len, "dealer total": lambda has: 2 if "two" in has else None},
)
"""A subject is a set of words; its total is how many there are"""


def is_true(claim: str, *subject: str) -> bool:
    return meaning(read_claim(claim), SUBJECT)(set(subject))


def test_a_comma_means_and_and_or_joins_neighbours() -> None:
    claim = "player over or dealer over, up card A"
    assert is_true(claim, "over", "ace")
    assert is_true(claim, "bust", "ace")
    assert not is_true(claim, "over")
    assert not is_true(claim, "ace")


def test_or_after_a_semicolon_joins_whole_lists() -> None:
    claim = "player over, up card A; or dealer over, up card 5"
    assert is_true(claim, "over", "ace")
    assert is_true(claim, "bust")
    assert not is_true(claim, "bust", "ace")


def test_not_negates_one_phrase() -> None:
    assert is_true("not player over or dealer over", "bust", "over")
    assert not is_true("not player over, not dealer over", "bust")


def test_numbers_are_compared_with_a_number_or_with_another() -> None:
    assert is_true("player total 3", "a", "b", "c")
    assert is_true("player total > dealer total", "two", "b", "c")
    assert not is_true("player total < dealer total", "two", "b", "c")


def test_a_number_that_there_is_not_compares_with_nothing() -> None:
    assert not is_true("dealer total < 22")
    assert is_true("not dealer total < 22")


@pytest.mark.parametrize(
    ("claim", "wrong", "instead"),
    [
        ("player tall", "'player tall'", "did you mean 'player total'"),
        ("up card X", "'X' is no up card", "A, 2, 3"),
        ("up card", "says nothing about up card", "A, 2, 3"),
        ("player total", "says nothing about player total", "write a number after it"),
        ("player total > dealer", "with 'dealer'", "dealer total"),
        ("player over,", "''", "the words are"),
    ],
)
def test_an_unknown_word_or_shape_is_refused_with_what_exists(
    claim: str, wrong: str, instead: str
) -> None:
    with pytest.raises(BadClaim) as refused:
        read_claim(claim)
    assert wrong in str(refused.value)
    assert instead in str(refused.value)


LEDGER = """
[[clause]]
id = "1"
kind = "law"
gist = "A hand over 21 loses."
answer = "enforced"
when = "{when}"

[[clause]]
id = "2"
kind = "law"
gist = "Any other wins."
answer = "enforced"
when = "{other}"
"""


@pytest.mark.parametrize(
    ("when", "other", "wrong"),
    [
        ("player tall", "player over", "clause 1: 'player tall' is no phrase"),
        ("player over", "not clause 3", "clause 2: refers to clause '3', which claims nothing"),
        ("clause 2", "not clause 1", "clause 1: refers to itself by clause '2'"),
    ],
)
def test_a_ledger_is_refused_by_its_file_and_its_clause(when: str, other: str, wrong: str) -> None:
    with pytest.raises(BadBook, match="mybook") as refused:
        LedgerReader("mybook").ledger("mine", {}, LEDGER.format(when=when, other=other))
    assert wrong in str(refused.value)


def test_a_family_names_clauses_of_its_ledger() -> None:
    family = '[[family]]\nname = "results"\nclauses = ["1", "3"]\n'
    text = LEDGER.format(when="player over", other="not player over") + family
    with pytest.raises(BadBook, match="family results: names clause '3'"):
        LedgerReader("mybook").ledger("mine", {}, text)


def test_every_word_of_the_language_has_a_meaning_and_no_other_has() -> None:
    assert set(FACTS) == set(words.FACTS)
    assert set(ASKED) == set(words.NAMES)
    assert set(NUMBERS) == set(words.NUMBERS)


def test_two_scores_and_a_hand_have_the_words_that_a_provision_may_use() -> None:
    assert {*OF_SCORES.facts, *OF_SCORES.names, *OF_SCORES.numbers} == words.OF_SCORES
    assert {*OF_HANDS.facts, *OF_HANDS.names, *OF_HANDS.numbers} == words.OF_HANDS


def test_every_event_and_every_act_is_a_word() -> None:
    assert {in_words(kind) for kind in e.KINDS} == set(words.HAPPENINGS)
    assert {f"to {in_words(kind)}" for kind in acts.KINDS} == set(words.ACTS)


@pytest.mark.parametrize("book", BOOKS)
def test_every_clause_of_a_family_claims_something(book: str) -> None:
    ledger = {clause.id: clause for clause in rulebook(book).ledger}
    for family in rulebook(book).ledger.families:
        silent = [clause for clause in family.clauses if ledger[clause].when is None]
        assert not silent, f"{family.name}: {silent}"
