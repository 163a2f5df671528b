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


def played(
    book: str, player: Player, *, rounds: int, seed: int = 1, boxes: int = 1, **elections: Any
) -> Table:
    """A table after some rounds, 100 on every box."""
    table = pitboss.open_table(book, seed=seed, **elections)
    while table.state.round <= rounds:
        if table.state.phase is Phase.BETTING:
            table.prepare()
            for box in range(1, boxes + 1):
                table.wager(box=box, chips=100)
            table.deal()
        elif table.state.phase is Phase.WINDOW:
            table.perform()
            table.go_on()
        else:
            turn = turn_of(table.state)
            assert turn is not None
            table.do(player(table.state, *turn))
    return table
