"""A sitting in the dealer's chair: gestures in, marks out, and a log that is always lawful.

A sitting is a function of its lesson and its gestures, and can be replayed from them. The table
does a duty when all its steps have been done, so its log is that of a machine with the same cards
and the same players, whatever the trainee did wrong.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from typing import Any, Final

from msgspec import Struct

from pitboss.cards import Card
from pitboss.law.shoe import cut_limits
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.ledger import Call
from pitboss.rulebooks.provisions import NOT_IN_THE_TEXT
from pitboss.school.expected import Group, Skill, Step, after, groups_of
from pitboss.school.gestures import AT_CARDS, AT_WAGERS, Do, Gesture
from pitboss.school.marks import GestureVerdict, Mark, MarkSheet, sheet_of
from pitboss.school.players import Script
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.automation import Automation, Supervision
from pitboss.table.decide import Decision, decide, perform_duty
from pitboss.table.procedure.card_preparation import next_for_the_machine
from pitboss.table.procedure.cutting import last_cutter, stack_of
from pitboss.table.procedure.duties import Duty, DutyKind, active, dealer_has_blackjack
from pitboss.table.sources import Seeded
from pitboss.table.state import Phase, PlayedHand
from pitboss.table.table import Table
from pitboss.table.words.phrases import called

NO_MORE_BETS: Final = "no more bets"
PLACE_BETS: Final = "place your bets please"
INSURANCE: Final = "insurance"
BLACKJACK: Final = "blackjack"

Course = Generator[Sequence[Group], Gesture | None, None]
"""What is due, group by group; what was done last is sent back"""


class Lesson(Struct, frozen=True):
    """What is practised: a book with its options, so many rounds, and the cards of a seed."""

    rules: TableRules
    rounds: int = 5
    seed: int | str = 1
    boxes: int = 3
    is_guided: bool = True
    """Whether a wrong gesture must be done again; otherwise what is due is done for the trainee"""


def open_chair(lesson: Lesson, automation: Automation) -> Table:
    """The table of a lesson: by the book, with players who cut."""
    by_hand = automation is Automation.NONE
    return Table(
        lesson.rules,
        Seeded(lesson.seed),
        automation=automation,
        asks_for_cuts=True,
        strict_supervision=Supervision(strict=by_hand, by_the_book=True),
    )


class DealerSession:
    """One trainee in the dealer's chair."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.table = open_chair(lesson, Automation.NONE)
        self.script = Script(lesson.rules, lesson.seed, boxes=lesson.boxes)
        self.marks: list[Mark] = []
        self.done: list[Step] = []
        """The steps that are behind the trainee, in the order in which they were done"""
        self._calls = lesson.rules.book.ledger.calls()
        self._called: set[tuple[int, int, int]] = set()
        """The hands, by number of cards, whose totals have been announced"""
        self._groups: list[Group] = []
        self._was_wrong: Step | None = None
        self._last: Gesture | None = None
        self._course = self._lesson()
        self._advance()

    @property
    def is_over(self) -> bool:
        """Whether every round of the lesson has been dealt."""
        return not self._groups

    @property
    def due(self) -> tuple[Group, ...]:
        """What is due, the next group first."""
        return tuple(self._groups)

    @property
    def sheet(self) -> MarkSheet:
        """The sitting so far in figures."""
        return sheet_of(self.marks, self.done)

    def do(self, gesture: Gesture, at: float = 0.0) -> Mark:
        """Judge a gesture; the right one is done, the wrong one changes nothing at the table."""
        if self.is_over:
            raise ValueError("the lesson is over")
        step = next((s for s in self._groups[0].steps if s.is_done_by(gesture)), None)
        if step is not None:
            verdict = GestureVerdict.CORRECTED if self._was_wrong is step else GestureVerdict.RIGHT
            mark = self._mark(gesture, at, verdict, step.skill, step)
            self._was_wrong = None
            self._complete(step, gesture)
            return mark
        return self._judge(gesture, at)

    def _judge(self, gesture: Gesture, at: float) -> Mark:
        """Say what is wrong with a gesture that is not due."""
        due = self._groups[0].steps[0]
        early, under = self._early(gesture)
        if early is not None:
            mark = self._mark(gesture, at, GestureVerdict.WRONG, Skill.ORDER, due, under=under)
        else:
            there = [s for s in self._groups[0].steps if s.is_at(gesture)]
            due = there[0] if there else self._nearest(gesture)
            mark = self._mark(gesture, at, GestureVerdict.WRONG, _about(gesture, due), due,
                              cents=_lost(gesture, due))  # fmt: skip
        self._was_wrong = due
        if not self.lesson.is_guided:
            self._was_wrong = None
            self._complete(due, due.gesture)
        return mark

    def _early(self, gesture: Gesture) -> tuple[Step | None, str]:
        """The step of a later group that the gesture does, and the clause that puts it there."""
        for group in self._groups[1:]:
            for step in group.steps:
                if step.is_done_by(gesture):
                    return step, group.under
        return None, ""

    def _nearest(self, gesture: Gesture) -> Step:
        steps = self._groups[0].steps
        return next((s for s in steps if s.gesture.do is gesture.do), steps[0])

    def _mark(
        self, gesture: Gesture, at: float, verdict: GestureVerdict, skill: Skill, due: Step, *,
        under: str | None = None, cents: int = 0,
    ) -> Mark:  # fmt: skip
        mark = Mark(
            n=len(self.marks) + 1, at=at, gesture=gesture, verdict=verdict, skill=skill,
            due=due.gesture, under=under or due.under, cents=cents,
        )  # fmt: skip
        self.marks.append(mark)
        return mark

    def _complete(self, step: Step, gesture: Gesture) -> None:
        """Take a step off the list; when the list is empty, the table goes on."""
        self.done.append(step)
        self._last = gesture
        first, *rest = self._groups
        left = tuple(each for each in first.steps if each is not step)
        self._groups = [Group(left, first.under), *rest] if left else rest
        if not self._groups:
            self._advance()

    def _advance(self) -> None:
        while not self._groups:
            try:
                groups = self._course.send(self._last)
            except StopIteration:
                return
            self._last = None
            self._groups = [group for group in groups if group.steps]

    # The course of a lesson: each part yields what is due, and goes on when it has been done.

    def _lesson(self) -> Course:
        for _ in range(self.lesson.rounds):
            yield from self._cards()
            yield from self._bets()
            yield from self._round()

    def _cards(self) -> Course:
        table = self.table
        self._do_all(self.script.arrivals(table.state))
        due = table.shuffle_is_due()
        if due is not None:
            while (step := next_for_the_machine(table.state, shows=True)) is not None:
                batch, what = step
                if what.by == "dealer":
                    yield _one(Gesture(Do.PREPARE, words=what.step), what.under, Skill.HANDLING)
                # The inspector, the supervisor and the players are colleagues who do their part.
                table.do(acts.PrepareCards(step=what.step, by=what.by, role=what.by, batch=batch))
            under = table.rules.shoe.cutting_card.under
            yield _one(
                Gesture(Do.SHUFFLE),
                self._first_under(acts.Shuffle(reason=due[0], at=due[1]), under),
            )
            table.shuffle(*due)
            yield from self._cut()
        yield from self._burn()

    def _first_under(self, act: acts.Act, otherwise: str) -> str:
        decision = decide(self.table.state, act)
        events = decision.events if isinstance(decision, Decision) else ()
        return events[0].under if events else otherwise

    def _cut(self) -> Course:
        table = self.table
        while not (shoe := table.state.shoe).is_cut:
            if shoe.declined < len(shoe.offers):
                offer = shoe.offers[shoe.declined]
                yield _one(Gesture(Do.OFFER_CUT, who=offer.player), offer.under)
                depth = self.script.depth(table.state, offer.player)
                if depth is None:
                    table.do(acts.DeclineCut(player=offer.player))
                else:
                    table.cut(offer.player, depth)
                continue
            stack = stack_of(table.state)
            span = cut_limits(table.rules, stack)
            middle = table.house_depth(stack)
            cutter = last_cutter(table.rules)
            under = self._first_under(acts.Cut(player=cutter, depth=middle), NOT_IN_THE_TEXT)
            done = yield (Group((Step(Gesture(Do.CUT, depth=middle), under, Skill.HANDLING,
                                      depths=(span.least, span.most)),)),)  # fmt: skip
            depth = done.depth if done is not None else None
            table.cut(cutter, middle if depth is None else depth)

    def _burn(self) -> Course:
        while (duty := self.table.duty) is not None and duty.task is DutyKind.BURN:
            yield from self._card(duty)

    def _bets(self) -> Course:
        table, state = self.table, self.table.state
        if Call.PLACE_BETS in self._calls:
            yield (self._call(Call.PLACE_BETS, PLACE_BETS),)
        for act in self.script.bank(state):
            if table.state.banker is None and table.ask(act) is None:
                table.do(act)
        self._do_all(self.script.bets(table.state))
        unlawful = []
        for bet in self.script.mischief(table.state):
            refused = table.ask(bet)
            if refused is not None:
                back = Gesture(Do.RETURN, bet.box, who=bet.player, amount=bet.stake)
                unlawful.append(Step(back, refused.under, Skill.MISSED_BET))
        under = self._first_under(acts.CloseBets(), NOT_IN_THE_TEXT)
        ordered = Call.NO_MORE_BETS in self._calls
        call = Step(Gesture(Do.CALL, words=NO_MORE_BETS), under, Skill.CALL, any_words=not ordered)
        yield (Group(tuple(unlawful)), Group((call,), under))
        table.do(acts.CloseBets())

    def _do_all(self, wanted: Iterable[acts.Act]) -> None:
        for act in wanted:
            if self.table.ask(act) is None:
                self.table.do(act)

    def _round(self) -> Course:
        table, number = self.table, self.table.state.round
        self._called.clear()
        while table.state.round == number and not table.state.is_void:
            duty = table.duty
            if not table.state.shoe.is_cut:
                yield from self._cut()
            elif duty is None:
                if table.state.phase is Phase.BETTING:
                    return  # the cut card came first: the bets stay, and no round has begun
                yield from self._person()
            else:
                yield from self._duty(duty)

    def _person(self) -> Course:
        """A player acts; the dealer announces the total first, where a clause says so."""
        yield from self._total_before()
        act = self.script.act(self.table.state)
        assert act is not None, "someone can act where the dealer has no duty"
        yield from self._happened(self.table.do(act))

    def _total_before(self) -> Course:
        state = self.table.state
        turn = active(state)
        if turn is None or state.phase is not Phase.PLAY or Call.TOTAL not in self._calls:
            return
        if state.asked is None and self._first_time(turn[0].number, turn[1]):
            yield (self._call_total(Call.TOTAL, turn[0].number, turn[1]),)

    def _first_time(self, box: int, played: PlayedHand) -> bool:
        key = (box, played.number, len(played.hand.cards) + 100 * len(played.exchanged))
        if key in self._called:
            return False
        self._called.add(key)
        return True

    def _duty(self, duty: Duty) -> Course:
        if duty.needs_card:
            yield from self._card(duty)
            return
        before = self.table.state
        match duty.task:
            case DutyKind.LOOK:
                yield _one(Gesture(Do.LOOK), self._predicted(duty)[0].under)
            case DutyKind.REVEAL:
                yield _one(Gesture(Do.TURN), self._predicted(duty)[0].under)
            case DutyKind.FINISH:
                yield from self._finish(duty)
            case DutyKind.CLOSE_WINDOW:
                for act in self.script.before_play(before):
                    if self.table.ask(act) is None:
                        yield from self._happened(self.table.do(act))
                yield _one(Gesture(Do.CLOSE), self._predicted(duty)[0].under)
            case _:
                yield from self._settle(duty)
                self.table.perform()
                return
        yield from self._happened(self.table.perform())

    def _predicted(self, duty: Duty) -> tuple[e.Event, ...]:
        return perform_duty(self.table.state, duty).events

    def _settle(self, duty: Duty) -> Course:
        """A duty whose result lies on the table already: its steps come before it is done."""
        state, events = self.table.state, self._predicted(duty)
        groups = list[Group]()
        if duty.task is DutyKind.PAY_BLACKJACK and Call.BLACKJACK in self._calls:
            groups.append(self._call(Call.BLACKJACK, BLACKJACK, duty.box))
        groups += groups_of(self.table.rules, state, events)
        for event in events:
            if isinstance(event, e.WindowOpened):
                opens = [Step(Gesture(Do.OPEN), event.under, Skill.HANDLING)]
                if event.insurance and Call.INSURANCE in self._calls:
                    opens += self._call(Call.INSURANCE, INSURANCE).steps
                groups.append(Group(tuple(opens)))
            elif isinstance(event, e.CardsTakenAway | e.CardsCollected):
                box = event.box if isinstance(event, e.CardsTakenAway) else None
                hand = event.hand if isinstance(event, e.CardsTakenAway) else 1
                rack = Step(Gesture(Do.RACK, box, hand), event.under, Skill.HANDLING)
                groups.append(Group((rack,), event.under))
        if groups:
            yield groups

    def _finish(self, duty: Duty) -> Course:
        ends = [
            event for event in self._predicted(duty) if isinstance(event, e.DealerHandCompleted)
        ]
        if ends:
            dealer = self.table.state.dealer
            under = self._calls.get(Call.DEALER_TOTAL)
            say = Gesture(Do.CALL, words=self._total(dealer))
            call = Step(say, under or ends[0].under, Skill.CALL, any_words=under is None)
            yield (Group((call,)),)

    def _total(self, cards: Any) -> str:
        if dealer_has_blackjack(self.table.state) and cards == self.table.state.dealer:
            return BLACKJACK
        return called(self.table.rules, cards)

    def _card(self, duty: Duty) -> Course:
        """A card that is due; which one it is shows when it has been dealt."""
        table = self.table
        under = _card_under(table, duty)
        if duty.task is DutyKind.BURN:
            yield _one(Gesture(Do.BURN), under)
        else:
            do = Do.CARD if duty.face_up else Do.CARD_DOWN
            yield _one(Gesture(do, duty.box, duty.hand), under, Skill.TARGET)
        events = table.perform()
        if any(isinstance(event, e.CardDealt) for event in events):
            yield from self._total_after(duty)
        yield from self._happened(events)

    def _total_after(self, duty: Duty) -> Course:
        """The total that is announced after an additional card."""
        state = self.table.state
        if duty.box is None:
            drawn = len(state.dealer) > 2 and Call.EACH_DEALER_TOTAL in self._calls
            if drawn and state.phase is not Phase.DEALING:
                words = called(self.table.rules, state.dealer)
                yield (self._call(Call.EACH_DEALER_TOTAL, words),)
            return
        box = state.box(duty.box)
        played = box.hand(duty.hand) if box is not None else None
        if played is None or state.phase is Phase.DEALING:
            return
        second = len(played.hand.cards) == 2 and played.hand.is_split
        call = Call.SPLIT_TOTAL if second else Call.NEW_TOTAL
        if call not in self._calls or not (second or len(played.hand.cards) > 2):
            return
        if self._first_time(duty.box, played):
            yield (self._call_total(call, duty.box, played),)

    def _call(self, call: Call, words: str, box: int | None = None) -> Group:
        under = self._calls[call]
        return Group((Step(Gesture(Do.CALL, box, words=words), under, Skill.CALL),), under)

    def _call_total(self, call: Call, box: int, played: PlayedHand) -> Group:
        cards = played.hand.cards
        words = called(self.table.rules, cards)
        say = Gesture(Do.CALL, box, played.number, words=words)
        return Group((Step(say, self._calls[call], Skill.CALL),), self._calls[call])

    def _happened(self, events: Sequence[e.Event]) -> Course:
        """What the dealer does about what has just happened."""
        steps = tuple(after(self.table.state, events))
        if steps:
            yield (Group(steps),)


def _one(gesture: Gesture, under: str, skill: Skill = Skill.HANDLING) -> Sequence[Group]:
    return (Group((Step(gesture, under, skill),)),)


def _card_under(table: Table, duty: Duty) -> str:
    """The clause under which a card is dealt now; it does not depend on the card."""
    events = perform_duty(table.state, duty, Card("2c")).events
    return next(
        (x.under for x in events if isinstance(x, e.CardDealt | e.CardBurned)), events[0].under
    )


def _about(gesture: Gesture, due: Step) -> Skill:
    """What a wrong gesture is about, beside what was due."""
    wanted = due.gesture
    if gesture.do in AT_WAGERS and wanted.do in AT_WAGERS:
        return Skill.MISSED_BET if due.skill is Skill.MISSED_BET else Skill.MONEY
    if gesture.do in (Do.CARD, Do.CARD_DOWN) and wanted.do in (Do.CARD, Do.CARD_DOWN):
        same = (gesture.box, gesture.hand) == (wanted.box, wanted.hand)
        return Skill.FACE if same else Skill.TARGET
    if gesture.do in AT_CARDS and wanted.do not in AT_CARDS:
        return Skill.MOMENT
    if gesture.do is Do.CALL and wanted.do is Do.CALL:
        return Skill.CALL
    return Skill.HANDLING if due.skill in (Skill.TARGET, Skill.MONEY) else due.skill


def _lost(gesture: Gesture, due: Step) -> int:
    """What the house would have lost by the wrong end of a wager, in cents."""
    wanted = due.gesture
    if not due.is_at(gesture):
        return 0
    return _to_player(gesture, wanted) - _to_player(wanted, wanted)


def _to_player(gesture: Gesture, wanted: Gesture) -> int:
    amount = gesture.amount if gesture.amount is not None else (wanted.amount or 0)
    return {Do.PAY: amount, Do.TAKE: -amount}.get(gesture.do, 0)
