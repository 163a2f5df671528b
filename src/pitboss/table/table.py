"""The table: the one thing that changes. It draws cards, appends events and moves the state on."""

from __future__ import annotations

from pitboss.cards import Card
from pitboss.law.answers import Refusal, refusal_in
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
from pitboss.table.automation import Automation
from pitboss.table.betting import last_cutter, not_cut_under
from pitboss.table.dealing import perform
from pitboss.table.decide import Decision, carry_out, decide, decide_in
from pitboss.table.duties import Duty, Task, active, next_duty
from pitboss.table.evolve import evolve
from pitboss.table.evolve.changes import clearable
from pitboss.table.irregular import void_round
from pitboss.table.log import Log, plain
from pitboss.table.opening import next_batch
from pitboss.table.run import Run
from pitboss.table.sitting import Sitting
from pitboss.table.sources import CardSource, Draw, Marker, ShoeEmpty, Shuffled, Stack
from pitboss.table.sources import FaceUp as FoundFaceUp
from pitboss.table.state import Phase, TableState

__all__ = ["Automation", "NotPermitted", "Table"]


class NotPermitted(Exception):
    """The book refuses an act; says why and under which clause."""

    def __init__(self, refusal: Refusal, cited: str) -> None:
        self.refusal = refusal
        self.under = refusal.under
        super().__init__(f"{refusal.why} ({cited})")


class Table(Sitting):
    """A live table under the rules of a book."""

    def __init__(
        self,
        rules: TableRules,
        source: CardSource | None = None,
        *,
        automation: Automation = Automation.DEALER,
        name: str = "table",
        keep_log: bool = True,
        strict_supervision: bool = False,
    ) -> None:
        self.rules = rules
        if has_cutting_card(rules):
            cutting_card_position(rules, size(rules))  # raises where it may not lie
        self.source = source if source is not None else Shuffled()
        self.automation = automation
        self._automated = automation.tasks
        self.log = Log(keep=keep_log)
        self._depth = 0
        self.state = TableState(rules=rules)
        settings = {key: plain(value) for key, value in rules.choices}
        self._append(
            e.TableOpened(
                book=rules.book.id,
                settings=settings,
                source=rules.book.source,
                table=name,
                strict_supervision=strict_supervision,
                under="opening",
            )
        )

    def __str__(self) -> str:
        from pitboss.table.layout import layout

        return layout(self.state)

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
        return refusal_in(answer)

    def _decided(self, act: acts.Act) -> Decision:
        answer = decide(self.state, act)
        if isinstance(answer, Refusal):
            raise NotPermitted(answer, self.rules.cite(answer.under))
        return answer

    def do(self, act: acts.Act) -> tuple[e.Event, ...]:
        """Do it, and whatever the table does by itself after it; raises ``NotPermitted``."""
        if isinstance(act, acts.Shuffle):
            return self.shuffle(act.reason, act.at)
        if isinstance(act, acts.Cut):
            return self.cut(act.player, act.depth)
        if isinstance(act, acts.CloseBets):
            self._make_ready(act)
        run = Run(self.state)
        refused = decide_in(run, act)
        if refused is not None:
            raise NotPermitted(refused, self.rules.cite(refused.under))
        return self._go_on(run)

    def _make_ready(self, act: acts.CloseBets) -> None:
        """No deal from an empty shoe; and a shoe that nobody has cut is cut by the house."""
        if self.source.left == 0 and self.state.shoe.number == 0:
            under = self.rules.shoe.cutting_card.under
            refusal = Refusal(under, "there are no cards in the shoe; shuffle first")
            raise NotPermitted(refusal, self.rules.cite(under))
        if not self.state.shoe.is_cut and self.ask(act) is None:
            self._cut_for_the_house()

    # Cards for a new shoe.

    def shuffle(self, reason: str = "start", at: int | str | None = None) -> tuple[e.Event, ...]:
        """Shuffle all cards for a new shoe and offer the cut."""
        decision = self._decided(acts.Shuffle(reason=reason, at=at))
        self._count_cards()
        self.source.shuffle(composition(self.rules))
        happened = list(self._accept(decision))
        if not self.state.shoe.offers:
            happened += self._cut_by_the_house(reason)
            happened += self._load()
        return tuple(happened)

    def _cut_by_the_house(self, reason: str) -> tuple[e.Event, ...]:
        """Where nobody is offered the cut, and yet there is one, the house makes it."""
        cutting = self.rules.cutting
        if cutting is None or not_cut_under(self.rules, reason) is not None:
            return ()
        depth = size(self.rules) // 2
        self.source.cut(depth)
        cut = e.ShoeCut(player=last_cutter(self.rules), depth=depth, under=cutting.at_last.under)
        self._append(cut)
        return (cut,)

    def _count_cards(self) -> None:
        """What is left in the shoe joins the rack; a card too few or too many is noticed."""
        under = self.rules.book.remedies.get("missing_card")
        if under is None or not isinstance(self.source, Stack) or not self.state.shoe.number:
            return
        if self.source.left + len(self.state.shoe.rack) != size(self.rules):
            self._append(e.IrregularityNoted(what="missing_card", under=under))

    def cut(self, player: str, depth: int, *, load: bool = True) -> tuple[e.Event, ...]:
        """Cut the shuffled cards and put them into the shoe, unless ``load`` is to come later."""
        decision = self._decided(acts.Cut(player=player, depth=depth))
        self._depth = depth
        return (*self._accept(decision), *(self.load() if load else ()))

    def load(self) -> tuple[e.Event, ...]:
        """The cut stack goes into the shoe."""
        shoe = self.state.shoe
        if not shoe.is_cut or shoe.is_loaded or shoe.cutter is None:
            under = self.rules.shoe.cut_from_the_ends.under
            raise NotPermitted(
                Refusal(under, "no stack is cut and waits to be loaded"), self.rules.cite(under)
            )
        self.source.cut(self._depth)
        return self._load()

    def _load(self) -> tuple[e.Event, ...]:
        stack = size(self.rules)
        position = (
            cutting_card_position(self.rules, stack) if has_cutting_card(self.rules) else None
        )
        if position is not None:
            self.source.place_cutting_card(position)
        under = self.rules.shoe.cutting_card.under
        second = position is not None and self.rules.equipment.cutting_cards.value > 1
        loaded = e.ShoeLoaded(cards=stack, position=position, second_at_back=second, under=under)
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
        overrides = shoe.shuffle_after in ("replaced", "reshuffle_missed")
        if shoe.cut_seen is not None and not overrides:
            return ("cut_card", shoe.cut_seen.box or "dealer")
        return (shoe.shuffle_after, None) if shoe.shuffle_after is not None else None

    def prepare(self) -> tuple[e.Event, ...]:
        """A new shoe where one is due, cut by the house; for tables that ask no player to cut."""
        due = self.shuffle_is_due()
        if due is None:
            return ()
        return (*self.shuffle(*due), *self._cut_for_the_house())

    def _cut_for_the_house(self) -> tuple[e.Event, ...]:
        """Every player who is offered the cut lets it pass, and the house cuts in the middle."""
        happened: list[e.Event] = []
        shoe = self.state.shoe
        if shoe.offers and not shoe.is_cut:
            for offer in shoe.offers[shoe.declined :]:
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
        return self._go_on(Run(self.state))

    def _go_on(self, run: Run) -> tuple[e.Event, ...]:
        """The events of a run, and of every automated duty that follows it."""
        happened: list[e.Event] = []
        automated = self._automated
        while (duty := next_duty(run.state)) is not None and duty.task in automated:
            card = None
            if duty.task is Task.DEAL or duty.task is Task.BURN:
                found = self._held(run.state, duty) or self._take()
                if not isinstance(found, Card):
                    # Something else leaves the shoe before the card, and may change what is due.
                    happened += self._accept(Decision(tuple(run.events), run.state))
                    before = self.log.length
                    card = self.draw(duty, found)
                    happened += self.log.events[before:]
                    run = Run(self.state)
                    if card is None:
                        continue
                else:
                    card = found
            perform(run, duty, card)
        happened += self._accept(Decision(tuple(run.events), run.state))
        return tuple(happened)

    @staticmethod
    def _held(state: TableState, duty: Duty) -> Card | None:
        """The card that waits to be the next one, if there is one."""
        held = state.shoe.held
        return held[0].card if held and duty.task is not Task.BURN else None

    def _take(self) -> Draw:
        try:
            return self.source.draw()
        except ShoeEmpty:
            return Marker.END

    # Cards.

    def _next_card(self, duty: Duty) -> Card | None:
        """The next card for this duty; None where its drawing changed what is due."""
        return self._held(self.state, duty) or self.draw(duty)

    def draw(self, duty: Duty | None = None, found: Draw | None = None) -> Card | None:
        """Take the next card out of the shoe, meeting whatever comes out before it."""
        in_error = duty is None
        duty = duty if duty is not None else next_duty(self.state)
        while True:
            found = self._take() if found is None else found
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
                if in_error:
                    self._burn_due_cards()
                if self.state.is_void or next_duty(self.state) != duty:
                    return None
            found = None

    def _burn_due_cards(self) -> None:
        """A card drawn in error from an empty shoe comes after the card that is burned."""
        while (first := next_duty(self.state)) is not None and first.task is Task.BURN:
            self._perform(first)

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
        state = self.state
        first = state.phase is Phase.DEALING and state.dealt == 0 and state.shoe.used == 0
        due = shuffle_is_due(self.rules, first_of_round=first)
        if duty is not None and duty.needs_card:
            box = duty.box
        else:  # a card drawn in error is due to the hand whose turn it is
            turn = active(state)
            box = turn[0].number if turn is not None else None
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
        cleared = clearable(state)
        return (
            *state.shoe.rack,
            *(
                card
                for box in state.boxes
                for played in box.hands
                if (box.number, played.number) in cleared
                for card in (*played.zapped, *played.hand.cards)
            ),
        )

    def reload(self, reason: str, cards: tuple[Card, ...], *, burn: bool, under: str) -> None:
        """Shuffle these cards in the middle of a round, cut them and go on."""
        self.source.shuffle(cards)
        batch = self.state.shoe.batch if reason == "shoe_exhausted" else next_batch(self.state)
        self._append(e.CardsShuffled(reason=reason, cards=len(cards), batch=batch, under=under))
        burns = burn and self.rules.shoe.burns_first.value
        self._append(e.CutOffered(offers=(), burn=burns, under=under))
