"""The first shift manager, made with the one-time code on the server's console."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from pitboss.store.first_manager import FirstManager, NotNeeded, WrongCode
from pitboss.store.people import LockedOut, PersonRole
from pitboss.web.http.problems import Problem, body_of, json_response
from pitboss.web.http.security import client_of, somebody


class ConsoleCode(Struct, forbid_unknown_fields=True):
    """The one-time code on the server's console."""

    code: Annotated[str, Meta(max_length=40)]


@contextmanager
def code_problems() -> Iterator[None]:
    """Report a code that cannot be used."""
    try:
        yield
    except WrongCode:
        raise Problem(
            403, "the code is wrong; the server's terminal shows it, and each start makes a new one"
        ) from None
    except NotNeeded:
        raise Problem(
            409, "there is a shift manager already, who assigns the other roles"
        ) from None
    except LockedOut as locked:
        seconds = int(locked.seconds) + 1
        raise Problem(
            429,
            f"too many wrong codes; try again in {seconds} seconds",
            headers={"retry-after": str(seconds)},
        ) from None


async def is_needed(request: Request) -> Response:
    """Whether there is no shift manager yet, so that the console's code may be used."""
    first: FirstManager = request.app.state.first_manager
    return json_response({"needed": await asyncio.to_thread(lambda: first.is_needed)})


async def become(request: Request) -> Response:
    """Become the first shift manager, with the one-time code on the server's console."""
    person = await somebody(request)
    body: ConsoleCode = await body_of(request, ConsoleCode)
    if person.is_guest:
        raise Problem(409, "a guest has no password; keep this account with one first, or sign up")
    first: FirstManager = request.app.state.first_manager
    address = client_of(request)
    with code_problems():
        await asyncio.get_running_loop().run_in_executor(
            request.app.state.hashing, lambda: first.promote(person, body.code, address=address)
        )
    await request.app.state.visitors.look_at_all()
    return json_response({"name": person.name, "role": PersonRole.SHIFT_MANAGER.value})
