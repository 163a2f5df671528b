"""What the store cannot do, said so that its user knows why."""

from __future__ import annotations

from enum import StrEnum, unique


class BadDatabase(Exception):
    """A database that cannot be opened or does not answer; says which and why."""


class InDoubt(BadDatabase):
    """A commit to which the database gave no answer: it may be durable or not."""


@unique
class Because(StrEnum):
    """Why a commit was not accepted."""

    FUNDS = "funds"
    """An account would have gone below zero."""
    STALE = "stale"
    """The table has moved on, or another process owns it now."""
    KEY = "key"
    """A command with this key was carried out before."""


class Rejected(Exception):
    """A commit that was not accepted; nothing of it is in the store."""

    def __init__(self, because: Because) -> None:
        self.because = because
        super().__init__(f"the commit was not accepted: {because.value}")
