"""The rounds of a log as lines, with the result of every wager."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pitboss.table import events as e
from pitboss.table.log_verifier import opened

from .course import Course
from .notation import Names, place
from .writer import RoundWriter


class SettledWager(NamedTuple):
    """A wager and its result."""

    player: str
    on: str
    kind: str
    stake: int
    result: str
    returned: int
    when: str
    under: str


class Round(NamedTuple):
    """One round of a history."""

    number: int
    players: tuple[str, ...]
    actions: tuple[str, ...]
    is_complete: bool
    raw: int
    """How many events are written as they are"""
    wagers: tuple[SettledWager, ...]
    entries: int
    """How many events the round has in the log"""


def rounds_of(events: Sequence[e.Event]) -> Iterator[Round]:
    """The rounds of a log; what happens before the bets of a round belongs to it."""
    course = Course(opened(events[0]))
    part: list[e.Event] = []
    for event in events[1:]:
        part.append(event)
        if isinstance(event, e.RoundClosed):
            yield round_of(course, part, is_complete=True)
            part = []
    if part:
        yield round_of(course, part, is_complete=False)


def round_of(course: Course, part: Sequence[e.Event], *, is_complete: bool) -> Round:
    """One round, continuing from what the course has seen."""
    names, number = Names(), course.state.round
    writer = RoundWriter(course, names)
    writer.write(part)
    if not is_complete:
        writer.close()
    wagers = tuple(_wagers(part))
    for wager in wagers:
        names.of(wager.player)
    return Round(
        number, tuple(names.players), tuple(writer.lines), is_complete, writer.raw, wagers,
        len(part),
    )  # fmt: skip


def _wagers(part: Sequence[e.Event]) -> Iterator[SettledWager]:
    """The wagers of a round; a resettled one has its last result."""
    placed = {event.wager: event for event in part if isinstance(event, e.WagerPlaced)}
    stakes = {number: event.stake for number, event in placed.items()}
    hands = {number: event.hand for number, event in placed.items()}
    settled: dict[int, e.WagerSettled] = {}
    for event in part:
        match event:
            case e.WagerRaised() if event.wager in stakes:
                stakes[event.wager] += event.stake
            case e.WagerLowered() if event.wager in stakes:
                stakes[event.wager] -= event.stake
            case e.WagerSettled():
                settled[event.wager] = event
            case e.ShareDeclined(stays=int(stays)):
                for number, wager in placed.items():
                    same = (wager.box, hands[number]) == (event.box, event.hand)
                    if same and wager.player == event.player:
                        hands[number] = stays
            case _:
                pass
    for number, wager in placed.items():
        if (end := settled.get(number)) is not None:
            yield SettledWager(
                wager.player, place(wager.box, hands[number]), wager.kind, stakes[number],
                end.result, end.returned, end.when, end.under,
            )  # fmt: skip
