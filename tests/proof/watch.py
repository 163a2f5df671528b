"""Which code of a ledger production enters: every ``by`` watched while rounds are played.

What is seen is a call, by the code object that runs, so it makes no difference under which name a
module has imported it. A call counts where production asked for it: going up from the call, past
``law``, ``rulebooks`` and their like, which answer and never begin anything, the first frame of
ours is one of the table, the compiled tables, the store or the web house. A test that calls the
code itself is no production, nor are the generators of random rounds and the checks that live
beside the table.

A name counts by what it stands for:

- a function or a method: it is entered;
- a class: one of its own functions or properties is entered (a record without any is never
  entered, and so carries out nothing; name what acts on it);
- a command of the command line: its function is entered;
- ``rulebooks.elections.elect``: it is entered, and the clause is one that an election, a
  requirement or a provision of the book cites, since that is all it enforces.
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
"""What begins things at a table and in the house."""

SHOWING = ("terminal", "cli")
"""What shows things to people; it counts for a clause that is displayed, and for no other."""

ANSWERS = ("law", "rulebooks", "cards", "money", "audit")
"""What is only ever asked: whoever asks it is looked at instead."""

RIGS = ("randomly", "mishaps", "perft", "invariants")
"""Modules beside the table that play or check it for the sake of tests."""


def codes(name: str) -> frozenset[CodeType]:
    """The code that runs when what a ledger names is entered."""
    return frozenset(_codes(locate(name)))


def _codes(found: Any) -> Iterator[CodeType]:
    if hasattr(found, "callback"):  # a command
        found = found.callback
    if isinstance(found, property):
        found = found.fget
    if isinstance(found, functools.cached_property):
        found = found.func
    if isinstance(found, staticmethod | classmethod):
        found = found.__func__
    if isinstance(found, type):
        for own in vars(found).values():
            if not isinstance(own, type) and (callable(own) or isinstance(own, property)):
                yield from _codes(own)
        return
    found = inspect.unwrap(found)
    if hasattr(found, "__code__"):
        yield found.__code__


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
        """What is entered meanwhile is entered for this book."""
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
    """The part of the package that asked for this call; empty where it was a test or a rig."""
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
