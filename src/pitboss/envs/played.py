"""The tables that an environment plays: memory, seeds, and steps of the kernel."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, Final, NamedTuple

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.utils import seeding
from numpy.typing import NDArray

from pitboss.kernels.record import dtype_of, rows_of
from pitboss.kernels.steps import codes, kernel
from pitboss.kernels.steps.memory import SEEN
from pitboss.kernels.steps.memory import ObservationRecord as SeenRecord
from pitboss.kernels.steps.tables import Stepped

from .arguments import BadArgument

_NO_TRACE: Final = np.zeros(0, np.int16)
_SEEN: Final = dtype_of(SeenRecord)
_NOTHING: Final = np.zeros((0, SEEN), np.uint8)
_NOT_SEEN: Final = np.zeros(0, _SEEN)


def generator_words(seed: int | None) -> tuple[np.random.Generator, int, NDArray[np.uint64]]:
    """Gymnasium's generator, its seed, and four words of it for a table."""
    random, seed = seeding.np_random(seed)
    return random, seed, random.integers(0, 2**64, 4, dtype=np.uint64)


class StepView(NamedTuple):
    """What a step returns, one item per table."""

    seen: NDArray[np.uint8]
    mask: NDArray[np.int8]
    decision: NDArray[np.int64]
    reward: NDArray[np.float64]
    done: NDArray[np.bool_]
    illegal: NDArray[np.bool_]
    void: NDArray[np.bool_]
    final: NDArray[np.uint8]
    """The last observation of a round that ended, if it was asked for"""


class StepArrays(NamedTuple):
    """Arrays for the kernel to write a step to, and what they are called here."""

    now: StepView
    record: tuple[NDArray[Any], ...]
    """The same memory, as the kernel takes it"""


class PlayedTables:
    """A number of tables of a book, and the arrays that a step writes to."""

    def __init__(self, made: Stepped, many: int, *, traced: int = 0) -> None:
        self.made, self.many = made, many
        self.wide = (len(made.names) + 7) // 8
        self.room = made.seats(many)
        self.trace = np.zeros(traced, np.int16) if traced else _NO_TRACE
        self.acts = np.zeros(many, np.int64)
        """The acts of the next step; no other array of acts is passed to the kernel"""
        self._everyone = np.arange(many)
        self._fix()

    def _fix(self) -> None:
        # Numba takes long to recognise the type of a named tuple, or of a record by itself, and
        # NumPy to look up a field of one.
        sides, game, terms, *tables = self.made.book
        book = (rows_of(game), rows_of(terms), *tables)
        self.fixed = (tuple(sides), book, tuple(self.room), self.trace, self.acts)
        self.box, self.phase = self.room.tables["box"], self.room.tables["phase"]
        self.box_legal = self.room.boxes["legal"]

    def __copy__(self) -> Any:
        """Tables of their own: two environments cannot play from one shoe."""
        return deepcopy(self)

    def __getstate__(self) -> dict[str, Any]:
        views = ("fixed", "box", "phase", "box_legal")
        return {name: value for name, value in vars(self).items() if name not in views}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._fix()

    def seed(self, generators: NDArray[np.uint64], which: NDArray[np.bool_] | None = None) -> None:
        """Reset the generators and put the cards in new-deck order; the rest follows."""
        these = np.ones(self.many, np.bool_) if which is None else which
        full = len(self.made.cards)
        self.room.shoes[these, :full] = self.made.cards
        self.room.tables["generator"][these] = generators[these]

    def blank(self, *, final: bool = False) -> StepArrays:
        """New arrays for a step."""
        many, wide = self.many, self.wide
        seen, mask = np.empty((many, _SEEN.itemsize), np.uint8), np.empty((many, wide), np.uint64)
        last, last_as_records = _NOTHING, _NOT_SEEN
        if final:
            ended = np.zeros((many, _SEEN.itemsize), np.uint8)
            last, last_as_records = ended[:, :SEEN], np.ndarray(many, _SEEN, ended)
        decision, reward = np.empty(many, np.int64), np.zeros(many)
        done, illegal, void = np.zeros((3, many), np.bool_)
        records = np.ndarray(many, _SEEN, seen)
        may = mask.view(np.int8)[:, : len(self.made.names)]
        return StepArrays(
            StepView(seen[:, :SEEN], may, decision, reward, done, illegal, void, last),
            (records, mask, decision, reward, done, illegal, void, last_as_records),
        )

    def play(self, shown: StepArrays, mode: int) -> None:
        """Do ``acts``, one at every table; raises if an act or a table does not permit it."""
        if len(self.trace):
            self.trace[0] = 0
        answer = kernel.step(*self.fixed, shown.record, mode)
        if answer != codes.DONE:
            raise self._refusal(answer)

    def _refusal(self, answer: int) -> Exception:
        if answer <= codes.NEEDS_RESET:
            table = codes.NEEDS_RESET - answer
            where = "" if self.many == 1 else f" at table {table}"
            if self.phase[table] == codes.NOT_BEGUN:
                return ResetNeeded("call reset() before the first step")
            return ResetNeeded(f"the episode{where} is over: call reset() before the next step")
        table, most = codes.NOT_AN_ACT - answer, len(self.made.names) - 1
        return BadArgument(
            f"an act is a whole number from 0 to {most}, not {self.acts[table]} (table {table})"
        )

    @property
    def traced(self) -> list[int]:
        """What happened at the first table in the last step: cards, shuffles, rounds."""
        traced: list[int] = self.trace[1 : 1 + int(self.trace[0])].tolist()
        return traced

    @property
    def boxes(self) -> NDArray[Any]:
        """[table]: the box being played."""
        boxes: NDArray[Any] = self.room.boxes[self._everyone, self.room.tables["box"]]
        return boxes

    def legal(self) -> NDArray[np.uint32]:
        """[table]: what may be done, as bits."""
        legal: NDArray[np.uint32] = self.box_legal[self._everyone, self.box]
        return legal
