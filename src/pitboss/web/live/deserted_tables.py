"""Close guests' tables and practice tables that all players have left."""

from __future__ import annotations

from typing import Final

from pitboss.table.state import Phase
from pitboss.web.live.actor import Actor
from pitboss.web.live.bots import is_bot
from pitboss.web.live.driver import HOUSE

PRACTICE_LEFT: Final = 45.0
"""Seconds before a practice table closes once its player has left; a reload takes fewer."""


def is_left(actor: Actor, unused: float, after: float) -> bool:
    """Whether a table is deserted for long enough, with an empty layout."""
    live, state = actor.live, actor.live.state
    wait = min(after, PRACTICE_LEFT) if live.practice else after
    if unused <= wait or live.status != "open" or actor.streams or actor.rests:
        return False
    is_over = state.phase is Phase.BETTING and not state.wagers and state.banker is None
    if live.practice:
        return is_over
    return is_over and live.is_guests and all(is_bot(name) for name in state.seats.values())


def shut(actor: Actor) -> None:
    """Close the table and publish the secret of its shoe."""
    actor.live.status = "closed"
    actor.hub.note_order(actor.id, what="closed", why="all players have left", by=HOUSE)
    actor.run(HOUSE, lambda table: table.end_shoe())
