"""Everyone with an account, as the operator lists them."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Any

from msgspec import Struct

from pitboss.store.database import Rows
from pitboss.store.ledger import player_account


class RollEntry(Struct, frozen=True):
    """A person's account."""

    id: str
    name: str
    role: str
    is_guest: bool
    is_locked: bool
    since: datetime
    balance: int

    def as_row(self) -> dict[str, Any]:
        """The account as JSON has it; the balance is in cents."""
        return {
            "id": self.id,
            "name": self.name,
            "role": self.role,
            "guest": self.is_guest,
            "locked": self.is_locked,
            "created": self.since.isoformat(timespec="seconds"),
            "balance": self.balance,
        }


def roll(rows: Rows, *, guests: bool) -> list[RollEntry]:
    """The accounts, oldest first."""
    balances: dict[str, int] = dict(rows.all("SELECT account, balance FROM accounts"))
    records = rows.all(
        "SELECT id, name, role, password IS NULL, locked_until, created FROM people "
        "ORDER BY created, id"
    )
    return [
        RollEntry(
            id,
            name,
            role,
            bool(is_guest),
            locked_until > time.time(),
            datetime.fromtimestamp(created, UTC),
            int(balances.get(player_account(name), 0)),
        )
        for id, name, role, is_guest, locked_until, created in records
        if guests or not is_guest
    ]
