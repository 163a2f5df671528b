"""Provisions have an effect: each is swapped for a neighbour, and play must differ.

A provision that nothing reads is decoration. The law is not called directly here: worked rounds
and random rounds are played at tables of the changed book and compared event by event and refusal
by refusal. If all are the same, the tables that solver and simulator use are compared, then what is
displayed. ``tests.neighbours`` does the same with the marked tests, and so finds out whether a test
would notice.

python -m tests.provisions nz      list the changes that nothing played notices
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import partial
from typing import Any, NoReturn

import numpy as np
import pytest
from msgspec import Struct, structs

from pitboss.kernels.full.tables import compiled
from pitboss.law.answers import Refusal
from pitboss.rulebooks import TableRules, rulebook
from pitboss.rulebooks.provisions import number
from pitboss.scenarios.format import Scenario
from pitboss.scenarios.outcome import run_scenario
from pitboss.table.log import Log
from pitboss.table.table import Table
from pitboss.web.rules.rules_views import rules_view
from tests.golden import ROUNDS
from tests.neighbours import EQUIVALENT, Neighbour, changed, neighbours
from tests.proof.corpus import offered, offering, tables, worked
from tests.rigs.random_play import RandomPlayer
from tests.transcripts_rounds.playing import Golden

SAME = {
    (
        "classic",
        "equipment.shuffler",
        "automatic shuffler",
    ): "only a continuous shuffler plays otherwise",
    ("classic", "shoe.behind_at_least", "5%"): "nobody may elect that more than 95% are dealt",
    (
        "leaflet",
        "side_bets.perfect_pairs.needs",
        "any player's",
    ): "a box has one bettor",
    ("classic", "boxes.nobody_seated", "the highest bettor"): "a box has one bettor",
    ("classic", "sharing.others_double_alone", "yes"): "a box has one bettor",
    ("classic", "doubling.in_steps", "yes"): "amounts go by the cent",
    ("classic", "insurance.in_chips", "yes"): "amounts go by the cent",
    ("classic", "insurance.closes", "before any further card"): "whoever looks does so before it",
    (
        "classic",
        "side_bets.perfect_pairs.needs",
        "any player's",
    ): "a box has one bettor",
    ("classic", "side_bets.buster.needs", "any player's"): "a box has one bettor",
    ("nobust", "insurance.settled", "at the second card"): "it lies there from the deal on",
    ("nz", "doubling.split_aces", "yes"): "a split ace takes one card and is closed",
    ("nz", "cutting.cards_replaced", "that box"): "between rounds no box is due a card",
    ("nz", "cutting.ordered", "that box"): "between rounds no box is due a card",
}
"""Changes by book, provision and value that no table could distinguish, each with the reason."""

FEW = 40
"""How many random rounds are played at each table of a book."""

MANY = 1000
"""How many at the table that offers a side bet first, if nothing else has noticed a change."""

Happened = list[object]
"""Everything that happened, in its order."""

Play = Callable[[], object]
"""Something that is played."""


@contextmanager
def recorded() -> Iterator[Happened]:
    """The events and refusals of every table."""
    happened: Happened = []
    append, refuse = Log.append, Table._refuse

    def appended(log: Log, events: Any) -> None:
        happened.extend(events)
        append(log, events)

    def refused(table: Table, refusal: Refusal) -> NoReturn:
        happened.append(refusal)
        refuse(table, refusal)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Log, "append", appended)
        patched.setattr(Table, "_refuse", refused)
        yield happened


def what_happens(play: Callable[[], object]) -> Happened:
    """What happens when something is played, including that it cannot be played to the end."""
    with recorded() as values:
        try:
            values.append(play())
        except Exception as error:  # a table that cannot continue has noticed
            values.append(f"{type(error).__name__}: {error}")
    return values


def _random(seed: int, rounds: int, settings: dict[str, Any], book: str) -> None:
    rules = rulebook(book).elect_all(settings)
    people = RandomPlayer(rules, seed, keep_log=False, every_step=False)
    for _ in range(rounds):
        people.play()


def _compiled(settings: dict[str, Any], book: str) -> object:
    rules = rulebook(book).elect_all(settings)
    made = compiled(rules, stakes=dict.fromkeys(offered(rules), (Fraction(1),)))
    return bare(made)


def bare(value: Any) -> Any:
    """Arrays and records in comparable form, without the rules they were made from."""
    match value:
        case TableRules():
            return None
        case np.ndarray():
            return value.shape, value.tobytes()
        case np.void():
            return value.tobytes()
        case dict():
            return {key: bare(one) for key, one in value.items()}
        case tuple() | list():
            return [bare(one) for one in value]
        case Struct():
            return bare(structs.asdict(value))
        case _:
            return value


def _golden(round_: Golden, book: str) -> None:
    round_.play(book)


def _shown(settings: dict[str, Any], book: str) -> object:
    return rules_view(rulebook(book).elect_all(settings))


class Corpus:
    """Everything that is played under a book, and its outcome with the book unchanged."""

    def __init__(self, book: str) -> None:
        self.book = book
        self._worked: list[tuple[Scenario, Play]] = [
            (one, partial(run_scenario, one)) for one in worked(book)
        ]
        golden = [round_ for name, round_ in ROUNDS.items() if name.startswith(f"{book}/")]
        few = [dict(rules.choices) for rules in offering(book)]
        all_ = [dict(rules.choices) for rules in tables(book)]
        self._played: list[Play] = [
            *(partial(_golden, one, book) for one in golden),
            *(partial(_random, seed, FEW, settings, book) for seed, settings in enumerate(few)),
            *(partial(_shown, settings, book) for settings in few),
            *(partial(_compiled, settings, book) for settings in few),
            *(partial(_random, seed, FEW, settings, book) for seed, settings in enumerate(all_)),
            *(partial(_random, seed, MANY, settings, book) for seed, settings in enumerate(few)),
        ]
        self._before: dict[Play, Happened] = {}

    def notices(self, neighbour: Neighbour) -> bool:
        """Whether anything differs in the changed book."""
        cited = {number(clause) for clause in neighbour.clauses}
        first = [play for one, play in self._worked if cited & set(map(str, one.clauses))]
        then = [play for _, play in self._worked if play not in first]
        return any(self._differs(play, neighbour) for play in (*first, *then, *self._played))

    def _differs(self, play: Play, neighbour: Neighbour) -> bool:
        if play not in self._before:
            self._before[play] = what_happens(play)
        with changed(rulebook(self.book), neighbour):
            return what_happens(play) != self._before[play]


def idle(book: str, *, only: Callable[[Neighbour], bool] = lambda _: True) -> list[Neighbour]:
    """The changes to a book that nothing played notices."""
    corpus = Corpus(book)
    return [
        neighbour
        for neighbour in neighbours(rulebook(book))
        if not neighbour.path.startswith("elections.")
        and (book, neighbour.path) not in EQUIVALENT
        and (book, neighbour.path, neighbour.then) not in SAME
        and only(neighbour)
        and not corpus.notices(neighbour)
    ]


if __name__ == "__main__":
    for name in sys.argv[1:]:
        missed = idle(name)
        for neighbour in missed:
            print(neighbour, flush=True)
        print(f"{name}: {len(missed)} changes make no difference to anything played", flush=True)
