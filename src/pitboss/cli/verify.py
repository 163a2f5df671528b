"""``pitboss verify``: check a log's hash chain, replay, money and sealed shoes."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn

import click

from pitboss.audit.sealed_shoes import SealedShoe, verify_with_shoes
from pitboss.cli.common import json_option, print_json
from pitboss.cli.verify_pack import verify_pack_file

if TYPE_CHECKING:
    from pitboss.store.signatures import Head
    from pitboss.web.audit.house_audit import VerifiedHouse


@click.command(short_help="Verify a log, a history, an evidence pack or a server's database.")
@click.argument("log", metavar="FILE|URL")
@click.option(
    "--shoes",
    "folder",
    metavar="FOLDER",
    help="Folder for the revealed shoes, to check them as docs/explanation/fairness.md describes.",
)
@click.option(
    "--head",
    "head_files",
    multiple=True,
    metavar="FILE",
    help="Signed head you saved earlier: no entry before it may be changed or missing; repeatable.",
)
@click.option(
    "--witness",
    "witnesses",
    multiple=True,
    metavar="FILE|URL",
    help="Witness that received the server's signed heads, each checked like --head; repeatable.",
)
@click.option(
    "--fingerprint",
    metavar="DIGITS",
    help="Fingerprint you noted of the key that signs now.",
)
@click.option(
    "--key",
    "key_file",
    metavar="FILE",
    help="Signing key that the server was given; its last signed head is kept beside it. For a "
    "pack also a saved head.",
)
@json_option
def verify(
    log: str,
    folder: str | None,
    head_files: tuple[str, ...],
    witnesses: tuple[str, ...],
    fingerprint: str | None,
    key_file: str | None,
    as_json: bool,
) -> None:
    """Verify a log, a history, an evidence pack or a server's database: every hash, state, balance.

    Name a server's database by its SQLite file or its URL. If the server's key and last signed head
    are next to it or in your data directory, it must be signed with that key and continue that
    head.

    An evidence pack is verified alone. Name the key that must have signed it with --fingerprint or
    --key; otherwise compare the fingerprint that is printed with the one you noted.

    If the shoes were sealed, each revealed order is recalculated and compared with the cards
    dealt. Exit codes: 0 if everything is verified, 1 with the first entry that is not.
    """
    house = log if "://" in log else house_file(log)
    if house is not None:
        _verify_house(house, as_json, Outside(head_files, witnesses, fingerprint, key_file))
    path = Path(log)
    if path.is_file() and _is_pack(path):
        if head_files or witnesses or folder is not None:
            raise click.UsageError("--head, --witness and --shoes do not apply to an evidence pack")
        verify_pack_file(path, fingerprint=fingerprint, key_file=key_file, as_json=as_json)
    if head_files or witnesses or fingerprint is not None or key_file is not None:
        raise click.UsageError(
            "--head, --witness, --fingerprint and --key apply to a server's database, not to a log"
        )
    if not path.is_file():
        raise click.UsageError(
            f"there is no file {log!r}; name an exported log, a server's database file or its URL"
        )
    outcome, shoes = verify_with_shoes(_log_lines(path))
    revealed = [shoe for shoe in shoes if shoe.is_revealed]
    if folder is not None:
        _write(Path(folder), revealed)
    if as_json:
        print_json(
            {
                "entries": outcome.entries,
                "rounds": outcome.rounds,
                "ok": outcome.ok,
                "first_bad": outcome.first_bad,
                "problem": outcome.problem,
                "sealed_shoes": len(shoes),
                "revealed_shoes": len(revealed),
                "closed": outcome.closed,
            }
        )
    elif outcome.ok:
        read = f"{outcome.entries} entries, {outcome.rounds} rounds"
        click.echo(f"{read}: every hash, state and balance verified")
        if outcome.closed:
            click.echo(
                f"{outcome.closed} cards are still hidden: after them only hashes are verified"
            )
        if shoes:
            click.echo(f"sealed shoes: {len(shoes)}; revealed and dealt as sealed: {len(revealed)}")
    else:
        click.echo(
            f"{outcome.entries} entries verified; {outcome.problem} (entry {outcome.first_bad})"
        )
    sys.exit(0 if outcome.ok else 1)


def _is_pack(path: Path) -> bool:
    from pitboss.documents import LONGEST
    from pitboss.evidence.pack import is_pack

    try:
        with path.open("rb") as file:
            return is_pack(file.read(LONGEST + 1))
    except OSError as error:
        raise click.UsageError(f"{str(path)!r} cannot be read: {error.strerror}") from None


def _log_lines(path: Path) -> Iterator[bytes]:
    """The lines of a log, or of the one that a history leads to."""
    with path.open("rb") as lines:
        is_history = lines.readline().startswith(b'{"format"')
        lines.seek(0)
        if not is_history:
            yield from lines
            return
        from pitboss.history import BadHistory, read_history

        try:
            history = read_history(line.decode() for line in lines)
        except (BadHistory, UnicodeDecodeError) as error:
            raise click.UsageError(f"{str(path)!r}: {error}") from None
    yield from history.write().splitlines(keepends=True)


_SQLITE: Final = b"SQLite format 3\0"
"""How every file of SQLite begins"""
_HOUSES: Final = (".sqlite3", ".sqlite", ".db")
"""Endings of a database file, so that one with a damaged first page is still recognised"""


def house_file(log: str) -> str | None:
    """The URL of a server's database given by its file; None if the file is not a database."""
    path = Path(log)
    if not path.is_file():
        return None
    try:
        with path.open("rb") as file:
            start = file.read(len(_SQLITE))
    except OSError as error:
        raise click.UsageError(f"{log!r} cannot be read: {error.strerror}") from None
    is_house = start == _SQLITE or path.suffix.lower() in _HOUSES
    return f"sqlite:///{path}" if is_house else None


class Outside(NamedTuple):
    """What is known from outside a database: heads, witnesses, and the key or its fingerprint."""

    head_files: tuple[str, ...] = ()
    witnesses: tuple[str, ...] = ()
    fingerprint: str | None = None
    key_file: str | None = None


def _read_head(file: str) -> Head:
    from pitboss.store.signatures import BadHead, read_head

    try:
        return read_head(Path(file).read_bytes())
    except OSError as error:
        raise click.UsageError(f"--head {file!r} cannot be read: {error.strerror}") from None
    except BadHead as error:
        raise click.UsageError(f"--head {file!r}: {error}") from None


def _witnessed(witness: str, keys: frozenset[str]) -> list[Head]:
    """The heads that a witness has of a database signed with these keys."""
    from pitboss.store.signatures import BadHead
    from pitboss.web.audit.witnesses import BadWitness, received

    try:
        return received(witness, keys)
    except (BadWitness, BadHead, OSError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise click.UsageError(f"--witness {witness!r} cannot be read: {why}") from None


def _kept_beside(url: str, outside: Outside) -> tuple[Head | None, list[str]]:
    """The last head that the server keeps outside its database, and the fingerprint of its key.

    They are where they usually are, or where ``--key`` says.
    """
    from pitboss.store.custody import Custody
    from pitboss.store.signatures import BadHead, BadKey

    if outside.key_file is not None and not Path(outside.key_file).is_file():
        raise click.UsageError(f"--key: there is no file {outside.key_file!r}")
    custody = Custody.of(url, outside.key_file)
    try:
        head = custody.last_head()
    except BadHead as error:
        raise click.UsageError(f"the last signed head {error}") from None
    if outside.fingerprint is not None:
        return head, [outside.fingerprint]
    if outside.key_file is None and head is None and not url.startswith("sqlite:"):
        return head, []  # the usual key may be that of another database
    try:
        keys = [custody.known_key(), custody.waiting_key()]
    except BadKey as error:
        if outside.key_file is None:  # the verifier need not be allowed to read it
            return head, []
        raise click.UsageError(str(error)) from None
    return head, [key.fingerprint for key in keys if key is not None]


def _verify_house(url: str, as_json: bool, outside: Outside) -> NoReturn:
    from pitboss.store import BadDatabase, Store, open_database
    from pitboss.web.audit.house_audit import VerifiedHouse, verified_house

    file = url.removeprefix("sqlite:///")
    if file != url and not Path(file).is_file():
        raise click.UsageError(f"no database named {file!r}")
    named = [_read_head(head_file) for head_file in outside.head_files]
    witnessed: list[Head] = []
    try:
        store = Store(open_database(url, read_only=True))
    except BadDatabase as error:
        raise click.UsageError(str(error)) from None
    except Exception as error:  # a damaged file is a failed check, not a bug
        outcome = VerifiedHouse(first_bad=1, problem=f"the database cannot be opened: {error}")
    else:
        beside, fingerprints = _kept_beside(url, outside)
        if outside.witnesses:
            keys = frozenset(head.key for head in (*store.heads(), *named))
            witnessed = [head for one in outside.witnesses for head in _witnessed(one, keys)]
        known = [*named, *witnessed] + ([] if beside is None else [beside])
        outcome = verified_house(store, *known, fingerprints=fingerprints)
        store.close()
    if as_json:
        print_json(_as_row(outcome, len(witnessed)))
    elif outcome.problem is None:
        _print(outcome, named, len(witnessed), has_witness=bool(outside.witnesses))
    else:
        where = f" (entry {outcome.first_bad})" if outcome.is_in_a_log else ""
        click.echo(f"{outcome.problem}{where}")
        _print_keys(outcome)
    sys.exit(0 if outcome.problem is None else 1)


def _as_row(outcome: VerifiedHouse, witnessed: int) -> dict[str, Any]:
    return {
        "entries": outcome.entries,
        "rounds": outcome.rounds,
        "ok": outcome.problem is None,
        "first_bad": outcome.first_bad,
        "problem": outcome.problem,
        "tables": outcome.tables,
        "sealed_shoes": outcome.sealed,
        "revealed_shoes": outcome.revealed,
        "heads": outcome.heads,
        "fingerprint": outcome.fingerprint,
        "unsigned": outcome.unsigned,
        "keys": [
            {
                "fingerprint": key.fingerprint,
                "first": key.first,
                "last": key.last,
                "heads": key.heads,
            }
            for key in outcome.keys
        ],
        "continued": [
            {"n": one.n, "at": one.at, "by": one.by, "why": one.why, "problem": one.problem}
            for one in outcome.continued
        ],
        "witnessed": witnessed,
    }


def _print(outcome: VerifiedHouse, named: list[Head], witnessed: int, *, has_witness: bool) -> None:
    contents = f"{outcome.entries} entries, {outcome.rounds} rounds at {outcome.tables} tables"
    click.echo(f"{contents}: every hash, state, posting and balance verified")
    if outcome.fingerprint is not None:
        signed = f"signed {outcome.heads} times with key {outcome.fingerprint}"
        after = f"; {outcome.unsigned} journal entries since" if outcome.unsigned else ""
        click.echo(signed + after)
    if len(outcome.keys) > 1 or outcome.continued:
        _print_keys(outcome)
    for head in named:
        click.echo(f"it continues the saved head (entry {head.n} of the journal)")
    if has_witness:
        click.echo(f"it continues the {witnessed} heads that were witnessed")


def _print_keys(outcome: VerifiedHouse) -> None:
    for key in outcome.keys:
        click.echo(f"key {key.fingerprint} signed journal entries {key.first} to {key.last}")
    for one in outcome.continued:
        day = time.strftime("%d %B %Y, %H:%M UTC", time.gmtime(one.at / 1e6))
        click.echo(
            f"journal entry {one.n}: {one.by} continued on {day} because {one.why!r}, although "
            f"{one.problem}"
        )


def _write(folder: Path, shoes: list[SealedShoe]) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for shoe in shoes:
            (folder / f"shoe-{shoe.shoe}.json").write_text(shoe.as_json() + "\n", "utf-8")
    except OSError as error:
        reason = error.strerror
        raise click.UsageError(f"--shoes {str(folder)!r} cannot be written: {reason}") from None
