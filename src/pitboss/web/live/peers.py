"""Server processes that share a database authenticate with a secret stored in it."""

from __future__ import annotations

import secrets
from hmac import compare_digest
from typing import Final

from starlette.datastructures import Headers
from starlette.types import Scope

from pitboss.store.store import Store

PEER: Final = "x-pitboss-peer"
"""The header by which a process proves that it is one of ours."""
SPEAKS_FOR: Final = "x-pitboss-client"
"""The header with the address of the client it forwards for."""
_KEPT: Final = "peers/secret"


class Peers:
    """The processes of this server."""

    def __init__(self) -> None:
        self._secret = ""

    def learn(self, store: Store) -> None:
        """Read the shared secret, or create it if there is none."""
        if store.database.shared:
            self._secret = store.keep_first(_KEPT, secrets.token_hex(32))

    def is_one(self, headers: Headers) -> bool:
        """Whether the request comes from one of our processes."""
        text = headers.get(PEER, "")
        return bool(self._secret) and compare_digest(text.encode(), self._secret.encode())

    def introduce(self, address: str) -> dict[str, str]:
        """The headers of a request forwarded for a client at this address."""
        return {PEER: self._secret, SPEAKS_FOR: address}

    @staticmethod
    def speaks_for(scope: Scope, headers: Headers) -> None:
        """Give a forwarded request the address of its client."""
        scope["client"] = (headers.get(SPEAKS_FOR) or "unknown", 0)
