"""Signed heads: the house signs now and then how far it has come, with a key of its own file.

Whoever keeps a signed head can show later that something before it was changed or cut off.
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

LONGEST_HEAD: Final = 10_000
"""Bytes of a head file; a head has some three hundred."""


class BadKey(Exception):
    """A key file that cannot be read or written; says which and why."""


class BadHead(ValueError):
    """A head that is none, or that its key has not signed."""


class Head(Struct, frozen=True, forbid_unknown_fields=True):
    """How far the journal of a house had come, signed: ``at`` in microseconds since 1970."""

    n: int
    at: int
    hash: str
    key: str
    signature: str

    @property
    def message(self) -> bytes:
        """What is signed."""
        return _message(self.n, self.at, self.hash)

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the key that signed it."""
        return fingerprint(self.key)

    def check(self) -> None:
        """Raise ``BadHead`` where the key has not signed this."""
        try:
            key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(self.key))
            key.verify(bytes.fromhex(self.signature), self.message)
        except (InvalidSignature, ValueError, TypeError, UnsupportedAlgorithm):
            raise BadHead(f"the head of entry {self.n} is not signed by its key") from None
        if self.key != self.key.lower() or self.signature != self.signature.lower():
            raise BadHead(f"the head of entry {self.n} is not written as heads are")


def _message(n: int, at: int, hash: str) -> bytes:
    return f"pitboss head 1\n{n}\n{at}\n{hash}\n".encode()


def fingerprint(key: str) -> str:
    """A short name of a public key, to be noted and compared: eight groups of four."""
    digest = sha256(key.encode()).hexdigest()[:32]
    return " ".join(digest[at : at + 4] for at in range(0, 32, 4))


def read_head(told: bytes) -> Head:
    """A head that somebody kept, its signature checked; raises ``BadHead``."""
    if len(told) > LONGEST_HEAD:
        raise BadHead("this is no head of a house: it is too long")
    try:
        head = msgspec.json.decode(told, type=Head)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BadHead(f"this is no head of a house: {error}") from None
    head.check()
    return head


class Key:
    """The key with which a house signs."""

    def __init__(self, private: Ed25519PrivateKey | None = None) -> None:
        self._private = private or Ed25519PrivateKey.generate()
        raw = self._private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        self.public = raw.hex()

    @classmethod
    def at(cls, path: Path) -> Key:
        """The key in a file, which only its owner can read; made where there is none."""
        try:
            try:
                told = path.read_bytes()
            except FileNotFoundError:
                return cls._made(path)
            private = load_pem_private_key(told, password=None)
        except (OSError, ValueError, TypeError, UnsupportedAlgorithm) as error:
            raise BadKey(f"the key {str(path)!r} cannot be used: {error}") from None
        if not isinstance(private, Ed25519PrivateKey):
            raise BadKey(f"the key {str(path)!r} cannot be used: it is no Ed25519 key")
        return cls(private)

    @classmethod
    def _made(cls, path: Path) -> Key:
        key = cls()
        told = key._private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:  # another process was first
            return cls.at(path)
        with os.fdopen(number, "wb") as file:
            file.write(told)
        return key

    @property
    def fingerprint(self) -> str:
        """What people note, to know the house by."""
        return fingerprint(self.public)

    def sign(self, n: int, at: int, hash: str) -> Head:
        """A signed head."""
        return Head(n, at, hash, self.public, self._private.sign(_message(n, at, hash)).hex())
