"""The bank of a worked round that does not list every answer to its offer."""

from __future__ import annotations

from pitboss.scenarios import format as f
from pitboss.table import acts
from pitboss.table.procedure.bank import bank_is_offered_to
from pitboss.table.run import RunningDecision
from pitboss.table.table import Table


def take_off_the_page(table: Table, bank: f.BankLine) -> None:
    """Give the bank to its player if no one has it; those asked before have declined."""
    if table.state.banker is not None:
        return
    last = table.state.last_banker
    if last is not None and last.player != bank.player:
        while (text := bank_is_offered_to(RunningDecision(table.state))) not in (
            None,
            bank.player,
        ):
            table.do(acts.DeclineBank(player=text))
    table.do(acts.TakeBank(player=bank.player, box=bank.box, wager=bank.wager))
