"""Drills of hands, weighted by frequency and past cost, and played out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import Final, NamedTuple

from msgspec import Struct, field

from pitboss.acts import BY_CARDS, KINDS_OF_HANDS
from pitboss.cards import DECK, DECK_SIZE, Card
from pitboss.compiled.ranks import CLASSES, PER_DECK, card_of
from pitboss.law.counting import is_blackjack, up_card
from pitboss.law.hands import Hand
from pitboss.law.insurance import is_window
from pitboss.law.play import is_closed, is_surrender_window, surrenders_before_play
from pitboss.rulebooks import TableRules
from pitboss.solver import Shoe

from .advice import Advice, Grade, advice_on
from .asking import answers_by_name
from .drills import DrillTally, NothingToDrill
from .practice_rounds import PracticeRound, PracticeScript
from .rows import cell_of
from .spots import EVEN_MONEY, INSURANCE, HandSpot, Standard

KINDS: Final = KINDS_OF_HANDS
"""The kinds of hand that can be practised alone."""
WAGER: Final = 10_00
"""Errors are priced on a wager of 10."""
_HEAVY: Final = 10
"""The past cost of a cell is weighed in cents on a wager of 1."""
_AGAIN_WITHIN: Final = 8
"""A cell missed twice comes up again within this many hands."""
_RIGHT_IN_A_ROW: Final = 3
"""After this many right answers the cost of a cell decays."""
_WINDOWS: Final = {"insurance": (INSURANCE, EVEN_MONEY), "surrender": ("surrender",)}
"""The acts before play that each kind asks for."""


class CellMemory(Struct):
    """How the hands of a cell have been answered."""

    cost: float = 0.0
    """Recent cost in cents on a wager of 10"""
    missed: int = 0
    right_in_a_row: int = 0


class HandMemory(Struct):
    """What a drill remembers between questions, enough to continue in another process."""

    seed: int
    steps: int = 0
    hands: int = 0
    cells: dict[str, CellMemory] = field(default_factory=dict)
    due: dict[int, str] = field(default_factory=dict)
    """The cell due with each hand"""
    at: str = ""
    script: PracticeScript | None = None
    tally: DrillTally = field(default_factory=DrillTally)


class _DrillDeal(NamedTuple):
    first: tuple[int, int]
    up: int
    chance: float


class HandDrill:
    """Hands against an up card, played out under the book; the answers are the solver's."""

    def __init__(
        self,
        rules: TableRules,
        *,
        kinds: tuple[str, ...] = KINDS,
        seed: int | None = None,
        standard: Standard = Standard.HAND,
        memory: HandMemory | None = None,
    ) -> None:
        self.rules, self.standard = rules, standard
        self._kinds = frozenset(kinds)
        self._cells = deals_by_cell(rules, self._kinds)
        if not self._cells:
            raise NothingToDrill(f"{rules.book.id} has no hands to practise: {', '.join(kinds)}")
        made = HandMemory(Random().getrandbits(48) if seed is None else seed)
        self.memory = memory if memory is not None else made
        self.round: PracticeRound | None = None
        if self.memory.script is not None:
            self.round = self._dealt(self.memory.script)

    @property
    def tally(self) -> DrillTally:
        """The answers so far."""
        return self.memory.tally

    @property
    def cells(self) -> dict[str, float]:
        """The weight of every cell now: its frequency, times one plus its recent cost."""
        return {name: self._weight(name) for name in self._cells}

    def _weight(self, name: str) -> float:
        known = self.memory.cells.get(name)
        frequency = sum(deal.chance for deal in self._cells[name])
        return frequency * (1 + (known.cost / _HEAVY if known else 0.0))

    def _random(self) -> Random:
        self.memory.steps += 1
        return Random(f"{self.memory.seed} {self.memory.steps}")

    def _dealt(self, script: PracticeScript) -> PracticeRound:
        windows = (
            self._kinds & set(_WINDOWS) if self.memory.at.startswith("window/") else frozenset()
        )
        acts = frozenset(act for kind in windows for act in _WINDOWS[kind])
        return PracticeRound(self.rules, script, self._random(), windows=acts)

    def next(self) -> HandSpot:
        """The next decision: of the hand that is being played, or of a new one."""
        if self.round is not None and (spot := self.round.spot) is not None:
            return spot
        memory, random = self.memory, self._random()
        memory.hands += 1
        memory.at = memory.due.pop(memory.hands, "")
        if not memory.at:
            weights = self.cells
            memory.at = random.choices(list(weights), list(weights.values()))[0]
        deals = self._cells[memory.at]
        deal = random.choices(deals, [one.chance for one in deals])[0]
        memory.script = PracticeScript(_faces(self.rules, (*deal.first, deal.up), random), [])
        self.round = self._dealt(memory.script)
        spot = self.round.spot
        assert spot is not None, "every deal of a cell leaves a choice"
        return spot

    def answer(self, spot: HandSpot, act: str) -> Advice:
        """Judge an answer and play it; the advice says what was best."""
        assert self.round is not None
        advice = advice_on(spot, self.standard)
        if advice.value(act) is None:
            refused = [one.refused for one in advice.acts if one.act == act]
            raise ValueError(refused[0] if refused and refused[0] else f"{act} is not permitted")
        cost = advice[act].lost * WAGER
        is_right = advice.grade(act) is Grade.RIGHT
        self.tally.add(f"{advice.cards} v {advice.up}: {advice.best}", is_right=is_right, cost=cost)
        own = cell_of(spot)[1]
        self._learn(own if own in self._cells else self.memory.at, is_right, cost)
        self.round.act(act)
        return advice

    def _learn(self, name: str, is_right: bool, cost: float) -> None:
        cell = self.memory.cells.setdefault(name, CellMemory())
        if is_right:
            cell.right_in_a_row += 1
            if cell.right_in_a_row >= _RIGHT_IN_A_ROW:
                cell.cost, cell.missed = cell.cost / 2, 0
            return
        cell.cost, cell.right_in_a_row = cell.cost + cost, 0
        cell.missed += 1
        if cell.missed >= 2 and name not in self.memory.due.values():
            self._come_again(name)

    def _come_again(self, cell: str) -> None:
        """Schedule a cell within the next hands; one is always free, since each hand takes one."""
        now, due = self.memory.hands + 1, self.memory.due
        free = [n for n in range(now, now + _AGAIN_WITHIN) if n not in due]
        due[self._random().choice(free[1:] or free)] = cell


def _faces(rules: TableRules, classes: tuple[int, ...], random: Random) -> list[str]:
    """Cards of these classes, of any suit and face."""
    cards: list[Card] = []
    for wanted in classes:
        like = [card for card in DECK if up_card(rules, card) is CLASSES[wanted]]
        cards.append(random.choice([card for card in like if card not in cards]))
    return [card.text for card in cards]


@lru_cache(maxsize=32)
def deals_by_cell(rules: TableRules, kinds: frozenset[str]) -> dict[str, list[_DrillDeal]]:
    """Every deal of two cards and an up card that asks for a decision of these kinds, by cell."""
    cells: dict[str, list[_DrillDeal]] = {}
    for spot, deal in (*_plays(rules), *_offers(rules, kinds)):
        kind, name = cell_of(spot)
        others = {act.word for act in BY_CARDS if spot.answers.get(act.word)}
        if spot.is_window or kind in kinds or others & kinds:
            cells.setdefault(name, []).append(deal)
    return cells


def _deals(rules: TableRules) -> Iterator[tuple[Hand, Card, _DrillDeal]]:
    for up in range(len(CLASSES)):
        for a in range(len(CLASSES)):
            for b in range(a, len(CLASSES)):
                ways = PER_DECK[up] * PER_DECK[a] * PER_DECK[b] * (1 if a == b else 2)
                deal = _DrillDeal((a, b), up, ways / DECK_SIZE**3)
                yield Hand((card_of(a), card_of(b))), card_of(up), deal


def _plays(rules: TableRules) -> Iterator[tuple[HandSpot, _DrillDeal]]:
    """The deals that leave a choice in play."""
    full = Shoe.of_decks(rules.equipment.decks.value)
    for hand, up, deal in _deals(rules):
        if is_blackjack(rules, hand) or is_closed(rules, hand):
            continue
        answers = answers_by_name(rules, hand, up)
        if surrenders_before_play(rules):
            answers.pop("surrender", None)
        spot = HandSpot(rules, hand, up, answers)
        if sum(map(bool, answers.values())) > 1 and spot.unseen(full):
            yield spot, deal


def _offers(rules: TableRules, kinds: frozenset[str]) -> Iterator[tuple[HandSpot, _DrillDeal]]:
    """The deals after which insurance, even money or surrender is offered before play."""
    acts = frozenset(act for kind in kinds & set(_WINDOWS) for act in _WINDOWS[kind])
    if not acts:
        return
    for _, up, deal in _deals(rules):
        if not (is_window(rules, up) or is_surrender_window(rules, up)):
            continue
        cards = _faces(rules, (*deal.first, deal.up), Random(1))
        spot = PracticeRound(rules, PracticeScript(cards, []), Random(1), windows=acts).spot
        if spot is not None and spot.is_window:
            yield spot, deal
