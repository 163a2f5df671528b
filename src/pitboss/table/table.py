"""The table: the one thing that changes. It draws cards, appends events and moves the state on."""

from __future__ import annotations

from enum import Flag, auto
from typing import Any

from pitboss.cards import Card
from pitboss.law.answers import Refusal
from pitboss.law.shoe import (
    composition,
    cutting_card_position,
    has_cutting_card,
    shuffle_is_due,
    size,
    when_exhausted,
)
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.words import Exhausted, FaceUp
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.betting import last_cutter
from pitboss.table.decide import Decision, carry_out, decide
from pitboss.table.duties import Duty, Task, next_duty
from pitboss.table.evolve import evolve
from pitboss.table.irregular import void_round
from pitboss.table.log import Log
from pitboss.table.run import Run
from pitboss.table.sources import CardSource, Marker, ShoeEmpty, Shuffled
from pitboss.table.sources import FaceUp as FoundFaceUp
from pitboss.table.state import Phase, TableState


class NotPermitted(Exception):
    """The book refuses an act; says why and under which clause."""

    def __init__(self, refusal: Refusal, cited: str) -> None:
        self.refusal = refusal
        self.under = refusal.under
        super().__init__(f"{refusal.why} ({cited})")


class Automation(Flag):
    """What the table does by itself; what is left out a person does by hand."""

    NONE = 0
    CARDS = auto()
    """Deal every card that is due."""
    SETTLEMENT = auto()
    """Settle side bets, blackjacks and the round, and collect the cards."""
    WINDOW = auto()
    """Close the window after the deal without waiting for anybody."""
    DEALER = CARDS | SETTLEMENT
    """Everything a dealer does; the players only decide."""
    EVERYTHING = DEALER | WINDOW


_TASKS: dict[Automation, frozenset[Task]] = {
    Automation.CARDS: frozenset({Task.DEAL, Task.BURN}),
    Automation.WINDOW: frozenset({Task.CLOSE_WINDOW}),
    Automation.SETTLEMENT: frozenset(Task) - {Task.DEAL, Task.BURN, Task.CLOSE_WINDOW},
}


class Table:
    """A live table under the rules of a book."""

    def __init__(
        self,
        rules: TableRules,
        source: CardSource | None = None,
        *,
        automation: Automation = Automation.DEALER,
        name: str = "table",
        keep_log: bool = True,
    ) -> None:
        self.rules = rules
        self.source = source if source is not None else Shuffled()
        self.automation = automation
        self._automated = frozenset(
            task for part, tasks in _TASKS.items() if part in automation for task in tasks
        )
        self.log = Log(keep=keep_log)
        self.state = TableState(rules=rules)
        settings = {key: _plain(value) for key, value in rules.choices}
        self._append(
            e.TableOpened(book=rules.book.id, settings=settings, table=name, under="opening")
        )

    def _append(self, event: e.Event) -> None:
        self.state = evolve(self.state, event)
        self.log.append((event,))

    def _accept(self, decision: Decision) -> tuple[e.Event, ...]:
        self.state = decision.state
        self.log.append(decision.events)
        return decision.events

    # Acts.

    def ask(self, act: acts.Act) -> Refusal | None:
        """Why the act would be refused now, or None if it would be accepted."""
        answer = decide(self.state, act)
        return answer if isinstance(answer, Refusal) else None

    def _decided(self, act: acts.Act) -> Decision:
        answer = decide(self.state, act)
        if isinstance(answer, Refusal):
            raise NotPermitted(answer, self.rules.cite(answer.under))
        return answer

    def do(self, act: acts.Act) -> tuple[e.Event, ...]:
        """Do it, and whatever the table does by itself after it; raises ``NotPermitted``."""
        happened = self._accept(self._decided(act))
        return (*happened, *self.go_on()) if self._automated else happened

    # Cards for a new shoe.

    def shuffle(self, reason: str = "start", at: int | str | None = None) -> tuple[e.Event, ...]:
        """Shuffle all cards for a new shoe and offer the cut."""
        decision = self._decided(acts.Shuffle(reason=reason, at=at))
        self.source.shuffle(composition(self.rules))
        happened = list(self._accept(decision))
        if not self.state.shoe.offers:
            happened += self._load()
        return tuple(happened)

    def cut(self, player: str, depth: int) -> tuple[e.Event, ...]:
        """Cut the shuffled cards and put them into the shoe."""
        decision = self._decided(acts.Cut(player=player, depth=depth))
        self.source.cut(depth)
        return (*self._accept(decision), *self._load())

    def _load(self) -> tuple[e.Event, ...]:
        stack = size(self.rules)
        position = (
            cutting_card_position(self.rules, stack) if has_cutting_card(self.rules) else None
        )
        if position is not None:
            self.source.place_cutting_card(position)
        under = self.rules.shoe.cutting_card.under
        loaded = e.ShoeLoaded(cards=stack, position=position, under=under)
        self._append(loaded)
        happened: list[e.Event] = [loaded]
        happened += self.go_on()
        return tuple(happened)

    def shuffle_is_due(self) -> tuple[str, int | str | None] | None:
        """Why the cards must be shuffled before the next round, and where the cutting card was."""
        shoe = self.state.shoe
        if shoe.number == 0:
            return ("start", None)
        if not has_cutting_card(self.rules):
            return ("continuous", None)
        if shoe.cut_seen is not None:
            return ("cut_card", shoe.cut_seen.box or "dealer")
        return (shoe.shuffle_after, None) if shoe.shuffle_after is not None else None

    def prepare(self) -> tuple[e.Event, ...]:
        """A new shoe where one is due, cut by the house; for tables that ask no player to cut."""
        due = self.shuffle_is_due()
        if due is None:
            return ()
        happened = list(self.shuffle(*due))
        if self.state.shoe.offers:
            for offer in self.state.shoe.offers:
                happened += self.do(acts.DeclineCut(player=offer.player))
            happened += self.cut(last_cutter(self.rules), size(self.rules) // 2)
        return tuple(happened)

    # Duties.

    @property
    def duty(self) -> Duty | None:
        """What the dealer has to do next, or None while somebody else has to act."""
        return next_duty(self.state)

    def perform(self) -> tuple[e.Event, ...]:
        """The dealer does what is due now."""
        duty = next_duty(self.state)
        return () if duty is None else self._perform(duty)

    def _perform(self, duty: Duty) -> tuple[e.Event, ...]:
        if duty.task is not Task.DEAL and duty.task is not Task.BURN:
            return self._accept(carry_out(self.state, duty))
        before = self.log.length
        card = self._next_card(duty)
        if self.log.length == before:
            return self._accept(carry_out(self.state, duty, card))
        # Something else left the shoe before the card; the duty may be another one now.
        if card is not None:
            self._accept(carry_out(self.state, duty, card))
        return tuple(self.log.events[before:])

    def go_on(self) -> tuple[e.Event, ...]:
        """Everything that is automated, until somebody has to act."""
        happened: list[e.Event] = []
        while (duty := next_duty(self.state)) is not None and duty.task in self._automated:
            happened += self._perform(duty)
        return tuple(happened)

    # Cards.

    def _next_card(self, duty: Duty) -> Card | None:
        """The next card for this duty; None where its drawing changed what is due."""
        if self.state.shoe.held and duty.task is not Task.BURN:
            return self.state.shoe.held[0].card
        return self.draw(duty)

    def draw(self, duty: Duty | None = None) -> Card | None:
        """Take the next card out of the shoe, meeting whatever comes out before it."""
        while True:
            try:
                found = self.source.draw()
            except ShoeEmpty:
                found = Marker.END
            if isinstance(found, Card):
                return found
            if isinstance(found, FoundFaceUp):
                if self._face_up(found.card):
                    return found.card
            elif found is Marker.CUTTING_CARD:
                self._cutting_card(duty)
                if next_duty(self.state) != duty:
                    return None
            elif found is Marker.FOREIGN:
                self._foreign()
                if self.state.is_void:
                    return None
            else:
                if (
                    self.source.left == 0
                    and self.state.shoe.exhausted_after == self.state.shoe.used
                ):
                    raise ShoeEmpty  # the shuffled discards gave no card either
                self._exhausted()
                if self.state.is_void or next_duty(self.state) != duty:
                    return None

    def _face_up(self, card: Card) -> bool:
        said = self.rules.irregularities.face_up_in_shoe
        if said.value is FaceUp.USED:
            self._append(e.IrregularityNoted(what="face_up_card", under=said.under))
            return True
        self._append(e.CardRemoved(card=card.text, why="face up in the shoe", under=said.under))
        return False

    def _foreign(self) -> None:
        under = self.rules.book.remedies.get("foreign_card", self.rules.deal.turns.under)
        self._append(e.CardRemoved(card="XX", why="not of this set", under=under))
        if "foreign_card" in self.rules.book.remedies:
            self._void("foreign_card", under)

    def _void(self, why: str, under: str) -> None:
        run = Run(self.state)
        void_round(run, why, under)
        self._accept(Decision(tuple(run.events), run.state))

    def _cutting_card(self, duty: Duty | None) -> None:
        first = self.state.phase is Phase.DEALING and self.state.dealt == 0
        due = shuffle_is_due(self.rules, first_of_round=first)
        box = duty.box if duty is not None else None
        self._append(e.CuttingCardDrawn(first=first, box=box, under=due.under))
        if due.at_once:
            self._append(e.ShuffleOrdered(reason="cut_card", at_once=True, under=due.under))
            self.reload("cut_card", composition(self.rules), burn=True, under=due.under)

    def _exhausted(self) -> None:
        remedy = when_exhausted(self.rules)
        self._append(e.ShoeExhausted(after=self.state.shoe.used, under=remedy.under))
        match remedy.remedy:
            case Exhausted.VOID_ROUND | Exhausted.RULING:
                self._void("shoe_exhausted", remedy.under)
            case Exhausted.SHUFFLE_DISCARDS | Exhausted.SHUFFLE_DISCARDS_AND_BURN:
                burn = remedy.remedy is Exhausted.SHUFFLE_DISCARDS_AND_BURN
                discards = self.discards()
                self.reload("shoe_exhausted", discards, burn=burn, under=remedy.under)

    def discards(self) -> tuple[Card, ...]:
        """The cards in the rack, those of hands already cleared among them."""
        state = self.state
        open_hands = {(w.box, w.hand) for w in state.wagers if w.result is None}
        cleared = [
            card
            for box in state.boxes
            for played in box.hands
            if played.is_done and (box.number, played.number) not in open_hands
            for card in played.hand.cards
        ]
        return (*state.shoe.rack, *cleared)

    def reload(self, reason: str, cards: tuple[Card, ...], *, burn: bool, under: str) -> None:
        """Shuffle these cards in the middle of a round, cut them and go on."""
        self.source.shuffle(cards)
        self._append(e.CardsShuffled(reason=reason, cards=len(cards), under=under))
        burns = burn and self.rules.shoe.burns_first.value
        self._append(e.CutOffered(offers=(), burn=burns, under=under))


def _plain(value: Any) -> Any:
    """A setting as it can be written into a log."""
    if isinstance(value, bool | int | str) or value is None:
        return value
    if isinstance(value, dict):
        return {str(k): _plain(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(v) for v in value]
    return str(value)
