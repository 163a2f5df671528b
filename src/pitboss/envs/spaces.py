"""What all environments share: options, spaces, and the arrays of a step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, Literal

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, MultiBinary, Space

from pitboss.acts import HandAct
from pitboss.kernels.steps.tables import EpisodeShape, Stepped, step_tables
from pitboss.law.side_bets.registry import on_offer, placed_late
from pitboss.players.stakes import main_stake, side_stake
from pitboss.rulebooks import RulesLike, TableRules, rules_of
from pitboss.table import acts
from pitboss.table.sources import Seeded
from pitboss.table.table import Table

from .arguments import BadEnvironment, bets_of, brief, choice, flag, settings_of, units, whole

Observation = Literal["dict", "vector", "decision"]
Episode = Literal["round", "shoe"]
SideBets = Sequence[str] | Mapping[str, float] | None

COLUMNS: Final = (
    "total", "soft", "pair", "cards", "first", "second", "hand", "hands",
    "phase", "up", HandAct.SPLIT.words.done, HandAct.EXCHANGE.words.done, "insured", "bet", "sides",
    "blackjack",
    "unseen_A", "unseen_2", "unseen_3", "unseen_4", "unseen_5", "unseen_6", "unseen_7",
    "unseen_8", "unseen_9", "unseen_T", "box", "boxes",
)  # fmt: skip
"""What each number of an observation is."""

PHASES: Final = ("betting", "window", "play", "looking on", "over")

_HIGHEST: Final = np.array(
    [31, 1, 10, 4, 10, 10, 6, 6, 4, 10, 1, 1, 1, 31, 255, 1, *[32] * 9, 128, 16, 16], np.uint8
)


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
    rules = rules_of(book, **settings_of(settings))
    choice("episode", episode, ("round", "shoe"))
    shape = EpisodeShape(
        boxes=whole("boxes", boxes),
        bets=bets_of(bets),
        sides=_stakes(rules, side_bets),
        bank=None if bank is None else units("bank", bank),
        by_shoe=episode == "shoe",
        fresh=flag("fresh", fresh),
    )
    return _admitted(rules, shape)


def _stakes(rules: TableRules, side_bets: SideBets) -> tuple[tuple[str, Fraction], ...]:
    if isinstance(side_bets, str) or not isinstance(side_bets, Sequence | Mapping | None):
        raise BadEnvironment(
            "side_bets must be a list of names, names with stakes in units, or None for all "
            f"on offer, not {brief(side_bets)}"
        )
    late = placed_late(rules)
    every = tuple(kind for kind in on_offer(rules) if kind not in late)
    names: tuple[Any, ...] = every if side_bets is None else tuple(side_bets)
    for name in names:
        if isinstance(name, str) and name in late:
            raise BadEnvironment(
                f"{name} is placed after the deal, which the compiled environments do not "
                f"support; use the environment of several players, or side_bets without it"
            )
        if not isinstance(name, str) or name not in on_offer(rules):
            offered = ", ".join(on_offer(rules)) or "none"
            raise BadEnvironment(
                f"{rules.book.id} does not offer {name!r} here; offered: {offered}"
            )
    given = side_bets if isinstance(side_bets, Mapping) else {}
    main = main_stake(rules)
    return tuple(
        (name, units(f"the stake on {name}", given[name]))
        if name in given
        else (name, Fraction(side_stake(rules, name), main))
        for name in names
    )


@lru_cache(maxsize=32)
def _admitted(rules: TableRules, shape: EpisodeShape) -> Stepped:
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
    choice("observation", observation, ("dict", "vector", "decision"))
    return Dict({"observation": vector, "action_mask": MultiBinary(len(made.names))})
