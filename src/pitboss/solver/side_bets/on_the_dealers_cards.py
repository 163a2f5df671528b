"""Bets on the dealer's cards beyond the first: every hand the dealer may draw, counted.

Hands are multisets of classes with the number of orders in which they come, kept apart by the rows
that their cards rule out; rows are bits of a number.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from math import perm, prod
from typing import NamedTuple

import numpy as np
from msgspec import structs

from pitboss.cards import DECK, Card
from pitboss.compiled.side_bets.deals import rows_left
from pitboss.law.dealer import must_draw
from pitboss.law.side_bets.settling import label_of, settle_row
from pitboss.law.side_bets.terms import TermReading, holds, may_hold, read_by
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.domains import UP_CARDS
from pitboss.rulebooks.schema import SideBet
from pitboss.rulebooks.side_bet_enumerations import DealerDraws
from pitboss.rulebooks.side_bet_terms import LooksAt
from pitboss.rulebooks.side_bets import DEALERS, CardAt, Condition, Term
from pitboss.solver.errors import CannotPrice
from pitboss.solver.side_bets.cards_left import CardsLeft
from pitboss.solver.side_bets.prices import Ending, SideBetPrice, whole_stake

Chances = Mapping[int, Fraction]
"""The chance of each set of rows, as bits, that the dealer's cards leave possible"""

_Ask = Callable[[Term, tuple[Card, ...], TermReading], bool]
_COLOURS = ((0, 3), (1, 2))  # spades and clubs, hearts and diamonds
_IN_SUITS = (DECK[0], DECK[13]), (DECK[0], DECK[39]), (DECK[0], DECK[0])
"""Two cards in two colours, in one colour, in one suit"""


def price_on_the_dealers_cards(rules: TableRules, bet: SideBet, left: CardsLeft) -> SideBetPrice:
    """A bet on the dealer's cards, if the dealer draws for it whatever the players do."""
    provision = bet.dealer_draws
    if provision is None or provision.value is DealerDraws.AS_PLAY_REQUIRES:
        under = rules.cite(bet.settled.under if provision is None else provision.under)
        raise CannotPrice(
            f"{bet.name} has no price of its own where the dealer's hand is not completed for it "
            f"({under})"
        )
    price = _priced(bet, _chances(rules, bet, left))
    if bet.placed is None:
        return price
    return structs.replace(price, by_up_card=tuple(_by_up_card(rules, bet, left)))


def _priced(bet: SideBet, chances: Mapping[int, Fraction]) -> SideBetPrice:
    stake = whole_stake(bet)
    ends: defaultdict[Ending, Fraction] = defaultdict(Fraction)
    for row, chance in chances.items():
        ends[Ending(label_of(bet, row), settle_row(bet, row, stake))] += chance
    return SideBetPrice.of_chances(bet.id, ends, stake=stake)


def _by_up_card(rules: TableRules, bet: SideBet, left: CardsLeft) -> Iterator[tuple[str, Fraction]]:
    """The value of a bet that is placed after the deal, by the card that the dealer shows."""
    classes = _classes(bet)
    for number, up in enumerate(UP_CARDS):
        alike = frozenset(classes[number:] if up is UP_CARDS[-1] else classes[number : number + 1])
        chances = _chances(rules, bet, left, alike)
        if there := sum(chances.values()):
            given = {row: chance / there for row, chance in chances.items()}
            yield up.value, _priced(bet, given).ev


def _first(rows: int) -> int:
    """The first of the rows that are left."""
    return (rows & -rows).bit_length() - 1


def _on_the_dealer(bet: SideBet) -> Iterator[tuple[int, Condition]]:
    """The conditions on the dealer's cards, with the bit of their row."""
    for number, row in enumerate(bet.rows.value.rows):
        yield from ((1 << number, c) for c in row.when if c.is_on_the_dealer)


def _chances(
    rules: TableRules, bet: SideBet, left: CardsLeft, first: frozenset[int] | None = None
) -> dict[int, Fraction]:
    """The chance of each row, with a first card of the dealer's of these classes."""
    fractions: defaultdict[int, Fraction] = defaultdict(Fraction)
    conditions = list(_on_the_dealer(bet))
    if not any(c.is_on_the_player for row in bet.rows.value.rows for c in row.when):
        every = (1 << len(bet.rows.value.rows) + 1) - 1
        for rows, chance in _dealers(rules, bet, left, first).items():
            fractions[_first(rows & every)] += chance
        return fractions
    waiting = sum({bit for bit, _ in conditions})
    groups = [*_groups(rules, bet, left)]
    weight: defaultdict[int, Fraction] = defaultdict(Fraction)
    for rows, two, chance in groups:
        if waiting >> _first(rows) & 1:
            weight[rows] += chance
        else:
            fractions[_first(rows)] += chance * _share(bet, left.without(*two), first)
    # If the dealer decides every group, the most common one is all deals less the other groups.
    most = max(weight, key=lambda rows: weight[rows]) if sum(weight.values()) == 1 else None
    rest: defaultdict[int, Fraction] = defaultdict(Fraction)
    if most is not None:
        rest.update(_dealers(rules, bet, left, first))
    for rows, two, chance in groups:
        if rows in weight and rows != most:
            for dealers, given in _dealers(rules, bet, left.without(*two), first).items():
                fractions[_first(rows & dealers)] += chance * given
                rest[dealers] -= chance * given
    if most is not None:
        for dealers, chance in rest.items():
            fractions[_first(most & dealers)] += chance
    return fractions


def _share(bet: SideBet, left: CardsLeft, first: frozenset[int] | None) -> Fraction:
    """The chance that the dealer's first card is of these classes."""
    if first is None:
        return Fraction(1)
    classes = _classes(bet)
    there = (f.number for f in left.faces if classes[f.cards[0].index % 13] in first)
    return Fraction(sum(there), left.size)


def _groups(
    rules: TableRules, bet: SideBet, left: CardsLeft
) -> Iterator[tuple[int, tuple[Card, Card], Fraction]]:
    """The box's two cards, grouped by the rows they leave and their effect on the dealer."""
    possible, alike = rows_left(rules, bet), _classes(bet)
    grouped: dict[tuple[int, tuple[int, ...]], tuple[tuple[Card, Card], int]] = {}
    by_suit = _asks_for_suits(bet)
    for one, other, ways in left.pairs():
        bits = {int(possible[a.index, b.index]) for a in one.cards for b in other.cards}
        if len(bits) > 1:
            unknown = one if len(one.cards) > 1 else other
            raise CannotPrice(
                f"{bet.id.replace('_', ' ')} cannot be priced from a shoe counted by points: "
                f"it depends on the suits or ranks of its {unknown.points} cards"
            )
        two = (one.cards[0], other.cards[0])
        seen = sorted(card.index if by_suit else alike[card.index % 13] for card in two)
        key = (bits.pop(), tuple(seen))
        grouped[key] = two, grouped.get(key, (two, 0))[1] + ways
    every = perm(left.size, 2) // 2
    for (rows, _), (two, ways) in grouped.items():
        yield rows, two, Fraction(ways, every)


def _asks_for_suits(bet: SideBet) -> bool:
    terms = (term for _, c in _on_the_dealer(bet) for term in c.terms)
    return any(term.looks_at not in (LooksAt.POINTS, LooksAt.RANKS) for term in terms)


def _classes(bet: SideBet) -> tuple[int, ...]:
    """[rank]: its class; tens are one class where no term tells them apart."""
    terms = (term for _, c in _on_the_dealer(bet) for term in c.terms)
    by_rank = any(term.looks_at in (LooksAt.RANKS, LooksAt.CARDS) for term in terms)
    return tuple(rank if by_rank else min(rank, 9) for rank in range(13))


class _Hand(NamedTuple):
    """A hand by the cards of each class, and the rows that their ranks rule out."""

    held: tuple[int, ...]
    out: int


@lru_cache(maxsize=32)
def _hands(rules: TableRules, bet: SideBet, first: frozenset[int] | None = None) -> Counter[_Hand]:
    """The hands that the dealer may end with, and in how many orders each may come."""
    by, classes = read_by(rules, bet), _classes(bet)
    request: defaultdict[tuple[CardAt, ...], list[tuple[int, list[Term]]]] = defaultdict(list)
    for bit, condition in _on_the_dealer(bet):
        terms = [t for t in condition.terms if t.looks_at is not LooksAt.SUITS]
        request[condition.of].append((bit, terms))
    seen = bet.rows.value.looks_at
    most = 99 if CardAt.DEALERS_HAND in seen else 3 if CardAt.DEALER_3 in seen else 2
    lost = (1 << len(bet.rows.value.rows)) - 1  # every row is out

    def out(of: tuple[CardAt, ...], cards: tuple[Card, ...], ask: _Ask) -> int:
        gone = 0
        for bit, terms in request.get(of, ()):
            if not all(ask(term, cards, by) for term in terms):
                gone |= bit
        return gone

    def by_places(cards: tuple[Card, ...]) -> int:
        """The rows that the latest card rules out by its place."""
        gone = out(DEALERS[len(cards) - 1 : len(cards)], cards[-1:], holds) if len(cards) < 4 else 0
        return gone | (out(DEALERS[:2], cards, holds) if len(cards) == 2 else 0)

    start = _Hand((0,) * (max(classes) + 1), 0)
    drawing: dict[_Hand, tuple[int, tuple[Card, ...]]] = {start: (1, ())}
    done: Counter[_Hand] = Counter()
    while drawing:
        reached: dict[_Hand, tuple[int, tuple[Card, ...]]] = {}
        for hand, (orders, cards) in drawing.items():
            for c in range(len(hand.held)) if cards or first is None else first:
                more = (*cards, DECK[c])
                held = (*hand.held[:c], hand.held[c] + 1, *hand.held[c + 1 :])
                key = _Hand(held, hand.out | by_places(more))
                before, one = reached.get(key, (0, more))
                reached[key] = before + orders, one
        drawing = {}
        for hand, (orders, cards) in reached.items():
            whole = (CardAt.DEALERS_HAND,)
            if hand.out | out(whole, cards, may_hold) == lost:
                done[_Hand(hand.held, lost)] += orders  # whatever comes
            elif len(cards) < 2 or (len(cards) < most and must_draw(rules, cards)):
                drawing[hand] = orders, cards
            else:
                missing = sum({bit for bit, _ in request[DEALERS[2:]]}) if len(cards) < 3 else 0
                gone = hand.out | missing | out(whole, cards, holds)
                done[_Hand(hand.held, gone)] += orders
    return done


def _dealers(
    rules: TableRules, bet: SideBet, left: CardsLeft, first: frozenset[int] | None = None
) -> Chances:
    """The chance of each set of rows that the dealer's cards leave possible."""
    classes, by = _classes(bet), read_by(rules, bet)
    in_suits = [
        (bit, term)
        for bit, c in _on_the_dealer(bet)
        for term in c.terms
        if term.looks_at is LooksAt.SUITS
    ]
    _check_suits(bet)
    held = _held(bet, left, classes, told_apart=bool(in_suits) or max(classes) > 9)
    suits_out = [
        sum({bit for bit, term in in_suits if not holds(term, two, by)}) for two in _IN_SUITS
    ]
    parts: list[list[list[int]]] = [[held.sum(axis=1).tolist()], [], []]
    if in_suits:
        parts[1] = [(held[:, a] + held[:, b]).tolist() for a, b in _COLOURS]
        parts[2] = held.T.tolist()
    counts: Counter[tuple[int, int]] = Counter()
    for hand, orders in _hands(rules, bet, first).items():
        whole, colour, suit = (
            sum(prod(map(perm, one, hand.held)) for one in part) for part in parts
        )
        for number, deals in enumerate((whole - colour, colour - suit, suit)):
            if deals:
                counts[hand.out | suits_out[number], sum(hand.held)] += orders * deals
    every = (1 << len(bet.rows.value.rows) + 1) - 1
    chances: defaultdict[int, Fraction] = defaultdict(Fraction)
    for (out, cards), deals in counts.items():
        chances[every & ~out] += Fraction(deals, perm(left.size, cards))
    if sum(chances.values()) != _share(bet, left, first):
        raise CannotPrice(
            f"a shoe of {left.size} cards may run out before the dealer's hand is complete"
        )
    return chances


def _held(
    bet: SideBet, left: CardsLeft, classes: tuple[int, ...], *, told_apart: bool
) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    """[class, suit]: how many cards there are; all in the first suit if suits do not matter."""
    held = np.zeros((max(classes) + 1, 4), np.int64)
    for face in left.faces:
        if len(face.cards) > 1 and told_apart:
            raise CannotPrice(
                f"{bet.id.replace('_', ' ')} cannot be priced from a shoe counted by points: "
                f"it depends on the suits or ranks of its {face.points} cards"
            )
        card = face.cards[0].index
        held[classes[card % 13], card // 13] += face.number
    return held


def _check_suits(bet: SideBet) -> None:
    """Refuse a bet that names single cards of the dealer, or suits of a part of the hand."""
    one_place = len({c.of for _, c in _on_the_dealer(bet)}) == 1
    for _, condition in _on_the_dealer(bet):
        for term in condition.terms:
            whole = CardAt.DEALERS_HAND in condition.of or one_place
            if term.looks_at is LooksAt.CARDS or (term.looks_at is LooksAt.SUITS and not whole):
                raise CannotPrice(f"{bet.name} names suits of the dealer's cards: it has no price")
