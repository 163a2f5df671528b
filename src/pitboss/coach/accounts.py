"""The account of a session: expected result, actual result, cost of errors, and luck."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import sqrt
from typing import Any, Final

from msgspec import Struct

from pitboss.acts import HandAct
from pitboss.law.play import has_act
from pitboss.law.wagers import WagerKind, is_side_bet
from pitboss.money import Cents, dollars
from pitboss.rulebooks import TableRules
from pitboss.solver import CannotPrice, Shoe, Solution, solve
from pitboss.table import events as e
from pitboss.table.state import TableState

from .advice import Grade
from .following import Follower
from .rows import JudgedDecision, judged
from .spots import Standard, without

_SIMULATED: Final = 200_000
"""Simulated rounds for the spread of several boxes, which share the dealer's hand."""


class RoundAccount(Struct, frozen=True):
    """One round of a player: expected, actual, and the decisions in it."""

    number: int
    boxes: int
    staked: Cents
    """The main wagers after the deal"""
    expected: float
    """In cents: the value of the best play and of the side bets, less errors and fees"""
    actual: Cents
    cost: float
    squares: float
    """The sum of the squares of the main wagers"""
    is_banked: bool = False
    """Whether the player had the bank, which has no price here"""
    n: int = 0
    """The number of the event with which it ended"""

    @property
    def luck(self) -> float:
        """In cents."""
        return self.actual - self.expected


class SessionAccount(Struct, frozen=True):
    """The rounds and decisions of a session, added up."""

    rules: TableRules
    standard: Standard
    rounds: tuple[RoundAccount, ...]
    decisions: tuple[JudgedDecision, ...]

    @property
    def right(self) -> int:
        """The number of decisions that were right."""
        return sum(row.grade is Grade.RIGHT for row in self.decisions)

    @property
    def cost(self) -> float:
        """What errors cost, in cents."""
        return sum(row.cost for row in self.decisions)

    @property
    def actual(self) -> Cents:
        """What was won or lost in the rounds that have a price, in cents."""
        return sum(one.actual for one in self.rounds if not one.is_banked)

    @property
    def banked(self) -> Cents:
        """What was won or lost in rounds in which the player had the bank."""
        return sum(one.actual for one in self.rounds if one.is_banked)

    @property
    def expected(self) -> Cents:
        """The expected result of this play, to the cent."""
        return round(sum(one.expected for one in self.rounds if not one.is_banked))

    @property
    def luck(self) -> Cents:
        """The difference; expected and luck add up to the actual result."""
        return self.actual - self.expected

    @property
    def sd(self) -> float:
        """The standard deviation of the result, in cents; errors are assumed to add none."""
        return sqrt(sum(self._variance(one) for one in self.rounds if not one.is_banked))

    def _variance(self, one: RoundAccount) -> float:
        """The variance of one round: its boxes share the dealer's hand and are correlated."""
        alone = round_sd(self.rules, 1) ** 2
        if one.boxes < 2:
            return alone * one.squares
        together = round_sd(self.rules, one.boxes) ** 2 - one.boxes * alone
        each_two = together / (one.boxes * (one.boxes - 1))
        return alone * one.squares + each_two * (one.staked**2 - one.squares)

    @property
    def shares_the_dealer(self) -> bool:
        """Whether the spread comes from simulated rounds because several boxes were played."""
        return any(one.boxes > 1 for one in self.rounds)

    def worst(self, number: int = 20) -> list[JudgedDecision]:
        """The costliest decisions, worst first."""
        wrong = [row for row in self.decisions if row.grade is not Grade.RIGHT]
        return sorted(wrong, key=lambda row: (-row.cost, row.n))[:number]

    def to_json(self) -> dict[str, Any]:
        """The totals as data."""
        return {
            "rounds": len(self.rounds),
            "decisions": len(self.decisions),
            "right": self.right,
            "slips": sum(row.grade is Grade.SLIP for row in self.decisions),
            "mistakes": sum(row.grade is Grade.MISTAKE for row in self.decisions),
            "cost": round(self.cost, 2),
            "expected": self.expected,
            "actual": self.actual,
            "luck": self.luck,
            "sd": round(self.sd),
            "sd_is_simulated": self.shares_the_dealer,
            "banked": self.banked,
            "standard": self.standard.value,
        }

    def __str__(self) -> str:
        played, decided = len(self.rounds), len(self.decisions)
        share = f" ({self.right / decided:.0%})" if decided else ""
        text = (
            f"Rounds {played} · decisions {decided}, right {self.right}{share} · errors cost "
            f"{self.cost / 100:.2f} · expected {_signed(self.expected)} · actual "
            f"{_signed(self.actual)} · luck {_signed(self.luck)}"
        )
        if played:
            by = ", from simulated rounds with as many boxes" if self.shares_the_dealer else ""
            text += (
                f" (two sessions in three are within ±{self.sd / 100:.0f}, "
                f"19 in 20 within ±{self.sd / 50:.0f}{by})"
            )
        if self.banked:
            text += f" · with the bank {_signed(self.banked)}, which is not priced"
        return text


def _signed(amount: Cents) -> str:
    return f"{'−' if amount < 0 else '+'}{dollars(abs(amount))}"


@lru_cache(maxsize=8)
def full_price(rules: TableRules) -> Solution:
    """The price of the game off the top of a full shoe."""
    return solve(rules)


@lru_cache(maxsize=64)
def _value_from(rules: TableRules, shoe: Shoe) -> float:
    return solve(rules, shoe=shoe).ev


@lru_cache(maxsize=32)
def round_sd(rules: TableRules, boxes: int) -> float:
    """The standard deviation of a round with one unit on each of some boxes."""
    if boxes == 1 and not has_act(rules, HandAct.EXCHANGE):  # the exact spread then takes seconds
        return full_price(rules).spread.sd
    from pitboss.simulator.run import simulate

    run = simulate(rules, rounds=_SIMULATED, seats=boxes, seed=1)
    return float(run.worth.sd)


class Bookkeeper:
    """Keeps one player's account while a table's events are read."""

    def __init__(self, first: e.Event, viewer: str, standard: Standard) -> None:
        self.follower = Follower(first, viewer)
        self.standard = standard
        self.rounds: list[RoundAccount] = []
        self.decisions: list[JudgedDecision] = []
        self._money = 0
        self._shoe: Shoe | None = None
        self._begin()

    def _begin(self) -> None:
        self._value = self._fees = self._cost = self._squares = 0.0
        self._staked = self._boxes = 0
        self._is_banked = self._played = False

    def follow(self, event: e.Event) -> list[JudgedDecision]:
        """Take an event; returns the decisions in it, judged."""
        follower, round = self.follower, self.follower.state.round
        rows: list[JudgedDecision] = []
        if isinstance(event, e.BetsClosed):
            self._shoe = self._cards_left()
        for spot, taken, box, hand in follower.follow(event):
            where = (follower.n, round, box, hand)
            row = judged(spot, taken, self.standard, where=where)
            if row is None:
                continue
            rows.append(row)
            self._cost += row.cost
            self._value += row.gained * row.stake
        self.decisions += rows
        match event:
            case e.DealCompleted():
                self._deal(follower.state)
            case e.FeeCollected() if event.player == follower.seen.viewer:
                self._fees += event.amount
            case e.FeeReturned() if event.player == follower.seen.viewer:
                self._fees -= event.amount
            case e.RoundClosed():
                self._close(follower.state, event.number)
            case _:
                pass
        return rows

    def _cards_left(self) -> Shoe | None:
        """The shoe before the deal, as the viewer knows it."""
        rules = self.follower.state.rules
        if self.standard is not Standard.SEEN or has_act(rules, HandAct.EXCHANGE):
            return None
        gone = self.follower.seen.besides(self.follower.state, ())
        return without(rules, Shoe.of_decks(rules.equipment.decks.value), gone)

    def _deal(self, state: TableState) -> None:
        viewer, rules = self.follower.seen.viewer, state.rules
        mine = state.open_wagers(player=viewer)
        self._is_banked = state.banker is not None and state.banker.player == viewer
        self._played = bool(mine) or self._is_banked
        if not mine:
            return
        for wager in mine:
            if wager.kind == WagerKind.MAIN:
                self._boxes += 1
                self._staked += wager.effective
                self._squares += wager.effective**2
                self._value += wager.effective * self._main_value(rules)
            elif is_side_bet(wager.kind):
                self._value += wager.effective * side_bet_value(rules, str(wager.kind))

    def _main_value(self, rules: TableRules) -> float:
        if self._shoe is not None:
            try:
                return _value_from(rules, self._shoe)
            except CannotPrice:
                pass
        return full_price(rules).ev

    def _close(self, state: TableState, number: int) -> None:
        money = state.money.get(self.follower.seen.viewer, 0)
        actual, self._money = money - self._money, money
        if self._played or actual:
            value = 0.0 if state.is_void else self._value - self._cost - self._fees
            known = (self._boxes, self._staked, value, actual, self._cost, self._squares)
            n = self.follower.n
            self.rounds.append(RoundAccount(number, *known, self._is_banked, n))
        self._begin()

    @property
    def account(self) -> SessionAccount:
        """The account so far."""
        rules = self.follower.state.rules
        return SessionAccount(rules, self.standard, tuple(self.rounds), tuple(self.decisions))


@lru_cache(maxsize=128)
def side_bet_value(rules: TableRules, kind: str) -> float:
    """The value of a side bet off the top of a full shoe; zero if it has no price."""
    try:
        return float(full_price(rules).side_bet(kind).ev)
    except CannotPrice:
        return 0.0


def account_of(
    events: Iterable[e.Event], viewer: str, standard: Standard = Standard.HAND
) -> SessionAccount:
    """The account of a player in a log, recalculated on every call."""
    keeper: Bookkeeper | None = None
    for event in events:
        if keeper is None:
            keeper = Bookkeeper(event, viewer, standard)
        else:
            keeper.follow(event)
    if keeper is None:
        raise ValueError("the log is empty")
    return keeper.account
