"""Rehearsals of worked rounds: the round's own cards, the players' decisions, and no trace."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest

from pitboss.rulebooks import BOOKS
from pitboss.scenarios.format import Scenario, ScriptedAct, ScriptedEvent
from pitboss.web.http.problems import Problem
from pitboss.web.school.rehearsals import RehearsedDecision, rehearsed
from pitboss.web.school.worked_rounds import may_be_rehearsed, played, rounds_of
from tests.web.serving import Server


@cache
def ready() -> list[Scenario]:
    """Every worked round that can be rehearsed; not read by processes that run other tests."""
    return [one for book in BOOKS for one in rounds_of(book).values() if may_be_rehearsed(one)]


def decided(choice: dict[str, Any]) -> RehearsedDecision:
    """A choice as it is sent back."""
    return msgspec.convert({key: choice[key] for key in ("player", "command")}, RehearsedDecision)


def wanted(entry: ScriptedAct, choices: list[dict[str, Any]]) -> dict[str, Any] | None:
    """The choice that an entry of the round takes."""
    word, document = entry.kind.words.command, entry.given
    for one in choices:
        command = one["command"]
        keys = [key for key in ("box", "hand", "player") if key in document and key in command]
        if command["type"] == word and all(command[key] == document[key] for key in keys):
            amount = {key: document[key] for key in ("amount",) if key in document}
            return {**one, "command": {**command, **amount}}
    return None


def is_shared(entry: ScriptedAct | ScriptedEvent) -> bool:
    """Whether an entry states what several bettors do at once."""
    return isinstance(entry, ScriptedAct) and bool(entry.with_ or entry.stay or entry.amounts)


def as_written(scenario: Scenario) -> dict[str, Any]:
    """The rehearsal in which everyone does exactly what the round lists."""
    entries = [
        e for e in scenario.rounds[0].acts if isinstance(e, ScriptedAct) and e.refused is None
    ]
    decisions: list[RehearsedDecision] = []
    shown = rehearsed(scenario, ())
    while not shown["over"]:
        own = None if not entries else wanted(entries[0], shown["choices"])
        if own is not None:
            entries.pop(0)
        usual = {one["command"]["type"]: one for one in shown["choices"]}
        decisions.append(
            decided(own or usual.get("done") or usual.get("decline") or usual["stand"])
        )
        shown = rehearsed(scenario, tuple(decisions))
    return shown


def test_whoever_decides_as_the_round_does_comes_to_its_sums() -> None:
    assert {one.rulebook for one in ready()} == {"nz", "zappit", "rws", "leaflet", "nobust"}
    plain = [one for one in ready() if not any(map(is_shared, one.rounds[0].acts))]
    assert len(plain) > 55
    ends = {one.id: as_written(one)["net"] for one in plain}
    assert ends == {one.id: dict(one.rounds[0].expect.net or {}) for one in plain}


def test_every_choice_that_is_offered_is_taken_and_leads_to_an_end() -> None:
    rng = Random(18)
    for scenario in ready():
        decisions: tuple[RehearsedDecision, ...] = ()
        shown = rehearsed(scenario, decisions)
        while not shown["over"]:
            choice = rng.choice(shown["choices"])
            assert choice["player"] and choice["label"]
            assert choice["clause"] or choice["command"] == {"type": "done"}
            decisions = (*decisions, decided(choice))
            after = rehearsed(scenario, decisions)
            assert after["events"][: len(shown["events"])] == shown["events"]
            assert len(after["events"]) == len(after["shows"]) == len(after["so_far"])
            shown = after
        assert shown["net"]


def test_what_the_book_refuses_is_refused_with_its_clause() -> None:
    scenario = rounds_of("nz")["NZ14"]
    no = {"player": "P1", "command": {"type": "surrender", "box": 1, "hand": 1}}
    with pytest.raises(Problem) as refused:
        rehearsed(scenario, (decided(no),))
    assert refused.value.more["clause"]
    for command in ({"type": "deal"}, {"type": "shuffle"}, {"type": "disable", "why": "a reason"}):
        with pytest.raises(Problem, match="only the decisions of the players"):
            rehearsed(scenario, (decided({"player": "P1", "command": command}),))
    with pytest.raises(Problem, match="cannot be rehearsed"):
        rehearsed(rounds_of("nz")["NZ30"], ())
    assert not played("nz", "NZ30")["may_be_rehearsed"] and played("nz", "NZ14")["may_be_rehearsed"]


def test_a_rehearsal_leaves_no_trace_in_the_house(server: Server) -> None:
    guest = server.guest()
    before = [guest.get("/me"), guest.get("/tables"), guest.get("/me/sessions")]
    path = "/rulebooks/nz/rounds/NZ14/rehearsal"
    shown, decisions = guest.post(path, {}), []
    while not shown["over"]:
        decisions.append({key: shown["choices"][0][key] for key in ("player", "command")})
        shown = guest.post(path, {"decisions": decisions})
    assert shown["rehearsal"] and shown["net"]
    assert [guest.get("/me"), guest.get("/tables"), guest.get("/me/sessions")] == before
    assert guest.post(path, {"decisions": [{"player": "P1", "command": {}}]}, 400)["why"]
    assert guest.post(path.replace("14", "99"), {}, 404)["why"]
