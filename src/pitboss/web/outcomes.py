"""The answers to commands: accepted or refused, at hand or still waiting for the disk."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from pitboss.law.answers import Refusal
from pitboss.store.records import Command as Kept
from pitboss.web.live import Refused
from pitboss.web.masking import Happened
from pitboss.web.views import Look


class Outcome(NamedTuple):
    """The answer to a command: accepted with its events, or refused with the reason."""

    sequence: int
    happened: tuple[Happened, ...] = ()
    refusal: Refusal | None = None
    refused: Refused | None = None
    repeated: bool = False

    @property
    def is_accepted(self) -> bool:
        """Whether it was carried out."""
        return self.refusal is None and self.refused is None


class Known(NamedTuple):
    """A command that was heard: what it said, and its answer."""

    body: str
    outcome: asyncio.Future[Outcome]


class Waiting(NamedTuple):
    """Something that everybody hears of as soon as it is durable."""

    durable: asyncio.Future[object] | None
    look: Look
    answer: asyncio.Future[Outcome] | None
    outcome: Outcome
    kept: Kept | None

    @property
    def is_ready(self) -> bool:
        """Whether the store has answered, or was not asked."""
        return self.durable is None or self.durable.done()

    @property
    def is_durable(self) -> bool:
        """Whether the store has taken it, or was not asked."""
        return self.is_ready and (self.durable is None or self.durable.result() is None)
