"""The side bets that are placed, as tables over cards.

Bets on the deal are put together: two pairs of cards are of one class if no bet placed
distinguishes them, and a class with the dealer's first card is one ending, so that a kernel counts
one number for each box. Bets on a third card and on the dealer's hand follow with tables of their
own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK, Card
from pitboss.compiled.errors import CannotPrice
from pitboss.compiled.side_bets.dealers import DealerStates, dealers_hands, rows_left_by
from pitboss.compiled.side_bets.deals import THE_DEAL, THREE_CARDS, TWO_CARDS, rows_left, rows_won
from pitboss.law.settlement import Settled
from pitboss.law.side_bets.deciding import DecidingCards, decide
from pitboss.law.side_bets.prizes import prize_table
from pitboss.law.side_bets.registry import decisive, on_offer
from pitboss.law.side_bets.settling import settle_row
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.amounts import PrizeTable
from pitboss.rulebooks.schema import SideBet
from pitboss.rulebooks.side_bet_enumerations import DealerDraws

STAKE: Final = 100_00
"""The stake about which the law is asked; winnings are for a stake of one."""

THIRD_CARD: Final = 1
PRIZE: Final = 2
"""What two cards wait for, as bits"""

Won = tuple[Fraction, ...]
"""What a stake of one wins or loses, by class of outcome."""

Codes = NDArray[np.int64]

_NOT_YET: Final = Fraction(0)
_WAITS: Final = -1


class SideBetTables(NamedTuple):
    """The side bets placed, as tables; winnings are for a stake of one on each of them."""

    kinds: tuple[str, ...]
    two_cards: NDArray[np.uint16]
    """[first card x 52 + second]: the class of the two cards, for all bets together"""
    class_waits: NDArray[np.uint8]
    """[class]: what the two cards wait for, a sum of the bits above"""
    up_sides: NDArray[np.uint16]
    """[card]: the class of the dealer's first card; one for all if no bet depends on it"""
    ends: NDArray[np.uint16]
    """[class x classes of the first card + class of it]: how the deal ends for all bets"""
    won: Mapping[str, Won]
    """For each bet what each ending wins; nothing yet if more cards decide"""
    waits: NDArray[np.uint8]
    """[ending]: what it waits for"""
    groups: NDArray[np.uint16]
    """[ending]: what the two cards mean to bets on the dealer's hand"""
    third_class: NDArray[np.uint16]
    """[first card x 52 + second]: which of the pairs that wait for a third card it is like"""
    third: NDArray[np.uint16]
    """[class x 52 + third card]: how bets on a third card end"""
    closed: NDArray[np.uint16]
    """[class]: the same if the hand takes no third card"""
    third_won: Mapping[str, Won]
    prizes: NDArray[np.uint16]
    """[draw]: which of the prizes it is, as an index into prizes_won"""
    prizes_won: Mapping[str, Won]
    dealers: DealerStates
    dealers_ends: int
    dealers_won: Mapping[str, Won]
    """[group x ends + end of the dealer's hand]"""
    draws: Mapping[str, NDArray[np.bool_]]
    """For bets on the dealer's hand, [group, dealer's first card]: whether it waits for the rest"""


def side_bet_tables(rules: TableRules, kinds: Sequence[str]) -> SideBetTables:
    """The tables of these side bets, which must be offered."""
    for kind in kinds:
        if kind not in on_offer(rules):
            raise CannotPrice(f"{rules.book.id} does not offer {kind} with these elections")
    bets = [rules.side_bet(kind) for kind in kinds]
    on_dealer = [bet for bet in bets if decisive(bet).dealers]
    groups, group_of = _groups(rules, on_dealer)
    deal = _Deal(rules, bets, group_of)
    third = _third_cards(rules, [bet for bet in bets if decisive(bet).third_card])
    prizes, prizes_won = _prizes([bet for bet in bets if bet.draw is not None])
    hands, many, dealers_won = _dealers(rules, on_dealer, groups)
    return SideBetTables(
        tuple(kinds),
        *deal.tables(),
        *third,
        prizes=prizes,
        prizes_won=prizes_won,
        dealers=hands,
        dealers_ends=many,
        dealers_won=dealers_won,
        draws={bet.id: _waits_for_dealer(rules, bet, group_of) for bet in on_dealer},
    )


def _net(settled: Settled) -> Fraction:
    return Fraction(settled.returned - STAKE, STAKE)


def _nets(bet: SideBet) -> Won:
    """What each row wins, and last what no row wins; a row with a prize draw wins nothing yet."""
    rows = bet.rows.value.rows
    return tuple(
        _NOT_YET
        if row < len(rows) and isinstance(rows[row].pays, PrizeTable)
        else _net(settle_row(bet, row, STAKE))
        for row in range(len(rows) + 1)
    )


def _in_order(codes: Codes) -> tuple[Codes, list[tuple[int, ...]]]:
    """The number of each row by first occurrence, and the distinct rows in that order."""
    once, first, which = np.unique(codes, axis=0, return_index=True, return_inverse=True)
    order = np.argsort(first)
    rank = np.empty(len(order), np.int64)
    rank[order] = np.arange(len(order))
    return rank[which.ravel()], [tuple(map(int, once[i])) for i in order]


class _Deal:
    """How the cards of the deal settle all bets together."""

    def __init__(self, rules: TableRules, bets: Sequence[SideBet], group_of: Codes) -> None:
        self.bets = [bet for bet in bets if not decisive(bet).dealers]
        self.others = [bet.id for bet in bets if decisive(bet).dealers]
        self.nets = {bet.id: _nets(bet) for bet in self.bets}
        self.listed = {bet.id: tuple(dict.fromkeys(self.nets[bet.id])) for bet in self.bets}
        plain = [bet for bet in self.bets if not decisive(bet).up_card]
        self.columns = [self._by_two_cards(rules, bet) for bet in plain]
        self.with_up = [self._by_up_card(rules, bet) for bet in self.bets if bet not in plain]
        self.order = [*(bet.id for bet in plain), *(b.id for b in self.bets if b not in plain)]
        self.waits = np.zeros(2704, np.int64)
        for bet, column in zip(plain, self.columns, strict=True):
            bit = THIRD_CARD if decisive(bet).third_card else PRIZE
            self.waits |= np.where(column == _WAITS, bit, 0)
        self.group_of = group_of.ravel()

    def _coded(self, bet: SideBet, rows: NDArray[np.uint8]) -> Codes:
        """What is won, as its number in the list of different winnings."""
        listed = self.listed[bet.id]
        codes = np.array([listed.index(net) for net in self.nets[bet.id]], np.int64)
        return codes[rows]

    def _by_two_cards(self, rules: TableRules, bet: SideBet) -> Codes:
        came = frozenset(TWO_CARDS)
        rows = rows_won(rules, bet, TWO_CARDS, came)
        codes = self._coded(bet, rows)
        if decisive(bet).third_card:
            codes = np.where(_waiting(rules, bet), _WAITS, codes)
        if bet.draw is not None:
            drawn = [isinstance(row.pays, PrizeTable) for row in bet.rows.value.rows]
            codes = np.where(np.array([*drawn, False])[rows], _WAITS, codes)
        return codes.ravel()

    def _by_up_card(self, rules: TableRules, bet: SideBet) -> Codes:
        return self._coded(bet, rows_won(rules, bet, THE_DEAL)).reshape(2704, 52)

    def tables(
        self,
    ) -> tuple[
        NDArray[np.uint16], NDArray[np.uint8], NDArray[np.uint16], NDArray[np.uint16],
        dict[str, Won], NDArray[np.uint8], NDArray[np.uint16],
    ]:  # fmt: skip
        """Classes, what they wait for, first cards, endings, winnings, and what endings mean."""
        first_cards = np.zeros(52, np.int64)
        up_of = np.zeros(1, np.int64)
        if self.with_up:
            columns = np.vstack(self.with_up)
            _, up_of, first_cards = np.unique(
                columns, axis=1, return_index=True, return_inverse=True
            )
        ups = len(up_of)
        base = np.stack([*self.columns, self.waits, self.group_of], axis=1)
        by_up = [codes[:, up_of] for codes in self.with_up]
        classes, each = _in_order(np.hstack([base, *by_up]))
        wide = base.shape[1]
        keys = np.array(
            [
                [*row[:wide], *(row[wide + k * ups + up] for k in range(len(by_up)))]
                for row in each
                for up in range(ups)
            ],
            np.int64,
        )
        ends, endings = _in_order(keys)
        if len(each) > 8191 or len(endings) > 65535:
            raise CannotPrice("these side bets distinguish too many deals to be tabulated")
        plain = len(self.columns)
        won: dict[str, Won] = {id: (_NOT_YET,) * len(endings) for id in self.others}
        for place, id in enumerate(self.order):
            at = place if place < plain else wide + place - plain
            listed = self.listed[id]
            won[id] = tuple(_NOT_YET if e[at] == _WAITS else listed[e[at]] for e in endings)
        return (
            classes.astype(np.uint16),
            np.array([row[plain] for row in each], np.uint8),
            first_cards.ravel().astype(np.uint16),
            ends.astype(np.uint16),
            won,
            np.array([ending[plain] for ending in endings], np.uint8),
            np.array([ending[plain + 1] for ending in endings], np.uint16),
        )


def _waiting(rules: TableRules, bet: SideBet) -> NDArray[np.bool_]:
    """[first card, second card]: whether a third card may change how a bet ends."""
    third = rows_won(rules, bet, THREE_CARDS)
    closed = rows_won(rules, bet, TWO_CARDS, frozenset(TWO_CARDS))
    waits: NDArray[np.bool_] = (third != closed[..., None]).any(axis=2)
    return waits


class _Listed:
    """Winnings of several bets together by number, each listed once."""

    def __init__(self, bets: Sequence[SideBet]) -> None:
        self.bets = bets
        self.numbers: dict[Won, int] = {}

    def of(self, won: Won) -> int:
        return self.numbers.setdefault(won, len(self.numbers))

    def all(self) -> dict[str, Won]:
        return {
            bet.id: tuple(won[place] for won in self.numbers) for place, bet in enumerate(self.bets)
        }


def _third_cards(
    rules: TableRules, bets: Sequence[SideBet]
) -> tuple[NDArray[np.uint16], NDArray[np.uint16], NDArray[np.uint16], dict[str, Won]]:
    classes: NDArray[np.uint16] = np.zeros(2704, np.uint16)
    if not bets:
        return classes, np.zeros(52, np.uint16), np.zeros(1, np.uint16), {}
    listed, waits = _Listed(bets), [_waiting(rules, bet) for bet in bets]
    nets = [_nets(bet) for bet in bets]
    thirds = [rows_won(rules, bet, THREE_CARDS) for bet in bets]
    closed = [rows_won(rules, bet, TWO_CARDS, frozenset(TWO_CARDS)) for bet in bets]
    rows: dict[tuple[int, ...], int] = {}
    for i, j in np.argwhere(np.logical_or.reduce(waits)).tolist():
        open_ = [bool(waiting[i, j]) for waiting in waits]

        def won(
            at: Sequence[int], open_: Sequence[bool] = tuple(open_), nets: Sequence[Won] = nets
        ) -> int:
            return listed.of(
                tuple(
                    net[row] if is_open else _NOT_YET
                    for net, row, is_open in zip(nets, at, open_, strict=True)
                )
            )

        stops = won([int(table[i, j]) for table in closed])
        comes = [won([int(table[i, j, k]) for table in thirds]) for k in range(52)]
        classes[52 * i + j] = rows.setdefault((stops, *comes), len(rows))
    table = np.array(list(rows), np.uint16)
    return classes, table[:, 1:].ravel(), table[:, 0].copy(), listed.all()


def _prizes(bets: Sequence[SideBet]) -> tuple[NDArray[np.uint16], dict[str, Won]]:
    if not bets:
        return np.zeros(1, np.uint16), {}
    (bet,), listed = bets, _Listed(bets)
    prizes, _ = prize_table(bet)
    row = next(n for n, r in enumerate(bet.rows.value.rows) if r.pays == prizes)
    numbers = [
        listed.of((_net(settle_row(bet, row, STAKE, prize_per_dollar=prizes.prize(draw))),))
        for draw in range(prizes.entries)
    ]
    return np.array(numbers, np.uint16), listed.all()


def _groups(rules: TableRules, bets: Sequence[SideBet]) -> tuple[list[tuple[int, ...]], Codes]:
    """The rows that two cards leave of each bet on the dealer's hand, and which those are."""
    if not bets:
        return [()], np.zeros(2704, np.int64)
    codes = np.stack([rows_left(rules, bet).ravel() for bet in bets], axis=1)
    group_of, groups = _in_order(codes)
    return groups, group_of


def _first(rows: int) -> int:
    return (rows & -rows).bit_length() - 1


def _dealers(
    rules: TableRules, bets: Sequence[SideBet], groups: Sequence[tuple[int, ...]]
) -> tuple[DealerStates, int, dict[str, Won]]:
    if not bets:
        none = np.zeros(1, np.uint16)
        return DealerStates(np.zeros((1, 52), np.uint16), none), 1, {}
    for bet in bets:
        provision = bet.dealer_draws
        if provision is not None and provision.value is DealerDraws.THIRD_CARD:
            raise CannotPrice(f"{bet.name}: a third card drawn for a side bet is not simulated")
    nets = [_nets(bet) for bet in bets]
    listed = _Listed(bets)

    def ending(cards: tuple[Card, ...]) -> int:
        left = [rows_left_by(rules, bet, cards) for bet in bets]
        return listed.of(
            tuple(
                net[_first(rows & group[place])]
                for group in groups
                for place, (net, rows) in enumerate(zip(nets, left, strict=True))
            )
        )

    ace, ten = DECK[0], DECK[9]
    ending((ten, ten))
    for number in range(3, 22):
        # Any bust hand of this many cards: three tens, and aces that count one.
        ending((ten, ten, ten, *(ace,) * (number - 3)))
    hands = dealers_hands(rules, bets, ending)
    many, wide = len(listed.numbers), len(bets)
    won = {
        bet.id: tuple(
            end[group * wide + place] for group in range(len(groups)) for end in listed.numbers
        )
        for place, bet in enumerate(bets)
    }
    return hands, many, won


def _waits_for_dealer(rules: TableRules, bet: SideBet, group_of: Codes) -> NDArray[np.bool_]:
    """[group, dealer's first card]: whether the rest of the dealer's hand may change a bet."""
    waits = np.zeros((int(group_of.max()) + 1, 52), bool)
    _, first = np.unique(group_of, return_index=True)
    for group, at in enumerate(first.tolist()):
        two = (DECK[at // 52], DECK[at % 52])
        for up in DECK:
            seen = DecidingCards(two, (up,), closed=True)
            waits[group, up.index] = decide(rules, bet, seen) is None
    return waits
