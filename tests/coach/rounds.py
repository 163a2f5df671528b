"""Rounds played at a live table by simple players, for the coach to judge."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pitboss
from pitboss.coach.at_table import turn_of
from pitboss.law.counting import count
from pitboss.table import acts
from pitboss.table.state import Box, Phase, PlayedHand, TableState
from pitboss.table.table import Table

Player = Callable[[TableState, Box, PlayedHand], acts.Act]


def mimics(state: TableState, box: Box, played: PlayedHand) -> acts.Act:
    """Play as the dealer does: hit to 16, stand on 17."""
    total = count(state.rules, played.hand.cards).total
    kind = acts.Stand if total >= 17 else acts.Hit
    return kind(box=box.number, hand=played.number)


Offered = Callable[[TableState, Box], acts.Act | None]


def played(
    book: str,
    player: Player,
    *,
    rounds: int,
    seed: int = 1,
    boxes: int = 1,
    offered: Offered | None = None,
    **elections: Any,
) -> Table:
    """A table after some rounds, 100 on every box; another player banks if players bank."""
    table = pitboss.open_table(book, seed=seed, **elections)
    while table.state.round <= rounds:
        if table.state.phase is Phase.BETTING:
            table.prepare()
            _bank(table)
            for box in range(1, boxes + 1):
                table.wager(box=box, chips=100)
            table.deal()
        elif table.state.phase is Phase.WINDOW:
            for own in table.state.boxes if offered is not None else ():
                if offered is not None and (act := offered(table.state, own)) is not None:
                    table.do(act)
            if table.state.phase is Phase.WINDOW:
                table.perform()
                table.go_on()
        else:
            turn = turn_of(table.state)
            assert turn is not None
            table.do(player(table.state, *turn))
    return table


def _bank(table: Table) -> None:
    if table.rules.banking is None:
        return
    for box, name in ((1, "P1"), (7, "B1"), (8, "B2")):
        if box not in table.state.seats:
            table.do(acts.Sit(box=box, player=name))
    for _ in range(6):
        for box, name in ((7, "B1"), (8, "B2")):
            take = acts.TakeBank(box=box, player=name, wager=10_000_00)
            if table.state.banker is None and table.ask(take) is None:
                table.do(take)
        decline = acts.DeclineBank(player="P1")
        if table.state.banker is None and table.ask(decline) is None:
            table.do(decline)
    assert table.state.banker is not None
