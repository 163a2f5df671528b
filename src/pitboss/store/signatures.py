"""Signed heads of the journal, with a key in a file of its own.

A saved head proves later that something before it was changed or removed.
"""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)
from msgspec import Struct

from pitboss.store.private_files import make_folder

LONGEST_HEAD: Final = 10_000
"""The most bytes in a head file; a head has some three hundred."""


FINGERPRINT_DIGITS: Final = 32
"""The hexadecimal digits of a fingerprint: half of a SHA-256."""


class BadKey(Exception):
    """A key file that cannot be read or written; the message says why."""


class BadHead(ValueError):
    """Something that is not a head, or not signed by its key."""


class Head(Struct, frozen=True, forbid_unknown_fields=True):
    """The signed head of the journal; ``at`` is in microseconds since 1970."""

    n: int
    at: int
    hash: str
    key: str
    signature: str

    @property
    def message(self) -> bytes:
        """The text that is signed."""
        return _message(self.n, self.at, self.hash)

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the key that signed it."""
        return fingerprint(self.key)

    def check(self) -> None:
        """Raise ``BadHead`` unless the key has signed this."""
        if not has_signed(self.key, self.signature, self.message):
            raise BadHead(f"the head of entry {self.n} is not signed by its key")
        if self.key != self.key.lower() or self.signature != self.signature.lower():
            raise BadHead(f"the head of entry {self.n} is not in canonical form")


def _message(n: int, at: int, hash: str) -> bytes:
    return f"pitboss head 1\n{n}\n{at}\n{hash}\n".encode()


def has_signed(key: str, signature: str, text: bytes) -> bool:
    """Whether a signature of this text is by this public key, both in hexadecimal."""
    try:
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key))
        public.verify(bytes.fromhex(signature), text)
    except (InvalidSignature, ValueError, TypeError, UnsupportedAlgorithm):
        return False
    return True


def fingerprint(key: str) -> str:
    """The fingerprint of a public key: eight groups of four digits."""
    digest = sha256(key.encode()).hexdigest()[:FINGERPRINT_DIGITS]
    return " ".join(digest[at : at + 4] for at in range(0, FINGERPRINT_DIGITS, 4))


def read_head(data: bytes) -> Head:
    """Read a saved head and check its signature, or raise ``BadHead``."""
    if len(data) > LONGEST_HEAD:
        raise BadHead("not a signed head: it is too long")
    try:
        head = msgspec.json.decode(data, type=Head)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BadHead(f"not a signed head: {error}") from None
    head.check()
    return head


class Key:
    """The server's signing key."""

    def __init__(self, private: Ed25519PrivateKey | None = None) -> None:
        self._private = private or Ed25519PrivateKey.generate()
        raw = self._private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        self.public = raw.hex()
        self.is_new = private is None
        """Whether it was made just now"""

    @classmethod
    def at(cls, path: Path) -> Key:
        """The key in a file only its owner can read, created if missing."""
        try:
            try:
                data = path.read_bytes()
            except FileNotFoundError:
                key = cls()
                key.write(path)
                return key
        except OSError as error:
            raise BadKey(f"the key {str(path)!r} cannot be used: {error.strerror}") from None
        try:
            private = load_pem_private_key(data, password=None)
        except (ValueError, TypeError, UnsupportedAlgorithm):
            private = None
        if not isinstance(private, Ed25519PrivateKey):
            raise BadKey(
                f"the key {str(path)!r} cannot be used: it is not a pitboss key; name the right "
                "file, or one that does not exist yet for a new key"
            )
        return cls(private)

    def write(self, path: Path) -> None:
        """Write the key to a new file; raise ``FileExistsError`` if it exists."""
        try:
            make_folder(path.parent)
            number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            raise
        except OSError as error:
            raise BadKey(f"the key {str(path)!r} cannot be written: {error.strerror}") from None
        with os.fdopen(number, "wb") as file:
            file.write(self.as_pem())
            file.flush()
            os.fsync(number)

    def as_pem(self) -> bytes:
        """The contents of the key's file."""
        return self._private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())

    @property
    def fingerprint(self) -> str:
        """The fingerprint people note to identify the server."""
        return fingerprint(self.public)

    def sign(self, n: int, at: int, hash: str) -> Head:
        """Sign a head."""
        return Head(n, at, hash, self.public, self.sign_text(_message(n, at, hash)))

    def sign_text(self, text: bytes) -> str:
        """The signature of a text, whose first line must say what it is a text of."""
        return self._private.sign(text).hex()
