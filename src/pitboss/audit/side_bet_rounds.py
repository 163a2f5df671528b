"""Rounds made from the definition of a side bet: one for each row, and what the table paid.

They witness that a row is carried out, which makes a bet of a user's own book safe to offer. That a
row says what its clause says is for the reader of the book.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final, NamedTuple

import numpy as np

from pitboss.cards import DECK, Card, cards
from pitboss.compiled.side_bets.dealers import dealers_hands, rows_left_by
from pitboss.compiled.side_bets.deals import THE_DEAL, THREE_CARDS, TWO_CARDS, rows_left, rows_won
from pitboss.law.dealer import must_draw
from pitboss.law.hands import Hand
from pitboss.law.play import may_hit, may_stand
from pitboss.law.side_bets.registry import decisive
from pitboss.law.side_bets.settling import label_of
from pitboss.money import Odds
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.amounts import PrizeTable
from pitboss.rulebooks.enumerations import Otherwise, Result
from pitboss.rulebooks.schema import SideBet
from pitboss.table import acts
from pitboss.table.automation import Automation
from pitboss.table.procedure.duties import DutyKind, active, waiting_for_the_button
from pitboss.table.sources import Rigged
from pitboss.table.state import Phase, Wager
from pitboss.table.table import Table

_BETTOR, _BANKER, _BOX = "Ann", "Bob", 1
_PLAIN: Final = cards("Tc 9d")
"""Two cards of a box that mean nothing to most bets, and with which it stands."""

_FURTHER: Final = cards("2s 3d")
"""A further card of a box that has to draw, and cards of the dealer's that no row asks for."""


class WinningDeal(NamedTuple):
    """The cards of a round that wins one row of a side bet."""

    row: int
    player: tuple[Card, ...]
    dealer: tuple[Card, ...]


class SideBetRound(NamedTuple):
    """A round that was played for one row of a side bet, and what came of the wager."""

    bet: SideBet
    dealt: WinningDeal
    wager: Wager
    prize: int

    @property
    def under(self) -> str:
        """The clause of the row."""
        rows = self.bet.rows.value.rows
        return (
            self.bet.otherwise.under if self.dealt.row == len(rows) else rows[self.dealt.row].under
        )

    @property
    def name(self) -> str:
        """The round by its bet and row: ``generated round: 21+3, flush``."""
        return f"generated round: {self.bet.name}, {label_of(self.bet, self.dealt.row)}"

    @property
    def is_right(self) -> bool:
        """Whether the table paid what the row says, under the row's clause."""
        rows, stake, wager = self.bet.rows.value.rows, self.wager.stake, self.wager
        other = self.dealt.row == len(rows)
        says = self.bet.otherwise.value if other else rows[self.dealt.row].pays
        match says:
            case Odds():
                due = (Result.WIN, stake * says.pays // says.per)
            case PrizeTable():
                due = (Result.WIN, self.prize * stake // 100)
            case Otherwise.LOSE:
                due = (Result.LOSE, 0)
            case _:
                due = (Result.STAND_OFF, 0)
        return (wager.result, wager.paid) == due and wager.under == self.under


def side_bet_rounds(rules: TableRules, kind: str) -> Iterator[SideBetRound]:
    """A round for each row of a side bet, and one for what is said otherwise."""
    rules = rules.with_provision(f"side_bets.{kind}.offered", True)
    for dealt in _deals(rules, rules.side_bet(kind)):
        yield _WitnessRound(rules, kind, dealt).played()


# The cards.


def _deals(rules: TableRules, bet: SideBet) -> Iterator[WinningDeal]:
    decided_by = decisive(bet)
    if decided_by.dealers:
        yield from _on_the_dealer(rules, bet)
    elif decided_by.third_card:
        yield from _on_a_third_card(rules, bet)
    else:
        won = rows_won(rules, bet, THE_DEAL if decided_by.up_card else TWO_CARDS)
        for row, held in _first_of_each(won):
            yield WinningDeal(row, held[:2], held[2:])


def _first_of_each(won: np.ndarray) -> Iterator[tuple[int, tuple[Card, ...]]]:
    """For each row that is won, the first deal that wins it."""
    for row in np.unique(won):
        first = np.unravel_index(int(np.argmax(won == row)), won.shape)
        yield int(row), tuple(DECK[int(index)] for index in first)


def _on_a_third_card(rules: TableRules, bet: SideBet) -> Iterator[WinningDeal]:
    """With a third card where a hand that may take one wins so, and without one otherwise."""
    three = rows_won(rules, bet, THREE_CARDS)
    two = (Hand(held) for held in product(DECK, DECK))
    draws = np.array([bool(may_hit(rules, hand)) for hand in two]).reshape(52, 52, 1)
    won = np.where(draws, three, np.uint8(255))
    cards = {row: held for row, held in _first_of_each(won) if row != 255}
    closed = rows_won(rules, bet, TWO_CARDS, frozenset(TWO_CARDS))
    cards |= {row: held for row, held in _first_of_each(closed) if row not in cards}
    for row, held in sorted(cards.items()):
        yield WinningDeal(row, held, ())


def _on_the_dealer(rules: TableRules, bet: SideBet) -> Iterator[WinningDeal]:
    """The dealer's hands by the rows they leave, with two cards of the box for each row."""
    hands: dict[int, tuple[Card, ...]] = {}

    def ending(held: tuple[Card, ...]) -> int:
        if len(held) >= 2 and not must_draw(rules, held):
            hands.setdefault(rows_left_by(rules, bet, held), held)
        return 0

    dealers_hands(rules, [bet], ending)
    possible = rows_left(rules, bet)
    plain = _PLAIN[0].index, _PLAIN[1].index
    pairs = {int(possible[plain]): _PLAIN}
    for bits in np.unique(possible):
        one, other = np.argwhere(possible == bits)[0]
        pairs.setdefault(int(bits), (DECK[int(one)], DECK[int(other)]))
    winning_deals: dict[int, WinningDeal] = {}
    for (left, two), (dealers, held) in product(pairs.items(), hands.items()):
        rows = left & dealers
        row = (rows & -rows).bit_length() - 1
        winning_deals.setdefault(row, WinningDeal(row, two, held))
    yield from (winning_deals[row] for row in sorted(winning_deals))


# The table.


class _WitnessRound:
    """One round at a table whose cards are those of a witness."""

    def __init__(self, rules: TableRules, kind: str, dealt: WinningDeal) -> None:
        self.rules, self.bet, self.dealt = rules, rules.side_bet(kind), dealt
        self.table = Table(rules, Rigged(_FURTHER[:1]), automation=Automation.NONE, chained=False)
        self.left = {_BOX: list(dealt.player), None: list(dealt.dealer)}
        self.prize = 0

    def played(self) -> SideBetRound:
        """Play until the bet is settled."""
        table = self.table
        stake = self.bet.amounts.value.least
        table.do(acts.Sit(box=_BOX, player=_BETTOR))
        if self.rules.banking is not None:
            last = self.rules.equipment.boxes.value
            table.do(acts.Sit(box=last, player=_BANKER))
            table.do(acts.TakeBank(player=_BANKER, box=last, wager=100_000_00 * 100))
        table.do(acts.Bet(box=_BOX, player=_BETTOR, stake=_main(self.rules, stake)))
        bet = acts.Bet(box=_BOX, player=_BETTOR, stake=stake, kind=self.bet.id)
        if self.bet.placed is None:
            table.do(bet)
        table.do(acts.CloseBets())
        while table.state.phase is not Phase.BETTING:
            if self.bet.placed is not None and self._is_window:
                table.do(bet)
            for wager in table.state.wagers:
                if wager.kind == self.bet.id and not wager.is_open:
                    return SideBetRound(self.bet, self.dealt, wager, self.prize)
            self._step()
        raise AssertionError(f"{self.bet.id} was not settled")

    @property
    def _is_window(self) -> bool:
        there = any(wager.kind == self.bet.id for wager in self.table.state.wagers)
        return self.table.state.phase is Phase.WINDOW and not there

    def _step(self) -> None:
        table, duty = self.table, self.table.duty
        if duty is not None:
            if duty.needs_card:
                box = None if duty.task is DutyKind.BURN else duty.box
                burned = duty.task is DutyKind.BURN
                table.source = Rigged([_FURTHER[0] if burned else self._next(box)])
            table.perform()
        elif waiting_for_the_button(table.state):
            prizes = self.bet.rows.value.prizes
            assert prizes is not None
            self.prize = prizes.levels[-1][0]
            table.do(acts.PressButton(box=_BOX, player=_BETTOR, prize=self.prize))
        else:
            turn = active(table.state)
            assert turn is not None
            stands = not self.left[_BOX] and may_stand(self.rules, turn[1].hand)
            act = acts.Stand if stands else acts.Hit
            table.do(act(box=_BOX, hand=turn[1].number))

    def _next(self, box: int | None) -> Card:
        left = self.left[box]
        return left.pop(0) if left else _FURTHER[box is None]


def _main(rules: TableRules, stake: int) -> int:
    """A main wager that carries the side bet."""
    least, most = rules.limits.minimum.value, rules.limits.maximum.value
    wanted = max(least, stake) + -max(least, stake) % least
    return wanted if most is None else min(wanted, most)
