"""Bets that the cards of the deal decide: the player's two, and the dealer's first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from pitboss.compiled.side_bets.deals import THE_DEAL, TWO_CARDS, rows_won
from pitboss.law.side_bets.registry import decisive
from pitboss.law.side_bets.settling import label_of, settle_row
from pitboss.money import Cents, dollars
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.amounts import PrizeTable
from pitboss.rulebooks.schema import SideBet
from pitboss.solver.errors import CannotPrice
from pitboss.solver.side_bets.cards_left import CardsLeft
from pitboss.solver.side_bets.prices import Ending, SideBetPrice, whole_stake

Ways = NDArray[np.int64]


def by_faces(bet: str, left: CardsLeft, table: NDArray[np.uint8], ways: Ways) -> NDArray[np.uint8]:
    """Reduce a table of all cards to the faces of a shoe; refuse it if cards of a face differ."""
    order = [card.index for face in left.faces for card in face.cards]
    starts = np.cumsum([0, *(len(face.cards) for face in left.faces)])[:-1]
    low = high = table
    for axis in range(table.ndim):
        low = np.minimum.reduceat(low.take(order, axis), starts, axis)
        high = np.maximum.reduceat(high.take(order, axis), starts, axis)
    unlike = np.argwhere((low != high) & (ways > 0))
    if len(unlike):
        faces = (left.faces[i] for i in unlike[0])
        unknown = next(face for face in faces if len(face.cards) > 1)
        raise CannotPrice(
            f"{bet.replace('_', ' ')} cannot be priced from a shoe counted by points: "
            f"it depends on the suits or ranks of its {unknown.points} cards"
        )
    return low


def ways_to_draw(left: CardsLeft, cards: int) -> Ways:
    """[face, ...]: the number of ways to draw these cards in this order."""
    held, many = np.array([face.number for face in left.faces], np.int64), len(left.faces)
    number = np.ones((many,) * cards, np.int64)
    drawn = [
        np.arange(many).reshape([many if j == i else 1 for j in range(cards)]) for i in range(cards)
    ]
    for i, face in enumerate(drawn):
        gone = sum(((face == drawn[j]).astype(np.int64) for j in range(i)), np.int64(0))
        number = number * np.maximum(held[face] - gone, 0)
    return number


def endings(bet: SideBet, row: int, stake: Cents) -> Iterator[tuple[Ending, int]]:
    """How a row may end, each with the number of equally likely draws."""
    rows, label = bet.rows.value.rows, label_of(bet, row)
    pays = rows[row].pays if row < len(rows) else None
    if isinstance(pays, PrizeTable):
        for prize, entries in pays.levels:
            settled = settle_row(bet, row, stake, prize_per_dollar=prize)
            yield Ending(f"{label}, prize {dollars(prize)}", settled), entries
    else:
        prizes = bet.rows.value.prizes
        yield Ending(label, settle_row(bet, row, stake)), 1 if prizes is None else prizes.entries


def counted(ways: Ways, rows: NDArray[np.uint8], many: int) -> list[int]:
    """The number of deals of each row, halved if all are even: their order does not matter."""
    deals = np.bincount(rows.ravel(), ways.ravel(), minlength=many)  # far below 2**53: exact
    numbers = [int(number) for number in deals]
    return [n // 2 for n in numbers] if all(n % 2 == 0 for n in numbers) else numbers


def price_on_the_deal(rules: TableRules, bet: SideBet, left: CardsLeft) -> SideBetPrice:
    """A bet that the deal decides, by its rows."""
    stake, places = whole_stake(bet), THE_DEAL if decisive(bet).up_card else TWO_CARDS
    many = ways_to_draw(left, len(places))
    rows = by_faces(bet.id, left, rows_won(rules, bet, places), many)
    ways: Counter[Ending] = Counter()
    for row, deals in enumerate(counted(many, rows, len(bet.rows.value.rows) + 1)):
        for ending, entries in endings(bet, row, stake):
            ways[ending] += deals * entries
    return SideBetPrice.of_combinations(bet.id, ways, stake=stake)


def price_after_failure(rules: TableRules, bet: SideBet, left: CardsLeft) -> SideBetPrice:
    """The price, at the minimum stake, of a bet on a prize draw whose equipment has failed."""
    stake, many = bet.amounts.value.least, ways_to_draw(left, 2)
    rows = by_faces(bet.id, left, rows_won(rules, bet, TWO_CARDS), many)
    ways: Counter[Ending] = Counter()
    for row, deals in enumerate(counted(many, rows, len(bet.rows.value.rows) + 1)):
        ways[Ending(label_of(bet, row), settle_row(bet, row, stake))] += deals
    return SideBetPrice.of_combinations(bet.id, ways, stake=stake)
