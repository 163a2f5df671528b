"""More play money for a person who has run out: issued, posted and recorded in one transaction."""

from __future__ import annotations

import time
from collections.abc import Iterable

from pitboss.store import journal
from pitboss.store.database import Database, Rows
from pitboss.store.ledger import CORRECTIONS, ISSUED, player_account
from pitboss.store.records import Person, Posting


class NotBroke(Exception):
    """The person still has enough; ``balance`` is how much."""

    def __init__(self, balance: int) -> None:
        self.balance = balance
        super().__init__(f"the balance is still {balance}")


class TooSoon(Exception):
    """The last refill was a moment ago; ``seconds`` until the next."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        super().__init__(f"wait {seconds:.0f} seconds")


def book_of(person: str) -> str:
    """The table id under which money issued to a person is posted."""
    return f"house/{person}"


def postings_of(n: int, name: str, money: int) -> tuple[Posting, Posting]:
    """What an issue of play money posts; the opening balance is number 0."""
    return Posting(n, ISSUED, -money), Posting(n, player_account(name), money)


def correction_of(n: int, name: str, money: int) -> tuple[Posting, Posting]:
    """What the correction of a result posts, which was decided in a dispute."""
    return Posting(n, CORRECTIONS, -money), Posting(n, player_account(name), money)


def renaming(n: int, old: str, new: str, money: int) -> tuple[Posting, Posting]:
    """What a new name posts: the whole balance moves to its account."""
    return Posting(n, player_account(old), -money), Posting(n, player_account(new), money)


def next_in_book_of(rows: Rows, person: str) -> int:
    """The number of the next posting under a person's own table id."""
    last = rows.one("SELECT max(n) FROM postings WHERE table_id = ?", (book_of(person),))
    return 1 + int((last or (0,))[0] or 0)


def post_in_book_of(rows: Rows, person: str, postings: Iterable[Posting]) -> None:
    """Post under a person's own table id, to accounts that exist."""
    for place, posting in enumerate(postings):
        rows.run(
            "UPDATE accounts SET balance = balance + ? WHERE account = ?",
            (posting.amount, posting.account),
        )
        rows.run(
            "INSERT INTO postings VALUES (?, ?, ?, ?, ?)",
            (book_of(person), posting.n, place, posting.account, posting.amount),
        )


def refill(database: Database, person: Person, money: int, *, below: int, every: float) -> int:
    """Issue play money to a person with less than ``below``, and return their new balance.

    Raises ``NotBroke``, or ``TooSoon`` if the last time was fewer than ``every`` seconds ago.
    """
    account = player_account(person.name)
    with database.writing() as rows:
        # Two requests at the same time are decided one after the other.
        rows.run("UPDATE people SET role = role WHERE id = ?", (person.id,))
        row = rows.one("SELECT balance FROM accounts WHERE account = ?", (account,))
        balance = 0 if row is None else int(row[0])
        if balance >= below:
            raise NotBroke(balance)
        now = time.time()
        _not_too_soon(rows, person, now, every)
        n = next_in_book_of(rows, person.id)
        journal.note(rows, "refill", {"person": person.id, "n": n, "money": money})
        post_in_book_of(rows, person.id, postings_of(n, person.name, money))
    return balance + money


def _not_too_soon(rows: Rows, person: Person, now: float, every: float) -> None:
    key = f"refill/{person.id}"
    row = rows.one("SELECT value FROM kept WHERE key = ?", (key,))
    since = every if row is None else now - float(row[0])
    if 0 <= since < every:
        raise TooSoon(every - since)
    rows.run(
        "INSERT INTO kept VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        (key, str(now)),
    )


def refilled(database: Database, person: Person) -> int:
    """How much a person has been issued since the opening balance."""
    with database.reading() as rows:
        row = rows.one(
            "SELECT sum(amount) FROM postings WHERE table_id = ? AND account = ? AND n > 0",
            (book_of(person.id), ISSUED),
        )
    return -int((row or (0,))[0] or 0)
