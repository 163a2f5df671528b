"""What people have at a table, each of whom is told of the own alone."""

from __future__ import annotations

from typing import Any, NamedTuple

from pitboss.store.records import Person
from pitboss.table.state import TableState


class Standing(NamedTuple):
    """What somebody has at a table: boxes, and what was won or lost there."""

    boxes: tuple[int, ...] = ()
    net: int = 0


def standings(state: TableState) -> dict[str, Standing]:
    """What everybody has at a table who has something there."""
    boxes: dict[str, set[int]] = {}
    net = dict(state.money)
    for box, player in state.seats.items():
        boxes.setdefault(player, set()).add(box)
    for wager in state.wagers:
        boxes.setdefault(wager.player, set()).add(wager.box)
        if wager.result is None:
            net[wager.player] = net.get(wager.player, 0) + wager.stake
    return {
        name: Standing(tuple(sorted(boxes.get(name, ()))), net.get(name, 0))
        for name in boxes.keys() | net.keys()
    }


def you(person: Person, balance: int, standing: Standing) -> dict[str, Any]:
    """The person who looks, and what the person has at this table."""
    return {
        "name": person.name,
        "role": person.role,
        "guest": person.is_guest,
        "balance": balance,
        "boxes": standing.boxes,
        "net": standing.net,
    }
