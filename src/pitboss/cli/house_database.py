"""Open a server's database for a command: its files private, its journal examined and signed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from argon2 import PasswordHasher

    from pitboss.store import Store
    from pitboss.store.heads import Signer

_SQLITE: Final = "sqlite:///"

database_option = click.option(
    "--database",
    metavar="URL",
    help="Database: sqlite:///FILE or postgresql://... (default: a file in your data directory).",
)

key_option = click.option(
    "--key",
    "key_file",
    metavar="FILE",
    help="Signing key (default: a file next to the database or in your data directory).",
)


def open_house(
    database: str | None,
    key_file: str | None,
    *,
    reason: str | None = None,
    is_server: bool = False,
    hasher: PasswordHasher | None = None,
) -> tuple[Store, Signer]:
    """The store of a database and its signer; a ``UsageError`` if it may not be continued.

    With a ``reason`` what is wrong is accepted and recorded. A server locks out other servers.
    """
    from pitboss.store import BadDatabase, Store, default_url, open_database
    from pitboss.store.custody import Custody
    from pitboss.store.heads import NotSigned
    from pitboss.store.people import People
    from pitboss.store.signatures import BadHead, BadKey
    from pitboss.store.signing import BadReason, checked_reason, take_up
    from pitboss.store.sqlite import Sqlite

    url = database or default_url()
    try:
        why = None if reason is None else checked_reason(reason)
    except BadReason as error:
        raise click.UsageError(f"--continue: {error}") from None
    try:
        custody = Custody.of(url, key_file)
        for known in (custody.known_key, custody.waiting_key):
            known()  # what is not a key is not ours to make private
        _make_private(url, [custody.key, custody.next_key, custody.head])
        opened = open_database(url)
        if isinstance(opened, Sqlite) and is_server:
            opened.claim()
    except (BadDatabase, BadKey) as error:
        raise click.UsageError(str(error)) from None
    store = Store(opened, people=None if hasher is None else People(opened, hasher=hasher))
    try:
        signer, sentence = take_up(store, custody, why=why)
    except NotSigned as error:
        store.close()
        text = str(error)
        if error.may_continue and why is None:
            text += "; 'pitboss serve --continue REASON' accepts the database as it is, on record"
        raise click.UsageError(text) from None
    except (BadKey, BadHead, BadDatabase) as error:
        store.close()
        raise click.UsageError(str(error)) from None
    if sentence is not None:
        click.echo(f"pitboss: {sentence}", err=True)
    return store, signer


def must_exist(database: str | None) -> None:
    """Refuse a SQLite file that does not exist."""
    from pitboss.store import default_url

    url = database or default_url()
    if url.startswith(_SQLITE) and not Path(url.removeprefix(_SQLITE)).is_file():
        raise click.UsageError(f"no database named {url.removeprefix(_SQLITE)!r}")


def _make_private(url: str, more: list[Path]) -> None:
    """Make the files of a database private, and say what cannot be mended."""
    from pitboss.store import default_url
    from pitboss.store.private_files import BESIDE, is_exposed, others_may_write, tighten

    if is_exposed(more[0]):
        click.echo(
            f"pitboss: other users could read the signing key {str(more[0])!r}; it is private now, "
            "and 'pitboss admin rotate-key' makes a new one",
            err=True,
        )
    files, folders = list(more), {more[0].parent}
    if url.startswith(_SQLITE):
        file = Path(url.removeprefix(_SQLITE)).resolve()
        files += [Path(f"{file}{ending}") for ending in BESIDE]
        folders.add(file.parent)
    data = Path(default_url().removeprefix(_SQLITE)).parent
    own = data if data in folders else None
    for sentence in tighten(files, own):
        click.echo(f"pitboss: {sentence}", err=True)
    for folder in sorted(folders):
        if others_may_write(folder):
            click.echo(
                f"pitboss: other users may create files in {str(folder)!r}; keep the database and "
                "its key in a folder of your own",
                err=True,
            )
