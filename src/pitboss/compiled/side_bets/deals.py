"""Which row of a side bet a deal wins, for every deal.

A term is evaluated only for cards that differ in what it depends on (13 ranks, 4 suits), and the
answers are expanded to all deals; rows are applied from the last to the first, which prevails.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK, Card
from pitboss.law.side_bets.terms import TermReading, holds, read_by
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.schema import SideBet
from pitboss.rulebooks.side_bet_terms import LooksAt
from pitboss.rulebooks.side_bets import CardAt, Condition, PayingRow, Term

Flags = NDArray[np.bool_]
Places = tuple[CardAt, ...]
Indices = NDArray[np.int64]

TWO_CARDS: Places = (CardAt.PLAYER_1, CardAt.PLAYER_2)
THE_DEAL: Places = (CardAt.PLAYER_1, CardAt.PLAYER_2, CardAt.DEALER_1)
THREE_CARDS: Places = (CardAt.PLAYER_1, CardAt.PLAYER_2, CardAt.PLAYER_3)


def _axes(cards: int) -> list[Indices]:
    """The index of each card of a deal, along an axis of its own."""
    index = np.arange(52)
    return [index.reshape([52 if j == i else 1 for j in range(cards)]) for i in range(cards)]


@lru_cache(maxsize=32)
def _told_apart(looks_at: LooksAt, cards: int) -> tuple[list[tuple[Card, ...]], Indices]:
    """Deals that differ in what matters, and [card, ...]: which of them each deal is."""
    drawn = np.broadcast_arrays(*_axes(cards))
    codes = np.zeros_like(drawn[0])
    for i, card in enumerate(drawn):
        rank, suit = card % 13, card // 13
        match looks_at:
            case LooksAt.POINTS:
                seen = np.minimum(rank, 9)
            case LooksAt.RANKS:
                seen = rank
            case LooksAt.SUITS:
                seen = suit * 13
            case LooksAt.LIKENESS:  # a suit is named after its first card
                same = [other // 13 == suit for other in drawn[: i + 1]]
                seen = rank + 13 * np.argmax(same, axis=0)
            case LooksAt.CARDS:
                seen = card
        codes = codes + seen * 52**i
    once, which = np.unique(codes, return_inverse=True)
    deals = [tuple(DECK[int(code) // 52**i % 52] for i in range(cards)) for code in once]
    return deals, which.reshape(codes.shape)


@lru_cache(maxsize=256)
def _walk(term: Term, cards: int, by: TermReading) -> Flags:
    """[card, ...]: whether the term is true of these cards."""
    deals, which = _told_apart(term.looks_at, cards)
    answers: Flags = np.array([holds(term, deal, by) for deal in deals], bool)
    return answers[which]


def _holds(condition: Condition, places: Places, by: TermReading) -> Flags:
    """[a card for each place]: whether a condition on some of the places is met."""
    of = [places.index(at) for at in condition.of]
    shape = [52 if i in of else 1 for i in range(len(places))]
    together = np.ones(shape, bool)
    for term in condition.terms:
        values = _walk(term, len(of), by).transpose(np.argsort(of))
        together = together & values.reshape(shape)
    return together


def row_holds(row: PayingRow, places: Places, by: TermReading, came: frozenset[CardAt]) -> Flags:
    """[a card for each place]: whether a row wins if only some of the cards came."""
    values = np.ones((1,) * len(places), bool)
    for condition in row.when:
        if not came.issuperset(condition.of):
            return np.zeros((1,) * len(places), bool)
        values = values & _holds(condition, places, by)
    return values


@lru_cache(maxsize=64)
def rows_won(
    rules: TableRules, bet: SideBet, places: Places, came: frozenset[CardAt] | None = None
) -> NDArray[np.uint8]:
    """[a card for each place]: the number of the row that is won.

    Without ``came`` all cards have come; otherwise a row that needs another does not win.
    """
    by, rows = read_by(rules, bet), bet.rows.value.rows
    won: NDArray[np.uint8] = np.full((52,) * len(places), len(rows), np.uint8)
    for number in reversed(range(len(rows))):
        held = row_holds(rows[number], places, by, frozenset(places if came is None else came))
        won = np.where(held, np.uint8(number), won)
    return won


def rows_left(rules: TableRules, bet: SideBet) -> Indices:
    """[first card, second card]: the rows that a box's cards leave possible, as bits.

    Conditions on the dealer's cards are assumed to be met; the last bit is for no row at all.
    """
    by, rows = read_by(rules, bet), bet.rows.value.rows
    left: Indices = np.full((52, 52), 1 << len(rows), np.int64)
    for number, row in enumerate(rows):
        held = np.ones((1, 1), bool)
        for condition in row.when:
            if condition.is_on_the_player:
                held = held & _holds(condition, TWO_CARDS, by)
        left = left | (held.astype(np.int64) << number)
    return left
