"""The count drill: cards singly, in pairs or a whole round; running count, decks, true count."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Final

from msgspec import Struct, field

from pitboss.cards import DECK, DECK_SIZE, Card
from pitboss.law.counting import count
from pitboss.players.counts import CountSystem, DecksSeen, decks_seen
from pitboss.rulebooks import TableRules
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.procedure.duties import DutyKind
from pitboss.table.sources import Called
from pitboss.table.state import Phase
from pitboss.table.table import Automation, Table

from .at_table import turn_of
from .drills import Dealing, DrillTally
from .practice_rounds import bets_closed

_STANDS_ON: Final = 17
"""In a round that is only counted, players draw to this total."""
_NOT_COUNTED: Final = DECK[0]
"""The burn card is not counted."""

Group = tuple[str, tuple[Card, ...]]
"""A group of cards with its label."""


def decks_left(system: CountSystem, cards_left: int) -> Fraction:
    """The decks left as the drill asks for them: to the nearest half deck."""
    seen = DecksSeen.HALF if system.decks is DecksSeen.EXACT else system.decks
    return decks_seen(seen, cards_left)


class CountQuestion(Struct, frozen=True):
    """Cards that were shown, and the counts after them."""

    groups: tuple[Group, ...]
    running: Fraction
    decks: Fraction
    """The decks left, read from the rack to the nearest half deck"""
    true: int | None
    """The count that is acted on, by the system's own rounding; None for a running count"""
    cards_left: int
    is_new_shoe: bool

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards that were shown."""
        return tuple(card for _, cards in self.groups for card in cards)


class CountMemory(Struct):
    """The position in the shoe of a count drill."""

    seed: int
    shoe: int = 1
    dealt: int = 0
    """Cards dealt before the question"""
    tally: DrillTally = field(default_factory=DrillTally)


class CountDrill:
    """Running count, decks left, then true count; a quarter of the shoe is not dealt."""

    def __init__(
        self,
        system: CountSystem,
        decks: int,
        *,
        at_once: int = 1,
        seed: int | None = None,
        table: tuple[TableRules, int] | None = None,
        memory: CountMemory | None = None,
    ) -> None:
        self.system, self.decks, self.at_once, self._table = system, decks, at_once, table
        made = CountMemory(Random().getrandbits(48) if seed is None else seed)
        self.memory = made if memory is None else memory
        self._tags = dict(zip(DECK, system.tags, strict=True))

    @property
    def tally(self) -> DrillTally:
        """The answers so far."""
        return self.memory.tally

    @property
    def start(self) -> Fraction:
        """The count of a new shoe."""
        return self.system.start_of(self.decks)

    def next(self) -> CountQuestion:
        """Show the next cards: the same ones until they are answered."""
        memory = self.memory
        if 4 * (self.decks * DECK_SIZE - memory.dealt) < self.decks * DECK_SIZE:
            memory.shoe, memory.dealt = memory.shoe + 1, 0
        shoe = Dealing(self.decks, f"{memory.seed} {memory.shoe}")
        shoe.take(memory.dealt)
        groups: tuple[Group, ...] = (("", shoe.take(self.at_once)),)
        if self._table is not None:
            shoe = Dealing(self.decks, f"{memory.seed} {memory.shoe}")
            shoe.take(memory.dealt)
            groups = round_dealt(self._table[0], shoe, self._table[1])
        running = self.start + sum((self._tags[card] for card in shoe.dealt), Fraction(0))
        decks = decks_left(self.system, shoe.left)
        true = None if self.system.is_running else self.system.called(running, decks)
        return CountQuestion(groups, running, decks, true, shoe.left, memory.dealt == 0)

    def answer(
        self,
        question: CountQuestion,
        running: Fraction,
        true: int | None,
        decks: Fraction | None = None,
    ) -> bool:
        """Judge an answer: whether every part of it is right."""
        has_decks = decks is None or question.true is None or decks == question.decks
        is_right = running == question.running and has_decks and question.true in (None, true)
        what = "true count" if has_decks else "decks left"
        if running != question.running:
            what = "running count"
        self.tally.off += float(abs(running - question.running))
        self.tally.add(what, is_right=is_right)
        self.memory.dealt += len(question.cards)
        return is_right


def round_dealt(rules: TableRules, shoe: Dealing, boxes: int) -> tuple[Group, ...]:
    """A round of some boxes at a table of the book, hand by hand, the dealer's cards last."""
    source = Called()
    table = Table(rules, source, automation=Automation.NONE, keep_log=False, chained=False)
    bets_closed(table, boxes)
    hands: dict[tuple[int, int], list[Card]] = {}
    dealer: list[Card] = []
    while shoe.left and (duty := table.duty or turn_of(table.state)) is not None:
        if isinstance(duty, tuple):
            box, played = duty
            stands = count(rules, played.hand.cards).total >= _STANDS_ON
            first, other = (acts.Stand, acts.Hit) if stands else (acts.Hit, acts.Stand)
            wish: acts.Act = first(box=box.number, hand=played.number)
            if table.ask(wish) is not None:
                wish = other(box=box.number, hand=played.number)
            table.do(wish)
            continue
        if duty.task is DutyKind.COLLECT or table.state.phase is Phase.COLLECTION:
            break
        if duty.needs_card:
            source.call(_NOT_COUNTED if duty.task is DutyKind.BURN else shoe.take(1)[0])
        for event in table.perform():
            if isinstance(event, e.CardDealt):
                at = dealer if event.box is None else hands.setdefault((event.box, event.hand), [])
                at.append(Card(event.card))
    message = [(f"Box {box}", tuple(cards)) for (box, _), cards in sorted(hands.items())]
    return (*message, ("Dealer", tuple(dealer)))
