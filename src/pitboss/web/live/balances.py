"""Account balances as this process knows them; the store is authoritative."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Final

from pitboss.store.ledger import player_account
from pitboss.store.store import Store

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
