"""Which code of a ledger production enters: every ``by`` is watched while rounds are played.

Calls are identified by the code object that runs, whatever name a module has imported it under. A
call counts only if production made it: going up from the call, past ``law``, ``rulebooks`` and the
like, which answer calls but never start anything, the first frame of ours must be in the table, the
compiled tables, the store or the server. A test that calls the code itself does not count, nor do
the random players and the invariants next to the table.

What counts depends on what the name refers to:

- a function or a method: it is entered;
- a class: one of its own functions or properties is entered (a record without any is never
  entered, so it carries out nothing; name the code that acts on it);
- a command of the command line: its function is entered;
- ``rulebooks.elections.elect``: it is entered, and an election, a requirement or a provision of the
  book cites the clause, since that is all it enforces.
"""

from __future__ import annotations

import functools
import inspect
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from types import CodeType, FrameType
from typing import Any

from pitboss.audit.trace import locate

ACTING = ("table", "compiled", "store", "web")
"""Packages that start work at a table and in the server."""

SHOWING = ("terminal", "cli")
"""Packages that only show things; they count for displayed clauses and no others."""

ANSWERS = ("law", "rulebooks", "cards", "money", "audit")
"""Packages that only answer calls: their caller is considered instead."""

RIGS = ("randomly", "mishaps", "perft", "invariants")
"""Modules that play or check the table for tests."""


def codes(name: str) -> frozenset[CodeType]:
    """The code that runs when what a ledger names is entered."""
    return frozenset(_codes(locate(name)))


def _codes(result: Any) -> Iterator[CodeType]:
    if hasattr(result, "callback"):  # a command
        result = result.callback
    if isinstance(result, property):
        result = result.fget
    if isinstance(result, functools.cached_property):
        result = result.func
    if isinstance(result, staticmethod | classmethod):
        result = result.__func__
    if isinstance(result, type):
        for own in vars(result).values():
            if not isinstance(own, type) and (callable(own) or isinstance(own, property)):
                yield from _codes(own)
        return
    result = inspect.unwrap(result)
    if hasattr(result, "__code__"):
        yield result.__code__


class Watch:
    """Remembers, book by book, which of the names are entered, and whether to act or to show."""

    def __init__(self, names: dict[str, Iterable[str]]) -> None:
        self.acting: dict[str, set[str]] = {book: set() for book in names}
        self.showing: dict[str, set[str]] = {book: set() for book in names}
        self._names = {book: frozenset(named) for book, named in names.items()}
        self._book = ""
        self._left: dict[CodeType, list[str]] = {}

    def missing(self, book: str) -> frozenset[str]:
        """The names of a book that nothing acting has entered so far."""
        return self._names[book] - self.acting[book]

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watch this thread and those that it starts."""
        threading.setprofile(self._called)
        sys.setprofile(self._called)
        try:
            yield
        finally:
            sys.setprofile(None)
            threading.setprofile(None)

    @contextmanager
    def book(self, book: str) -> Iterator[None]:
        """Attribute everything entered meanwhile to this book."""
        self._book = book
        for name in self.missing(book):
            for code in codes(name):
                self._left.setdefault(code, []).append(name)
        try:
            yield
        finally:
            self._left.clear()

    def _called(self, frame: FrameType, event: str, _argument: object) -> None:
        if event != "call" or frame.f_code not in self._left:
            return
        asker = asked_by(frame)
        if asker in ACTING:
            self.acting[self._book].update(self._left.pop(frame.f_code, ()))
        elif asker in SHOWING:
            self.showing[self._book].update(self._left.get(frame.f_code, ()))


def asked_by(frame: FrameType) -> str:
    """The package that made this call; empty if it was a test or a test helper."""
    asker = frame.f_back
    while asker is not None:
        ours, _, module = asker.f_globals.get("__name__", "").partition(".")
        if ours in ("tests", "__main__"):
            return ""
        if ours == "pitboss":
            layer, _, rest = module.partition(".")
            if layer not in ANSWERS:
                return "" if layer == "table" and rest in RIGS else layer
        asker = asker.f_back
    return ""
