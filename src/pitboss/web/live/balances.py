"""Balances as this process knows them, and whether they cover an act; the store decides."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from pitboss.law import banking
from pitboss.law.wagers import WagerKind
from pitboss.store.ledger import by_balance, player_account
from pitboss.store.store import Store
from pitboss.table import acts
from pitboss.table.events import MOVES_MONEY
from pitboss.table.run import RunningDecision
from pitboss.table.state import Phase, TableState
from pitboss.web.live.open_table import ServerRefusal

if TYPE_CHECKING:
    from pitboss.web.live.actor import Actor


_A_MOMENT: Final = 0.002
"""Seconds allowed for a pending posting to arrive."""


class Balances:
    """Balances including everything that is about to become durable.

    Where several processes share the database, a person may also play at another's table: then a
    balance is read again before every command, and now and then for people who only watch.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._durable: dict[str, int] = {}
        self._on_its_way: dict[str, int] = {}
        self._turns: dict[str, int] = {}
        """How often a person's balance was posted to or committed"""

    def is_known(self, name: str) -> bool:
        """Whether the balance was read and no other process can have changed it."""
        return name in self._durable and not self._store.database.shared

    async def know(self, name: str) -> int:
        """Read a balance, unless no other process can have changed it."""
        if not self.is_known(name):
            await self.refresh((name,))
        return self.balance(name)

    async def refresh(self, names: Iterable[str]) -> None:
        """Read these people's balances from the store.

        An answer that crosses one of our own postings may or may not include it, so it is not
        used: known balances stay, and unknown ones are read again.
        """
        wanted = {player_account(name): name for name in names}
        while wanted:
            turns = {name: self._turns.get(name, 0) for name in wanted.values()}
            settled = {name for name in turns if name not in self._on_its_way}
            result = await asyncio.to_thread(self._store.balances, tuple(wanted))
            for account, name in wanted.items():
                if name in settled and self._turns.get(name, 0) == turns[name]:
                    self._durable[name] = result.get(account, 0)
            wanted = {a: name for a, name in wanted.items() if name not in self._durable}
            if wanted:
                await asyncio.sleep(_A_MOMENT)

    async def now(self, name: str) -> int:
        """The durable balance at this moment."""
        if self._store.database.shared:
            account = player_account(name)
            return (await asyncio.to_thread(self._store.balances, (account,))).get(account, 0)
        await self.know(name)
        return self.posted(name)

    def posted(self, name: str) -> int:
        """The balance to show: uncommitted amounts could reveal a result too early."""
        return self._durable.get(name, 0)

    def balance(self, name: str) -> int:
        """A balance that was read, with uncommitted amounts; 0 for an unknown person."""
        return self._durable.get(name, 0) + self._on_its_way.get(name, 0)

    def moves(self, changes: dict[str, int]) -> None:
        """Note that these amounts are about to be posted."""
        for name, amount in _players(changes):
            self._turns[name] = self._turns.get(name, 0) + 1
            self._on_its_way[name] = self._on_its_way.get(name, 0) + amount

    def moved(self, changes: dict[str, int], *, posted: bool) -> None:
        """Note whether the store has posted these amounts."""
        for name, amount in _players(changes):
            self._turns[name] = self._turns.get(name, 0) + 1
            left = self._on_its_way.get(name, 0) - amount
            if left:
                self._on_its_way[name] = left
            else:
                self._on_its_way.pop(name, None)
            if posted and name in self._durable:
                self._durable[name] += amount

    def issued(self, name: str, amount: int) -> None:
        """Note that play money was issued and stored."""
        self._turns[name] = self._turns.get(name, 0) + 1
        if name in self._durable:
            self._durable[name] += amount

    def forget(self) -> None:
        """Read the balance again: something was not posted after all."""
        self._durable.clear()


def _players(changes: dict[str, int]) -> Iterable[tuple[str, int]]:
    return [
        (account.removeprefix("player/"), amount)
        for account, amount in changes.items()
        if account.startswith("player/")
    ]


def check_funds(actor: Actor, player: str, act: acts.Act, run: RunningDecision) -> None:
    """Refuse a bet above the balance; other refusals are left to the book."""
    if not any(isinstance(event, MOVES_MONEY) for event in run.events):
        return
    accounts = actor.live.accounts
    postings = [posting for step in run.steps for posting in accounts.postings(0, step)]
    ahead = _fee_ahead(run.state, player) if isinstance(act, acts.Bet | acts.TakeBank) else 0
    for account, amount in by_balance(postings).items():
        if not account.startswith("player/") or amount >= 0:
            continue
        holds = actor.hub.money.balance(account.removeprefix("player/"))
        needed = -amount + (ahead if account == player_account(player) else 0)
        if holds < needed:
            raise ServerRefusal("your balance does not cover that")


def _fee_ahead(state: TableState, player: str) -> int:
    """The collection fee still due before the deal, where players bank."""
    if state.rules.banking is None or state.phase is not Phase.BETTING:
        return 0
    mains = [w for w in state.open_wagers(kind=WagerKind.MAIN) if w.player == player]
    banker = "" if state.banker is None else state.banker.player
    due = banking.fees(state.rules, circles={player: len(mains)}, banker=banker)
    return due[player][0]
