"""What is kept outside a database: the signing key and, beside it, the last signed head."""

from __future__ import annotations

import contextlib
import fcntl
import glob
import os
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import urlsplit, urlunsplit

import msgspec

from pitboss.store.addresses import default_url
from pitboss.store.errors import BadDatabase
from pitboss.store.private_files import write_private
from pitboss.store.signatures import BadHead, BadKey, Head, Key, read_head

_SQLITE: Final = "sqlite:///"


class Custody(NamedTuple):
    """The files of one database's signing key and last signed head."""

    key: Path
    head: Path

    @classmethod
    def of(cls, url: str, key_file: str | None = None) -> Custody:
        """The files for a database, with the key that was named or the usual one.

        A SQLite file has both next to it. Any other key may serve several databases, so each of
        them has a head of its own beside the key.
        """
        if url.startswith(_SQLITE):
            file = _resolved(Path(url.removeprefix(_SQLITE)))
            usual, place = Path(f"{file}.key"), str(file)
            if key_file is None or _resolved(Path(key_file)) == usual:
                return cls(usual, Path(f"{file}.head"))
        else:
            usual = Path(default_url().removeprefix(_SQLITE)).with_name("house.key")
            place = _without_password(url)
        key = usual if key_file is None else Path(key_file)
        digest = sha256(place.encode()).hexdigest()[:12]
        return cls(key, key.with_name(f"{key.stem}.{digest}.head"))

    @property
    def next_key(self) -> Path:
        """Where the next key waits while it takes over from this one."""
        return self.key.with_name(f"{self.key.name}.next")

    def known_key(self) -> Key | None:
        """The key, or None if there is none yet."""
        return Key.at(self.key) if self.key.exists() else None

    def store_key(self, key: Key) -> None:
        """Write a new key; raise ``FileExistsError`` if there is one."""
        key.write(self.key)

    def waiting_key(self) -> Key | None:
        """The next key, if a rotation was interrupted."""
        return Key.at(self.next_key) if self.next_key.exists() else None

    def adopt_next_key(self) -> None:
        """Put the next key in the place of the present one."""
        try:
            self.next_key.replace(self.key)
        except OSError as error:
            raise BadKey(f"the key {str(self.key)!r} cannot be replaced: {error}") from None

    # The head.

    def last_head(self) -> Head | None:
        """The last head that was signed, or None; raises ``BadHead`` if the file was damaged."""
        try:
            return read_head(self.head.read_bytes())
        except FileNotFoundError:
            return None
        except OSError as error:
            raise BadHead(f"{str(self.head)!r} cannot be read: {error.strerror}") from None
        except BadHead as error:
            raise BadHead(f"{str(self.head)!r}: {error}") from None

    def keep_head(self, head: Head) -> None:
        """Keep a head, unless a later one is here already."""
        with self._alone():
            with contextlib.suppress(BadHead):
                known = self.last_head()
                if known is not None and known.n >= head.n:
                    return
            self._write_head(head)

    def begin_again(self, head: Head) -> None:
        """Keep a head in the place of any other, which is set aside."""
        with self._alone():
            if self.head.exists():
                self.head.replace(self.head.with_name(f"{self.head.name}.before"))
            self._write_head(head)

    def _write_head(self, head: Head) -> None:
        # No other process writes one now: these are of processes that died.
        for draft in self.head.parent.glob(f".{glob.escape(self.head.name)}.*.new"):
            with contextlib.suppress(OSError):
                draft.unlink()
        write_private(self.head, msgspec.json.encode(head) + b"\n")

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Exclude other processes that keep a head here."""
        self.head.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = os.open(f"{self.head}.lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
        finally:
            os.close(lock)


def _resolved(path: Path) -> Path:
    try:
        return path.resolve()
    except (OSError, RuntimeError) as error:
        raise BadDatabase(f"the database {str(path)!r} cannot be opened: {error}") from None


def _without_password(url: str) -> str:
    parts = urlsplit(url)
    place = parts.netloc.rpartition("@")[2]
    return urlunsplit(("postgresql", place, parts.path, parts.query, ""))
