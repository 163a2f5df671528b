"""Play one scenario on a table, entry by entry."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from msgspec import structs

from pitboss.law.counting import count
from pitboss.law.play import may_hit
from pitboss.rulebooks import rulebook
from pitboss.scenarios import format as f
from pitboss.scenarios import seating, sharing, shuffles
from pitboss.scenarios.acts import (
    WrongCard,
    act_text,
    as_draw,
    reported,
    shown_entry,
    take_off_the_page,
    translated,
)
from pitboss.scenarios.comparison import net_of
from pitboss.scenarios.phases import (
    AFTER_THE_ROUND,
    ANNOUNCED,
    OF_THE_ROUND,
    comes_after_the_call,
    deal_is_due_at,
    is_before_the_deal,
    stays_in_the_window,
)
from pitboss.scenarios.placing import happens_after
from pitboss.scenarios.refusals import Stopped, must_refuse
from pitboss.table import acts
from pitboss.table.procedure.cutting import is_cut_by_the_house
from pitboss.table.procedure.duties import Duty, DutyKind, active
from pitboss.table.sources import Draw, Marker, Rigged, ShoeEmpty
from pitboss.table.state import Phase
from pitboss.table.table import Automation, NotPermitted, Table


def passes_over_the_turn(table: Table, entry: f.ScriptedAct) -> bool:
    """Whether an act is for a hand after the one whose turn it is."""
    turn = active(table.state)
    if turn is None or entry.refused is not None or table.duty is not None:
        return False
    return (entry.box, entry.hand) != (turn[0].number, turn[1].number)


def stands_on_its_own(table: Table) -> bool:
    """Stand on a 21, or on a hand that takes no more cards though its player may still decide.

    That is a further hand of a player who refused the exposed card, or a split ace that may be
    split again.
    """
    turn = active(table.state)
    if turn is None:
        return False
    hand, most = turn[1].hand, table.rules.counting.bust_above.value
    is_21 = count(table.rules, hand.cards).total == most
    return (is_21 or not may_hit(table.rules, hand)) and _stands(table)


def stands_unsaid(table: Table) -> bool:
    """Stand on a hand that took a missed card, or on its own, if no further act is listed."""
    turn = active(table.state)
    late = turn is not None and turn[1].had_late_card and _stands(table)
    return late or stands_on_its_own(table)


def _stands(table: Table) -> bool:
    turn = active(table.state)
    assert turn is not None
    try:
        table.do(acts.Stand(box=turn[0].number, hand=turn[1].number))
    except NotPermitted:
        return False
    return True


_BANK = (acts.TakeBank, acts.DeclineBank)
"""The answers of a player to whom the bank is offered."""


class Runner:
    """A table with a rigged shoe that plays one scenario."""

    def __init__(self, scenario: f.Scenario, settings: dict[str, Any]) -> None:
        self.scenario = scenario
        rules = rulebook(scenario.rulebook).elect_all(settings)
        self.source = Rigged(())
        self.table = Table(rules, self.source, automation=Automation.PLAY, asks_for_cuts=True)
        self._at = self._deal_at = 0
        self._announced: list[f.ScriptedEvent] = []
        self._pick: acts.Hit | None = None
        self._shuffled = False
        self._seat()
        for player in scenario.arrived:
            self.table.do(acts.Arrive(player=player))

    def _seat(self) -> None:
        for box, player in seating.seats_at_first(self.scenario).items():
            self._sit(acts.Sit(box=box, player=player))

    def _sit(self, act: acts.Act) -> None:
        try:
            self.table.do(act)
        except NotPermitted as refused:
            raise Stopped(f"{act_text(act)} was refused: {refused}") from None

    # One round.

    def play(self, one: f.ScenarioRound) -> None:
        """Play a round up to the collection of its cards, or raise ``Stopped``."""
        try:
            self._play(one)
        except ShoeEmpty as empty:
            raise Stopped(str(empty)) from None

    def lay(self, one: f.ScenarioRound, more: Iterable[Draw] = ()) -> None:
        """Put the cards of a round into the shoe, ``more`` after them, and place its wagers."""
        self.source = Rigged([*(as_draw(item) for item in one.shoe), *more])
        self.table.source = self.source
        self.table.state = shuffles.off_the_page(self.table.state, one)
        self._shuffled = False
        for change in tuple(seating.changes(self.scenario, one, self.table.state)):
            self._sit(change)
        self._take_bank(one)
        for i, line in enumerate(one.wagers, 1):
            try:
                if shuffles.comes_before(self.table, one, line) and not self._shuffled:
                    self._shuffle_first(one)
                self._wager(i, line)
            except NotPermitted as refused:
                raise Stopped(f"wager {i} was refused: {refused}") from None

    def _play(self, one: f.ScenarioRound) -> None:
        self.lay(one)
        self._deal_at = deal_is_due_at(one, self.table.rules)
        for i, entry in enumerate(one.acts, 1):
            self._at = i
            try:
                self._entry(one, entry)
            except NotPermitted as refused:
                shown = shown_entry(entry)
                raise Stopped(f"entry {i} ({shown}) was refused: {refused}") from None
        if self.table.state.phase is Phase.BETTING and not self.table.state.open_wagers():
            return  # every wager was refused or withdrawn, so there is no round to deal
        try:
            self._finish()
        except NotPermitted as refused:
            raise Stopped(f"the deal was refused: {refused}") from None

    def _shuffle_first(self, one: f.ScenarioRound) -> None:
        """Carry out the shuffle listed among the acts before a wager that waits for it."""
        self._before_the_deal(shuffles.listed(one)[0])
        self._shuffled = True

    def close(self) -> None:
        """Collect the cards, so that the next round can begin."""
        while self.table.duty is not None:
            self.table.perform()

    def left(self) -> list[Draw]:
        """The cards left in the shoe."""
        rest = []
        while self.source.peek_next() is not None:
            rest.append(self.source.draw())
        return rest

    def net(self) -> dict[str, int]:
        """What each bettor has won or lost in this round, without fees."""
        return net_of(self.table.state)

    def _take_bank(self, one: f.ScenarioRound) -> None:
        if one.bank is None:
            return
        for entry in one.acts:
            if isinstance(entry, f.ScriptedAct) and entry.kind in _BANK:
                try:
                    self._act(one, entry)
                except NotPermitted as refused:
                    shown = shown_entry(entry)
                    raise Stopped(f"{shown} by {entry.player} was refused: {refused}") from None
        try:
            take_off_the_page(self.table, one.bank)
        except NotPermitted as refused:
            raise Stopped(f"the bank was refused to {one.bank.player}: {refused}") from None
        banker = self.table.state.banker
        if banker is None or banker.player != one.bank.player:
            raise Stopped(f"{one.bank.player} does not have the bank after the answers")

    def _wager(self, i: int, line: f.WagerLine) -> None:
        act = acts.Bet(
            box=line.box,
            player=line.player,
            kind=str(line.kind),
            stake=line.stake,
            unnoticed=line.unnoticed,
        )
        self._do(f"wager {i}", act, line.refused)

    def _do(self, where: str, act: acts.Act, refused: str | None) -> None:
        """Carry out an act; if it must be refused, check the clause and that nothing changed."""
        if refused is None:
            self.table.do(act)
            return
        ask = partial(self.table.ask, act)
        must_refuse(self.table, f"{where} ({act_text(act)})", ask, refused, act)

    def _acts_of_several(self, entry: f.ScriptedAct) -> None:
        """Expand one line into an act for each bettor it names."""
        refused = sharing.refusal_of(self.table.state, entry)
        if entry.refused is not None:
            first = next(sharing.own_acts(self.table.state, entry), None)
            must_refuse(self.table, f"act {entry.act}", lambda: refused, entry.refused, first)
            return
        if refused is not None:
            raise NotPermitted(refused, self.table.rules.cite(refused.under))
        for act in tuple(sharing.own_acts(self.table.state, entry)):
            self.table.do(act)

    # The entries.

    def _entry(self, one: f.ScenarioRound, entry: f.ScriptedAct | f.ScriptedEvent) -> None:
        if not sharing.is_answer(entry, self.table.state):
            self._answer_for_the_rest(entry)
        if isinstance(entry, f.ScriptedAct):
            if entry.kind in _BANK and one.bank:
                return  # handled before the wagers, which need a bank
            if not is_before_the_deal(entry, self.table.rules):
                if self._deal_is_refused(entry):
                    return
                self._go_on()
                self._leave_window(one, entry)
                while passes_over_the_turn(self.table, entry) and stands_on_its_own(self.table):
                    self._go_on()
            elif self._asks_first(entry):
                self._begin()
                self._advance()
            elif self._at >= self._deal_at and comes_after_the_call(
                self.table, translated(one, entry), entry
            ):
                self._begin()
            while entry.kind in (acts.Bet, acts.Withdraw) and self._deals_first():
                self.table.perform()
            self._act(one, entry)
            return
        self._event(entry)

    def _answer_for_the_rest(self, entry: f.ScriptedAct | f.ScriptedEvent | None = None) -> None:
        """Decline doubles and splits for those who gave no answer; a bust plays on."""
        for act in (
            *sharing.declines(self.table.state.asked),
            *sharing.continues(entry, self.table.state),
        ):
            self.table.do(act)
        if self._pick is not None:
            picked, self._pick = self._pick, None
            self.table.do(picked)

    def _leave_window(self, one: f.ScenarioRound, entry: f.ScriptedAct) -> None:
        """Close the window after the deal at the first other act; a refused one may leave it."""
        duty = self.table.duty
        if duty is None or duty.task is not DutyKind.CLOSE_WINDOW:
            return
        if stays_in_the_window(one, self._at, entry, self.table.rules):
            return
        self.table.perform()
        self._advance()

    def _deal_is_refused(self, entry: f.ScriptedAct) -> bool:
        """Whether an act must be refused because the deal, which it would begin, is."""
        if entry.refused is None or self.table.state.phase is not Phase.BETTING:
            return False
        why = self.table.ask(acts.CloseBets())
        if why is not None:
            must_refuse(self.table, f"act {entry.act}", lambda: why, entry.refused)
        return why is not None

    def _begin(self) -> None:
        """Begin the deal at the first entry of a later phase."""
        if self.table.state.phase is Phase.BETTING:
            self.table.do(acts.CloseBets())
            self._report_announced()

    def _report_announced(self) -> None:
        """Carry out what was listed before the deal and happens in the round."""
        for event in self._announced:
            self.table.do(self._reported(event))
        self._announced.clear()

    def _asks_first(self, entry: f.ScriptedAct) -> bool:
        """Whether a marker left the shoe after which the cut is offered or betting opens."""
        state = self.table.state
        is_next = self.source.peek_next() is Marker.CUTTING_CARD and not state.shoe.used
        if entry.kind in (acts.Cut, acts.DeclineCut):
            return state.shoe.is_cut and (state.phase is not Phase.BETTING or is_next)
        return is_next and state.phase is Phase.DEALING

    def _go_on(self, cards: int | None = None, *, to_the_end: bool = False) -> None:
        """Begin the deal if it has not begun, and continue; the house makes an unlisted cut."""
        while True:
            self._begin()
            self._advance(cards, to_the_end=to_the_end or cards is not None)
            if self._waits_for_a_cut():
                self.table.let_the_cut_pass()
            elif self.table.state.phase is not Phase.BETTING:
                return

    def _waits_for_a_cut(self) -> bool:
        state = self.table.state
        return state.phase is not Phase.BETTING and not state.shoe.is_cut

    def _deals_first(self) -> bool:
        """Whether ``deal`` was given and the first card, which ends betting, is still due."""
        state = self.table.state
        return state.phase is Phase.DEALING and not state.dealt and self.table.duty is not None

    def _advance(self, cards: int | None = None, *, to_the_end: bool = False) -> None:
        """Let the table run until a player must decide."""
        while (duty := self.table.duty) is not None:
            if cards is not None and self.table.state.shoe.used >= cards:
                return
            if to_the_end and duty.task in (DutyKind.SETTLE, DutyKind.COLLECT):
                return
            if not to_the_end and (duty.task is DutyKind.CLOSE_WINDOW or duty.is_after_the_players):
                in_deal = self.table.state.phase is Phase.DEALING
                if not in_deal:
                    return
            self._perform(duty)

    def _perform(self, duty: Duty) -> None:
        if duty.needs_card and self.source.peek_next() is None and not self.table.state.shoe.held:
            raise Stopped(f"a card is due ({duty.task.value}), but the scenario lists no more")
        self.table.perform()

    def _finish(self) -> None:
        self._answer_for_the_rest()
        while True:
            self._begin()
            duty = self.table.duty
            if duty is None and self._waits_for_a_cut():
                self.table.let_the_cut_pass()
                continue
            if duty is None and stands_unsaid(self.table):
                continue
            if duty is None and self._is_reopened():
                continue
            if duty is None:
                raise Stopped("a player must decide, but the scenario lists no more acts")
            if duty.task is DutyKind.COLLECT:
                return
            self._perform(duty)

    def _is_reopened(self) -> bool:
        return self.table.state.phase is Phase.BETTING

    def _act(self, one: f.ScenarioRound, entry: f.ScriptedAct) -> None:
        if entry.pick is not None and entry.refused is None:
            box, hand = entry.box or 0, entry.hand
            self._pick = acts.Hit(box=box, hand=hand, pick=entry.pick.text)
        if sharing.is_shorthand(entry):
            self._acts_of_several(entry)
            return
        act = translated(one, entry)
        if isinstance(act, acts.PressButton) and not act.player:
            act = structs.replace(act, player=sharing.decider_of(self.table.state, act.box))
        if isinstance(act, acts.Cut) and is_cut_by_the_house(self.table.state, act):
            shuffles.cut_of_the_house(self.table, act, entry.refused)
            return
        if isinstance(act, acts.Bet) and entry.role is f.BettorRole.SEATED:
            free = act.box not in self.table.state.seats
            if free and entry.refused is None and self.scenario.seats is None:
                self.table.do(acts.Sit(box=act.box, player=act.player))
        self._do(f"act {entry.act}", act, entry.refused)
        if isinstance(act, acts.CloseBets) and entry.refused is None:
            self._report_announced()

    def _event(self, event: f.ScriptedEvent) -> None:
        name = event.event
        if name in f.BEFORE_THE_DEAL:
            self._before_the_deal(event)
            return
        if name in AFTER_THE_ROUND and self.table.state.phase is Phase.BETTING:
            self._announced.append(event)  # an order for after this round
            return
        if self._at < self._deal_at and event.after_cards is None:  # the deal is listed later
            if name in OF_THE_ROUND:
                self._announced.append(event)
                return
        elif event.after_cards == 0 and self.source.peek_next() is None:
            pass  # no card leaves the shoe, before the event or after it
        elif event.after_cards is not None:
            self._go_on(event.after_cards)
        elif name in ANNOUNCED:
            self._begin()
        elif name == "extra_dealer_card":
            self._go_on(to_the_end=True)
            while self.table.duty is None and stands_unsaid(self.table):
                self._go_on(to_the_end=True)
        else:
            if self.table.state.phase in (Phase.BETTING, Phase.DEALING):
                self._go_on()
            self._go_on(happens_after(self.table, self.source.peek_all(), event))
        self.table.do(self._reported(event))

    def _reported(self, event: f.ScriptedEvent) -> acts.Report:
        try:
            return reported(self.table, event)
        except WrongCard as wrong:
            raise Stopped(str(wrong)) from None

    def _before_the_deal(self, event: f.ScriptedEvent) -> None:
        if event.after_cards is not None:
            self._go_on(event.after_cards)
        elif self.table.state.phase is not Phase.BETTING:
            self._advance()
        if event.event == f.SHUFFLE:
            if self._shuffled:
                self._shuffled = False  # carried out before the wagers
                return
            assert event.reason is not None
            at = shuffles.where(self.table.state, event)
            self.table.do(acts.Shuffle(reason=event.reason.value, at=at))
        elif event.event == f.DEALER_CHANGE:
            self.table.do(acts.ChangeDealer())
            while (duty := self.table.duty) is not None:
                self._perform(duty)
        else:
            self.table.do(acts.Report(what=event.event))
