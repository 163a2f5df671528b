"""The evidence pack of a finished round, made from the store and signed by the house."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from msgspec.structs import replace

from pitboss.evidence.contents import (
    SHOE_EVENTS,
    Link,
    RoundEvidence,
    ShoeEvidence,
    decoded,
    parts_of,
)
from pitboss.evidence.pack import write_pack
from pitboss.store.heads import NotSigned, Signer
from pitboss.store.records import Person, RoundPlace, Ruling, StoredEvent, TableInfo
from pitboss.store.store import Store
from pitboss.table import events as e
from pitboss.table.evolve import evolve
from pitboss.table.log import START
from pitboss.table.log_verifier import opened
from pitboss.table.run import TableStep
from pitboss.table.state import TableState
from pitboss.table.stored_state import read_state
from pitboss.web.audit.public_log import open_upto
from pitboss.web.live.snapshots import ShoeTrail, read
from pitboss.web.pit.known_people import KnownPeople

_PAGE: Final = 5000
"""Entries that are read together on the way to a round."""

_MOST_KEPT: Final = 32
"""Complete packs that are kept in memory, the last ones."""


class NoPack(Exception):
    """Why there is no pack, with the status of the answer."""

    def __init__(self, why: str, *, status: int = 404) -> None:
        self.status = status
        super().__init__(why)


class MadePack(NamedTuple):
    """A signed pack, and who played in its round."""

    data: bytes
    players: frozenset[str]
    is_complete: bool


class Packs:
    """Makes packs one at a time, and keeps the last ones."""

    def __init__(self, store: Store, known: KnownPeople, signer: Signer | None) -> None:
        self._store, self._known, self._signer = store, known, signer
        self._alone = asyncio.Lock()
        self._kept: OrderedDict[tuple[str, int], MadePack] = OrderedDict()

    async def of(self, info: TableInfo, number: int) -> MadePack:
        """The pack of a round; one with sealed cards is made again each time."""
        async with self._alone:
            if (kept := self._kept.get((info.id, number))) is not None:
                return kept
            await self._known.refresh()  # a role may have been given since it was last read
            made = await asyncio.to_thread(self.make, info, number)
        if made.is_complete:
            self._kept[info.id, number] = made
            if len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)
        return made

    def make(self, info: TableInfo, number: int) -> MadePack:
        """Make and sign the pack of a round; raises ``NoPack``."""
        if self._signer is None:
            raise NoPack("this server has no key to sign with", status=503)
        head, at = self._store.newest_head(), int(time.time() * 1e6)
        evidence = _gathered(self._store, info, number)
        actors = {entry.actor for entry in evidence.entries}
        players = _players(evidence.entries)
        people = dict.fromkeys(sorted(players), "player")
        people |= self._known.badges(sorted(actors | players | set(_named(evidence))))
        parts = parts_of(replace(evidence, people=people, head=head, at=at))
        try:
            data = write_pack(parts, at=at, sign=self._signer.sign_text)
        except NotSigned as error:
            raise NoPack(f"the server signs nothing now: {error}", status=503) from None
        return MadePack(data, players, parts["about"]["complete"])


def played_in(store: Store, info: TableInfo, number: int) -> frozenset[str]:
    """The names of everyone who had a wager or the bank in a round; raises ``NoPack``."""
    place = _round(store, info, number)
    return _players(store.entries(info.id, after=place.first - 1, upto=place.last))


def is_player(person: Person, players: Iterable[str]) -> bool:
    """Whether a person is one of these players, under any of their names."""
    return not frozenset(person.names).isdisjoint(players)


def _players(entries: Iterable[StoredEvent]) -> frozenset[str]:
    events = map(decoded, entries)
    return frozenset(x.player for x in events if isinstance(x, e.WagerPlaced | e.BankTaken))


def _named(evidence: RoundEvidence) -> Iterator[str]:
    """Everyone who ordered or approved something in the round."""
    for event in map(decoded, evidence.entries):
        for field in ("by", "second", "approved_by"):
            if name := getattr(event, field, None):
                yield str(name)
    for ruling in evidence.rulings:
        yield from (ruling.by, ruling.second or ruling.by)


def _round(store: Store, info: TableInfo, number: int) -> RoundPlace:
    place = store.round(info.id, number)
    if place is None:
        raise NoPack(f"round {number} of this table is still in progress or was never played")
    return place


def _gathered(store: Store, info: TableInfo, number: int) -> RoundEvidence:
    with store.database.one_moment():
        info = store.table(info.id) or info
        place = _round(store, info, number)
        # The opening of a table is in the pack by itself.
        place = place._replace(first=max(place.first, 2))
        entries = store.entries(info.id, after=place.first - 1, upto=place.last)
        (opening,) = store.entries(info.id, upto=1)
        before, trail, hashed = _before(store, info, opening, place.first)
        return RoundEvidence(
            info=info,
            round=place,
            opening=opening,
            before=before,
            before_hash=hashed,
            entries=entries,
            shown=store.shown(info.id, after=place.first - 1, upto=place.last, most=10**6),
            shoes=_shoes(store, info, place, trail),
            open_upto=open_upto(store, info),
            rulings=_rulings(store, info, entries),
        )


def _before(
    store: Store, info: TableInfo, opening: StoredEvent, first: int
) -> tuple[TableState, ShoeTrail, str]:
    """The table before an entry, the place in its shoe, and the hash there."""
    state, trail, hashed, n = opened(decoded(opening)), ShoeTrail(), opening.hash, 1
    kept = store.snapshot(info.id)
    if kept is not None and kept[0] < first:
        snapshot = read(kept[1])
        state, trail = read_state(state, snapshot.state), snapshot.trail
        hashed, n = snapshot.hash, snapshot.n
    while n < first - 1:
        page = store.entries(info.id, after=n, upto=first - 1, most=_PAGE)
        for entry in page:
            event = decoded(entry)
            step = TableStep(event, state, evolve(state, event))
            trail.follow(entry.n, step)
            state, hashed, n = step.after, entry.hash, entry.n
    return state, trail, hashed


def _rulings(store: Store, info: TableInfo, entries: list[StoredEvent]) -> list[Ruling]:
    """The rulings of two people that were carried out in these entries."""
    began, ended = entries[0].at, entries[-1].at
    return [
        ruling
        for ruling in reversed(store.rulings(info.id))
        if ruling.second is not None and ruling.status == "done" and began <= ruling.at <= ended
    ]


# The shoes.


def _shoes(
    store: Store, info: TableInfo, round_place: RoundPlace, trail: ShoeTrail
) -> list[ShoeEvidence]:
    """The shoes from which the round was dealt, and those from which their secrets follow."""
    links: dict[int, list[StoredEvent]] = {}
    follows: dict[int, int | None] = {}
    current: int | None = None
    for entry in store.entries_of(info.id, *SHOE_EVENTS):
        match decoded(entry):
            case e.CardsShuffled():
                current = None
            case e.ShoeSealed() as sealed:
                current, follows[sealed.shoe] = sealed.shoe, sealed.follows
                links[sealed.shoe] = [entry]
            case e.ShoeRevealed() as revealed:
                links.get(revealed.shoe, []).append(entry)
            case _ if current is not None:
                links[current].append(entry)
            case _:
                pass
    sealed_here = [
        s for s, own in links.items() if round_place.first <= own[0].n <= round_place.last
    ]
    used = ([trail.shoe] if trail.shoe in links else []) + sealed_here
    earlier = list(_followed(used, follows))
    return [
        ShoeEvidence(shoe, -1 if shoe in earlier else trail.out if shoe == trail.shoe else 0,
                     tuple(_links(store, info, links[shoe])))
        for shoe in [*earlier, *used]
    ]  # fmt: skip


def _followed(used: list[int], follows: dict[int, int | None]) -> Iterator[int]:
    """The shoes before these from which their secrets follow, oldest first."""
    numbers: list[int] = []
    for shoe in used:
        before = follows.get(shoe)
        while before is not None and before not in used and before not in numbers:
            numbers.append(before)
            before = follows.get(before)
    yield from sorted(numbers)


def _links(store: Store, info: TableInfo, entries: list[StoredEvent]) -> Iterator[Link]:
    for entry in entries:
        pair = store.entries(info.id, after=entry.n - 2, upto=entry.n)
        for one, other in pairwise(pair):
            yield Link(one.hash, other)
        if len(pair) == 1:
            yield Link(START.hex(), entry)
