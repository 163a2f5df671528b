"""Signing up, signing in, playing as a guest."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any, Final, TypeVar

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from pitboss.money import dollars
from pitboss.store.first_manager import FirstManager
from pitboss.store.names import tidy, wrong_with
from pitboss.store.passwords import LONGEST, too_easy
from pitboss.store.people import (
    GUEST,
    Barred,
    LockedOut,
    NameTaken,
    People,
    PersonRole,
    SeatedPerson,
    WrongPassword,
    folded,
)
from pitboss.store.records import Person
from pitboss.store.refills import NotBroke, TooSoon, refilled
from pitboss.store.refills import refill as take_more
from pitboss.store.sessions import Device
from pitboss.web.http.api.first_manager import code_problems
from pitboss.web.http.api.preferences import preferences_of
from pitboss.web.http.problems import Problem, body_of, json_response
from pitboss.web.http.security import (
    COOKIE,
    client_of,
    in_sessions,
    one_of,
    somebody,
    token_of,
    who_asks,
)
from pitboss.web.wire.views import REFILL, REFILL_EVERY, Standing, standings

_BROWSERS: Final = (
    ("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"),
    ("Chrome/", "Chrome"), ("CriOS/", "Chrome"), ("Safari/", "Safari"),
)  # fmt: skip
"""What identifies a browser, the most particular first: most also claim to be the last ones."""

_SYSTEMS: Final = (
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"),
    ("Mac OS X", "macOS"), ("CrOS", "ChromeOS"), ("Linux", "Linux"),
)  # fmt: skip

_LONGEST: Final = 30


def device_name(agent: str) -> str:
    """A name for the device of a client from its User-Agent header."""
    browser = next((name for mark, name in _BROWSERS if mark in agent), "")
    system = next((name for mark, name in _SYSTEMS if mark in agent), "")
    if browser or system:
        return " on ".join(filter(None, (browser or "Browser", system)))
    first = re.match(r"[A-Za-z][\w .-]*", agent)
    return first[0].strip()[:_LONGEST] if first else "unknown device"


T = TypeVar("T")

PLAY_MONEY = 1000_00
"""Opening balance of a new account, in cents."""


class SignUp(Struct, forbid_unknown_fields=True):
    """A new account; the code on the server's console makes it the first shift manager's."""

    name: Annotated[str, Meta(max_length=100)]
    password: Annotated[str, Meta(max_length=LONGEST)]
    code: Annotated[str, Meta(max_length=40)] | None = None


class ChangePassword(Struct, forbid_unknown_fields=True):
    """A new password in place of the old one."""

    old: Annotated[str, Meta(max_length=200)]
    new: Annotated[str, Meta(max_length=200)]


class SignIn(Struct, forbid_unknown_fields=True):
    """A name and a password, or a guest."""

    name: Annotated[str, Meta(max_length=100)] = ""
    password: Annotated[str, Meta(max_length=LONGEST)] = ""
    guest: bool = False


class KeepAccount(Struct, forbid_unknown_fields=True):
    """The password of a guest who keeps the account, and perhaps a name of their own."""

    password: Annotated[str, Meta(max_length=LONGEST)]
    name: Annotated[str, Meta(max_length=100)] | None = None


class ChooseName(Struct, forbid_unknown_fields=True):
    """A name in place of a guest's."""

    name: Annotated[str, Meta(max_length=100)]


class Refill(Struct, forbid_unknown_fields=True):
    """The table at which the balance no longer covers a bet."""

    table: Annotated[str, Meta(max_length=40)]


class GiveRole(Struct, forbid_unknown_fields=True):
    """The role to assign."""

    role: PersonRole


class Lock(Struct, forbid_unknown_fields=True):
    """Whether an account is locked."""

    locked: bool = True


async def _hashing(request: Request, work: Callable[[], T]) -> T:
    """Run password hashing in separate threads, so that nothing else waits for it."""
    return await asyncio.get_running_loop().run_in_executor(request.app.state.hashing, work)


def _not_too_easy(password: str, name: str) -> None:
    if (why := too_easy(password, name)) is not None:
        raise Problem(422, why)


def checked_name(name: str) -> str:
    """A name as it is stored; a ``Problem`` if it may not be chosen."""
    plain = tidy(name)
    if (why := wrong_with(plain)) is not None:
        raise Problem(400, why)
    return plain


@contextmanager
def _naming(name: str) -> Iterator[None]:
    """Report why a name cannot be given."""
    try:
        yield
    except NameTaken:
        raise Problem(409, f"the name {name!r} is taken, or looks like one that is") from None
    except SeatedPerson as at:
        where = "you are seated at" if at.is_seated else "you have a bet in the round at"
        until = "leave the seat" if at.is_seated else "wait until the round is over"
        raise Problem(409, f"{where} {at.table}; {until} before you choose a name") from None


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
    """Create an account with play money; with the console's code, the first shift manager's."""
    _limited(request)
    body: SignUp = await body_of(request, SignUp)
    name, state = checked_name(body.name), request.app.state
    _not_too_easy(body.password, name)
    address, code = client_of(request), body.code

    def add() -> Person:
        if code is None:
            people: People = state.hub.store.people
            return people.sign_up(name, body.password, money=PLAY_MONEY)
        first: FirstManager = state.first_manager
        return first.sign_up(name, body.password, code, money=PLAY_MONEY, address=address)

    with _naming(name), code_problems():
        person = await _hashing(request, add)
    return await _welcomed(request, person, 201)


async def sign_in(request: Request) -> Response:
    """Sign in with a password, or as a guest."""
    _limited(request)
    body: SignIn = await body_of(request, SignIn)
    people = request.app.state.hub.store.people
    if body.guest:
        if not request.app.state.rates.guests.of(client_of(request)).takes(time.monotonic()):
            wait = {"retry-after": "60"}
            raise Problem(429, "too many new guests from your address; sign in", headers=wait)
        person = await in_sessions(request, lambda: people.welcome_guest(money=PLAY_MONEY))
        return await _welcomed(request, person, 201)
    address = client_of(request)
    with _told_as_problems("wrong name or password"):
        person = await _hashing(
            request, lambda: people.sign_in(body.name, body.password, address=address)
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
    body: ChangePassword = await body_of(request, ChangePassword)
    if person.is_guest:
        raise Problem(409, "a guest has no password")
    _not_too_easy(body.new, person.name)
    people, token = request.app.state.hub.store.people, token_of(request) or ""
    address = client_of(request)
    with _told_as_problems("wrong current password"):
        await _hashing(
            request,
            lambda: people.change_password(
                person, body.old, body.new, token=token, address=address
            ),
        )
    await request.app.state.visitors.look_at_all()
    return Response(status_code=204)


async def _welcomed(request: Request, person: Person, status: int) -> Response:
    """A new token, in place of the one that came with the request."""
    people = request.app.state.hub.store.people
    device = Device(device_name(request.headers.get("user-agent", "")), client_of(request))
    token = await in_sessions(
        request,
        lambda: people.start_session(person, instead_of=token_of(request), device=device),
    )
    response = json_response({"token": token, **await _told(request, person)}, status)
    _keep_cookie(request, response, person, token)
    return response


def _keep_cookie(request: Request, response: Response, person: Person, token: str) -> None:
    """Have the browser keep the session for as long as it may be idle from now on."""
    response.set_cookie(
        COOKIE,
        token,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
        max_age=int(request.app.state.hub.store.people.idle_of(person)),
    )


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
    waiting, answered = await asyncio.to_thread(store.answers_to, person.id)
    disputes = {"open": waiting, "answered": answered}
    document = {"refilled": more, "preferences": chosen, "disputes": disputes}
    response = json_response({**await _told(request, person), **document})
    token = request.cookies.get(COOKIE)
    if token and token == token_of(request):
        _keep_cookie(request, response, person, token)
    return response


async def keep_account(request: Request) -> Response:
    """Give a guest a password and, away from tables, a name: money and history stay."""
    person = await somebody(request)
    _limited(request)
    body: KeepAccount = await body_of(request, KeepAccount)
    if not person.is_guest:
        raise Problem(409, "this account already has a password")
    name = None if body.name is None or body.name == person.name else checked_name(body.name)
    _not_too_easy(body.password, name or person.name)
    people = request.app.state.hub.store.people
    with _naming(name or person.name):
        kept = await _hashing(request, lambda: people.keep_guest(person, body.password, name))
    return await _renamed(request, person, kept)


async def choose_name(request: Request) -> Response:
    """Choose a name in place of the guest's name of your account."""
    person = await somebody(request)
    _limited(request)
    body: ChooseName = await body_of(request, ChooseName)
    if person.is_guest:
        raise Problem(409, "a guest keeps the account with a password first")
    if not person.name.startswith(GUEST):
        raise Problem(409, "you have chosen your name already")
    name, people = checked_name(body.name), request.app.state.hub.store.people
    with _naming(name):
        renamed = await asyncio.to_thread(people.rename, person, name)
    return await _renamed(request, person, renamed)


async def _renamed(request: Request, before: Person, person: Person) -> Response:
    """The answer to a person whose other sessions have ended, perhaps with another name."""
    if person.name != before.name:
        money = request.app.state.hub.money
        money.issued(before.name, -await money.now(before.name))
    await request.app.state.visitors.look_at_all()
    return await _welcomed(request, person, 201)


async def refill(request: Request) -> Response:
    """Take more play money when your balance no longer covers a bet."""
    person = await somebody(request)
    body: Refill = await body_of(request, Refill)
    hub = request.app.state.hub
    actor = await hub.actor(body.table)
    if PersonRole(person.role) is PersonRole.AUDITOR:
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
        text = f"you may take more at most once a minute; wait {wait} seconds"
        raise Problem(429, text, headers={"retry-after": str(wait)}) from None
    hub.money.issued(person.name, REFILL)
    for one in hub.actors():
        if person.name in one.present:
            one.tell_all()
    return json_response({"amount": REFILL, "balance": balance, "net": standing.net})


async def _another(request: Request, what: str) -> str:
    """The account that a shift manager changes, which is not their own."""
    manager = await one_of(request, PersonRole.SHIFT_MANAGER)
    name = str(request.path_params["name"])
    if folded(name) == folded(manager.name):
        raise Problem(409, f"you cannot {what}")
    return name


async def give_role(request: Request) -> Response:
    """Assign a role; shift managers only."""
    name = await _another(request, "change your own role")
    body: GiveRole = await body_of(request, GiveRole)
    people = request.app.state.hub.store.people
    manager = await somebody(request)
    if not await asyncio.to_thread(lambda: people.give_role(name, body.role, by=manager.name)):
        raise Problem(404, f"there is no account with a password named {name!r}")
    await request.app.state.visitors.look_at_all()
    return json_response({"name": name, "role": body.role.value})


async def lock(request: Request) -> Response:
    """Lock or unlock an account; shift managers only."""
    name = await _another(request, "lock your own account")
    body: Lock = await body_of(request, Lock)
    people = request.app.state.hub.store.people
    if not await asyncio.to_thread(lambda: people.lock(name, is_locked=body.locked)):
        raise Problem(404, f"there is no account named {name!r}")
    await request.app.state.visitors.look_at_all()
    return json_response({"name": name, "locked": body.locked})
