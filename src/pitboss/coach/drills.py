"""Drills: hands chosen by how often they come and what they have cost, counts, and bets."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from random import Random
from typing import Any, Final

from msgspec import Struct

from pitboss.cards import DECK, DECK_SIZE, Card
from pitboss.compiled.ranks import CLASSES, PER_DECK, card_of
from pitboss.law.counting import is_blackjack
from pitboss.law.hands import Hand
from pitboss.law.play import is_closed
from pitboss.players.counts import CountSystem
from pitboss.players.spreads import Spread
from pitboss.rulebooks import TableRules
from pitboss.solver import CannotPrice, Shoe, solve

from .advice import Advice, Grade, advice_on
from .asking import MAY
from .rows import cell_of
from .spots import Spot, Standard, without

KINDS: Final = ("hard", "soft", "pairs", "surrender", "zap")
"""The kinds of hand that can be practised alone."""
_WAGER: Final = 10_00
_AGAIN_WITHIN: Final = 8
"""A cell missed twice comes again within this many hands."""
_RIGHT_IN_A_ROW: Final = 3
"""After this many right answers the cost of a cell decays."""


class NothingToDrill(ValueError):
    """Raised where a book has no hands of the kind asked for."""


class _Cell(Struct):
    """A cell of the chart, and how its hands have been answered."""

    spots: list[tuple[Spot, float]]
    frequency: float
    cost: float = 0.0
    """Recent cost in cents of a wager of 10"""
    missed: int = 0
    right_in_a_row: int = 0

    @property
    def weight(self) -> float:
        return self.frequency * (1 + self.cost)


class Tally:
    """Answers, right ones, and what the others cost."""

    def __init__(self) -> None:
        self.asked = self.right = 0
        self.cost = 0.0
        self.wrong: dict[str, float] = {}

    def add(self, what: str, *, is_right: bool, cost: float = 0.0) -> None:
        """Count an answer."""
        self.asked += 1
        self.right += is_right
        self.cost += cost
        if not is_right:
            self.wrong[what] = self.wrong.get(what, 0.0) + cost

    def to_json(self) -> dict[str, Any]:
        """The tally as data, the costliest first."""
        worst = sorted(self.wrong.items(), key=lambda one: (-one[1], one[0]))
        return {
            "questions": self.asked,
            "right": self.right,
            "accuracy": round(self.right / self.asked, 4) if self.asked else None,
            "cost": round(self.cost, 2),
            "missed": [{"what": what, "cost": round(cost, 2)} for what, cost in worst],
        }

    def __str__(self) -> str:
        share = f" ({self.right / self.asked:.0%})" if self.asked else ""
        cost = f"; errors cost {self.cost / 100:.2f} on wagers of 10" if self.cost else ""
        return f"{self.right} of {self.asked} right{share}{cost}."


class HandDrill:
    """Two-card hands against an up card; the answers are the solver's."""

    def __init__(
        self,
        rules: TableRules,
        *,
        kinds: tuple[str, ...] = KINDS,
        seed: int | None = None,
        standard: Standard = Standard.HAND,
    ) -> None:
        self.rules, self.standard, self.tally = rules, standard, Tally()
        self._random = Random(seed)
        self._cells = _cells(rules, kinds)
        if not self._cells:
            raise NothingToDrill(f"{rules.book.id} has no hands to practise: {', '.join(kinds)}")
        self._due: dict[int, str] = {}
        self._at = ""

    @property
    def cells(self) -> dict[str, float]:
        """The weight of every cell now."""
        return {name: cell.weight for name, cell in self._cells.items()}

    def next(self) -> Spot:
        """The next hand."""
        due = self._due.pop(self.tally.asked, None)
        if due is None:
            names = list(self._cells)
            weights = [self._cells[name].weight for name in names]
            due = self._random.choices(names, weights)[0]
        self._at = due
        spots = self._cells[due].spots
        return self._random.choices([s for s, _ in spots], [w for _, w in spots])[0]

    def answer(self, spot: Spot, act: str) -> Advice:
        """Judge an answer; the advice says what was best."""
        advice = advice_on(spot, self.standard)
        if not spot.answers.get(act):
            raise ValueError(advice[act].refused or f"{act} is not permitted")
        cell, cost = self._cells[self._at], advice.cost(act)
        is_right = advice.grade(act) is Grade.RIGHT
        self.tally.add(f"{advice.cards} v {advice.up}: {advice.best}", is_right=is_right, cost=cost)
        if is_right:
            cell.right_in_a_row += 1
            if cell.right_in_a_row >= _RIGHT_IN_A_ROW:
                cell.cost, cell.missed = cell.cost / 2, 0
        else:
            cell.cost, cell.right_in_a_row = cell.cost + cost, 0
            cell.missed += 1
            if cell.missed >= 2 and self._at not in self._due.values():
                self._come_again(self._at)
        return advice

    def _come_again(self, cell: str) -> None:
        """Give a cell one of the next places; one is always free, since each hand takes one."""
        now = self.tally.asked
        free = [n for n in range(now, now + _AGAIN_WITHIN) if n not in self._due]
        self._due[self._random.choice(free[1:] or free)] = cell


def _cells(rules: TableRules, kinds: tuple[str, ...]) -> dict[str, _Cell]:
    cells: dict[str, _Cell] = {}
    for spot, chance in _two_cards(rules):
        kind, name = cell_of(spot)
        given_up = {act for act in ("surrender", "zap") if spot.answers.get(act)}
        if kind not in kinds and not given_up & set(kinds):
            continue
        cell = cells.setdefault(name, _Cell([], 0.0))
        cell.spots.append((spot, chance))
        cell.frequency += chance
    return cells


def _two_cards(rules: TableRules) -> Iterator[tuple[Spot, float]]:
    """Every two cards against every up card that leave a choice, with how often they come."""
    decks = rules.equipment.decks.value
    for up in range(len(CLASSES)):
        for a in range(len(CLASSES)):
            for b in range(a, len(CLASSES)):
                chance = PER_DECK[up] * PER_DECK[a] * PER_DECK[b] * (1 if a == b else 2)
                hand, first = Hand((card_of(a), card_of(b))), card_of(up)
                if is_blackjack(rules, hand) or is_closed(rules, hand):
                    continue
                answers = {act: may(rules, hand, first) for act, may in MAY.items()}
                spot = Spot(rules, hand, first, answers, stake=_WAGER)
                if sum(map(bool, answers.values())) > 1 and spot.unseen(Shoe.of_decks(decks)):
                    yield spot, chance / DECK_SIZE**3


class Dealing:
    """A shoe dealt for a drill, card by card."""

    def __init__(self, decks: int, random: Random) -> None:
        self.decks, self._random = decks, random
        self._cards: list[Card] = []
        self.dealt: list[Card] = []
        self.shuffle()

    def shuffle(self) -> None:
        """Begin a new shoe."""
        self._cards = list(DECK) * self.decks
        self._random.shuffle(self._cards)
        self.dealt = []

    @property
    def left(self) -> int:
        """The number of cards left."""
        return len(self._cards)

    def take(self, number: int) -> tuple[Card, ...]:
        """Deal some cards."""
        taken = tuple(self._cards.pop() for _ in range(min(number, self.left)))
        self.dealt += taken
        return taken


class CountQuestion(Struct, frozen=True):
    """Cards that were shown, and the counts after them."""

    cards: tuple[Card, ...]
    running: Fraction
    true: int | None
    """The count that is acted on, by the system's own rounding; None for a running count"""
    cards_left: int
    is_new_shoe: bool


class CountDrill:
    """Cards singly, in pairs or by the round; the running count, then the true count."""

    def __init__(
        self, system: CountSystem, decks: int, *, at_once: int = 1, seed: int | None = None
    ) -> None:
        self.system, self.at_once, self.tally = system, at_once, Tally()
        self._tags = dict(zip(DECK, system.tags, strict=True))
        self._shoe = Dealing(decks, Random(seed))
        self.running = self.start

    @property
    def start(self) -> Fraction:
        """The count of a new shoe."""
        return self.system.start_of(self._shoe.decks)

    def next(self) -> CountQuestion:
        """Show the next cards; a shoe is shuffled when less than a quarter is left."""
        is_new = not self._shoe.dealt
        if 4 * self._shoe.left < self._shoe.decks * DECK_SIZE:
            self._shoe.shuffle()
            self.running, is_new = self.start, True
        cards = self._shoe.take(self.at_once)
        self.running += sum((self._tags[card] for card in cards), Fraction(0))
        left = self._shoe.left
        true = None if self.system.is_running else self.system.true_count(self.running, left)
        return CountQuestion(cards, self.running, true, left, is_new)

    def answer(self, question: CountQuestion, running: Fraction, true: int | None) -> bool:
        """Whether both counts are right."""
        is_right = running == question.running and (question.true in (None, true))
        what = f"running {question.running}" if running != question.running else "true count"
        self.tally.add(what, is_right=is_right)
        return is_right


class BetQuestion(Struct, frozen=True):
    """A shoe before the deal: the count, the bet of the ramp, and the exact edge."""

    count: int
    cards_left: int
    units: int
    ev: float | None
    """The exact value of the next round per unit; None where the shoe has no price"""


class BetDrill:
    """Counts of shoes dealt at random; the bet is judged by a ramp, its cost by the solver."""

    def __init__(
        self, rules: TableRules, system: CountSystem, spread: Spread, *, seed: int | None = None
    ) -> None:
        self.rules, self.system, self.spread, self.tally = rules, system, spread, Tally()
        self._random = Random(seed)
        self._tags = dict(zip(DECK, system.tags, strict=True))

    @cached_property
    def _decks(self) -> int:
        return self.rules.equipment.decks.value

    def next(self) -> BetQuestion:
        """A shoe that is partly dealt."""
        shoe = Dealing(self._decks, self._random)
        cards = shoe.left
        shoe.take(self._random.randrange(cards // 8, cards * 3 // 4))
        running = self.system.start_of(self._decks)
        running += sum((self._tags[card] for card in shoe.dealt), Fraction(0))
        count = self.system.true_count(running, shoe.left)
        left = without(self.rules, Shoe.of_decks(self._decks), shoe.dealt)
        try:
            ev = None if left is None else solve(self.rules, shoe=left).ev
        except CannotPrice:
            ev = None
        return BetQuestion(count, shoe.left, self._units(count), ev)

    def _units(self, count: int) -> int:
        reached = [units for at, units in self.spread.bets if at <= count]
        return reached[-1] if reached else self.spread.bets[0][1]

    def answer(self, question: BetQuestion, units: int) -> float:
        """What the bet costs against the ramp's in this very shoe, in units of the ramp."""
        cost = 0.0 if question.ev is None else (question.units - units) * question.ev
        what = f"count {question.count:+}: {question.units} units"
        is_right = units == question.units
        self.tally.add(what, is_right=is_right, cost=0.0 if is_right else cost * _WAGER)
        return cost
