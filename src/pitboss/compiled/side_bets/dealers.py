"""Side bets on the dealer's hand as an automaton that is walked along the dealer's cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK, Card
from pitboss.law.counting import count
from pitboss.law.dealer import must_draw
from pitboss.law.side_bets.deciding import DecidingCards
from pitboss.law.side_bets.terms import holds, may_hold, read_by, total
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.schema import SideBet
from pitboss.rulebooks.side_bet_terms import LooksAt, Says
from pitboss.rulebooks.side_bets import DEALERS, CardAt, Condition

Cards = tuple[Card, ...]


class DealerStates(NamedTuple):
    """[state, card]: the state that follows, 0 being no card; [state]: how it ends if it stops."""

    follows: NDArray[np.uint16]
    ends: NDArray[np.uint16]


def rows_left_by(rules: TableRules, bet: SideBet, dealer: Cards) -> int:
    """The rows that a dealer's hand leaves possible when no card is to come, as bits."""
    rows, by = bet.rows.value.rows, read_by(rules, bet)
    seen, left = DecidingCards(dealer=dealer, done=True), 1 << len(rows)
    for number, row in enumerate(rows):
        if all(_holds(c, seen, by) for c in row.when if c.is_on_the_dealer):
            left |= 1 << number
    return left


def _holds(condition: Condition, seen: DecidingCards, by: Any) -> bool:
    cards, _ = seen.at(condition.of)
    if len(cards) < len(condition.of) and CardAt.DEALERS_HAND not in condition.of:
        return False
    return all(holds(term, cards, by) for term in condition.terms)


def dealers_hands(
    rules: TableRules, bets: Sequence[SideBet], ending: Callable[[Cards], int]
) -> DealerStates:
    """The automaton of these bets; ``ending`` numbers how they end with a hand that stops."""
    key, letters, stands_for = _told_apart(rules, bets)
    states: list[Cards] = [()]
    index: dict[object, int] = {key(()): 0}
    follows: list[list[int]] = []
    for cards in states:  # grows while it is walked
        if len(cards) >= 2 and not must_draw(rules, cards):
            follows.append([0] * len(letters))
            continue
        row = []
        for letter in letters:
            more = (*cards, letter)
            name = key(more)
            if name not in index:
                index[name] = len(states)
                states.append(more)
            row.append(index[name])
        follows.append(row)
    ends = np.array([ending(cards) if cards else 0 for cards in states])
    return _fewest_states(np.array(follows), ends, [letters.index(c) for c in stands_for])


def _fewest_states(
    follows: NDArray[np.int64], ends: NDArray[np.int64], letter_of: list[int]
) -> DealerStates:
    """Merge states that nothing distinguishes; every hand starts in state 0."""
    block = np.unique(ends, return_inverse=True)[1].ravel()
    while True:
        message = np.c_[block, block[follows]]
        _, at, finer = np.unique(message, axis=0, return_index=True, return_inverse=True)
        if len(at) == block.max() + 1:
            break
        block = finer.ravel()
    at = np.r_[0, at]  # the first state once more at the front
    merged = (block[follows[at]] + 1)[:, letter_of]
    return DealerStates(merged.astype(np.uint16), ends[at].astype(np.uint16))


def _told_apart(
    rules: TableRules, bets: Sequence[SideBet]
) -> tuple[Callable[[Cards], object], list[Card], list[Card]]:
    """What can matter of the cards so far; the cards that differ, and for each card of the deck
    the one of them that stands for it."""
    request = dict.fromkeys(
        (read_by(rules, bet), condition)
        for bet in bets
        for row in bet.rows.value.rows
        for condition in row.when
        if condition.is_on_the_dealer
    )
    terms = [(by, term) for by, condition in request for term in condition.terms]
    looked = {term.looks_at for _, term in terms}
    by_suit = bool(looked & {LooksAt.SUITS, LooksAt.LIKENESS, LooksAt.CARDS})
    by_rank = bool(looked & {LooksAt.RANKS, LooksAt.LIKENESS, LooksAt.CARDS})
    whole = [(by, term) for by, c in request if CardAt.DEALERS_HAND in c.of for term in c.terms]
    lists = [(by, term) for by, term in whole if term.says is Says.CARDS]
    by_place = [(by, c) for by, c in request if CardAt.DEALERS_HAND not in c.of]
    last = max((1 + DEALERS.index(place) for _, c in by_place for place in c.of), default=0)

    @cache
    def places(first: Cards) -> tuple[bool, ...]:
        seen = DecidingCards(dealer=first, done=True)
        return tuple(_holds(condition, seen, by) for by, condition in by_place)

    totals = {by for by, term in terms if term.says in (Says.TOTAL, Says.SOFT)}
    numbers = [n for _, t in terms if t.says is Says.NUMBER for n in (t.least, t.most) if n]
    most = 1 + max([3, *numbers, *(len(term.wanted) for _, term in lists)])

    def letter(card: Card) -> Card:
        rank = card.index % 13 if by_rank else min(card.index % 13, 9)
        return DECK[(card.index // 13 * 13 if by_suit else 0) + rank]

    def key(cards: Cards) -> object:
        if len(cards) < 3:
            return cards
        suits = {card.suit for card in cards} if by_suit else set()
        colours = {card.colour for card in cards} if by_suit else set()
        alive = tuple(sorted(c.index for c in cards)) if _any_may_hold(lists, cards) else ()
        return (
            count(rules, cards),
            min(len(cards), most),
            tuple(total(cards, by) for by in totals),
            tuple(sorted(suits)) if len(suits) == 1 else len(suits) > 0,
            tuple(sorted(colours)) if len(colours) == 1 else len(colours) > 0,
            places(cards[:last]),
            alive,
        )

    stands_for = [letter(card) for card in DECK]
    return key, list(dict.fromkeys(stands_for)), stands_for


def _any_may_hold(lists: list[tuple[Any, Any]], cards: Cards) -> bool:
    return any(may_hold(term, cards, by) for by, term in lists)
