"""Money moves between accounts, whatever the players are called."""

from __future__ import annotations

import pytest

from pitboss.rulebooks import rulebook
from pitboss.table import acts
from pitboss.table.log_verifier import check_money
from pitboss.table.sources import Seeded
from pitboss.table.state import Phase
from pitboss.table.table import Automation, Table


@pytest.mark.parametrize("name", ["Ada", "state", "house", "amounts"])
def test_the_accounts_sum_to_nothing_under_any_name(name: str) -> None:
    table = Table(
        rulebook("nobust").default_rules, Seeded(4), automation=Automation.EVERYTHING, name="names"
    )
    table.do(acts.Sit(box=7, player="Cleo"))
    table.prepare()
    table.do(acts.TakeBank(player="Cleo", box=7, wager=1000_00))
    table.do(acts.Bet(box=1, player=name, stake=table.rules.limits.minimum.value))
    assert check_money(table.state) is None
    table.do(acts.CloseBets())
    assert table.state.fees[name] > 0
    assert check_money(table.state) is None
    while table.state.phase is not Phase.BETTING:
        table.do(acts.Stand(box=1))
        assert check_money(table.state) is None
