"""How long a session lives: idle, at most, and a guest's on their device."""

from __future__ import annotations

import pytest

from pitboss.store import Store, sessions
from pitboss.store.people import hashed
from pitboss.store.sessions import Device

PASSWORD = "correct horse"
DAY = 24 * 3600.0


class Clock:
    """The time as a test sets it."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def time(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    set_by_hand = Clock()
    monkeypatch.setattr(sessions, "time", set_by_hand)
    return set_by_hand


def test_a_guest_stays_for_180_days_after_the_last_visit(store: Store, clock: Clock) -> None:
    guest = store.people.welcome_guest(money=500)
    token = store.people.start_session(guest)
    assert store.people.idle_of(guest) == 180 * DAY
    clock.now += 179 * DAY
    assert store.people.who_has(token) == guest
    clock.now += 179 * DAY
    assert store.people.who_has(token) == guest, "a visit starts the days again"
    store.people.start_session(store.people.welcome_guest(money=0))
    assert store.people.who_has(token) == guest, "no one else's sign-in ends it"
    clock.now += 41 * DAY
    assert store.people.who_has(token) == guest
    clock.now += 2 * DAY
    assert store.people.who_has(token) is None, "400 days are the most"


def test_an_abandoned_guest_cannot_be_reached_after_180_days(store: Store, clock: Clock) -> None:
    token = store.people.start_session(store.people.welcome_guest(money=500))
    clock.now += 180 * DAY + 1
    assert store.people.who_has(token) is None
    assert store.people.who_have([hashed(token)]) == {}


def test_a_person_signs_in_again_after_twelve_idle_hours_or_thirty_days(
    store: Store, clock: Clock
) -> None:
    ada = store.people.sign_up("Ada", PASSWORD, money=0)
    token = store.people.start_session(ada)
    clock.now += 12 * 3600 + 1
    assert store.people.who_has(token) is None
    token = store.people.start_session(ada)
    for _ in range(89):
        clock.now += DAY / 3
        assert store.people.who_has(token) == ada
    clock.now += DAY / 3 + 1
    assert store.people.who_has(token) is None, "however busy they are"
    assert store.people.sessions_of(ada) == []


def test_a_guest_who_keeps_the_account_has_a_persons_session(store: Store, clock: Clock) -> None:
    guest = store.people.welcome_guest(money=500)
    token = store.people.start_session(guest)
    ada = store.people.keep_guest(guest, PASSWORD, "Ada")
    assert store.people.who_has(token) is None
    token = store.people.start_session(ada)
    clock.now += 12 * 3600 + 1
    assert store.people.who_has(token) is None


def test_sessions_are_listed_and_ended(store: Store, clock: Clock) -> None:
    ada, ben = (store.people.sign_up(name, PASSWORD, money=0) for name in ("Ada", "Ben"))
    phone = store.people.start_session(ada, device=Device("Firefox on Android", "10.0.0.7"))
    clock.now += 3600
    desk = store.people.start_session(ada, device=Device("Safari on macOS", "10.0.0.8"))
    theirs = store.people.start_session(ben)
    assert store.people.who_has(phone, "10.0.0.9") == ada
    listed = store.people.sessions_of(ada, desk)
    facts = {(one.device, one.address, one.seen, one.is_current) for one in listed}
    assert facts == {
        ("Firefox on Android", "10.0.0.9", clock.now, False),
        ("Safari on macOS", "10.0.0.8", clock.now, True),
    }
    assert not any(one.id in (phone, desk) for one in listed)
    other = next(one.id for one in listed if not one.is_current)
    assert not store.people.end_session_of(ben, other)
    assert store.people.end_session_of(ada, other)
    assert store.people.who_has(phone) is None and store.people.who_has(desk) == ada
    assert store.people.end_sessions_of(ada) == 1
    assert store.people.who_has(desk) is None and store.people.who_has(theirs) == ben
