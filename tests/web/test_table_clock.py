"""When the next step of a table is due, whatever is sent meanwhile."""

from __future__ import annotations

import asyncio

from pitboss.table import acts
from pitboss.table.quickstart import open_table
from pitboss.web.live.clock import TableClock
from pitboss.web.live.driver import NextStep
from pitboss.web.wire.prompts import asks
from tests.web.looping import done


def test_a_bot_is_not_set_back_by_commands_that_are_refused() -> None:
    """Refused commands change nothing; a person who sends them endlessly must not stop a game."""

    async def hammered() -> int:
        acted: list[NextStep] = []
        clock, state = TableClock(acted.append), open_table("classic", shoe="Ts 9h").state
        step = NextStep(0.05, "", "Bot Ada", lambda table: None)
        for _ in range(20):
            clock.set(step, state)
            await asyncio.sleep(0.01)
        clock.stop()
        return len(acted)

    assert done(hammered())


def test_a_bot_waits_its_pace_after_whatever_happens() -> None:
    async def busy() -> int:
        acted: list[NextStep] = []
        clock = TableClock(acted.append)
        step = NextStep(0.5, "", "Bot Ada", lambda table: None)
        for _ in range(10):
            clock.set(step, open_table("classic", shoe="Ts 9h").state)
            await asyncio.sleep(0.01)
        clock.stop()
        return len(acted)

    assert not done(busy())


def test_who_has_passed_the_bank_is_not_asked_to_pass_again() -> None:
    table = open_table("nobust", shoe="Ts 9h")
    table.do(acts.Sit(box=2, player="Ada"))
    rows = [(one["player"], one["command"]["type"]) for one in asks(table.state)]
    assert ("Ada", "decline_bank") in rows
    table.do(acts.DeclineBank(player="Ada"))
    rows = [(one["player"], one["command"]["type"]) for one in asks(table.state)]
    assert ("Ada", "decline_bank") not in rows and ("Ada", "take_bank") in rows
