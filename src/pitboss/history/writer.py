"""A log's events as lines: each line is tried out before it is written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from pitboss.cards import Card
from pitboss.law.answers import Refusal
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.decide import Decision, decide, perform_duty
from pitboss.table.procedure.duties import Duty, DutyKind, next_duty
from pitboss.table.state import Phase, TableState

from .course import (
    BY_ITSELF,
    WINDOW_ACTS,
    Course,
    cut_by_the_house,
    is_quiet,
    place_of,
)
from .notation import Names, write_act

_encode = msgspec.json.Encoder(order="sorted").encode


class RoundWriter:
    """The events of a round as lines.

    A line is written only if carrying it out gives exactly these events; otherwise the event itself
    is written.
    """

    def __init__(self, course: Course, names: Names) -> None:
        self.course, self.names = course, names
        self.lines: list[str] = []
        self.silent = 0
        self.raw = 0

    def write(self, events: Sequence[e.Event]) -> None:
        """Write these events, which follow what the course has seen."""
        at = 0
        while at < len(events):
            at += self._next(events, at)

    def close(self) -> None:
        """Note what the dealer has done since the last line, if the round is not over."""
        if self.silent:
            self.lines.append(f"d go {self.silent}")
            self.silent = 0

    def _next(self, events: Sequence[e.Event], at: int) -> int:
        duty = next_duty(self.course.state)
        return (
            self._by_duty(events, at, duty)
            or self._by_itself(events[at], duty)
            or self._by_act(events, at, duty)
            or self._as_it_is(events[at])
        )

    def _by_duty(self, events: Sequence[e.Event], at: int, duty: Duty | None) -> int:
        if duty is None:
            return 0
        card = getattr(events[at], "card", None) if duty.needs_card else None
        if duty.needs_card and (card is None or card == "XX"):
            return 0
        performed = perform_duty(self.course.state, duty, None if card is None else Card(card))
        if not _fits(performed.events, events, at):
            return 0
        if duty.needs_card:
            down = "" if getattr(events[at], "face_up", True) else " down"
            self._line(f"d {place_of(duty)} {card}{down}")
        else:
            self.silent += 1
        self.course.happen(performed.events, performed.state)
        return len(performed.events)

    def _by_itself(self, event: e.Event, duty: Duty | None) -> int:
        word = {e.ShoeLoaded: "load", e.CutCardDrawn: "cutcard"}.get(type(event))
        if word is not None and BY_ITSELF[word](self.course.state) == event:
            self._line(f"d {word}", waits=is_quiet(duty))
        elif isinstance(event, e.ShoeCut) and event == cut_by_the_house(
            self.course.state, event.depth
        ):
            self._line(f"d cut {event.depth}", waits=is_quiet(duty))
        else:
            return 0
        self.course.happen([event])
        return 1

    def _by_act(self, events: Sequence[e.Event], at: int, duty: Duty | None) -> int:
        state = self.course.state
        best: tuple[acts.Act, Decision] | None = None
        for act in _acts(events, at, state):
            decided = decide(state, act)
            if isinstance(decided, Refusal) or not _fits(decided.events, events, at):
                continue
            if best is None or len(decided.events) > len(best[1].events):
                best = act, decided
        if best is None or (line := write_act(best[0], state, self.names)) is None:
            return 0
        closes = duty is not None and duty.task is DutyKind.CLOSE_WINDOW
        waits = is_quiet(duty) or (closes and not isinstance(best[0], WINDOW_ACTS))
        self._line(line, waits=waits)
        self.course.happen(best[1].events, best[1].state)
        return len(best[1].events)

    def _as_it_is(self, event: e.Event) -> int:
        self.close()
        self.lines.append("! " + _encode(event).decode())
        self.raw += 1
        self.course.happen([event])
        return 1

    def _line(self, line: str, *, waits: bool = False) -> None:
        if waits:
            self.close()
        self.lines.append(f"^{line}" if waits else line)
        self.silent = 0


def _fits(part: Sequence[e.Event], events: Sequence[e.Event], at: int) -> bool:
    return bool(part) and tuple(events[at : at + len(part)]) == tuple(part)


def _acts(events: Sequence[e.Event], at: int, state: TableState) -> Iterator[acts.Act]:
    """Acts from which the next event may have followed."""
    event: Any = events[at]
    if state.asked is not None:
        yield from _answers(events, at, state)
    match event:
        case e.WagerPlaced(kind="insurance"):
            yield acts.Insure(box=event.box, amount=event.stake, player=event.player)
        case e.WagerPlaced():
            yield _bet(event, event.box, event.player, event.kind)
        case e.WagerRaised():
            wager = state.wager(event.wager)
            if wager.kind == "insurance":
                yield acts.Insure(box=wager.box, amount=event.stake, player=wager.player)
            else:
                yield _bet(event, wager.box, wager.player, wager.kind)
        case e.WagerWithdrawn() | e.WagerLowered():
            taken = state.wager(event.wager)
            part = event.stake if isinstance(event, e.WagerLowered) else None
            yield acts.Withdraw(box=taken.box, player=taken.player, kind=taken.kind, stake=part)
        case e.CardsShuffled():
            yield acts.Shuffle(reason=event.reason)
            for where in ("dealer", *range(1, 10)):
                yield acts.Shuffle(reason=event.reason, at=where)
        case e.HandDoubled():
            yield acts.Double(box=event.box, hand=event.hand)
            if placed := [x for x in events[at + 1 : at + 4] if isinstance(x, e.WagerPlaced)]:
                yield acts.Double(box=event.box, hand=event.hand, amount=placed[0].stake)
        case e.WagerSettled():
            # Bets on two cards are settled before a pair is split.
            later = next((x for x in events[at : at + 4] if isinstance(x, e.HandSplit)), None)
            if later is not None:
                yield acts.Split(box=later.box, hand=later.hand)
        case _:
            yield from _plain(event)
    if state.phase is Phase.BETTING:
        yield acts.CloseBets()


def _bet(event: Any, box: int, player: str, kind: str) -> acts.Bet:
    return acts.Bet(
        box=box, player=player, stake=event.stake, kind=kind, unnoticed=event.unnoticed,
        placed_by=event.placed_by,
    )  # fmt: skip


def _answers(events: Sequence[e.Event], at: int, state: TableState) -> Iterator[acts.Act]:
    """The answers of back bettors to a double or a split."""
    back_bettors, event = state.asked, events[at]
    assert back_bettors is not None
    for player in back_bettors.players:
        where: dict[str, Any] = {
            "box": back_bettors.box,
            "hand": back_bettors.hand,
            "player": player,
        }
        if isinstance(event, e.WagerPlaced | e.WagerRaised):
            if back_bettors.new_hand is None:
                yield acts.Double(**where)
                yield acts.Double(**where, amount=event.stake)
            else:
                yield acts.Split(**where)
        elif isinstance(event, e.ShareDeclined):
            yield acts.Decline(**where, stay=event.stays)
            yield acts.Decline(**where)


def _plain(event: Any) -> Iterator[acts.Act]:
    """Acts that result in a single event."""
    match event:
        case e.PlayerArrived():
            yield acts.Arrive(player=event.player)
        case e.SeatTaken():
            yield acts.Sit(box=event.box, player=event.player)
        case e.SeatLeft():
            yield acts.Leave(box=event.box, player=event.player)
        case e.BankTaken():
            yield acts.TakeBank(player=event.player, box=event.box, wager=event.wager)
        case e.BankDeclined():
            yield acts.DeclineBank(player=event.player)
        case e.CardsPrepared():
            yield acts.PrepareCards(
                step=event.step, by=event.by, role=event.role, batch=event.batch
            )
        case e.ShoeCut():
            yield acts.Cut(player=event.player, depth=event.depth)
        case e.CutDeclined():
            yield acts.DeclineCut(player=event.player)
        case e.CutUnanswered():
            yield acts.PassCut()
        case e.OfferUnanswered():
            yield acts.PassOffer(player=event.player)
        case e.DealerChanged():
            yield acts.ChangeDealer()
        case e.TimePassed():
            yield acts.PassTime(minutes=event.minutes)
        case e.BurnedCardShown():
            yield acts.ShowBurned(player=event.player)
        case e.SqueezeGranted():
            yield acts.Squeeze(box=event.box, player=event.player)
        case e.EvenMoneyTaken():
            yield acts.TakeEvenMoney(box=event.box, player=event.player)
        case e.ButtonPressed():
            yield acts.PressButton(box=event.box, player=event.player, prize=event.prize)
        case e.CardChosen():
            yield acts.Hit(box=event.box, hand=event.hand, pick=event.card)
        case e.PlayerContinued():
            yield acts.Continue(player=event.player)
        case e.BetsWithdrawn():
            yield acts.TakeBack(player=event.player)
        case e.CardRefused():
            yield acts.RefuseCard(box=event.box, hand=event.hand)
        case e.LateCardTaken():
            yield acts.TakeLateCard(box=event.box, hand=event.hand)
        case _ if type(event) in e.DECISIONS:
            yield e.DECISIONS[type(event)](box=event.box, hand=event.hand)
