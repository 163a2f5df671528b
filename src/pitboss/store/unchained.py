"""What no hash chain covers: digests of it for a shutdown, and the sums that must be right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Final

from pitboss.store.database import Rows
from pitboss.store.ledger import balance_account, may_owe

WITHOUT_HISTORY: Final = {
    "sessions": "token, person, created, seen, idle, ends, device, address",
    "name_tables": "id, version",
    "kept": "key, value",
    "attempts": "key, failures, until, at",
    "people": "id, name, folded, password, role, role_since, failures, locked_until, created",
    "tables": "id, status, owner, address, lease, notes",
}
"""What neither a chain nor recalculation covers; its digest is signed at shutdown."""

RECALCULATED: Final = {
    "accounts": "account, balance, may_owe",
    "rulings": "id, table_id, report, by_whom, second, status, at",
    "tables": "id, name, book, opened_by, dealt_by, cards, bots, price, created",
    "secrets": "table_id, shoe, secret",
}
"""What only a full verification recalculates; a start compares its digest of the shutdown."""

KEYS: Final = {"secrets": "table_id, shoe"}
"""The first columns, by which a table is sorted, where it is not only the first one."""

MOST_POSTINGS: Final = 2_000_000
"""The most postings that a start adds up; two million take one or two seconds."""


def digest_of(rows: Rows, columns_of: Mapping[str, str]) -> str:
    """A digest of these columns of these tables."""
    digest = sha256()
    for table, columns in columns_of.items():
        keys = KEYS.get(table, "key").count(",") + 1
        digest.update(f"{table}\n".encode())
        # Not sorted by the database: where a copy is restored, texts may have another order.
        for row in sorted(rows.all(f"SELECT {columns} FROM {table}"), key=lambda row: row[:keys]):
            digest.update(repr(row).encode() + b"\n")
    return digest.hexdigest()


def disagreeing_accounts(rows: Rows) -> list[str]:
    """The accounts whose balance is not the sum of their postings; there should be none."""
    kept: dict[str, int] = dict(rows.all("SELECT account, balance FROM accounts"))
    summed: dict[str, int] = {}
    for account, amount in rows.all("SELECT account, sum(amount) FROM postings GROUP BY account"):
        name = balance_account(account)
        summed[name] = summed.get(name, 0) + int(amount)
    return sorted(
        account
        for account in summed.keys() | kept.keys()
        if summed.get(account, 0) != kept.get(account, 0)
    )


def wrong_balances(rows: Rows) -> Iterator[str]:
    """The first account whose balance is not the sum of its postings, unless they are too many."""
    count = rows.one("SELECT count(*) FROM postings")
    if count is None or int(count[0]) > MOST_POSTINGS:
        return
    if differing := disagreeing_accounts(rows):
        yield f"the balance of {differing[0]} is not the sum of its postings"


def wrong_credit(rows: Rows) -> Iterator[str]:
    """The accounts that may fall below zero and should not, or the reverse."""
    for account, owes in rows.all("SELECT account, may_owe FROM accounts ORDER BY account"):
        if owes != int(may_owe(account)):
            yield f"the credit setting of {account} was changed"
