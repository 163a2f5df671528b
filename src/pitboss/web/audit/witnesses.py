"""Pass each signed head on: to the file beside the key, and to witnesses outside this machine."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from http.client import HTTPException
from pathlib import Path
from typing import Final
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit, urlunsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

import msgspec
from msgspec import Struct

from pitboss.store.private_files import append_private
from pitboss.store.signatures import BadHead, Head, read_head

ROUTE: Final = "/api/v1/audit/witness"
"""Where a server accepts the heads of others."""

_PATIENCE: Final = 5.0
"""Seconds for a witness to answer."""

_PAUSE: Final = 5.0
_AFTER_FAILURE: Final = 30.0
"""The least seconds between two heads for one witness, and after it did not take one."""

_LONGEST_ANSWER: Final = 4 << 20
_LONGEST_FILE: Final = 1 << 30
"""The most bytes that are read from a witness."""

_log = logging.getLogger("pitboss.web")


class BadWitness(ValueError):
    """A witness that is neither a file nor an address; the message says why."""


class _NoRedirects(HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        """Take a redirection for an error: a witness is where the operator says it is."""


def is_address(witness: str) -> bool:
    """Whether a witness is an address rather than a file."""
    return witness.startswith(("http://", "https://"))


def route_of(address: str) -> str:
    """The full address of a witness; that of a server needs no path."""
    try:
        parts = urlsplit(address)
        if not parts.hostname or parts.port == 0 or "@" in parts.netloc:
            raise ValueError
    except ValueError:
        raise BadWitness(f"{address!r} is not an address such as https://HOST") from None
    return urlunsplit(parts._replace(path=parts.path.rstrip("/") or ROUTE, fragment=""))


def checked_witness(witness: str) -> str:
    """A witness as an operator names it, or ``BadWitness``."""
    if is_address(witness):
        return route_of(witness)
    if "://" in witness:
        raise BadWitness(f"{witness!r} is neither a file nor an http address")
    try:
        append_private(Path(witness), b"")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise BadWitness(f"{witness!r} cannot be written: {why}") from None
    return witness


def send(witness: str, head: Head) -> None:
    """Give a head to a witness; raise ``OSError`` if it does not take it."""
    text = msgspec.json.encode(head)
    if not is_address(witness):
        append_private(Path(witness), text + b"\n")
        return
    request = Request(  # the scheme was checked
        witness, data=text, headers={"content-type": "application/json"}, method="POST"
    )
    try:
        with build_opener(_NoRedirects).open(request, timeout=_PATIENCE) as answer:
            answer.read(1000)
    except HTTPError as error:
        why = error.read(300).decode("utf-8", "replace")
        raise OSError(f"status {error.code}: {' '.join(why.split())}") from None
    except HTTPException as error:
        raise OSError(str(error)) from None


def received(witness: str, keys: frozenset[str]) -> list[Head]:
    """The heads signed with these keys that a witness has; raises ``OSError`` or ``BadHead``.

    A file has one head in each line.
    """
    if not is_address(witness):
        lines = [line for line in _read_file(witness).splitlines() if line.strip()]
        return [head for head in map(read_head, lines) if head.key in keys]
    own_heads: list[Head] = []
    for key in sorted(keys):
        query = urlencode({"key": key})
        try:
            opening = build_opener(_NoRedirects).open(
                f"{route_of(witness)}?{query}", timeout=_PATIENCE
            )
            with opening as answer:
                text = answer.read(_LONGEST_ANSWER)
            heads = msgspec.json.decode(text, type=_WitnessAnswer).heads
        except HTTPError as error:
            raise OSError(f"status {error.code}") from None
        except HTTPException as error:
            raise OSError(str(error)) from None
        except (msgspec.MsgspecError, UnicodeDecodeError):
            raise BadHead("the answer is not a list of signed heads") from None
        for head in heads:
            head.check()
        own_heads += [head for head in heads if head.key == key]
    return own_heads


def _read_file(path: str) -> bytes:
    with Path(path).open("rb") as file:
        text = file.read(_LONGEST_FILE + 1)
    if len(text) > _LONGEST_FILE:
        raise OSError(f"it has more than {_LONGEST_FILE} bytes")
    return text


class _WitnessAnswer(Struct):
    heads: list[Head]


class Heralds:
    """A thread that passes heads on, so that no command waits for a disk or a network.

    Only the newest head matters, since it vouches for all before it.
    """

    def __init__(self, keep: Callable[[Head], None], witnesses: tuple[str, ...] = ()) -> None:
        self._keep, self._witnesses = keep, witnesses
        self._newest: Head | None = None
        self._kept = 0
        self._given = dict.fromkeys(witnesses, 0)
        self._due = dict.fromkeys(witnesses, 0.0)
        self._failing: set[str] = set()
        self._ends = False
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="heralds", daemon=True)
        self._thread.start()

    def announce(self, head: Head) -> None:
        """Pass on a new head."""
        with self._changed:
            if self._newest is None or head.n > self._newest.n:
                self._newest = head
                self._changed.notify()

    def close(self) -> None:
        """Pass on the last head, and stop."""
        with self._changed:
            self._ends = True
            self._changed.notify()
        self._thread.join(timeout=_PATIENCE * (len(self._witnesses) + 1))

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(self._has_work, timeout=self._pause())
                head, ends = self._newest, self._ends
            if head is not None:
                self._pass_on(head, ends=ends)
            if ends:
                return

    def _has_work(self) -> bool:
        return self._ends or (self._newest is not None and self._newest.n > self._kept)

    def _pause(self) -> float | None:
        """Seconds until the next witness that has not seen the newest head may be given it."""
        if self._newest is None:
            return None
        behind = [self._due[w] for w, n in self._given.items() if n < self._newest.n]
        return max(0.0, min(behind) - time.monotonic()) if behind else None

    def _pass_on(self, head: Head, *, ends: bool) -> None:
        if head.n > self._kept:
            self._kept = head.n
            self._attempt("the last signed head", lambda: self._keep(head))
        for witness in self._witnesses:
            is_due = ends or self._due[witness] <= time.monotonic()
            if self._given[witness] >= head.n or not is_due:
                continue
            name = f"the witness {witness}"
            if self._attempt(name, lambda witness=witness: send(witness, head)):  # type: ignore[misc]
                self._given[witness] = head.n
                self._due[witness] = time.monotonic() + _PAUSE
            else:
                self._due[witness] = time.monotonic() + _AFTER_FAILURE

    def _attempt(self, name: str, act: Callable[[], None]) -> bool:
        """Do it; report the first of several failures in a row."""
        try:
            act()
        except Exception as error:
            if name not in self._failing:
                _log.error("%s was not written: %s", name, str(error)[:300])
            self._failing.add(name)
            return False
        self._failing.discard(name)
        return True
