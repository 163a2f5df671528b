"""A person's preferences for all their browsers: the speed of the table and the coach."""

from __future__ import annotations

import asyncio
from typing import Final, Literal

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from pitboss.store.records import Person
from pitboss.store.store import Store
from pitboss.web.http.problems import body_of, json_response
from pitboss.web.http.security import somebody

_KEY: Final = "preferences/"


class Preferences(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The preferences chosen; one that was never changed is missing."""

    speed: Literal["slow", "normal", "fast", "off"] | None = None
    coach: Literal["off", "after", "before"] | None = None
    coach_by: Literal["chart", "hand", "seen"] | None = None


def preferences_of(store: Store, person: Person) -> dict[str, str]:
    """The preferences that a person has chosen, if any."""
    kept = store.kept(_KEY + person.id)
    return {} if kept is None else msgspec.json.decode(kept, type=dict[str, str])


async def prefer(request: Request) -> Response:
    """Set the speed of the table or the coach, for every browser you sign in with."""
    person = await somebody(request)
    body: Preferences = await body_of(request, Preferences)
    store: Store = request.app.state.hub.store

    def keep() -> dict[str, str]:
        chosen: dict[str, str] = preferences_of(store, person) | msgspec.to_builtins(body)
        store.keep(_KEY + person.id, msgspec.json.encode(chosen).decode())
        return chosen

    return json_response(await asyncio.to_thread(keep))
