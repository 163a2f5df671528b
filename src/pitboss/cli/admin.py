"""``pitboss admin``: what the operator does at the console, on the database itself."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final
from unicodedata import category

import click

from pitboss.cli.common import json_option, print_json
from pitboss.cli.house_database import database_option, key_option, must_exist, open_house

if TYPE_CHECKING:
    from pitboss.store import Store

ROLES = ("shift_manager", "supervisor", "dealer", "auditor", "player")

_LONGEST_LINE: Final = 4096
"""The most bytes that are read of a password's line."""

role_choice = click.Choice(ROLES, case_sensitive=False)


@click.group(short_help="Manage people and the signing key of a server.")
def admin() -> None:
    """Manage people and the signing key of a server, at the console.

    Each command works on the database, and what it changes is recorded in the journal with the user
    of this system. All but rotate-key on SQLite work while a server is running, too.
    """


@admin.command("add")
@click.argument("name")
@click.option(
    "--role", type=role_choice, default="shift_manager", show_default=True, help="Their role."
)
@click.option(
    "--password-file",
    metavar="FILE",
    help="File with the password in its first line, or - for standard input (default: prompt).",
)
@database_option
@key_option
@json_option
def add_person(
    name: str,
    role: str,
    password_file: str | None,
    database: str | None,
    key_file: str | None,
    as_json: bool,
) -> None:
    """Create an account for NAME, by default the shift manager's."""
    from pitboss.store.passwords import too_easy
    from pitboss.store.people import NameTaken, PersonRole
    from pitboss.store.signing import operator
    from pitboss.web.http.api.people import PLAY_MONEY, checked_name
    from pitboss.web.http.problems import Problem

    try:
        plain = checked_name(name)
    except Problem as problem:
        raise click.UsageError(problem.why) from None
    password = _password(password_file)
    if (why := _not_typed(password) or too_easy(password, plain)) is not None:
        raise click.UsageError(why)
    store, _ = open_house(database, key_file)
    try:
        person = store.people.sign_up(
            plain, password, money=PLAY_MONEY, role=PersonRole(role), by=operator()
        )
    except NameTaken:
        raise click.UsageError(
            f"the name {plain!r} is taken; 'pitboss admin role' changes a role"
        ) from None
    finally:
        store.close()
    if as_json:
        print_json({"id": person.id, "name": person.name, "role": person.role})
    else:
        click.echo(f"{person.name} is {_article(person.role)} and may sign in")


def _password(file: str | None) -> str:
    if file is None:
        if not sys.stdin.isatty():
            raise click.UsageError(
                "a password needs a terminal, or --password-file FILE (- for standard input)"
            )
        password: str = click.prompt("Password", hide_input=True, confirmation_prompt=True)
        return password
    try:
        text = _first_line(file)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "it is not text"
        raise click.UsageError(f"--password-file {file!r} cannot be read: {why}") from None
    return text.rstrip("\r\n")


def _first_line(file: str) -> str:
    """The first line of a file, or of standard input, which is UTF-8 whatever the locale."""
    if file == "-":
        line: bytes = sys.stdin.buffer.readline(_LONGEST_LINE)
    else:
        with Path(file).open("rb") as lines:
            line = lines.readline(_LONGEST_LINE)
    return line.decode("utf-8-sig")


def _not_typed(password: str) -> str | None:
    """Why the web page could not be given a password, or None."""
    from pitboss.store.passwords import LONGEST

    if len(password) > LONGEST:
        return f"a password has at most {LONGEST} characters"
    if any(category(character) in ("Cc", "Cs") for character in password):
        return "a password has no control characters"
    return None


def _article(role: str) -> str:
    plain = role.replace("_", " ")
    return f"{'an' if plain[0] in 'aeiou' else 'a'} {plain}"


@admin.command("role")
@click.argument("name")
@click.argument("role", type=role_choice)
@database_option
@key_option
@json_option
def give_role(
    name: str, role: str, database: str | None, key_file: str | None, as_json: bool
) -> None:
    """Give NAME another ROLE."""
    from pitboss.store.people import PersonRole
    from pitboss.store.signing import operator

    must_exist(database)
    store, _ = open_house(database, key_file)
    try:
        exists = store.people.give_role(name, PersonRole(role), by=operator())
    finally:
        store.close()
    if not exists:
        raise click.UsageError(f"no account with a password is named {name!r}")
    if as_json:
        print_json({"name": name, "role": role})
    else:
        click.echo(f"{name} is {_article(role)} now")


@admin.command("people")
@click.option("--guests", is_flag=True, help="List guests too.")
@database_option
@json_option
def list_people(guests: bool, database: str | None, as_json: bool) -> None:
    """List the accounts: name, role, since when, balance. Nothing is changed."""
    from pitboss.money import dollars
    from pitboss.store.roll import roll

    store = _read(database)
    try:
        with store.database.reading(long=True) as rows:
            people = roll(rows, guests=guests)
    finally:
        store.close()
    if as_json:
        print_json({"people": [person.as_row() for person in people]})
        return
    width = max((len(person.name) for person in people), default=0)
    for person in people:
        locked = "  locked" if person.is_locked else ""
        kind = "guest" if person.is_guest else person.role.replace("_", " ")
        since = person.since.strftime("%Y-%m-%d")
        balance = dollars(person.balance)
        click.echo(f"{person.name:{width}}  {kind:13}  {since}  {balance:>14}{locked}")
    click.echo(f"{len(people)} accounts" if len(people) != 1 else "1 account")


@admin.command("rotate-key")
@database_option
@key_option
@json_option
def rotate_key(database: str | None, key_file: str | None, as_json: bool) -> None:
    """Replace the signing key; the old one signs that the new one takes over.

    On SQLite the server must be stopped; on PostgreSQL the processes that share the key's file
    take up the new one by themselves.
    """
    from pitboss.store.custody import Custody
    from pitboss.store.heads import NotSigned
    from pitboss.store.signatures import BadKey
    from pitboss.store.signing import rotate

    must_exist(database)
    store, _ = open_house(database, key_file, is_server=True)
    try:
        before, after = rotate(store, Custody.of(store.database.url, key_file))
    except (NotSigned, BadKey) as error:
        raise click.UsageError(str(error)) from None
    finally:
        store.close()
    if as_json:
        print_json({"before": before, "after": after})
        return
    click.echo(f"the key {before} has handed over to {after}")
    click.echo("note the new fingerprint, and give it to everyone who noted the old one")


def _read(database: str | None) -> Store:
    """The store of a database that is only read."""
    from pitboss.store import BadDatabase, Store, default_url, open_database

    must_exist(database)
    try:
        return Store(open_database(database or default_url(), read_only=True))
    except BadDatabase as error:
        raise click.UsageError(str(error)) from None
