"""Drive a table when no player has to act, or when one has not acted in time.

``next_step`` finds what comes next at a table, whom to wait for and how long, and what to do when
that time has passed. Which acts are legal is left to the book.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Final, NamedTuple

from msgspec import Struct, structs

from pitboss.law.answers import Refusal
from pitboss.law.authority import clock_may_rule
from pitboss.law.cutting import offers_cuts
from pitboss.law.wagers import WagerKind
from pitboss.rulebooks import TableRules
from pitboss.table import acts
from pitboss.table.fairness import CommittedShoe
from pitboss.table.prizes import Controllers
from pitboss.table.procedure.bank import bank_is_offered_to
from pitboss.table.procedure.between_rounds import is_condemned, is_shuffled
from pitboss.table.procedure.card_preparation import (
    next_for_the_machine,
    not_playable,
    open_steps,
    unfinished,
)
from pitboss.table.procedure.cutting import last_cutter, stack_of
from pitboss.table.procedure.duties import (
    DutyKind,
    active,
    boxes_with_a_draw,
    pick_is_due,
    reader_is_broken,
    waiting_for_the_button,
)
from pitboss.table.run import RunningDecision
from pitboss.table.state import BackBettorsDue, Phase
from pitboss.table.table import NotPermitted, Table
from pitboss.web.live.bots import BotChart, answer, decision, is_bot, surrenders
from pitboss.web.live.open_table import LiveTable
from pitboss.web.wire.prompts import unanswered

HOUSE = "house"
"""The actor's name for what the server does by itself."""

PRACTICE_PACE: Final = 0.4
"""The longest pause, in seconds, before a bot acts at a practice table."""

_CONTROLLERS: Final = Controllers()
"""The controllers of this process; a table is served where it is open."""


class Clocks(Struct, frozen=True):
    """How many seconds people have; ``pace`` is the pause before a bot acts."""

    bets: float = 20.0
    window: float = 15.0
    turn: float = 30.0
    cut: float = 15.0
    bank: float = 12.0
    choice: float = 25.0
    pace: float = 0.6
    away: float = 180.0
    seeds: float = 1.5


class NextStep(NamedTuple):
    """The next step: its delay, who is being waited for, who does it, and what."""

    after: float
    waits_for: str
    actor: str
    do: Callable[[Table], object]
    box: int | None = None
    hand: int | None = None
    kind: str = ""

    @property
    def is_clock(self) -> bool:
        """Whether a person is being waited for, and sees the clock."""
        return bool(self.waits_for)


class TableDriver:
    """The dealer's and the bots' part at one table."""

    def __init__(self, live: LiveTable, clocks: Clocks) -> None:
        if live.practice:
            clocks = structs.replace(clocks, pace=min(clocks.pace, PRACTICE_PACE))
        self._live, self._table, self._clocks = live, live.table, clocks
        self.chart: BotChart | None = None
        self.is_machine = live.info.dealt_by == "machine"

    def next_step(self, present: frozenset[str]) -> NextStep | None:
        """What comes next; ``present`` are the people connected to the table."""
        if self._live.pause is not None:
            return None
        for step in self._steps(present):
            if self.is_machine or is_bot(step.actor):
                # Practice has no clock: a connected player may take any time.
                alone = self._live.practice and not self._players().isdisjoint(present)
                return None if step.is_clock and alone else step
        return None

    def _players(self) -> set[str]:
        """Everyone with a seat or a bet."""
        state = self._table.state
        return {*state.seats.values(), *(wager.player for wager in state.wagers)}

    def _steps(self, present: frozenset[str]) -> Iterator[NextStep]:
        state = self._table.state
        if state.choosing:
            yield from self._choices()
        elif state.asked is not None:
            yield from self._followers(state.asked)
        elif state.phase is Phase.BETTING:
            if self._live.status == "open":
                yield from self._betting(present)
        elif not state.shoe.is_cut:
            yield from self._cut()
        elif state.broken and reader_is_broken(state):
            return  # nothing is dealt until a supervisor reports it repaired
        elif state.shoe.held and (due := pick_is_due(state)) is not None:
            yield from self._pick(*due)
        elif state.phase is Phase.WINDOW:
            yield from self._window()
        elif state.phase is Phase.AFTER_DEAL and waiting_for_the_button(state):
            yield from self._button()
        else:
            yield from self._play()

    # Between the deal and the end of the round.

    def _choices(self) -> Iterator[NextStep]:
        for player in self._table.state.choosing:
            act = acts.Continue(player=player)
            if is_bot(player):
                yield self._bot(player, act)
            else:
                yield NextStep(self._clocks.choice, player, HOUSE, _doing(act))

    def _followers(self, back_bettors: BackBettorsDue) -> Iterator[NextStep]:
        """Ask each bettor to join or decline; no answer in time is a decline."""
        for player in back_bettors.players:
            if is_bot(player):
                yield self._bot(player, answer(self._table.state, back_bettors, player, self.chart))
        where = {"box": back_bettors.box, "hand": back_bettors.hand}
        people = [player for player in back_bettors.players if not is_bot(player)]
        no = [acts.Decline(**where, player=player) for player in people]
        kind = f"{back_bettors.what.value} {back_bettors.new_hand}"
        yield NextStep(
            self._clocks.choice, ", ".join(people), HOUSE, _doing(*no), **where, kind=kind
        )

    def _pick(self, box: int, hand: int) -> Iterator[NextStep]:
        """Ask for a choice among cards drawn together; no answer deals them in their order."""
        state = self._table.state
        result, first = state.box(box), state.shoe.held[0].card.text
        name = "" if result is None else str(result.decider or "")
        act = acts.Hit(box=box, hand=hand, pick=first)
        if is_bot(name):
            yield self._bot(name, act)
        else:
            yield NextStep(self._clocks.choice, name, HOUSE, _doing(act), box, hand)

    def _window(self) -> Iterator[NextStep]:
        state = self._table.state
        for box in state.boxes:
            if is_bot(box.decider) and (act := surrenders(state, box, self.chart)) is not None:
                yield self._bot(str(box.decider), act)
        if waiting := unanswered(state, self._live.ready):
            close = partial(close_window, without=waiting)
            yield NextStep(self._clocks.window, ", ".join(waiting), HOUSE, close)
        else:
            yield NextStep(0, "", HOUSE, close_window)

    def _button(self) -> Iterator[NextStep]:
        state = self._table.state
        for _, number in boxes_with_a_draw(state):
            if (box := state.box(number)) is not None:
                drawn = draw_prize(self._live, box.number)
                act = acts.PressButton(box=box.number, player="employee", prize=drawn)
                wait = 0 if is_bot(box.decider) else self._clocks.choice
                yield NextStep(wait, str(box.decider or ""), HOUSE, _doing(act), box.number)

    def _play(self) -> Iterator[NextStep]:
        state = self._table.state
        turn = active(state) if state.phase is Phase.PLAY and state.owed is None else None
        if turn is not None:
            box, played = turn
            if is_bot(box.decider):
                yield self._bot(str(box.decider), decision(state, box, played, self.chart))
            else:
                where = (box.number, played.number)
                name, absent = str(box.decider or ""), away(self._table.state.rules, *where)
                yield NextStep(self._clocks.turn, name, HOUSE, absent, *where)
        for box in state.boxes:
            for played in box.hands:
                act = acts.CallDead(box=box.number, hand=played.number)
                if played.is_late and self._table.ask(act) is None:
                    wait = 0 if is_bot(box.decider) else self._clocks.choice
                    yield NextStep(wait, str(box.decider or ""), HOUSE, _doing(act), box.number)
        if self._table.duty is not None:
            yield NextStep(0, "", HOUSE, lambda table: table.go_on())

    # Before the deal.

    def _betting(self, present: frozenset[str]) -> Iterator[NextStep]:
        table = self._table
        state = table.state
        playing = {p for p in self._players() if not is_bot(p)}
        people = playing | {p for p in present if not is_bot(p)}
        yield from self._prepare_cards(playing)
        if not people or (state.preparing == "idle" and unfinished(state) is not None):
            return
        # A cut is for who is seated, so cards to be cut are not shuffled for people who watch.
        wanted = playing if offers_cuts(state.rules) else people
        due = table.shuffle_is_due() if state.shoe.is_cut and wanted else None
        if due is not None:
            rights = any(step.optional for _, step in open_steps(state))
            request = ", ".join(sorted((playing & present) - self._live.ready)) if rights else ""
            shuffle = partial(Table.shuffle, reason=due[0], at=due[1], load=False)
            yield NextStep(
                self._clocks.cut if request else 0, request, HOUSE, shuffle, kind="cards"
            )
        if not state.shoe.is_cut:
            yield from self._cut()
        elif table.waits_to_load:
            yield self._load(people & present)
        if state.rules.banking is not None and state.banker is None:
            yield from self._bank(people)
        yield from self._bots_bet()
        yield from self._close(present)
        yield from self._vacate(present)

    def _prepare_cards(self, playing: set[str]) -> Iterator[NextStep]:
        """What the book requires of cards that are idle or old."""
        state, opening = self._table.state, self._table.state.rules.book.opening
        ordered = state.shoe.shuffle_after == "replaced"  # they are new when they are shuffled
        refused = None if ordered else not_playable(state)
        if refused is not None and opening.renewal is not None:
            act = acts.Report(what="cards_replaced", by=HOUSE, why=refused.why)
            if refused.under == opening.renewal.under and self._table.ask(act) is None:
                yield NextStep(0, "", HOUSE, _doing(act))
        shows = bool(playing)
        if state.preparing == "idle" and next_for_the_machine(state, shows=shows) is not None:
            yield NextStep(0, "", HOUSE, partial(Table.prepare_cards, shows=shows))

    def _cut(self) -> Iterator[NextStep]:
        shoe, rules = self._table.state.shoe, self._table.state.rules
        if shoe.declined >= len(shoe.offers):
            depth = self._table.house_depth(stack_of(self._table.state))
            yield NextStep(0, "", HOUSE, lambda table: table.cut(last_cutter(rules), depth))
            return
        player = shoe.offers[shoe.declined].player
        if is_bot(player):
            yield self._bot(player, acts.DeclineCut(player=player))
        elif player in self._live.ready:  # for the deal, which is no answer to the offer
            yield NextStep(0, "", HOUSE, _doing(acts.PassCut()))
        else:
            yield NextStep(self._clocks.cut, player, HOUSE, _doing(acts.PassCut()), kind="cut")

    def _load(self, present: set[str]) -> NextStep:
        """Load the sealed cards when every seed has arrived, or soon after."""
        source, wait = self._table.source, 0.0
        if isinstance(source, CommittedShoe) and present - dict(source.given).keys():
            wait = self._clocks.seeds
        return NextStep(wait, "", HOUSE, lambda table: table.load(), kind="seeds")

    def _bank(self, people: set[str]) -> Iterator[NextStep]:
        state = self._table.state
        offered = bank_is_offered_to(RunningDecision(state))
        betting = {w.player for w in state.wagers}
        players = [offered] if offered is not None else list(dict.fromkeys(state.seats.values()))
        humans = [p for p in players if p in people - betting - self._live.ready]
        humans = [p for p in humans if p not in state.bank_declined]
        if humans:
            passes: list[acts.Act] = [acts.DeclineBank(player=p) for p in humans]
            names = ", ".join(humans)
            yield NextStep(self._clocks.bank, names, HOUSE, _doing(*passes), kind="bank")
            return
        for player in players:
            if is_bot(player):
                box = next(b for b, p in state.seats.items() if p == player)
                wager = 100 * state.rules.limits.minimum.value
                take = acts.TakeBank(player=player, box=box, wager=wager)
                if self._table.ask(take) is None:
                    yield self._bot(player, take)
        if offered is not None:
            actor = offered if is_bot(offered) else HOUSE
            yield NextStep(0, "", actor, _doing(acts.DeclineBank(player=offered)))

    def _bots_bet(self) -> Iterator[NextStep]:
        state = self._table.state
        mains = state.open_wagers(kind=WagerKind.MAIN)
        banker = None if state.banker is None else state.banker.player
        if not any(not is_bot(w.player) for w in mains) and (banker is None or is_bot(banker)):
            return
        wagered = {w.player for w in mains}
        for box, player in state.seats.items():
            if is_bot(player) and player not in wagered and player != banker:
                act = acts.Bet(box=box, player=player, stake=state.rules.limits.minimum.value)
                if self._table.ask(act) is None:
                    yield self._bot(player, act)

    def _close(self, present: frozenset[str]) -> Iterator[NextStep]:
        state = self._table.state
        if not (mains := state.open_wagers(kind=WagerKind.MAIN)):
            return
        bettors = {w.player for w in mains if not is_bot(w.player)}
        if state.banker is not None and not is_bot(state.banker.player):
            bettors.add(state.banker.player)
        if not bettors:
            return
        seated = {p for p in state.seats.values() if p in present}
        waiting = (bettors | seated) - self._live.ready
        name = ", ".join(sorted(waiting))
        yield NextStep(self._clocks.bets if waiting else 0, name, HOUSE, close_bets, kind="bets")

    def _vacate(self, present: frozenset[str]) -> Iterator[NextStep]:
        state = self._table.state
        for box, player in state.seats.items():
            if not is_bot(player) and player not in present:
                act = acts.Leave(box=box, player=player)
                yield NextStep(self._clocks.away, "", HOUSE, _doing(act))

    def _bot(self, name: str, act: acts.Act) -> NextStep:
        return NextStep(self._clocks.pace, "", name, _doing(act))


def _doing(*sequence: acts.Act) -> Callable[[Table], object]:
    """Do these acts; one may make those after it unnecessary, which are then left out."""

    def do(table: Table) -> None:
        first, *others = sequence
        table.do(first)
        for act in others:
            if table.ask(act) is None:
                table.do(act)

    return do


def close_bets(table: Table) -> None:
    """Call "No more bets", after any shuffle that is due."""
    refused = table.ask(acts.CloseBets())
    # Cards ordered to be replaced are new, and may be dealt, once they are shuffled.
    renewed = table.state.shoe.shuffle_after == "replaced"
    only_that = refused is None or renewed or refused == is_shuffled(table.state)
    if only_that and table.state.shoe.is_cut:
        if table.state.dealt_by_person:
            _shuffle_uncut(table)
        else:
            table.prepare()
    table.do(acts.CloseBets())


def _shuffle_uncut(table: Table) -> None:
    """Shuffle for a dealer who has not, unless the cut would then be on offer to a player."""
    due = table.shuffle_is_due()
    if due is None or is_condemned(table.state):
        return
    table.shuffle(*due)
    if offers := table.state.shoe.offers:
        first = offers[0]
        why = f"the cards must be shuffled first, and the cut offered to {first.player}"
        raise NotPermitted(Refusal(first.under, why), table.rules.cite(first.under))


def pass_offers(table: Table, players: Iterable[str]) -> None:
    """Note that these players do not answer what is on offer after the deal."""
    for player in players:
        table.do(acts.PassOffer(player=player))


def close_window(table: Table, without: Iterable[str] = ()) -> None:
    """Close the window for insurance, even money and surrender, without some players' answers."""
    duty = table.duty
    if duty is not None and duty.task is DutyKind.CLOSE_WINDOW:
        pass_offers(table, without)
        table.perform()
    table.go_on()


def draw_prize(live: LiveTable, box: int) -> int:
    """A Madness 21 prize for each dollar, by the table's controller and under the shoe's seal."""
    table, controller = live.table, _CONTROLLERS.serving(live, live.rules)
    return controller.under_seal(table.source, table.state.round, box).draw(live.rules)


def away(rules: TableRules, box: int, hand: int) -> Callable[[Table], object]:
    """Apply the book's rule for an absent player; without one, record a ruling."""

    def do(table: Table) -> None:
        absent = acts.Report(what="absent", box=box, by=HOUSE, why="no answer in time")
        if table.ask(absent) is None:
            table.do(absent)
            return
        if "ruling" in rules.book.remedies and clock_may_rule(rules):
            text = f"hand {hand} of box {box} stands"
            ruling = acts.Report(what="ruling", ruling=text, why="no answer in time", by=HOUSE)
            table.do(ruling)
        stand = acts.Stand(box=box, hand=hand)
        refused = table.ask(stand)
        table.do(stand if not isinstance(refused, Refusal) else acts.Hit(box=box, hand=hand))

    return do
