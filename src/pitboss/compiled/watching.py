"""Cache what is compiled from rules, by the provisions that it was compiled from.

A function marked with :func:`kept` is given rules that record every provision it reads. Its result
is cached with these, and returned again for any rules in which all of them are the same. So no
dependency is declared, and none can be forgotten: if a function begins to read another provision,
its results depend on that one too from then on.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from threading import Lock
from types import FunctionType
from typing import Any, Concatenate, Final, Generic, ParamSpec, TypeVar, cast

from msgspec import Struct

from pitboss.rulebooks import TableRules
from pitboss.rulebooks.schema import PARTS

P = ParamSpec("P")
T = TypeVar("T")

Path = tuple[str, ...]
"""A field of the rules; ``("dealer", "soft_17")`` is a provision of a part."""

MOST_KEPT: Final = 64
"""The most results of one function; the oldest are dropped first"""
FEW_KEPT: Final = 8
"""The same for results of some megabytes each"""


class WatchedRules:
    """Rules that record what is read from them.

    A value read is stored in the object itself, so it is recorded once and then costs nothing more.
    No two of these are equal, so that no cache returns a result without its reads being recorded.
    """

    def __init__(self, rules: TableRules) -> None:
        self.__dict__["rules"] = rules
        self.__dict__["asked"] = {}

    def __getattr__(self, name: str) -> Any:
        how = getattr(TableRules, name)
        if isinstance(how, FunctionType):
            # A method must read from these rules, not from those behind them.
            return how.__get__(self)
        if isinstance(how, property):
            return how.__get__(self)
        held = getattr(self.rules, name)
        self.asked[name,] = _said(self.rules, (name,))
        if name in PARTS and held is not None:
            held = WatchedPart(self, name, held)
        self.__dict__[name] = held
        return held

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("rules do not change")


class WatchedPart:
    """A part of watched rules."""

    def __init__(self, rules: WatchedRules, name: str, part: Struct) -> None:
        self.__dict__["_noted"] = (rules, name, part)

    def __getattr__(self, name: str) -> Any:
        rules, part, held = self.__dict__["_noted"]
        provision = getattr(held, name)
        rules.asked[part, name] = provision
        self.__dict__[name] = provision
        return provision

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("rules do not change")


def _said(rules: TableRules, path: Path) -> Hashable:
    """The value at a path; for a whole part, only whether it is missing."""
    held = getattr(rules, path[0])
    if len(path) == 1:
        return held is None if path[0] in PARTS else cast(Hashable, held)
    return None if held is None else cast(Hashable, getattr(held, path[1]))


class _CachedResults(Generic[T]):
    """The results of one function."""

    def __init__(self, function: Callable[..., T], most: int) -> None:
        self.function = function
        self.most = most
        self.paths: list[tuple[Path, ...]] = []
        """The sets of paths read; which paths a function reads depends on the values it finds"""
        self.results: dict[Hashable, T] = {}
        self.changing = Lock()

    def of(self, rules: TableRules, *args: Any, **named: Any) -> tuple[dict[Path, Any], T]:
        """The paths that were read, with their values, and the result."""
        given = (args, tuple(sorted(named.items())))
        for paths in self.paths:
            statement = tuple(_said(rules, path) for path in paths)
            try:
                return dict(zip(paths, statement, strict=True)), self.results[
                    given, paths, statement
                ]
            except KeyError:
                pass
        watched = WatchedRules(rules)
        result = self.function(cast(TableRules, watched), *args, **named)
        request = dict(watched.asked)
        paths, statement = tuple(request), tuple(request.values())
        with self.changing:
            if paths not in self.paths:
                self.paths.append(paths)
            self.results[given, paths, statement] = result
            while len(self.results) > self.most:
                del self.results[next(iter(self.results))]
        return request, result


def kept(
    function: Callable[Concatenate[TableRules, P], T],
) -> Callable[Concatenate[TableRules, P], T]:
    """Cache the results of a function of rules by what it reads from them.

    The function must depend on nothing but the rules, read through the object it is given, and its
    other arguments, which must be hashable; what it returns must not be changed.
    """
    return _keeping(function, MOST_KEPT)


def kept_few(
    function: Callable[Concatenate[TableRules, P], T],
) -> Callable[Concatenate[TableRules, P], T]:
    """As :func:`kept`, for large results."""
    return _keeping(function, FEW_KEPT)


def _keeping(
    function: Callable[Concatenate[TableRules, P], T], most: int
) -> Callable[Concatenate[TableRules, P], T]:
    results = _CachedResults(function, most)
    _ALL.append(results)

    @wraps(function)
    def asking(rules: TableRules, *args: P.args, **named: P.kwargs) -> T:
        if isinstance(rules, WatchedRules):
            document, result = results.of(rules.rules, *args, **named)
            rules.asked.update(document)
        else:
            _, result = results.of(rules, *args, **named)
        return result

    return cast(Callable[Concatenate[TableRules, P], T], asking)


_ALL: Final[list[_CachedResults[Any]]] = []


def forget() -> None:
    """Drop every result, so that everything is compiled again."""
    for results in _ALL:
        with results.changing:
            results.paths.clear()
            results.results.clear()
