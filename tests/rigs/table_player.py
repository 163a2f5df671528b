"""Play a simulated run's strategy at a real table, in plain Python.

The players look at the cards on the layout, keep the count in fractions, and share nothing with the
kernel but the decisions.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from pitboss.acts import HandAct
from pitboss.cards import CARDS, DECK, Card
from pitboss.compiled.ranks import CLASSES
from pitboss.kernels.full.game import GameRecord
from pitboss.kernels.full.job import PreparedJob
from pitboss.kernels.full.memory import Memory
from pitboss.kernels.full.shoe import shuffle_all
from pitboss.kernels.record import fill, new
from pitboss.kernels.rng import State, below, state_of
from pitboss.law.counting import count, is_blackjack, up_card
from pitboss.law.hands import Hand
from pitboss.law.insurance import may_insure, may_take_even_money
from pitboss.law.play import (
    MAY,
    may_hit,
    may_split,
    may_stand,
    surrenders_before_play,
)
from pitboss.law.shoe import burns_first_card, size
from pitboss.law.side_bets.prizes import prize
from pitboss.law.side_bets.registry import is_placed_late
from pitboss.law.wagers import WagerKind
from pitboss.players.decisions import PER_STAGE, PermittedDecisions
from pitboss.players.seats import Seat, Setting
from pitboss.rulebooks import TableRules
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.procedure.bank import bank_is_offered_to
from pitboss.table.procedure.duties import active, boxes_with_a_draw, waiting_for_the_button
from pitboss.table.run import RunningDecision
from pitboss.table.sources import Stack
from pitboss.table.state import Phase, PlayedHand
from pitboss.table.table import Automation, Table
from tests.rigs.table_wagers import KernelDisagreement, Wagers, main_stake, wagers_of

BANKERS: Final = ("Bea", "Bob")
"""The players who take turns at the bank, if a player banks."""


class ScriptedShoes(Stack):
    """Shoes in a recorded order, with discards shuffled as in the kernel."""

    __slots__ = ("_full", "_state", "again", "first", "is_new", "waiting")

    def __init__(self, full: int) -> None:
        super().__init__()
        self._full = full
        self._state = state_of(0, 0)
        self.waiting: list[tuple[Sequence[Card], State]] = []
        self.is_new = False
        self.first: Sequence[Card] = ()
        self.again: Sequence[Card] = ()

    def _arranged(self, cards: Sequence[Card]) -> Sequence[Card]:
        if len(cards) < self._full:
            again = np.array(sorted(card.index for card in cards), np.uint8)
            game, room = new(GameRecord), new(Memory)
            fill(room, cards=again, generator=self._state)
            shuffle_all(game, room, len(again))
            self._state = room.generator.copy()
            self.again = [DECK[i] for i in room.cards[: len(again)]]
            return self.again
        if not self.waiting:
            raise KernelDisagreement("the table shuffles where the kernel plays on")
        order, self._state = self.waiting.pop()
        self.is_new, self.first = True, order[:1]
        return order

    def pass_over_a_prize(self, draws: int) -> None:
        """The kernel has drawn a prize, by the numbers that shuffle the discards later."""
        below(self._state, np.uint64(draws))

    def cut(self, depth: int) -> None:
        """Ignore the cut, since the recorded order is the one after it."""


class TablePlayer:
    """Everyone at a table, each seat as in the setting."""

    def __init__(
        self,
        rules: TableRules,
        prepared: PreparedJob,
        decisions: PermittedDecisions,
    ) -> None:
        self.rules, self.prepared, self.decisions = rules, prepared, decisions
        self.setting = prepared.setting
        self.walk = prepared.compiled.walk
        self.source = ScriptedShoes(size(rules))
        self.table = Table(rules, self.source, automation=Automation.DEALER, keep_log=False)
        self.stake = main_stake(rules)
        self.names = {k + 1: f"P{k + 1}" for k in range(len(self.setting.seats))}
        for box, name in self.names.items():
            self.table.do(acts.Sit(box=box, player=name))
        if rules.banking is not None:
            last = rules.equipment.boxes.value
            for place, name in enumerate(BANKERS):
                self.table.do(acts.Sit(box=last - place, player=name))
        self.counts = _looks_at_the_count(self.setting)
        self.running = Fraction(0)
        self.hole = ""
        self.inside: dict[int, bool] = {}
        self.happened: list[e.Event] = []

    # The count.

    def _do(self, act: acts.Act) -> None:
        self._see(self.table.do(act))

    def _see(self, events: Sequence[e.Event]) -> None:
        self.happened += events
        if not self.counts:
            return
        tags, source = self.setting.count.tags, self.source
        # The source reports a shuffle in the middle of a round before its events are read.
        if source.is_new:
            self.running = self.setting.count.start_of(self.rules.equipment.decks.value)
            self.inside, source.is_new = {}, False
        if source.again:
            # The discards are in the shoe again; no one had seen the burn card.
            burned = source.first if burns_first_card(self.rules) else ()
            self.running -= sum((tags[c.index] for c in source.again), Fraction(0))
            self.running += sum((tags[c.index] for c in burned), Fraction(0))
            source.again = source.first = ()
        for event in events:
            match event:
                case e.CardDealt(face_up=False):
                    self.hole = event.card
                case e.CardDealt() | e.HoleCardRevealed():
                    self.running += tags[CARDS[event.card].index]
                case e.HoleCardChecked(blackjack=True):
                    self.running += tags[CARDS[self.hole].index]
                case _:
                    pass

    def true(self) -> int:
        """The true count now."""
        if not self.counts:
            return 0
        return self.setting.count.true_count(self.running, self.source.left)

    # A round.

    def play(self, kernels: NDArray[Any]) -> list[Wagers | None]:
        """Play one round with the kernel's prizes, and return each seat's result."""
        table = self.table
        self._see(table.prepare())
        self.happened = []
        if self.rules.banking is not None:
            self._take_bank()
        true = self.true()
        for k, seat in enumerate(self.setting.seats):
            self._bet(k, seat, true)
        self._do(acts.CloseBets())
        while table.state.phase is not Phase.BETTING:
            self._decide(kernels)
        return self._came_to()

    def _take_bank(self) -> None:
        bank = self.setting.bank
        wager = int((bank if bank is not None else Fraction(10**6)) * self.stake)
        last = self.rules.equipment.boxes.value
        place = (self.table.state.round - 1) // 2 % len(BANKERS)
        take = acts.TakeBank(player=BANKERS[place], box=last - place, wager=wager)
        while self.table.ask(take) is not None:
            offered = bank_is_offered_to(RunningDecision(self.table.state))
            assert offered is not None
            self.table.do(acts.DeclineBank(player=offered))
        self.table.do(take)

    def _bet(self, k: int, seat: Seat, true: int) -> None:
        span = self.prepared.span
        bucket = span.bucket(true)
        many = seat.bets(span)[bucket]
        stays = self.inside.get(k, False)
        self.inside[k] = true >= (seat.leaves_below if stays else seat.enters_at)
        if not self.inside[k] or not many:
            return
        box, name = k + 1, self.names[k + 1]
        self._do(acts.Bet(box=box, player=name, stake=many * self.stake))
        from_ = dict(self.setting.side_bets_from)
        for kind, stake in self.setting.side_stakes if seat.sides else ():
            high_enough = span.lowest + bucket >= from_.get(kind, span.lowest)
            if high_enough and not is_placed_late(self.rules, kind):
                self._bet_beside(box, kind, stake)

    def _bet_beside(self, box: int, kind: str, stake: Fraction) -> None:
        cents = int(stake * self.stake)
        self._do(acts.Bet(box=box, player=self.names[box], stake=cents, kind=kind))

    def _decide(self, kernels: NDArray[Any]) -> None:
        table = self.table
        state = table.state
        if state.phase is Phase.AFTER_DEAL and waiting_for_the_button(state):
            self._press(kernels)
            return
        if state.phase is Phase.WINDOW:
            self._in_the_window()
            return
        turn = active(state)
        assert turn is not None, f"no player has to decide in the phase {state.phase.value}"
        box, played = turn[0].number, turn[1]
        seat = self.setting.seats[box - 1]
        act = self.act(seat, turn[0].hands, played, too_late=surrenders_before_play(self.rules))
        self._do(acts.OF_PLAY[act](box=box, hand=played.number))

    def _press(self, kernels: NDArray[Any]) -> None:
        state = self.table.state
        kind, box = boxes_with_a_draw(state)[0]
        number = kernels[box - 1]["prize"]
        if number < 0:
            raise KernelDisagreement(f"the kernel drew no prize for box {box}")
        prizes = self.prepared.compiled.side_bets.prizes
        self.source.pass_over_a_prize(len(prizes))
        draw = int(np.argmax(prizes == number))
        won = prize(self.rules.side_bet(kind), draw)
        (wager, *_) = state.open_wagers(kind=kind, box=box)
        self._do(acts.PressButton(box=box, player=wager.player, prize=won))

    def _in_the_window(self) -> None:
        table, rules = self.table, self.rules
        state = table.state
        true = self.true()
        for box in state.boxes:
            hand, seat = box.hands[0].hand, self.setting.seats[box.number - 1]
            for kind, stake in self.setting.side_stakes if seat.sides else ():
                if is_placed_late(rules, kind):
                    self._bet_beside(box.number, kind, stake)
            mains = state.open_wagers(box=box.number, kind=WagerKind.MAIN)
            if not mains:
                continue
            if true >= seat.insures_at:
                if may_take_even_money(rules, hand, up=state.up):
                    self._do(acts.TakeEvenMoney(box=box.number))
                    continue
                half = mains[0].stake // 2
                if may_insure(rules, up=state.up, main=mains[0].stake, amount=half):
                    self._do(acts.Insure(box=box.number, amount=half))
            if surrenders_before_play(rules) and not is_blackjack(rules, hand):
                act = self.act(seat, box.hands, box.hands[0], too_late=False)
                if act is HandAct.SURRENDER:
                    self._do(acts.Surrender(box=box.number))
        if table.state.phase is Phase.WINDOW:
            self._see(table.perform())
            self._see(table.go_on())

    def act(
        self, seat: Seat, hands: tuple[PlayedHand, ...], played: PlayedHand, *, too_late: bool
    ) -> HandAct:
        """The strategy's act for a hand, by the chart and the seat's deviations."""
        rules, decisions = self.rules, self.decisions
        hand = played.hand
        classes = [CLASSES.index(up_card(rules, card)) for card in hand.cards]
        up = CLASSES.index(up_card(rules, self.table.state.up))
        state = int(self.walk.single[classes[0]])
        for c in classes[1:]:
            state = int(self.walk.follows[state, c])
        context = 0
        if hand.exchanges:
            a, b = (CLASSES.index(up_card(rules, card)) for card in hands[0].exchanged[:2])
            context = int(decisions.exchange_context[a, b])
        most = int(decisions.hands_at_most[context // PER_STAGE, classes[0], up])
        if hand.is_split:
            context += 1 + classes[0]
        splits = len(hands) < most and bool(may_split(rules, hand, hands_on_box=len(hands)))
        act = self._deviating(seat, hand, int(decisions.acts[context, up, state]), too_late, True)
        if act is HandAct.SPLIT and not splits:
            base = int(decisions.unsplit[context, up, state])
            act = self._deviating(seat, hand, base, too_late, False)
        return act

    def _deviating(self, seat: Seat, hand: Hand, base: int, too_late: bool, pairs: bool) -> HandAct:
        """The act at this count, by the last deviation that applies."""
        if not seat.deviations:
            return HandAct(base)
        rules, up, true = self.rules, self.table.state.up, self.true()
        one, two = (up_card(rules, card).value for card in hand.cards[:2])
        pair = f"{one},{two}" if len(hand.cards) == 2 and one == two else None
        counted = count(rules, hand.cards)
        by_total = str(counted.total)
        if counted.soft:
            by_total = f"A,{counted.total - 11}" if counted.total < 21 else "A,T"
        act, others = HandAct(base), []
        for each in seat.deviations:
            if each.up != up_card(rules, up).value:
                continue
            named = (
                pairs if pair == each.hand else (each.hand == by_total and base != HandAct.SPLIT)
            )
            if not named or not _may(rules, each.act, hand, up):
                continue
            if each.act is HandAct.SURRENDER and too_late:
                continue
            others.append(each.act)
            if each.applies(true):
                act = each.act
        if act is HandAct.SURRENDER and too_late:
            return others[0] if others else HandAct.STAND
        return act

    # Results.

    def _came_to(self) -> list[Wagers | None]:
        placed: dict[int, e.WagerPlaced] = {}
        returned: dict[int, int] = {}
        void = False
        for event in self.happened:
            if isinstance(event, e.WagerPlaced):
                placed[event.wager] = event
            elif isinstance(event, e.WagerRaised):
                first = placed[event.wager]
                placed[event.wager] = structs.replace(first, stake=first.stake + event.stake)
            elif isinstance(event, e.WagerSettled):
                returned[event.wager] = event.returned
            elif isinstance(event, e.RoundVoided):
                void = True
        wagers: list[Wagers | None] = [None] * len(self.setting.seats)
        for box in self.names:
            mine = [(w, returned[n] - w.stake) for n, w in placed.items() if w.box == box]
            if mine:
                wagers[box - 1] = wagers_of(mine, banked=self.setting.bank is not None, void=void)
        return wagers


def _may(rules: TableRules, act: HandAct, hand: Hand, up: Card) -> bool:
    match act:
        case HandAct.STAND:
            return bool(may_stand(rules, hand)) or not may_hit(rules, hand)
        case HandAct.SPLIT:
            # A chart's pair of tens is any two of them; if they are not a pair in this book, the
            # hand is played as one that cannot be split.
            alike = structs.replace(hand, cards=hand.cards[:1] * 2)
            return bool(may_split(rules, alike, hands_on_box=2 if hand.is_split else 1))
        case _:
            return bool(MAY[act](rules, hand, up))


def _looks_at_the_count(setting: Setting) -> bool:
    plain = Seat()
    return bool(setting.side_bets_from) or any(
        seat.deviations
        or seat.spread != plain.spread
        or seat.insures_at != plain.insures_at
        or seat.enters_at != plain.enters_at
        for seat in setting.seats
    )
