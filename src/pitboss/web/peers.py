"""Server processes that share one database know each other by a secret that it keeps."""

from __future__ import annotations

import secrets
from hmac import compare_digest
from typing import Final

from starlette.datastructures import Headers
from starlette.types import Scope

from pitboss.store.store import Store

PEER: Final = "x-pitboss-peer"
"""The header with which a process shows that it is one of ours."""
SPEAKS_FOR: Final = "x-pitboss-client"
"""The header that names the address for which it asks."""
_KEPT: Final = "peers/secret"


class Peers:
    """The processes of this house."""

    def __init__(self) -> None:
        self._secret = ""

    def learn(self, store: Store) -> None:
        """Read the secret of this house, or make it up where there is none."""
        if store.database.shared:
            self._secret = store.keep_first(_KEPT, secrets.token_hex(32))

    def is_one(self, headers: Headers) -> bool:
        """Whether a process of ours is asking."""
        told = headers.get(PEER, "")
        return bool(self._secret) and compare_digest(told.encode(), self._secret.encode())

    def introduce(self, address: str) -> dict[str, str]:
        """The headers of a request forwarded for a client at this address."""
        return {PEER: self._secret, SPEAKS_FOR: address}

    @staticmethod
    def speaks_for(scope: Scope, headers: Headers) -> None:
        """Give a forwarded request the address of its client."""
        scope["client"] = (headers.get(SPEAKS_FOR) or "unknown", 0)
