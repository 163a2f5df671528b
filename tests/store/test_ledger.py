"""Money: every event posts what sums to zero, and nothing stays in escrow after a round."""

from __future__ import annotations

import pytest

from pitboss.rulebooks import BOOKS, rulebook
from pitboss.store.ledger import Accounts, by_balance
from pitboss.store.records import Posting
from pitboss.table import events as e
from pitboss.table.evolve import evolve
from pitboss.table.log_verifier import opened
from pitboss.table.run import TableStep
from pitboss.table.state import TableState
from tests.rigs.random_play import RandomPlayer


def posted(events: list[e.Event]) -> tuple[list[Posting], list[dict[str, int]]]:
    """The postings of a log, and the balances of all accounts at the end of each round."""
    accounts, balances = Accounts("t1"), dict[str, int]()
    lines, rounds = list[Posting](), list[dict[str, int]]()
    state: TableState | None = None
    for n, event in enumerate(events, 1):
        if state is None:
            state = opened(event)
            continue
        after = evolve(state, event)
        new = accounts.postings(n, TableStep(event, state, after))
        assert sum(p.amount for p in new) == 0, event
        lines += new
        for account, amount in by_balance(new).items():
            balances[account] = balances.get(account, 0) + amount
        for account, held in balances.items():
            if account.startswith(("escrow/", "bank/")):
                assert held >= 0, (account, event)
        if isinstance(event, e.RoundClosed):
            rounds.append(dict(balances))
        state = after
    return lines, rounds


@pytest.mark.parametrize("book", BOOKS)
def test_random_rounds_sum_to_zero_and_leave_nothing_in_escrow(book: str) -> None:
    people = RandomPlayer(rulebook(book).elect(), seed=11, every_step=False)
    for _ in range(60):
        people.play()
    lines, rounds = posted(people.table.log.events)
    assert len(rounds) == 60
    for balances in rounds:
        assert sum(balances.values()) == 0
        assert balances.get("escrow/t1", 0) == 0
        assert balances.get("bank/t1", 0) == 0
    for player, money in people.table.state.money.items():
        account = "house/t1" if player == "house" else f"player/{player}"
        assert rounds[-1].get(account, 0) == money
    assert any(p.account.startswith("escrow/t1/") for p in lines)


def test_a_settled_wager_goes_from_its_own_escrow_to_the_player_and_the_house() -> None:
    from pitboss.table.quickstart import open_table

    table = open_table("classic", shoe="Ts 9h 9c 7d 5s")
    table.wager(box=1, chips=10, player="Ada")
    table.deal()
    table.stand(box=1)
    lines, _ = posted(table.log.events)
    assert [(p.account, p.amount) for p in lines] == [
        ("escrow/t1/1", 10_00),
        ("player/Ada", -10_00),
        ("escrow/t1/1", -10_00),
        ("house/t1", 10_00),
    ]
