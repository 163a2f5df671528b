"""Somebody had less than this process knew: only that one is refused, and the table goes on.

Somebody who plays at tables of two processes may spend the same money at both. The store takes one
of the two. What came after the other one at its table was built upon it, and is carried out anew
on the table as the store has it; nobody else notices more than a moment.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.web.open_table import Refused
from pitboss.web.outcomes import Again, Outcome, Waiting

if TYPE_CHECKING:
    from pitboss.web.actor import Actor


class Mending:
    """One table that is read from the store again, and the commands that wait for it."""

    def __init__(self, actor: Actor, refused: Waiting) -> None:
        self._actor = actor
        self._is_begun = False
        self.waiting: list[Again] = []
        actor.hub.money.forget()
        self._refuse(refused, Refused("there is not enough on your account for that"))

    def takes(self, one: Waiting) -> None:
        """Something that was built upon what the store has not taken."""
        if one.again is not None:
            self.waiting.append(one.again)
        elif one.reply is not None:
            self._refuse(one, Refused("the table was put in order; try again", status=503))

    def _refuse(self, one: Waiting, refused: Refused) -> None:
        if one.kept is not None:
            self._actor.answers.forget(one.kept.person, one.kept.key)
        if one.reply is not None:
            one.reply.give(Outcome(one.look.sequence, refused=refused))

    def begin(self) -> None:
        """The store has answered about everything that was on its way."""
        if not self._is_begun:
            self._is_begun = True
            self._actor.hub.spawn(self._mend())

    async def _mend(self) -> None:
        actor = self._actor
        try:
            live = await actor.hub.read_again(actor)
            await actor.hub.money.refresh({one.person.name for one in self.waiting})
        except Exception as error:
            actor.hub.log.error("table %s cannot be put in order: %s", actor.id, error)
            told = Refused("the table is being put in order; try again at once", status=503)
            for again in self.waiting:
                again.reply.give(Outcome(0, refused=told))
            actor.not_mended()
            return
        actor.mended(live, self.waiting)
