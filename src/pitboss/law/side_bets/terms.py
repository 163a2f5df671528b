"""Whether a term of a side bet is true of some cards: one small function for each kind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import Final, NamedTuple

from pitboss.cards import Card, Rank
from pitboss.law.counting import count, is_blackjack, is_bust, points
from pitboss.law.hands import Hand
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.schema import SideBet
from pitboss.rulebooks.side_bet_enumerations import AceCounts, AceRanks
from pitboss.rulebooks.side_bet_terms import Says
from pitboss.rulebooks.side_bets import Term

Cards = Sequence[Card]


class TermReading(NamedTuple):
    """How a bet's terms are read: the book's card values, and the bet's own rule for aces."""

    rules: TableRules
    ace_counts: AceCounts | None = None
    ace_ranks: AceRanks | None = None


def read_by(rules: TableRules, bet: SideBet) -> TermReading:
    """How the terms of this bet are read."""
    counts, ranks = bet.ace_counts, bet.ace_ranks
    return TermReading(
        rules,
        None if counts is None else counts.value,
        None if ranks is None else ranks.value,
    )


def holds(term: Term, cards: Cards, by: TermReading) -> bool:
    """Whether the term is true of these cards, with no more to come."""
    return _HOLDS[term.says](term, cards, by)


def may_hold(term: Term, cards: Cards, by: TermReading) -> bool:
    """Whether the term may become true when further cards are added to these."""
    match term.says:
        case Says.ONE_SUIT | Says.ONE_COLOUR:
            return not cards or holds(term, cards, by)
        case Says.CARDS:
            return _fits(term, cards)
        case Says.NUMBER:
            return term.most is None or len(cards) <= term.most
        case Says.PAIR | Says.THREE_OF_A_KIND:
            return len({card.rank for card in cards}) < 2
        case Says.BLACKJACK:
            return len(cards) < 2 or (len(cards) == 2 and holds(term, cards, by))
        case _:
            return True


def total(cards: Cards, by: TermReading) -> tuple[int, bool]:
    """The points by the bet's own rule for aces, and whether an ace counts high."""
    if by.ace_counts is AceCounts.EITHER:
        counted = count(by.rules, cards)
        return counted.total, counted.soft
    counting = by.rules.counting
    high = by.ace_counts is AceCounts.ELEVEN
    ace = counting.ace_high.value if high else counting.ace_low.value
    aces = sum(card.is_ace for card in cards)
    rest = sum(points(by.rules, card) for card in cards if not card.is_ace)
    return rest + ace * aces, high and aces > 0


def _one_suit(_: Term, cards: Cards, by: TermReading) -> bool:
    return len({card.suit for card in cards}) == 1


def _one_colour(_: Term, cards: Cards, by: TermReading) -> bool:
    return len({card.colour for card in cards}) == 1


def _of_one_rank(number: int) -> Callable[[Term, Cards, TermReading], bool]:
    """Two or three of one rank; a king and a queen are not."""
    return lambda _, cards, by: len(cards) == number and len({card.rank for card in cards}) == 1


_ORDER: Final = {rank: place for place, rank in enumerate(Rank, 1)}


def _places(card: Card, by: TermReading) -> tuple[int, ...]:
    """Where a card is in the order of ranks; an ace may be in two places."""
    if not card.is_ace:
        return (_ORDER[card.rank],)
    low, high = (1,), (len(_ORDER) + 1,)
    return {AceRanks.LOW: low, AceRanks.HIGH: high}.get(by.ace_ranks or AceRanks.EITHER, low + high)


def _straight(_: Term, cards: Cards, by: TermReading) -> bool:
    runs = product(*(_places(card, by) for card in cards))
    return any(sorted(run) == list(range(min(run), min(run) + len(run))) for run in runs)


def _ladder(cards: Cards, by: TermReading) -> tuple[int, int, int]:
    """The player's two in order, and the dealer's."""
    one, other, dealers = (max(_places(card, by)) for card in cards)
    return min(one, other), max(one, other), dealers


def _between(_: Term, cards: Cards, by: TermReading) -> bool:
    low, high, dealers = _ladder(cards, by)
    return low < dealers < high


def _gap(term: Term, cards: Cards, by: TermReading) -> bool:
    low, high, _ = _ladder(cards, by)
    return term.admits(high - low - 1)


def _matches(term: Term, cards: Cards, by: TermReading) -> bool:
    *two, dealers = cards
    return term.admits(sum(card.rank is dealers.rank for card in two))


def _suited_matches(term: Term, cards: Cards, by: TermReading) -> bool:
    *two, dealers = cards
    return term.admits(sum(card is dealers for card in two))


def _just_these(term: Term, cards: Cards, by: TermReading) -> bool:
    return len(cards) == len(term.wanted) and _fits(term, cards)


def _fits(term: Term, cards: Cards) -> bool:
    """Whether the cards can be some of those wanted, in any order."""
    return len(cards) <= len(term.wanted) and _can_be(cards, term.wanted)


def _can_be(cards: Cards, wanted: tuple[tuple[Card, ...], ...]) -> bool:
    """Whether each card can be another of those wanted."""
    if not cards:
        return True
    return any(
        cards[0] in choice and _can_be(cards[1:], wanted[:n] + wanted[n + 1 :])
        for n, choice in enumerate(wanted)
    )


_HOLDS: Final[dict[Says, Callable[[Term, Cards, TermReading], bool]]] = {
    Says.CARDS: _just_these,
    Says.ONE_SUIT: _one_suit,
    Says.ONE_COLOUR: _one_colour,
    Says.PAIR: _of_one_rank(2),
    Says.THREE_OF_A_KIND: _of_one_rank(3),
    Says.STRAIGHT: _straight,
    Says.TOTAL: lambda term, cards, by: term.admits(total(cards, by)[0]),
    Says.SOFT: lambda _, cards, by: total(cards, by)[1],
    Says.BLACKJACK: lambda _, cards, by: is_blackjack(by.rules, Hand(tuple(cards))),
    Says.BUST: lambda _, cards, by: is_bust(by.rules, cards),
    Says.NUMBER: lambda term, cards, by: term.admits(len(cards)),
    Says.BETWEEN: _between,
    Says.GAP: _gap,
    Says.MATCHES: _matches,
    Says.SUITED_MATCHES: _suited_matches,
}
