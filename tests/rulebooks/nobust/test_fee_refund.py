"""The fee of a wager that had no action: not refunded unless the room elects it."""

from __future__ import annotations

import pytest

from pitboss.law.banking import refunded_fee
from pitboss.rulebooks.enumerations import Result
from pitboss.table import acts
from pitboss.table.events import FeeReturned, WagerSettled
from pitboss.table.quickstart import open_table
from tests.support import clause, rules
from tests.table.helpers import of


@clause("nobust:gap.fee-refund")
def test_the_fee_is_kept_unless_elected_otherwise() -> None:
    assert refunded_fee(rules("nobust"), Result.RETURNED) == (0, "gap.fee-refund")
    back = rules("nobust", fee_refund_on_no_action=True)
    assert refunded_fee(back, Result.RETURNED) == (1_00, "gap.fee-refund")
    assert refunded_fee(back, Result.STAND_OFF) == (0, "gap.fee-refund")


@clause("nobust:gap.fee-refund")
@pytest.mark.parametrize(("refund", "house"), [(False, 5_00), (True, 4_00)])
def test_an_exhausted_bank_leaves_the_last_seat_without_action(refund: bool, house: int) -> None:
    # A bank of 80 pays the seats on the right 50 and 30; the third wager of 50 is returned.
    table = open_table(
        "nobust",
        shoe="Tc Ts Th 7d 9c 9s 9h Td",
        fee_refund_on_no_action=refund,
    )
    table.do(acts.Sit(box=8, player="bank"))
    table.do(acts.TakeBank(player="bank", box=8, wager=80_00))
    for box in (1, 4, 7):
        table.wager(box=box, chips=50, player=f"P{box}")
    table.deal()
    for box in (1, 4, 7):
        table.stand(box=box)
    assert table.state.money["house"] == house
    assert table.state.money["P1"] == (0 if refund else -1_00)


@clause("nobust:gap.fee-refund")
def test_a_doubled_hand_without_action_gets_its_circles_fee_back_only_once() -> None:
    # The bank of 20 pays box 4 all of it; the hand on box 1 is left without action, doubled or not.
    table = open_table("nobust", shoe="5c 6h 9h Td 6c 7d Tc Td", fee_refund_on_no_action=True)
    table.do(acts.Sit(box=8, player="bank"))
    table.do(acts.TakeBank(player="bank", box=8, wager=20_00))
    for box in (1, 4):
        table.wager(box=box, chips=20, player=f"P{box}")
    table.deal()
    table.double(box=1)
    table.stand(box=4)
    settled = {wager.wager: wager.result for wager in of(WagerSettled, table.log.events)}
    fees = of(FeeReturned, table.log.events)
    assert settled == {2: "win", 1: "returned", 3: "returned"}
    assert [(fee.player, fee.amount) for fee in fees] == [("P1", 1_00)]
    assert table.state.money == {"P1": 0, "P4": 20_00 - 1_00, "bank": -20_00 - 2_00, "house": 3_00}
