"""The clock of a table: when the next step is due, and how long a person still has."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from pitboss.table.state import TableState
from pitboss.web.live.bots import is_bot
from pitboss.web.live.driver import NextStep


class TableClock:
    """One timer; a clock that a person sees is not reset by what others do.

    Nor do refusals delay a bot: it waits its pace from the last event.
    """

    def __init__(self, time_is_up: Callable[[NextStep], None]) -> None:
        self._time_is_up = time_is_up
        self._timer: asyncio.TimerHandle | None = None
        self._running: tuple[object, float] | None = None
        self._seen: TableState | None = None
        """The state in which the step was last set"""
        self.deadline: float | None = None
        """When the time of the person to act runs out"""
        self.told: float | None = None
        """The deadline that people know of"""
        self.not_before = 0.0
        self._moved_at = 0.0
        """When the pages of the slowest person at the table will have shown everything"""

    def moves(self, seconds: float) -> None:
        """Note that movements on the table take this long."""
        self.not_before = 0.0
        self._moved_at = max(asyncio.get_running_loop().time(), self._moved_at) + seconds

    def stop(self) -> None:
        """Stop the timer."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self.deadline = None

    def forget(self) -> None:
        """Start the next clock from the beginning, even for the same decision."""
        self._running = None

    def set(self, step: NextStep | None, state: TableState) -> None:
        """Schedule this step."""
        self.stop()
        if step is None:
            self.forget()
            return
        is_clock = bool(step.waits_for)
        who = None if is_clock else step.actor
        about = (state.round, state.phase, step.box, step.hand, who, step.kind)
        loop = asyncio.get_running_loop()
        now = loop.time()
        # People and bots act on what has been shown; the server itself does not wait for pages.
        waits = is_clock or is_bot(step.actor)
        started = max(now, self._moved_at) if waits else now
        running = self._running
        if running is not None and running[0] == about and (is_clock or state is self._seen):
            started = running[1]
        self._running, self._seen = (about, started), state
        due = max(now, started + step.after, self.not_before)
        if is_clock:
            self.deadline = due
        self._timer = loop.call_at(due, self._due, step)

    def _due(self, step: NextStep) -> None:
        self._timer = None
        self._time_is_up(step)

    def wait(self, seconds: float) -> None:
        """Let nothing be due before this time."""
        self.not_before = asyncio.get_running_loop().time() + seconds

    @property
    def seconds_left(self) -> float | None:
        """Seconds left for the person to act; None if no clock is running."""
        if self.deadline is None:
            return None
        return round(max(0.0, self.deadline - asyncio.get_running_loop().time()), 1)
