"""Tables that everybody has left: a guest's closes by itself."""

from __future__ import annotations

from pitboss.table.state import Phase
from pitboss.web.actor import Actor
from pitboss.web.bots import is_bot
from pitboss.web.table_driver import HOUSE


def is_left(actor: Actor) -> bool:
    """Whether nobody is at a guest's table any more, and nothing lies on it."""
    live, state = actor.live, actor.live.state
    if not live.is_guests or live.status != "open" or actor.streams or actor.rests:
        return False
    is_over = state.phase is Phase.BETTING and not state.wagers and state.banker is None
    return is_over and all(is_bot(name) for name in state.seats.values())


def shut(actor: Actor) -> None:
    """The house closes the table; the secret of its shoe is told."""
    actor.live.status = "closed"
    actor.hub.note_order(actor.id, what="closed", why="everybody has left", by=HOUSE)
    actor.run(HOUSE, lambda table: table.end_shoe())
