"""Errors of the store."""

from __future__ import annotations

from enum import StrEnum, unique


class BadDatabase(Exception):
    """A database that cannot be opened or is not responding; the message says why."""


class InDoubt(BadDatabase):
    """A commit the database did not confirm: it may be durable or not."""


@unique
class Because(StrEnum):
    """Why a commit was not accepted."""

    FUNDS = "funds"
    """An account would have gone below zero."""
    STALE = "stale"
    """The table has changed, or another process owns it now."""
    KEY = "key"
    """A command with this key was already carried out."""


class Rejected(Exception):
    """A commit that was refused; nothing of it is stored."""

    def __init__(self, because: Because) -> None:
        self.because = because
        super().__init__(f"the commit was not accepted: {because.value}")
