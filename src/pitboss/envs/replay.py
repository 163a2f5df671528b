"""Replay a round of an environment at a live table of the book, act by act.

The kernel has no text and no clauses, and the table no arrays. Both get the same cards and acts;
the transcript is the table's, and the money must agree to the cent.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from pitboss.cards import DECK, Card
from pitboss.kernels.steps import codes
from pitboss.kernels.steps.tables import Stepped
from pitboss.law.insurance import near_half
from pitboss.law.play import surrenders_before_play
from pitboss.law.side_bets.prizes import prize
from pitboss.law.wagers import WagerKind
from pitboss.players.stakes import main_stake
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.decide import perform_duty
from pitboss.table.legal_acts import permitted
from pitboss.table.procedure.bank import bank_is_offered_to
from pitboss.table.procedure.duties import (
    DutyKind,
    active,
    boxes_with_a_draw,
    next_duty,
    waiting_for_the_button,
)
from pitboss.table.run import RunningDecision
from pitboss.table.sources import CardSource, Draw, Marker, ShoeEmpty
from pitboss.table.state import Phase, PlayedHand, TableState
from pitboss.table.table import Automation, Table
from pitboss.table.words.transcript import transcript_of_round

BANKERS: Final = ("Bea", "Bob")
"""The players who take turns at the bank, if players bank."""

_ON_HAND: Final[dict[int, type[acts.ActOnHand]]] = {
    int(act): kind for act, kind in acts.OF_PLAY.items()
}
_NAMED: Final = {kind: codes.NAMES[act] for act, kind in _ON_HAND.items()}
_IN_WINDOW: Final = {
    acts.Insure: "insure", acts.TakeEvenMoney: "even_money", acts.Surrender: "surrender",
}  # fmt: skip


class Disagreement(AssertionError):
    """The environment and the table of the book differ about a round."""


class DealtShoe(CardSource):
    """The cards that the kernel deals, in order, with its shuffles."""

    def __init__(self) -> None:
        self._coming: deque[int] = deque()
        self._left = 0
        self._cut_after: int | None = None
        self.shuffled: list[Card] = []
        """The last shuffled stack"""

    def add(self, what: int) -> None:
        """Append a card or a shuffle mark."""
        self._coming.append(what)

    def shuffle(self, cards: Sequence[Card]) -> None:
        """Use the kernel's next shuffle."""
        if not self._coming or self._coming[0] not in (codes.NEW_SHOE, codes.DISCARDS):
            raise Disagreement("the table shuffles where the environment plays on")
        self._coming.popleft()
        self.shuffled, self._left, self._cut_after = list(cards), len(cards), None

    def cut(self, depth: int) -> None:
        """Ignore the cut, since the order is the one after it."""

    def place_cutting_card(self, position: int) -> None:
        """Insert the cut card after this many cards."""
        self._cut_after = position

    def draw(self) -> Draw:
        """The next card that the kernel has dealt."""
        if self._cut_after == 0:
            self._cut_after = None
            return Marker.CUTTING_CARD
        if self._left == 0:
            raise ShoeEmpty
        if not self._coming or self._coming[0] >= codes.NEW_SHOE:
            raise Disagreement("the table deals a card that the environment does not")
        self._left -= 1
        self._cut_after = None if self._cut_after is None else self._cut_after - 1
        return DECK[self._coming.popleft()]

    @property
    def left(self) -> int:
        """The number of cards that are left."""
        return self._left

    @property
    def is_dealt(self) -> bool:
        """Whether the environment has dealt a card that the table has not, or has none left."""
        return bool(self._coming) or self._left == 0


class EnvironmentStep(NamedTuple):
    """One step of an environment, for the table to follow."""

    act: int | None
    """None if a round only begins"""
    box: int
    phase: int
    """The phase in which the act was done"""
    traced: Sequence[int]
    """Cards, shuffles and rounds that followed"""
    won: Fraction
    """What the step won, in units"""
    then: int
    """The phase after it, and what may be done, as bits"""
    may: int


class Replay:
    """A table of the book that repeats what an environment does."""

    def __init__(self, stepped: Stepped) -> None:
        self.stepped, self.rules, self.shape = stepped, stepped.rules, stepped.shape
        self.unit = main_stake(stepped.rules)
        self.source = DealtShoe()
        self.table = Table(stepped.rules, self.source, automation=Automation.NONE)
        self.names = {b + 1: f"Player {b + 1}" for b in range(self.shape.boxes)}
        for box, name in self.names.items():
            self.table.do(acts.Sit(box=box, player=name))
        if self.rules.banking is not None:
            last = self.rules.equipment.boxes.value
            for place, name in enumerate(BANKERS[: last - self.shape.boxes]):
                self.table.do(acts.Sit(box=last - place, player=name))
        self._prizes: dict[int, int] = {}
        self._sides: list[int] = []
        self.laid: TableState = self.table.state
        """The table while the cards of the round were last on it"""
        self.hands: dict[tuple[int, int], PlayedHand] = {}
        """[box, hand]: the hands of the round, also those whose cards have been collected"""
        self.round = 1
        self._began = 0

    def follow(self, done: EnvironmentStep) -> None:
        """Repeat a step at the table; raises ``Disagreement`` if the two differ."""
        won = Fraction(0)
        parts = _rounds(self._fed(done.traced))
        ended = next(parts)
        if done.act is not None and done.phase not in (codes.ENDED, codes.LOOKING_ON):
            self._do(done.act, done.box, done.phase)
            self._advance()
        while True:
            if ended:
                won += self._finish()
            begins = next(parts, None)
            if begins is None:
                break
            ended = begins
            self._begin()
        self._go_on(done)
        if won != done.won:
            text = self.text()
            raise Disagreement(f"the environment pays {done.won}, the table {won}:\n{text}")

    def _fed(self, traced: Sequence[int]) -> Iterator[int]:
        """Pass cards and shuffles on to the source, and return the marks of rounds."""
        waiting = iter(traced)
        for what in waiting:
            if what >= codes.PRIZE_DRAWN:
                self._prizes[what - codes.PRIZE_DRAWN + 1] = next(waiting)
            elif what in (codes.ROUND_BEGINS, codes.ROUND_ENDS):
                yield what
            else:
                self.source.add(what)

    def _go_on(self, done: EnvironmentStep) -> None:
        """Continue as far as the environment has gone, to the next decision."""
        self._advance()
        # A surrender before play is one of the first acts where nothing is learnt in between.
        waits = surrenders_before_play(self.rules) and done.may >> codes.SURRENDER & 1
        if done.then == codes.PLAY and not waits:
            self._close_window()
            self._forced()

    # A round.

    def _advance(self) -> None:
        """Perform the dealer's duties as far as the environment has dealt the cards."""
        while (duty := self.table.duty) is not None and duty.task is not DutyKind.CLOSE_WINDOW:
            if duty.needs_card and not self.source.is_dealt:
                return
            self.table.perform()
            self._look()

    def _look(self) -> None:
        """Remember the cards on the table, which is empty once a round is settled."""
        state = self.table.state
        if state.dealer:
            self.laid = state
            for box in state.boxes:
                for played in box.hands:
                    if played.hand.cards:
                        self.hands[box.number, played.number] = played

    def _begin(self) -> None:
        self.round, self._began = self.table.state.round, self.table.log.length
        self.hands = {}
        self.table.prepare()
        if self.rules.banking is not None:
            self._take_bank()
        if self.shape.is_flat:
            for box in self.names:
                self._bet(box, 0)
            self._deal()

    def _take_bank(self) -> None:
        bank = self.shape.bank
        wager = int((bank if bank is not None else Fraction(10**6)) * self.unit)
        last = self.rules.equipment.boxes.value
        for place, name in enumerate(BANKERS):
            take = acts.TakeBank(player=name, box=last - place, wager=wager)
            for _ in range(last):
                if self.table.ask(take) is None:
                    self.table.do(take)
                    return
                offered = bank_is_offered_to(RunningDecision(self.table.state))
                if offered is None or offered == name:
                    break
                self.table.do(acts.DeclineBank(player=offered))
        raise Disagreement("no player may take the bank")

    def _bet(self, box: int, bet: int) -> None:
        stake = self.shape.bets[bet] * self.unit
        name = self.names[box]
        self.table.do(acts.Bet(box=box, player=name, stake=stake))
        for side in self._sides:
            kind, units = self.shape.sides[side]
            cents = int(units * self.unit)
            self.table.do(acts.Bet(box=box, player=name, stake=cents, kind=kind))
        self._sides = []

    def _deal(self) -> None:
        self.table.do(acts.CloseBets())
        self._advance()
        state = self.table.state
        while state.phase is Phase.AFTER_DEAL and waiting_for_the_button(state):
            kind, box = boxes_with_a_draw(state)[0]
            if box not in self._prizes:
                raise Disagreement(f"the environment drew no prize for box {box}")
            won = prize(self.rules.side_bet(kind), self._prizes.pop(box))
            self.table.do(acts.PressButton(box=box, player=self.names[box], prize=won))
            self._advance()
            state = self.table.state

    def _do(self, act: int, box: int, phase: int) -> None:
        table = self.table
        if phase == codes.BETTING:
            bets = len(self.shape.bets)
            if act >= codes.BASE + bets:
                self._sides.append(act - codes.BASE - bets)
                return
            self._bet(box, act - codes.BASE)
            if box == self.shape.boxes:
                self._deal()
        elif act == codes.INSURE:
            main = table.state.open_wagers(box=box, kind=WagerKind.MAIN)[0].stake
            table.do(acts.Insure(box=box, amount=near_half(self.rules, main)[0]))
        elif act == codes.EVEN_MONEY:
            table.do(acts.TakeEvenMoney(box=box))
        elif act == codes.SURRENDER and surrenders_before_play(self.rules):
            table.do(acts.Surrender(box=box))
        elif act != codes.PASS:
            self._close_window()
            self._forced()
            turn = active(table.state)
            if turn is None or turn[0].number != box:
                raise Disagreement(f"box {box} has a hand to play that the table does not have")
            table.do(_ON_HAND[act](box=box, hand=turn[1].number))

    def _close_window(self) -> None:
        self._advance()
        if self.table.state.phase is Phase.WINDOW:
            self.table.perform()
            self._advance()

    def _forced(self) -> None:
        """Do what the environment does without asking: the only permitted act."""
        while self.table.state.phase is Phase.PLAY:
            may = _decisions(self.table.state)
            if len(may) != 1:
                return
            self.table.do(may[0])
            self._advance()

    def _finish(self) -> Fraction:
        """Finish the round after the last decision; returns its result."""
        self._close_window()
        self._forced()
        if self.table.state.phase is not Phase.BETTING:
            raise Disagreement(f"the table waits in the phase {self.table.state.phase.value}")
        return self._won()

    def _won(self) -> Fraction:
        staked: dict[int, int] = {}
        net = 0
        for event in self.table.log.events[self._began :]:
            if isinstance(event, e.WagerPlaced) and event.box in self.names:
                staked[event.wager] = event.stake
            elif isinstance(event, e.WagerRaised) and event.wager in staked:
                staked[event.wager] += event.stake
            elif isinstance(event, e.WagerSettled) and event.wager in staked:
                net += event.returned - staked[event.wager]
            elif isinstance(event, e.RoundVoided):
                return Fraction(0)
        return Fraction(net, self.unit)

    # What is shown.

    def text(self) -> str:
        """The round so far, a sentence for each event with its clause."""
        return "\n".join(transcript_of_round(self.table.log.events, self.round))

    def may(self, box: int) -> frozenset[str]:
        """The acts the table permits on a box now, by the environment's names."""
        return frozenset(self._may(self.table.state, box))

    def _may(self, state: TableState, box: int) -> Iterator[str]:
        in_window = state.phase is Phase.WINDOW
        for act in permitted(state):
            kind = type(act)
            if getattr(act, "box", None) == box and kind in (_IN_WINDOW if in_window else _NAMED):
                yield _IN_WINDOW[kind] if in_window else _NAMED[kind]  # type: ignore[index]
        while in_window and state.phase is Phase.WINDOW and (duty := next_duty(state)) is not None:
            state = perform_duty(state, duty).state
        if in_window and state.phase is Phase.PLAY:
            yield from (name for name in self._may(state, box) if name not in ("insure",))


def _rounds(marks: Iterator[int]) -> Iterator[bool]:
    """For the current round and each that begins, whether it ends within the step."""
    ended = False
    for mark in marks:
        if mark == codes.ROUND_BEGINS:
            yield ended
            ended = False
        else:
            ended = True
    yield ended


def _decisions(state: TableState) -> list[acts.ActOnHand]:
    return [
        act for act in permitted(state) if type(act) in _NAMED and isinstance(act, acts.ActOnHand)
    ]
