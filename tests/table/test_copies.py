"""A table can be copied and pickled in the middle of a round, and continues as the original."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

import pytest

from pitboss.rulebooks import BOOKS, rules_of
from pitboss.table import acts
from pitboss.table.legal_acts import permitted
from pitboss.table.sources import Seeded
from pitboss.table.state import Phase
from pitboss.table.table import Table

COPIES: tuple[Callable[[Table], Table], ...] = (
    lambda table: pickle.loads(pickle.dumps(table)), copy.deepcopy, copy.copy,
)  # fmt: skip


def opened(book: str) -> Table:
    """A table with a bet on box 1, up to the first decision."""
    table = Table(rules_of(book), Seeded(5))
    table.do(acts.Sit(box=1, player="Ada"))
    if table.rules.banking is not None:
        table.do(acts.Sit(box=table.rules.equipment.boxes.value, player="Bea"))
    bet_again(table)
    return table


def bet_again(table: Table) -> None:
    """Begin a round with a bet on box 1."""
    table.prepare()
    if table.rules.banking is not None:
        last = table.rules.equipment.boxes.value
        table.do(acts.TakeBank(player="Bea", box=last, wager=100_000))
    table.do(acts.Bet(box=1, player="Ada", stake=5_000))
    table.do(acts.CloseBets())


def play_on(table: Table) -> str:
    """Do the first permitted act until a second round is over; returns the hash of the log."""
    for _ in range(60):
        if table.state.phase is Phase.BETTING:
            if table.state.round > 2:
                break
            bet_again(table)
            continue
        on_hand = [act for act in permitted(table.state) if isinstance(act, acts.ActOnHand)]
        if on_hand and table.state.phase is Phase.PLAY:
            table.do(on_hand[0])
        else:
            table.perform()
            table.go_on()
    return table.log.hash


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("make", COPIES)
def test_a_copy_continues_as_the_original(book: str, make: Callable[[Table], Table]) -> None:
    table = opened(book)
    before, length = table.log.hash, table.log.length
    made = make(table)
    assert (made.log.hash, str(made)) == (before, str(table))
    after = play_on(made)
    assert after != before
    assert (table.log.hash, table.log.length) == (before, length), "the original has not moved"
    assert play_on(table) == after
    assert play_on(opened(book)) == after
