"""Tables cached by the provisions they read equal tables compiled from nothing."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, cast

import pytest

from pitboss.compiled.errors import CannotPrice
from pitboss.compiled.game import game
from pitboss.compiled.permissions import StageKey, hand_of, permitted
from pitboss.compiled.player_hands import hand_totals, player_hands
from pitboss.compiled.ranks import card_of, cards_of
from pitboss.compiled.stages import permitted_hands
from pitboss.compiled.watching import WatchedRules, forget, kept
from pitboss.law.counting import count
from pitboss.report.comparison import same_game
from pitboss.rulebooks import BOOKS, TableRules, rulebook
from pitboss.rulebooks.errors import BadElection
from pitboss.rulebooks.schema import PARTS, SIDE_BETS, slot
from tests.support import by_night


def _compiled(rules: TableRules) -> Any:
    """The tables of a game, put together again from the cache, or why there are none."""
    game.cache_clear()
    try:
        return game(rules)
    except CannotPrice as refused:
        return str(refused)


def _from_nothing(rules: TableRules) -> Any:
    forget()
    return _compiled(rules)


def _same(one: Any, other: Any) -> bool:
    return one == other if isinstance(one, str) else same_game(one, other)


def _elected(book: str) -> Iterator[tuple[str, TableRules]]:
    """Rules with every election changed in turn, as far as the book lets it be changed alone."""
    for key, election in rulebook(book).elections.items():
        for value in election.domain.neighbours(election.default):
            try:
                yield f"{key} {value}", rulebook(book).default_rules.but(**{key: value})
            except (BadElection, ValueError):
                continue


def _asked(rules: TableRules) -> set[tuple[str, ...]]:
    """Every provision that the compilation of a game asks for."""
    forget()
    watched = WatchedRules(rules)
    game.__wrapped__(cast(TableRules, watched))
    return set(watched.asked)


def _neighbour(rules: TableRules, path: str) -> TableRules:
    provision = rules.provision(path)
    return rules.with_provision(path, slot(path).domain.neighbours(provision.value)[0])


@cache
def _askers() -> dict[str, list[str]]:
    """Every provision with the books whose game asks for it."""
    askers: dict[str, list[str]] = {}
    for book in BOOKS:
        request = [
            ".".join(path) for path in _asked(rulebook(book).default_rules) if len(path) == 2
        ]
        assert len(request) > 25
        for path in sorted(request):
            askers.setdefault(path, []).append(book)
    return askers


def _turn_of(book: str) -> list[str]:
    """The provisions that are changed in this book: each in two of its books, in more by night."""
    return [
        path
        for number, (path, books) in enumerate(sorted(_askers().items()))
        if book in (books[number % len(books) :] + books)[: by_night(2)]
    ]


def test_every_provision_that_a_game_asks_for_has_its_turn() -> None:
    turns = {book: _turn_of(book) for book in BOOKS}
    for path, books in _askers().items():
        chosen = [book for book in BOOKS if path in turns[book]]
        assert len(chosen) >= min(2, len(books)) and set(chosen) <= set(books), path


@pytest.mark.parametrize("book", BOOKS)
def test_every_provision_changed_in_turn_is_compiled_as_if_from_nothing(book: str) -> None:
    base = rulebook(book).default_rules
    texts = _turn_of(book)
    assert len(texts) > 8
    _from_nothing(base)
    changed = {path: _neighbour(base, path) for path in texts}
    kept_by_then = {path: _compiled(rules) for path, rules in changed.items()}
    for path, rules in changed.items():
        assert _same(kept_by_then[path], _from_nothing(rules)), path


@pytest.mark.parametrize("book", BOOKS)
def test_every_election_changed_after_all_others_is_compiled_as_if_from_nothing(book: str) -> None:
    rules = dict(_elected(book))
    kept_by_then = {name: _compiled(changed) for name, changed in rules.items()}
    fresh: dict[TableRules, Any] = {}
    for name, changed in rules.items():
        # Most elections are about the table's limits and the like: no table is compiled from them.
        alike = next((other for other in fresh if _plays_alike(other, changed)), None)
        if alike is None:
            fresh[changed] = _from_nothing(changed)
        assert _same(kept_by_then[name], fresh[alike or changed]), name


def _plays_alike(one: TableRules, other: TableRules) -> bool:
    return all(getattr(one, part) == getattr(other, part) for part in (*_PLAYED, SIDE_BETS))


_PLAYED = tuple(sorted(set(PARTS) - {"equipment", "shoe", "cutting", "limits", "boxes"}))


def test_a_result_is_kept_by_what_was_asked_and_by_nothing_else() -> None:
    calls = []

    @kept
    def drawn_to(rules: TableRules, more: int) -> int:
        calls.append(more)
        return rules.dealer.stands_on.value + more

    base = rulebook("classic").default_rules
    assert [drawn_to(base, 1), drawn_to(base, 1), drawn_to(base, 2)] == [18, 18, 19]
    assert drawn_to(base.but(decks=2, soft_17="hit"), 1) == 18
    assert calls == [1, 2]
    assert drawn_to(base.with_provision("dealer.stands_on", 18), 1) == 19
    assert calls == [1, 2, 1]


def test_what_an_inner_function_asks_counts_for_the_outer_even_if_it_was_kept() -> None:
    @kept
    def inner(rules: TableRules) -> int:
        return rules.dealer.stands_on.value

    @kept
    def outer(rules: TableRules) -> int:
        return inner(rules) + rules.counting.bust_above.value

    base = rulebook("classic").default_rules
    assert (inner(base), outer(base)) == (17, 38)
    assert outer(base.with_provision("dealer.stands_on", 18)) == 39
    assert outer(base.with_provision("counting.bust_above", 22)) == 39


def test_a_part_that_a_book_lacks_is_noticed() -> None:
    @kept
    def has_zap(rules: TableRules) -> bool:
        return rules.zapping is not None

    assert [has_zap(rulebook(book).default_rules) for book in ("zappit", "nz")] == [True, False]


def test_methods_of_rules_are_watched_too() -> None:
    base = rulebook("nz").default_rules
    watched = WatchedRules(base)
    rules = cast(TableRules, watched)
    assert rules.side_bet("perfect_pairs") is base.side_bet("perfect_pairs")
    assert rules.present(rules.cutting, "cutting").by_players.value
    assert rules.cite("1.1") == base.cite("1.1")
    assert set(watched.asked) == {
        ("side_bets",),
        ("cutting",),
        ("cutting", "by_players"),
        ("book",),
    }


@pytest.mark.parametrize("book", BOOKS)
def test_hands_that_are_answered_together_have_one_answer(book: str) -> None:
    """The law is asked about three or more cards by their total; here about each hand."""
    rules = rulebook(book).default_rules
    rows, totals = player_hands(rules).rows, hand_totals(rules)
    for row, counts in enumerate(rows):
        assert count(rules, cards_of(counts)) == (totals.total[row], totals.soft[row])
    for split in (None, 0, 4, 7, 9):
        bits = permitted_hands(rules, StageKey(), split)
        for row in range(0, len(rows), 3):
            held = cards_of(rows[row])
            if split is None:
                assert bits[row] == permitted(rules, hand_of(held, StageKey()))
            elif card_of(split) in held:
                others = list(held)
                others.remove(card_of(split))
                hand = hand_of((card_of(split), *others), StageKey(), split=True)
                assert bits[row] == permitted(rules, hand)
            else:
                assert bits[row] == 0
