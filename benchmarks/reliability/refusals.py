"""A refusal changes nothing, and tells nothing that the asker may not know.

People ask for anything at tables of every book, dealt by a machine, by a person, and from real
cards that are called. Each wish is asked twice: at the table as it is, and at one in which every
card that the asker may not see was exchanged for another. Both must be refused in the same words,
or both accepted. After a refusal the table must be what it was, down to the next card.
"""

from __future__ import annotations

import copy
import traceback
from collections import Counter, deque
from functools import cache
from random import Random
from typing import Any, NamedTuple

from benchmarks.reliability.asking import KINDS, Left, Playing, Wish
from benchmarks.reliability.exchanging import Exchanging
from benchmarks.reliability.figures import Figure, progress, shared_out
from pitboss.cards import Card
from pitboss.law.counting import is_blackjack
from pitboss.law.hands import Hand
from pitboss.rulebooks import BOOKS
from pitboss.table.act_words import By
from pitboss.table.log import Log
from pitboss.table.procedure.duties import next_duty
from pitboss.table.state import TableState
from pitboss.web.live import commands as c
from pitboss.web.live.open_table import LiveTable, ServerRefusal
from pitboss.web.live.snapshots import ShoeTrail
from pitboss.web.wire.masking import shown

AT_A_TABLE = 25
ASKED = 4
"""Wishes between two steps of the play."""

Answer = tuple[object, ...]
ACCEPTED = "accepted"
_CONTAINERS = (list, dict, deque, set)
_TRIES = 20


class Prying(Exchanging, Playing):
    """People who ask for anything, and somebody who compares what they are answered."""

    def __init__(self, book: str, dealt_by: str, cards: str, seed: str) -> None:
        super().__init__(book, dealt_by, cards, seed)
        self.other = Random(seed)
        self.asked = 0
        self.refused: Counter[tuple[str, str]] = Counter()
        """How often what was asked for was refused, by the dealer's duty"""
        self.told: list[str] = []
        self.changes: list[str] = []

    def step(self) -> None:
        """Ask for some things, then play on."""
        number = self.state.round
        before = _held(self.live)
        for _ in range(ASKED):
            before = self._ask(self.anything(), before)
            if self.state.round != number:
                return
        super().step()

    def _ask(self, wish: Wish, before: dict[str, Any]) -> dict[str, Any]:
        """Ask for something at the table as it was left, and return how it is left now."""
        person, wanted = wish
        self.asked += 1
        state = self.state
        duty = next_duty(state)
        exchanged = _at(self.live, self.changed(state, person.name))
        follows = self.by_person and _is_a_players(wanted)
        other = _answer(exchanged, wish, follows=follows)
        answer = _answer(self.live, wish, follows=follows)
        what = f"{self.live.info.book} {self.live.info.dealt_by} {self.live.info.cards} "
        what += f"{state.phase.value} {'-' if duty is None else duty.task.value}: {wanted!r}"
        if answer != other:
            self.told.append(f"{what} by {person.name}: {answer} or {other}")
        after = _held(self.live)
        if answer[0] == ACCEPTED:
            return after
        self.refused[str(type(wanted).__name__), "-" if duty is None else duty.task.value] += 1
        if after != before:
            parts = [name for name in before if before[name] != after[name]]
            self.changes.append(f"{what}: refused ({answer}), and yet changed: {parts}")
        return after

    # The exchange, where the cards most often decide something.

    def changed(self, state: TableState, viewer: str) -> TableState:
        """The state with hidden cards exchanged, but the same duty, which everybody sees."""
        for _ in range(_TRIES):
            other = super().changed(state, viewer)
            if next_duty(other) == next_duty(state):
                return other
        return state

    def _all(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """Two cards often become a blackjack."""
        if len(cards) == 2 and self.other.random() < 0.3:
            return Card("As"), Card("Kd")
        return super()._all(cards)

    def _hole(self, state: TableState) -> tuple[Card, ...]:
        dealer = super()._hole(state)
        if state.has_looked or self.other.random() < 0.4:
            return dealer
        made = is_blackjack(state.rules, Hand(state.dealer))
        for _ in range(_TRIES):  # a blackjack where there is none, and none where there is one
            if is_blackjack(state.rules, Hand(dealer)) != made:
                return dealer
            dealer = super()._hole(state)
        return dealer


def _is_a_players(wanted: object) -> bool:
    """Whether it is a player's command, which does nothing of the dealer's where a person deals."""
    is_command = isinstance(wanted, c.Command) and wanted.by is By.PLAYERS
    return is_command and not isinstance(wanted, c.BY_WORD["show_burned"])


def _answer(live: LiveTable, wish: Wish, *, follows: bool) -> Answer:
    """What somebody is answered, as it is sent: the reason, the clause, the status, the spot.

    With ``follows``, also what an accepted command brings about, as the others see it.
    """
    try:
        change = Playing.give(live, wish)
    except ServerRefusal as refused:
        return refused.status, refused.why, refused.clause, refused.spot
    if change.refusal is not None:
        return 409, change.refusal.why, change.refusal.under, None
    seen = [shown(one) for one in change.happened] if follows else []
    return ACCEPTED, *((one["event"], one["says"], one["clause"]) for one in seen)


def _fields(thing: object) -> dict[str, Any]:
    """Every field of a source of cards, with copies of those that change in place."""
    fields = {name: getattr(thing, name) for name in _slots(type(thing)) if hasattr(thing, name)}
    fields |= getattr(thing, "__dict__", {})
    for name, field in fields.items():
        if isinstance(field, _CONTAINERS):
            fields[name] = field.copy()
    return fields


@cache
def _slots(kind: type) -> tuple[str, ...]:
    return tuple(name for base in kind.__mro__ for name in getattr(base, "__slots__", ()))


def _held(live: LiveTable) -> dict[str, Any]:
    """Everything about a table that a refusal must leave as it is."""
    table = live.table
    return {
        "sequence": live.sequence,
        "hash": live.hash,
        "state": table.state,
        "money": table.state.money,
        "log": (table.log.length, len(table.log.events)),
        "shoe": _fields(table.source),
        "waits": (table.waits_to_load, table._automated, table._depth),
        "notes": (live.status, live.chair, frozenset(live.ready), live.pause, live.notes),
        "said": live.declared,
    }


def _at(live: LiveTable, state: TableState) -> LiveTable:
    """Another table like this one, in another state, from which nothing comes back to it."""
    other, table = copy.copy(live), object.__new__(type(live.table))
    vars(table).update(vars(live.table))  # copy.copy would copy every value of the state as well
    source = copy.copy(table.source)
    for name, field in _fields(table.source).items():
        setattr(source, name, field)
    table.state, table.source = state, source
    table.log = Log(chained=False)
    table.log.length = live.table.log.length
    other.table, other.ready, other.trail = table, set(live.ready), ShoeTrail()
    other.hole, other.accounts = copy.copy(live.hole), copy.copy(live.accounts)
    return other


class _Seen(NamedTuple):
    rounds: int
    asked: int
    refused: Counter[tuple[str, str, str, str]]
    told: list[str]
    changes: list[str]


def _tables(part: tuple[str, str, str, int, int]) -> _Seen:
    """The tables of a book, dealt in one way."""
    book, dealt_by, cards, first, last = part
    seen = _Seen(last - first, 0, Counter(), [], [])
    request, done, number = 0, first, first
    while done < last:
        table = Prying(book, dealt_by, cards, f"r {number}")
        number += 1
        try:
            for _ in range(min(AT_A_TABLE, last - done)):
                table.play()
                done += 1
        except Left:
            done += 1
        except Exception as error:  # a table that fails answers nobody, and is reloaded
            where = traceback.extract_tb(error.__traceback__)[-1]
            seen.changes.append(f"{error!r} in {where.name}: {book} {dealt_by} {cards}")
            done += 1
        request += table.asked
        for (wish, duty), times in table.refused.items():
            seen.refused[book, f"{dealt_by} {cards}", duty, wish] += times
        seen.told.extend(table.told)
        seen.changes.extend(table.changes)
    return seen._replace(asked=request)


def refusals(*, rounds: int, processes: int = 1) -> Figure:
    """So many rounds of all books and kinds of tables together."""
    kinds = [(book, *kind) for kind in KINDS for book in BOOKS]
    each, size = -(-rounds // len(kinds)), 10 * AT_A_TABLE
    parts = [
        (*kind, first, min(first + size, each)) for first in range(0, each, size) for kind in kinds
    ]
    done = request = 0
    refused: Counter[tuple[str, str, str, str]] = Counter()
    message, changes = list[str](), list[str]()
    for seen in shared_out(_tables, parts, processes):
        before, done = done, done + seen.rounds
        request += seen.asked
        refused += seen.refused
        message += seen.told
        changes += seen.changes
        if done // 5000 > before // 5000:
            progress(f"{done} rounds, {len(message)} differences, {len(changes)} changes")
    for one in [*_one_of_each(message), *_one_of_each(changes)]:
        progress(one)
    duties = {(book, kind, duty) for book, kind, duty, _ in refused}
    seen_so_far = (
        f"{done} rounds at {len(kinds)} kinds of tables, {request} wishes asked twice, "
        f"{refused.total()} refused during {len(duties)} duties of a book and a kind: "
        f"{len(message)} differ, {len(changes)} changed something"
    )
    return Figure(
        seen_so_far, not message and not changes and done >= rounds and refused.total() > done
    )


def _one_of_each(lines: list[str]) -> list[str]:
    """An example of each sort."""
    return list({line[:50]: line for line in lines}.values())[:12]
