"""``pitboss verify PACK``: check an evidence pack alone, and whose signature it has."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from pitboss.cli.common import print_json
from pitboss.documents import LONGEST

if TYPE_CHECKING:
    from pitboss.evidence.verification import VerifiedPack


def verify_pack_file(
    path: Path, *, fingerprint: str | None, key_file: str | None, as_json: bool
) -> NoReturn:
    """Verify a pack and exit: 0 if nothing is wrong, 1 with the first problem."""
    from pitboss.evidence.pack import BadPack, read_pack
    from pitboss.evidence.verification import VerifiedPack, verify_pack

    pinned = [one for one in (fingerprint, _fingerprint_of(key_file)) if one is not None]
    try:
        with path.open("rb") as file:
            pack = read_pack(file.read(LONGEST + 1))
        found = verify_pack(pack)
    except BadPack as bad:
        found = VerifiedPack(first_bad=bad.entry or 1, problem=str(bad), part=bad.part)
    except OSError as error:
        raise click.UsageError(f"{str(path)!r} cannot be read: {error.strerror}") from None
    other = next((one for one in pinned if _plain(one) != _plain(found.fingerprint)), None)
    if found.ok and other is not None:
        problem = f"it is signed by another key, {found.fingerprint}; the known one is {other}"
        found = VerifiedPack(first_bad=1, problem=problem, part="signature",
                             fingerprint=found.fingerprint, signed_at=found.signed_at)  # fmt: skip
    if as_json:
        print_json(_as_row(found, is_pinned=bool(pinned)))
    elif found.ok:
        _print(found, is_pinned=bool(pinned))
    else:
        click.echo(f"{found.problem} (part {found.part})")
    sys.exit(0 if found.ok else 1)


def _plain(digits: str) -> str:
    return "".join(digits.split()).lower()


def _fingerprint_of(key_file: str | None) -> str | None:
    """The fingerprint of a signing key, or of the key of a saved head."""
    from pitboss.store.signatures import BadHead, BadKey, Key, read_head

    if key_file is None:
        return None
    if not Path(key_file).is_file():
        raise click.UsageError(f"--key: there is no file {key_file!r}")
    try:
        return read_head(Path(key_file).read_bytes()).fingerprint
    except BadHead:
        pass
    except OSError as error:
        raise click.UsageError(f"--key {key_file!r} cannot be read: {error.strerror}") from None
    try:
        return Key.at(Path(key_file)).fingerprint
    except BadKey:
        raise click.UsageError(
            f"--key {key_file!r} is neither a signing key nor a signed head"
        ) from None


def _as_row(found: VerifiedPack, *, is_pinned: bool) -> dict[str, Any]:
    return {
        "entries": found.entries,
        "rounds": 1 if found.ok else 0,
        "ok": found.ok,
        "first_bad": found.first_bad,
        "problem": found.problem,
        "part": found.part,
        "table": found.about.get("table"),
        "book": found.about.get("book"),
        "round": found.about.get("round"),
        "complete": found.about.get("complete"),
        "payments": found.payments,
        "sealed": found.sealed,
        "unproven": found.unproven,
        "revealed_shoes": found.revealed_shoes,
        "fingerprint": found.fingerprint or None,
        "signed_at": found.signed_at or None,
        "known_key": is_pinned and found.ok,
    }


def _print(found: VerifiedPack, *, is_pinned: bool) -> None:
    about = found.about
    click.echo(
        f"round {about['round']} of table {about['table']} ({about['book']}), {found.entries} "
        f"entries, {found.payments} payments: every hash, card and payment verified"
    )
    if found.revealed_shoes:
        click.echo(f"shoes revealed and dealt as sealed: {found.revealed_shoes}")
    if not about["complete"]:
        click.echo(
            f"not complete: the shoe is still in play (sealed: {found.sealed}, payments that wait: "
            f"{found.unproven}); fetch the pack again when it has ended"
        )
    when = time.strftime("%d %B %Y, %H:%M UTC", time.gmtime(found.signed_at / 1e6))
    click.echo(f"signed on {when} with key {found.fingerprint}")
    if not is_pinned:
        click.echo(
            "Whose key that is, the pack cannot prove: compare it with the fingerprint that you "
            "noted, or name it with --fingerprint or --key."
        )
