"""Open a database for signing: find its key, examine its journal, refuse or continue."""

from __future__ import annotations

import getpass
import socket
from contextlib import suppress
from typing import Final

from pitboss.store.custody import Custody
from pitboss.store.heads import NotSigned, Signer
from pitboss.store.private_files import write_private
from pitboss.store.signatures import BadKey, Key
from pitboss.store.store import Store

LONGEST_REASON: Final = 200
"""The most characters in the reason for which an operator accepts a database."""


class BadReason(ValueError):
    """A reason that cannot be recorded; the message says why."""


def operator() -> str:
    """Who is at the console: the user of the system, and the machine."""
    try:
        user = getpass.getuser()
    except (OSError, KeyError):  # a user without a name
        user = "an unnamed user"
    return f"{user} on {socket.gethostname()}"[:100]


def checked_reason(why: str) -> str:
    """A reason as it is recorded, or ``BadReason``."""
    plain = " ".join(why.split())
    if not plain or len(plain) > LONGEST_REASON or not plain.isprintable():
        raise BadReason(f"the reason must be of 1 to {LONGEST_REASON} printable characters")
    return plain


def take_up(store: Store, custody: Custody, *, why: str | None = None) -> tuple[Signer, str | None]:
    """The signer of a database, and a sentence for the operator, if there is one.

    Raises ``NotSigned`` if something is wrong, unless there is a reason ``why`` to continue.
    """
    for _ in range(2):
        signer = Signer(store, _key(store, custody, why), custody)
        with suppress(FileExistsError):  # another process has made the key meanwhile
            return signer, signer.take_up(why=why, by=operator())
    raise BadKey(f"the key {str(custody.key)!r} cannot be made")


def _key(store: Store, custody: Custody, why: str | None) -> Key:
    newest = store.newest_head()
    waiting = custody.waiting_key()
    if waiting is not None and newest is not None and _is_heir(store, waiting):
        custody.adopt_next_key()  # a rotation was interrupted after the handover
    key = custody.known_key()
    if key is None and newest is not None and why is None:
        raise NotSigned(
            f"the database is signed by the key {newest.fingerprint}, which is not here: put its "
            f"file at {str(custody.key)!r}"
        )
    return key or Key()


def _is_heir(store: Store, key: Key) -> bool:
    """Whether the present key has handed over to this one."""
    handovers = [entry for entry in store.journal() if entry.kind == "handover"]
    return bool(handovers) and handovers[-1].told["to"] == key.public


def rotate(store: Store, custody: Custody) -> tuple[str, str]:
    """Replace the key by a new one that the old one has signed; return both fingerprints.

    The new key is on disk before the handover is, and takes the old one's place after it.
    """
    signer, _ = take_up(store, custody)
    if signer.problem is not None:
        raise NotSigned(signer.problem)
    before, successor = signer.fingerprint, Key()
    try:
        write_private(custody.next_key, successor.as_pem())
    except OSError as error:
        raise BadKey(f"the key {str(custody.next_key)!r} cannot be written: {error}") from None
    signer.hand_over(successor, by=operator())
    custody.adopt_next_key()
    return before, successor.fingerprint
