"""The evidence pack of a round, for its players and for the staff who rule or audit."""

from __future__ import annotations

import asyncio
import time
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from pitboss.evidence.pack import MEDIA_TYPE
from pitboss.store.people import PersonRole
from pitboss.store.records import Person, TableInfo
from pitboss.web.audit.evidence import MadePack, NoPack, Packs, is_player, played_in
from pitboss.web.http.api.audit import number_in
from pitboss.web.http.api.tables import hub_of, info_of
from pitboss.web.http.problems import Problem
from pitboss.web.http.security import reads_much, somebody

STAFF: Final = frozenset({PersonRole.SUPERVISOR, PersonRole.SHIFT_MANAGER, PersonRole.AUDITOR})
"""Who may read the evidence of every round."""


async def pack(request: Request) -> Response:
    """The signed evidence pack of a finished round; `pitboss verify` accepts it alone."""
    person = await somebody(request)
    reads_much(request)
    info, number = await info_of(request), number_in(request, "number")
    made = await pack_for(request, person, info, number)
    return pack_response(made.data, f"{info.id}-{number}.evidence.json")


def pack_response(data: bytes, name: str) -> Response:
    """A pack as a file."""
    return Response(
        data,
        media_type=MEDIA_TYPE,
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


async def pack_for(request: Request, person: Person, info: TableInfo, number: int) -> MadePack:
    """The pack of a round for someone who may have it; a ``Problem`` otherwise."""
    store = hub_of(request).store
    try:
        if PersonRole(person.role) not in STAFF:
            players = await asyncio.to_thread(played_in, store, info, number)
            if not is_player(person, players):
                raise Problem(403, "only a player of the round, or staff, may have its evidence")
        if not request.app.state.rates.audits.of(person.id).takes(time.monotonic()):
            raise Problem(429, "too many packs; slow down", headers={"retry-after": "5"})
        packs: Packs = request.app.state.packs
        return await packs.of(info, number)
    except NoPack as none:
        raise Problem(none.status, str(none)) from None
