"""Does one order explain everything that was answered? A checker for recorded histories.

The search is that of Wing and Gong, with Lowe's memory of what was tried: an operation may come
next if it began before every other that is still to come has ended. An operation whose outcome is
unknown may have happened at any time after it began, or never.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from math import inf
from typing import Generic, NamedTuple, Protocol, TypeVar

State = TypeVar("State", bound=Hashable)


class Operation(NamedTuple):
    """Something that was asked, and what was answered."""

    begun: float
    ended: float
    """When the answer came; never, where the outcome is unknown"""
    what: str
    told: tuple[object, ...]

    @property
    def is_known(self) -> bool:
        """Whether there was an answer."""
        return self.ended < inf


class Model(Protocol[State]):
    """What a right house answers."""

    def start(self) -> State:
        """The state before everything."""

    def after(self, state: State, done: Operation) -> State | None:
        """The state after an operation; None where it is not answered so in this state."""

    def rank(self, done: Operation) -> float:
        """A guess of which comes first; a good one saves time, a bad one changes nothing."""


class Explained(NamedTuple):
    """Whether there is such an order, and the first operation that none of them explains."""

    holds: bool
    steps: int
    stuck: Operation | None = None


class _Search(Generic[State]):
    def __init__(self, history: Iterable[Operation], model: Model[State], most: int) -> None:
        self.model, self.most = model, most
        self.all: Sequence[Operation] = sorted(history, key=lambda one: one.begun)
        self.known = sum(1 << n for n, one in enumerate(self.all) if one.is_known)

    def _next(self, done: int, low: int) -> list[int]:
        """Which may come next: begun before any that is to come has ended."""
        result, first = [], inf
        for n in range(low, len(self.all)):
            one = self.all[n]
            if one.begun > first:
                break
            if not done >> n & 1:
                result.append(n)
                first = min(first, one.ended)
        result = [n for n in result if self.all[n].begun <= first]
        return sorted(result, key=lambda n: self.model.rank(self.all[n]))

    def run(self) -> Explained:
        tried: set[tuple[int, State]] = set()
        steps, farthest, stuck = 0, -1, None
        first = self.model.start()
        ways: list[tuple[int, int, State, list[int]]] = [(0, 0, first, self._next(0, 0))]
        while ways:
            done, low, state, following = ways[-1]
            if done & self.known == self.known:
                return Explained(True, steps)
            if len(ways) > farthest:
                farthest = len(ways)
                stuck = self.all[following[0]] if following else None
            if not following:
                ways.pop()
                continue
            n = following.pop(0)
            after = self.model.after(state, self.all[n])
            if after is None:
                continue
            now = done | 1 << n
            if (now, after) in tried:
                continue
            tried.add((now, after))
            steps += 1
            if steps > self.most:
                return Explained(False, steps, stuck)
            while now >> low & 1:
                low += 1
            ways.append((now, low, after, self._next(now, low)))
        return Explained(False, steps, stuck)


def explained(
    history: Iterable[Operation], model: Model[State], *, most: int = 2_000_000
) -> Explained:
    """Whether one order of these operations, each between its beginning and end, explains all."""
    return _Search(history, model, most).run()


class TableState(NamedTuple):
    """A table: the number of its last event, and what lies in which box."""

    sequence: int
    boxes: tuple[tuple[int, int], ...] = ()


class TableModel:
    """A table at which bets are placed and withdrawn: ``set`` of a box, ``read`` of everything.

    ``set`` is told as (box, amount, number of its last event, or None where it is unknown),
    ``read`` as (number of the last event, boxes).
    """

    def __init__(self, sequence: int) -> None:
        self._sequence = sequence

    def start(self) -> TableState:
        return TableState(self._sequence)

    def after(self, state: TableState, done: Operation) -> TableState | None:
        if done.what == "read":
            return state if done.told == (state.sequence, state.boxes) else None
        box, amount, sequence = done.told
        assert isinstance(box, int) and isinstance(amount, int)
        boxes = dict(state.boxes) | {box: amount}
        kept = tuple(sorted((b, a) for b, a in boxes.items() if a))
        if sequence is None:  # it may have come to be: one event, or two where somebody arrives
            return TableState(state.sequence + 1, kept)
        assert isinstance(sequence, int)
        return TableState(sequence, kept) if sequence > state.sequence else None

    def rank(self, done: Operation) -> float:
        if done.what == "read":
            assert isinstance(done.told[0], int)
            return done.told[0] + 0.5
        sequence = done.told[2]
        return sequence if isinstance(sequence, int) else inf


class AccountModel:
    """An account: ``add`` an amount that may be negative, ``read`` the balance; never below 0."""

    def __init__(self, balance: int) -> None:
        self._balance = balance

    def start(self) -> int:
        return self._balance

    def after(self, state: int, done: Operation) -> int | None:
        (amount,) = done.told
        assert isinstance(amount, int)
        if done.what == "read":
            return state if amount == state else None
        return state + amount if state + amount >= 0 else None

    def rank(self, done: Operation) -> float:
        return done.ended
