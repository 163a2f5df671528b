"""Acts at a table in any order break no invariant: one state machine per book."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from pitboss.law.wagers import WagerKind
from pitboss.rulebooks import rulebook
from pitboss.table import acts
from pitboss.table.legal_acts import permitted
from pitboss.table.procedure.duties import active, reader_is_broken, waiting_for_the_button
from pitboss.table.state import Phase
from pitboss.table.table import Automation, NotPermitted, Table
from tests.rigs.invariants import broken
from tests.rigs.random_irregularities import Disturbed, mishap
from tests.rigs.random_play import play_randomly
from tests.support import by_night

BOOKS = ("nz", "zappit", "rws", "leaflet", "nobust", "classic")
PLAYERS = ("Ada", "Ben", "Cleo")

players = st.sampled_from(PLAYERS)
boxes = st.integers(0, 8)
hands = st.integers(0, 4)
kinds = st.sampled_from([kind.value for kind in WagerKind])
seeds = st.integers(0, 2**32)
stakes = st.sampled_from([-1, 0, 1, 500, 1000, 1500, 2500, 5000, 15000, 10**9])
on_hand = st.sampled_from(acts.ON_HAND)


class AtTheTable(RuleBasedStateMachine):
    """Players and a dealer at one table; duties are performed one by one."""

    book = "classic"

    @initialize(seed=seeds)
    def open(self, seed: int) -> None:
        self.random = Random(seed)
        source = Disturbed(seed, self.random, chance=0.01)
        self.table = Table(rulebook(self.book).default_rules, source, automation=Automation.NONE)
        self.steps = 0
        self.accepted(acts.Sit(box=1, player="Ada"))
        self.table.prepare()

    # Doing things.

    def try_(self, act: acts.Act) -> bool:
        table = self.table
        state, length, left = table.state, table.log.length, table.source.left
        expected = table.ask(act)
        try:
            table.do(act)
        except NotPermitted as refused:
            assert refused.refusal == expected
            assert table.state is state
            assert (table.log.length, table.source.left) == (length, left)
            return False
        assert expected is None
        return True

    def accepted(self, act: acts.Act) -> None:
        assert self.try_(act), f"{act} was refused: {self.table.ask(act)}"

    @property
    def phase(self) -> Phase:
        return self.table.state.phase

    def is_betting(self) -> bool:
        return self.phase is Phase.BETTING

    def has_duty(self) -> bool:
        return self.table.duty is not None

    def is_playing(self) -> bool:
        return self.phase not in (Phase.BETTING, Phase.COLLECTION)

    # Before the cards.

    @precondition(is_betting)
    @rule(box=boxes, player=players, stays=st.booleans())
    def sit_or_leave(self, box: int, player: str, stays: bool) -> None:
        act = acts.Sit if stays else acts.Leave
        self.try_(act(box=box, player=player))

    @precondition(is_betting)
    @rule(box=boxes, player=players, stake=stakes, kind=kinds)
    def bet(self, box: int, player: str, stake: int, kind: str) -> None:
        self.try_(acts.Bet(box=box, player=player, stake=stake, kind=kind))

    @precondition(is_betting)
    @rule(times=st.lists(st.integers(1, 5), min_size=1, max_size=4), side_bet=kinds)
    def bet_and_begin(self, times: list[int], side_bet: str) -> None:
        """Legal wagers on a few boxes, the bank taken, a new shoe if one is due."""
        if self.table.rules.banking is not None:
            self.try_(acts.Sit(box=8, player="Bea"))
            self.try_(acts.TakeBank(player="Bea", box=8, wager=20_000))
        least = self.table.rules.limits.minimum.value
        for box, many in enumerate(times, 1):
            player = PLAYERS[box % 3]
            self.try_(acts.Bet(box=box, player=player, stake=many * least))
            self.try_(acts.Bet(box=box, player=player, stake=least, kind=side_bet))
        if not self.has_duty():
            self.table.prepare()
        self.try_(acts.CloseBets())

    @precondition(is_betting)
    @rule(player=players, box=boxes, wager=stakes, new_dealer=st.booleans())
    def bank(self, player: str, box: int, wager: int, new_dealer: bool) -> None:
        self.try_(acts.TakeBank(player=player, box=box, wager=wager))
        self.try_(acts.DeclineBank(player=player))
        if new_dealer:
            self.try_(acts.ChangeDealer())

    # The dealer.

    @precondition(has_duty)
    @rule(times=st.integers(1, 15))
    def do_duties(self, times: int) -> None:
        for _ in range(times):
            if self.has_duty():
                self.table.perform()
                self.holds()

    @precondition(has_duty)
    @rule()
    def do_every_duty(self) -> None:
        self.do_duties(30)

    # The players.

    @precondition(is_playing)
    @rule(choice=st.integers(0, 20), times=st.integers(1, 4))
    def decide(self, choice: int, times: int) -> None:
        """What is permitted must be accepted."""
        for _ in range(times):
            open_to_them = permitted(self.table.state)
            if open_to_them:
                self.accepted(open_to_them[choice % len(open_to_them)])
                self.do_duties(2)

    @rule(kind=on_hand, box=boxes, hand=hands, player=st.none() | players)
    def decide_anything(
        self, kind: type[acts.ActOnHand], box: int, hand: int, player: str | None
    ) -> None:
        self.try_(kind(box=box, hand=hand, player=player))

    @rule(box=boxes, player=players, amount=stakes, prize=st.sampled_from([0, 100, 100_000]))
    def do_out_of_turn(self, box: int, player: str, amount: int, prize: int) -> None:
        self.try_(acts.Withdraw(box=box, player=player))
        self.try_(acts.Insure(box=box, player=player, amount=amount))
        self.try_(acts.TakeEvenMoney(box=box, player=player))
        for there in self.table.state.boxes:
            self.try_(acts.PressButton(box=there.number, player="employee", prize=prize))

    # Irregularities.

    @rule()
    def something_goes_wrong(self) -> None:
        report = mishap(self.table, self.random)
        if report is not None:
            self.try_(report)

    @precondition(lambda self: self.table.state.choosing)
    @rule(go_on=st.booleans())
    def choose(self, go_on: bool) -> None:
        for player in self.table.state.choosing:
            self.accepted(acts.Continue(player=player) if go_on else acts.TakeBack(player=player))

    # Invariants.

    @invariant()
    def holds(self) -> None:
        if hasattr(self, "table"):
            self.steps += 1
            wrong = broken(self.table, replayed=self.steps % 25 == 0)
            assert wrong is None, wrong

    @invariant()
    def somebody_can_go_on(self) -> None:
        """The table always waits for someone."""
        if not hasattr(self, "table") or not self.is_playing() or self.has_duty():
            return
        state = self.table.state
        late = any(h.is_late for b in state.boxes for h in b.hands)
        waits = state.choosing or late or waiting_for_the_button(state)
        waits = waits or reader_is_broken(state)
        assert waits or (active(state) is not None and permitted(state))

    def teardown(self) -> None:
        if hasattr(self, "table"):
            assert broken(self.table, replayed=True) is None


@pytest.mark.parametrize("book", BOOKS)
def test_nothing_breaks_in_whatever_order(book: str) -> None:
    machine = type(f"At{book.title()}", (AtTheTable,), {"book": book})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=by_night(40),
            stateful_step_count=80,
            suppress_health_check=list(HealthCheck),
        ),
    )


@pytest.mark.parametrize("book", BOOKS)
def test_random_rounds_with_mishaps_hold(book: str) -> None:
    for seed in range(3):
        played = play_randomly(rulebook(book).default_rules, seed, 40, trouble=0.1)
        assert played.rounds == 40
