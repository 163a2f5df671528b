"""Double-entry bookkeeping: what an event posts, with an escrow account for every wager.

Money moves in one way: an event changes the state of its table, and the difference is posted. What
leaves one account arrives in another, so the sum of all accounts is always zero.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pitboss.store.records import Posting
from pitboss.table import events as e
from pitboss.table.evolve.changes import HOUSE
from pitboss.table.run import TableStep
from pitboss.table.state import TableState

ISSUED: Final = "issued"
"""The account that issues play money."""

CORRECTIONS: Final = "corrections"
"""The account of the house from which the results of finished rounds are corrected."""

BOT: Final = "Bot "
"""The prefix of the bots' names."""


def player_account(name: str) -> str:
    """The account of a person, which may not fall below zero."""
    return f"player/{name}"


def may_owe(account: str) -> bool:
    """Whether an account may fall below zero, as the house's own may."""
    return not account.startswith(("player/", "escrow/", "bank/"))


def balance_account(account: str) -> str:
    """The account whose balance a posting changes; the wagers of a table share one."""
    kind, _, rest = account.partition("/")
    return f"escrow/{rest.partition('/')[0]}" if kind == "escrow" else account


class Accounts:
    """The names of one table's accounts."""

    def __init__(self, table: str) -> None:
        self._table = table
        self._house = f"house/{table}"
        self._bank = f"bank/{table}"

    def of(self, name: str) -> str:
        """The account of the person with this name at the table."""
        if name == HOUSE:
            return self._house
        if name.startswith(BOT):
            return f"bot/{self._table}/{name}"
        return player_account(name)

    def postings(self, n: int, step: TableStep) -> list[Posting]:
        """The postings of an event, which sum to zero."""
        event, before, after = step.event, step.before, step.after
        if not isinstance(event, e.MOVES_MONEY):
            return []
        moved: dict[str, int] = {}
        if isinstance(event, e.WagerSettled):
            self._settled(moved, before, event)
        else:
            for name in before.money.keys() | after.money.keys():
                _add(moved, self.of(name), after.money.get(name, 0) - before.money.get(name, 0))
        was = {w.id: w.stake for w in before.wagers if w.result is None}
        now = {w.id: w.stake for w in after.wagers if w.result is None}
        for wager in was.keys() | now.keys():
            account = f"escrow/{self._table}/{wager}"
            _add(moved, account, now.get(wager, 0) - was.get(wager, 0))
        if isinstance(event, e.BankTaken):
            _add(moved, self.of(event.player), -event.wager)
            _add(moved, self._bank, event.wager)
        if isinstance(event, e.BankReturned):
            _add(moved, self.of(event.player), event.wager)
            _add(moved, self._bank, -event.wager)
        if isinstance(event, e.RoundClosed) and before.banker is not None:
            bank = before.banker.bank
            _add(moved, self._bank, -(bank.wager + bank.result))
            _add(moved, self.of(before.banker.player), bank.wager + bank.result)
        return [Posting(n, account, moved[account]) for account in sorted(moved) if moved[account]]

    def _settled(self, moved: dict[str, int], before: TableState, event: e.WagerSettled) -> None:
        """Post the bettor's share of a wager, and the rest to the house or the bank."""
        old = before.wager(event.wager)
        got = event.returned if old.result is None else event.returned - old.returned
        rest = (old.stake if old.result is None else 0) - got
        _add(moved, self.of(old.player), got)
        _add(moved, self._house if before.banker is None else self._bank, rest)


def _add(moved: dict[str, int], account: str, amount: int) -> None:
    if amount:
        moved[account] = moved.get(account, 0) + amount


def by_balance(postings: Iterable[Posting]) -> dict[str, int]:
    """The changes these postings make to the stored balances."""
    changes: dict[str, int] = {}
    for posting in postings:
        _add(changes, balance_account(posting.account), posting.amount)
    return {account: amount for account, amount in changes.items() if amount}
