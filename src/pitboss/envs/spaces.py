"""What all environments share: options, spaces, and the arrays of a step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, MultiBinary, Space
from gymnasium.utils import seeding
from numpy.typing import NDArray

from pitboss.kernels.record import dtype_of, rows_of
from pitboss.kernels.steps import kernel
from pitboss.kernels.steps.room import SEEN
from pitboss.kernels.steps.room import Seen as SeenRecord
from pitboss.kernels.steps.tables import Shape, Stepped, step_tables
from pitboss.law.side_bets.registry import on_offer, placed_late
from pitboss.players.stakes import main_stake, side_stake
from pitboss.rulebooks import RulesLike, TableRules, rules_of
from pitboss.table import acts
from pitboss.table.sources import Seeded
from pitboss.table.table import Table

Observation = Literal["dict", "vector", "decision"]
Episode = Literal["round", "shoe"]
SideBets = Sequence[str] | Mapping[str, float] | None

COLUMNS: Final = (
    "total", "soft", "pair", "cards", "first", "second", "hand", "hands",
    "phase", "up", "split", "zapped", "insured", "bet", "sides", "blackjack",
    "unseen_A", "unseen_2", "unseen_3", "unseen_4", "unseen_5", "unseen_6", "unseen_7",
    "unseen_8", "unseen_9", "unseen_T", "box", "boxes",
)  # fmt: skip
"""What each number of an observation is."""

PHASES: Final = ("betting", "window", "play", "looking on", "over")

_HIGHEST: Final = np.array(
    [31, 1, 10, 4, 10, 10, 6, 6, 4, 10, 1, 1, 1, 31, 255, 1, *[32] * 9, 128, 16, 16], np.uint8
)
_NO_TRACE: Final = np.zeros(0, np.int16)
_SEEN: Final = dtype_of(SeenRecord)
_NOTHING: Final = np.zeros((0, SEEN), np.uint8)
_NOT_SEEN: Final = np.zeros(0, _SEEN)


class BadEnvironment(ValueError):
    """Raised for options that the book does not allow; says why."""


def stepped(
    book: RulesLike,
    settings: Mapping[str, Any] | None,
    *,
    bets: Sequence[int] = (1,),
    side_bets: SideBets = (),
    boxes: int = 1,
    bank: float | None = None,
    episode: Episode = "round",
    fresh: bool = False,
) -> Stepped:
    """The tables of a book for these options."""
    if book == "":
        raise BadEnvironment("name the book of pitboss/book-v0: book='my-book.toml'")
    rules = rules_of(book, **dict(settings or {}))
    if episode not in ("round", "shoe"):
        raise BadEnvironment(f"episode must be 'round' or 'shoe', not {episode!r}")
    shape = Shape(
        boxes=boxes,
        bets=tuple(bets),
        sides=_stakes(rules, side_bets),
        bank=None if bank is None else Fraction(bank).limit_denominator(1000),
        by_shoe=episode == "shoe",
        fresh=fresh,
    )
    return _admitted(rules, shape)


def _stakes(rules: TableRules, side_bets: SideBets) -> tuple[tuple[str, Fraction], ...]:
    late = placed_late(rules)
    every = tuple(kind for kind in on_offer(rules) if kind not in late)
    names = every if side_bets is None else tuple(side_bets)
    for name in names:
        if name in late:
            raise BadEnvironment(
                f"{name} is placed after the deal, which the compiled environments do not "
                f"support; use the environment of several players, or side_bets without it"
            )
        if name not in on_offer(rules):
            offered = ", ".join(on_offer(rules)) or "none"
            raise BadEnvironment(
                f"{rules.book.id} does not offer {name!r} here; offered: {offered}"
            )
    given = side_bets if isinstance(side_bets, Mapping) else {}
    main = main_stake(rules)
    return tuple(
        (name, Fraction(given[name]).limit_denominator(1000))
        if name in given
        else (name, Fraction(side_stake(rules, name), main))
        for name in names
    )


@lru_cache(maxsize=32)
def _admitted(rules: TableRules, shape: Shape) -> Stepped:
    """The tables, once the live table has accepted every bet."""
    table = Table(rules, Seeded(1))
    table.do(acts.Sit(box=1, player="Player"))
    unit = main_stake(rules)
    if rules.banking is not None:
        last = rules.equipment.boxes.value
        table.do(acts.Sit(box=last, player="Bank"))
        table.do(acts.TakeBank(player="Bank", box=last, wager=10**6 * unit))
    bets = [acts.Bet(box=1, player="Player", stake=bet * unit) for bet in shape.bets]
    for bet in bets:
        _agreed(table, bet)
    table.do(bets[0])
    for kind, stake in shape.sides:
        if (stake * unit).denominator != 1:
            raise BadEnvironment(f"{stake} of a unit on {kind} is not in whole cents")
        _agreed(table, acts.Bet(box=1, player="Player", stake=int(stake * unit), kind=kind))
    return step_tables(rules, shape)


def _agreed(table: Table, bet: acts.Bet) -> None:
    refused = table.ask(bet)
    if refused is not None:
        cited = table.rules.cite(refused.under)
        raise BadEnvironment(f"a {bet.kind} bet of {bet.stake / 100:g}: {refused.why} ({cited})")


def observation_space(made: Stepped, observation: Observation) -> Space[Any]:
    """The space of one table's observations."""
    if observation == "decision":
        return Discrete(made.decisions)
    vector = Box(np.zeros_like(_HIGHEST), _HIGHEST, dtype=np.uint8)
    if observation == "vector":
        return vector
    if observation != "dict":
        raise BadEnvironment(f"observation must be dict, vector or decision, not {observation!r}")
    return Dict({"observation": vector, "action_mask": MultiBinary(len(made.names))})


def generator_words(seed: int | None) -> tuple[np.random.Generator, int, NDArray[np.uint64]]:
    """Gymnasium's generator, its seed, and four words of it for a table."""
    random, seed = seeding.np_random(seed)
    return random, seed, random.integers(0, 2**64, 4, dtype=np.uint64)


class Seen(NamedTuple):
    """What a step returns, one item per table."""

    seen: NDArray[np.uint8]
    mask: NDArray[np.int8]
    decision: NDArray[np.int32]
    reward: NDArray[np.float64]
    done: NDArray[np.bool_]
    illegal: NDArray[np.bool_]
    void: NDArray[np.bool_]
    final: NDArray[np.uint8]
    """The last observation of a round that ended, if it was asked for"""


class Played:
    """A number of tables of a book, and the arrays that a step writes to."""

    def __init__(self, made: Stepped, many: int, *, traced: int = 0) -> None:
        self.made, self.many = made, many
        self.wide = (len(made.names) + 7) // 8
        self.room = made.seats(many)
        self.trace = np.zeros(traced, np.int16) if traced else _NO_TRACE
        self._everyone = np.arange(many)
        self._fix()

    def _fix(self) -> None:
        # Numba takes long to recognise the type of a named tuple, or of a record by itself.
        sides, game, terms, *tables = self.made.book
        book = (rows_of(game), rows_of(terms), *tables)
        self.fixed = (tuple(sides), book, tuple(self.room), self.trace)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "fixed"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._fix()

    def seed(self, generators: NDArray[np.uint64], which: NDArray[np.bool_] | None = None) -> None:
        """Reset the generators and put the cards in new-deck order; the rest follows."""
        these = np.ones(self.many, np.bool_) if which is None else which
        full = len(self.made.cards)
        self.room.shoes[these, :full] = self.made.cards
        self.room.tables["generator"][these] = generators[these]

    def step(self, actions: NDArray[np.int64], mode: int, *, final: bool = False) -> Seen:
        """Do one act at every table; the arrays are new, since the caller may keep them."""
        many, wide = self.many, self.wide
        seen, mask = np.empty((many, _SEEN.itemsize), np.uint8), np.empty((many, wide), np.uint64)
        last, as_records = _NOTHING, _NOT_SEEN
        if final:
            ended = np.zeros((many, _SEEN.itemsize), np.uint8)
            last, as_records = ended[:, :SEEN], np.ndarray(many, _SEEN, ended)
        decision, reward = np.empty(many, np.int32), np.zeros(many)
        done, illegal, void = np.zeros((3, many), np.bool_)
        if len(self.trace):
            self.trace[0] = 0
        told = (
            np.ndarray(many, _SEEN, seen), mask, decision, reward, done, illegal, void, as_records,
        )  # fmt: skip
        kernel.step(*self.fixed, actions, told, mode)
        may = mask.view(np.int8)[:, : len(self.made.names)]
        return Seen(seen[:, :SEEN], may, decision, reward, done, illegal, void, last)

    @property
    def traced(self) -> list[int]:
        """What happened at the first table in the last step: cards, shuffles, rounds."""
        return [int(x) for x in self.trace[1 : 1 + int(self.trace[0])]]

    @property
    def boxes(self) -> NDArray[Any]:
        """[table]: the box being played."""
        boxes: NDArray[Any] = self.room.boxes[self._everyone, self.room.tables["box"]]
        return boxes

    def legal(self) -> NDArray[np.uint32]:
        """[table]: what may be done, as bits."""
        return self.boxes["legal"]
