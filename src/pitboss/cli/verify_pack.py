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
        outcome = verify_pack(pack)
    except BadPack as bad:
        outcome = VerifiedPack(first_bad=bad.entry or 1, problem=str(bad), part=bad.part)
    except OSError as error:
        raise click.UsageError(f"{str(path)!r} cannot be read: {error.strerror}") from None
    other = next((one for one in pinned if _plain(one) != _plain(outcome.fingerprint)), None)
    if outcome.ok and other is not None:
        problem = f"it is signed by another key, {outcome.fingerprint}; the known one is {other}"
        outcome = VerifiedPack(
            first_bad=1,
            problem=problem,
            part="signature",
            fingerprint=outcome.fingerprint,
            signed_at=outcome.signed_at,
        )
    if as_json:
        print_json(_as_row(outcome, is_pinned=bool(pinned)))
    elif outcome.ok:
        _print(outcome, is_pinned=bool(pinned))
    else:
        click.echo(f"{outcome.problem} (part {outcome.part})")
    sys.exit(0 if outcome.ok else 1)


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


def _as_row(outcome: VerifiedPack, *, is_pinned: bool) -> dict[str, Any]:
    return {
        "entries": outcome.entries,
        "rounds": 1 if outcome.ok else 0,
        "ok": outcome.ok,
        "first_bad": outcome.first_bad,
        "problem": outcome.problem,
        "part": outcome.part,
        "table": outcome.about.get("table"),
        "book": outcome.about.get("book"),
        "round": outcome.about.get("round"),
        "complete": outcome.about.get("complete"),
        "payments": outcome.payments,
        "sealed": outcome.sealed,
        "unproven": outcome.unproven,
        "revealed_shoes": outcome.revealed_shoes,
        "fingerprint": outcome.fingerprint or None,
        "signed_at": outcome.signed_at or None,
        "known_key": is_pinned and outcome.ok,
    }


def _print(outcome: VerifiedPack, *, is_pinned: bool) -> None:
    about = outcome.about
    click.echo(
        f"round {about['round']} of table {about['table']} ({about['book']}), {outcome.entries} "
        f"entries, {outcome.payments} payments: every hash, card and payment verified"
    )
    if outcome.revealed_shoes:
        click.echo(f"shoes revealed and dealt as sealed: {outcome.revealed_shoes}")
    if not about["complete"]:
        click.echo(
            f"not complete: the shoe is still in play (sealed: {outcome.sealed}, "
            f"payments that wait: {outcome.unproven}); fetch the pack again when it has ended"
        )
    when = time.strftime("%d %B %Y, %H:%M UTC", time.gmtime(outcome.signed_at / 1e6))
    click.echo(f"signed on {when} with key {outcome.fingerprint}")
    if not is_pinned:
        click.echo(
            "Whose key that is, the pack cannot prove: compare it with the fingerprint that you "
            "noted, or name it with --fingerprint or --key."
        )
