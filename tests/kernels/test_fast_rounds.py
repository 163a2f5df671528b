"""The table of rounds against the law: rounds of the real table, card by card."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

import numpy as np
import pytest

from pitboss.compiled.shoes import RunsOut
from pitboss.kernels.fast.automaton import MOST_OUTS, ROW_BITS, SPLIT_BIT
from pitboss.kernels.fast.job import FastJob
from pitboss.kernels.fast.loops import play_carefully
from pitboss.kernels.fast.shoe import BEGAN, ENDS, LEFT, SCRIPTED, WORDS, goes_on
from pitboss.kernels.fast.splits import MOST_HANDS, VOID, play_split
from pitboss.kernels.rng import state_of
from pitboss.rulebooks import rulebook
from tests.kernels.at_table import Player, Round, strategy
from tests.support import by_night

BOOKS: Final = ("nz", "zappit", "rws", "leaflet", "nobust", "classic")

ELECTIONS: Final = (
    ("nz", {"dealer_bj_bust_reading": "cap"}),
    ("nz", {"dealer_bj_bust_reading": "busted_plus_one"}),
    ("nz", {"deal_card2_when_dead": True}),
    ("zappit", {"dealer_draws_when_no_live_wager": True, "zap_then_split": False}),
    ("rws", {"dealer_draws_when_no_live_bet": True}),
    ("nobust", {"peek": False}),
    ("classic", {"hole_card": "none", "dealer_blackjack_takes": "all"}),
    ("classic", {"hole_card": "none", "dealer_blackjack_takes": "original", "decks": 2}),
    ("classic", {"hole_card": "none", "dealer_blackjack_takes": "busted_plus_one"}),
    ("classic", {"surrender": "late", "soft_17": "hit", "blackjack_pays": "6:5"}),
    ("classic", {"surrender": "early", "push_22": True}),
    ("classic", {"resplit_aces": True, "draw_to_split_aces": True, "decks": 1}),
)

DEEP: Final = (
    ("classic", {"decks": 1, "penetration": "95%"}),
    ("classic", {"decks": 1, "penetration": "95%", "hole_card": "none",
                 "dealer_blackjack_takes": "original"}),
    ("classic", {"decks": 1, "penetration": "90%", "hole_card": "none",
                 "dealer_blackjack_takes": "all"}),
    ("nz", {"cut_depth": 0, "deal_card2_when_dead": True}),
)  # fmt: skip


def scripted(job: FastJob, cards: tuple[int, ...]) -> tuple[np.ndarray[Any, Any], Any]:
    """An array and a state from which exactly these cards come."""
    state = np.zeros(WORDS, np.uint64)
    state[:4] = state_of(1, 0)  # still drawn from, to no effect
    state[LEFT] = state[BEGAN] = len(cards)
    state[SCRIPTED] = 1
    return np.array(cards[::-1], np.uint8), state


def split_won(job: FastJob, split: Any, shoe: Any, state: Any) -> int:
    cleared, finals = np.zeros(10, np.int64), np.zeros(MOST_HANDS, np.int64)
    net, _ = play_split(split, job.split_box, shoe, state, cleared, finals, job.depths)
    return int(net)


def in_the_tables_order(job: FastJob, played: Round) -> tuple[int, ...]:
    """A hole card that is not checked comes after the player's cards."""
    cards = list(played.cards)
    down = len(job.depths.dealers) - 1
    if job.depths.holds[cards[job.depths.up_place]]:
        hole = cards.pop(down)
        theirs = [c for i, c in enumerate(played.cards[down + 1 :]) if played.dealers[down + 1 + i]]
        cards.insert(len(cards) - len(theirs), hole)
    return tuple(cards)


def walked(job: FastJob, played: Round) -> Fraction:
    """What the round wins by the table of rounds; it must take all cards and no more."""
    table, row = job.rounds.table, 0
    cards = in_the_tables_order(job, played)
    for i, card in enumerate(cards):
        entry = int(table[row + card])
        row, out = entry & ((1 << ROW_BITS) - 1), entry >> ROW_BITS
        if entry >> SPLIT_BIT:
            shoe, state = scripted(job, cards[i + 1 :])
            net = split_won(job, job.rounds.splits[out & (MOST_OUTS - 1)], shoe, state)
            assert state[LEFT] == 0, "cards were left over"
            return Fraction(net, job.per)
        if out:
            assert i == len(cards) - 1, "cards were left over"
            return Fraction(job.rounds.ends[out].net, job.per)
    raise AssertionError("more cards would be drawn")


def agree(book: str, settings: Mapping[str, Any], rounds: int) -> None:
    plan = strategy(rulebook(book).elect(**settings))
    splits = 0
    for number, played in enumerate(Player(plan, seed=number_of(book)).rounds(rounds)):
        won = walked(plan.job, played)
        assert won == played.net, f"round {number}: {played} came to {won}"
        won = played_carefully(plan.job, played.cards)
        assert won == played.net, f"round {number}: {played} came to {won}, carefully played"
        splits += abs(played.net) > 2
    assert splits, "no box was split and doubled; play more rounds"


def number_of(book: str) -> int:
    return BOOKS.index(book) + 1


def played_carefully(job: FastJob, cards: tuple[int, ...]) -> Fraction:
    """What the round wins near the end of a shoe, where every card comes in its turn."""
    shoe, state = scripted(job, cards)
    won, hist = finish_carefully(job, shoe, state)
    assert state[LEFT] == 0, "cards were left over"
    if won is None:
        (end,) = np.flatnonzero(hist)
        won = job.rounds.ends[end].net
    return Fraction(won, job.per)


def finish_carefully(job: FastJob, shoe: Any, state: Any) -> tuple[int | None, Any]:
    """A round near the end of a shoe: what a split box won, or else how the round ended."""
    hist, cleared = np.zeros(len(job.rounds.ends) + 1, np.int64), np.zeros(10, np.int64)
    rounds = job.rounds
    number = int(
        play_carefully(
            rounds.table, rounds.player_is_done, rounds.takes_hole_card, shoe, hist, state,
            cleared, job.depths,
        )
    )  # fmt: skip
    hist[0] = 0
    if number < len(rounds.splits):
        return split_won(job, rounds.splits[number], shoe, state), hist
    return None, hist


@pytest.mark.parametrize("book", BOOKS)
def test_the_table_of_rounds_agrees_with_the_real_table(book: str) -> None:
    agree(book, {}, by_night(2_000))


@pytest.mark.parametrize(("book", "settings"), ELECTIONS, ids=str)
def test_it_agrees_under_elections_too(book: str, settings: Mapping[str, Any]) -> None:
    agree(book, settings, by_night(1_500))


@pytest.mark.parametrize(("book", "settings"), [*((book, {}) for book in BOOKS), *DEEP], ids=str)
def test_shoes_last_as_long_as_at_the_table(book: str, settings: Mapping[str, Any]) -> None:
    """A new shoe comes before exactly those rounds before which the kernel begins one."""
    plan = strategy(rulebook(book).elect(**settings))
    depths, size = plan.job.depths, len(plan.job.cards)
    player = Player(plan, seed=1)
    stack, left, ran_out = size, 0, True
    known = 0
    for played in player.rounds(700):
        new = player.source.shuffles[known:]
        known += len(new)
        is_new = bool(new) and len(new[0].cards) == size
        begins = not ran_out and left > depths.begins_above[stack]
        assert is_new is not begins, f"{left} of {stack} left"
        again = [each for each in new if len(each.cards) < size]
        stack = len(again[-1].cards) if again else size if is_new else stack
        ran_out = (bool(again) and depths.runs_out != RunsOut.GOES_ON) or played.is_void
        left = played.left
    assert known > 5


@pytest.mark.parametrize(("book", "settings"), DEEP, ids=str)
def test_the_discards_of_a_shoe_that_runs_out_are_those_of_the_table(
    book: str, settings: Mapping[str, Any]
) -> None:
    plan = strategy(rulebook(book).elect(**settings))
    job, size = plan.job, len(plan.job.cards)
    player = Player(plan, seed=3)
    compared = known = 0
    for _ in player.rounds(by_night(5_000)):
        shuffles = player.source.shuffles
        for first, again in pairwise(shuffles[max(known - 1, 0) :]):
            if len(first.cards) == size > len(again.cards):
                drawn = tuple(player.source.drawn[first.drawn : again.drawn])
                cards = runs_out(job, drawn, again.drawn - player.began)
                assert tuple(sorted(cards[: len(again.cards)])) == again.cards
                compared += 1
        known = len(shuffles)
    assert compared > 10, "too few shoes ran out"


def runs_out(job: FastJob, shoe: tuple[int, ...], last: int) -> list[int]:
    """All cards as the kernel has them, discards first, after a round that left ``last``."""
    cards, state = scripted(job, shoe)
    state[LEFT] = last
    finish_carefully(job, cards, state)
    laid: list[int] = cards.tolist()
    return laid


def test_a_card_of_the_discards_is_burned_where_the_book_says_so() -> None:
    """No shoe of a book with this rule is dealt so far that one box could see it."""
    job = strategy(rulebook("zappit").default_rules).job
    assert job.depths.runs_out == RunsOut.GOES_ON_ONCE
    cards, state = scripted(job, (9, 3, 5, 5, 7, 8))
    state[LEFT], state[BEGAN] = 0, 4
    assert goes_on(cards, state, np.zeros(10, np.int64), job.depths)
    assert sorted(cards[:2].tolist()) == [3, 9]
    assert state[LEFT] == 1
    assert state[ENDS] > len(cards), "all cards are shuffled after the round"


def test_a_round_that_cannot_be_finished_is_void_where_the_book_says_so() -> None:
    job = strategy(rulebook("rws").default_rules).job
    assert job.depths.runs_out == RunsOut.VOID
    for cards in ((9, 5, 6), (7, 5, 7, 9)):
        shoe, state = scripted(job, cards)
        won, hist = finish_carefully(job, shoe, state)
        assert won in (None, VOID)
        assert hist[-1] == (won is None)
        assert state[ENDS] > len(job.cards) or state[ENDS] > len(cards)
