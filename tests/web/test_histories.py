"""Histories: one order explains every answer; a deliberately broken server is detected."""

from __future__ import annotations

from math import inf

import pytest
from benchmarks.reliability.__main__ import measured
from benchmarks.reliability.linear import AccountModel, Operation, TableModel, explained

from tests.postgres import new_database

SMALL = {"processes": 2, "clients": 4, "tables": 2}


def test_one_order_explains_everything_whatever_happens_to_the_processes(postgres: str) -> None:
    figure = measured("histories", **SMALL, seconds=9, database=new_database(postgres))
    assert figure.holds, figure.seen
    assert " 0 not explained" in figure.seen and "x stop" in figure.seen


@pytest.mark.parametrize(
    "broken, nemesis",
    [("early", "kill"), ("two_owners", "cut")],
)
def test_a_house_that_is_broken_on_purpose_is_found_out(
    postgres: str, broken: str, nemesis: str
) -> None:
    url = new_database(postgres)
    figure = measured("histories", **SMALL, seconds=7, broken=broken, nemesis=nemesis, database=url)
    assert not figure.holds and " 0 not explained" not in figure.seen, figure.seen


# The checker itself.


def put(begun: float, ended: float, box: int, amount: int, sequence: int | None) -> Operation:
    return Operation(begun, ended, "set", (box, amount, sequence))


def read(begun: float, ended: float, sequence: int, **boxes: int) -> Operation:
    message = tuple((int(box[1:]), amount) for box, amount in sorted(boxes.items()))
    return Operation(begun, ended, "read", (sequence, message))


def holds(*history: Operation) -> bool:
    return explained(history, TableModel(1)).holds


def test_what_is_explained_about_a_table() -> None:
    assert holds()
    assert holds(put(1, 2, 1, 500, 3), read(3, 4, 3, b1=500))
    # While a bet is being placed, others may or may not see it; afterwards everyone does.
    bet = put(1, 5, 1, 500, 3)
    assert holds(bet, read(2, 3, 1), read(3, 4, 3, b1=500))
    assert not holds(bet, read(2, 3, 3, b1=500), read(3.5, 4, 1))
    assert not holds(bet, read(6, 7, 1))
    # Two at the same time have one order, which the numbers show.
    assert holds(put(1, 4, 1, 5, 4), put(1, 4, 2, 7, 3), read(5, 6, 4, b1=5, b2=7))
    assert not holds(put(1, 4, 1, 5, 4), put(1, 4, 2, 7, 4))
    assert not holds(put(1, 2, 1, 5, 4), put(3, 4, 2, 7, 3))


def test_what_is_unknown_may_have_happened_or_not() -> None:
    unknown = put(1, inf, 1, 5, None)
    assert holds(unknown, read(2, 3, 1)) and holds(unknown, read(2, 3, 2, b1=5))
    assert holds(unknown, read(2, 3, 1), read(9, 10, 2, b1=5))
    assert not holds(unknown, read(2, 3, 2, b1=5), read(9, 10, 1))
    assert not holds(read(0.2, 0.5, 2, b1=5), unknown)


def add(begun: float, ended: float, amount: int) -> Operation:
    return Operation(begun, ended, "add", (amount,))


def balance(begun: float, ended: float, amount: int) -> Operation:
    return Operation(begun, ended, "read", (amount,))


def test_what_is_explained_about_an_account() -> None:
    def holds(*history: Operation) -> bool:
        return explained(history, AccountModel(10)).holds

    assert holds(add(1, 2, -10), balance(3, 4, 0), add(5, 6, 10), balance(7, 8, 10))
    assert not holds(add(1, 2, -10), balance(3, 4, 10))
    # The same money is not spent twice, wherever it is tried.
    assert not holds(add(1, 4, -10), add(2, 5, -10))
    assert holds(add(1, 4, -10), add(2, 5, -10), add(1, 9, 10))
    assert holds(add(1, 9, -4), add(1, 9, -3), balance(2, 3, 7), balance(4, 5, 3))
    assert not holds(add(1, 9, -4), add(1, 9, -3), balance(2, 3, 7), balance(4, 5, 6))
