"""What was worked out from a state is not worked out again while the state is the same."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from pitboss.table.state import TableState

MOST: Final = 256
"""States that are remembered for each question; the one asked about longest ago goes first."""

P = ParamSpec("P")
R = TypeVar("R")


def once_for_each_state(
    ask: Callable[Concatenate[TableState, P], R],
) -> Callable[Concatenate[TableState, P], R]:
    """Remember the answers to a question about the last states; nobody may change an answer."""
    known: OrderedDict[Hashable, tuple[TableState, Any]] = OrderedDict()

    @wraps(ask)
    def asked(state: TableState, /, *more: P.args, **named: P.kwargs) -> R:
        key = (id(state), *more, *named.values())
        found = known.get(key)
        if found is not None:
            answer: R = found[1]
            return answer
        answer = ask(state, *more, **named)
        known[key] = (state, answer)  # the state is kept, so that its id stays its own
        if len(known) > MOST:
            known.popitem(last=False)
        return answer

    return asked
