"""A live table that follows an environment: at every step, or when it is asked to catch up."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from pitboss.kernels.steps import codes
from pitboss.kernels.steps.tables import Stepped

from .replay import EnvironmentStep, Replay

_LONG_LOG: Final = 4000
"""A new table is used for the transcript from the next shoe on."""
_MOST_WAITING: Final = 4096
"""The most steps that wait to be followed."""


class Followed:
    """What an environment has done since its shoe was new, and the table that repeats it."""

    def __init__(self, made: Stepped) -> None:
        self.made = made
        self.replay: Replay | None = None
        self._waiting: list[EnvironmentStep] = []
        self._is_on = False
        """Whether the shoe is followed from its first card"""

    def abandon(self) -> None:
        """Follow no more until the next new shoe."""
        self.replay, self._waiting, self._is_on = None, [], False

    def add(
        self,
        act: int | None,
        box: int,
        phase: int,
        traced: Sequence[int],
        reward: float,
        then: int,
        may: int,
    ) -> None:
        """Add a step, which may begin a new shoe."""
        if act is None and traced[:1] == [codes.NEW_SHOE] and self._is_free:
            self.abandon()
            self._is_on = True
        if self._is_on:
            won = Fraction(reward).limit_denominator(10**6)
            self._waiting.append(EnvironmentStep(act, box, phase, traced, won, then, may))
            if len(self._waiting) >= _MOST_WAITING:
                self.catch_up()

    @property
    def _is_free(self) -> bool:
        """Whether a new shoe may be followed by a new table: no table yet, or a long log."""
        return self.replay is None or self.replay.table.log.length > _LONG_LOG

    def catch_up(self) -> Replay | None:
        """The table after all steps; raises ``Disagreement`` if it differs from the environment."""
        if self._waiting:
            if self.replay is None:
                self.replay = Replay(self.made)
            waiting, self._waiting = self._waiting, []
            for done in waiting:
                self.replay.follow(done)
        return self.replay
