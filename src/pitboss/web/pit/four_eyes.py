"""Who may rule on a round, and who may give the second approval."""

from __future__ import annotations

from typing import Final

from pitboss.rulebooks.authority import StaffRank
from pitboss.store.people import PersonRole
from pitboss.store.records import Person, Ruling, StoredEvent
from pitboss.store.store import Store
from pitboss.table import events as e
from pitboss.table.log import read_event
from pitboss.web.live.irregularities import Reporter
from pitboss.web.live.open_table import LiveTable, ServerRefusal

RANKS: Final = {
    PersonRole.DEALER: StaffRank.DEALER,
    PersonRole.SUPERVISOR: StaffRank.SUPERVISOR,
    PersonRole.SHIFT_MANAGER: StaffRank.SHIFT_MANAGER,
}
"""The rank at a table of each role that has one."""


def reporter(person: Person) -> Reporter:
    """A person as who reports something, with the rank of their role."""
    return Reporter(person.name, RANKS.get(PersonRole(person.role)))


def author_of(store: Store, ruling: Ruling) -> Reporter:
    """Who submitted a ruling, with the rank they have now."""
    rank = RANKS.get(PersonRole(store.people.staff().get(ruling.by, PersonRole.PLAYER)))
    if rank is None:
        raise ServerRefusal(f"{ruling.by}, who submitted this ruling, is no longer on the staff")
    return Reporter(ruling.by, rank)


_STAKE: Final = e.WagerPlaced | e.BankTaken
"""The events that give a person a stake in a round."""


def _this_round(store: Store, live: LiveTable) -> list[StoredEvent]:
    """The log since the last round ended."""
    return store.entries(live.info.id, after=live.trail.first - 1)


def must_have_no_stake(store: Store, live: LiveTable, person: Person) -> None:
    """Raise ``ServerRefusal`` if a person has, or had, a stake in the round to be ruled on.

    A wager that has since been withdrawn or settled still counts.
    """
    for entry in _this_round(store, live):
        event = read_event(entry.event)
        if isinstance(event, _STAKE) and event.player == person.name:
            raise ServerRefusal(
                "you may not approve a ruling on a round in which you have or had a bet", status=403
            )


def must_be_a_second(store: Store, live: LiveTable, ruling: Ruling, person: Person) -> None:
    """Raise ``ServerRefusal`` if a person may not give the second approval of a ruling.

    The incident is in the current round, so it is not older than the round's first event; a person
    whose account or role is newer may have been brought in for it.
    """
    if ruling.by == person.name:
        raise ServerRefusal("the second approval must come from someone else", status=403)
    if person.is_guest:
        raise ServerRefusal("a guest may not approve a ruling", status=403)
    began = min([entry.at for entry in _this_round(store, live)[:1]] + [ruling.at])
    if store.people.known_since(person.name) >= began:
        raise ServerRefusal("your account or role is more recent than the incident", status=403)
    must_have_no_stake(store, live, person)
