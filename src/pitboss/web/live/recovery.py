"""Recover from an overspent balance: refuse that one command, and let the table play on.

A person who plays at tables of two processes may spend the same money at both. The database accepts
one of the two bets. The commands that followed the other depend on it, and are carried out again on
the stored table; the other players notice only a short pause.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.web.live.open_table import ServerRefusal
from pitboss.web.live.outcomes import CommandOutcome, PendingChange, PendingCommand

if TYPE_CHECKING:
    from pitboss.web.live.actor import Actor


class Recovery:
    """One table that is being reloaded, and the commands that wait for it."""

    def __init__(self, actor: Actor, refused: PendingChange) -> None:
        self._actor = actor
        self._is_begun = False
        self.waiting: list[PendingCommand] = []
        actor.hub.money.forget()
        self._refuse(refused, ServerRefusal("your balance does not cover that"))

    def takes(self, one: PendingChange) -> None:
        """Take a command that depends on something the store rejected."""
        if one.again is not None:
            self.waiting.append(one.again)
        elif one.reply is not None:
            self._refuse(one, ServerRefusal("the table has recovered; try again", status=503))

    def _refuse(self, one: PendingChange, refused: ServerRefusal) -> None:
        if one.kept is not None:
            self._actor.answers.forget(one.kept.person, one.kept.key)
        if one.reply is not None:
            one.reply.give(CommandOutcome(one.look.sequence, refused=refused))

    def begin(self) -> None:
        """Start once the store has answered everything pending."""
        if not self._is_begun:
            self._is_begun = True
            self._actor.hub.spawn(self._mend())

    async def _mend(self) -> None:
        actor = self._actor
        try:
            live = await actor.hub.read_again(actor)
            await actor.hub.money.refresh({one.person.name for one in self.waiting})
        except Exception as error:
            actor.hub.log.error("table %s cannot recover: %s", actor.id, error)
            message = ServerRefusal("the table is recovering; try again", status=503)
            for again in self.waiting:
                again.reply.give(CommandOutcome(0, refused=message))
            actor.not_mended()
            return
        actor.mended(live, self.waiting)
