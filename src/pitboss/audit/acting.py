"""Where each clause acts: in law, in the worked rounds, and in the running house."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

import msgspec

from pitboss.audit.trace import ClauseTrace, Trace
from pitboss.rulebooks import Answer, Clause

LAW: Final = "law"
"""Production enters the code that the clause's row names."""

WORKED_ROUNDS: Final = "worked rounds"
"""An event or a refusal of a worked round cites the clause."""

HOUSE: Final = "house"
"""The same of a server, at a table that people or machines deal."""

ROOMS: Final = (LAW, WORKED_ROUNDS, HOUSE)


@cache
def acting_index() -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    """By book and room, the clauses that act there, each with where it was last seen."""
    text = (files("pitboss.rulebooks") / "acting.json").read_text("utf-8")
    return msgspec.json.decode(text, type=dict[str, dict[str, dict[str, str]]])


def named(clause: Clause) -> tuple[str, str]:
    """What a citation of a clause may say: its own name, or its whole number."""
    return (clause.id, clause.number)


def acts(
    clause: Clause,
    *,
    cited: Container[str],
    cited_anywhere: Container[str],
    entered: Container[str],
) -> bool:
    """Whether a clause acts in a room, by what is cited there and by the code entered there.

    A clause that something cites somewhere must be cited in the room. One that nothing ever cites,
    such as a definition, acts where all its code is entered.
    """
    if clause.answer in (Answer.NOT_APPLICABLE, Answer.STATED):
        return False
    if any(name in cited_anywhere for name in named(clause)):
        return any(name in cited for name in named(clause))
    return bool(clause.by) and all(name in entered for name in clause.by)


def acts_in(traced: Trace) -> dict[str, tuple[str, ...]]:
    """The rooms in which each clause of a ledger acts."""
    return {entry.clause.id: _rooms(traced, entry) for entry in traced.entries}


def _rooms(traced: Trace, entry: ClauseTrace) -> tuple[str, ...]:
    clause = entry.clause
    if not clause.by or not entry.is_located:
        return ()
    origin = traced.origins.get(clause.id, traced.book)
    known = acting_index().get(origin, {})
    return (LAW, *(room for room in ROOMS[1:] if clause.id in known.get(room, {})))


def only_in_worked_rounds(rooms: Iterable[str]) -> bool:
    """Whether nothing but a worked round lets the clause act."""
    return WORKED_ROUNDS in rooms and HOUSE not in rooms


def acting_json(traced: Trace) -> dict[str, Any]:
    """Where each clause acts, how many act in each room, and what only worked rounds reach."""
    rooms = acts_in(traced)
    return {
        "acts_in": {clause: list(where) for clause, where in rooms.items()},
        "acting": {room: sum(room in where for where in rooms.values()) for room in ROOMS},
        "worked_rounds_only": [id for id, where in rooms.items() if only_in_worked_rounds(where)],
    }
