"""The lab's limits per person and per address."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from pitboss.store.people import PersonRole
from pitboss.store.records import Person
from pitboss.web.http.limits import Rate, RateBuckets
from pitboss.web.http.problems import Problem

PRICES: Final = "prices"
CALCULATIONS: Final = "calculations"
"""What is counted separately: a price with all its parts, and comparisons, index numbers and so on.

A page asks for a price and for its comparison with every change, which is one price.
"""


class LabRates(Struct, frozen=True):
    """The lab's rate limits."""

    signed_in: Rate = Rate(at_once=40, a_second=2)
    """New prices for a person with a password"""
    guests: Rate = Rate(at_once=20, a_second=1)
    """New prices for a guest"""
    address: Rate = Rate(at_once=120, a_second=6)
    """New prices from one address"""
    files: Rate = Rate(at_once=10, a_second=1 / 6)
    """Files for one person"""
    books: Rate = Rate(at_once=6, a_second=0.1)
    """Books read for a person with a password or, for all guests together, from one address"""
    runs: Rate = Rate(at_once=20, a_second=0.5)
    """Runs started from one address, by any person"""
    runs_at_once: int = 4
    """Runs from one address that play at the same time"""


_ANY: Final = Rate(at_once=1e6, a_second=1e6)
NO_RATES: Final = LabRates(_ANY, _ANY, _ANY, _ANY, _ANY, _ANY, 10**6)


class LabBuckets:
    """The token buckets of the lab."""

    def __init__(self, rates: LabRates) -> None:
        self.rates = rates
        self._own = {
            (what, is_guest): RateBuckets(rates.guests if is_guest else rates.signed_in)
            for what in (PRICES, CALCULATIONS)
            for is_guest in (True, False)
        }
        self._addresses, self._files = RateBuckets(rates.address), RateBuckets(rates.files)
        self._books, self._runs = RateBuckets(rates.books), RateBuckets(rates.runs)

    def count(self, person: Person | None, address: str, now: float, what: str = PRICES) -> None:
        """Count something new; a ``Problem`` names the limit that it would exceed."""
        is_guest = person is None or person.is_guest
        own = self._own[what, is_guest].of(named(person, address))
        if not own.takes(now):
            rate = self.rates.guests if is_guest else self.rates.signed_in
            why = f"at most {rate.at_once:g} new {what} at once and {rate.a_second:g} per second"
            if is_guest:
                known = self.rates.signed_in
                why += f" for guests; sign in for {known.at_once:g} and {known.a_second:g}"
            raise Problem(429, why, headers={"retry-after": "1"})
        if not self._addresses.of(address).takes(now):
            rate = self.rates.address
            why = f"at most {rate.a_second:g} new {what} per second from one address"
            raise Problem(429, why, headers={"retry-after": "1"})

    def count_file(self, person: Person | None, address: str, now: float) -> None:
        """Count one file; a ``Problem`` if there are too many."""
        if not self._files.of(named(person, address)).takes(now):
            why = f"at most {self.rates.files.at_once:g} files a minute"
            raise Problem(429, why, headers={"retry-after": "6"})

    def count_book(self, person: Person | None, address: str, now: float) -> None:
        """Count a book to read; a ``Problem`` if there are too many.

        A guest is new whenever they like, so guests are counted by their address.
        """
        is_guest = person is None or person.is_guest
        if not self._books.of(named(None if is_guest else person, address)).takes(now):
            rate = self.rates.books
            why = f"at most {rate.at_once:g} books at once and {60 * rate.a_second:g} a minute"
            why += " from one address; sign in for a limit of your own" if is_guest else ""
            raise Problem(429, why, headers={"retry-after": "10"})

    def count_run(self, address: str, now: float) -> None:
        """Count a run from an address; a ``Problem`` if there are too many."""
        if not self._runs.of(address).takes(now):
            rate = self.rates.runs
            why = (
                f"at most {rate.at_once:g} new runs at once and {60 * rate.a_second:g} a minute "
                "from one address"
            )
            raise Problem(429, why, headers={"retry-after": "2"})


def named(person: Person | None, address: str) -> str:
    """Whose limits count: the person's own or, without a session, the address's."""
    return f"at {address}" if person is None else person.id


class RunLimits(Struct, frozen=True):
    """How much one person may simulate."""

    rounds: int
    seconds: float
    at_once: int


_GUEST: Final = RunLimits(rounds=20_000_000, seconds=10, at_once=1)
_PLAYER: Final = RunLimits(rounds=10**9, seconds=120, at_once=2)
_STAFF: Final = RunLimits(rounds=10**10, seconds=120, at_once=2)


def run_limits(person: Person | None) -> RunLimits:
    """The limits of a person's runs."""
    if person is None or person.is_guest:
        return _GUEST
    return _PLAYER if PersonRole(person.role) in (PersonRole.PLAYER, PersonRole.AUDITOR) else _STAFF
