"""The table: draws cards, appends events and has the current state."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from copy import copy, deepcopy
from typing import TYPE_CHECKING, Any, NoReturn

from pitboss.cards import Card
from pitboss.law.answers import Refusal
from pitboss.law.irregularities import Irregularity, resolution
from pitboss.law.shoe import (
    composition,
    cutting_card_position,
    has_cutting_card,
    shuffle_is_due,
    size,
    when_exhausted,
)
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.enumerations import Exhausted, FaceUp
from pitboss.rulebooks.provisions import NOT_IN_THE_TEXT
from pitboss.rulebooks.supported import check_supported
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.automation import Automation, Supervision
from pitboss.table.decide import decide_in
from pitboss.table.hiding import SeededNonces, fresh_nonce
from pitboss.table.log import Log, plain
from pitboss.table.procedure import open_changes
from pitboss.table.procedure.betting import reopened
from pitboss.table.procedure.cutting import MISSED
from pitboss.table.procedure.dealing import PERFORM
from pitboss.table.procedure.duties import NEED_A_CARD, Duty, DutyKind, next_duty, next_to_draw
from pitboss.table.procedure.shoe_preparation import ShoeKeeping
from pitboss.table.procedure.voids import void_round
from pitboss.table.run import RunningDecision, TableStep
from pitboss.table.sources import (
    CardNotCalled,
    CardSource,
    Draw,
    Marker,
    Rigged,
    Seeded,
    ShoeEmpty,
    Shuffled,
)
from pitboss.table.sources import FaceUpCard as FoundFaceUp
from pitboss.table.state import Phase, TableState

if TYPE_CHECKING:
    from pitboss.table.sources import CardSource


__all__ = ["Automation", "NotPermitted", "Table"]


class NotPermitted(Exception):
    """Raised when the book refuses an act; gives the reason and its clause."""

    def __init__(self, refusal: Refusal, cited: str) -> None:
        self.refusal = refusal
        self.under = refusal.under
        super().__init__(f"{refusal.why} ({cited})")


class Table(ShoeKeeping):
    """A live table under the rules of a book."""

    def __init__(
        self,
        rules: TableRules,
        source: CardSource | None = None,
        *,
        automation: Automation = Automation.DEALER,
        name: str = "table",
        keep_log: bool = True,
        strict_supervision: bool | Supervision = False,
        asks_for_cuts: bool = False,
        chained: bool = True,
    ) -> None:
        check_supported(rules)
        self.state = TableState(rules=rules)
        if has_cutting_card(rules):
            cutting_card_position(rules, size(rules))  # raises if it may not be there
        self.source = source if source is not None else Shuffled()
        self.automation = automation
        self.asks_for_cuts = asks_for_cuts
        self._automated = automation.tasks
        seed = self.source.seed if isinstance(self.source, Seeded) else None
        nonces = fresh_nonce if seed is None else SeededNonces(seed)
        self.log = Log(keep=keep_log, nonces=nonces, chained=chained)
        self._apart: list[e.Event] | None = None
        """What has happened since a card was asked for, while something else leaves the shoe"""
        self.acted = 0
        """The length of the log after the last act, before the automated duties that followed"""
        settings = {key: plain(value) for key, value in rules.choices}
        demanded = strict_supervision
        if not isinstance(demanded, Supervision):
            demanded = Supervision(demanded)
        self._append(
            e.TableOpened(
                book=rules.book.id,
                settings=settings,
                source=rules.book.source,
                table=name,
                strict_supervision=demanded.strict,
                by_the_book=demanded.by_the_book,
                dealt_by_person=automation.leaves_duties_to_a_person,
                dealt_by_machine=demanded.machine,
                under="opening",
            )
        )

    @property
    def rules(self) -> TableRules:
        """The rules in force; options may change between rounds."""
        return self.state.rules

    def __copy__(self) -> Table:
        """A table of its own, since one log cannot record what happens at two."""
        return deepcopy(self)

    def __str__(self) -> str:
        from pitboss.table.words.layout import layout

        return layout(self.state)

    def _append(self, event: e.Event) -> None:
        run = RunningDecision(self.state)
        run.emit(event)
        self._accept(run)

    def _accept(self, run: RunningDecision) -> tuple[e.Event, ...]:
        self.state, events = run.state, tuple(run.events)
        if self.log.chained:
            self.log.append(events)
        else:
            self.log.hold(run.steps)
        if self._apart is not None:
            self._apart += events
        return events

    def taken(self, actor: str, *, automatic: str) -> list[TableStep]:
        """The steps since the last call, if the caller chains them, each with who caused it.

        The duties that followed the last act by themselves are those of ``automatic``.
        """
        steps, self.log.steps = self.log.steps, []
        own = self.acted - (self.log.length - len(steps))
        own = own if own > 0 else len(steps)
        return [
            TableStep(step.event, step.before, step.after, actor if place < own else automatic)
            for place, step in enumerate(steps)
        ]

    # Acts.

    def ask(self, act: acts.Act) -> Refusal | None:
        """Why the act would be refused now, or None if it would be accepted."""
        return decide_in(RunningDecision(self.state), act)

    def _decided(self, act: acts.Act) -> RunningDecision:
        run = RunningDecision(self.state)
        refused = decide_in(run, act)
        if refused is not None:
            self._refuse(refused)
        return run

    def _refuse(self, refusal: Refusal) -> NoReturn:
        raise NotPermitted(refusal, self.rules.cite(refusal.under))

    def do(
        self, act: acts.Act, *, if_agreed: Callable[[RunningDecision], None] | None = None
    ) -> tuple[e.Event, ...]:
        """Do an act and the automated duties that follow; raises ``NotPermitted``.

        ``if_agreed`` is called with the events of a legal act; if it raises, nothing has happened.
        """
        if type(act) is acts.Shuffle:
            return self.shuffle(act.reason, act.at)
        if type(act) is acts.Cut:
            return self.cut(act.player, act.depth)
        if type(act) is acts.CloseBets:
            self._make_ready(act)
        run = RunningDecision(self.state)
        refused = decide_in(run, act)
        if refused is not None:
            self._refuse(refused)
        if if_agreed is not None:
            if_agreed(run)
        return self._go_on(run)

    def _make_ready(self, act: acts.CloseBets) -> None:
        """Refuse a deal from an empty shoe; cut and load one that is only waiting for it."""
        if self.state.shoe.number == 0 and self.source.left == 0 and not _is_told(self.source):
            first = self.rules.book.opening.first_shuffle
            under = first if first is not None else self.rules.shoe.cutting_card.under
            self._refuse(Refusal(under, "the shoe is empty; shuffle first"))
        shoe = self.state.shoe
        if not shoe.is_cut and self.ask(act) is None:
            self._cut_for_the_house()
        elif (
            (self.waits_to_load or shoe.cutter is not None)
            and not shoe.is_loaded
            and self.ask(act) is None
        ):
            self.load()

    # Changes of the rules.

    def change(self, order: Callable[[RunningDecision], Refusal | None]) -> tuple[e.Event, ...]:
        """Propose, approve or drop a change of options; raises ``NotPermitted``."""
        run = RunningDecision(self.state)
        refused = order(run)
        if refused is not None:
            self._refuse(refused)
        return self._accept(run)

    def _begin_change(self, *, new_shoe: bool = False) -> tuple[e.Event, ...]:
        run = RunningDecision(self.state)
        return self._accept(run) if open_changes.begin(run, new_shoe=new_shoe) else ()

    # Duties.

    @property
    def duty(self) -> Duty | None:
        """The dealer's next duty, or None while another person has to act."""
        return next_duty(self.state)

    def perform(self) -> tuple[e.Event, ...]:
        """Do the dealer's next duty."""
        loaded = self.load() if self.waits_to_load and self.state.shoe.is_cut else ()
        duty = next_duty(self.state)
        if duty is None:
            return loaded
        return (*loaded, *self._perform(duty), *self._begin_change())

    def _perform(self, duty: Duty) -> tuple[e.Event, ...]:
        if not duty.needs_card:
            return self._carried_out(duty)
        card, apart = self._draw_apart(duty, self._next_out(self.state, duty))
        # If something other than a card left the shoe first, the duty may have changed.
        events = () if card is None else self._carried_out(duty, card)
        return (*apart, *events)

    def _carried_out(self, duty: Duty, card: Card | None = None) -> tuple[e.Event, ...]:
        run = RunningDecision(self.state)
        PERFORM[duty.task](run, duty, card)
        return self._accept(run)

    def go_on(self) -> tuple[e.Event, ...]:
        """Do every automated duty, until a person has to act."""
        return self._go_on(RunningDecision(self.state))

    def _go_on(self, run: RunningDecision) -> tuple[e.Event, ...]:
        """Append the events of a run, and of every automated duty that follows."""
        happened: list[e.Event] = []
        self.acted = self.log.length + len(run.events)
        automated = self._automated
        while (duty := next_duty(run.state)) is not None and duty.task in automated:
            card = None
            if duty.task in NEED_A_CARD:
                draw = self._next_out(run.state, duty)
                if isinstance(draw, Card):
                    card = draw
                else:
                    # Something other than a card leaves the shoe first, and may change what is due.
                    happened += self._accept(run)
                    card, apart = self._draw_apart(duty, draw)
                    happened += apart
                    run = RunningDecision(self.state)
                    if card is None:
                        continue
            PERFORM[duty.task](run, duty, card)
        if run.state.changes.pending is not None:
            open_changes.begin(run)
        events = self._accept(run)
        return (*happened, *events) if happened else events

    def _next_out(self, state: TableState, duty: Duty) -> Draw:
        """The card held as the next one or, if there is none, what leaves the shoe."""
        held = state.shoe.held
        if held and (duty.task is not DutyKind.BURN or state.phase is Phase.BETTING):
            return held[0].card
        return self._take()

    def _take(self) -> Draw:
        try:
            return self.source.draw()
        except ShoeEmpty:
            return Marker.END

    # Cards.

    def _draw_apart(self, duty: Duty, draw: Draw) -> tuple[Card | None, list[e.Event]]:
        """Draw a card, and return what happened before it, even if the log does not store it."""
        outer, self._apart = self._apart, []
        try:
            return self.draw(duty, draw), self._apart
        finally:
            if outer is not None:
                outer += self._apart
            self._apart = outer

    def draw(
        self, duty: Duty | None = None, draw: Draw | None = None, *, unrecorded: int = 0
    ) -> Card | None:
        """Draw the next card from the shoe, handling anything that comes out before it.

        Cards of the same error that are out already, but not recorded yet, are ``unrecorded``.
        """
        in_error = duty is None
        duty = duty if duty is not None else next_duty(self.state)
        left_before = False
        while True:
            if draw is None:
                try:
                    draw = self._take()
                except CardNotCalled:
                    if not left_before:
                        raise
                    return None  # what left the shoe before the card is recorded
            if isinstance(draw, Card):
                return draw
            if isinstance(draw, FoundFaceUp):
                if self._face_up(draw.card):
                    return draw.card
            elif draw is Marker.CUTTING_CARD:
                self._cutting_card(duty, wait=not in_error)
                if next_duty(self.state) != duty:
                    return None
            elif draw is Marker.FOREIGN:
                self._foreign()
                if self.state.is_void:
                    return None
            else:
                out = self.state.shoe.used + unrecorded
                if self.source.left == 0 and self.state.shoe.exhausted_after == out:
                    raise ShoeEmpty  # the shuffled discards gave no card either
                self._exhausted(out, wait=not in_error)
                if in_error:
                    self._burn_due_cards()
                if self.state.is_void or next_duty(self.state) != duty:
                    return None
            draw, left_before = None, True

    def _burn_due_cards(self) -> None:
        """A card drawn in error from a new shoe comes after the burn card."""
        while (first := next_duty(self.state)) is not None and first.task is DutyKind.BURN:
            self._perform(first)

    def _face_up(self, card: Card) -> bool:
        stated_resolution = resolution(self.rules, Irregularity.FACE_UP_IN_SHOE)
        if stated_resolution.remedy is FaceUp.USED:
            self._append(e.IrregularityNoted(what="face_up_card", under=stated_resolution.under))
            return True
        if stated_resolution.remedy is FaceUp.RULING:
            self._rule(
                "the card is discarded", "it was face up in the shoe", stated_resolution.under
            )
        self._append(
            e.CardRemoved(
                card=card.text, why="found face up in the shoe", under=stated_resolution.under
            )
        )
        return False

    def _rule(self, ruling: str, why: str, under: str) -> None:
        """Record a ruling on what the table finds by itself and the book leaves open."""
        by = "the supervisor"
        self._append(e.SupervisorRuled(by=by, ruling=ruling, why=why, under=under))

    def _foreign(self) -> None:
        under = self.rules.book.remedies.get("foreign_card", NOT_IN_THE_TEXT)
        self._append(e.CardRemoved(card="XX", why="not part of this set", under=under))
        if "foreign_card" in self.rules.book.remedies:
            self._void("foreign_card", under)

    def _void(self, why: str, under: str) -> None:
        run = RunningDecision(self.state)
        void_round(run, why, under)
        self._accept(run)

    def _cutting_card(self, duty: Duty | None, *, wait: bool) -> None:
        state = self.state
        first = state.phase is Phase.DEALING and state.dealt == 0 and state.shoe.used == 0
        missed = state.shoe.shuffle_after == MISSED
        due = shuffle_is_due(self.rules, first_of_round=first, was_missed=missed)
        if duty is not None and duty.needs_card:
            box = duty.box
        else:  # a card drawn in error is the next one, of a hand still to be played or the dealer
            drawing = next_to_draw(state)
            box = drawing[0] if drawing is not None else None
        self._append(e.CutCardDrawn(first=first, box=box, under=due.under))
        if due.at_once:
            if first:
                self._accept(reopened(self.state, due.under))
            self._append(e.ShuffleOrdered(reason="cut_card", at_once=True, under=due.under))
            cards = composition(self.rules)
            self.reload("cut_card", cards, burn=True, under=due.under, at=box, wait=wait)
            if first and self.state.shoe.is_cut:
                self._accept(self._decided(acts.CloseBets()))

    def _exhausted(self, out: int, *, wait: bool) -> None:
        remedy = when_exhausted(self.rules)
        under = self.rules.book.remedies.get("shoe_exhausted", remedy.under)
        self._append(e.ShoeExhausted(after=out, under=under))
        match remedy.remedy:
            case Exhausted.RULING:
                self._rule("the round is declared void", "the shoe is empty", remedy.under)
                self._void("shoe_exhausted", remedy.under)
            case Exhausted.VOID_ROUND:
                self._void("shoe_exhausted", remedy.under)
            case Exhausted.SHUFFLE_DISCARDS | Exhausted.SHUFFLE_DISCARDS_AND_BURN:
                burn = remedy.remedy is Exhausted.SHUFFLE_DISCARDS_AND_BURN
                discards = self.discards()
                self.reload("shoe_exhausted", discards, burn=burn, under=under, wait=wait)


def _is_told(source: CardSource) -> bool:
    """Whether a script determines what leaves the shoe next, even an empty shoe."""
    return isinstance(source, Rigged) and source.peek_next() is not None


_OF_THE_TABLE = ("state", "acted", "waits_to_load", "_automated", "_depth", "_apart")
_CONTAINERS = (list, dict, deque)


class Before:
    """Everything about a table that an act may change: its state, its log, and its cards."""

    def __init__(self, table: Table) -> None:
        self._table, self._source = table, table.source
        self._parts = {name: getattr(table, name) for name in _OF_THE_TABLE}
        self._cards = _parts(table.source)
        self._log = table.log.mark()

    def restore(self) -> None:
        """Put the table back, down to the next card in the shoe."""
        for name, part in self._parts.items():
            setattr(self._table, name, part)
        for name, part in self._cards.items():
            setattr(self._source, name, part)
        self._table.log.back_to(self._log)


def _parts(source: CardSource) -> dict[str, Any]:
    """The fields of a source of cards, with copies of those that change in place."""
    names = [name for kind in type(source).__mro__ for name in getattr(kind, "__slots__", ())]
    names += getattr(source, "__dict__", {})
    fields = {name: getattr(source, name) for name in names if hasattr(source, name)}
    return {
        name: copy(field) if isinstance(field, _CONTAINERS) else field
        for name, field in fields.items()
    }
