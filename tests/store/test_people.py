"""People: passwords, lock-out, tokens stored as hashes, roles."""

from __future__ import annotations

import pytest

from pitboss.store import Store
from pitboss.store.people import STRONG, LockedOut, NameTaken, People, PersonRole, WrongPassword

PASSWORD = "correct horse"


def test_signing_up_and_in(store: Store) -> None:
    ada = store.people.sign_up("Ada", PASSWORD, money=500)
    assert store.people.sign_in("ada ", PASSWORD) == ada
    assert store.balances(["player/Ada"]) == {"player/Ada": 500}
    assert store.totals() == (0, 0)
    with pytest.raises(NameTaken):
        store.people.sign_up("ADA", PASSWORD, money=500)
    with pytest.raises(WrongPassword):
        store.people.sign_in("Ben", PASSWORD)


def test_too_many_wrong_passwords_lock_out_even_the_right_one(store: Store) -> None:
    store.people.sign_up("Ada", PASSWORD, money=0)
    for _ in range(store.people.attempts.allowed):
        with pytest.raises(WrongPassword):
            store.people.sign_in("Ada", "wrong")
    with pytest.raises(LockedOut):
        store.people.sign_in("Ada", PASSWORD)


def test_the_lock_ends(store: Store) -> None:
    store.people.attempts.longest = 0.0
    ada = store.people.sign_up("Ada", PASSWORD, money=0)
    for _ in range(store.people.attempts.allowed):
        with pytest.raises(WrongPassword):
            store.people.sign_in("Ada", "wrong")
    assert store.people.sign_in("Ada", PASSWORD) == ada


def test_a_token_is_new_at_every_sign_in_and_kept_as_a_hash(store: Store) -> None:
    ada = store.people.sign_up("Ada", PASSWORD, money=0)
    first = store.people.start_session(ada)
    second = store.people.start_session(ada, instead_of=first)
    assert first != second and len(first) >= 43  # 256 bits in base 64
    assert store.people.who_has(first) is None
    assert store.people.who_has(second) == ada
    with store.database.reading() as rows:
        kept = [row[0] for row in rows.all("SELECT token FROM sessions")]
    assert len(kept) == 1 and second not in kept[0]
    store.people.end_session(second)
    assert store.people.who_has(second) is None


def test_a_session_that_was_idle_too_long_is_over(store: Store) -> None:
    ada = store.people.sign_up("Ada", PASSWORD, money=0)
    token = store.people.start_session(ada)
    store.people.idle_for = -1.0
    assert store.people.who_has(token) is None


def test_guests_have_names_and_no_password(store: Store) -> None:
    guest = store.people.welcome_guest(money=100)
    assert guest.is_guest and guest.name.startswith("Guest ")
    with pytest.raises(WrongPassword):
        store.people.sign_in(guest.name, "")
    assert not store.people.give_role(guest.name, PersonRole.SUPERVISOR)


def test_roles_are_given(store: Store) -> None:
    store.people.sign_up("Ada", PASSWORD, money=0)
    assert store.people.give_role("Ada", PersonRole.AUDITOR)
    assert store.people.sign_in("Ada", PASSWORD).role == "auditor"
    assert not store.people.give_role("Nobody", PersonRole.DEALER)


def test_passwords_are_hashed_so_that_guessing_is_dear(store: Store) -> None:
    people = People(store.database)
    people.sign_up("Ada", PASSWORD, money=0)
    with store.database.reading() as rows:
        row = rows.one("SELECT password FROM people")
    assert row is not None and row[0].startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert not STRONG.check_needs_rehash(row[0])
    assert people.sign_in("Ada", PASSWORD).name == "Ada"
