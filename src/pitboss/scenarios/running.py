"""Running a scenario on a table and comparing what came out with what must."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from msgspec import Struct

from pitboss.cards import Card
from pitboss.law.answers import Refusal
from pitboss.law.play import surrenders_before_play
from pitboss.rulebooks import rulebook
from pitboss.rulebooks.provisions import number
from pitboss.scenarios import format as f
from pitboss.scenarios import sharing
from pitboss.scenarios.comparing import differences, net_of
from pitboss.scenarios.phases import (
    ACTS_BEFORE,
    AFTER_THE_ROUND,
    ANNOUNCED,
    BEFORE_THE_DEAL,
    DRAWN_IN_ERROR,
    IN_THE_WINDOW,
    explicit_deal,
)
from pitboss.scenarios.translating import as_draw, shown, told, translated
from pitboss.table import acts
from pitboss.table.duties import Duty, Task, active
from pitboss.table.sources import Draw, Rigged, ShoeEmpty
from pitboss.table.state import Phase
from pitboss.table.table import Automation, NotPermitted, Table


class Outcome(Struct, frozen=True):
    """Whether a scenario came out as it must, and where it did not."""

    id: str
    title: str
    passed: bool
    differences: tuple[str, ...] = ()


class Stopped(Exception):
    """A scenario could not be played to its end; says where and why."""


def run_scenario(scenario: f.Scenario) -> Outcome:
    """Play a scenario and compare every key of its expectation."""
    try:
        found = list(_played(scenario, dict(scenario.settings)))
        for i, one in enumerate(scenario.rounds):
            for again in one.expect.net_with or ():
                settings = {**dict(scenario.settings), **dict(again.settings)}
                found += _net_with(scenario, settings, i, again)
    except Stopped as stopped:
        found = [str(stopped)]
    return Outcome(scenario.id, scenario.title, not found, tuple(found))


def _net_with(
    scenario: f.Scenario, settings: dict[str, Any], wanted: int, again: f.NetWith
) -> Iterator[str]:
    table = _Runner(scenario, settings)
    elected = ", ".join(f"{k}={v}" for k, v in again.settings)
    try:
        for i, one in enumerate(scenario.rounds):
            table.play(one)
            if i == wanted:
                net = table.net()
                if net != dict(again.net):
                    yield f"net with {elected}: expected {dict(again.net)}, got {net}"
                return
            table.close()
    except Stopped as stopped:
        yield f"with {elected}: {stopped}"


def _played(scenario: f.Scenario, settings: dict[str, Any]) -> Iterator[str]:
    table = _Runner(scenario, settings)
    for i, one in enumerate(scenario.rounds, 1):
        where = f"round {i}: " if len(scenario.rounds) > 1 else ""
        try:
            table.play(one)
        except Stopped as stopped:
            yield f"{where}{stopped}"
            return
        yield from (where + found for found in differences(table.table, one, table.left()))
        table.close()


class _Runner:
    """A table with a rigged shoe, led through one scenario."""

    def __init__(self, scenario: f.Scenario, settings: dict[str, Any]) -> None:
        self.scenario = scenario
        rules = rulebook(scenario.rulebook).elect_all(settings)
        self.source = Rigged(())
        self.table = Table(rules, self.source, automation=Automation.NONE)
        self._at = self._deal_at = 0
        self._announced: list[f.Event] = []
        self._seat()
        for player in scenario.arrived:
            self.table.do(acts.Arrive(player=player))

    def _seat(self) -> None:
        seats: dict[int, str] = dict(self.scenario.seats or ())
        if self.scenario.seats is None:
            for one in self.scenario.rounds:
                if one.bank is not None:
                    seats.setdefault(one.bank.box, one.bank.player)
                for line in one.wagers:
                    seated = line.role is f.Role.SEATED and line.kind.value == "main"
                    if seated and line.refused is None:
                        seats.setdefault(line.box, line.player)
        for box, player in sorted(seats.items()):
            try:
                self.table.do(acts.Sit(box=box, player=player))
            except NotPermitted as refused:
                raise Stopped(f"{player} cannot sit at box {box}: {refused}") from None

    # One round.

    def play(self, one: f.Round) -> None:
        """Play a round up to the collection of its cards; raises ``Stopped`` where it cannot."""
        try:
            self._play(one)
        except ShoeEmpty as empty:
            raise Stopped(str(empty)) from None

    def _play(self, one: f.Round) -> None:
        self.source = Rigged([as_draw(item) for item in one.shoe])
        self.table.source = self.source
        self._take_bank(one)
        for i, line in enumerate(one.wagers, 1):
            try:
                self._wager(i, line)
            except NotPermitted as refused:
                raise Stopped(f"wager {i} was refused: {refused}") from None
        self._deal_at = explicit_deal(one)
        for i, entry in enumerate(one.acts, 1):
            self._at = i
            try:
                self._entry(one, entry)
            except NotPermitted as refused:
                raise Stopped(f"entry {i} ({shown(entry)}) was refused: {refused}") from None
        if self.table.state.phase is Phase.BETTING and not self.table.state.open_wagers():
            return  # every wager was refused or taken away: there is no round to deal
        try:
            self._finish()
        except NotPermitted as refused:
            raise Stopped(f"the deal was refused: {refused}") from None

    def close(self) -> None:
        """Collect the cards, so that the next round can begin."""
        while self.table.duty is not None:
            self.table.perform()

    def left(self) -> list[Draw]:
        """What is still in the shoe."""
        rest = []
        while self.source.peek_next() is not None:
            rest.append(self.source.draw())
        return rest

    def net(self) -> dict[str, int]:
        """What each bettor has won or lost in this round, fees apart."""
        return net_of(self.table.state)

    def _take_bank(self, one: f.Round) -> None:
        if one.bank is None:
            return
        answers = (f.ActName.ACCEPT_BANK, f.ActName.DECLINE_BANK)
        if any(isinstance(entry, f.Act) and entry.act in answers for entry in one.acts):
            for entry in one.acts:
                if isinstance(entry, f.Act) and entry.act in answers:
                    try:
                        self._act(one, entry)
                    except NotPermitted as refused:
                        who = f"{shown(entry)} by {entry.player}"
                        raise Stopped(f"{who} was refused: {refused}") from None
            banker = self.table.state.banker
            if banker is None or banker.player != one.bank.player:
                raise Stopped(f"the bank is not with {one.bank.player} after the answers")
            return
        bank = one.bank
        try:
            self.table.do(acts.TakeBank(player=bank.player, box=bank.box, wager=bank.wager))
        except NotPermitted as refused:
            raise Stopped(f"the bank was refused to {bank.player}: {refused}") from None

    def _wager(self, i: int, line: f.WagerLine) -> None:
        act = acts.Bet(
            box=line.box,
            player=line.player,
            kind=line.kind.value,
            stake=line.stake,
            unnoticed=line.unnoticed,
        )
        self._do(f"wager {i}", act, line.refused)

    def _do(self, where: str, act: acts.Act, refused: str | None) -> None:
        """Do it; where it must be refused, check the clause and that nothing has changed."""
        if refused is None:
            self.table.do(act)
            return
        self._must_refuse(f"{where} ({told(act)})", partial(self.table.ask, act), refused)

    def _acts_of_several(self, entry: f.Act) -> None:
        """One line for the decider and those who follow: each of them does his own act."""
        refused = sharing.refusal_of(self.table.state, entry)
        if entry.refused is not None:
            self._must_refuse(f"act {entry.act.value}", lambda: refused, entry.refused)
            return
        if refused is not None:
            raise NotPermitted(refused, self.table.rules.cite(refused.under))
        for act in tuple(sharing.own_acts(self.table.state, entry)):
            self.table.do(act)

    def _must_refuse(self, where: str, ask: Callable[[], Refusal | None], refused: str) -> None:
        before, length = self.table.state, self.table.log.length
        answer = ask()
        if not isinstance(answer, Refusal):
            raise Stopped(f"{where} must be refused under {refused}, but is allowed")
        if (under := number(answer.under)) != number(refused):
            not_so = f"not under {under} ({answer.why})"
            raise Stopped(f"{where} must be refused under {refused}, {not_so}")
        if self.table.state is not before or self.table.log.length != length:
            raise Stopped(f"{where} was refused, and yet something has changed")

    # The entries.

    def _entry(self, one: f.Round, entry: f.Act | f.Event) -> None:
        if not sharing.is_answer(entry, self.table.state.asked):
            self._decline_for_the_rest()
        if isinstance(entry, f.Act):
            if entry.act in (f.ActName.ACCEPT_BANK, f.ActName.DECLINE_BANK) and one.bank:
                return  # answered before the wagers, which need a bank
            if entry.act not in ACTS_BEFORE and entry.act is not f.ActName.DEAL:
                self._begin()
                self._advance()
                self._leave_window(entry)
            while entry.act in (f.ActName.BET, f.ActName.WITHDRAW) and self._deals_first():
                self.table.perform()
            self._act(one, entry)
            return
        self._event(entry)

    def _decline_for_the_rest(self) -> None:
        """Whoever was asked to follow a double or a split and says nothing adds nothing."""
        for act in sharing.declines(self.table.state.asked):
            self.table.do(act)

    def _leave_window(self, entry: f.Act) -> None:
        """The window after the deal ends with the first other act, refused or not."""
        duty = self.table.duty
        if duty is None or duty.task is not Task.CLOSE_WINDOW or entry.act in IN_THE_WINDOW:
            return
        if entry.act is f.ActName.SURRENDER and surrenders_before_play(self.table.rules):
            return
        self.table.perform()
        self._advance()

    def _begin(self) -> None:
        """The deal begins with the first entry of a later phase."""
        if self.table.state.phase is Phase.BETTING:
            self.table.do(acts.CloseBets())

    def _deals_first(self) -> bool:
        """Whether ``deal`` was said and the first card, after which nobody bets, is still due."""
        return self.table.state.phase is Phase.DEALING and not self.table.state.dealt

    def _advance(self, cards: int | None = None, *, to_the_end: bool = False) -> None:
        """The table goes on by itself until somebody has to decide."""
        while (duty := self.table.duty) is not None:
            if cards is not None and self.table.state.shoe.used >= cards:
                return
            if not to_the_end and (duty.task is Task.CLOSE_WINDOW or duty.is_after_the_players):
                in_deal = self.table.state.phase is Phase.DEALING
                if not in_deal:
                    return
            self._perform(duty)

    def _perform(self, duty: Duty) -> None:
        if duty.needs_card and self.source.peek_next() is None and not self.table.state.shoe.held:
            raise Stopped(f"a card is due ({duty.task.value}), but the scenario lists no more")
        self.table.perform()

    def _finish(self) -> None:
        self._begin()
        self._decline_for_the_rest()
        while True:
            duty = self.table.duty
            if duty is None and self._stands_on_late_card():
                continue
            if duty is None:
                raise Stopped("somebody has to decide, but the scenario lists no more acts")
            if duty.task is Task.COLLECT:
                return
            self._perform(duty)

    def _stands_on_late_card(self) -> bool:
        """A hand that took a missed card stands on it unless the scenario says more."""
        turn = active(self.table.state)
        if turn is None or not turn[1].had_late_card:
            return False
        try:
            self.table.do(acts.Stand(box=turn[0].number, hand=turn[1].number))
        except NotPermitted:
            return False
        return True

    def _act(self, one: f.Round, entry: f.Act) -> None:
        if sharing.is_shorthand(entry):
            self._acts_of_several(entry)
            return
        act = translated(one, entry)
        if isinstance(act, acts.Bet) and entry.role is f.Role.SEATED:
            free = act.box not in self.table.state.seats
            if free and entry.refused is None and self.scenario.seats is None:
                self.table.do(acts.Sit(box=act.box, player=act.player))
        self._do(f"act {entry.act.value}", act, entry.refused)
        if isinstance(act, acts.CloseBets) and entry.refused is None:
            for event in self._announced:
                self.table.do(self._report(event))
            self._announced.clear()

    def _event(self, event: f.Event) -> None:
        name = event.event
        if name in BEFORE_THE_DEAL:
            self._before_the_deal(event)
            return
        if self._at < self._deal_at and event.after_cards is None:  # the deal is listed later
            if name in ANNOUNCED:
                self._announced.append(event)
                return
        elif event.after_cards == 0 and self.source.peek_next() is None:
            pass  # no card leaves the shoe, before the event or after it
        elif event.after_cards is not None:
            self._begin()
            self._advance(event.after_cards)
        elif name in ANNOUNCED:
            self._begin()
        elif name is f.EventName.EXTRA_DEALER_CARD:
            self._begin()
            ends = (Task.SETTLE, Task.COLLECT)
            while (duty := self.table.duty) is not None and duty.task not in ends:
                self._perform(duty)
        elif not self._happens_at_once(event):
            self._begin()
            self._advance()
        self.table.do(self._report(event))

    def _happens_at_once(self, event: f.Event) -> bool:
        """Orders for after the round; the missed card of a double, which is still due."""
        state = self.table.state
        if state.owed is None or state.owed[:2] != (event.box, event.hand):
            return event.event in AFTER_THE_ROUND and state.phase is Phase.BETTING
        hands = {(b.number, h.number): h.hand for b in state.boxes for h in b.hands}
        return event.event is f.EventName.MISSED_CARD and hands[state.owed[:2]].is_doubled

    def _before_the_deal(self, event: f.Event) -> None:
        if event.event is f.EventName.SHUFFLE:
            assert event.reason is not None
            self.table.do(acts.Shuffle(reason=event.reason.value, at=event.at))
        elif event.event is f.EventName.DEALER_CHANGE:
            self.table.do(acts.ChangeDealer())
            while (duty := self.table.duty) is not None:
                self._perform(duty)
        else:
            self.table.do(acts.Report(what=event.event.value))

    def _report(self, event: f.Event) -> acts.Report:
        cards = event.cards
        card = event.card
        lost: tuple[str, ...] = ()
        if event.event in DRAWN_IN_ERROR:
            self._take(card)
        elif event.event in (f.EventName.DRAWN_TOGETHER, f.EventName.STRAY_CARDS):
            for one in cards:
                self._take(one)
        elif event.event is f.EventName.VOID_HAND:
            lost = tuple(self._take(None).text for _ in range(event.lost_cards or 0))
        return acts.Report(
            what=event.event.value,
            box=event.box,
            hand=event.hand,
            player=event.player,
            card=card.text if card is not None else None,
            cards=tuple(one.text for one in cards),
            which=event.which.value if event.which is not None else None,
            reconstructed=event.reconstructed,
            ruling=event.ruling.value if event.ruling is not None else None,
            hands=tuple((at.box, at.hand) for at in event.hands),
            lost=lost,
            why="as the scenario says",
        )

    def _take(self, card: Card | None) -> Card:
        drawn = self.table.draw()
        if drawn is None or (card is not None and drawn is not card):
            raise Stopped(f"the event names {card}, but {drawn} leaves the shoe")
        return drawn
