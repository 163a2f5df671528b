"""Play random rounds with legal acts, illegal acts and irregularities, checking every invariant."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple

from msgspec import structs

from pitboss.law.answers import Refusal
from pitboss.law.shoe import cut_limits
from pitboss.law.side_bets.registry import in_the_book
from pitboss.law.wagers import WagerKind
from pitboss.rulebooks import TableRules
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.decide import decide
from pitboss.table.legal_acts import candidates, permitted
from pitboss.table.prizes import Controller
from pitboss.table.procedure.between_rounds import is_shuffled
from pitboss.table.procedure.cutting import last_cutter, stack_of
from pitboss.table.procedure.duties import (
    DutyKind,
    active,
    boxes_with_a_draw,
    reader_is_broken,
    waiting_for_the_button,
)
from pitboss.table.sources import WORD_BITS
from pitboss.table.state import Phase, TableState
from pitboss.table.table import Automation, NotPermitted, Table
from tests.rigs.invariants import broken
from tests.rigs.random_acts import any_act
from tests.rigs.random_handfuls import insured_again, second_thought
from tests.rigs.random_irregularities import Disturbed, mishap

PLAYERS: Final = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")
"""The people at random tables."""

MOST_STEPS: Final = 3000
"""More steps than any round takes; one that takes more does not end."""


class BrokenInvariant(AssertionError):
    """A violated invariant."""


class RandomTotals(NamedTuple):
    """The totals of random rounds."""

    rounds: int
    events: int
    refused: int
    mishaps: int


class RandomPlayer:
    """Everyone at one table, and their bad luck; all of it follows from the seed."""

    def __init__(
        self,
        rules: TableRules,
        seed: int | str,
        *,
        trouble: float = 0.03,
        keep_log: bool = True,
        every_step: bool = True,
    ) -> None:
        self.random = Random(f"{rules!r} {seed}")
        self.trouble, self.every_step = trouble, every_step
        self.refused = self.mishaps = 0
        self._checked: TableState | None = None
        automation = self.random.choice((Automation.NONE, Automation.DEALER, Automation.EVERYTHING))
        source = Disturbed(seed, self.random, chance=trouble / 15)
        asks = self.now_and_then(0.5)
        self.table = Table(
            rules, source, automation=automation, keep_log=keep_log, asks_for_cuts=asks
        )

    # Acts.

    def check(self, *, replayed: bool = False) -> None:
        """Raise ``BrokenInvariant`` if an invariant is violated."""
        wrong = broken(self.table, since=self._checked, replayed=replayed)
        if wrong is not None:
            raise BrokenInvariant(wrong)
        self._checked = self.table.state

    def do(self, act: acts.Act) -> bool:
        """Whether the table accepts the act, checking that a refused one changes nothing."""
        table = self.table
        before = (table.state, table.log.length, table.log.hash, table.source.left)
        try:
            happened = table.do(act)
        except NotPermitted as not_permitted:
            after = (table.state, table.log.length, table.log.hash, table.source.left)
            if after[0] is not before[0] or after[1:] != before[1:]:
                raise BrokenInvariant(f"{act} was refused, and yet something has changed") from None
            self.refused += 1
            self.was_refused(act, not_permitted.refusal)
            return False
        self._check_own(act, before[0], happened)
        if self.every_step:
            self.check()
        return True

    def was_refused(self, act: acts.Act, refusal: Refusal) -> None:
        """Take note of a refusal; those who only play do not."""

    def _check_own(self, act: acts.Act, before: TableState, happened: tuple[e.Event, ...]) -> None:
        """Check that, once the cards are dealt, no act places another person's wager."""
        placed = [event for event in happened if isinstance(event, e.WagerPlaced)]
        if not placed or before.phase is Phase.BETTING:
            return
        speaker = getattr(act, "player", None)
        if speaker is None and (box := before.box(getattr(act, "box", 0))) is not None:
            speaker = box.decider
        for event in placed:
            if event.player != speaker:
                raise BrokenInvariant(f"{act} of {speaker} places a wager of {event.player}")

    def must(self, act: acts.Act) -> None:
        """Perform an act that the table must accept."""
        if not self.do(act):
            raise BrokenInvariant(f"{act} is permitted, but refused: {self.table.ask(act)}")

    def now_and_then(self, chance: float) -> bool:
        return self.random.random() < chance

    # A round.

    def play(self) -> None:
        """Play one round, from the shuffle to the collection of the cards."""
        self._between_rounds()
        # Only now, since an irregularity may have voided the round of an earlier bet.
        number = self.table.state.round
        self._shuffle()
        self._bank()
        self._bets()
        for _ in range(MOST_STEPS):
            if self.table.state.round != number:
                self.check()
                return
            self._step()
        raise BrokenInvariant(
            f"the round does not end: {self.table.state.phase}, {self.table.duty}"
        )

    def _between_rounds(self) -> None:
        rules, random = self.table.rules, self.random
        for box in range(1, rules.equipment.boxes.value + 1):
            if self.now_and_then(0.1):
                self.do(acts.Sit(box=box, player=random.choice(PLAYERS)))
            if self.now_and_then(0.02):
                self.do(acts.Leave(box=box, player=self.table.state.seats.get(box, "nobody")))
        if self.now_and_then(0.05):
            self.do(acts.Arrive(player=random.choice(PLAYERS)))
        if self.now_and_then(self.trouble):
            self._mishap()
        if self.now_and_then(self.trouble) and self.table.state.shoe.number:
            self.do(acts.ChangeDealer())

    def _shuffle(self) -> None:
        table = self.table
        due = table.shuffle_is_due()
        if due is None:
            return
        table.shuffle(*due)
        while not table.state.shoe.is_cut:
            self._cut()
        self.check()

    def _cut(self) -> None:
        """Make or decline an offered cut."""
        table, shoe = self.table, self.table.state.shoe
        offered = shoe.offers[shoe.declined].player if shoe.declined < len(shoe.offers) else ""
        if self.now_and_then(0.2):
            self.do(acts.Cut(player="nobody", depth=1))
        if offered and self.now_and_then(0.5):
            self.must(acts.DeclineCut(player=offered))
            return
        span = cut_limits(table.rules, stack_of(table.state))
        table.cut(offered or last_cutter(table.rules), self.random.randint(*span))

    def _bank(self) -> None:
        if self.table.rules.banking is None:
            return
        if not self.table.state.seats:
            self.must(acts.Sit(box=self.table.rules.equipment.boxes.value, player="Ada"))
        least = self.table.rules.limits.minimum.value
        for attempt in range(1000):
            box, player = self.random.choice(sorted(self.table.state.seats.items()))
            wager = least * self.random.choice((0, 1, 2, 5, 20, 100))
            if self.do(acts.TakeBank(player=player, box=box, wager=wager)):
                return
            self.do(acts.DeclineBank(player=player))
            free = [b for b in range(1, 9) if b not in self.table.state.seats]
            if free:
                self.do(acts.Sit(box=free[0], player=self.random.choice(PLAYERS)))
            elif attempt > 100:  # every box may belong to a player who has banked often enough
                self.do(acts.Leave(box=box, player=player))
        raise BrokenInvariant("no player can take the bank")

    def _bets(self) -> None:
        number = self.table.state.round
        for act in self._some_bets():
            self.do(act)
        self._think_again()
        for _ in range(200):
            if self.now_and_then(0.02):
                self._mishap()
            if self.table.state.is_void or self.table.state.round != number:
                return  # an irregularity during betting
            if not is_shuffled(self.table.state):
                self._shuffle()
            if self.do(acts.CloseBets()):
                if self.now_and_then(0.1):  # between the call and the first card, or too late
                    self.do(self._one_bet(WagerKind.MAIN, lawful=True))
                return
            for what in ("reader_repaired", "madness_repaired"):
                self.do(acts.Report(what=what))
            bet = self._one_bet(WagerKind.MAIN, lawful=True)
            if self.now_and_then(0.3):
                seated = self.table.state.seats.get(bet.box, "nobody")
                self.do(acts.Leave(box=bet.box, player=seated))
            # The others may all be barred, as is anyone who arrives in the middle of a shoe.
            stranger = f"Guest {self.table.state.round}"
            self.do(acts.Report(what="readmitted", player=bet.player))
            self.do(structs.replace(bet, player=stranger) if self.now_and_then(0.3) else bet)
        raise BrokenInvariant(f"the bets cannot be closed: {self.table.ask(acts.CloseBets())}")

    def _some_bets(self) -> Iterator[acts.Act]:
        for _ in range(self.random.choice((1, 1, 2, 3, 6))):
            yield self._one_bet(WagerKind.MAIN, lawful=self.now_and_then(0.9))
        if self._shares_boxes and self.now_and_then(0.5):
            yield from self._bets_behind()
        side_bets = [*list(WagerKind)[1:], *in_the_book(self.table.rules), "roulette"]
        for _ in range(self.random.randint(0, 5)):
            yield self._one_bet(self.random.choice(side_bets), lawful=True)
        if self.now_and_then(0.05):
            yield acts.Withdraw(
                box=self.random.randint(1, 7),
                player=self.random.choice(PLAYERS),
                kind=str(self.random.choice((*WagerKind, *in_the_book(self.table.rules)))),
            )

    def _think_again(self) -> None:
        """Add, lower and withdraw chips, on main wagers and side bets."""
        while self.now_and_then(0.4):
            for act in second_thought(self.table.state, self.random):
                self.do(act)

    @property
    def _shares_boxes(self) -> bool:
        return self.table.rules.boxes.bettors_at_most.value != 1

    def _bets_behind(self) -> Iterator[acts.Act]:
        """Let others bet on a box that has a bet, seated or not."""
        mains = self.table.state.open_wagers(kind=WagerKind.MAIN)
        if not mains:
            return
        there = self.random.choice(mains)
        if there.box not in self.table.state.seats:
            yield acts.Sit(box=there.box, player=there.player)
        for player in self.random.sample(PLAYERS, self.random.randint(1, 3)):
            least = self.table.rules.limits.minimum.value
            stake = least * self.random.choice((1, 2, 3))
            yield acts.Bet(box=there.box, player=player, stake=stake)

    def _one_bet(self, kind: str, *, lawful: bool) -> acts.Bet:
        random, state = self.random, self.table.state
        least = state.rules.limits.minimum.value
        box = random.randint(1, state.rules.equipment.boxes.value)
        player = random.choice((state.seats.get(box, "Ada"), random.choice(PLAYERS)))
        mains = state.open_wagers(kind=WagerKind.MAIN)
        if kind is not WagerKind.MAIN and mains:
            there = random.choice(mains)
            box, player = there.box, random.choice((there.player, player))
        stake = least * random.choice((1, 1, 2, 3, 10))
        if not lawful:
            stake = random.choice((-least, 0, 1, least - 1, least * 3 // 2 + 1, least * 10**6))
            box = random.choice((box, 0, 99))
        unnoticed = lawful and "over_limit" in state.rules.book.remedies and self.now_and_then(0.1)
        if unnoticed and kind is WagerKind.MAIN:
            stake = random.choice((1, least // 2, least * 10, least * 500, least * 5000))
        return acts.Bet(box=box, player=player, stake=stake, kind=str(kind), unnoticed=unnoticed)

    # A step of a round.

    def _step(self) -> None:
        state = self.table.state
        if self.now_and_then(self.trouble):
            self._mishap()
            return
        if self.now_and_then(0.05):
            self.do(any_act(self.table.state, self.random, PLAYERS))
            return
        if state.choosing:
            player = self.random.choice(state.choosing)
            kind = acts.TakeBack if self.now_and_then(0.3) else acts.Continue
            self.must(kind(player=player))
            return
        duty = self.table.duty
        if duty is None:
            self._decide()
            return
        if duty.task is DutyKind.CLOSE_WINDOW and self.now_and_then(0.7):
            again = insured_again(state, self.random) if self.now_and_then(0.3) else None
            if again is None or not self.do(again):
                self._decide()
            return
        self.table.perform()
        if self.every_step:
            self.check()

    def _decide(self) -> None:
        state, random = self.table.state, self.random
        if not state.shoe.is_cut:
            self._cut()
            return
        if state.phase is Phase.BETTING:  # the cut card came first, so no round has begun
            self._shuffle()  # again, if an irregularity came between the shuffle and the shoe
            self.must(acts.CloseBets())
            return
        if waiting_for_the_button(state) and state.phase is Phase.AFTER_DEAL:
            _, box = boxes_with_a_draw(state)[0]
            words = iter(lambda: random.getrandbits(WORD_BITS), -1)
            prize = Controller(words).draw(state.rules)
            self.must(acts.PressButton(box=box, player="employee", prize=prize))
            return
        if reader_is_broken(state):
            self.must(acts.Report(what="reader_repaired"))
            return
        late = [(b.number, h.number) for b in state.boxes for h in b.hands if h.is_late]
        if late and (active(state) is None or state.phase is Phase.DEALING):
            box, hand = random.choice(late)
            kind = acts.CallDead if self.now_and_then(0.3) else acts.TakeLateCard
            self.must(kind(box=box, hand=hand))
            return
        act = self._some_permitted()
        if act is not None:
            self.must(act)
        elif self.table.duty is not None:
            self.table.perform()
        else:
            raise BrokenInvariant(f"no one can act in the phase {state.phase.value}")

    def _some_permitted(self) -> acts.Act | None:
        """Any act that the table permits now, each as likely as the others."""
        state, random = self.table.state, self.random
        if self.now_and_then(0.2):
            open_to_them = permitted(state)
            return random.choice(open_to_them) if open_to_them else None
        # The first of them in any order takes fewer decisions than all of them.
        tried = list(candidates(state))
        random.shuffle(tried)
        return next((act for act in tried if not isinstance(decide(state, act), Refusal)), None)

    def _mishap(self) -> None:
        report = mishap(self.table, self.random)
        if report is not None and self.do(report):
            self.mishaps += 1


def play_randomly(
    rules: TableRules,
    seed: int | str,
    rounds: int,
    *,
    trouble: float = 0.03,
    every_step: bool = True,
    replayed: bool = True,
) -> RandomTotals:
    """Play random rounds at one table, or raise ``BrokenInvariant`` at a violated invariant."""
    people = RandomPlayer(rules, seed, trouble=trouble, keep_log=replayed, every_step=every_step)
    for _ in range(rounds):
        try:
            people.play()
        except BrokenInvariant:
            raise
        except Exception as error:
            raise BrokenInvariant(f"{type(error).__name__}: {error}") from error
    if replayed:
        people.check(replayed=True)
    return RandomTotals(rounds, people.table.log.length, people.refused, people.mishaps)
