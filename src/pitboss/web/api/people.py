"""Signing up, signing in, playing as a guest."""

from __future__ import annotations

import asyncio
import time
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any, TypeVar

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from pitboss.money import dollars
from pitboss.store.ledger import BOT
from pitboss.store.passwords import too_easy
from pitboss.store.people import Barred, LockedOut, NameTaken, Role, WrongPassword, folded
from pitboss.store.records import Person
from pitboss.store.refills import NotBroke, TooSoon, refilled
from pitboss.store.refills import refill as take_more
from pitboss.web.api.preferences import preferences_of
from pitboss.web.positions import REFILL, REFILL_EVERY, Standing, standings
from pitboss.web.problems import Problem, body_of, json_response
from pitboss.web.security import (
    COOKIE,
    client_of,
    in_sessions,
    one_of,
    somebody,
    token_of,
    who_asks,
)

T = TypeVar("T")

PLAY_MONEY = 1000_00
"""Opening balance of a new account, in cents."""

_RESERVED = frozenset(
    {"house", "dealer", "player", "employee", "supervisor", "inspector", "nobody", "bank"}
    | {role.value for role in Role}
)


class SignUp(Struct, forbid_unknown_fields=True):
    """A new account."""

    name: Annotated[str, Meta(min_length=2, max_length=24)]
    password: Annotated[str, Meta(max_length=200)]


class ChangePassword(Struct, forbid_unknown_fields=True):
    """A new password in place of the old one."""

    old: Annotated[str, Meta(max_length=200)]
    new: Annotated[str, Meta(max_length=200)]


class SignIn(Struct, forbid_unknown_fields=True):
    """A name and a password, or a guest."""

    name: Annotated[str, Meta(max_length=100)] = ""
    password: Annotated[str, Meta(max_length=200)] = ""
    guest: bool = False


class KeepAccount(Struct, forbid_unknown_fields=True):
    """The password of a guest who keeps the account."""

    password: Annotated[str, Meta(max_length=200)]


class Refill(Struct, forbid_unknown_fields=True):
    """The table at which the balance no longer covers a bet."""

    table: Annotated[str, Meta(max_length=40)]


class GiveRole(Struct, forbid_unknown_fields=True):
    """The role to assign."""

    role: Role


class Lock(Struct, forbid_unknown_fields=True):
    """Whether an account is locked."""

    locked: bool = True


async def _hashing(request: Request, work: Callable[[], T]) -> T:
    """Run password hashing in separate threads, so that nothing else waits for it."""
    return await asyncio.get_running_loop().run_in_executor(request.app.state.hashing, work)


def _not_too_easy(password: str, name: str) -> None:
    if (why := too_easy(password, name)) is not None:
        raise Problem(422, why)


def _checked(name: str) -> str:
    plain = " ".join(unicodedata.normalize("NFC", name).split())
    if len(plain) < 2 or not all(ch.isalnum() or ch in " .-_'" for ch in plain):
        raise Problem(
            400, "a name needs at least two characters: letters, digits, spaces or . - _ '"
        )
    wrong = folded(plain)
    if wrong in _RESERVED or wrong.startswith((folded(BOT) + " ", "guest ")):
        raise Problem(400, f"the name {plain!r} is reserved")
    return plain


def _limited(request: Request) -> None:
    if not request.app.state.rates.sign_ins.of(client_of(request)).takes(time.monotonic()):
        raise Problem(429, "too many attempts; wait a few seconds", headers={"retry-after": "5"})


async def _told(request: Request, person: Person) -> dict[str, Any]:
    money = request.app.state.hub.money
    return {
        "id": person.id,
        "name": person.name,
        "role": person.role,
        "guest": person.is_guest,
        "balance": await money.now(person.name),
    }


async def sign_up(request: Request) -> Response:
    """Create an account with play money; the first made on this machine is the shift manager."""
    _limited(request)
    asked: SignUp = await body_of(request, SignUp)
    name, people = _checked(asked.name), request.app.state.hub.store.people
    _not_too_easy(asked.password, name)

    def add() -> Person:
        first = request.app.state.first_runs_the_house and not people.has_staff()
        role = Role.SHIFT_MANAGER if first else Role.PLAYER
        added: Person = people.sign_up(name, asked.password, money=PLAY_MONEY, role=role)
        return added

    try:
        person = await _hashing(request, add)
    except NameTaken:
        raise Problem(409, f"the name {name!r} is taken") from None
    return await _welcomed(request, person, 201)


async def sign_in(request: Request) -> Response:
    """Sign in with a password, or as a guest."""
    _limited(request)
    asked: SignIn = await body_of(request, SignIn)
    people = request.app.state.hub.store.people
    if asked.guest:
        person = await in_sessions(request, lambda: people.welcome_guest(money=PLAY_MONEY))
        return await _welcomed(request, person, 201)
    address = client_of(request)
    with _told_as_problems("wrong name or password"):
        person = await _hashing(
            request, lambda: people.sign_in(asked.name, asked.password, address=address)
        )
    return await _welcomed(request, person, 201)


@contextmanager
def _told_as_problems(wrong: str) -> Iterator[None]:
    try:
        yield
    except WrongPassword:
        raise Problem(401, wrong) from None
    except LockedOut as locked:
        wait = {"retry-after": str(int(locked.seconds) + 1)}
        raise Problem(429, str(locked), headers=wait) from None
    except Barred:
        raise Problem(403, "this account is locked; see the shift manager") from None


async def change_password(request: Request) -> Response:
    """Change the password; every other session of the account ends."""
    person = await somebody(request)
    _limited(request)
    asked: ChangePassword = await body_of(request, ChangePassword)
    if person.is_guest:
        raise Problem(409, "a guest has no password")
    _not_too_easy(asked.new, person.name)
    people, token = request.app.state.hub.store.people, token_of(request) or ""
    address = client_of(request)
    with _told_as_problems("wrong current password"):
        await _hashing(
            request,
            lambda: people.change_password(
                person, asked.old, asked.new, token=token, address=address
            ),
        )
    await request.app.state.visitors.look_at_all()
    return Response(status_code=204)


async def _welcomed(request: Request, person: Person, status: int) -> Response:
    """A new token, in place of the one that came with the request."""
    people = request.app.state.hub.store.people
    token = await in_sessions(
        request, lambda: people.start_session(person, instead_of=token_of(request))
    )
    response = json_response({"token": token, **await _told(request, person)}, status)
    response.set_cookie(
        COOKIE,
        token,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
        max_age=int(people.idle_for),
    )
    return response


async def sign_out(request: Request) -> Response:
    """Sign out."""
    await somebody(request)
    token = token_of(request)
    if token:
        await asyncio.to_thread(request.app.state.hub.store.people.end_session, token)
        request.app.state.visitors.session_ended(token)
    response = Response(status_code=204)
    response.delete_cookie(COOKIE)
    return response


async def me(request: Request) -> Response:
    """The account of this session: role, balance and preferences."""
    person = await who_asks(request)
    if person is None and "or_nobody" in request.query_params:
        return Response(status_code=204)  # a page asks before anyone has signed in
    if person is None:
        raise Problem(401, "sign in, or continue as a guest")
    store = request.app.state.hub.store
    more = await asyncio.to_thread(refilled, store.database, person)
    chosen = await asyncio.to_thread(preferences_of, store, person)
    told = {"refilled": more, "preferences": chosen}
    return json_response({**await _told(request, person), **told})


async def keep_account(request: Request) -> Response:
    """Give a guest a password: the account stays, with its name, money, seats and history."""
    person = await somebody(request)
    _limited(request)
    asked: KeepAccount = await body_of(request, KeepAccount)
    if not person.is_guest:
        raise Problem(409, "this account already has a password")
    _not_too_easy(asked.password, person.name)
    people = request.app.state.hub.store.people
    try:
        kept = await _hashing(request, lambda: people.keep_guest(person, asked.password))
    except NameTaken:
        raise Problem(409, "this account already has a password") from None
    await request.app.state.visitors.look_at_all()
    return await _welcomed(request, kept, 201)


async def refill(request: Request) -> Response:
    """Take more play money when your balance no longer covers a bet."""
    person = await somebody(request)
    asked: Refill = await body_of(request, Refill)
    hub = request.app.state.hub
    actor = await hub.actor(asked.table)
    if Role(person.role) is Role.AUDITOR:
        raise Problem(403, "an auditor may not do this")
    standing = standings(actor.live.state).get(person.name, Standing())
    if any(standings(one.live.state).get(person.name, Standing()).stake for one in hub.actors()):
        raise Problem(409, "you still have a bet on a table; wait for its result")
    least = actor.live.rules.limits.minimum.value
    try:
        balance = await asyncio.to_thread(
            lambda: take_more(hub.store.database, person, REFILL, below=least, every=REFILL_EVERY)
        )
    except NotBroke:
        raise Problem(
            409, f"your balance still covers the minimum of {dollars(least)} at this table"
        ) from None
    except TooSoon as soon:
        wait = int(soon.seconds) + 1
        told = f"you may take more at most once a minute; wait {wait} seconds"
        raise Problem(429, told, headers={"retry-after": str(wait)}) from None
    hub.money.issued(person.name, REFILL)
    for one in hub.actors():
        if person.name in one.present:
            one.tell_all()
    return json_response({"amount": REFILL, "balance": balance, "net": standing.net})


async def _another(request: Request, what: str) -> str:
    """The account that a shift manager changes, which is not their own."""
    manager = await one_of(request, Role.SHIFT_MANAGER)
    name = str(request.path_params["name"])
    if folded(name) == folded(manager.name):
        raise Problem(409, f"you cannot {what}")
    return name


async def give_role(request: Request) -> Response:
    """Assign a role; shift managers only."""
    name = await _another(request, "change your own role")
    asked: GiveRole = await body_of(request, GiveRole)
    people = request.app.state.hub.store.people
    if not await asyncio.to_thread(people.give_role, name, asked.role):
        raise Problem(404, f"there is no account with a password named {name!r}")
    await request.app.state.visitors.look_at_all()
    return json_response({"name": name, "role": asked.role.value})


async def lock(request: Request) -> Response:
    """Lock or unlock an account; shift managers only."""
    name = await _another(request, "lock your own account")
    asked: Lock = await body_of(request, Lock)
    people = request.app.state.hub.store.people
    if not await asyncio.to_thread(lambda: people.lock(name, is_locked=asked.locked)):
        raise Problem(404, f"there is no account named {name!r}")
    await request.app.state.visitors.look_at_all()
    return json_response({"name": name, "locked": asked.locked})
