"""The bank of the kernels against the law: every order of results, wager by wager."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from pitboss.kernels.full import settlement
from pitboss.kernels.full.job import tables_for
from pitboss.law.banking import Bank, settle
from pitboss.law.settlement import Settled, lost, won
from pitboss.money import Odds
from pitboss.players.seats import Setting
from tests.support import clause, rules

within: Any = settlement.within.py_func  # type: ignore[attr-defined]
"""The kernel's own function, uncompiled"""


def _wager(due: int, unit: int) -> tuple[int, Settled]:
    """The stake and the result of a wager that wins or loses so many units."""
    return (unit, won(unit, Odds(due), "")) if due > 0 else (-due * unit, lost(""))


@clause("nobust:type.3", "nobust:type.4")
@pytest.mark.parametrize("exhausted", ["returns", "collects"])
@pytest.mark.parametrize("limit", ["net", "gross", "matched"])
def test_the_kernels_bank_is_the_laws_for_every_order_of_results(
    limit: str, exhausted: str
) -> None:
    table = rules("nobust", bank_limit=limit, exhausted_bank=exhausted)
    game = tables_for(table, Setting(bank=Fraction(2))).record
    unit = game.bank.wager // 2
    for dues in product((-3, -1, 1, 2), repeat=5):
        bank, paid, collected = Bank(2 * unit), 0, 0
        for due in dues:
            bank, _ = settle(table, bank, *_wager(due, unit))
            net = within(game, paid, collected, due * unit)
            paid, collected = paid + max(net, 0), collected + max(-net, 0)
            assert (paid, collected) == (bank.paid, bank.collected), (dues, due)
