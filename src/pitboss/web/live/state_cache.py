"""A memo per state: answers are not recalculated while the state is the same."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from pitboss.table.state import TableState

MOST: Final = 256
"""The most states remembered per function; the least recently used is dropped first."""

P = ParamSpec("P")
R = TypeVar("R")


def once_for_each_state(
    ask: Callable[Concatenate[TableState, P], R],
) -> Callable[Concatenate[TableState, P], R]:
    """Memoise a function of the state for the last states; its answers must not be changed."""
    known: OrderedDict[Hashable, tuple[TableState, Any]] = OrderedDict()

    @wraps(ask)
    def requested_ask(state: TableState, /, *more: P.args, **named: P.kwargs) -> R:
        key = (id(state), *more, *named.values())
        row = known.get(key)
        if row is not None:
            answer: R = row[1]
            return answer
        answer = ask(state, *more, **named)
        known[key] = (state, answer)  # keep the state alive, so that its id is not reused
        if len(known) > MOST:
            known.popitem(last=False)
        return answer

    return requested_ask
