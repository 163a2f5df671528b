"""``pitboss serve``: start the casino server."""

from __future__ import annotations

import gc
import os
import socket
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pitboss.cli.waiting import waiting

if TYPE_CHECKING:
    from pitboss.store import Store
    from pitboss.store.people import PersonRole
    from pitboss.web.http.app import Witnessing


_UNREAD = 128 * 1024
"""Bytes the system buffers for a client that does not read."""


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port", default=8021, show_default=True, help="Port to listen on; 0 picks a free one."
)
@click.option(
    "--database",
    metavar="URL",
    help="Database: sqlite:///FILE or postgresql://... (default: a file in your data directory).",
)
@click.option(
    "--staff",
    multiple=True,
    metavar="NAME=ROLE",
    help="Role for a person who has signed up: dealer, supervisor, shift_manager or auditor.",
)
@click.option(
    "--key",
    "key_file",
    metavar="FILE",
    help="Signing key (default: a file next to the database or in your data directory).",
)
@click.option(
    "--continue",
    "reason",
    metavar="REASON",
    help="Accept a database whose signatures are not in order; the reason is recorded for good.",
)
@click.option(
    "--witness",
    "witnesses",
    multiple=True,
    metavar="FILE|URL",
    help="File or pitboss server that receives each signed head; repeatable.",
)
@click.option(
    "--witness-for",
    "witness_for",
    multiple=True,
    metavar="FINGERPRINT",
    help="Key of another server whose signed heads to keep; repeatable.",
)
@click.option(
    "--host-name",
    "host_names",
    multiple=True,
    metavar="NAME",
    help="Host name clients may use, besides this machine's own; repeatable.",
)
@click.option(
    "--trusted-proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    help="Proxy or network whose forwarded address and scheme are trusted; repeatable.",
)
@click.option(
    "--book",
    "books",
    multiple=True,
    metavar="FILE",
    help="Book of your own to offer besides ours; repeatable.",
)
@click.option(
    "--dispute-hours",
    default=72,
    show_default=True,
    type=click.IntRange(1, 8760),
    metavar="HOURS",
    help="Time after a round within which its players may dispute it.",
)
@click.option(
    "--fast",
    is_flag=True,
    hidden=True,
    help="No pauses, no limits, no solver, weak password hashes; for tests.",
)
@click.option("--limited", is_flag=True, hidden=True, help="With --fast: the usual limits.")
@click.option("--priced", is_flag=True, hidden=True, help="With --fast: the usual solver.")
def serve(
    host: str,
    port: int,
    database: str | None,
    staff: tuple[str, ...],
    key_file: str | None,
    reason: str | None,
    witnesses: tuple[str, ...],
    witness_for: tuple[str, ...],
    host_names: tuple[str, ...],
    proxies: tuple[str, ...],
    books: tuple[str, ...],
    dispute_hours: int,
    fast: bool,
    limited: bool,
    priced: bool,
) -> None:
    """Start the casino server: live play-money tables in the browser.

    Until there is a shift manager, each start prints a one-time code for the person who is to run
    the house; everyone else is a player until given another role. Several servers may share one
    PostgreSQL database.
    """
    starting = ExitStack()
    starting.enter_context(waiting("starting the casino"))
    click.get_current_context().call_on_close(starting.close)
    import uvicorn
    from msgspec.structs import replace

    from pitboss.cli.house_database import open_house
    from pitboss.compiled.cache import check_cache
    from pitboss.store.first_manager import FirstManager
    from pitboss.store.people import WEAK
    from pitboss.store.signing import operator
    from pitboss.web.http.addresses import BadAddress, allowed_names, networks
    from pitboss.web.http.app import Reached, create_app
    from pitboss.web.http.limits import NO_LIMITS, ServerLimits
    from pitboss.web.http.security import Rates
    from pitboss.web.http.server import configured
    from pitboss.web.live.driver import Clocks
    from pitboss.web.wire.connections import Door

    check_cache()
    roles = [_role(one) for one in staff]
    free = fast and not limited
    try:
        names = allowed_names(host, host_names)
        limits = replace(
            NO_LIMITS if free else ServerLimits(), dispute_within=3600.0 * dispute_hours
        )
        door = Door(limits, networks(proxies))
    except BadAddress as error:
        raise click.UsageError(str(error)) from None
    listener = listen(host, port)
    port = listener.getsockname()[1]
    shown = f"[{host}]" if ":" in host else host
    try:
        witnessing = _witnessing(witnesses, witness_for)
        store, signer = open_house(
            database, key_file, reason=reason, is_server=True, hasher=WEAK if fast else None
        )
    except click.UsageError:
        listener.close()
        raise
    for name, role in roles:
        if not store.people.give_role(name, role, by=operator()):
            raise click.UsageError(f"--staff: no account is named {name!r}; sign up first")
    for file in books:
        _shelve(store, file)
    address = f"http://{shown}:{port}"
    app = create_app(
        store,
        reached=Reached(names, address),
        clocks=Clocks(pace=0.01, seeds=0.05) if fast else Clocks(),
        rates=Rates.none() if free else Rates(),
        door=door,
        prices=priced or not fast,
        signer=signer,
        witnessing=witnessing,
    )
    code = FirstManager(store.database, store.people).issue()
    os.umask(0o077)  # whatever the server creates is private
    _make_prompt()
    starting.close()
    click.echo(f"pitboss is open at {address}")
    if code is not None:
        click.echo(f"To run this house, open {address}/first-manager and enter the code {code}")
    sys.stdout.flush()
    uvicorn.Server(configured(app, door)).run(sockets=[listener])


def _shelve(store: Store, file: str) -> None:
    """Add a user's book to those of the server."""
    from pitboss.rulebooks import RulebookError, rulebook
    from pitboss.web.rules import shelf

    try:
        book = rulebook(Path(file))
        if book.source is None:
            raise shelf.NotShelved(f"{file!r} is one of our books; give a file")
        shelf.add(store, book, by="house")
    except (RulebookError, ValueError) as error:
        raise click.UsageError(f"--book {file}: {error}") from None


def _witnessing(witnesses: tuple[str, ...], witness_for: tuple[str, ...]) -> Witnessing:
    """Who receives our heads, and whose heads we keep."""
    from pitboss.store.signatures import FINGERPRINT_DIGITS
    from pitboss.web.audit.witnesses import BadWitness, checked_witness
    from pitboss.web.http.api.witness import plain
    from pitboss.web.http.app import Witnessing

    try:
        checked = tuple(map(checked_witness, witnesses))
    except BadWitness as error:
        raise click.UsageError(f"--witness {error}") from None
    for given in witness_for:
        digits = plain(given)
        if len(digits) != FINGERPRINT_DIGITS or set(digits) - set("0123456789abcdef"):
            raise click.UsageError(
                f"--witness-for {given!r} is not a fingerprint: {FINGERPRINT_DIGITS} digits "
                "from 0 to f, as 'pitboss verify' prints it"
            )
    return Witnessing(checked, frozenset(map(plain, witness_for)))


def _make_prompt() -> None:
    """Avoid long pauses: exempt the books from garbage collection and switch threads often."""
    _take_all_files()
    _return_memory()
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    sys.setswitchinterval(0.0005)


_ARENAS, _TRIM, _MMAP = -8, -1, -3
"""The numbers of glibc's settings in ``malloc.h``."""


def _return_memory() -> None:
    """Return freed memory to the system, where the C library is glibc.

    It raises the size from which a block is mapped by itself whenever such a block is freed; then
    answers and messages of some hundred kilobytes leave holes in the heap that remain.
    """
    import ctypes

    try:
        setting = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError):
        return
    setting(_ARENAS, 2)
    setting(_TRIM, 128 * 1024)
    setting(_MMAP, 128 * 1024)


def _take_all_files() -> None:
    """Raise the limit on open files, since every connection is one."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 65536 if hard == resource.RLIM_INFINITY else min(hard, 65536)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def listen(host: str, port: int) -> socket.socket:
    """Open the socket the server listens on."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Naming TCP makes asyncio disable Nagle's algorithm; otherwise small answers wait some 40 ms.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    # A thousand clients that do not read would otherwise buffer two megabytes each.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _UNREAD)
    try:
        listener.bind((host, port))
    except (OSError, OverflowError) as error:
        message = getattr(error, "strerror", None) or str(error)
        raise click.UsageError(f"cannot listen on {host} port {port}: {message}") from None
    listener.listen(1024)
    return listener


def _role(text: str) -> tuple[str, PersonRole]:
    from pitboss.store.people import PersonRole

    name, equals, role = text.rpartition("=")
    try:
        return name, PersonRole(role if equals else "")
    except ValueError:
        known = ", ".join(PersonRole)
        raise click.UsageError(
            f"--staff {text!r} is not of the form NAME=ROLE; the roles: {known}"
        ) from None
