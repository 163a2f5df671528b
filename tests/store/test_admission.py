"""Attempts, roles and leases in the store, on both databases."""

from __future__ import annotations

import time

import pytest

from pitboss.store import Store
from pitboss.store.attempts import FROM_ANYWHERE
from pitboss.store.people import LockedOut, PersonRole, WrongPassword
from pitboss.store.records import TableInfo

PASSWORD = "a long password"


def info(id: str, opened_by: str = "Ada", owner: str = "p1") -> TableInfo:
    return TableInfo(
        id, id, "nz", opened_by, "machine", "shoe", 0, "", "open", 0, "", owner, "here",
        time.time() + 60, time.time(),
    )  # fmt: skip


def wrong(store: Store, address: str, name: str = "Ada") -> bool:
    """Whether a wrong password was checked; otherwise the attempt must wait."""
    try:
        store.people.sign_in(name, "not that one", address=address)
    except WrongPassword:
        return True
    except LockedOut:
        return False
    raise AssertionError("it was right")


def test_a_name_that_is_guessed_from_everywhere_waits_where_its_owner_never_was(
    store: Store,
) -> None:
    store.people.sign_up("Ada", PASSWORD, money=0)
    store.people.sign_in("Ada", PASSWORD, address="home")
    looked_at = [wrong(store, f"bot {number}") for number in range(FROM_ANYWHERE + 5)]
    assert looked_at == [True] * FROM_ANYWHERE + [False] * 5
    with pytest.raises(LockedOut) as locked:
        store.people.sign_in("Ada", PASSWORD, address="a café")
    assert locked.value.seconds <= 60
    assert store.people.sign_in("Ada", PASSWORD, address="home").name == "Ada"
    assert wrong(store, "bot 1", "Ben")  # another name


def test_the_wait_doubles_and_ends_with_the_right_password(store: Store) -> None:
    store.people.sign_up("Ada", PASSWORD, money=0)
    for _ in range(5):
        assert wrong(store, "x")
    with pytest.raises(LockedOut) as first:
        store.people.sign_in("Ada", PASSWORD, address="x")
    assert 1 < first.value.seconds <= 2
    with store.database.writing() as rows:
        rows.run("UPDATE attempts SET until = 0")
    assert wrong(store, "x")
    with pytest.raises(LockedOut) as second:
        store.people.sign_in("Ada", PASSWORD, address="x")
    assert 3 < second.value.seconds <= 4
    with store.database.writing() as rows:
        rows.run("UPDATE attempts SET until = 0")
    store.people.sign_in("Ada", PASSWORD, address="x")
    assert wrong(store, "x")  # the address has no failures any more


def test_since_when_somebody_has_a_role(store: Store) -> None:
    began = time.time()
    store.people.sign_up("Ada", PASSWORD, money=0)
    known = store.people.known_since("Ada")
    assert began <= known <= time.time()
    store.people.give_role("Ada", PersonRole.PLAYER)  # which she had
    assert store.people.known_since("Ada") == known
    store.people.give_role("Ada", PersonRole.SUPERVISOR)
    assert store.people.known_since("Ada") > known
    assert store.people.known_since("Nobody") > time.time() + 10**9


def test_every_change_of_a_session_is_counted(store: Store) -> None:
    ada = store.people.sign_up("Ada", PASSWORD, money=0)
    seen = [store.people.changes()]
    token = store.people.start_session(ada)
    for do in (
        lambda: store.people.give_role("Ada", PersonRole.DEALER),
        lambda: store.people.lock("Ada", is_locked=True),
        lambda: store.people.lock("Ada", is_locked=False),
        lambda: store.people.end_session(token),
    ):
        do()
        seen.append(store.people.changes())
    assert seen == sorted(set(seen))


def test_leases_are_kept_taken_and_lost(store: Store) -> None:
    store.open_table(info("t1"), [])
    store.open_table(info("t2", owner="p2"), [])
    assert store.renew_leases("p1", seconds=0.05) == {"t1"}
    assert not store.take_lease("t1", owner="p2", address="there", seconds=5)
    time.sleep(0.1)
    assert store.take_lease("t1", owner="p2", address="there", seconds=5)
    assert store.renew_leases("p1", seconds=5) == set()
    assert store.renew_leases("p2", seconds=5) == {"t1", "t2"}


def test_somebody_has_so_many_tables_and_no_more(store: Store) -> None:
    store.people.sign_up("Ada", PASSWORD, money=0)
    opened = [store.open_table(info(f"t{n}"), [], most=2) for n in range(3)]
    assert opened == [True, True, False]
    assert store.open_table(info("t9", "Ben"), [], most=2)
    assert [one.id for one in store.tables()] == ["t0", "t1", "t9"]
