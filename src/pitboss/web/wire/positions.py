"""Each person's position at a table (boxes and net result), shown to that person only."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from pitboss.rulebooks import TableRules
from pitboss.store.records import Person
from pitboss.table.state import TableState


class Standing(NamedTuple):
    """A person's position at a table: boxes, and net result."""

    boxes: tuple[int, ...] = ()
    net: int = 0
    stake: int = 0
    """What is undecided: bets, and the bank"""


def standings(state: TableState) -> dict[str, Standing]:
    """The position of every person who has one at a table."""
    boxes: dict[str, set[int]] = {}
    net, stake = dict(state.money), dict[str, int]()
    if state.banker is not None:
        stake[state.banker.player] = state.banker.bank.wager
    for box, player in state.seats.items():
        boxes.setdefault(player, set()).add(box)
    for wager in state.wagers:
        boxes.setdefault(wager.player, set()).add(wager.box)
        if wager.result is None:
            net[wager.player] = net.get(wager.player, 0) + wager.stake
            stake[wager.player] = stake.get(wager.player, 0) + wager.stake
    return {
        name: Standing(tuple(sorted(boxes.get(name, ()))), net.get(name, 0), stake.get(name, 0))
        for name in boxes.keys() | net.keys()
    }


REFILL: Final = 1000_00
"""Play money for a person who has run out, in cents."""

REFILL_EVERY: Final = 60.0
"""Seconds between two refills."""


def is_broke(rules: TableRules, balance: int, standing: Standing) -> bool:
    """Whether a person can no longer bet at this table: too little left, and nothing at stake."""
    return balance < rules.limits.minimum.value and standing.stake == 0


def you(rules: TableRules, person: Person, balance: int, standing: Standing) -> dict[str, Any]:
    """The viewer, and what they have at this table."""
    broke = person.role != "auditor" and is_broke(rules, balance, standing)
    return {
        "name": person.name,
        "role": person.role,
        "guest": person.is_guest,
        "balance": balance,
        "boxes": standing.boxes,
        "net": standing.net,
        "refill": REFILL if broke else None,
    }
